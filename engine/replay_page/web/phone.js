/**
 * A phone that turns the maze: its motion sensor reports the direction of gravity in the phone, and
 * the maze turns until gravity has the same direction in the maze.
 */
import { add, conjugate, cross, dot, rotated, times, unit } from "../linear.js";

/** @typedef {import("../linear.js").Vector} Vector */

const kPatience_ms = 3000; // time in which an existing sensor reports a value
const kFullTurn = 0.4; // rad; from this angle on the maze turns at full speed

/** Asks for permission to use the sensor, which iOS requires. */
async function isAllowed() {
  /** @type {{requestPermission?: () => Promise<string>}} */
  const sensor = Object(globalThis["DeviceOrientationEvent"]);
  if (!sensor.requestPermission) return true;
  const answer = await sensor.requestPermission().catch(() => "denied");
  return answer === "granted";
}

export class Phone {
  constructor() {
    /** @type {Vector} direction of gravity: to the right of the screen, to its top, out of it */
    this.down = null;
    /** @type {function(Vector): Vector} converts from the phone to the maze */
    this.inMaze = null;
    window.addEventListener("deviceorientation", (event) => this.feel(event));
  }
  /** Returns whether a sensor may exist. A computer without a touch screen has none. */
  static get mayBe() {
    return "DeviceOrientationEvent" in window && navigator.maxTouchPoints > 0;
  }
  /**
   * Starts the sensor; must be called within a click. Returns null if it reports nothing.
   * @returns {Promise<Phone | null>}
   */
  static async find() {
    if (!(await isAllowed())) return null;
    const phone = new Phone();
    const end = performance.now() + kPatience_ms;
    while (!phone.down && performance.now() < end)
      await new Promise((done) => setTimeout(done, 20));
    return phone.down ? phone : null;
  }
  /** @param {DeviceOrientationEvent} event rotations about the phone's long and short side */
  feel({ beta, gamma }) {
    if (beta === null || gamma === null) return;
    const degrees = [beta, gamma, window.screen.orientation?.angle ?? 0];
    const [b, c, screen] = degrees.map((angle) => (angle * Math.PI) / 180);
    const x = Math.cos(b) * Math.sin(c);
    const y = -Math.sin(b);
    const [cosine, sine] = [Math.cos(screen), Math.sin(screen)];
    this.down = [x * cosine - y * sine, x * sine + y * cosine, -Math.cos(b) * Math.cos(c)];
  }
  /**
   * Makes the current pose of the phone correspond to the current orientation of the maze.
   * @param {import("../linear.js").Turn} turn rotation of the maze
   * @param {import("../linear.js").Eye} eye
   */
  recentre(turn, eye) {
    /** @param {Vector} to */
    const inRoom = (to) =>
      add(add(times(eye.right, to[0]), times(eye.up, to[1])), times(eye.back, to[2]));
    const held = inRoom(this.down);
    const down = [0, 0, -1];
    const level = unit([...cross(held, down), 1.000001 + dot(held, down)]);
    this.inMaze = (place) => rotated(conjugate(turn), rotated(level, inRoom(place)));
  }
  /**
   * Returns the angular velocity about the maze's axes, as shares of the maximum, that brings the
   * maze to the phone's orientation.
   * @param {import("../linear.js").Turn} turn rotation of the maze
   */
  shares(turn) {
    const wanted = this.inMaze(this.down);
    const now = rotated(conjugate(turn), [0, 0, -1]);
    const axis = cross(wanted, now);
    const sine = Math.hypot(...axis);
    const way = dot(wanted, now) > 0 ? sine : 1;
    return times(axis, Math.min(way / kFullTurn, 1) / Math.max(sine, 1e-9));
  }
}
