// The page. A worker computes the run, the player shows it, and the dock and the sheet control it.
// A replay has no worker and shows a recording.
import { BoardView } from "../board_view.js";
import { cellCount } from "../grid.js";
import { MarbleView } from "../marble_view.js";
import { Player } from "../player.js";
import { Recording } from "../recording.js";
import { byId, dateOf, dayOf, field, kWords, outcomeText, pluralize } from "../text.js";
import { resetChanges, sentence, setText } from "../text.js";
import { Dock } from "./dock.js";
import { saveMaze, savePicture, saveRecording } from "./share.js";
import { shareEmbedCode, shareLink, setAddress } from "./share.js";
import { press } from "./keys.js";
import { BadLink, kLargestSeed, kNoContent, kUsualAgent, kUsualPolicy } from "./link.js";
import { linkOf, linkOfMaze, newRun, parsedLink, stepsOf } from "./link.js";
import { TiltRun, LiveRun, LogicRun } from "./live_run.js";
import { Phone } from "./phone.js";
import { bestTime, restoreControls, storeStars, storeTime, storeToday } from "./storage.js";
import { starsFor, streak } from "./storage.js";
import { Sheet } from "./sheet.js";

const kSlow_ms = 500;
const kLargestFile = 64e6;
const kMostCells = 40000; // larger mazes are too slow to draw in a browser
const kLongestLag_s = 0.2;
const kManyMoves = 5; // a run with more manual moves is discarded only after confirmation
const kByHand = "chosen by hand"; // the engine's reason for manual moves
const kTilt = "Tilt the phone";

/**
 * @typedef {import("./link.js").Link} Link
 * @typedef {import("./link.js").Content} Content
 * @typedef {import("./live_run.js").Answer} Answer
 * @typedef {import("./engine_worker.js").Request} Request
 * @typedef {import("../recording.js").RecordingData} RecordingData
 * @typedef {{name: string, title?: string, knows?: string, summary?: string}} Agent
 *
 * @typedef {Object} Parts
 * @property {{[name: string]: string}} sources shader sources by name
 * @property {import("./engine_worker.js").EngineWorker} [engine] the worker with the engine
 * @property {Agent[]} [agents] agents and tilt policies
 * @property {Content} [content]
 */

/** @param {string} seed */
const seedAfter = (seed) => String((BigInt(seed) + 1n) & kLargestSeed);

export class Laboratory {
  /** @param {Parts} parts */
  constructor({ sources, engine, agents = [], content = kNoContent }) {
    this.sources = sources;
    this.engine = engine;
    this.agents = agents;
    this.content = content;
    /** @type {Recording} */
    this.run = null;
    /** @type {Link} */
    this.link = null;
    /** @type {MarbleView | BoardView} */
    this.view = null;
    /** @type {MarbleView} created on first use */
    this.marbleView = null;
    /** @type {Phone} motion sensor that controls the maze */
    this.phone = null;
    /** @type {{run: Recording, key: string}} the run and the moves in the address */
    this.addressed = null;
    this.isNew = false; // true if the next address adds an entry to the browser's history
    this.requestTime_ms = 0; // time of the last request to the worker
    this.isWelcome = false; // true until the visitor does something
    restoreControls();
    this.player = new Player(this);
    this.dock = new Dock(this);
    this.sheet = new Sheet(this);
    this.addListeners();
  }
  get title() {
    const { link, run } = this;
    if (link.lesson) return `Lesson: ${link.lesson.title}`;
    if (link.day) return this.isToday ? "Maze of the day" : `Maze of ${dateOf(link.day)}`;
    if (link.level) return `Level ${link.level}: ${link.name}`;
    if (link.name) return link.name;
    const shape = run.titleText();
    return link.of.seed === undefined ? shape : `${shape}, number ${link.of.seed}`;
  }
  get isToday() {
    return this.link.day === dayOf(new Date());
  }
  /** Returns true if an agent has made a move in this run. */
  get isHelped() {
    const { run, link } = this;
    const moves = run.moves.filter(({ number }) => number > 0);
    return (
      link.helped ||
      (run.isTilt ? !run.now.by_hand : moves.some(({ reason }) => reason !== kByHand))
    );
  }
  /** Returns the name of the agent, or "" if all moves were made by hand. */
  playedBy() {
    return this.isHelped || !this.run.moves.length ? this.agentTitle : "";
  }
  get agentTitle() {
    const { agent } = this.run.now;
    return this.agents.find(({ name }) => name === agent)?.title ?? kWords.policies[agent] ?? agent;
  }

