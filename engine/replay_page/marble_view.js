// The picture of a marble in its maze: what turns it, where its sides are, and the words beside it.
import { add, clamp, cross, dot, eyeDirection, looking, moved, rotated, subtract, times, unit } from "./linear.js";
import { Scene } from "./scene.js";
import { sideOf } from "./words.js";

const kFirstCamera = { yaw: 0.57, pitch: 0.23, distance: 1.06 };
const kLabelOut = 0.9, kLabelHigh = 14;  // cells by which words stand farther from the middle than what they name, at most; pixels of half their height
const kFullPull = 90;  // pixels; a pull that long turns the maze as fast as it may
const kAcross_deg = 30;  // a side within this of the picture's depth is not called left or right

export class MarbleView {
  /**
   * @param {HTMLCanvasElement} canvas
   * @param {HTMLElement} labels over the picture: of the start and of the target
   * @param {Object<string, string>} sources of the shaders
   * @param { {changed: function(): void, say: function(string): void, takesWheel: boolean, pulls: function(?number[]): boolean}} told what it tells; `pulls`: false where no maze is turned
   */
  constructor(canvas, labels, sources, told) {
    this.canvas = canvas;
    this.labels = labels;
    this.told = told;
    this.camera = { ...kFirstCamera };
    this.scene = new Scene(canvas, sources);
    canvas.addEventListener("webglcontextlost", (event) => {
      event.preventDefault();  // else it would never come back
      this.scene = null;
      told.say("The browser has lost the graphics card. The picture returns when the browser restores it.");
    });
    canvas.addEventListener("webglcontextrestored", () => {
      this.scene = new Scene(canvas, sources);
      this.scene.open(this.run);
      told.say("");
      told.changed();
    });
    this.listen();
  }

  open(run) {
    this.run = run;
    this.scene?.open(run);
  }
  draw(run, time, options) {
    const { marble, phase } = run.pose(time);
    Object.assign(document.body.dataset, { phase, marble: marble.map((v) => v.toFixed(3)).join(" ") });
    if (!this.scene) return;
    this.toPixels = this.scene.draw(time, this.camera, options);
    // Beside the maze: farther out than the cell.
    const { walls, half } = this.scene, outward = 1 + kLabelOut / Math.max(...half);
    for (const [i, cell] of [run.maze.start, run.maze.target].entries()) {
      const [x, top] = this.toPixels(add(half, times(subtract(walls.centre(cell), half), outward))), y = clamp(top, kLabelHigh, this.canvas.clientHeight - kLabelHigh);
      this.labels.children[i]["style"].transform = `translate(calc(${x.toFixed(1)}px - 50%), calc(${y.toFixed(1)}px - 50%))`;
    }
  }

