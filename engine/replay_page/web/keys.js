// Keyboard shortcuts. The sheet lists the shortcuts that are available in the current run.
import { byId, field, hasChanged, createElement } from "../text.js";

/** @typedef {import("./page.js").Page} Page */
/** @typedef {function(Page): unknown} Condition true if a shortcut is available */

/** @type {{[key: string]: [number, number]}} */
const kKeySides = { ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowLeft: [-1, 0], ArrowDown: [0, -1] };

/** @type {Condition} */
const isLive = ({ engine, link }) => engine && !link.embed;
/** @type {Condition} */
const isByHand = ({ run }) => !run.ended && run.state.by_hand;
/** @type {Condition} */
const hasMoves = (page) => isByHand(page) && !page.run.isTilt;
/** @type {Condition} */
const hasSides = (page) => isByHand(page) && page.run.state.lamps === undefined;
/** @type {Condition} */
const hasTime = ({ run }) => !run.isTilt && run.duration_s > 0;
/** @type {Condition} playback, unless the run waits for manual moves */
const canPlay = ({ run }) => run.ended || !run.state.by_hand;
/** @type {Condition} */
const canStep = (page) => canPlay(page) && hasTime(page);
/** @type {Condition} */
const canHint = (page) => isLive(page) && hasMoves(page);
/** @type {Condition} */
const canSwitch = (page) => isLive(page) && !page.run.isTilt && page.run.schemes.includes(24);
/** @type {Condition} */
const hasMaze = ({ run }) => run.maze;
/** @type {Condition} */
const isOpen = ({ sheet }) => sheet.isOpen;

/**
 * Keys, name, description, condition and action of each shortcut. The action is a function, or the
 * id of a control to click.
 * @type {[string[], string, string, Condition, string | function(Page, string): unknown][]}
 */
const kKeys = [
  [Object.keys(kKeySides), "arrows", "tip the maze in this direction", hasSides, tip],
  [["ArrowLeft", "ArrowRight"], "\u2190 \u2192", "go to the previous or next move", canStep, step],
  [[..."01234"], "digits", "make the move with this number, from the left", hasMoves, choose],
  [["h"], "H", "hint", canHint, "hint"],
  [[" "], "space", "play or pause", canPlay, "play"],
  [[","], ",", "go to the previous move", hasTime, "previous"],
  [["."], ".", "go to the next move", hasTime, "next"],
  [["Home"], "Home", "go to the beginning", hasTime, ({ playback }) => playback.seek(0)],
  [["End"], "End", "go to the latest moment", hasTime, "newest"],
  [["x"], "X", "switch between 8 and 24 orientations", canSwitch, switchScheme],
  [["r"], "R", "start again", isLive, "restart"],
  [["n"], "N", "next maze", isLive, "next-seed"],
  [["p"], "P", "shortest path", hasMaze, "path"],
  [["t"], "T", "trail", hasMaze, "trail"],
  [["m"], "M", "keep the maze still", hasMaze, "still"],
  [["Escape"], "Esc", "close this panel", isOpen, "close"],
];

/** @param {Page} page @param {string} key */
function tip(page, key) {
  page.tilt.tiltTowards(...kKeySides[key]);
}
/** @param {Page} page @param {string} key */
function step({ playback }, key) {
  playback.seekMove(kKeySides[key][0]);
}
/** @param {Page} page @param {string} key */
function choose(page, key) {
  const { dock, run } = page;
  page.choose(run.state.lamps === undefined ? dock.tips[Number(key) - 1]?.move : Number(key));
}
/** @param {Page} page */
function switchScheme(page) {
  page.switchTo(page.run.state.orientations === 24 ? 8 : 24);
}

/**
 * Lists the available shortcuts in the sheet.
 * @param {Page} page
 */
export function listKeys(page) {
  const shown = kKeys.filter(([, , , when]) => when(page));
  if (!hasChanged("keys", shown)) return;
  const rows = shown.flatMap(([, name, does]) => [
    createElement("dt", {}, name),
    createElement("dd", {}, does),
  ]);
  byId("keys").replaceChildren(...rows);
}

/**
 * Handles a key press, unless it belongs to the browser or to the focused control.
 * @param {Page} page
 * @param {KeyboardEvent} event
 */
export function press(page, event) {
  const { key, target, ctrlKey, metaKey, altKey } = event;
  if (!page.run || ctrlKey || metaKey || altKey) return;
  const controls = "button, input, select, textarea, summary, a, ol, aside";
  if (target instanceof Element && target.closest(controls) && key !== "Escape") return;
  if (/^[a-z\d,.]$/i.test(key) && !field("letters").checked) return;
  const name = key.length === 1 ? key.toLowerCase() : key;
  const found = kKeys.find(([keys, , , when]) => keys.includes(name) && when(page));
  if (!found) return;
  event.preventDefault();
  const [, , , , does] = found;
  if (typeof does === "string") byId(does).click();
  else does(page, key);
}
