// What the address carries behind its #: maze, agent, moves. Everything in it is checked before anything runs.
import { cellAt, cellCount, cellNumber, hasCell } from "../grid.js";
import { moved } from "../linear.js";

export const kUsualAgent = "complete-solution-prediction", kUsualController = "cem", kFirst = "#maze=3x3x3,all,7&hand=1";
export const kLargestSide = 12, kMostMoves = 2000;
export const kLargestWalledSide = 60;  // of a maze by its walls, each of which takes a bit
const kMostCharacters = 20000;
const kMostWalledCells = 23700;  // whose passages, three bits for each, leave room for moves
const kOfOthers = /^(utm_\w+|fbclid|gclid)$/;  // what senders of links add to them

export class BadLink extends Error {}

const oneOf = (name, value, known) => {
  if (!known.includes(value)) throw new BadLink(`${name} "${shortened(value)}": expected ${listed(known)}`);
  return value;
};
// As it can stand in a message of one line.
const printable = (text) => text.replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/gu, "?");
const shortened = (text) => printable(text.length > 24 ? text.slice(0, 24) + "\u2026" : text);
const listed = (words) => (words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`);
/** @param {string} text @param {string} separator of its parts, which are those `expected`, so many */
function partsOf(name, text, separator, count, expected) {
  const parts = text.split(separator);
  if (parts.length !== count) throw new BadLink(`${name} "${shortened(text)}": expected ${expected}`);
  return parts;
}
function wholeNumber(name, text, low, high) {
  const value = /^\d{1,20}$/.test(text) ? BigInt(text) : -1n;
  if (value < BigInt(low) || value > BigInt(high)) throw new BadLink(`${name} "${shortened(text)}": expected ${low} to ${high}`);
  return value;
}
export const kLargestSeed = 2n ** 64n - 1n;
const seedFrom = (text) => String(wholeNumber("seed", text, 0, kLargestSeed));

function sidesFrom(text, layers, largest = kLargestSide) {
  const sides = partsOf("size", text, "x", 3, "three sides, such as 3x3x3").map((part, axis) => Number(wholeNumber("side", part, axis === 2 && layers === "flat" ? 1 : 2, largest)));
  if (layers === "flat" && sides[2] !== 1) throw new BadLink(`size "${shortened(text)}": expected one layer, such as 4x4x1, as it is flat`);
  return sides;
}

// Neighbours of a grid by their numbers from 1, in the order of cells and of the axes x, y, z.
function* neighbours(dims, layers) {
  for (let number = 1; number <= cellCount(dims); ++number) for (const axis of [0, 1, 2]) {
    const pair = [cellAt(dims, number), moved(cellAt(dims, number), axis, 1)];
    if (pair.every((cell) => hasCell({ dims, layers }, cell))) yield pair.map((cell) => cellNumber(dims, cell));
  }
}
// A bit for each pair, the first one in the highest bit of a hexadecimal number.
function packedPassages(maze) {
  const open = new Set(maze.open.map(String));
  let bits = "";
  for (const pair of neighbours(maze.dims, maze.layers)) bits += open.has(String(pair)) ? "1" : "0";
  return BigInt("0b" + bits).toString(16).padStart(Math.ceil(bits.length / 4), "0");
}
function unpackedPassages(dims, layers, digits) {
  const pairs = [...neighbours(dims, layers)];
  const wanted = Math.ceil(pairs.length / 4);
  if (!/^[0-9a-f]*$/.test(digits) || digits.length !== wanted)
    throw new BadLink(`walls "${shortened(digits)}": expected ${wanted} hexadecimal digits for this size`);
  const bits = BigInt("0x" + digits).toString(2).padStart(pairs.length, "0");
  if (bits.length > pairs.length) throw new BadLink(`walls "${shortened(digits)}": expected a smaller number for this size`);
  return pairs.filter((_, i) => bits[i] === "1");
}
const mazeText = (dims, layers, start, target, open) =>
  JSON.stringify({ format: "marblemaze-maze", version: 1, dims, layers, start, target, open });

/**
 * @typedef {Object} Known what an address can name, apart from mazes
 * @property {string[]} agents
 * @property {string[]} controllers of mazes that are turned freely
 * @property {string[]} families of worlds without a marble
 * @property {string[]} days the lines of daily.txt
 * @property {any[]} lessons of lessons.json
 */

const kLayers = ["all", "outer", "flat"];

/**
 * @typedef {Object} Link what a run is made from
 * @property { {dims?: number[], layers?: string, seed?: string, json?: string, family?: string}} of
 * @property {number} [day] with `best`, the fewest moves
 * @property {number} [best]
 * @property {any} [lesson]
 * @property {string} [name] of a file
 * @property {number} [orientations] 0: turned freely
 * @property {string} [agent]
 * @property {boolean} [byHand]
 * @property {boolean} [embed] picture and play button alone
 * @property {string} [moves]
 */

/**
 * The source of a run that an address names. Exactly one of these names must be there.
 * @type {Object<string, function(string, Known): Link & {flat: boolean}>}
 */
const kSources = {
  maze(text) {
    const [size, layers, seed] = partsOf("maze", text, ",", 3, "size, layers and seed, such as 3x3x3,all,7");
    oneOf("layers", layers, kLayers);
    return { of: { dims: sidesFrom(size, layers), layers, seed: seedFrom(seed) }, flat: layers === "flat" };
  },
  walls(text) {
    const [size, layers, start, target, digits] = partsOf("walls", text, ",", 5, "size, layers, start, target and digits");
    oneOf("layers", layers, kLayers);
    const dims = sidesFrom(size, layers, kLargestWalledSide);
    if (cellCount(dims) > kMostWalledCells) throw new BadLink(`size "${size}": expected at most ${kMostWalledCells} cells`);
    const [from, to] = [["start", start], ["target", target]].map(([name, value]) => Number(wholeNumber(name, value, 1, cellCount(dims))));
    return { of: { json: mazeText(dims, layers, from, to, unpackedPassages(dims, layers, digits)) }, flat: layers === "flat" };
  },
  day(text, known) {
    const day = Number(wholeNumber("day", text, 1, known.days.length)), [, digits, solution] = known.days[day - 1].split(" ");
    return { ...kSources.walls(`${digits.length === 6 ? "4x4x1,flat,1,16" : "3x3x3,all,1,27"},${digits}`, known), day, best: solution.length };
  },
  lesson(text, known) {
    const lesson = known.lessons.find(({ name }) => name === oneOf("lesson", text, known.lessons.map((each) => each.name)));
    return { ...kSources.maze(lesson.maze, known), lesson };
  },
  world(text, { families }) {
    const [family, seed] = partsOf("world", text, ",", 2, "a kind and a seed, such as jump,5");
    return { of: { family: oneOf("world", family, families), seed: seedFrom(seed) }, flat: false };
  },
};

/**
 * @param {string} hash of an address, with its #
 * @param {Known} known
 * @returns {Link} Throws BadLink.
 */
export function parsedLink(hash, known) {
  if (hash.length > kMostCharacters) throw new BadLink(`address of ${hash.length} characters: expected at most ${kMostCharacters}`);
  const parts = [...Object.keys(kSources), "agent", "scheme", "moves", "hand", "embed"], given = new Map();
  for (const [name, value] of new URLSearchParams(hash.replace(/^#/, ""))) {
    if (kOfOthers.test(name)) continue;
    oneOf("part of the address", name, parts);
    if (given.has(name)) throw new BadLink(`${name} is there twice: expected it once`);
    given.set(name, value);
  }
  const sources = Object.keys(kSources).filter((name) => given.has(name));
  if (sources.length !== 1) throw new BadLink(`${sources.length} mazes in the address: expected one of maze, walls, day, lesson or world`);
  const { flat, ...link } = kSources[sources[0]](given.get(sources[0]), known);
  const schemes = link.of.family ? ["0"] : flat ? ["4", "free"] : ["8", "24", "free"], scheme = oneOf("scheme", given.get("scheme") ?? schemes[0], schemes);
  const free = scheme === "free", agents = free ? known.controllers : known.agents;
  link.orientations = free ? 0 : Number(scheme);
  link.agent = oneOf("agent", given.get("agent") ?? (free ? kUsualController : link.lesson?.agent ?? kUsualAgent), agents);
  link.byHand = oneOf("hand", given.get("hand") ?? (link.lesson?.byHand || link.day || free ? "1" : "0"), ["0", "1"]) === "1";
  link.embed = oneOf("embed", given.get("embed") ?? "0", ["0", "1"]) === "1";
  link.moves = given.get("moves") ?? "";
  if (link.moves.length > kMostMoves) throw new BadLink(`moves, ${link.moves.length} of them: expected at most ${kMostMoves}`);
  if (!/^[0-3ab]*$/.test(link.moves)) throw new BadLink(`moves "${shortened(link.moves)}": expected digits from 0 to 3, a or b`);
  return link;
}

/** @param {Link} link */
export const newRun = ({ of, agent, orientations, byHand, moves }) => ({ does: "new", of, agent, orientations, byHand, moves });

/** Digits for moves, letters for switches, of those that have ended. @param {any[]} moves */
export const stepsOf = (moves) => moves.filter((move) => move.ending !== "settled" || move.states[1] !== null)
  .map((move) => (move.move >= 0 ? String(move.move) : move.orientations === 8 ? "a" : "b")).join("");

/** A maze by its walls, or "" where it is too large for an address. */
export function wallsSource(maze) {
  if (Math.max(...maze.dims) > kLargestWalledSide || cellCount(maze.dims) > kMostWalledCells) return "";
  return `walls=${maze.dims.join("x")},${maze.layers},${maze.start},${maze.target},${packedPassages(maze)}`;
}
/** @param {Link} link */
export function sourceOf({ of, day, lesson }, maze) {
  if (of.family) return `world=${of.family},${of.seed}`;
  if (day) return `day=${day}`;
  if (lesson) return `lesson=${lesson.name}`;
  return of.seed === undefined ? wallsSource(maze) : `maze=${of.dims.join("x")},${of.layers},${of.seed}`;
}
/**
 * The address of a run, which parsedLink() reads; "#" where there is none.
 * @param {Link} link
 * @param {any} run
 * @param {any[]} moves that it is to hold
 */
export function linkOf(link, { maze, now }, moves) {
  const source = sourceOf(link, maze), steps = stepsOf(moves);
  if (!source) return "#";
  const parts = [source, `agent=${now.agent}`];
  if (!link.of.family) parts.push(`scheme=${link.orientations || "free"}`);
  if (now.by_hand) parts.push("hand=1");
  else if (link.day || link.lesson?.byHand || !link.orientations) parts.push("hand=0");
  if (link.embed) parts.push("embed=1");
  if (steps && steps.length <= kMostMoves) parts.push(`moves=${steps}`);
  return "#" + parts.join("&");
}
/** The link of a maze that came as a file. The engine judges the rest of it. @returns {Link} */
export function linkOfMaze(maze, { agent, byHand, name }) {
  return { of: { json: JSON.stringify(maze) }, orientations: maze.layers === "flat" ? 4 : 8, agent, byHand, moves: "", name };
}