  /**
   * Registers the handlers of buttons, keys and files.
   * @private
   */
  addListeners() {
    /** @type {{[id: string]: function(): unknown}} */
    const clicks = {
      "agent-plays": () => this.setByHand(false),
      "i-play": () => this.setByHand(true),
      "watch-door": () => this.setByHand(false),
      "learn-door": () => this.sheet.show(true, "lessons-title"),
      today: () => this.navigate(`#day=${dayOf(new Date())}`),
      open: () => byId("file").click(),
      hint: () => this.giveHint(),
      restart: () => this.confirmDiscard(() => this.restart()),
      "next-seed": () => this.nextSeed(),
      motion: () => this.toggleMotionControl(),
      recentre: () => this.recentre(),
      link: () => shareLink(this),
      embed: () => shareEmbedCode(this),
      "picture-file": () => savePicture(this),
      "recording-file": () => saveRecording(this),
      "maze-file": () => saveMaze(this),
    };
    for (const [id, action] of Object.entries(clicks)) byId(id).onclick = action;
    byId("file").onchange = () => this.openFile(field("file").files[0]);
    byId("agent").onchange = () => this.useAgent(field("agent").value);
    byId("new-maze").addEventListener("submit", () => this.buildMaze());
    for (const button of byId("schemes").querySelectorAll("button")) {
      const { scheme } = button.dataset; // "step" selects the default scheme of the maze
      button.onclick = () =>
        this.switchTo(scheme === "step" ? this.run.schemes[0] : Number(scheme));
    }
    // A button gives up the focus after a click, so shortcuts work.
    document.addEventListener("click", ({ detail, target }) => {
      const button = detail > 0 && target instanceof Element && target.closest("button");
      const { activeElement } = document;
      if (button && !button.closest("#sheet") && activeElement instanceof HTMLElement)
        activeElement.blur();
    });
    for (const type of ["keyup", "blur", "visibilitychange"])
      window.addEventListener(type, () => this.pull(null));
    window.addEventListener("keydown", (event) => press(this, event));
    if (!this.engine) return;
    window.addEventListener("hashchange", async () => {
      await this.openLink(location.hash);
      if (this.run.ended) this.player.seek(this.run.duration_s); // where the visitor left it
    });
    for (const type of ["dragover", "drop"])
      window.addEventListener(type, (event) => {
        event.preventDefault();
        // The list of files is empty until the drop.
        this.openFile(/** @type {DragEvent} */ (event).dataTransfer.files[0]);
      });
  }
  /** @param {string} words */
  say(words) {
    setText("say", words);
  }
  cameraMoved() {
    this.player.show();
  }
  /**
   * Tilts the maze towards a direction in the image (x right, y away from the viewer).
   * @param {number} x
   * @param {number} y
   */
  tiltTowards(x, y) {
    const { run } = this;
    if (run.isTilt) this.pull(this.marbleView.tiltVelocity(x, y));
    else if (run.now.by_hand && run.now.waits) {
      const move = this.view.moveTowards(run, x, y);
      if (move === undefined) this.say("No move tips the maze in this direction.");
      else this.choose(move);
    }
  }
  /**
   * Runs an action that discards the run. Asks for confirmation if the run has many manual moves.
   * @param {function(): unknown} action
   */
  confirmDiscard(action) {
    const { run } = this;
    const { moves } = run.now.counters;
    if (run.ended || !run.now.by_hand || moves <= kManyMoves) return action();
    setText("ask-words", `Your ${pluralize(moves, "move")} will be lost.`);
    const ask = /** @type {HTMLDialogElement} */ (byId("ask"));
    ask.returnValue = "";
    ask.onclose = () => ask.returnValue && action();
    ask.showModal();
    return undefined;
  }

