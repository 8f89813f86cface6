// The run: poses over time, moves, maze. Times in seconds of simulated time, lengths in cells.
class Recording {
  constructor(data) {
    Object.assign(this, data);
    this.frames = Recording.decode(data.poses);
    delete this.poses;
  }

  // Twelve variable-length integers a frame, differences to the frame before.
  static decode(base64) {
    const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
    const frames = [];
    let before = new Int32Array(12), at = 0;
    const next = () => {
      let zigzag = 0, shift = 0, byte = 0;
      do {
        byte = bytes[at++];
        zigzag |= (byte & 127) << shift;
        shift += 7;
      } while (byte > 127);
      return (zigzag >>> 1) ^ -(zigzag & 1);
    };
    while (at < bytes.length) {
      const frame = before.slice();
      for (let i = 0; i < 12; ++i) frame[i] += next();
      frames.push(frame);
      before = frame;
    }
    return frames;
  }

  frame(i) {
    const f = this.frames[i];
    const turn = (k) => unit([f[k + 1], f[k + 2], f[k + 3], f[k]]);
    return {
      maze: turn(0), marble: [f[4], f[5], f[6]].map((v) => v / this.place_steps),
      marbleRotation: turn(7), phase: this.phases[f[11]],
    };
  }

  // The last frame is the last tick, which may follow the one before sooner than the others do.
  frameIndex(time) {
    return clamp(Math.floor(time / this.frame_s), 0, Math.max(this.frames.length - 2, 0));
  }

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
  moveAt(time) {
    let i = this.moves.length - 1;
    while (i >= 0 && this.moves[i].begin_s > time + 1e-9) --i;
    return i;
  }
}
