// The page. A worker computes the run, the playback shows it, and the dock and the sheet control
// it. A replay has no worker and shows a recording.
import { BoardView } from "../board_view.js";
import { MarbleView } from "../marble_view.js";
import { Playback } from "../playback.js";
import { required } from "../required.js";
import {
  byId,
  dateOf,
  dayOf,
  field,
  hasChanged,
  kWords,
  pluralize,
  resetChanges,
  sentence,
  setText,
} from "../text.js";
import { Dock } from "./dock.js";
import { listenForFiles } from "./files.js";
import { kSlow_ms } from "./engine_worker.js";
import { press } from "./keys.js";
import {
  BadLink,
  kDefaultAgent,
  kDefaultPolicy,
  kMaxSeed,
  kNoContent,
  linkOf,
  newRun,
  parsedLink,
  stepsOf,
} from "./link.js";
import { isUpdate, LiveRun, LogicRun, TiltRun } from "./live_run.js";
import {
  saveMaze,
  savePicture,
  saveRecording,
  setAddress,
  shareEmbedCode,
  shareLink,
} from "./share.js";
import { Sheet } from "./sheet.js";
import {
  bestTime,
  restoreControls,
  starsFor,
  storeStars,
  storeTime,
  storeToday,
} from "./storage.js";
import { updateTexts } from "./texts.js";
import { TiltControl } from "./tilt.js";

const kMaxLag_s = 0.2;
const kManyMoves = 5; // a run with more manual moves is discarded only after confirmation
const kByHand = "chosen by hand"; // the engine's reason for manual moves

/**
 * @typedef {import("./link.js").Link} Link
 * @typedef {import("./link.js").Content} Content
 * @typedef {import("./live_run.js").Answer} Answer
 * @typedef {import("./live_run.js").Update} Update
 * @typedef {import("../recording.js").Recording} Recording
 * @typedef {import("./engine_worker.js").Request} Request
 * @typedef {{name: string, title?: string, knows?: string, summary?: string}} Agent
 *
 * @typedef {Object} Parts
 * @property {{[name: string]: string}} sources shader sources by name
 * @property {import("./engine_worker.js").EngineWorker} [engine] the worker with the engine
 * @property {Agent[]} [agents] agents and tilt policies
 * @property {Content} [content]
 */

/** @param {string} seed */
const seedAfter = (seed) => String((BigInt(seed) + 1n) & kMaxSeed);

export class Page {
  /** @type {Recording} the current run; undefined until the first call of showRun() */
  run;
  /** @type {Link} link of the current run */
  link;
  /** @type {MarbleView | BoardView} view of the current run */
  view;
  /** @type {MarbleView | undefined} created for the first run in a maze */
  marbleView;

