// The entry point of the page. A replay shows its embedded recording. The browser version shows the
// run in the address, its embedded maze, or the maze of the day. The maze of the day is drawn before
// the engine has started.
import { add, clamp, conjugate, dot, multiplyQuaternions, rotate, subtract } from "../linear.js";
import { required } from "../required.js";
import { byId, createButton, dayOf, kWords, sentence, setText } from "../text.js";
import { EngineWorker } from "./engine_worker.js";
import { showRecording } from "./files.js";
import { kDefaultAgent, linkOfMaze, newRun, parsedLink } from "./link.js";
import { Page } from "./page.js";
import { compileEngine } from "./unpack.js";

/** @param {Error} error */
function fail(error) {
  document.body.dataset.fault = error.message;
  const close = () => {
    byId("fault").hidden = true;
  };
  byId("fault").replaceChildren(`${sentence(error.message)} `, createButton("Close", close));
  byId("fault").hidden = false;
}
window.addEventListener("error", ({ error, message }) => fail(error || new Error(message)));
window.addEventListener("unhandledrejection", ({ reason }) => fail(reason));

/** @param {string} id id of a data element */
const textOf = (id) => (byId(id).textContent ?? "").trim();
/** @param {string} id id of a data element */
const data = (id) => JSON.parse(textOf(id));

/**
 * Returns the engine. It comes after this script in the page, so the first image does not have to
 * wait for it.
 */
async function engineParts() {
  if (document.readyState === "loading")
    await new Promise((done) => document.addEventListener("DOMContentLoaded", done));
  const script = new Blob([textOf("worker")], { type: "text/javascript" });
  return { address: URL.createObjectURL(script), code: await compileEngine(textOf("engine")) };
}

/** @param {import("../recording.js").RecordingData} recording */
function showReplay(recording) {
  document.body.dataset.engine = "none";
  const page = new Page({ sources: data("shaders") });
  showRecording(page, recording, "");
  // replay.html#t=12.5 opens at 12.5 s and pauses. Without a time, the run plays from the start.
  const wanted = /^#t=([\d.]+)$/.exec(location.hash);
  if (wanted) page.playback.seek(Number(wanted[1]));
  return page;
}

async function showBrowserVersion() {
  const { version, catalogue, first } = data("answers");
  const given = data("given");
  setText("version", version);
  /** @param {{name: string}[]} all */
  const names = (all) => all.map(({ name }) => name);
  const engine = new EngineWorker(engineParts(), fail);
  const page = new Page({
    sources: data("shaders"),
    engine,
    agents: [...catalogue.agents, ...catalogue.policies],
    content: {
      agents: names(catalogue.agents),
      policies: names(catalogue.policies),
      families: Object.keys(kWords.families),
      days: textOf("daily").split("\n"),
      lessons: data("lessons-data"),
      levels: data("levels-data"),
    },
  });
  if (location.hash.length > 1) await page.openLink(location.hash);
  else if (given)
    await page.startRun(
      linkOfMaze(given, { agent: kDefaultAgent, byHand: false, name: "Your maze" }),
    );
  else page.isWelcome = true;
  if (!page.run) {
    const link = parsedLink(`#day=${dayOf(new Date())}`, page.content);
    const json = required(link.of.json, "the maze of the day");
    const started = engine.request(newRun(link));
    page.showRun(link, page.createRun(link, { json, ...first[JSON.parse(json).layers] }));
    page.showMessage(document.body.dataset.refused ?? "");
    await started;
  }
  // A reload continues at the end of the run. A link with moves plays from the start.
  const [navigation] = performance.getEntriesByType("navigation");
  if (/** @type {PerformanceNavigationTiming} */ (navigation)?.type === "reload")
    Object.assign(page.playback, { time: page.run.duration_s }).show();
  return page;
}

const recorded = data("recording");
const page = recorded ? showReplay(recorded) : await showBrowserVersion();
document.body.dataset.ready = performance.now().toFixed(0);
// For tests.
const linear = { add, clamp, conjugate, dot, multiplyQuaternions, rotate, subtract };
Object.assign(window, { page, linear });
