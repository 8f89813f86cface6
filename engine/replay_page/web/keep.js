/**
 * Everything of a run that can be shared or saved: its address, its result, a screenshot, its
 * recording, its maze.
 */
import { counted, dateOf, made } from "../words.js";
import { linkOf, mazeText } from "./link.js";
import { starsFor } from "./progress.js";

/**
 * @typedef {import("./laboratory.js").Laboratory} Laboratory
 * @typedef {import("./link.js").Link} Link
 * @typedef {import("../recording.js").Move} Move
 */

/**
 * Changes the page's address.
 * @param {string} address
 * @param {boolean} isNew true: the browser's Back button returns to the previous address
 */
export function showAddress(address, isNew) {
  // In some frames a page may not change its address; the address then stays as it is.
  try {
    if (isNew) history.pushState(null, "", address);
    else history.replaceState(null, "", address);
  } catch {
    // The failure does no harm.
  }
}
/** @param {Laboratory} page @param {Move[]} moves */
function wholeAddress({ link, run }, moves, like = link) {
  return location.href.replace(/#.*/, "") + linkOf(like, run, moves);
}
/**
 * Copies a text to the clipboard. If the browser forbids it, shows the text or a different message.
 * @param {Laboratory} page
 * @param {string} text
 * @param {string} done
 */
async function copy(page, text, done, failed = `Copy this: ${text}`) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    return page.say(failed);
  }
  return page.say(done);
}

/**
 * Shares the address with all moves if they reproduce this run.
 * @param {Laboratory} page
 */
export function shareLink(page) {
  const { run } = page;
  const isWhole = !run.isTilt && !run.bytes;
  const address = wholeAddress(page, isWhole ? run.moves : []);
  const all = run.moves.length ? "the maze, the agent and all moves so far" : "the maze";
  const holds = isWhole ? all : "the maze, not this run";
  if (isWhole) showAddress(new URL(address).hash || "#", false);
  document.body.dataset.link = address;
  const inBar = isWhole ? `The link is in the address bar. It contains ${holds}.` : undefined;
  return copy(page, address, `The link is on the clipboard. It contains ${holds}.`, inBar);
}
/**
 * Describes the result of the run in one line, without revealing the path.
 * @param {Laboratory} page
 */
export function endLine(page) {
  const { link, run } = page;
  const { moves } = run.now.counters;
  const who = page.playedBy();
  const stars = who || !link.best ? 0 : starsFor(moves, link.best, run.hints);
  const count = link.best
    ? `${counted(moves, "move")}, minimum ${link.best} ${"\u2605".repeat(stars)}`
    : `solved in ${moves}`;
  const took = run.isTilt
    ? `solved by free turning in ${run.clockWords(run.duration_s)}`
    : count.trim();
  const result = run.outcome === "solved" ? took : "not solved";
  const title = link.day ? dateOf(link.day, "short") : page.title;
  return `marblemaze ${title}: ${who ? `${who}, ` : ""}${result}`;
}
/** @param {Laboratory} page */
export function shareEnd(page) {
  const text = endLine(page);
  const url = wholeAddress(page, []);
  document.body.dataset.shared = text;
  if (navigator.share && matchMedia("(pointer: coarse)").matches)
    return navigator.share({ text, url }).catch(() => {});
  return copy(page, `${text}\n${url}`, `On the clipboard: ${text}`);
}
/**
 * Copies the HTML of a frame for another page.
 * @param {Laboratory} page
 */
export function shareFrame(page) {
  const address = wholeAddress(page, [], { ...page.link, embed: true });
  const size = { width: "480", height: "560" };
  const allow = "accelerometer; gyroscope";
  const frame = made("iframe", { src: address, ...size, title: "marblemaze", allow });
  document.body.dataset.frame = frame.outerHTML;
  return copy(page, frame.outerHTML, "The HTML code for embedding this maze is on the clipboard.");
}

/** @param {Laboratory} page */
export function savePicture(page) {
  page.player.show(); // only a frame that was just drawn can be read
  page.marbleView.canvas.toBlob((blob) => saveFile(page, "png", blob), "image/png");
}
/** @param {Laboratory} page */
export async function saveRecording(page) {
  const bytes = page.run.bytes ?? (await page.ask({ does: "recording" })).bytes;
  if (bytes) saveFile(page, "rec", new Blob([bytes]));
}
/** @param {Laboratory} page */
export function saveMaze(page) {
  const text = mazeText(page.run.maze);
  saveFile(page, "maze.json", new Blob([text], { type: "application/json" }));
}
/**
 * Saves a file whose name describes the maze.
 * @param {Laboratory} page
 * @param {string} ending
 * @param {Blob} blob
 */
function saveFile({ link, run: { maze } }, ending, blob) {
  const href = URL.createObjectURL(blob);
  const shape = link.of.family ?? maze.dims.join("x");
  const number = link.of.seed ?? link.day ?? (link.level ? `level-${link.level}` : "maze");
  const download = `marblemaze-${shape}-${number}.${ending}`;
  made("a", { href, download }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10000);
  document.body.dataset.saved = `${download} ${blob.size}`;
}
