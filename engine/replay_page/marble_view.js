// The 3D view of a maze: camera control, names of moves, and labels in the image.
import {
  add,
  axisAngle,
  cameraDirection,
  clamp,
  cross,
  dot,
  lookAtOrigin,
  multiplyQuaternions,
  normalize,
  rotate,
  scale,
  shifted,
  subtract,
} from "./linear.js";
import { required } from "./required.js";
import { Scene } from "./scene.js";
import { byId, createElement, directionName } from "./text.js";

const kFirstCamera = { yaw: 0.57, pitch: 0.23, distance: 1.06 };
const kLabelGap = 8; // pixels between a label and its object
const kTargetRadius = 0.32; // radius of the target in cells; slightly larger than the marble
const kFullSpeedDrag = 90; // a drag of this length turns the maze at full speed, pixels
const kDepthCone_deg = 30; // directions this close to the viewing direction are not left or right
const kPreview_rad = 0.35;
const kLost =
  "The browser has lost access to the graphics card. The maze reappears when the browser restores it.";

/**
 * @typedef {import("./recording.js").Recording} Recording
 * @typedef {import("./recording.js").MoveName} MoveName
 * @typedef {{left: number, top: number, width: number, height: number}} Area a rectangle of the
 * image, CSS pixels
 *
 * @typedef {Object} Host the page that contains the view
 * @property {{show: function(): void}} playback draws the image again
 * @property {function(string): void} showMessage
 * @property {{embed?: boolean}} link in an embedded page, the wheel and one finger scroll the
 * surrounding page
 * @property {{setVelocity: function(number[] | null): boolean}} tilt turns a maze under continuous
 * control; null releases it. Returns false if the maze is not under continuous control
 *
 * @typedef {{path: boolean, trail: boolean, still: boolean, light: boolean, whole?: boolean}}
 * ViewOptions
 */

/**
 * Names the rotation about an axis of the maze as the viewer sees it.
 * @param {import("./linear.js").Eye} eye
 * @param {number[]} axis
 * @param {number[]} turn
 * @param {number} orientations
 * @param {string} engineWords
 * @returns {MoveName & {right: number, away: number}}
 */
function nameOf(eye, axis, turn, orientations, engineWords) {
  const side = cross(rotate(turn, axis), [0, 0, 1]);
  const [right, away] = [dot(side, eye.right), dot(side, eye.away)];
  const [words, sign] = directionName(right, away, orientations === 24 ? 8 : orientations / 2);
  return { words: `${/^lean/.test(engineWords) ? "lean" : "tip"} ${words}`, sign, right, away };
}

/**
 * Places a label next to its object without covering the marble or the target. Hides the label if
 * that is impossible.
 * @param {HTMLElement} label
 * @param {number[]} at
 * @param {number} radius
 * @param {Area} area
 * @param {{at: number[], radius: number}[]} obstacles
 */
function placeLabel(label, [x, y], radius, area, obstacles) {
  const { offsetWidth: width, offsetHeight: height } = label;
  const far = radius + kLabelGap;
  const places = [
    [x + far, y - height / 2],
    [x - far - width, y - height / 2],
    [x - width / 2, y - far - height],
    [x - width / 2, y + far],
  ].map(([left, top]) => [
    clamp(left, area.left, area.left + area.width - width),
    clamp(top, area.top, area.top + area.height - height),
  ]);
  const place = places.find(([left, top]) =>
    obstacles.every(({ at, radius: clear }) => {
      const nearest = [clamp(at[0], left, left + width), clamp(at[1], top, top + height)];
      return Math.hypot(...subtract(nearest, at)) >= clear;
    }),
  );
  label.hidden = !place;
  if (place)
    label.style.transform = `translate(${place.map((v) => `${v.toFixed(1)}px`).join(", ")})`;
}

export class MarbleView {
  /** @type {Recording} set by open() */
  run;

  /**
   * @param {HTMLCanvasElement} canvas
   * @param {{[name: string]: string}} sources shader sources by name
   * @param {Host} page
   */
  constructor(canvas, sources, page) {
    this.canvas = canvas;
    this.page = page;
    this.camera = { ...kFirstCamera };
    /** @type {{axis: number[]} | null} the move to preview while its button is held down */
    this.preview = null;
    /** @type {Scene | null} null while the WebGL context is lost */
    this.scene = new Scene(canvas, sources);
    canvas.addEventListener("webglcontextlost", (event) => {
      event.preventDefault(); // allows the browser to restore the context
      this.scene = null;
      page.showMessage(kLost);
    });
    canvas.addEventListener("webglcontextrestored", () => {
      this.scene = new Scene(canvas, sources);
      this.scene.open(this.run);
      page.showMessage("");
      page.playback.show();
    });
    this.addListeners();
  }