  /** @param {Parts} parts */
  constructor({ sources, engine, agents = [], content = kNoContent }) {
    this.sources = sources;
    this.engine = engine;
    this.agents = agents;
    this.content = content;
    this.isWelcome = false; // true until the user does something
    this.startId = 0; // id of the latest request for a new run
    restoreControls();
    this.playback = new Playback(this);
    this.dock = new Dock(this);
    this.sheet = new Sheet(this);
    this.tilt = new TiltControl(this);
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
      (run.isTilt ? !run.state.by_hand : moves.some(({ reason }) => reason !== kByHand))
    );
  }
  /** Returns the name of the agent, or "" if all moves were made by hand. */
  playedBy() {
    return this.isHelped || !this.run.moves.length ? this.titleOf(this.run.state.agent) : "";
  }
  /** @param {string} agent agent or tilt policy */
  titleOf(agent) {
    return this.agents.find(({ name }) => name === agent)?.title ?? kWords.policies[agent] ?? agent;
  }
  /** Returns the stars that the user has earned, or 0 if the minimum number of moves is unknown. */
  get stars() {
    const { link, run, isHelped } = this;
    if (run.outcome !== "solved" || isHelped || run.isTilt || !link.best) return 0;
    return starsFor(run.state.counters.moves, link.best, run.hints);
  }

  /**
   * Registers the handlers of buttons, keys and addresses.
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
      link: () => shareLink(this),
      embed: () => shareEmbedCode(this),
      "picture-file": () => savePicture(this),
      "recording-file": () => saveRecording(this),
      "maze-file": () => saveMaze(this),
    };
    for (const [id, action] of Object.entries(clicks)) byId(id).onclick = action;
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
    window.addEventListener("keydown", (event) => press(this, event));
    listenForFiles(this);
    if (!this.engine) return;
    window.addEventListener("hashchange", async () => {
      await this.openLink(location.hash);
      if (this.run.ended) this.playback.seek(this.run.duration_s); // where the user left it
    });
  }
  /** @param {string} text */
  showMessage(text) {
    setText("message", text);
  }
  /**
   * Runs an action that discards the run. Asks for confirmation if the run has many manual moves.
   * @param {function(): unknown} action
   */
  confirmDiscard(action) {
    const { run } = this;
    const { moves } = run.state.counters;
    if (run.ended || !run.state.by_hand || moves <= kManyMoves) return action();
    setText("ask-words", `Your ${pluralize(moves, "move")} will be lost.`);
    const dialog = /** @type {HTMLDialogElement} */ (byId("ask"));
    dialog.returnValue = "";
    dialog.onclose = () => dialog.returnValue && action();
    dialog.showModal();
    return undefined;
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
   * @param {boolean} [isNew] see setAddress()
   */
  async openLink(hash, isNew = false) {
    try {
      const link = parsedLink(hash || "#", this.content);
      await this.startRun(link, isNew);
    } catch (error) {
      if (!(error instanceof BadLink)) throw error;
      this.reject(`This address cannot be opened. ${sentence(error.message)}`);
    }
  }
  /** @param {string} text why an address or a run was rejected */
  reject(text) {
    document.body.dataset.refused = text;
    this.showMessage(text);
  }
  buildMaze() {
    const layers = field("layers").value;
    const side = field("size").value;
    const dims = [side, side, layers === "flat" ? 1 : side].join("x");
    const { state, isTilt } = this.run;
    const agent = isTilt ? state.agent : this.moveAgent;
    const maze = `#maze=${dims},${layers},${field("seed").value.trim()}`;
    const scheme = isTilt ? "&scheme=free" : "";
    return this.navigate(`${maze}&agent=${agent}&hand=${Number(state.by_hand)}${scheme}`);
  }
  /** Returns the agent of this run, or the default agent if the page has no agent of this name. */
  get moveAgent() {
    const { agent } = this.run.state;
    return this.content.agents.includes(agent) ? agent : kDefaultAgent;
  }
  nextSeed() {
    const { family, seed } = this.link.of;
    const hand = Number(this.run.state.by_hand);
    if (family && seed) return this.navigate(`#world=${family},${seedAfter(seed)}&hand=${hand}`);
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
    const { by_hand, agent } = this.run.state;
    const moves = stepsOf(this.run.moves);
    const { link, isHelped: helped } = this;
    const player = link.orientations ? this.moveAgent : agent;
    return { ...link, byHand: by_hand, agent: player, moves, helped, ...changes };
  }
  /**
   * Starts the run of a link.
   * @param {Link} link
   * @param {boolean} [isNew] see setAddress()
   */
  async startRun(link, isNew = false) {
    const engine = required(this.engine, "the engine");
    // Cancels a long computation, which also ends its run.
    const isCancelled = engine.isSlow;
    if (isCancelled) engine.cancelAll();
    const answer = await this.requestRun(link);
    if (!answer.error) {
      this.isWelcome = false;
      return this.showRun(link, this.createRun(link, answer), isNew);
    }
    if (isCancelled) {
      const old = this.linkWith({});
      const again = await this.requestRun(old);
      this.showRun(old, this.createRun(old, again));
      this.playback.time = this.run.duration_s;
    }
    return this.reject(sentence(answer.error));
  }
  /** @param {Link} link @private */
  requestRun(link) {
    const engine = required(this.engine, "the engine");
    const answered = engine.request(newRun(link));
    this.startId = engine.lastId;
    return answered;
  }
  /** @param {Link} link @param {Answer} answer */
  createRun(link, answer) {
    if (!isUpdate(answer)) throw new Error(answer.error ?? "the engine started no run");
    if (link.of.family) return new LogicRun(answer, link.of.family);
    return link.orientations ? new LiveRun(answer) : new TiltRun(answer);
  }
  /**
   * Shows a run.
   * @param {Link} link
   * @param {Recording} run
   * @param {boolean} [isNew] see setAddress()
   */
  showRun(link, run, isNew = false) {
    this.link = link;
    this.run = run;
    const canvas = /** @type {HTMLCanvasElement} */ (byId("picture"));
    if (run.maze) this.view = this.marbleView ??= new MarbleView(canvas, this.sources, this);
    else this.view = new BoardView((move) => this.choose(move));
    Object.assign(document.body.dataset, {
      view: run.maze ? "marble" : "board",
      embed: Boolean(link.embed),
      tilt: run.isTilt,
    });
    resetChanges();
    if (link.best) field("path").checked = false; // showing the path costs a star
    this.view.open(run);
    this.nameMoves(0);
    this.showMessage("");
    if (run instanceof TiltRun) {
      run.best_s = bestTime(link, run);
      if (this.tilt.phone) this.tilt.recentre();
    }
    this.dock.open();
    this.playback.open(run, this.view);
    this.sheet.open();
    this.sheet.closeIfCovering();
    updateTexts(this);
    this.updateAddress(isNew);
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (run.state.waits) this.playback.time = run.duration_s;
    this.playback.play(!run.state.waits && run.begins && (run.state.by_hand || !isStill));
    this.playback.show();
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
   * Updates the address, so a reload restores the run. Returns true if the run has changed.
   * @param {boolean} isNew see setAddress()
   * @private
   */
  updateAddress(isNew) {
    const { run } = this;
    if (!this.engine || !hasChanged("address", stepsOf(run.moves), run.outcome)) return false;
    if (!this.isWelcome || run.moves.length)
      setAddress(linkOf(this.link, run, run.bytes ? [] : run.moves), isNew);
    return true;
  }

  /**
   * Requests more simulation when playback needs it, but not far ahead, so a switch takes effect
   * quickly. If frames are slow, continuous control slows down the simulation instead of reacting
   * late.
   */
  beforeShow() {
    const { run, playback } = this;
    const frame_s = Math.min(playback.frame_s, run.isTilt ? kMaxLag_s : Infinity);
    const seconds = (run.ahead_s + frame_s) * Number(field("speed").value);
    const isIdle = !playback.playing || run.ended || run.state.waits || !run.begins;
    if (this.engine?.isBusy || isIdle || run.duration_s - playback.time > seconds) return;
    const action = run instanceof TiltRun ? run.action : undefined;
    this.request({ type: "advance", seconds: 1.2 * seconds, action });
  }
  afterShow() {
    const { engine, run, playback } = this;
    const { state } = run;
    if (field("path").checked && state.by_hand && !run.ended) run.hints ||= 1;
    const isSlow = engine?.isSlow && !this.isWelcome && playback.time >= run.duration_s;
    byId("thinking").hidden = !isSlow;
    setText(
      "thinking",
      engine?.hasStarted ? "The agent is thinking\u2026" : "Starting the engine\u2026",
    );
    this.dock.show();
    this.sheet.update(playback.time);
    Object.assign(document.body.dataset, {
      outcome: state.outcome,
      waits: state.waits,
      moves: state.counters.moves,
      duration: run.duration_s.toFixed(3),
    });
  }
  /**
   * Sends a request to the worker and shows the result. The promise remains pending if the request
   * is cancelled. Rejects the request while a new run starts, because the worker would apply it to
   * the new run.
   * @param {Request} request
   * @returns {Promise<Answer>}
   */
  async request(request) {
    const { run } = this;
    const engine = required(this.engine, "the engine");
    this.isWelcome = false;
    setTimeout(() => engine.isSlow && this.afterShow(), kSlow_ms + 50);
    const answer = engine.waiting.has(this.startId)
      ? { error: "wait until the new run has started" }
      : await engine.request(request);
    if (run !== this.run) return answer; // another run has begun
    if (answer.error) this.showMessage(sentence(answer.error));
    if (isUpdate(answer)) this.applyUpdate(answer);
    if (!this.playback.playing) this.playback.show();
    return answer;
  }
  /** @param {Update} update @private */
  applyUpdate(update) {
    const { run, link } = this;
    run.addUpdate(update);
    this.nameMoves(update.first);
    link.helped = this.isHelped;
    if (run.outcome === "solved" && !link.helped) {
      if (run.isTilt) storeTime(link, run);
      else if (this.isToday) storeToday();
      if (link.level) storeStars(link.level, this.stars);
    }
    this.playback.listMoves(update.first);
    updateTexts(this);
    this.sheet.updateControls();
    if (!this.updateAddress(false)) return;
    const { outcome } = run;
    const marblemaze = outcome === "solved" ? "solved" : "moved";
    // Reports the move to the embedding page.
    window.parent?.postMessage({ marblemaze, moves: run.state.counters.moves, outcome }, "*");
  }
  /**
   * Switches between manual play and the agent.
   * @param {boolean} byHand
   */
  async setByHand(byHand) {
    this.sheet.closeIfCovering();
    this.showMessage("");
    if (this.run.ended) return this.restart({ byHand });
    // A long computation is cancelled. The new run repeats the moves so far.
    if (this.engine?.isSlow) await this.startRun(this.linkWith({ byHand }));
    else await this.request({ type: "hand", byHand });
    if (this.run.state.waits) this.playback.time = this.run.duration_s;
    else this.playback.playFromEnd(2 * this.run.ahead_s);
    return this.playback.show();
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
      const agent = isTilt ? kDefaultPolicy : kDefaultAgent;
      const byHand = isTilt || run.state.by_hand;
      return this.confirmDiscard(() => this.restart({ orientations, agent, byHand }));
    }
    if (isTilt || run.state.orientations === orientations) return undefined;
    if (run.ended) return this.restart({ orientations });
    await this.request({ type: "switch", orientations });
    if (this.run.state.turning_to)
      this.showMessage(`When the marble rests, the maze switches to ${orientations} orientations.`);
    return this.playback.playFromEnd(2 * this.run.ahead_s);
  }
  /**
   * Makes a manual move if the run waits for one.
   * @param {number} move
   */
  async choose(move) {
    const { run, playback } = this;
    const { state } = run;
    const isPossible = state.waits && state.choices.some((choice) => choice.move === move);
    if (run.ended || !isPossible) return;
    if (playback.time < run.duration_s && !playback.playing) return playback.seek(run.duration_s);
    playback.time = run.duration_s;
    this.dock.hinted = null;
    this.showMessage("");
    state.waits = false; // until the engine answers
    this.dock.showChoices();
    const answered = this.request({ type: "choose", move });
    playback.play(true);
    const { error } = await answered;
    state.waits ||= Boolean(error);
  }
  async giveHint() {
    const { run } = this;
    this.sheet.closeIfCovering();
    if (!run.state.waits) return this.showMessage("Wait for your turn.");
    const { hint, error } = await this.request({ type: "hint" });
    if (error || !hint || run !== this.run) return undefined;
    const name = this.dock.tips.find(({ move }) => move === hint.move);
    if (!name) return this.showMessage(sentence(hint.words || "The agent has nothing left to try"));
    ++run.hints;
    this.dock.hinted = hint.move;
    this.dock.showChoices();
    return this.showMessage(`Hint: ${name.words}. The agent says: ${hint.words || "it is next"}.`);
  }
}
