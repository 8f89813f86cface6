/**
 * The keys of the page. Each row: how the page calls them, what they do, and for each key (as KeyboardEvent.key names it)
 * what it does to a Laboratory.
 */
import { byId } from "../words.js";

/** @type {[string, string, Object<string, function(any): any>][]} */
const kKeys = [
  ["arrows", "tip the maze, when you play; else go through the moves", {
    ArrowUp: (page) => page.arrow(0, 1), ArrowLeft: (page) => page.arrow(-1, 0),
    ArrowDown: (page) => page.arrow(0, -1), ArrowRight: (page) => page.arrow(1, 0),
  }],
  ["1 to 4", "choose a move", Object.fromEntries([..."01234"].map((digit) => [digit, (page) => page.chooseByDigit(Number(digit))]))],
  ["H, Backspace", "hint, undo", { h: (page) => page.giveHint(), Backspace: () => byId("undo").click() }],
  ["space", "play or pause", { " ": ({ player }) => player.play(!player.playing) }],
  [", .", "to the move before or after", { ",": ({ player }) => player.toMove(-1), ".": ({ player }) => player.toMove(+1) }],
  ["Home, End", "to the beginning or the newest moment", {
    Home: ({ player }) => player.seek(0), End: ({ player, run }) => player.seek(run.duration_s),
  }],
  ["X", "switch between 8 and 24 orientations", { x: (page) => page.switchTo(page.wantedScheme === 8 ? 24 : 8) }],
  ["R, N", "restart, next maze", { r: () => byId("restart").click(), n: (page) => page.nextSeed() }],
  ["P, T, M", "path, trail, maze stands still", {
    p: () => byId("path").click(), t: () => byId("trail").click(), m: () => byId("still").click(),
  }],
];

/** Writes the keys into a <dl>; each <dt> carries the keys themselves as data, for whoever tests or scripts the page. */
export function listKeys(list) {
  list.append(...kKeys.flatMap(([names, words, actions]) => {
    const name = document.createElement("dt"), meaning = document.createElement("dd");
    name.textContent = names;
    name.dataset.keys = JSON.stringify(Object.keys(actions));
    meaning.textContent = words;
    return [name, meaning];
  }));
}

/**
 * @param {KeyboardEvent} event
 * @returns {?function(any): any} what the key does, or null where it belongs to the browser or to what has the focus
 */
export function actionOf({ key, target, ctrlKey, metaKey, altKey }) {
  const { tagName, type } = /** @type {any} */ (target), typed = tagName === "SELECT" || (tagName === "INPUT" && !["range", "checkbox"].includes(type));
  if (ctrlKey || metaKey || altKey || typed || (["BUTTON", "SUMMARY"].includes(tagName) && (key === " " || key === "Enter"))) return null;
  const row = kKeys.find(([, , actions]) => Object.hasOwn(actions, key));
  return row ? row[2][key] : null;
}
