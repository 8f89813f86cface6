// Shares and saves a run: its address, result, screenshot, recording and maze.
import { required } from "../required.js";
import { createElement, dateOf, pluralize } from "../text.js";
import { linkOf, mazeText } from "./link.js";

/**
 * @typedef {import("./page.js").Page} Page
 * @typedef {import("./link.js").Link} Link
 * @typedef {import("../recording.js").Move} Move
 */

/**
 * Changes the page's address.
 * @param {string} address
 * @param {boolean} isNew true if the Back button should return to the previous address
 */
export function setAddress(address, isNew) {
  // An embedded page may not be allowed to change its address.
  try {
    if (isNew) history.pushState(null, "", address);
    else history.replaceState(null, "", address);
  } catch {
    // The page works without it.
  }
}
/** @param {Page} page @param {Move[]} moves */
function fullAddress({ link, run }, moves, like = link) {
  return location.href.replace(/#.*/, "") + linkOf(like, run, moves);
}
/**
 * Copies a text to the clipboard, and shows `done` or, if the browser denies access, `failed`.
 * @param {Page} page
 * @param {string} text
 * @param {string} done
 */
async function copy(page, text, done, failed = `Copy this: ${text}`) {
  document.body.dataset.shared = text;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    return page.showMessage(failed);
  }
  return page.showMessage(done);
}

/**
 * Copies the address. It contains the moves if they can reproduce the run.
 * @param {Page} page
 */
export function shareLink(page) {
  const { run } = page;
  const isWhole = !run.isTilt && !run.bytes;
  const address = fullAddress(page, isWhole ? run.moves : []);
  const all = run.moves.length ? "the maze, the agent and all moves so far" : "the maze";
  const holds = isWhole ? all : "the maze, not this run";
  if (isWhole) setAddress(new URL(address).hash || "#", false);
  const inBar = isWhole ? `The link is in the address bar. It contains ${holds}.` : undefined;
  return copy(page, address, `The link is on the clipboard. It contains ${holds}.`, inBar);
}
/**
 * Returns the result of the run in one line, without spoilers.
 * @param {Page} page
 */
export function resultLine(page) {
  const { link, run, stars } = page;
  const { moves } = run.state.counters;
  const who = page.playedBy();
  const count = link.best
    ? `${pluralize(moves, "move")}, minimum ${link.best} ${"\u2605".repeat(stars)}`
    : `solved in ${moves}`;
  const took = run.isTilt
    ? `solved by free turning in ${run.clockText(run.duration_s)}`
    : count.trim();
  const result = run.outcome === "solved" ? took : "not solved";
  const title = link.day ? dateOf(link.day, "short") : page.title;
  return `marblemaze ${title}: ${who ? `${who}, ` : ""}${result}`;
}
/** @param {Page} page */
export function shareResult(page) {
  const text = resultLine(page);
  const url = fullAddress(page, []);
  if (navigator.share && matchMedia("(pointer: coarse)").matches)
    return navigator.share({ text, url }).catch(() => {});
  return copy(page, `${text}\n${url}`, `On the clipboard: ${text}`);
}
/**
 * Copies the HTML that embeds this maze in another page.
 * @param {Page} page
 */
export function shareEmbedCode(page) {
  const address = fullAddress(page, [], { ...page.link, embed: true });
  const size = { width: "480", height: "560" };
  const allow = "accelerometer; gyroscope";
  const frame = createElement("iframe", { src: address, ...size, title: "marblemaze", allow });
  return copy(page, frame.outerHTML, "The HTML code for embedding this maze is on the clipboard.");
}

/** @param {Page} page */
export function savePicture(page) {
  page.playback.show(); // a canvas can be read only in the task that has drawn it
  page.marbleView?.canvas.toBlob((blob) => blob && saveFile(page, "png", blob), "image/png");
}
/** @param {Page} page */
export async function saveRecording(page) {
  const bytes = page.run.bytes ?? (await page.request({ type: "recording" })).bytes;
  if (bytes) saveFile(page, "rec", new Blob([bytes]));
}
/** @param {Page} page */
export function saveMaze(page) {
  const text = mazeText(required(page.run.maze, "the maze"));
  saveFile(page, "maze.json", new Blob([text], { type: "application/json" }));
}
/**
 * Downloads a file. Its name describes the maze.
 * @param {Page} page
 * @param {string} ending
 * @param {Blob} blob
 */
function saveFile({ link, run: { maze } }, ending, blob) {
  const href = URL.createObjectURL(blob);
  const shape = link.of.family ?? required(maze, "the maze").dims.join("x");
  const number = link.of.seed ?? link.day ?? (link.level ? `level-${link.level}` : "maze");
  const download = `marblemaze-${shape}-${number}.${ending}`;
  createElement("a", { href, download }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10000);
  document.body.dataset.saved = `${download} ${blob.size}`;
}
