// The entry point of the page. A replay shows its embedded recording. The browser version shows the
// run in the address, its embedded maze, or the maze of the day. The maze of the day is drawn before
// the engine has started.
import { add, clamp, conjugate, dot, multiplyQuaternions, rotate, subtract } from "../linear.js";
import { createButton, byId, dayOf, kWords, setText, sentence } from "../text.js";
import { Laboratory } from "./laboratory.js";
import { kUsualAgent, linkOfMaze, parsedLink } from "./link.js";
import { Cancelled, EngineWorker } from "./engine_worker.js";

/** @param {Error} error */
function fail(error) {
  document.body.dataset.fault = error.message;
  const close = () => {
    byId("fault").hidden = true;
  };
  byId("fault").replaceChildren(`${sentence(error.message)} `, createButton("Close", close));
  byId("fault").hidden = false;
}
/** @param {Event} event @param {Error} error */
function failUnlessCancelled(event, error) {
  // Cancelling a request rejects its promise, which is not an error.
  if (error instanceof Cancelled) event.preventDefault();
  else fail(error);
}
window.addEventListener("error", (event) =>
  failUnlessCancelled(event, event.error || new Error(event.message)),
);
window.addEventListener("unhandledrejection", (event) => failUnlessCancelled(event, event.reason));

/** @param {string} id id of a data element */
const data = (id) => JSON.parse(byId(id).textContent);

/**
 * Returns the engine. It comes after this script in the page, so the first image does not have to
 * wait for it.
 */
async function engineParts() {
  if (document.readyState === "loading")
    await new Promise((done) => document.addEventListener("DOMContentLoaded", done));
  return { source: byId("worker").textContent, code: byId("engine").textContent.trim() };
}

/** @param {import("../recording.js").RecordingData} recording */
function showReplay(recording) {
  document.body.dataset.engine = "none";
  const page = new Laboratory({ sources: data("shaders") });
  page.showRecording(recording, "");
  // replay.html#t=12.5 opens at 12.5 s and pauses. Without a time, the run plays from the start.
  const wanted = /^#t=([\d.]+)$/.exec(location.hash);
  if (wanted) page.player.seek(Number(wanted[1]));
  return page;
}

async function showLaboratory() {
  const { version, catalogue, first } = data("answers");
  const given = data("given");
  document.body.dataset.version = version;
  setText("version", version);
  /** @param {{name: string}[]} all */
  const names = (all) => all.map(({ name }) => name);
  const page = new Laboratory({
    sources: data("shaders"),
    engine: new EngineWorker(engineParts(), fail),
    agents: [...catalogue.agents, ...catalogue.policies],
    content: {
      agents: names(catalogue.agents),
      policies: names(catalogue.policies),
      families: Object.keys(kWords.families),
      days: byId("daily").textContent.trim().split("\n"),
      lessons: data("lessons-data"),
      levels: data("levels-data"),
    },
  });
  if (location.hash.length > 1) await page.openLink(location.hash);
  else if (given)
    await page.startRun(
      linkOfMaze(given, { agent: kUsualAgent, byHand: false, name: "Your maze" }),
    );
  else page.isWelcome = true;
  if (!page.run) {
    const link = parsedLink(`#day=${dayOf(new Date())}`, page.content);
    const { layers } = JSON.parse(link.of.json);
    await page.startRun(link, { json: link.of.json, ...first[layers] });
    page.say(document.body.dataset.refused ?? "");
  }
  // A reload continues at the end of the run. A link with moves plays from the start.
  const [navigation] = performance.getEntriesByType("navigation");
  if (/** @type {PerformanceNavigationTiming} */ (navigation)?.type === "reload")
    Object.assign(page.player, { time: page.run.duration_s }).show();
  return page;
}

const recorded = data("recording");
const page = recorded ? showReplay(recorded) : await showLaboratory();
document.body.dataset.ready = performance.now().toFixed(0);
// For tests.
const linear = { add, clamp, conjugate, dot, multiplyQuaternions, rotate, subtract };
Object.assign(window, { page, linear });
