/** A phone that is turned turns the maze: its motion sensor says where gravity pulls in it, and the maze's is to pull there, too. */
import { add, conjugate, cross, dot, rotated, times, unit } from "../linear.js";

const kPatience_ms = 1000;  // in which a sensor that is there tells something
const kFullTurn = 0.4;      // rad; from here on the maze turns as fast as it may

export class Phone {
  constructor() {
    /** @type {number[]} where gravity pulls: to the right of the screen, to its top, out of it */
    this.down = null;
    window.addEventListener("deviceorientation", (event) => this.feel(event));
  }
  /** May it be asked? A computer without a touch screen has no such sensor. */
  static get mayBe() { return "DeviceOrientationEvent" in window && navigator.maxTouchPoints > 0; }
  /** Asks for the sensor, as iOS wants it, within a click. @returns {Promise<boolean>} it tells something */
  static async find() {
    const ask = /** @type {any} */ (window.DeviceOrientationEvent)?.requestPermission, answer = ask ? await ask().catch(() => "denied") : "granted";
    if (answer !== "granted") return null;
    const phone = new Phone(), end = performance.now() + kPatience_ms;
    while (!phone.down && performance.now() < end) await new Promise((done) => setTimeout(done, 20));
    return phone.down ? phone : null;
  }
  /** @param {DeviceOrientationEvent} event turns about the phone's long side and its short one, in degrees */
  feel({ beta, gamma }) {
    if (beta === null || gamma === null) return;
    const [b, c, screen] = [beta, gamma, window.screen.orientation?.angle ?? 0].map((angle) => (angle * Math.PI) / 180);
    const x = Math.cos(b) * Math.sin(c), y = -Math.sin(b);
    this.down = [x * Math.cos(screen) - y * Math.sin(screen), x * Math.sin(screen) + y * Math.cos(screen), -Math.cos(b) * Math.cos(c)];
  }
  /** As the phone is held now, the maze is to stand as it stands now. @param { {right: number[], up: number[], back: number[]}} eye */
  recentre(turn, { right, up, back }) {
    const inRoom = (to) => add(add(times(right, to[0]), times(up, to[1])), times(back, to[2]));
    const held = inRoom(this.down), down = [0, 0, -1], level = unit([...cross(held, down), 1.000001 + dot(held, down)]);
    this.inMaze = (place) => rotated(conjugate(turn), rotated(level, inRoom(place)));
  }
  /** The angular velocity about the maze's axes, as shares of the most, that brings it there. */
  shares(turn) {
    const wanted = this.inMaze(this.down), now = rotated(conjugate(turn), [0, 0, -1]), axis = cross(wanted, now), sine = Math.hypot(...axis);
    const way = dot(wanted, now) > 0 ? sine : 1;
    return times(axis, Math.min(way / kFullTurn, 1) / Math.max(sine, 1e-9));
  }
}
