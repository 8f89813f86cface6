/**
 * A phone that is turned turns the maze: its motion sensor says where gravity pulls in it, and the
 * maze's is to pull there, too.
 */
import { add, conjugate, cross, dot, rotated, times, unit } from "../linear.js";

/** @typedef {import("../linear.js").Vector} Vector */

const kPatience_ms = 1000; // in which a sensor that is there reports something
const kFullTurn = 0.4; // rad; from here on the maze turns as fast as it may

/** Asks for the sensor, as iOS wants it. */
async function isAllowed() {
  /** @type {{requestPermission?: () => Promise<string>}} */
  const sensor = Object(globalThis["DeviceOrientationEvent"]);
  if (!sensor.requestPermission) return true;
  const answer = await sensor.requestPermission().catch(() => "denied");
  return answer === "granted";
}

export class Phone {
  constructor() {
    /** @type {Vector} where gravity pulls: to the right of the screen, to its top, out of it */
    this.down = null;
    /** @type {function(Vector): Vector} from the phone to the maze */
    this.inMaze = null;
    window.addEventListener("deviceorientation", (event) => this.feel(event));
  }
  /** May there be a sensor? A computer without a touch screen has none. */
  static get mayBe() {
    return "DeviceOrientationEvent" in window && navigator.maxTouchPoints > 0;
  }
  /**
   * Asks for the sensor, within a click; null where it reports nothing.
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
  /** @param {DeviceOrientationEvent} event turns about the phone's long side and its short one */
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
   * As the phone is held now, the maze is to stand as it stands now.
   * @param {import("../linear.js").Turn} turn of the maze
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
   * Returns the angular velocity about the maze's axes, as shares of the most, that brings it
   * there.
   * @param {import("../linear.js").Turn} turn of the maze
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
