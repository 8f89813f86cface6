// Reads and writes the fragment of the address (after #): maze, agent and moves. Everything is
// validated before the engine sees it.
import { cellCount, neighbours } from "../grid.js";

export const kDefaultAgent = "complete-solution-prediction";
export const kDefaultPolicy = "cem";
export const kMaxSide = 12;
export const kMaxMoves = 2000;
export const kMaxWalledSide = 60; // largest side of a maze that is encoded by its walls
export const kMaxSeed = 2n ** 64n - 1n;
const kMaxCharacters = 20000;
const kMaxWalledCells = 23700; // with three bits per cell, larger mazes leave no room for moves
const kTrackingParameters = /^(utm_\w+|fbclid|gclid)$/; // ignored
const kLayers = ["all", "outer", "flat"];

export class BadLink extends Error {}

/**
 * @typedef {import("../recording.js").Move} Move
 * @typedef {import("../grid.js").MazeFile} MazeFile
 *
 * @typedef {Object} Lesson a lesson of lessons.json
 * @property {string} name
 * @property {string} title
 * @property {string} maze
 * @property {string} agent
 * @property {boolean} [byHand]
 * @property {string} text
 *
 * @typedef {Object} Level a designed maze of the desktop viewer
 * @property {string} name
 * @property {number} orientations
 * @property {number} best minimum number of moves
 * @property {MazeFile} maze
 *
 * @typedef {Object} Content everything that an address can refer to
 * @property {string[]} agents
 * @property {string[]} policies tilt policies for continuous control
 * @property {string[]} families families of logic mazes
 * @property {string[]} days lines of daily.txt
 * @property {Lesson[]} lessons
 * @property {Level[]} levels
 *
 * @typedef {{dims?: number[], layers?: string, seed?: string, json?: string, family?: string,
 * exact?: boolean}} Source
 *
 * @typedef {Object} Link description of a run
 * @property {Source} of
 * @property {number} [day]
 * @property {number} [level] 1 is the first level
 * @property {number} [best] minimum number of moves
 * @property {Lesson} [lesson]
 * @property {string} [name] name of a file or a level
 * @property {number} orientations 0: continuous control
 * @property {string} agent
 * @property {boolean} byHand
 * @property {boolean} [helped] true if an agent has made some of the moves
 * @property {boolean} [embed] true if the page is embedded in another page
 * @property {string} moves see stepsOf()
 */

/** @type {Content} */
export const kNoContent = Object.freeze({
  agents: [],
  policies: [],
  families: [],
  days: [],
  lessons: [],
  levels: [],
});

/**
 * Replaces control characters, so that a text fits in one line.
 * @param {string} text
 */
const printable = (text) => text.replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/gu, "?");
/** @param {string} text */
const shortened = (text) => printable(text.length > 24 ? `${text.slice(0, 24)}\u2026` : text);
/** @param {string[]} words */
const listed = (words) => new Intl.ListFormat("en-GB", { type: "disjunction" }).format(words);
/** @param {string} name @param {string} value @param {string} expected @returns {never} */
function reject(name, value, expected) {
  throw new BadLink(`${name} "${shortened(value)}": expected ${expected}`);
}
/** @param {string} name @param {string} value @param {string[]} allowed */
function oneOf(name, value, allowed) {
  return allowed.includes(value) ? value : reject(name, value, listed(allowed));
}
/**
 * @param {string} name
 * @param {string} text
 * @param {RegExp} pattern
 * @param {string} expected
 */
function matched(name, text, pattern, expected) {
  const [, ...parts] = pattern.exec(text) ?? reject(name, text, expected);
  return parts;
}
/** @param {string} text */
function seedFrom(text) {
  const isSeed = /^\d{1,20}$/.test(text) && BigInt(text) <= kMaxSeed;
  return isSeed ? String(BigInt(text)) : reject("seed", text, `0 to ${kMaxSeed}`);
}
/** @param {string} name @param {string} text @param {number} low @param {number} high */
function wholeNumber(name, text, low, high) {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : -1;
  return value >= low && value <= high ? value : reject(name, text, `${low} to ${high}`);
}

/** @param {string} layers */
const defaultScheme = (layers) => (layers === "flat" ? 4 : 8);

/**
 * @param {string} size
 * @param {string} layers
 * @param {number} largest side
 */
function shapeFrom(size, layers, largest) {
  const sides = matched("size", size, /^(\d+)x(\d+)x(\d+)$/, "three side lengths, such as 3x3x3");
  oneOf("layers", layers, kLayers);
  const most = [largest, largest, layers === "flat" ? 1 : largest];
  const dims = most.map((high, axis) => wholeNumber("side", sides[axis], Math.min(2, high), high));
  return { dims, layers };
}

/**
 * Encodes the passages as a hexadecimal number. Each pair of neighbours has one bit, and the first
 * pair has the highest bit.
 * @param {MazeFile} maze
 */