  /** @param {Recording} run */
  open(run) {
    this.run = run;
    this.preview = null;
    this.scene?.open(run);
  }
  /**
   * Returns the rectangle of the image that no panel covers.
   * @returns {Area}
   */
  get area() {
    const whole = this.canvas.getBoundingClientRect();
    const { left, top, width, height } = byId("stage").getBoundingClientRect();
    return { left: left - whole.left, top: top - whole.top, width, height };
  }
  /** @param {Recording} run @param {number} time @param {ViewOptions} options */
  draw(run, time, options) {
    const pose = run.pose(time);
    document.body.dataset.phase = pose.phase;
    document.body.dataset.marble = pose.marble.map((v) => v.toFixed(3)).join(" ");
    if (!this.scene) return;
    if (this.preview)
      pose.maze = multiplyQuaternions(pose.maze, axisAngle(this.preview.axis, kPreview_rad));
    const { area } = this;
    const plan = this.planAt(run, time);
    const paths = plan.map(({ path }) => path);
    this.scene.draw(time, pose, this.camera, area, { ...options, plan: paths });
    this.label(this.scene, run, pose.marble, area, plan);
  }
  /** @param {number[]} place in the maze @returns {number[]} CSS pixels */
  toPixels(place) {
    return required(this.scene, "the WebGL context").toPixels(place);
  }
  /**
   * Returns the number and the path of each planned move.
   * @param {Recording} run
   * @param {number} time
   * @returns {{number: number, to: number, path: number[]}[]}
   */
  planAt(run, time) {
    const { passages } = run;
    const move = run.moves[run.moveAt(time)];
    if (!passages || !move) return [];
    const plan = [];
    let begin = move.from;
    for (const [i, to] of run.planAt(time).entries()) {
      if (begin === null || to === null) break;
      plan.push({ number: move.number + i, to, path: passages.path(begin, to) });
      begin = to;
    }
    return plan;
  }
  /**
   * Labels the marble and the target before the first move, and numbers the ends of planned moves.
   * @param {Scene} scene
   * @param {Recording} run
   * @param {number[]} marble
   * @param {Area} area
   * @param {{number: number, to: number}[]} plan
   * @private
   */
  label({ walls, start, target }, run, marble, area, plan) {
    /** @type {[string, string, number[]][]} */
    const words = plan.map(({ number, to }) => ["planned", `${number}`, walls.centre(to)]);
    if (run.isUntouched) words.push(["marble", "marble", marble], ["target", "target", target]);
    else if (run.moves.length < 3) words.push(["start", "start", start]);
    const labels = words.map(([className, text, place]) => {
      return { label: createElement("span", { className }, text), ...this.disc(place) };
    });
    const [first] = plan.length ? labels : [];
    const style = first && `left: ${first.at[0]}px; top: ${first.at[1]}px`;
    const rings = first ? [createElement("i", { className: "expected", style })] : [];
    byId("labels").replaceChildren(...rings, ...labels.map(({ label }) => label));
    const obstacles = [marble, target].map((place) => this.disc(place));
    for (const { label, at, radius } of labels) placeLabel(label, at, radius, area, obstacles);
  }
  /**
   * Projects a point of the maze into the image. Also returns the projected radius of a target at
   * that point.
   * @param {number[]} place
   */
  disc(place) {
    const at = this.toPixels(place);
    const around = [0, 1, 2].map((axis) => this.toPixels(shifted(place, axis, kTargetRadius)));
    return { at, radius: Math.max(...around.map((to) => Math.hypot(...subtract(to, at)))) };
  }

