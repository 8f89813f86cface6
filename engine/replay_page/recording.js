// A run that the page can show: the maze, the poses over time, and the moves. Times are in seconds
// of simulated time, lengths in cells.
import { Passages } from "./grid.js";
import { lerp, clamp, subtract, nlerp, normalize } from "./linear.js";
import { required } from "./required.js";
import { pluralize, kWords, outcomeText } from "./text.js";

export const kFrameNumbers = 12; // numbers per pose
const kStill = 0.004; // cells; a marble that moves less in two frames counts as resting
/** @type {{[layers: string]: string}} */
const kLayersText = { all: "cube", outer: "hollow cube", flat: "flat maze" };
/** @type {{[orientations: number]: number}} */
const kMovesOfState = { 4: 2, 8: 3, 24: 4 };

/**
 * @typedef {{words: string, sign: string}} MoveName name of a move from the viewer's perspective
 * @typedef {Object} Candidate an alternative that the agent considered
 * @property {string} from
 * @property {string} words
 * @property {number} moves_away
 * @property {number | null} cell predicted cell
 *
 * @typedef {Object} Move
 * @property {number} number 0 for a switch of control schemes
 * @property {string} words the engine's description
 * @property {number[] | null} [axis] maze frame
 * @property {string} reason
 * @property {(number | null)[]} [plan] predicted cells after this move and the following ones
 * @property {number | null} from
 * @property {number | null} to
 * @property {number} move
 * @property {(number | null)[]} states
 * @property {number} orientations
 * @property {string} ending
 * @property {number} begin_s
 * @property {number} end_s
 *
 * @typedef {{move: number, words: string, axis?: number[]}} Choice
 * @typedef {{rows: number, cols: number, jumps: number[], start: number, goal: number, square:
 * number}} Board
 *
 * @typedef {Object} RunState the current state of a run
 * @property {string} outcome
 * @property {string} agent
 * @property {number} orientations 0: continuous control, or a logic maze
 * @property {number | null} [turning_to]
 * @property {boolean} by_hand
 * @property {boolean} waits whether the run waits for a manual move
 * @property {number | null} [state]
 * @property {number | null} [cell]
 * @property {Choice[]} choices
 * @property {Candidate[]} why
 * @property {{moves: number}} counters
 * @property {string} [reason]
 * @property {number} [seconds_per_tick]
 * @property {number} [marble_radius]
 * @property {Board} [board]
 * @property {number} [lamps]
 *
 * @typedef {Object} Pose
 * @property {number[]} maze
 * @property {number[]} marble
 * @property {number[]} marbleRotation
 * @property {string} phase
 *
 * @typedef {Object} RecordingData the JSON that page_data.cpp writes
 * @property {import("./grid.js").MazeFile} maze
 * @property {Move[]} moves
 * @property {string[]} phases
 * @property {number} frame_s
 * @property {number} duration_s
 * @property {number} marble_radius
 * @property {number} place_steps
 * @property {string} poses
 * @property {string} outcome
 * @property {string} agent
 * @property {number} orientations
 *
 * @typedef {Partial<RecordingData> & {moves: Move[], frame_s: number}} RunData a run without some
 * members of a recording: LiveRun receives them later, and a logic maze has no poses
 */

/**
 * Decodes frames.
 * @param {string} base64 zigzag varints, each the difference from the previous frame
 */
function decoded(base64) {
  /** @type {number[]} */
  const numbers = [];
  let zigzag = 0;
  let shift = 0;
  for (const byte of Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))) {
    zigzag |= (byte & 127) << shift;
    shift += 7;
    if (byte > 127) continue;
    const before = numbers[numbers.length - kFrameNumbers] ?? 0;
    numbers.push(((zigzag >>> 1) ^ -(zigzag & 1)) + before);
    zigzag = shift = 0;
  }
  return Array.from({ length: numbers.length / kFrameNumbers }, (_, i) =>
    numbers.slice(kFrameNumbers * i, kFrameNumbers * (i + 1)),
  );
}

/**
 * A finished run with all its frames. The subclass LiveRun receives frames from the engine. The
 * subclass LogicRun has boards instead of poses.
 */
export class Recording {
  /** @param {RunData} data */
  constructor(data) {
    const { maze } = data;
    this.maze = maze; // undefined in a logic maze
    const passages = maze && new Passages(maze);
    this.passages = passages;
    this.path = passages ? passages.path(maze.start, maze.target) : [];
    this.phases = data.phases ?? [];
    this.frame_s = data.frame_s;
    this.duration_s = data.duration_s ?? 0;
    this.marble_radius = data.marble_radius ?? 0;
    this.place_steps = data.place_steps ?? 1;
    this.moves = data.moves;
    for (const move of this.moves) move.end_s = Math.min(move.end_s, this.duration_s);
    /** @type {MoveName[]} one per move */
    this.names = [];
    /** @type {Candidate[][]} by move; empty if the move continues an earlier plan */
    this.alternatives = [];
    /** @type {ArrayLike<number>[]} */
    this.frames = decoded(data.poses ?? "");
    this.grows = false; // true if a worker extends the run
    this.isTilt = false; // true under continuous control
    /** @type {number | undefined} the user's previous best time in this maze */
    this.best_s = undefined;
    this.hints = 0;
    /** @type {Uint8Array | undefined} the recording file */
    this.bytes = undefined;
    /** @type {RunState} */
    this.state = {
      outcome: data.outcome ?? "running",
      agent: data.agent ?? "",
      orientations: data.orientations ?? 0,
      by_hand: false,
      waits: false,
      choices: [],
      why: [],
      counters: { moves: this.moves.filter((move) => move.number > 0).length },
    };
  }
  /** @param {import("./web/live_run.js").Update} update changes from the worker */
  addUpdate({ state, moves, first }) {
    this.state = state;
    this.moves.splice(first, this.moves.length, ...moves);
  }
  /** Returns true if the run is complete. A recording may contain an unfinished run. */
  get ended() {
    return !this.grows || this.outcome !== "running";
  }
  get outcome() {
    return this.state.outcome;
  }
  /**
   * Returns the control schemes of the maze, as numbers of orientations.
   * @returns {number[]}
   */
  get schemes() {
    if (!this.maze) return [];
    return this.maze.layers === "flat" ? [4] : [8, 24];
  }
  /** Returns how far the simulation should be ahead of playback, in seconds. */
  get ahead_s() {
    return 0.25;
  }