  /**
   * Sets the angular velocity of a maze under manual continuous control. Null stops the maze, or
   * lets it follow the phone. Returns false if the maze is not under manual continuous control.
   * @param {number[] | null} pull
   */
  pull(pull) {
    const { run } = this;
    if (!(run instanceof TiltRun) || !run.now.by_hand) return false;
    run.pull = pull ?? [0, 0, 0];
    if (pull) this.player.play(true);
    return true;
  }
  /** Starts or stops control by the phone's motion sensor. */
  async toggleMotionControl() {
    this.phone = this.phone ? null : await Phone.find();
    if (byId("motion").textContent === kTilt && !this.phone)
      return this.say("This device does not report its motion. Drag the maze instead.");
    setText("motion", this.phone ? "Drag instead" : kTilt);
    byId("recentre").hidden = !this.phone;
    return this.recentre();
  }
  recentre() {
    const { run } = this;
    if (run instanceof TiltRun) run.phone = this.phone;
    this.phone?.recentre(run.pose(run.duration_s).maze, this.marbleView.eye);
    this.player.play(true);
    this.say(
      this.phone ? "The maze tilts with the phone. The phone's current position is level." : "",
    );
  }

  /**
   * Opens an address of this page as a new entry in the browser's history.
   * @param {string} hash
   */
  navigate(hash) {
    return this.confirmDiscard(() => this.openLink(hash, true));
  }
  /**
   * Opens an address. If it is invalid, the current run continues and the page shows the error.
   * @param {string} hash
   * @param {boolean} [isNew]
   */
  async openLink(hash, isNew = false) {
    try {
      const link = parsedLink(hash || "#", this.content);
      this.isNew = isNew;
      await this.startRun(link);
    } catch (error) {
      if (!(error instanceof BadLink)) throw error;
      this.reject(`This address cannot be opened. ${sentence(error.message)}`);
    }
  }
  /** @param {string} words */
  reject(words) {
    document.body.dataset.refused = words;
    this.say(words);
  }
  buildMaze() {
    const layers = field("layers").value;
    const side = field("size").value;
    const dims = [side, side, layers === "flat" ? 1 : side].join("x");
    const { now, isTilt } = this.run;
    const agent = isTilt ? now.agent : this.moveAgent;
    const maze = `#maze=${dims},${layers},${field("seed").value.trim()}`;
    const scheme = isTilt ? "&scheme=free" : "";
    return this.navigate(`${maze}&agent=${agent}&hand=${Number(now.by_hand)}${scheme}`);
  }
  /** Returns the agent of this run, or the default agent if it only controls tilt. */
  get moveAgent() {
    const { agent } = this.run.now;
    return this.content.agents.includes(agent) ? agent : kUsualAgent;
  }
  nextSeed() {
    const { family, seed } = this.link.of;
    const hand = Number(this.run.now.by_hand);
    if (family) return this.navigate(`#world=${family},${seedAfter(seed)}&hand=${hand}`);
    if (/^\d{1,20}$/.test(field("seed").value))
      field("seed").value = seedAfter(field("seed").value);
    return this.buildMaze();
  }
  /**
   * Restarts this maze.
   * @param {Partial<Link>} [changes]
   */
  restart(changes = {}) {
    return this.startRun(this.linkWith({ moves: "", helped: false, ...changes }));
  }
  /**
   * Returns a link to the current state of the run, with some members changed.
   * @param {Partial<Link>} changes
   * @returns {Link}
   */
  linkWith(changes) {
    const { by_hand, agent } = this.run.now;
    const moves = stepsOf(this.run.moves);
    const like = { ...this.link, byHand: by_hand, agent, moves, helped: this.isHelped, ...changes };
    if (like.orientations && !this.content.agents.includes(like.agent)) like.agent = kUsualAgent;
    return like;
  }
  /** @param {File | undefined} file */
  async openFile(file) {
    if (!file) return;
    field("file").value = "";
    /** @param {string} words */
    const report = (words) => this.say(`File ${file.name}: ${words}`);
    this.engine.onProgress = () => report("checking\u2026");
    report("reading\u2026");
    const isLarge = file.size > kLargestFile;
    /** @type {Answer} */
    const { error, recording, bytes, maze } = isLarge
      ? { error: `it is too large; the maximum is ${kLargestFile / 1e6} MB` }
      : await this.engine.request({ type: "file", file });
    const cells = error ? 0 : cellCount((maze ?? recording.maze).dims);
    if (error) report(sentence(error));
    else if (cells > kMostCells)
      report(`${cells} cells are too many for a browser. The desktop program can open it.`);
    else if (recording) this.showRecording(recording, file.name, bytes);
    else {
      const { by_hand } = this.run.now;
      this.isNew = true;
      this.startRun(linkOfMaze(maze, { agent: this.moveAgent, byHand: by_hand, name: file.name }));
    }
  }
  /**
   * @param {RecordingData} recording
   * @param {string} name
   * @param {Uint8Array} [bytes] the recording file
   */
  showRecording(recording, name, bytes) {
    const { maze, agent, orientations } = recording;
    const run = new Recording(recording);
    run.bytes = bytes;
    run.isTilt = orientations === 0;
    this.showRun({ ...linkOfMaze(maze, { agent, byHand: false, name }), orientations }, run);
  }
  /**
   * Starts the run of a link.
   * @param {Link} link
   * @param {Answer} [prepared] the engine's answer if it is known in advance, so the page can show the
   * run before the engine answers
   */
  async startRun(link, prepared) {
    // Cancels a long computation, which also ends its run.
    const isCancelled = this.isComputing();
    if (isCancelled) this.engine.cancelAll();
    const before = this.run ?? { pending: false };
    before.pending = true; // further requests would act on the new run
    const answering = this.engine.request(newRun(link));
    if (prepared) this.showRun(link, this.createRun(link, prepared));
    const answer = await answering;
    if (answer.error && isCancelled) {
      const old = this.linkWith({});
      this.showRun(old, this.createRun(old, await this.engine.request(newRun(old))));
      this.player.time = this.run.duration_s;
    }
    before.pending = false;
    if (answer.error) this.reject(sentence(answer.error));
    else if (!prepared) {
      this.isWelcome = false;
      this.showRun(link, this.createRun(link, answer));
    }
  }
  isComputing() {
    return this.engine?.waiting.size > 0 && performance.now() - this.requestTime_ms > kSlow_ms;
  }
  /** @param {Link} link @param {Answer} answer */
  createRun(link, answer) {
    if (link.of.family) return new LogicRun(answer, link.of.family);
    return link.orientations ? new LiveRun(answer) : new TiltRun(answer);
  }
  /**
   * Shows a run.
   * @param {Link} link
   * @param {Recording} run
   */
  showRun(link, run) {
    this.link = link;
    this.run = run;
    const canvas = /** @type {HTMLCanvasElement} */ (byId("picture"));
    if (run.maze) this.marbleView ??= new MarbleView(canvas, this.sources, this);
    this.view = run.maze ? this.marbleView : new BoardView((move) => this.choose(move));
    Object.assign(document.body.dataset, {
      view: run.maze ? "marble" : "board",
      embed: Boolean(link.embed),
      tilt: run.isTilt,
    });
    resetChanges();
    if (link.best) field("path").checked = false; // showing the path costs a star
    this.view.open(run);
    this.nameMoves(0);
    this.say("");
    if (run instanceof TiltRun) {
      run.best_s = bestTime(link, run);
      if (this.phone) this.recentre();
    }
    this.dock.open();
    this.player.open(run, this.view);
    this.sheet.open();
    this.sheet.closeIfCovering();
    this.updateTexts();
    this.updateAddress();
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (run.now.waits) this.player.time = run.duration_s;
    this.player.play(!run.now.waits && run.begins && (run.now.by_hand || !isStill));
    this.player.show();
  }
  /**
   * Names new moves. The names do not change when the camera moves.
   * @param {number} first
   * @private
   */
  nameMoves(first) {
    const { run, view } = this;
    for (let i = first; i < run.moves.length; ++i) run.names[i] ??= view.nameOf(run, i);
  }
  /**
   * Updates the address, so a reload restores the run. Reports each move to the embedding page.
   * @private
   */
  updateAddress() {
    const { run, addressed } = this;
    const { outcome } = run;
    const key = `${stepsOf(run.moves)} ${outcome}`;
    if (!this.engine || (addressed?.run === run && addressed.key === key)) return;
    this.addressed = { run, key };
    if (!this.isWelcome || run.moves.length)
      setAddress(linkOf(this.link, run, run.bytes ? [] : run.moves), this.isNew);
    this.isNew = false;
    if (addressed?.run !== run) return;
    const marblemaze = outcome === "solved" ? "solved" : "moved";
    window.parent?.postMessage({ marblemaze, moves: run.now.counters.moves, outcome }, "*");
  }

