/** How the page makes its elements, and names days, outcomes and directions. */

/** @type {function(string): any} */
export const byId = (id) => document.getElementById(id);
/** An element with these properties and children. @param {string} tag @param {Object<string, any>} [given] @param {(Node | string)[]} children */
export function made(tag, given, ...children) {
  const it = document.createElement(tag);
  Object.assign(it, given).append(...children);
  return it;
}
/** @param {string} text @param {function(any): any} onclick @param {Object<string, any>} [given] */
export const buttonOf = (text, onclick, given) => made("button", { onclick, ...given }, text);
export const counted = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;
export const sentence = (words) => `${words.charAt(0).toUpperCase()}${words.slice(1)}${words.endsWith(".") ? "" : "."}`;

/** How it names families of worlds, phases of a recording and outcomes, in words that need no explanation. */
export const kWords = JSON.parse(byId("words").textContent);
/** The thesis's "unsolvable" says more than it means. */
export const outcomeName = (outcome) => (outcome === "unsolvable" ? "gave up (unsolvable)" : outcome === "running" ? "" : outcome);

/** Day 60 is 29 February, so that a date has the same maze in every year. */
export const dayOf = (date) => Math.round((Date.UTC(2024, date.getMonth(), date.getDate()) - Date.UTC(2024, 0, 1)) / 86400000) + 1;
/** @param {number} day @param {number} [letters] of the month's name */
export function dateOf(day, letters) {
  const [date, month] = new Date(Date.UTC(2024, 0, day)).toLocaleDateString("en-GB", { day: "numeric", month: "long", timeZone: "UTC" }).split(" ");
  return `${date} ${month.slice(0, letters)}`;
}

/** Where something lies in the picture: `right` and `away` from the onlooker, in words and as an arrow, to an eighth of a turn. */
export const sideOf = (right, away) => kWords.sides[(Math.round(Math.atan2(away, right) / (Math.PI / 4)) + 8) % 8];
