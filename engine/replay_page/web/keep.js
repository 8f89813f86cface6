/**
 * What of a run can be shared or saved: its address, its ending, a picture, its recording, its
 * maze.
 */
import { dateOf, made } from "../words.js";
import { linkOf } from "./link.js";
import { starsFor } from "./progress.js";

/**
 * @typedef {import("./laboratory.js").Laboratory} Laboratory
 * @typedef {import("./link.js").Link} Link
 * @typedef {import("../recording.js").Move} Move
 */

/**
 * Shows an address as the page's own.
 * @param {string} address
 * @param {boolean} isNew Back returns to the one before
 */
export function showAddress(address, isNew) {
  // A page in a frame without an address of its own may not change it; then it is left as it is.
  try {
    if (isNew) history.pushState(null, "", address);
    else history.replaceState(null, "", address);
  } catch {
    // Nothing is lost.
  }
}
/** @param {Laboratory} page @param {Move[]} moves */
function wholeAddress({ link, run }, moves, like = link) {
  return location.href.replace(/#.*/, "") + linkOf(like, run, moves);
}
/**
 * Puts a text into the clipboard; where the browser forbids it, shows the text or other words.
 * @param {Laboratory} page
 * @param {string} text
 * @param {string} done
 */
async function copy(page, text, done, failed = text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    return page.say(failed);
  }
  return page.say(done);
}

/**
 * Shares the address with all moves, where they give this run again.
 * @param {Laboratory} page
 */
export function shareLink(page) {
  const { run } = page;
  const isWhole = !run.free && !run.bytes;
  const address = wholeAddress(page, isWhole ? run.moves : []);
  const holds = isWhole ? "the maze, the agent and all moves so far" : "the maze, not this run";
  if (isWhole) showAddress(new URL(address).hash || "#", false);
  document.body.dataset.link = address;
  const words = (/** @type {string} */ place) => `The link ${place}. It holds ${holds}.`;
  return copy(
    page,
    address,
    words("is in the clipboard"),
    isWhole ? words("is in the address bar") : address,
  );
}
/**
 * Says in a line how the run ended, without giving the way away.
 * @param {Laboratory} page
 */
export function endLine(page) {
  const { link, run } = page;
  const { moves } = run.now.counters;
  const who = page.playedBy();
  const isSolved = run.outcome === "solved";
  const stars =
    who || !link.best ? "" : ` ${"\u2605".repeat(starsFor(moves, link.best, run.hints))}`;
  const count = link.best ? `${moves} of ${link.best}${stars}` : `solved in ${moves}`;
  const took = run.free ? `turned freely, ${run.clockWords(run.duration_s)}` : count;
  const title = link.day ? dateOf(link.day, "short") : page.title;
  return `marblemaze ${title}: ${who ? `${who}, ` : ""}${isSolved ? took : "not solved"}`;
}
/** @param {Laboratory} page */
export function shareEnd(page) {
  const text = endLine(page);
  const url = wholeAddress(page, []);
  document.body.dataset.shared = text;
  if (navigator.share && matchMedia("(pointer: coarse)").matches)
    return navigator.share({ text, url }).catch(() => {});
  return copy(page, `${text}\n${url}`, `In the clipboard: ${text}`);
}
/**
 * Hands out a frame for another page.
 * @param {Laboratory} page
 */
export function shareFrame(page) {
  const address = wholeAddress(page, [], { ...page.link, embed: true });
  const frame = document.createElement("iframe");
  const allow = "accelerometer; gyroscope";
  for (const [name, value] of Object.entries({
    src: address,
    width: "480",
    height: "560",
    title: "marblemaze",
    allow,
  }))
    frame.setAttribute(name, value);
  document.body.dataset.frame = frame.outerHTML;
  return copy(page, frame.outerHTML, "The frame for another page is in the clipboard.");
}

/** @param {Laboratory} page */
export function savePicture(page) {
  page.player.show(); // only what was just drawn can be read
  page.marbleView.canvas.toBlob((blob) => saveFile(page, "png", blob), "image/png");
}
/** @param {Laboratory} page */
export async function saveRecording(page) {
  const bytes = page.run.bytes ?? (await page.ask({ does: "recording" })).bytes;
  if (bytes) saveFile(page, "rec", new Blob([bytes]));
}
/** @param {Laboratory} page */
export function saveMaze(page) {
  const text = JSON.stringify({ format: "marblemaze-maze", version: 1, ...page.run.maze });
  saveFile(page, "maze.json", new Blob([text], { type: "application/json" }));
}
/**
 * Hands the browser a file whose name tells the maze.
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
