/**
 * The keys of the page with their functions and conditions. The sheet lists the keys that have a
 * function in a run.
 */
import { byId, field, made } from "../words.js";

/** @typedef {import("./laboratory.js").Laboratory} Laboratory */
/**
 * @typedef {Object} Key
 * @property {string[]} keys
 * @property {string} [name] name of all these keys in the list
 * @property {string} does
 * @property {function(Laboratory): unknown} when whether the key has a function now
 * @property {function(Laboratory, string): unknown} press
 */

/** @type {{[key: string]: [number, number]}} */
const kKeySides = { ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowLeft: [-1, 0], ArrowDown: [0, -1] };
const kArrows = Object.keys(kKeySides);
/** @param {Laboratory} page */
const isLive = ({ thinker, link }) => Boolean(thinker) && !link.embed;
/** @param {Laboratory} page */
const isByHand = ({ run }) => !run.ended && run.now.by_hand;
/** @param {Laboratory} page */
const hasTime = ({ run }) => !run.free && run.duration_s > 0;
/** @param {string} id @returns {Key["press"]} */
const clicks = (id) => () => byId(id).click();

/** @type {Key[]} */
export const kKeys = [
  {
    keys: kArrows,
    name: "arrows",
    does: "tip the maze to that side",
    when: (page) => isByHand(page) && page.run.now.lamps === undefined,
    press: (page, key) => page.arrow(...kKeySides[key]),
  },
  {
    keys: ["ArrowLeft", "ArrowRight"],
    name: "\u2190 \u2192",
    does: "to the move before or after",
    when: (page) => !isByHand(page) && hasTime(page),
    press: ({ player }, key) => player.toMove(kKeySides[key][0]),
  },
  {
    keys: ["0", "1", "2", "3", "4"],
    name: "digits",
    does: "make the move with this number",
    when: (page) => isByHand(page) && !page.run.free,
    press: (page, key) => page.chooseNumber(Number(key)),
  },
  {
    keys: ["h"],
    name: "H",
    does: "hint",
    when: (page) => isLive(page) && isByHand(page) && !page.run.free,
    press: clicks("hint"),
  },
  {
    keys: [" "],
    name: "space",
    does: "play or pause",
    when: (page) => page.canPlay(),
    press: clicks("play"),
  },
  {
    keys: [","],
    does: "to the move before",
    when: hasTime,
    press: ({ player }) => player.toMove(-1),
  },
  { keys: ["."], does: "to the next move", when: hasTime, press: ({ player }) => player.toMove(1) },
  {
    keys: ["Home"],
    does: "to the beginning",
    when: hasTime,
    press: ({ player }) => player.seek(0),
  },
  {
    keys: ["End"],
    does: "to the newest moment",
    when: hasTime,
    press: ({ player, run }) => player.seek(run.duration_s),
  },
  {
    keys: ["x"],
    name: "X",
    does: "switch between 8 and 24 orientations",
    when: (page) => isLive(page) && !page.run.free && page.run.schemes.includes(24),
    press: (page) => page.switchTo(page.run.now.orientations === 24 ? 8 : 24),
  },
  { keys: ["r"], name: "R", does: "start again", when: isLive, press: clicks("restart") },
  { keys: ["n"], name: "N", does: "next maze", when: isLive, press: clicks("next-seed") },
  {
    keys: ["p"],
    name: "P",
    does: "shortest path",
    when: ({ run }) => run.maze,
    press: clicks("path"),
  },
  { keys: ["t"], name: "T", does: "trail", when: ({ run }) => run.maze, press: clicks("trail") },
  {
    keys: ["m"],
    name: "M",
    does: "maze stands still",
    when: ({ run }) => run.maze,
    press: clicks("still"),
  },
  {
    keys: ["Escape"],
    name: "Esc",
    does: "close this panel",
    when: (page) => page.sheet.isOpen,
    press: (page) => page.sheet.show(false),
  },
];

/**
 * Lists the keys that have a function now.
 * @param {Laboratory} page
 */
export function listKeys(page) {
  const shown = kKeys.filter((key) => key.when(page));
  const words = shown.map(({ keys, name, does }) => `${name ?? keys[0]}|${does}`).join();
  if (byId("keys").dataset.words === words) return;
  byId("keys").dataset.words = words;
  const rows = shown.flatMap(({ keys, name, does }) => [
    made("dt", {}, name ?? keys[0]),
    made("dd", {}, does),
  ]);
  byId("keys").replaceChildren(...rows);
}

/**
 * Returns whether the focus is on a control, which has its own keys.
 * @param {EventTarget} target
 */
function isControl(target) {
  return (
    target instanceof Element &&
    target.closest("button, input, select, textarea, summary, a, ol, aside") !== null
  );
}

/**
 * @param {Laboratory} page
 * @param {KeyboardEvent} event left to the browser, or to the control that has the focus, if it
 * belongs there
 */
export function press(page, event) {
  const { key, target, ctrlKey, metaKey, altKey } = event;
  if (!page.run || ctrlKey || metaKey || altKey) return;
  if (isControl(target) && key !== "Escape") return;
  if (/^[a-z\d,.]$/i.test(key) && !field("letters").checked) return;
  const found = kKeys.find(
    ({ keys, when }) => keys.includes(key.length === 1 ? key.toLowerCase() : key) && when(page),
  );
  if (!found) return;
  event.preventDefault();
  found.press(page, key);
}