  /**
   * Requests more simulation when playback needs it, but not far ahead, so a switch takes effect
   * quickly. If frames are slow, continuous control slows down the simulation instead of reacting
   * late.
   */
  beforeShow() {
    const { run, player } = this;
    if (!(run instanceof LiveRun || run instanceof LogicRun)) return;
    const frame_s = Math.min(player.frame_s, run.isTilt ? kLongestLag_s : Infinity);
    const seconds = (run.ahead_s + frame_s) * Number(field("speed").value);
    const isIdle = !player.playing || run.ended || run.now.waits || !run.begins;
    if (run.pending || isIdle || run.duration_s - player.time > seconds) return;
    this.request(run instanceof LogicRun ? run.request() : run.request(1.2 * seconds));
  }
  afterShow() {
    const { run, player } = this;
    const { now } = run;
    if (field("path").checked && now.by_hand && !run.ended) run.hints ||= 1;
    const isSlow = run.pending && this.isComputing() && player.time >= run.duration_s;
    byId("thinking").hidden = !isSlow;
    setText(
      "thinking",
      this.engine?.ready ? "The agent is thinking\u2026" : "Starting the engine\u2026",
    );
    this.dock.show();
    this.sheet.update(player.time);
    Object.assign(document.body.dataset, {
      outcome: now.outcome,
      hand: now.by_hand,
      waits: now.waits,
      scheme: now.orientations,
      moves: now.counters.moves,
      duration: run.duration_s.toFixed(3),
    });
  }
  /**
   * Updates the title and the texts for screen readers.
   * @private
   */
  updateTexts() {
    const { run, link, view } = this;
    const { now } = run;
    const who = now.by_hand ? "You play" : `${this.agentTitle} plays`;
    const orientations = now.orientations === 24 ? ", 24 orientations" : "";
    setText("title", this.title);
    document.title = `${this.title} \u00b7 marblemaze`;
    const recorded = `Recording, ${now.agent || "played by hand"}`;
    const player = run.bytes || !this.engine ? recorded : who;
    const weekday = new Date().toLocaleDateString("en-GB", { weekday: "long" });
    const date = `${weekday}, ${dateOf(link.day)}`;
    setText("about", now.by_hand && this.isToday ? date : `${player}${orientations}`);
    const days = streak();
    byId("streak").hidden = !days || !link.day;
    setText("streak", `Streak: ${pluralize(days, "day")}`);
    byId("i-play").hidden = !this.engine || (now.by_hand && !run.ended);
    const place = run.positionText();
    const spoken = [];
    if (run.ended && this.engine)
      spoken.push(`${outcomeText(run.outcome)[0]}:`, run.endText(link.best));
    if (run.ended || now.waits) spoken.push(place);
    if (now.waits) spoken.push(view.openSides(run));
    setText("spoken", spoken.join(" ").trim());
    byId("picture").ariaLabel = `The maze in 3-D. ${place} Drag to look around.`;
    byId("board").ariaLabel = `The board. ${place}`;
    this.sheet.updateControls();
  }
  /** Returns the address and the label of the next lesson or level, or null. */
  nextChallenge() {
    const { link, content } = this;
    const lesson = link.lesson && content.lessons[content.lessons.indexOf(link.lesson) + 1];
    if (lesson) return { hash: `#lesson=${lesson.name}`, words: `Next lesson: ${lesson.title}` };
    const number = (link.level ?? 0) + 1;
    const level = (link.level || link.day) && content.levels[number - 1];
    const words = `${link.level ? "Next level" : "Level 1"}: ${level?.name}`;
    return level ? { hash: `#level=${number}`, words } : null;
  }
  /**
   * Sends a request to the worker and shows the result. Rejects with Cancelled if the request is
   * cancelled.
   * @param {Request} request
   * @returns {Promise<Answer>}
   */
  async request(request) {
    const { run } = this;
    this.isWelcome = false;
    run.pending = true;
    this.requestTime_ms = performance.now();
    setTimeout(() => run === this.run && run.pending && this.afterShow(), kSlow_ms + 50);
    const answer = await this.engine.request(request);
    if (run !== this.run) return answer; // another run has begun
    run.pending = this.engine.waiting.size > 0;
    if (answer.error) this.say(sentence(answer.error));
    if (answer.now) this.applyAnswer(answer);
    return answer;
  }
  /** @param {Answer} answer @private */
  applyAnswer(answer) {
    const { run, link } = this;
    if (!(run instanceof LiveRun || run instanceof LogicRun)) return;
    const first = run.addAnswer(answer);
    this.nameMoves(first);
    link.helped = this.isHelped;
    if (run.outcome === "solved" && !link.helped) {
      if (run.isTilt) storeTime(link, run);
      if (this.isToday && !run.isTilt) storeToday();
      if (link.level && !run.isTilt)
        storeStars(link.level, starsFor(run.now.counters.moves, link.best, run.hints));
    }
    this.player.listMoves(first);
    this.updateTexts();
    this.updateAddress();
    if (!this.player.playing) this.player.show();
  }
  /**
   * Switches between manual play and the agent.
   * @param {boolean} byHand
   */
  async setByHand(byHand) {
    this.sheet.closeIfCovering();
    this.say("");
    if (this.run.ended) return this.restart({ byHand });
    // A long computation is cancelled. The new run repeats the moves so far.
    if (this.isComputing()) await this.startRun(this.linkWith({ byHand }));
    else await this.request({ type: "hand", byHand });
    if (this.run.now.waits) this.player.time = this.run.duration_s;
    else this.player.playFromEnd(2 * this.run.ahead_s);
    return this.player.show();
  }
  /** @param {string} agent */
  useAgent(agent) {
    if (this.run.ended) return this.restart({ agent, byHand: false });
    return this.request({ type: "agent", agent });
  }
  /** @param {number} orientations 0 for continuous control */
  async switchTo(orientations) {
    const { run } = this;
    const isTilt = orientations === 0;
    if (run.isTilt !== isTilt) {
      const agent = isTilt ? kUsualPolicy : kUsualAgent;
      const byHand = isTilt || run.now.by_hand;
      return this.confirmDiscard(() => this.restart({ orientations, agent, byHand }));
    }
    if (isTilt || run.now.orientations === orientations) return undefined;
    if (run.ended) return this.restart({ orientations });
    await this.request({ type: "switch", orientations });
    if (this.run.now.turning_to)
      this.say(`When the marble rests, the maze switches to ${orientations} orientations.`);
    return this.player.playFromEnd(2 * this.run.ahead_s);
  }
  /**
   * Makes a manual move if the run waits for one.
   * @param {number} move
   */
  choose(move) {
    const { run, player } = this;
    const { now } = run;
    if (run.ended || !now.waits || !now.choices.some((choice) => choice.move === move))
      return undefined;
    if (player.time < run.duration_s && !player.playing) return player.seek(run.duration_s);
    player.time = run.duration_s;
    this.dock.showChoices();
    run.names[run.moves.length] = this.dock.nameOf(move);
    this.dock.hinted = null;
    this.say("");
    now.waits = false; // until the engine answers
    this.dock.showChoices();
    const answered = this.request({ type: "choose", move });
    player.play(true);
    return answered.then(({ error }) => {
      now.waits ||= Boolean(error);
    });
  }
  async giveHint() {
    const { run } = this;
    this.sheet.closeIfCovering();
    if (!run.now.waits) return this.say("Wait for your turn.");
    const { hint, error } = await this.request({ type: "hint" });
    if (error || run !== this.run) return undefined;
    const name = this.dock.nameOf(hint.move);
    if (!name) return this.say(sentence(hint.words || "The agent has nothing left to try"));
    ++run.hints;
    this.dock.hinted = hint.move;
    this.dock.showChoices();
    return this.say(`Hint: ${name.words}. The agent says: ${hint.words || "it is next"}.`);
  }
}