  /** @param {number} i @returns {Pose} */
  frame(i) {
    const f = this.frames[i];
    /** @param {number} k */
    const turn = (k) => normalize([f[k + 1], f[k + 2], f[k + 3], f[k]]);
    return {
      maze: turn(0),
      marble: [f[4], f[5], f[6]].map((v) => v / this.place_steps),
      marbleRotation: turn(7),
      phase: this.phases[f[11]],
    };
  }
  /**
   * Returns the index of the frame at or before a time. The interval before the last frame may be
   * shorter than the others.
   * @param {number} time
   */
  frameIndex(time) {
    return clamp(Math.floor(time / this.frame_s), 0, Math.max(this.frames.length - 2, 0));
  }
  /** @param {number} time @returns {Pose} */
  pose(time) {
    const i = this.frameIndex(time);
    const last = this.frames.length - 1;
    const a = this.frame(i);
    const b = this.frame(Math.min(i + 1, last));
    const begin = i * this.frame_s;
    const end = i + 1 >= last ? this.duration_s : begin + this.frame_s;
    const t = clamp((time - begin) / Math.max(end - begin, 1e-9), 0, 1);
    return {
      maze: nlerp(a.maze, b.maze, t),
      marble: lerp(a.marble, b.marble, t),
      marbleRotation: nlerp(a.marbleRotation, b.marbleRotation, t),
      phase: t < 1 ? a.phase : b.phase,
    };
  }

  /**
   * Returns the index of the last move that has begun, or -1 before the first move.
   * @param {number} time
   */
  moveAt(time) {
    return this.moves.filter((move) => move.begin_s <= time + 1e-9).length - 1;
  }
  /** Returns true if the clock runs. Continuous control waits for the first command. */
  get begins() {
    return true;
  }
  /** Returns true before the first move. */
  get isUntouched() {
    return !this.moves.length;
  }
  /**
   * Returns true if playback has reached the end of the run, or waits for a manual move.
   * @param {number} time
   */
  isAtEnd(time) {
    return (this.ended || this.state.waits) && time >= this.duration_s;
  }
  /** @param {Move} move */
  endsAtGoal(move) {
    return this.outcome === "solved" && move === this.moves.at(-1);
  }
  /**
   * Returns the number of moves available in each state.
   * @param {number} scheme
   * @returns {number}
   */
  moveCount(scheme) {
    return kMovesOfState[scheme] ?? 0;
  }
  /**
   * Returns the predicted cells of the current move and of the moves planned after it.
   * @param {number} time
   * @returns {(number | null)[]}
   */
  planAt(time) {
    const move = this.moves[this.moveAt(time)];
    return move?.plan?.some((cell) => cell !== null) && time < move.end_s ? move.plan : [];
  }

  /**
   * Describes how a move ended.
   * @param {Move} move
   */
  endingText(move) {
    if (!this.maze) return "";
    if (move.ending !== "settled") return move.ending;
    if (move.to === null) return this.ended ? "unfinished" : "\u2026";
    return move.to === move.from ? "stays" : `cell ${move.to}`;
  }
  /** @param {number} time */
  clockText(time) {
    return `${time.toFixed(2)} / ${this.duration_s.toFixed(2)} s`;
  }
  /**
   * Describes what happens at this time.
   * @param {number} time
   */
  phaseText(time) {
    if (this.isTilt || !this.maze) return "";
    const { phase, marble } = this.pose(time);
    const later = this.pose(time + 2 * this.frame_s).marble;
    if (phase === "WAITING" && Math.hypot(...subtract(later, marble)) < kStill)
      return "the marble does not move";
    return kWords.phases[phase] ?? "";
  }
  /** Describes where the marble rests. */
  positionText() {
    if (!this.state.cell || !this.maze) return "";
    return `The marble rests in cell ${this.state.cell}. The target is cell ${this.maze.target}.`;
  }
  titleText() {
    const { dims, layers } = required(this.maze, "the maze");
    const kind = kLayersText[layers] ?? "maze";
    return `${dims.slice(0, layers === "flat" ? 2 : 3).join(" \u00d7 ")} ${kind}`;
  }
  /** @param {number} [best] minimum number of moves */
  countText(best) {
    const fewest = best ? `; minimum: ${best}` : "";
    return `${pluralize(this.state.counters.moves, "move")}${fewest}`;
  }
  /** @param {number} [best] minimum number of moves */
  endText(best) {
    return this.outcome === "solved" ? `${this.countText(best)}.` : outcomeText(this.outcome)[1];
  }
}
