/** What the page says in fixed words, and how it names days, phases and outcomes. */

/** @type {function(string): any} */
export const byId = (id) => document.getElementById(id);
export const counted = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;
export const sentence = (words) => `${words.charAt(0).toUpperCase()}${words.slice(1)}${words.endsWith(".") ? "" : "."}`;

export const kWhyNoUndo = "No undo. Tipping the maze back is a move of its own: the marble rolls on from where it lies, and only sometimes " +
  "comes back. That is the puzzle.";
export const kWhyNoUndoOfLogic = "No undo. A move back is a move of its own, and only sometimes there is one. That is the puzzle.";
export const kFamilyTitles = {
  "four-bit": "Four-bit maze", jump: "Number-jump maze", "jump-no-u-turn": "Number-jump maze without U-turns", rook: "Rook jumping maze",
};
export const kHowToPlay = {
  "four-bit": "All lamps are on at the start; the goal is all off. A press puts its own lamp out, and a hidden table says which others come on.",
  jump: "From a square marked k go exactly k squares up, right, down or left. Reach the star.",
  "jump-no-u-turn": "From a square marked k go exactly k squares, but never straight back. Reach the star.",
  rook: "From a square marked k go exactly k squares up, right, down or left. Reach the star. It was designed for a long solution.",
};
/** What a recording calls a phase, in words that need no explanation. */
export const kPhaseWords = {
  WAITING: "the marble rests", STABLE: "the marble rests", ACCELERATING: "the maze turns", DECELERATING: "the maze turns",
  SOLVED: "in the target", FINISHED: "the run is over", FROZEN: "the marble balances on an edge",
};
export const kOutcomes = {
  solved: "Solved", unsolvable: "Gave up: nothing was left to try. The thesis calls this unsolvable",
  frozen: "Frozen: the marble balances on an edge, which is not a state", overdue: "Overdue: the marble did not come to rest",
  capped: "Stopped at the limit of moves", running: "Unfinished: the end of the recording",
};
/** The thesis's "unsolvable" says more than it means. */
export const outcomeName = (outcome) => (outcome === "unsolvable" ? "gave up (unsolvable)" : outcome === "running" ? "" : outcome);

/** Day 60 is 29 February, so that a date has the same maze in every year. */
export const dayOf = (date) => Math.round((Date.UTC(2024, date.getMonth(), date.getDate()) - Date.UTC(2024, 0, 1)) / 86400000) + 1;
/** @param {number} day @param {number} [letters] of the month's name */
export function dateOf(day, letters) {
  const [date, month] = new Date(Date.UTC(2024, 0, day)).toLocaleDateString("en-GB", { day: "numeric", month: "long", timeZone: "UTC" }).split(" ");
  return `${date} ${month.slice(0, letters)}`;
}

/** Where something lies in the picture: `right` and `away` from the onlooker, in words and as an arrow. */
const kSides = ["right", "right and away", "away", "left and away", "left", "left and towards you", "towards you", "right and towards you"];
const eighth = (right, away) => (Math.round(Math.atan2(away, right) / (Math.PI / 4)) + 8) % 8;
export const sideWords = (right, away) => kSides[eighth(right, away)];
export const sideArrow = (right, away) => "\u2192\u2197\u2191\u2196\u2190\u2199\u2193\u2198"[eighth(right, away)];
