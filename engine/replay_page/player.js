// The page around the picture: time, moves, camera. What it shows at any moment also stands in
// data attributes of the body, for whoever tests or scripts the page.
const byId = (id) => document.getElementById(id);
const kNearlyOver_s = 1e-3;
const kPlaySign = "M4 2.5v11l9.5-5.5z", kPauseSign = "M4 3h3v10H4z M9 3h3v10H9z";

// The thesis's "unsolvable" says more than it means.
const outcomeName = (outcome) => (outcome === "unsolvable" ? "gave up (unsolvable)" : outcome);

class Player {
  constructor(recording, scene) {
    this.recording = recording;
    this.scene = scene;
    this.time = 0;
    this.playing = false;
    this.coming = null;  // the frame that was asked for
    this.camera = { yaw: 0.57, pitch: 0.23, distance: 1.06 };
    this.here = null;
    this.describe();
    this.listMoves();
    this.listen();
    this.seek(0);
  }

  describe() {
    const { title, agent, world, orientations, outcome, moves } = this.recording;
    byId("title").textContent = title;
    byId("about").textContent = `${agent || "played by hand"}, ${orientations} orientations, ${world} physics`;
    const count = moves.filter((move) => move.number > 0).length;
    byId("count").textContent = `${count} move${count === 1 ? "" : "s"}`;
    byId("outcome").textContent = this.outcome = outcome === "running" ? "unfinished" : outcomeName(outcome);
    byId("outcome").className = outcome;
    byId("scrub").max = this.recording.duration_s;
    this.placeLabels();
  }
  placeLabels() {
    byId("labels").replaceChildren();
    this.labels = [["start", this.recording.maze.start], ["target", this.recording.maze.target]].map(([word, cell]) => {
      const label = document.createElement("span");
      label.textContent = word;
      byId("labels").append(label);
      return { label, place: this.scene.walls.centre(cell) };
    });
  }

  ending(move) {
    if (move.ending !== "settled") return move.ending;
    if (move.to === null) return "unfinished";
    return move.to === move.from ? "stays" : `cell ${move.to}`;
  }

  listMoves() {
    this.rows = [];
    this.marks = [];
    byId("moves").replaceChildren();
    byId("marks").replaceChildren();
    this.recording.moves.forEach((move, i) => this.listMove(move, i));
    this.placeMarks();
  }

  // Adds move i, or writes its row anew.
  listMove(move, i) {
    if (!this.rows[i]) {
      this.rows[i] = document.createElement("li");
      this.marks[i] = document.createElement("i");
      byId("moves").append(this.rows[i]);
      byId("marks").append(this.marks[i]);
    }
    const row = this.rows[i], button = document.createElement("button");
    const parts = [["number", move.number || "-"], ["words", move.words], ["to", this.ending(move)], ["reason", move.reason]];
    for (const [part, text] of parts.filter(([, text]) => text)) {
      const span = document.createElement("span");
      span.className = part;
      span.textContent = text;
      button.append(span);
    }
    button.onclick = () => this.seek(this.beginOf(i));
    row.classList.toggle("odd", move.ending !== "settled");
    row.classList.toggle("target", this.endsAtGoal(move));
    row.replaceChildren(button);
  }
  beginOf(i) { return this.recording.moves[i].begin_s; }
  endsAtGoal(move) { return move.to === this.recording.maze.target; }
  placeMarks() {
    const whole = this.recording.duration_s || 1;
    this.recording.moves.forEach((move, i) => {
      this.marks[i].style.left = `${(100 * move.begin_s) / whole}%`;
      this.marks[i].style.width = `${(100 * (move.end_s - move.begin_s)) / whole}%`;
    });
  }

