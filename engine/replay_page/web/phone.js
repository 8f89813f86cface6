// Control by a phone's motion sensor. The sensor reports the direction of gravity in the phone. The
// maze turns until gravity has the same direction in the maze.
import { add, conjugate, cross, dot, rotate, scale, normalize } from "../linear.js";
import { required } from "../required.js";

/** @typedef {import("../linear.js").Vector} Vector */

const kSensorTimeout_ms = 3000; // time to wait for the sensor's first report
const kFullTurn = 0.4; // error from which on the maze turns at full speed, rad

/** Requests the permission that iOS requires. */
async function isAllowed() {
  /** @type {{requestPermission?: () => Promise<string>}} */
  const sensor = Object(globalThis["DeviceOrientationEvent"]);
  if (!sensor.requestPermission) return true;
  const answer = await sensor.requestPermission().catch(() => "denied");
  return answer === "granted";
}

export class Phone {
  constructor() {
    /** @type {Vector | null} gravity in the screen frame: x right, y up, z out of the screen */
    this.down = null;
    /** @type {(function(Vector): Vector) | null} converts a direction from the phone to the maze */
    this.inMaze = null;
    window.ondeviceorientation = (event) => this.onOrientation(event);
  }
  /** Stops the sensor, which uses the battery. */
  stop() {
    window.ondeviceorientation = null;
  }
  /** Returns true if the device may have a sensor. Computers without a touch screen have none. */
  static get isSupported() {
    return "DeviceOrientationEvent" in window && navigator.maxTouchPoints > 0;
  }
  /**
   * Starts the sensor. Returns null if it reports nothing. Requires: called from a click handler.
   * @returns {Promise<Phone | null>}
   */
  static async find() {
    if (!(await isAllowed())) return null;
    const phone = new Phone();
    const end = performance.now() + kSensorTimeout_ms;
    while (!phone.down && performance.now() < end)
      await new Promise((done) => setTimeout(done, 20));
    if (phone.down) return phone;
    phone.stop();
    return null;
  }
  /** @param {DeviceOrientationEvent} event rotations about the phone's axes, degrees */
  onOrientation({ beta, gamma }) {
    if (beta === null || gamma === null) return;
    const degrees = [beta, gamma, window.screen.orientation?.angle ?? 0];
    const [b, c, screen] = degrees.map((angle) => (angle * Math.PI) / 180);
    const x = Math.cos(b) * Math.sin(c);
    const y = -Math.sin(b);
    const [cosine, sine] = [Math.cos(screen), Math.sin(screen)];
    this.down = [x * cosine - y * sine, x * sine + y * cosine, -Math.cos(b) * Math.cos(c)];
  }
  /**
   * Calibrates: the phone's current pose corresponds to the maze's current orientation.
   * @param {import("../linear.js").Quaternion} turn rotation of the maze
   * @param {import("../linear.js").Eye} eye
   */
  recentre(turn, eye) {
    /** @param {Vector} to */
    const inRoom = (to) =>
      add(add(scale(eye.right, to[0]), scale(eye.up, to[1])), scale(eye.back, to[2]));
    const held = inRoom(required(this.down, "a report of the motion sensor"));
    const down = [0, 0, -1];
    const level = normalize([...cross(held, down), 1.000001 + dot(held, down)]);
    this.inMaze = (place) => rotate(conjugate(turn), rotate(level, inRoom(place)));
  }
  /**
   * Returns the angular velocity that turns the maze to the phone's orientation (maze frame,
   * maximum 1).
   * @param {import("../linear.js").Quaternion} turn rotation of the maze
   */
  velocity(turn) {
    if (!this.inMaze || !this.down) return [0, 0, 0];
    const wanted = this.inMaze(this.down);
    const now = rotate(conjugate(turn), [0, 0, -1]);
    const axis = cross(wanted, now);
    const sine = Math.hypot(...axis);
    const error = dot(wanted, now) > 0 ? sine : 1;
    return scale(axis, Math.min(error / kFullTurn, 1) / Math.max(sine, 1e-9));
  }
}
