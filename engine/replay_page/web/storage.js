// Settings and results that the browser stores for the user.
import { byId, createElement, iconHtml, pluralize } from "../text.js";
import { sourceOf } from "./link.js";

/**
 * @typedef {import("./link.js").Link} Link
 * @typedef {import("../recording.js").Recording} Recording
 * @typedef {"localStorage" | "sessionStorage"} Place
 */

/**
 * Returns a stored value, or null if there is none or the browser denies access.
 * @param {string} name
 * @param {Place} place
 */
function stored(name, place = "localStorage") {
  try {
    return JSON.parse(globalThis[place].getItem(`marblemaze-${name}`) ?? "null");
  } catch {
    return null;
  }
}
/** @param {string} name @param {unknown} value @param {Place} place */
function store(name, value, place = "localStorage") {
  try {
    globalThis[place].setItem(`marblemaze-${name}`, JSON.stringify(value));
  } catch {
    // The page works without storage.
  }
}

/** @param {Link} link @param {Recording} run */
const timeKey = (link, run) => {
  const source = sourceOf(link, run.maze);
  return source && `best ${source}`;
};
/**
 * Returns the user's best time in a maze in seconds, or undefined.
 * @param {Link} link
 * @param {Recording} run
 * @returns {number | undefined}
 */
export const bestTime = (link, run) => {
  const key = timeKey(link, run);
  return (key && stored(key)) || undefined;
};
/**
 * Stores the time of a solved run if it is the best.
 * @param {Link} link
 * @param {Recording} run
 */
export function storeTime(link, run) {
  const key = timeKey(link, run);
  if (key && run.duration_s < (bestTime(link, run) ?? Infinity)) store(key, run.duration_s);
}

/**
 * Rates a solution. The minimum number of moves earns three stars, up to 50 % more earn two stars,
 * and every other solution earns one. A solution with a hint earns at most two.
 * @param {number} moves
 * @param {number} best
 * @param {number} hints
 */
export function starsFor(moves, best, hints) {
  const stars = moves <= best ? 3 : moves <= best + Math.floor(best / 2) ? 2 : 1;
  return hints ? Math.min(stars, 2) : stars;
}
/**
 * Returns the stars of each solved level.
 * @returns {{[level: number]: number}}
 */
export const levelStars = () => stored("levels") ?? {};
/** @param {number} level @param {number} stars */
export function storeStars(level, stars) {
  const all = levelStars();
  if ((all[level] ?? 0) < stars) store("levels", { ...all, [level]: stars });
}

/**
 * Returns the date of an earlier day in the user's time zone.
 * @param {number} back number of days
 */
function dayBefore(back) {
  const date = new Date();
  date.setDate(date.getDate() - back);
  return date;
}
/** @param {number} back number of days */
function dateName(back) {
  const date = dayBefore(back);
  return `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`;
}
/** @returns {string[]} dates whose maze was solved by hand */
const solvedDays = () => stored("days") ?? [];
/** Stores that today's maze was solved by hand. */
export function storeToday() {
  const days = solvedDays();
  if (!days.includes(dateName(0))) store("days", [...days.slice(-400), dateName(0)]);
}
/** Returns the number of consecutive days with a solved maze, up to today or yesterday. */
export function streak() {
  const days = new Set(solvedDays());
  const first = days.has(dateName(0)) ? 0 : 1;
  let back = first;
  while (days.has(dateName(back))) ++back;
  return back - first;
}
/** Shows which mazes of the last seven days were solved. */
export function showWeek() {
  const days = solvedDays();
  const count = streak();
  const week = [6, 5, 4, 3, 2, 1, 0].map((back) => {
    const letter = dayBefore(back).toLocaleDateString("en-GB", { weekday: "narrow" });
    const solved = days.includes(dateName(back)) ? "solved" : "";
    const className = `${solved} ${back ? "" : "today"}`;
    return createElement("i", { className, innerHTML: iconHtml("check") + letter });
  });
  const words = count ? `Streak: ${pluralize(count, "day")}` : "This week";
  byId("week").replaceChildren(createElement("b", {}, words), ...week);
}

/**
 * Controls whose values are stored. Those in sessionStorage are reset on a new visit.
 * @type {{[id: string]: Place}}
 */
const kStoredControls = {
  light: "localStorage",
  letters: "localStorage",
  speed: "sessionStorage",
  path: "sessionStorage",
  trail: "sessionStorage",
  still: "sessionStorage",
};
export function restoreControls() {
  for (const [id, place] of Object.entries(kStoredControls)) {
    const control = /** @type {HTMLElement & {[name: string]: unknown}} */ (byId(id));
    const property = control["type"] === "checkbox" ? "checked" : "value";
    control[property] = stored(id, place) ?? control[property];
    control.addEventListener("change", () => store(id, control[property], place));
  }
  // The system setting applies until the user chooses.
  const light = /** @type {HTMLInputElement} */ (byId("light"));
  light.checked = stored("light") ?? matchMedia("(prefers-color-scheme: light)").matches;
}
