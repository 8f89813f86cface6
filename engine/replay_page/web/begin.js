// Opens the page. With an engine in it, it starts the worker and shows the run that the address names, or the maze that stands
// in the page, or the first one, which is drawn before the engine is there; without one it shows the recording in it.
import { shaderSources } from "../gl.js";
import { byId, sentence } from "../words.js";
import { Laboratory } from "./laboratory.js";
import { kFirst, kUsualAgent, linkOfMaze, parsedLink } from "./link.js";
import { Thinker } from "./thinker.js";

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
  const { version, catalogue, first } = data("answers"), days = byId("daily").textContent.trim().split("\n"), lessons = data("lessons-data"), given = data("given");
  document.body.dataset.version = version;
  const thinker = new Thinker(byId("worker").textContent, byId("engine").textContent.trim(), fail);
  const page = new Laboratory({ sources: sources(), thinker, catalogue, days, lessons });
  if (location.hash.length > 1) await page.openLink(location.hash);
  else if (given) await page.begin(linkOfMaze(given, { agent: kUsualAgent, byHand: false, name: "your maze" }));
  else page.welcoming = true;
  if (!page.run) {
    await page.begin(parsedLink(kFirst, page.known), first);
    page.say(document.body.dataset.refused ?? "");
  }
  // Who loads the page again goes on where they were; a link with moves is played from its beginning.
  if (performance.getEntriesByType("navigation")[0]?.["type"] === "reload") Object.assign(page.player, { time: page.run.duration_s }).show();
  return page;
}

const recorded = data("recording"), page = recorded ? showReplay(recorded) : await showLaboratory();
document.body.dataset.ready = performance.now().toFixed(0);
window["page"] = page;  // for whoever tests or scripts the page
