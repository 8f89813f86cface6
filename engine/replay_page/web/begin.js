// Opens the page. With an engine in it, it shows the run that the address names, or the maze that
// stands in the page, or the maze of the day, which is drawn before the engine is there; without
// one it shows the recording in it.
import { shaderSources } from "../gl.js";
import { byId, dayOf, say, sentence } from "../words.js";
import { Laboratory } from "./laboratory.js";
import { kUsualAgent, linkOfMaze, parsedLink } from "./link.js";
import { Abandoned, Thinker } from "./thinker.js";

/** @param {Error} error */
function fail(error) {
  if (error instanceof Abandoned) return;
  document.body.dataset.fault = error.message;
  byId("fault").textContent = sentence(error.message);
  byId("fault").hidden = false;
}
window.addEventListener("error", (event) => fail(event.error || new Error(event.message)));
window.addEventListener("unhandledrejection", (event) => fail(event.reason));

/** @param {string} id of an element of data */
const data = (id) => JSON.parse(byId(id).textContent);
const sources = () => shaderSources(byId("shaders").textContent);

/** The engine stands behind this script, so that the first picture does not wait for it. */
async function engineParts() {
  if (document.readyState === "loading")
    await new Promise((done) => document.addEventListener("DOMContentLoaded", done));
  return { source: byId("worker").textContent, code: byId("engine").textContent.trim() };
}

/** @param {import("../recording.js").RecordingData} recording */
function showReplay(recording) {
  document.body.dataset.engine = "none";
  const page = new Laboratory({ sources: sources() });
  page.showRecording(recording, "");
  // replay.html#t=12.5 opens at that time and waits; otherwise the run begins.
  const wanted = /^#t=([\d.]+)$/.exec(location.hash);
  if (wanted) page.player.seek(Number(wanted[1]));
  return page;
}

async function showLaboratory() {
  const { version, catalogue, first } = data("answers");
  const days = byId("daily").textContent.trim().split("\n");
  const given = data("given");
  document.body.dataset.version = version;
  say("version", version);
  const thinker = new Thinker(engineParts(), fail);
  const lessons = data("lessons-data");
  const page = new Laboratory({
    sources: sources(),
    thinker,
    catalogue,
    days,
    lessons,
    levels: data("levels-data"),
  });
  if (location.hash.length > 1) await page.openLink(location.hash);
  else if (given)
    await page.begin(linkOfMaze(given, { agent: kUsualAgent, byHand: false, name: "Your maze" }));
  else page.welcoming = true;
  if (!page.run) {
    const link = parsedLink(`#day=${dayOf(new Date())}`, page.known);
    const { layers } = JSON.parse(link.of.json);
    await page.begin(link, { json: link.of.json, ...first[layers] });
    page.say(document.body.dataset.refused ?? "");
  }
  // A reload goes on where it was; a link with moves is played from its beginning.
  const [navigation] = performance.getEntriesByType("navigation");
  if (/** @type {PerformanceNavigationTiming} */ (navigation)?.type === "reload")
    Object.assign(page.player, { time: page.run.duration_s }).show();
  return page;
}

const recorded = data("recording");
const page = recorded ? showReplay(recorded) : await showLaboratory();
document.body.dataset.ready = performance.now().toFixed(0);
Object.assign(window, { page }); // for tests and scripts