  listen() {
    byId("play").onclick = () => this.play(!this.playing);
    byId("previous").onclick = () => this.toMove(-1);
    byId("next").onclick = () => this.toMove(+1);
    byId("scrub").oninput = () => this.seek(Number(byId("scrub").value));
    for (const id of ["path", "trail", "still"]) byId(id).onchange = () => this.show();
    byId("light").onchange = () => this.setLight(byId("light").checked);
    window.addEventListener("resize", () => this.show());
    window.addEventListener("keydown", (event) => this.key(event));
    this.listenToCanvas(byId("picture"));
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || ["SELECT", "BUTTON"].includes(event.target.tagName)) return;
    const action = {
      " ": () => this.play(!this.playing), ArrowLeft: () => this.toMove(-1), ArrowRight: () => this.toMove(+1),
      ",": () => this.step(-1), ".": () => this.step(+1),
      Home: () => this.seek(0), End: () => this.seek(this.recording.duration_s),
      p: () => byId("path").click(), t: () => byId("trail").click(), m: () => byId("still").click(),
    }[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  // One finger or the mouse turns, two fingers or the wheel bring nearer.
  listenToCanvas(canvas) {
    const fingers = new Map();
    const spread = () => {
      const [a, b] = [...fingers.values()];
      return Math.hypot(a[0] - b[0], a[1] - b[1]);
    };
    canvas.onpointerdown = (event) => {
      canvas.setPointerCapture(event.pointerId);
      fingers.set(event.pointerId, [event.clientX, event.clientY]);
    };
    canvas.onpointermove = (event) => {
      const before = fingers.get(event.pointerId);
      if (!before) return;
      const was = fingers.size === 2 ? spread() : 0, now = [event.clientX, event.clientY];
      fingers.set(event.pointerId, now);
      if (fingers.size === 2) this.zoom(was / Math.max(spread(), 1));
      else this.orbit(now[0] - before[0], now[1] - before[1]);
    };
    canvas.onpointerup = canvas.onpointercancel = (event) => fingers.delete(event.pointerId);
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(Math.exp(clamp(event.deltaY, -100, 100) * 0.0015));
    }, { passive: false });
    canvas.ondblclick = () => {
      Object.assign(this.camera, { yaw: 0.57, pitch: 0.23, distance: 1.06 });
      this.show();
    };
  }
  orbit(dx, dy) {
    this.camera.yaw -= 0.008 * dx;
    this.camera.pitch = clamp(this.camera.pitch + 0.008 * dy, -1.55, 1.55);
    this.show();
  }
  zoom(factor) {
    this.camera.distance = clamp(this.camera.distance * factor, 0.15, 5);
    this.show();
  }

  setLight(light) {
    document.body.classList.toggle("light", light);
    this.scene.setPalette(light ? "light" : "dark");
    this.show();
  }

  /** Lets time go on or stand. However often it is told to go on, there is one loop of frames. */
  play(playing) {
    if (playing && this.isOver()) this.time = 0;
    this.playing = playing;
    byId("play").querySelector("path").setAttribute("d", playing ? kPauseSign : kPlaySign);
    byId("play").setAttribute("aria-label", playing ? "Pause" : "Play");
    if (playing && this.coming === null) this.awaitFrame(null);
    if (playing || this.coming === null) return;
    cancelAnimationFrame(this.coming);
    this.coming = null;
  }
  /** Asks for the next frame. `before` is when the last one was, in ms, or null where time begins to go. */
  awaitFrame(before) {
    this.coming = requestAnimationFrame((now) => {
      // A page that was hidden for a while does not jump ahead.
      const passed = before === null ? 0 : Math.min((now - before) / 1000, 0.1);
      this.time = Math.min(this.time + passed * Number(byId("speed").value), this.recording.duration_s);
      this.awaitFrame(now);
      this.show();
      if (this.isOver()) this.play(false);
    });
  }
  // Nothing comes after this moment.
  isOver() { return this.time >= this.recording.duration_s; }

  seek(time) {
    this.play(false);
    const end = this.recording.duration_s;
    // The scrub bar may stop a rounding error short of the end.
    this.time = time > end - kNearlyOver_s ? end : Math.max(time, 0);
    this.show();
  }
  step(frames) { this.seek(this.time + frames * this.recording.frame_s); }
  // To the beginning of the next move, or of the last one that began a while ago.
  toMove(way) {
    const begins = [0, ...this.recording.moves.map((move) => move.begin_s), this.recording.duration_s];
    const there = way > 0 ? begins.find((begin) => begin > this.time + 1e-6) : begins.findLast((begin) => begin < this.time - 0.3);
    this.seek(there ?? (way > 0 ? this.recording.duration_s : 0));
  }

  show() {
    this.drawPicture();
    byId("scrub").value = this.time;
    byId("clock").textContent = `${this.time.toFixed(2)} / ${this.recording.duration_s.toFixed(2)} s`;
    this.showMove();
    this.report();
  }
  drawPicture() {
    const options = Object.fromEntries(["path", "trail", "still"].map((id) => [id, byId(id).checked]));
    const toPixels = this.scene.draw(this.time, this.camera, options);
    for (const { label, place } of this.labels) {
      const [x, y] = toPixels(place);
      label.style.transform = `translate(${(x + 10).toFixed(1)}px, ${(y - 26).toFixed(1)}px)`;
    }
  }

  showMove() {
    const i = this.recording.moveAt(this.time);
    const words = this.nowWords(this.recording.moves[i]);
    if (byId("now").textContent !== words) byId("now").textContent = words;  // readers say each change aloud
    if (this.here === i) return;
    this.here = i;
    this.rows.forEach((row, k) => {
      row.classList.toggle("past", k < i);
      row.classList.toggle("here", k === i);
    });
    this.marks.forEach((mark, k) => mark.classList.toggle("here", k === i));
    this.rows[Math.max(i, 0)]?.scrollIntoView({ block: "nearest" });
  }

  nowWords(move) {
    if (this.isOver()) return `the end: ${this.outcome}`;
    return move ? `move ${move.number}: ${move.words} (${this.recording.pose(this.time).phase})` : "before the first move";
  }

  report() {
    const { marble, phase } = this.recording.pose(this.time);
    Object.assign(document.body.dataset, { time: this.time.toFixed(3), move: this.here + 1, phase, marble: marble.map((v) => v.toFixed(3)).join(" ") });
  }
}

function fail(error) {
  document.body.dataset.fault = error.message;
  byId("fault").textContent = "This page cannot show the run: " + error.message;
  byId("fault").hidden = false;
}
