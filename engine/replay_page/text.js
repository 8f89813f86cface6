// Helpers for HTML elements and for the texts of the page.
import { required } from "./required.js";

/** @param {string} id @returns {HTMLElement} */
export const byId = (id) => required(document.getElementById(id), `element ${id}`);
/** @param {string} id @returns {HTMLInputElement} */
export const field = (id) => /** @type {HTMLInputElement} */ (byId(id));

/**
 * @typedef {{className?: string, title?: string, style?: string, tabIndex?: number, href?: string,
 * download?: string, value?: string, src?: string, width?: string, height?: string, allow?: string,
 * onclick?: function(): void, innerHTML?: string, hidden?: boolean, disabled?: boolean}} Properties
 */

/**
 * Creates an element.
 * @param {string} tag
 * @param {Properties} [given]
 * @param {(Node | string)[]} children
 */
export function createElement(tag, given, ...children) {
  const element = document.createElement(tag);
  Object.assign(element, given).append(...children);
  return element;
}
/** @param {string} text @param {function(): void} onclick @param {Properties} [given] */
export const createButton = (text, onclick, given) =>
  createElement("button", { onclick, ...given }, text);
/**
 * Returns the HTML of an icon.
 * @param {string} name
 */
export const iconHtml = (name, className = "") =>
  `<svg class="${className}" aria-hidden="true"><use href="#icon-${name}"/></svg>`;
/**
 * Sets the text of an element if it has changed, because screen readers announce every assignment.
 * @param {string} id
 * @param {string} text
 */
export function setText(id, text) {
  if (byId(id).textContent !== text) byId(id).textContent = text;
}

const kShown = new Map();
/**
 * Returns true if the inputs of a part of the page have changed since the last call.
 * @param {string} part
 * @param {unknown[]} values
 */
export function hasChanged(part, ...values) {
  const key = JSON.stringify(values);
  const differs = kShown.get(part) !== key;
  kShown.set(part, key);
  return differs;
}
/** Clears the inputs stored by hasChanged(), so all parts are rebuilt. */
export const resetChanges = () => kShown.clear();

/** @param {number} count @param {string} word */
export const pluralize = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;
/** @param {string} text */
export const capitalize = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
/** @param {string} text */
export const sentence = (text) => `${capitalize(text)}${/[.!?\u2026]$/.test(text) ? "" : "."}`;

/**
 * @typedef {Object} Words of words.json
 * @property {{[name: string]: {title: string, text: string}}} families
 * @property {{[phase: string]: string}} phases
 * @property {{[outcome: string]: string}} outcomes
 * @property {{[agent: string]: string}} knows
 * @property {{[name: string]: string}} policies
 * @property {[string, string][]} sides
 */
/** @type {Words} */
export const kWords = JSON.parse(byId("words").textContent ?? "");

/**
 * Returns the day of the year, as in a leap year. A date therefore has the same number every year.
 * @param {Date} date
 */
export function dayOf(date) {
  const since = Date.UTC(2024, date.getMonth(), date.getDate()) - Date.UTC(2024, 0, 1);
  return Math.round(since / 86400000) + 1;
}
/** @param {number} day @param {"long" | "short"} [month] */
export function dateOf(day, month = "long") {
  const date = new Date(Date.UTC(2024, 0, day));
  return date.toLocaleDateString("en-GB", { day: "numeric", month, timeZone: "UTC" });
}

/**
 * Returns a direction in the image in words and as an arrow.
 * @param {number} right
 * @param {number} away
 * @param {number} parts number of directions to distinguish: 2, 4 or 8
 */
export function directionName(right, away, parts = 8) {
  const part = Math.round((Math.atan2(away, right) * parts) / (2 * Math.PI)) + parts;
  return kWords.sides[(part * (8 / parts)) % 8];
}
/**
 * Returns the title of an outcome and a sentence that explains it, or "".
 * @param {string} outcome
 */
export function outcomeText(outcome) {
  const [title, why = ""] = (kWords.outcomes[outcome] ?? outcome).split(": ");
  return [capitalize(title), why && sentence(capitalize(why))];
}
