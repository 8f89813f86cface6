// A run that is still being made: the recording that a Player shows, which grows.
const kPhases = ["WAITING", "STABLE", "ACCELERATING", "DECELERATING", "SOLVED", "FINISHED", "FROZEN"];

class LiveRun extends Recording {
  // `answer` is what the worker said of a new run.
  constructor({ json, now, moves, frames }) {
    super({
      maze: JSON.parse(json), path: now.path, marble_radius: now.marble_radius, phases: kPhases, moves: [],
      frame_s: kTicksPerFrame * now.seconds_per_tick, duration_s: 0, poses: "",
    });
    this.tick_s = now.seconds_per_tick;
    this.take({ now, moves, first: 0, frames });
  }
  get ended() { return this.now.outcome !== "running"; }
  get outcome() { return this.now.outcome; }

  take({ now, moves, first, frames }) {
    this.now = now;
    this.moves.splice(first, this.moves.length, ...moves);
    for (let at = 0; at < frames.length; at += kFrameNumbers) this.frames.push(frames.subarray(at, at + kFrameNumbers));
    this.duration_s = Math.max(this.frames.length - 1, 0) * this.frame_s;
    // The last tick may lie a little behind the last frame; a move that has ended is seen to have ended.
    for (const move of this.moves.slice(first)) move.end_s = Math.min(move.end_s, this.duration_s);
  }

  frame(i) {
    const f = this.frames[i], turn = (k) => unit([f[k + 1], f[k + 2], f[k + 3], f[k]]);
    return { maze: turn(0), marble: [f[4], f[5], f[6]], marbleRotation: turn(7), phase: this.phases[f[11]] };
  }
}

// Four lamps or a board of numbers: it goes from state to state, a step for each move.
class LogicRun {
  constructor(answer) {
    this.moves = [];
    this.frame_s = 1;
    this.boards = answer.boards;
    this.take(answer);
  }
  get ended() { return this.now.outcome !== "running"; }
  get outcome() { return this.now.outcome; }
  get duration_s() { return this.moves.filter((move) => move.states[1] !== null).length; }

  take({ now, moves, first }) {
    this.now = now;
    this.moves.splice(first, this.moves.length, ...moves);
    this.moves.forEach((move, i) => Object.assign(move, { begin_s: i, end_s: i + 1 }));
    // What is drawn of a state is told with it; a request makes one move at most.
    this.boards[this.duration_s] = { board: now.board, lamps: now.lamps };
  }
  // The last one at or before that time.
  boardAt(time) {
    for (let i = Math.floor(time + 1e-9); i >= 0; --i) if (this.boards[i]) return this.boards[i];
    return this.boards.find(Boolean);
  }
  moveAt(time) { return Math.min(Math.floor(time + 1e-9), this.moves.length - 1); }
}
