/** A visitor's choices and results, which the browser stores. */
import { byId, field, iconOf, made } from "../words.js";
import { sourceOf } from "./link.js";

/**
 * @typedef {import("./link.js").Link} Link
 * @typedef {import("../recording.js").Recording} Recording
 */

/**
 * Reads the value stored under a name; null also if the browser forbids the page to store anything.
 * @param {Storage | null} place
 * @param {string} name
 */
function kept(place, name) {
  try {
    return JSON.parse(place.getItem(`marblemaze-${name}`));
  } catch {
    return null;
  }
}
/** @param {Storage | null} place @param {string} name @param {unknown} value */
function keep(place, name, value) {
  try {
    place.setItem(`marblemaze-${name}`, JSON.stringify(value));
  } catch {
    // The value is not stored.
  }
}
/**
 * Returns a storage, or null in a frame that may not use it.
 * @param {"localStorage" | "sessionStorage"} name
 */
function storage(name) {
  try {
    return globalThis[name];
  } catch {
    return null;
  }
}

/**
 * Returns a person's best time in a maze, in seconds, or undefined, and counts a solved run.
 * @param {Link} link
 * @param {Recording} run
 * @returns {number | undefined}
 */
export function bestTime(link, run) {
  const name = `best ${sourceOf(link, run.maze)}`;
  const best = kept(storage("localStorage"), name) ?? undefined;
  const now = run.outcome === "solved" && run.now.by_hand ? run.duration_s : undefined;
  if (now !== undefined && !(best <= now)) keep(storage("localStorage"), name, now);
  return best;
}

/**
 * Rates a solution: three stars for the fewest moves, two for up to half more, else one; at most
 * two with a hint.
 * @param {number} moves
 * @param {number} best
 * @param {number} hints
 */
export function starsFor(moves, best, hints) {
  const stars = moves <= best ? 3 : moves <= best + Math.floor(best / 2) ? 2 : 1;
  return hints ? Math.min(stars, 2) : stars;
}
/**
 * Returns the stars of each level by its number.
 * @returns {{[level: number]: number}}
 */
export const levelStars = () => kept(storage("localStorage"), "levels") ?? {};
/** @param {number} level @param {number} stars */
export function keepLevel(level, stars) {
  const all = levelStars();
  if ((all[level] ?? 0) < stars)
    keep(storage("localStorage"), "levels", { ...all, [level]: stars });
}

/** @param {Date} date in the visitor's time zone */
const dateName = (date) => `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`;
/** @param {number} back number of days */
function dayBefore(back) {
  const date = new Date();
  date.setDate(date.getDate() - back);
  return date;
}
/** @returns {string[]} days whose maze was solved by hand */
const solvedDays = () => kept(storage("localStorage"), "days") ?? [];
/** Stores that the maze of this day was solved by hand. */
export function keepToday() {
  const days = solvedDays();
  const today = dateName(new Date());
  if (!days.includes(today)) keep(storage("localStorage"), "days", [...days.slice(-400), today]);
}
/** Returns the number of successive days with a solved maze, until today or yesterday. */
export function streak() {
  const days = new Set(solvedDays());
  let back = days.has(dateName(new Date())) ? 0 : 1;
  const first = back;
  while (days.has(dateName(dayBefore(back)))) ++back;
  return back - first;
}
/** Shows the last seven days. */
export function showWeek() {
  const days = new Set(solvedDays());
  const count = streak();
  const week = [6, 5, 4, 3, 2, 1, 0].map((back) => {
    const date = dayBefore(back);
    const letter = date.toLocaleDateString("en-GB", { weekday: "narrow" });
    const classes = [days.has(dateName(date)) && "solved", back === 0 && "today"];
    return made("i", { className: classes.filter(Boolean).join(" ") }, iconOf("check"), letter);
  });
  const words = count === 1 ? "1 day" : `${count} days in a row`;
  byId("week").replaceChildren(made("b", {}, count ? words : "This week"), ...week);
}

/**
 * Choices that survive a reload; those in localStorage also survive a new visit.
 * @type {{[id: string]: "localStorage" | "sessionStorage"}}
 */
const kKept = {
  light: "localStorage",
  letters: "localStorage",
  speed: "sessionStorage",
  path: "sessionStorage",
  trail: "sessionStorage",
  still: "sessionStorage",
};
export function keepChoices() {
  for (const [id, name] of Object.entries(kKept)) {
    const control = field(id);
    const place = storage(name);
    const value = kept(place, id);
    if (control.type === "checkbox") control.checked = value ?? control.checked;
    else control.value = value ?? control.value;
    control.addEventListener("change", () => {
      keep(place, id, control.type === "checkbox" ? control.checked : control.value);
    });
  }
  // The system's setting applies until the visitor chooses.
  const isLight = matchMedia("(prefers-color-scheme: light)").matches;
  field("light").checked = kept(storage("localStorage"), "light") ?? isLight;
}
