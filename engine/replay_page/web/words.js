/** What the laboratory says in fixed words, and how it names days and outcomes. */
const kWhyNoUndo = "No undo. Tipping the maze back is a move of its own: the marble rolls on from where it lies, and only sometimes " +
  "comes back. That is the puzzle.";
const kWhyNoUndoOfLogic = "No undo. A move back is a move of its own, and only sometimes there is one. That is the puzzle.";
const kFamilyTitles = { "four-bit": "Four-bit maze", jump: "Number-jump maze", "jump-no-u-turn": "Number-jump maze without U-turns", rook: "Rook jumping maze" };
const kHowToPlay = {
  "four-bit": "All lamps are on at the start; the goal is all off. A press puts its own lamp out, and a hidden table says which others come on.",
  jump: "From a square marked k go exactly k squares up, right, down or left. Reach the star.",
  "jump-no-u-turn": "From a square marked k go exactly k squares, but never straight back. Reach the star.",
  rook: "From a square marked k go exactly k squares up, right, down or left. Reach the star. It was designed for a long solution.",
};
const kOutcomes = {
  solved: "Solved", unsolvable: "Gave up: nothing was left to try. The thesis calls this unsolvable", frozen: "Frozen: the marble is still on an edge, which is no state",
  overdue: "Overdue: the marble did not come to rest", capped: "Stopped at the limit of moves",
};
const kMonths = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];
// Day 60 is 29 February, so that a date has the same maze in every year.
const dayOf = (date) => Math.round((Date.UTC(2024, date.getMonth(), date.getDate()) - Date.UTC(2024, 0, 1)) / 86400000) + 1;
const dateOf = (day) => { const date = new Date(Date.UTC(2024, 0, day)); return `${date.getUTCDate()} ${kMonths[date.getUTCMonth()]}`; };

const sentence = (words) => `${words.charAt(0).toUpperCase()}${words.slice(1)}${words.endsWith(".") ? "" : "."}`;
