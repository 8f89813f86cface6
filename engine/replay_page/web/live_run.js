// Runs that the worker computes while the page shows them.
import { conjugate, rotate } from "../linear.js";
import { kFrameNumbers, Recording } from "../recording.js";
import { required } from "../required.js";
import { kWords } from "../text.js";

const kTicksPerFrame = 2; // as in worker.js

/**
 * @typedef {import("../recording.js").Move} Move
 * @typedef {import("../recording.js").RunState} RunState
 *
 * @typedef {{board?: import("../recording.js").Board, lamps?: number}} BoardState a number board,
 * or lamps as a bit mask
 *
 * @typedef {Object} Update changes of a run
 * @property {RunState} state
 * @property {Move[]} moves the moves from index `first`
 * @property {number} first
 * @property {Float32Array | number[]} [frames] new frames; undefined in a logic maze
 * @property {string | null} [json] the maze of a new run
 * @property {BoardState[]} [boards] the boards after the moves of a new run in a logic maze
 *
 * @typedef {Object} Result the result of a request that does not change the run
 * @property {string} [error]
 * @property {import("../recording.js").RecordingData} [recording]
 * @property {import("../grid.js").MazeFile} [maze]
 * @property {Uint8Array} [bytes]
 * @property {{move: number, words: string}} [hint]
 *
 * @typedef {Partial<Update> & Result} Answer an answer from the worker
 */

/**
 * Returns true if an answer contains changes of a run.
 * @param {Answer} answer
 * @returns {answer is Update & Result}
 */
export const isUpdate = (answer) => answer.state !== undefined;

/**
 * Returns true if a move continues the plan of the previous move.
 * @param {Move} move
 * @param {Move | undefined} before
 */
function continues(move, before) {
  const { plan = [] } = move;
  return plan.length > 0 && String(before?.plan?.slice(1)) === String(plan);
}

/** A run of a marble in a maze. */
export class LiveRun extends Recording {
  /** @param {Update} update */
  constructor(update) {
    const { json, state } = update;
    const tick_s = required(state.seconds_per_tick, "the duration of a tick");
    super({
      maze: JSON.parse(required(json, "the maze")),
      marble_radius: state.marble_radius,
      phases: Object.keys(kWords.phases),
      moves: [],
      frame_s: kTicksPerFrame * tick_s,
      duration_s: 0,
    });
    this.grows = true;
    this.addUpdate(update);
  }

  /** @param {Update} update */
  addUpdate(update) {
    super.addUpdate(update);
    const all = Float32Array.from(update.frames ?? []);
    for (let at = 0; at < all.length; at += kFrameNumbers)
      this.frames.push(all.subarray(at, at + kFrameNumbers));
    this.duration_s = Math.max(this.frames.length - 1, 0) * this.frame_s;
    // A move must not end after the last frame.
    for (const move of update.moves) move.end_s = Math.min(move.end_s, this.duration_s);
    // The engine reports only the alternatives of its last decision.
    const [before, last] = [this.moves.at(-2), this.moves.at(-1)];
    if (!last) return;
    const isDecided = !this.state.by_hand && !continues(last, before);
    this.alternatives[this.moves.length - 1] ??= isDecided ? this.state.why : [];
  }
}

/** A marble under continuous control. Each cell that it enters is a move. */
export class TiltRun extends LiveRun {
  /** @param {Update} update */
  constructor(update) {
    super(update);
    this.isTilt = true;
    this.command = [0, 0, 0]; // manual command: angular velocity in the world frame, maximum 1
    /** @type {import("./phone.js").Phone | null} */
    this.phone = null;
  }
  get ahead_s() {
    return 0.03; // reacts at once
  }
  /** Returns true after the first command, which starts the clock. */
  get begins() {
    const isCommanded = this.phone !== null || Math.hypot(...this.command) > 0;
    return isCommanded || !this.state.by_hand || this.duration_s > 0;
  }
  get isUntouched() {
    return !this.begins;
  }

  /** Returns the angular velocity in the maze frame. */
  get action() {
    const { maze } = this.pose(this.duration_s);
    const isStill = !Math.hypot(...this.command);
    return this.phone && isStill
      ? this.phone.velocity(maze)
      : rotate(conjugate(maze), this.command);
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
  /** @param {Update} update @param {string} family */
  constructor(update, family) {
    super({ moves: [], frame_s: 1 });
    this.grows = true;
    this.family = family;
    this.boards = update.boards ?? []; // one before the first move and one after each move
    this.addUpdate(update);
  }

  /** @param {Update} update */
  addUpdate(update) {
    super.addUpdate(update);
    const { board, lamps } = update.state;
    for (const [i, move] of this.moves.entries()) Object.assign(move, { begin_s: i, end_s: i + 1 });
    this.duration_s = this.moves.filter((move) => move.states[1] !== null).length;
    this.boards[this.duration_s] = { board, lamps };
  }
  /** @param {number} time */
  boardAt(time) {
    return this.boards[Math.floor(time + 1e-9)];
  }
  moveCount() {
    return this.state.lamps === undefined ? 0 : 4;
  }

  /** @param {number} time */
  clockText(time) {
    return `move ${Math.floor(time + 1e-9)} of ${this.duration_s}`;
  }
  positionText() {
    const { lamps = 0, board } = this.state;
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