  get eye() { return looking(eyeDirection(this.camera)); }
  /** How a maze turns that is held at a point of the picture and pulled to another: an angular velocity in the room, 1 is the most. */
  pulled(from, to) {
    const { left, top, width, height } = this.canvas.getBoundingClientRect(), { right, up, back } = this.eye, reach = 0.4 * Math.min(width, height);
    const a = (from[0] - left - width / 2) / reach, b = (top + height / 2 - from[1]) / reach, [x, y] = subtract(to, from);
    const held = unit(add(add(times(right, a), times(up, b)), times(back, Math.sqrt(Math.max(1 - a * a - b * b, 0)))));
    return times(cross(held, add(times(right, x), times(up, -y))), 1 / kFullPull);
  }
  /** The same for a maze that is tipped to a side of the picture, x right, y away. */
  tipped(x, y) {
    const { right, away } = this.eye;
    return cross([0, 0, 1], add(times(right, x), times(away, y)));
  }
  /**
   * Each choice as a person sees it: the side to which the maze tips, in words, as an arrow, and where that stands in the picture.
   * @returns { {move: number, right: number, away: number, words: string, sign: string, place: number[]}[]}
   */
  tips(run) {
    const turn = run.pose(run.duration_s).maze, reach = this.scene?.reach ?? 1, { right, away } = this.eye;
    return run.now.choices.map(({ axis, move }) => {
      const side = cross(rotated(turn, axis), [0, 0, 1]), [r, a] = [dot(side, right), dot(side, away)];
      const [words, sign] = sideOf(r, a), low = add(times(unit(Math.hypot(...side) > 1e-6 ? side : right), 0.95 * reach), [0, 0, -0.3 * reach]);
      return { move, right: r, away: a, words: `tip ${words}`, sign, place: this.toPixels?.(low, true) ?? [0, 0] };
    });
  }
  /** The move that tips the maze most to a side of the picture, x right, y away; undefined where none does. */
  choiceTowards(run, x, y) {
    const towards = (tip) => tip.right * x + tip.away * y;
    return this.tips(run).filter((tip) => towards(tip) > 0.2).sort((a, b) => towards(b) - towards(a))[0]?.move;
  }
  /** To which sides the cell in which the marble rests is open, in words, as the maze stands. */
  openings(run) {
    if (!run.now.cell || !this.scene) return "";
    const { walls } = this.scene, { maze } = run.pose(run.duration_s), { right, away } = this.eye;
    const cell = walls.centre(run.now.cell).map(Math.floor), low = Math.sin((kAcross_deg * Math.PI) / 180);
    const open = [0, 1, 2].flatMap((axis) => [-1, 1].filter((way) => !walls.isWall(moved(cell, axis, Math.max(way, 0)), axis)).map((way) => {
      const to = rotated(maze, moved([0, 0, 0], axis, way)), flat = [dot(to, right), dot(to, away)];
      const level = flat.some((part) => Math.abs(part) > low) && Math.abs(to[2]) < 0.8;
      const height = Math.abs(to[2]) < low ? "" : to[2] > 0 ? "up" : "down";
      return [height, level ? sideOf(...flat)[0] : ""].filter(Boolean).join(" ");
    }));
    return open.length ? `Open: ${open.join(", ")}.` : "";
  }

  // One finger or the mouse turns the eye, or a maze that is turned freely; two fingers or the wheel bring nearer.
  listen() {
    const { canvas } = this, fingers = new Map();
    let held = [0, 0];
    const spread = () => Math.hypot(...subtract(...fingers.values()));
    canvas.onpointerdown = (event) => {
      canvas.setPointerCapture(event.pointerId);
      held = [event.clientX, event.clientY];
      fingers.set(event.pointerId, held);
      this.told.pulls(null);
    };
    canvas.onpointermove = (event) => {
      const before = fingers.get(event.pointerId);
      if (!before) return;
      const was = fingers.size === 2 ? spread() : 0, now = [event.clientX, event.clientY];
      fingers.set(event.pointerId, now);
      if (fingers.size === 2) this.zoom(was / Math.max(spread(), 1));
      else if (event.shiftKey || !this.told.pulls(this.pulled(held, now))) this.orbit(now[0] - before[0], now[1] - before[1]);
    };
    canvas.onpointerup = canvas.onpointercancel = (event) => {
      fingers.delete(event.pointerId);
      this.told.pulls(null);
    };
    canvas.addEventListener("wheel", (event) => {
      if (!this.told.takesWheel) return;
      event.preventDefault();
      this.zoom(Math.exp(clamp(event.deltaY, -100, 100) * 0.0015));
    }, { passive: false });
    canvas.ondblclick = () => this.see(kFirstCamera);
  }
  orbit(dx, dy) { this.see({ yaw: this.camera.yaw - 0.008 * dx, pitch: clamp(this.camera.pitch + 0.008 * dy, -1.55, 1.55) }); }
  zoom(factor) { this.see({ distance: clamp(this.camera.distance * factor, 0.15, 5) }); }
  see(changes) {
    Object.assign(this.camera, changes);
    this.told.changed();
  }
}