function packedPassages(maze) {
  const open = new Set(maze.open.map(String));
  const bits = neighbours(maze).map((pair) => (open.has(String(pair)) ? "1" : "0"));
  const digits = BigInt(`0b${bits.join("")}`).toString(16);
  return digits.padStart(Math.ceil(bits.length / 4), "0");
}
/** @param {{dims: number[], layers: string}} maze @param {string} digits */
function unpackedPassages(maze, digits) {
  const pairs = neighbours(maze);
  const wanted = Math.ceil(pairs.length / 4);
  if (digits.length !== wanted)
    reject("walls", digits, `${wanted} hexadecimal digits for this size`);
  const bits = BigInt(`0x${digits}`).toString(2).padStart(pairs.length, "0");
  if (bits.length > pairs.length) reject("walls", digits, "a smaller number for this size");
  return pairs.filter((_, i) => bits[i] === "1");
}
/** @param {MazeFile} maze */
export const mazeText = (maze) =>
  JSON.stringify({ format: "marblemaze-maze", version: 1, ...maze });

/**
 * @typedef {Partial<Link> & {of: Source, scheme: number}} Selection a maze and its default scheme
 */
/**
 * Parsers of the parameters that select a maze. An address contains exactly one of them.
 * @type {{[name: string]: (text: string, content: Content) => Selection}}
 */
const kSources = {
  maze(text) {
    const expected = "size, layers and seed, such as 3x3x3,all,7";
    const [size, layers, seed] = matched("maze", text, /^([^,]*),([^,]*),([^,]*)$/, expected);
    const shape = shapeFrom(size, layers, kMaxSide);
    return { of: { ...shape, seed: seedFrom(seed) }, scheme: defaultScheme(layers) };
  },
  walls(text) {
    const expected = "size, layers, start, target and hexadecimal digits";
    const pattern = /^([^,]*),([^,]*),([^,]*),([^,]*),([0-9a-f]*)$/;
    const [size, layers, first, last, digits] = matched("walls", text, pattern, expected);
    const shape = shapeFrom(size, layers, kMaxWalledSide);
    const cells = cellCount(shape.dims);
    if (cells > kMaxWalledCells) reject("size", size, `at most ${kMaxWalledCells} cells`);
    const start = wholeNumber("start", first, 1, cells);
    const target = wholeNumber("target", last, 1, cells);
    const open = unpackedPassages(shape, digits);
    const json = mazeText({ ...shape, start, target, open });
    return { of: { json }, scheme: defaultScheme(layers) };
  },
  day(text, content) {
    const day = wholeNumber("day", text, 1, content.days.length);
    const [, digits, solution] = content.days[day - 1].split(" ");
    const shape = digits.length === 6 ? "4x4x1,flat,1,16" : "3x3x3,all,1,27";
    return { ...kSources.walls(`${shape},${digits}`, content), day, best: solution.length };
  },
  level(text, content) {
    const level = wholeNumber("level", text, 1, content.levels.length);
    const { name, orientations, best, maze } = content.levels[level - 1];
    return { of: { json: mazeText(maze), exact: true }, scheme: orientations, level, name, best };
  },
  lesson(text, content) {
    const names = content.lessons.map(({ name }) => name);
    const lesson = content.lessons[names.indexOf(oneOf("lesson", text, names))];
    return { ...kSources.maze(lesson.maze, content), lesson };
  },
  world(text, { families }) {
    const expected = "a kind and a seed, such as jump,5";
    const [family, seed] = matched("world", text, /^([^,]*),([^,]*)$/, expected);
    return { of: { family: oneOf("world", family, families), seed: seedFrom(seed) }, scheme: 0 };
  },
};

/**
 * Returns the parameters of an address by name.
 * @param {string} hash
 */
