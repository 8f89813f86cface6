// Runs that the worker computes while the page shows them.
import { conjugate, rotate } from "../linear.js";
import { kFrameNumbers, Recording } from "../recording.js";
import { kWords } from "../text.js";

const kTicksPerFrame = 2; // as in worker.js

/**
 * @typedef {import("../recording.js").Move} Move
 * @typedef {import("../recording.js").Now} Now
 *
 * @typedef {Object} Answer an answer from the worker
 * @property {Now} [now]
 * @property {Move[]} [moves] the moves from index `first`
 * @property {number} [first]
 * @property {Float32Array | number[]} [frames]
 * @property {string} [json] the maze of a new run
 * @property {{board: import("../recording.js").Board, lamps: number}[]} [boards]
 * @property {string} [error]
 * @property {import("../recording.js").RecordingData} [recording]
 * @property {import("../grid.js").MazeFile} [maze]
 * @property {Uint8Array} [bytes]
 * @property {{move: number, words: string}} [hint]
 */

/**
 * Returns true if a move continues the plan of the previous move.
 * @param {Move} move
 * @param {Move} before
 */
function continues(move, before) {
  const { plan } = move;
  return plan?.length > 0 && String(before?.plan?.slice(1)) === String(plan);
}

/** A run of a marble in a maze. */
export class LiveRun extends Recording {
  /** @param {Answer} answer */
  constructor({ json, now, ...answer }) {
    super({
      maze: JSON.parse(json),
      path: now.path,
      marble_radius: now.marble_radius,
      phases: Object.keys(kWords.phases),
      moves: [],
      frame_s: kTicksPerFrame * now.seconds_per_tick,
      duration_s: 0,
    });
    this.grows = true;
    this.tick_s = now.seconds_per_tick;
    this.addAnswer({ now, ...answer });
  }

  /**
   * Adds an answer from the worker.
   * @param {Answer} answer
   * @returns {number} index of the first changed move
   */
  addAnswer(answer) {
    const { now, moves, first, frames } = answer;
    this.now = now;
    this.moves.splice(first, this.moves.length, ...moves);
    const all = Float32Array.from(frames);
    for (let at = 0; at < all.length; at += kFrameNumbers)
      this.frames.push(all.subarray(at, at + kFrameNumbers));
    this.duration_s = Math.max(this.frames.length - 1, 0) * this.frame_s;
    // A move must not end after the last frame.
    for (const move of this.moves.slice(first)) move.end_s = Math.min(move.end_s, this.duration_s);
    this.storeAlternatives();
    return first;
  }
  /**
   * Stores the alternatives of the last move. The engine reports only those of its last decision.
   * @private
   */
  storeAlternatives() {
    const last = this.moves.length - 1;
    for (let i = this.alternatives.length; i <= last; ++i) {
      const isReported =
        i === last && !this.now.by_hand && !continues(this.moves[i], this.moves[i - 1]);
      this.alternatives[i] = isReported ? this.now.why : [];
    }
  }
  /**
   * Returns a request that simulates the next `seconds`.
   * @param {number} seconds
   * @returns {import("./engine_worker.js").Request}
   */
  request(seconds) {
    return { type: "more", ticks: seconds / this.tick_s };
  }
}

/** A marble under continuous control. Each cell that it enters is a move. */
export class TiltRun extends LiveRun {
  /** @param {Answer} answer */
  constructor(answer) {
    super(answer);
    this.isTilt = true;
    this.pull = [0, 0, 0]; // manual command: angular velocity in the world frame, maximum 1
    this.begun = !answer.now.by_hand; // the first manual command starts the clock
    /** @type {import("./phone.js").Phone} */
    this.phone = null;
  }
  get ahead_s() {
    return 0.03; // reacts at once
  }
  get begins() {
    this.begun ||= this.phone !== null || Math.hypot(...this.pull) > 0 || !this.now.by_hand;
    return this.begun;
  }
  get isUntouched() {
    return !this.begins;
  }

  /** @param {number} seconds */
  request(seconds) {
    const { maze } = this.pose(this.duration_s);
    const isStill = !Math.hypot(...this.pull);
    const action =
      this.phone && isStill ? this.phone.velocity(maze) : rotate(conjugate(maze), this.pull);
    return { type: "turn", ticks: seconds / this.tick_s, action };
  }
  /** @param {number} time */
  clockText(time) {
    return `${time.toFixed(1)} s`;
  }
  endText() {
    if (this.outcome !== "solved") return super.endText();
    const before = this.best_s ? ` Your previous best time: ${this.best_s.toFixed(1)} s.` : "";
    return `${this.duration_s.toFixed(1)} s.${before}`;
  }
}

/** A run in a logic maze, with lamps or a number board. Each move takes one second of playback. */
export class LogicRun extends Recording {
  /** @param {Answer} answer @param {string} family */
  constructor(answer, family) {
    super({ moves: [], frame_s: 1 });
    this.grows = true;
    this.family = family;
    this.boards = answer.boards;
    this.addAnswer(answer);
  }
  /** @returns {number[]} */
  get schemes() {
    return [];
  }

  /** @param {Answer} answer */
  addAnswer(answer) {
    const { now, moves, first } = answer;
    this.now = now;
    this.moves.splice(first, this.moves.length, ...moves);
    for (const [i, move] of this.moves.entries()) Object.assign(move, { begin_s: i, end_s: i + 1 });
    this.duration_s = this.moves.filter((move) => move.states[1] !== null).length;
    // A request makes at most one move, so every board arrives.
    this.boards[this.duration_s] = { board: now.board, lamps: now.lamps };
    return first;
  }
  request() {
    return { type: "more", ticks: 1 };
  }
  /**
   * Returns the last board at or before a time.
   * @param {number} time
   */
  boardAt(time) {
    const boards = this.boards.slice(0, Math.floor(time + 1e-9) + 1).filter(Boolean);
    return boards.pop() ?? this.boards.find(Boolean);
  }
  moveCount() {
    return this.now.lamps === undefined ? 0 : 4;
  }

  /** @param {number} time */
  clockText(time) {
    return `move ${Math.floor(time + 1e-9)} of ${this.duration_s}`;
  }
  positionText() {
    const { lamps, board } = this.now;
    const lit = [3, 2, 1, 0].filter((i) => (lamps >> i) & 1);
    if (!board) return lit.length ? `On: lamps ${lit.join(", ")}.` : "All lamps are off.";
    const { square, cols, goal, jumps } = board;
    const on = square === goal ? "the star" : `a ${jumps[square]}`;
    const [row, column] = [Math.floor(square / cols) + 1, (square % cols) + 1];
    return `You are in row ${row}, column ${column}, on ${on}.`;
  }
  titleText() {
    return kWords.families[this.family].title;
  }
}
