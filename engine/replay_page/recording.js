// A run as it is shown: poses over time, moves, maze. Times in seconds of simulated time, lengths in cells.
import { between, clamp, turnBetween, unit } from "./linear.js";
import { counted, kWords } from "./words.js";

export const kFrameNumbers = 12;  // of a pose

/** @param {string} base64 variable-length integers, differences to the frame before */
function decoded(base64) {
  const numbers = [];
  let zigzag = 0, shift = 0;
  for (const byte of Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))) {
    zigzag |= (byte & 127) << shift;
    shift += 7;
    if (byte > 127) continue;
    numbers.push(((zigzag >>> 1) ^ -(zigzag & 1)) + (numbers[numbers.length - kFrameNumbers] ?? 0));
    zigzag = shift = 0;
  }
  return Array.from({ length: numbers.length / kFrameNumbers }, (_, i) => numbers.slice(kFrameNumbers * i, kFrameNumbers * (i + 1)));
}

/** A run that is over, of which every frame is here. A LiveRun grows; a LogicRun has boards instead of poses. */
export class Recording {
  /** @param {any} data as the program writes it into the page (html_replay.cpp) */
  constructor(data) {
    this.maze = data.maze;
    this.path = data.path;
    this.moves = data.moves;
    this.phases = data.phases;
    this.frame_s = data.frame_s;
    this.duration_s = data.duration_s;
    this.marble_radius = data.marble_radius;
    this.place_steps = data.place_steps ?? 1;
    this.frames = decoded(data.poses ?? "");
    this.pending = false;  // something was asked that may change it
    this.now = {
      outcome: data.outcome, agent: data.agent, orientations: data.orientations, state_words: "", by_hand: false, waits: false, choices: [], why: [],
      counters: { moves: (data.moves ?? []).filter((move) => move.number > 0).length, repeated: 0 },
    };
  }
  get ended() { return true; }
  get outcome() { return this.now.outcome; }
  /** Orientations of the control schemes of this maze; 0: it is turned freely. */
  get schemes() { return this.maze.layers === "flat" ? [4, 0] : [8, 24, 0]; }
  /** What is asked for, in seconds, before it is shown. */
  get ahead_s() { return 0.25; }

  frame(i) {
    const f = this.frames[i], turn = (k) => unit([f[k + 1], f[k + 2], f[k + 3], f[k]]);
    return { maze: turn(0), marble: [f[4], f[5], f[6]].map((v) => v / this.place_steps), marbleRotation: turn(7), phase: this.phases[f[11]] };
  }
  // The last frame is the last tick, which may follow the one before sooner than the others do.
  frameIndex(time) { return clamp(Math.floor(time / this.frame_s), 0, Math.max(this.frames.length - 2, 0)); }
  pose(time) {
    const i = this.frameIndex(time), last = this.frames.length - 1;
    const a = this.frame(i), b = this.frame(Math.min(i + 1, last));
    const end = i + 1 >= last ? this.duration_s : (i + 1) * this.frame_s;
    const share = clamp((time - i * this.frame_s) / Math.max(end - i * this.frame_s, 1e-9), 0, 1);
    return {
      maze: turnBetween(a.maze, b.maze, share), marble: between(a.marble, b.marble, share),
      marbleRotation: turnBetween(a.marbleRotation, b.marbleRotation, share),
      phase: share < 1 ? a.phase : b.phase,
    };
  }

  // The last move that had begun by then; -1 before the first.
  moveAt(time) { return this.moves.filter((move) => move.begin_s <= time + 1e-9).length - 1; }
  /** Nothing comes after this moment, unless it was asked for. */
  isOver(time) { return (this.ended || this.now.waits) && time >= this.duration_s && !this.pending; }
  beginOf(i) { return this.moves[i].begin_s; }
  isGoal(state, scheme) { return state !== null && state < kBalancedStride && Math.floor(state / scheme) + 1 === this.maze.target; }
  endsAtGoal(move) { return move.to === this.maze.target; }
  /** How many moves a state has. */
  choicesIn(scheme) { return { 4: 2, 8: 3, 24: 4 }[scheme] ?? 0; }

  // In words: how a move ended, when it is, what happens, where the marble rests.
  endingOf(move) {
    if (move.ending !== "settled") return move.ending;
    if (move.to === null) return this.ended ? "unfinished" : "\u2026";
    return move.to === move.from ? "stays" : `cell ${move.to}`;
  }
  clockWords(time) { return `${time.toFixed(2)} / ${this.duration_s.toFixed(2)} s`; }
  phaseWords(time) { return kWords.phases[this.pose(time).phase] ?? ""; }
  placeWords() { return this.now.cell ? `The marble rests in cell ${this.now.cell}, the target is cell ${this.maze.target}.` : ""; }
  titleWords() { return this.maze.dims.join(" \u00d7 "); }
  schemeWords() { return this.now.orientations ? `, ${this.now.orientations} orientations` : ", turned freely"; }
  endWords(best) {
    const { counters } = this.now;
    if (this.outcome !== "solved") return `${kWords.outcomes[this.outcome] ?? this.outcome}.`;
    if (this.maze && !this.now.orientations) return `Solved in ${this.duration_s.toFixed(1)} s.`;
    return `Solved in ${counted(counters.moves, "move")}.${best ? (counters.moves <= best ? " That is the fewest there are." : ` ${best} are enough.`) : ""}`;
  }
}
const kBalancedStride = 10000000;
