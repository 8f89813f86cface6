/** What of a run can be kept or shared: its address, a picture, its recording, its maze; and what a visitor chose. */
import { byId, dateOf, made } from "../words.js";
import { linkOf, sourceOf } from "./link.js";

export function showAddress(address) {
  // A page in a frame without an address of its own may not change it; then it is left as it is.
  try { history.replaceState(null, "", address); } catch { /* nothing is lost */ }
}
/** @param {any} page @param {any[]} moves */
const wholeAddress = (page, moves, link = page.link) => location.href.replace(/#.*/, "") + linkOf(link, page.run, moves);
/** Into the clipboard; where the browser refuses, the text is said, or these words. */
async function copy(page, text, done, refused = text) {
  try { await navigator.clipboard.writeText(text); } catch { return page.say(refused); }
  return page.say(done);
}

/** The address with all moves so far. */
export function shareLink(page) {
  const address = wholeAddress(page, page.run.moves), said = (place) => `The link ${place}. It holds the maze, the agent and all moves so far.`;
  showAddress(new URL(address).hash || "#");
  document.body.dataset.link = address;
  return copy(page, address, said("is in the clipboard"), said("stands in the address bar"));
}
/** How it ended, in a line that does not give the way away: of the maze of the day, or any other. */
export async function shareEnd(page) {
  const { link, run } = page, { moves } = run.now.counters, fewest = moves <= link.best ? " \u2605" : "";
  const took = run.free ? `turned freely, ${run.clockWords(run.duration_s)}` : link.day ? `${moves} of ${link.best}${fewest}` : `solved in ${moves}`;
  const text = `marblemaze ${link.day ? dateOf(link.day, 3) : page.title}: ${took}`;
  const url = wholeAddress(page, []);
  document.body.dataset.shared = text;
  if (navigator.share && matchMedia("(pointer: coarse)").matches) return navigator.share({ text, url }).catch(() => {});
  return copy(page, `${text}\n${url}`, `In the clipboard: ${text}`);
}
/** A frame for another page, which shows the picture and the play button alone. */
export function shareFrame(page) {
  const address = wholeAddress(page, [], { ...page.link, embed: true });
  const frame = made("iframe", { src: address, width: "480", height: "400", title: "marblemaze", allow: "accelerometer; gyroscope" });
  document.body.dataset.frame = frame.outerHTML;
  return copy(page, frame.outerHTML, "The frame for another page is in the clipboard.");
}

export function savePicture(page) {
  page.player.show();  // only what was just drawn can be read
  page.view.canvas.toBlob((blob) => saveFile(page, "png", blob), "image/png");
}
export async function saveRecording(page) {
  const { recording } = await page.ask({ does: "recording" });
  if (recording) saveFile(page, "rec", new Blob([recording]));
}
export function saveMaze(page) { saveFile(page, "maze.json", new Blob([JSON.stringify(page.run.maze)], { type: "application/json" })); }
/** Hands the browser a file whose name tells the maze. */
function saveFile({ link, run: { maze } }, ending, blob) {
  const href = URL.createObjectURL(blob), download = `marblemaze-${link.of.family ?? maze.dims.join("x")}-${link.of.seed ?? link.day ?? "maze"}.${ending}`;
  made("a", { href, download }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10000);
  document.body.dataset.saved = `${download} ${blob.size}`;
}

/** What a visitor chose or reached, by name; null where a browser forbids a page to keep anything, too. */
const kept = (place, name) => { try { return JSON.parse(globalThis[place].getItem(`marblemaze-${name}`)); } catch { return null; } };
function keep(place, name, value) {
  try { globalThis[place].setItem(`marblemaze-${name}`, JSON.stringify(value)); } catch { /* not kept */ }
}
/** A person's shortest time in a maze, in seconds, or undefined; a run that is solved is counted. */
export function bestTime({ link, run }) {
  const name = `best ${sourceOf(link, run.maze)}`, best = kept("localStorage", name) ?? undefined;
  const now = run.outcome === "solved" && run.now.by_hand ? run.duration_s : undefined;
  if (now !== undefined && !(best <= now)) keep("localStorage", name, now);
  return best;
}
/** What was chosen survives a reload; the light also another visit. */
const kKept = { light: "localStorage", speed: "sessionStorage", path: "sessionStorage", trail: "sessionStorage", still: "sessionStorage" };
export function keepChoices() {
  for (const [id, place] of Object.entries(kKept)) {
    const it = byId(id), field = it.type === "checkbox" ? "checked" : "value";
    it[field] = kept(place, id) ?? it[field];
    it.addEventListener("change", () => keep(place, id, it[field]));
  }
  // Until one is chosen, the light is the system's.
  byId("light").checked = kept("localStorage", "light") ?? matchMedia("(prefers-color-scheme: light)").matches;
}