function partsIn(hash) {
  const names = [...Object.keys(kSources), "agent", "scheme", "moves", "hand", "helped", "embed"];
  /** @type {Map<string, string>} */
  const given = new Map();
  for (const [name, value] of new URLSearchParams(hash.replace(/^#/, ""))) {
    if (kTrackingParameters.test(name)) continue;
    oneOf("part of the address", name, names);
    if (given.has(name)) throw new BadLink(`${name} occurs twice; use it only once`);
    given.set(name, value);
  }
  return given;
}

/**
 * Parses an address. Throws BadLink if it is invalid.
 * @param {string} hash fragment of an address, including #
 * @param {Content} content
 * @returns {Link}
 */
export function parsedLink(hash, content) {
  if (hash.length > kMaxCharacters)
    throw new BadLink(
      `address too long: ${hash.length} characters; the maximum is ${kMaxCharacters}`,
    );
  const given = partsIn(hash);
  const sources = Object.keys(kSources).filter((name) => given.has(name));
  if (sources.length !== 1)
    throw new BadLink(
      `the address names ${sources.length} mazes: use exactly one of ${listed(Object.keys(kSources))}`,
    );
  const [source] = sources;
  const { scheme: defaultOrientations, ...link } = kSources[source](
    given.get(source) ?? "",
    content,
  );
  const isCube = defaultOrientations === 8 || defaultOrientations === 24;
  const schemes = isCube ? ["8", "24", "free"] : defaultOrientations === 4 ? ["4", "free"] : ["0"];
  /** @param {string} name @param {string} otherwise @param {string[]} choices */
  const option = (name, otherwise, choices) => oneOf(name, given.get(name) ?? otherwise, choices);
  /** @param {string} name @param {unknown} otherwise */
  const isOn = (name, otherwise) => option(name, otherwise ? "1" : "0", ["0", "1"]) === "1";
  const scheme = option("scheme", String(defaultOrientations), schemes);
  const isTilt = scheme === "free";
  const defaultAgent = isTilt ? kDefaultPolicy : (link.lesson?.agent ?? kDefaultAgent);
  const moves = given.get("moves") ?? "";
  if (moves.length > kMaxMoves)
    throw new BadLink(`too many moves: ${moves.length}; the maximum is ${kMaxMoves}`);
  const byHand = isOn("hand", link.lesson?.byHand || link.day || link.level || isTilt);
  if (!/^[0-3ab]*$/.test(moves)) reject("moves", moves, "digits from 0 to 3, a or b");
  return {
    ...link,
    orientations: isTilt ? 0 : Number(scheme),
    agent: option("agent", defaultAgent, isTilt ? content.policies : content.agents),
    byHand,
    helped: isOn("helped", moves && !byHand),
    embed: isOn("embed", false),
    moves,
  };
}

/** @param {Link} link @returns {import("./engine_worker.js").Request} */
export const newRun = ({ of, agent, orientations, byHand, moves }) => {
  return { type: "new", of, agent, orientations, byHand, moves };
};

/** @param {Move} move */
export const isCompleted = ({ ending, states }) => ending !== "settled" || states[1] !== null;
/**
 * Encodes the completed steps: moves as digits, switches to 8 and 24 orientations as "a" and "b".
 * @param {Move[]} moves
 */
export const stepsOf = (moves) =>
  moves
    .filter(isCompleted)
    .map(({ move, orientations }) => (move >= 0 ? String(move) : orientations === 8 ? "a" : "b"))
    .join("");

/**
 * Returns the walls of a maze as a parameter, or "" if the maze is too large.
 * @param {MazeFile} maze
 */
export function wallsSource(maze) {
  const { dims, layers, start, target } = maze;
  if (Math.max(...dims) > kMaxWalledSide || cellCount(dims) > kMaxWalledCells) return "";
  return `walls=${dims.join("x")},${layers},${start},${target},${packedPassages(maze)}`;
}
/**
 * Returns the parameter that selects the maze of a run, or "" if the maze is too large.
 * @param {Link} link
 * @param {MazeFile | undefined} maze undefined for a logic maze
 */
export function sourceOf({ of, day, level, lesson }, maze) {
  if (of.family) return `world=${of.family},${of.seed}`;
  if (day) return `day=${day}`;
  if (level) return `level=${level}`;
  if (lesson) return `lesson=${lesson.name}`;
  if (of.dims) return `maze=${of.dims.join("x")},${of.layers},${of.seed}`;
  return maze ? wallsSource(maze) : "";
}
/**
 * Returns the address of a run for parsedLink(), or "#" if the maze is too large.
 * @param {Link} link
 * @param {import("../recording.js").Recording} run
 * @param {Move[]} moves moves that the address should contain
 */
export function linkOf(link, { maze, state }, moves) {
  const source = sourceOf(link, maze);
  const steps = stepsOf(moves);
  if (!source) return "#";
  const parts = [source, `agent=${state.agent}`];
  if (!link.of.family) parts.push(`scheme=${link.orientations || "free"}`);
  if (state.by_hand) parts.push("hand=1");
  else if (link.day || link.level || link.lesson?.byHand || !link.orientations)
    parts.push("hand=0");
  if (link.embed) parts.push("embed=1");
  if (steps && link.helped && state.by_hand) parts.push("helped=1");
  if (steps && steps.length <= kMaxMoves) parts.push(`moves=${steps}`);
  return `#${parts.join("&")}`;
}
/**
 * Returns a link to a maze from a file. The engine validates the maze.
 * @param {MazeFile} maze
 * @param {{agent: string, byHand: boolean, name: string}} choices
 * @returns {Link}
 */
export function linkOfMaze(maze, { agent, byHand, name }) {
  const orientations = defaultScheme(maze.layers);
  return { of: { json: JSON.stringify(maze) }, orientations, agent, byHand, moves: "", name };
}
/**
 * Returns the address and the title of the lesson or level after this one, or null. The first level
 * follows the maze of the day.
 * @param {Link} link
 * @param {Content} content
 */
export function nextChallenge({ day, lesson, level }, { lessons, levels }) {
  const nextLesson = lesson && lessons[lessons.indexOf(lesson) + 1];
  if (nextLesson)
    return { hash: `#lesson=${nextLesson.name}`, title: `Next lesson: ${nextLesson.title}` };
  const number = (level ?? 0) + 1;
  const nextLevel = level || day ? levels[number - 1] : undefined;
  if (!nextLevel) return null;
  const label = level ? "Next level" : "Level 1";
  return { hash: `#level=${number}`, title: `${label}: ${nextLevel.name}` };
}
