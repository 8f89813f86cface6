// Manual continuous control: by drags, arrow keys and the motion sensor of a phone.
import { byId, field, setText } from "../text.js";
import { TiltRun } from "./live_run.js";
import { Phone } from "./phone.js";

/** @typedef {import("./page.js").Page} Page */

export class TiltControl {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    /** @type {Phone | null} the motion sensor if it controls the maze */
    this.phone = null;
    byId("motion").onclick = () => this.toggleMotionControl();
    byId("recentre").onclick = () => this.recentre();
    for (const type of ["keyup", "blur", "visibilitychange"])
      window.addEventListener(type, () => this.setVelocity(null));
  }

  /**
   * Sets the angular velocity of a maze under manual continuous control. Null stops the maze, or
   * lets it follow the phone. Returns false if the maze is not under manual continuous control.
   * @param {number[] | null} velocity world frame, 1 is the maximum
   */
  setVelocity(velocity) {
    const { run, playback } = this.page;
    if (!(run instanceof TiltRun) || !run.state.by_hand) return false;
    run.command = velocity ?? [0, 0, 0];
    if (velocity) playback.play(true);
    return true;
  }
  /**
   * Tilts the maze towards a direction in the image, by a move or under continuous control.
   * @param {number} x to the right
   * @param {number} y away from the viewer
   */
  tiltTowards(x, y) {
    const { page } = this;
    const { run, view, marbleView } = page;
    if (marbleView && this.setVelocity(marbleView.tiltVelocity(x, y))) return;
    if (!run.state.by_hand || !run.state.waits) return;
    const move = view.moveTowards(run, x, y);
    if (move === undefined) page.showMessage("No move tips the maze in this direction.");
    else page.choose(move);
  }

  /** Starts or stops control by the phone's motion sensor. */
  async toggleMotionControl() {
    const before = this.phone;
    before?.stop();
    field("motion").disabled = true; // a second click would start a second search
    this.phone = before ? null : await Phone.find();
    field("motion").disabled = false;
    if (!before && !this.phone)
      return this.page.showMessage(
        "This device does not report its motion. Drag the maze instead.",
      );
    setText("motion", this.phone ? "Drag instead" : "Tilt the phone");
    byId("recentre").hidden = !this.phone;
    return this.recentre();
  }
  /** Calibrates the phone and continues the run. */
  recentre() {
    const { run, marbleView, playback } = this.page;
    if (run instanceof TiltRun) run.phone = this.phone;
    if (marbleView) this.phone?.recentre(run.pose(run.duration_s).maze, marbleView.eye);
    playback.play(true);
    this.page.showMessage(
      this.phone ? "The maze tilts with the phone. The phone's current position is level." : "",
    );
  }
}
