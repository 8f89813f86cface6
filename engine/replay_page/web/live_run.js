// Runs that are still being made by the worker, which the page shows as they grow.
import { cellNumber } from "../grid.js";
import { conjugate, rotated } from "../linear.js";
import { kFrameNumbers, Recording } from "../recording.js";
import { kWords } from "../words.js";

const kTicksPerFrame = 2;  // of the worker's answers

/** A marble in a maze. */
export class LiveRun extends Recording {
  /** @param {any} answer what the worker said of a new run */
  constructor({ json, now, moves, frames }) {
    super({
      maze: JSON.parse(json), path: now.path, marble_radius: now.marble_radius, phases: Object.keys(kWords.phases), moves: [],
      frame_s: kTicksPerFrame * now.seconds_per_tick, duration_s: 0,
    });
    this.tick_s = now.seconds_per_tick;
    this.take({ now, moves, first: 0, frames: Float32Array.from(frames) });
  }
  get ended() { return this.now.outcome !== "running"; }

  /** Adds what the worker tells. @param {any} news @returns {number} the first move that is another one now */
  take({ now, moves, first, frames }) {
    this.now = now;
    this.moves.splice(first, this.moves.length, ...moves);
    for (let at = 0; at < frames.length; at += kFrameNumbers) this.frames.push(frames.subarray(at, at + kFrameNumbers));
    this.duration_s = Math.max(this.frames.length - 1, 0) * this.frame_s;
    // The last tick may lie a little behind the last frame; a move that has ended is seen to have ended.
    for (const move of this.moves.slice(first)) move.end_s = Math.min(move.end_s, this.duration_s);
    return first;
  }
  /** What to ask the worker so that the next `seconds` can be shown. */
  request(seconds) { return { does: "more", ticks: seconds / this.tick_s }; }
}

/** A marble in a maze that is turned freely: a move for each cell that it enters. */
export class FreeRun extends LiveRun {
  constructor(answer) {
    super(answer);
    this.free = true;
    this.pull = [0, 0, 0];  // how a person turns it: an angular velocity in the room, 1 is the most
    /** @type {import("./phone.js").Phone} */
    this.phone = null;
    /** @type {number} a person's shortest time in this maze before, or undefined */
    this.best_s = undefined;
  }
  get ahead_s() { return 0.03; }  // it answers at once to whoever turns it

  take({ now, frames }) {
    const first = Math.max(this.moves.length - 1, 0), moves = this.moves.slice(first), before = this.frames.length;
    for (let at = 0; at < frames.length; at += kFrameNumbers) {
      const to = cellNumber(this.maze.dims, frames.subarray(at + 4, at + 7).map(Math.floor)), last = moves.at(-1);
      if (last?.to === to) continue;
      const begin_s = (before + at / kFrameNumbers) * this.frame_s;
      if (last) last.end_s = begin_s;
      moves.push({ number: first + moves.length + 1, words: "enters", reason: "", from: last?.to ?? null, to, move: -1, states: [null, null], orientations: 0, ending: "settled", begin_s });
    }
    Object.assign(moves.at(-1), { end_s: Infinity, reason: now.by_hand ? "" : now.reason });
    const shown = this.moves.length;
    super.take({ now, moves, first, frames });
    return shown === this.moves.length ? shown : first;
  }
  request(seconds) {
    const { maze } = this.pose(this.duration_s), still = !Math.hypot(...this.pull);
    return { does: "turn", ticks: seconds / this.tick_s, action: this.phone && still ? this.phone.shares(maze) : rotated(conjugate(maze), this.pull) };
  }
  clockWords(time) { return `${time.toFixed(1)} s`; }
  phaseWords() { return ""; }
  endWords() { return `${super.endWords()}${this.best_s ? ` Your best before: ${this.best_s.toFixed(1)} s.` : ""}`; }
}

/** Four lamps or a board of numbers: it goes from state to state, a step for each move. */
export class LogicRun extends Recording {
  /**
   * @param {any} answer
   * @param {string} family
   */
  constructor(answer, family) {
    super({ moves: [], frame_s: 1 });
    this.family = family;
    this.boards = answer.boards;
    this.take(answer);
  }
  get ended() { return this.now.outcome !== "running"; }
  get schemes() { return []; }

  take({ now, moves, first }) {
    this.now = now;
    this.moves.splice(first, this.moves.length, ...moves);
    for (const [i, move] of this.moves.entries()) Object.assign(move, { begin_s: i, end_s: i + 1 });
    this.duration_s = this.moves.filter((move) => move.states[1] !== null).length;
    // What is drawn of a state is told with it; a request makes one move at most.
    this.boards[this.duration_s] = { board: now.board, lamps: now.lamps };
    return first;
  }
  request() { return { does: "more", ticks: 1 }; }
  /** The last one at or before that time. */
  boardAt(time) { return this.boards.slice(0, Math.floor(time + 1e-9) + 1).filter(Boolean).pop() ?? this.boards.find(Boolean); }
  moveAt(time) { return Math.min(Math.floor(time + 1e-9), this.moves.length - 1); }
  beginOf(i) { return Math.min(i + 1, this.duration_s); }
  isGoal(state) { return this.outcome === "solved" && state === this.moves.at(-1)?.states[1]; }
  endsAtGoal(move) { return this.isGoal(move.states[1]); }
  choicesIn() { return this.now.lamps === undefined ? 0 : 4; }

  endingOf() { return ""; }
  clockWords(time) { return `move ${Math.floor(time + 1e-9)} of ${this.duration_s}`; }
  phaseWords() { return ""; }
  placeWords() {
    const { lamps, board } = this.now, lit = [3, 2, 1, 0].filter((i) => (lamps >> i) & 1);
    if (!board) return lit.length ? `${lit.length === 1 ? "Lamp" : "Lamps"} ${lit.join(", ")} on.` : "All lamps are off.";
    const row = Math.floor(board.square / board.cols) + 1, col = (board.square % board.cols) + 1;
    return `You stand in row ${row}, column ${col}, on ${board.square === board.goal ? "the star" : `a ${board.jumps[board.square]}`}.`;
  }
  titleWords() { return kWords.families[this.family].title; }
  schemeWords() { return ""; }
}