  get eye() {
    return lookAtOrigin(cameraDirection(this.camera));
  }
  /**
   * Converts a drag to an angular velocity of the maze (world frame, 1 is the maximum), as if the
   * user turned a ball.
   * @param {number[]} from
   * @param {number[]} to
   */
  dragVelocity(from, to) {
    const whole = this.canvas.getBoundingClientRect();
    const { left, top, width, height } = this.area;
    const { right, up, back } = this.eye;
    const reach = 0.4 * Math.min(width, height);
    const a = (from[0] - whole.left - left - width / 2) / reach;
    const b = (top + height / 2 - from[1] + whole.top) / reach;
    const [x, y] = subtract(to, from);
    const depth = Math.sqrt(Math.max(1 - a * a - b * b, 0));
    const held = normalize(add(add(scale(right, a), scale(up, b)), scale(back, depth)));
    return scale(cross(held, add(scale(right, x), scale(up, -y))), 1 / kFullSpeedDrag);
  }
  /**
   * Returns the angular velocity that tilts the maze towards (x right, y away) in the image.
   * @param {number} x
   * @param {number} y
   */
  tiltVelocity(x, y) {
    const { right, away } = this.eye;
    return cross([0, 0, 1], add(scale(right, x), scale(away, y)));
  }
  /**
   * Returns the available moves with their names in the current view.
   * @param {Recording} run
   */
  namedMoves(run) {
    const turn = run.pose(run.duration_s).maze;
    return run.state.choices.map(({ axis: given, move, words }) => {
      const axis = required(given, "the axis of a move");
      return { move, axis, ...nameOf(this.eye, axis, turn, run.state.orientations, words) };
    });
  }
  /**
   * Returns the name of a move as the viewer saw it when the move began.
   * @param {Recording} run
   * @param {number} i
   * @returns {MoveName}
   */
  nameOf(run, i) {
    const { axis, begin_s, words, orientations } = run.moves[i];
    if (!axis) return { words, sign: "\u21bb" };
    const scheme = orientations || run.moves[i - 1]?.orientations || run.state.orientations;
    return nameOf(this.eye, axis, run.pose(begin_s).maze, scheme, words);
  }
  /**
   * Returns the move that tilts the maze towards (x right, y away), or undefined if there is no
   * such move.
   * @param {Recording} run
   * @param {number} x
   * @param {number} y
   */
  moveTowards(run, x, y) {
    const [side] = directionName(x, y, 4);
    const parts = run.state.orientations === 4 ? 2 : 4;
    const tips = this.namedMoves(run).filter(
      ({ words, right, away }) =>
        /^tip/.test(words) && directionName(right, away, parts)[0] === side,
    );
    /** @param {typeof tips[0]} tip */
    const along = (tip) => (tip.right * x + tip.away * y) / Math.hypot(tip.right, tip.away);
    return tips.sort((a, b) => along(b) - along(a))[0]?.move;
  }
  /**
   * Lists the open sides of the marble's cell, in words for a screen reader.
   * @param {Recording} run
   */
  openSides(run) {
    if (!run.state.cell || !this.scene) return "";
    const { walls } = this.scene;
    const { maze } = run.pose(run.duration_s);
    const { right, away } = this.eye;
    const cell = walls.centre(run.state.cell).map(Math.floor);
    const low = Math.sin((kDepthCone_deg * Math.PI) / 180);
    /** @param {number} axis @param {number} sign */
    const words = (axis, sign) => {
      const to = rotate(maze, shifted([0, 0, 0], axis, sign));
      const [x, y] = [dot(to, right), dot(to, away)];
      const isLevel = Math.max(Math.abs(x), Math.abs(y)) > low && Math.abs(to[2]) < 0.8;
      const height = Math.abs(to[2]) < low ? "" : to[2] > 0 ? "up" : "down";
      return [height, isLevel ? directionName(x, y)[0] : ""].filter(Boolean).join(" ");
    };
    const sides = [0, 1, 2].flatMap((axis) => [-1, 1].map((sign) => [axis, sign]));
    const open = sides
      .filter(([axis, sign]) => !walls.isWall(shifted(cell, axis, Math.max(sign, 0)), axis))
      .map(([axis, sign]) => words(axis, sign));
    return open.length ? `Open: ${open.join(", ")}.` : "";
  }

  /**
   * Registers pointer handlers. The mouse or one finger orbits the camera, or turns the maze under
   * continuous control. Two fingers or the wheel zoom.
   * @private
   */
  addListeners() {
    const { canvas, page } = this;
    /** @type {Map<number, number[]>} */
    const fingers = new Map();
    let held = [0, 0];
    const spread = () => {
      const [a, b] = fingers.values();
      return Math.hypot(...subtract(a, b));
    };
    canvas.onpointerdown = (event) => {
      canvas.setPointerCapture(event.pointerId);
      held = [event.clientX, event.clientY];
      fingers.set(event.pointerId, held);
      page.tilt.setVelocity(null);
    };
    canvas.onpointermove = (event) => {
      const before = fingers.get(event.pointerId);
      if (!before) return;
      const was = fingers.size === 2 ? spread() : 0;
      const now = [event.clientX, event.clientY];
      const scrolls = page.link.embed && event.pointerType === "touch" && fingers.size < 2;
      fingers.set(event.pointerId, now);
      if (fingers.size === 2 && !page.link.embed) this.zoom(was / Math.max(spread(), 1));
      else if (
        !scrolls &&
        (event.shiftKey || !page.tilt.setVelocity(this.dragVelocity(held, now)))
      ) {
        const { yaw, pitch } = this.camera;
        const [dx, dy] = subtract(now, before);
        this.moveCamera({ yaw: yaw - 0.008 * dx, pitch: clamp(pitch + 0.008 * dy, -1.55, 1.55) });
      }
    };
    canvas.onpointerup = canvas.onpointercancel = (event) => {
      fingers.delete(event.pointerId);
      page.tilt.setVelocity(null);
    };
    canvas.addEventListener(
      "wheel",
      (event) => {
        if (page.link.embed) return;
        event.preventDefault();
        this.zoom(Math.exp(clamp(event.deltaY, -100, 100) * 0.0015));
      },
      { passive: false },
    );
    canvas.ondblclick = () => this.moveCamera(kFirstCamera);
  }
  /** @param {number} factor */
  zoom(factor) {
    this.moveCamera({ distance: clamp(this.camera.distance * factor, 0.15, 5) });
  }
  /** @param {Partial<import("./linear.js").Camera>} changes */
  moveCamera(changes) {
    Object.assign(this.camera, changes);
    this.page.playback.show();
  }
}
