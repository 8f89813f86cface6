// Opens the page. With an engine in it, it starts the worker and shows the run that the address names, or the maze that stands
// in the page, or the first one; without one it shows the recording in it.
import { shaderSources } from "../gl.js";
import { byId, sentence } from "../words.js";
import { Laboratory } from "./laboratory.js";
import { kUsualAgent, linkOfMaze, parsedLink } from "./link.js";
import { Thinker } from "./thinker.js";
import { unpacked } from "./unpack.js";

const kFirst = "#maze=3x3x3,all,7&hand=1";

function fail(error) {
  document.body.dataset.fault = error.message;
  byId("fault").textContent = sentence(error.message);
  byId("fault").hidden = false;
}
window.addEventListener("error", (event) => fail(event.error || new Error(event.message)));
window.addEventListener("unhandledrejection", (event) => fail(event.reason));

const data = (id) => JSON.parse(byId(id).textContent);
const sources = () => shaderSources(byId("shaders").textContent);

function showReplay(recording) {
  document.body.dataset.engine = "none";
  const page = new Laboratory({ sources: sources() });
  page.showRecording(recording, recording.agent || "played by hand");
  // replay.html#t=12.5 opens at that time and waits; otherwise the run begins.
  const wanted = /^#t=([\d.]+)$/.exec(location.hash);
  if (wanted) page.player.seek(Number(wanted[1]));
  return page;
}

async function showLaboratory() {
  const code = await unpacked(byId("engine").textContent.trim());
  performance.mark("engine compiled");
  const thinker = new Thinker(byId("worker").textContent, code, fail), known = { days: byId("daily").textContent.trim().split("\n"), lessons: data("lessons-data") };
  const { catalogue, version } = await thinker.ask({ does: "catalogue" });
  document.body.dataset.version = version;
  const page = new Laboratory({ sources: sources(), thinker, catalogue, ...known }), given = data("given");
  if (location.hash.length > 1) await page.openLink(location.hash);
  else if (given) await page.begin(linkOfMaze(given, { agent: kUsualAgent, byHand: false, name: "your maze" }));
  else page.welcoming = true;
  if (!page.run) {
    await page.begin(parsedLink(kFirst, page.known));
    page.say(document.body.dataset.refused ?? "");
  }
  performance.mark("run begun");
  // Who loads the page again goes on where they were; a link with moves is played from its beginning.
  if (performance.getEntriesByType("navigation")[0]?.["type"] === "reload") page.player.time = page.run.duration_s;
  page.player.show();
  return page;
}

async function beginPage() {
  const recording = data("recording"), page = recording ? showReplay(recording) : await showLaboratory();
  document.body.dataset.ready = performance.now().toFixed(0);
  window["page"] = page;  // for whoever tests or scripts the page
}
beginPage().catch(fail);
