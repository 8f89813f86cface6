// The page: a run that a worker makes and a player shows, in a picture of its kind, with panels around it. Without a worker it
// shows a recording.
import { BoardView } from "../board_view.js";
import { MarbleView } from "../marble_view.js";
import { Player } from "../player.js";
import { Recording } from "../recording.js";
import { byId, dayOf, dateOf, kWords, sentence } from "../words.js";
import { bestTime, keepChoices, saveMaze, savePicture, saveRecording, shareEnd, shareFrame, shareLink, showAddress } from "./keep.js";
import { press } from "./keys.js";
import { BadLink, kLargestSeed, kUsualAgent, kUsualController, linkOf, linkOfMaze, newRun, parsedLink, stepsOf } from "./link.js";
import { FreeRun, LiveRun, LogicRun } from "./live_run.js";
import { Panels } from "./panels.js";
import { Phone } from "./phone.js";

const kSlow_ms = 250, kLargestFile = 64e6, kLongestLag_s = 0.2;
const kFollow = "Turn the phone", kGoal = "Bring red to green. You cannot go back.";

const seedAfter = (seed) => String((BigInt(seed) + 1n) & kLargestSeed);
export class Laboratory {
  /**
   * @param {Object} parts
   * @param {Object<string, string>} parts.sources of the shaders
   * @param {import("./thinker.js").Thinker} [parts.thinker] the worker that holds the engine
   * @param { {agents: any[], controllers: any[]}} [parts.catalogue] of the engine
   * @param {string[]} [parts.days] the lines of daily.txt
   * @param {any[]} [parts.lessons] of lessons.json
   */
  constructor({ sources, thinker, catalogue, days = [], lessons = [] }) {
    this.sources = sources;
    this.thinker = thinker;
    const { agents = [], controllers = [] } = catalogue ?? {}, names = (all) => all.map(({ name }) => name);
    this.agents = [...agents, ...controllers];
    this.known = { agents: names(agents), controllers: names(controllers), families: Object.keys(kWords.families), days, lessons };
    /** @type {any} */
    this.run = null;
    /** @type {import("./link.js").Link} */
    this.link = null;
    /** @type {any} */
    this.view = null;
    this.marbleView = this.boardView = null;  // made when one is needed
    this.asked = 0;  // when the worker was, in ms
    this.welcoming = false;  // who comes for the first time is told what to do until the first move
    this.told = { changed: () => this.cameraMoved(), say: (words) => this.say(words), takesWheel: true, pulls: (pull) => this.pull(pull) };
    keepChoices();
    this.panels = new Panels(this);
    this.player = new Player(this);
    this.listen();
  }
  get title() {
    const { link, run } = this;
    if (link.lesson) return link.lesson.title;
    if (link.day) return `Maze of the day, ${dateOf(link.day)}`;
    return `${run.titleWords()}, ${link.of.seed === undefined ? link.name ?? "a maze of its own" : `seed ${link.of.seed}`}`;
  }
  get agent() { return this.run.now.agent; }

  // --- controls
  listen() {
    const on = (id, action) => { byId(id).onclick = action; };
    on("agent-plays", () => this.letPersonPlay(false));
    on("i-play", () => this.letPersonPlay(true));
    on("undo", () => this.say(this.run.maze ? kWords.no_undo : kWords.no_undo_of_logic));
    on("today", () => this.openLink(`#day=${dayOf(new Date())}`));
    on("open", () => byId("file").click());
    for (const [id, method] of Object.entries({ hint: "giveHint", restart: "again", "next-seed": "nextSeed", motion: "followPhone", recentre: "recentre" })) on(id, () => this[method]());
    for (const [id, save] of Object.entries({ link: shareLink, embed: shareFrame, "picture-file": savePicture, "recording-file": saveRecording, "maze-file": saveMaze })) on(id, () => save(this));
    byId("file").onchange = () => this.openFile(byId("file").files[0]);
    byId("agent").onchange = () => this.useAgent(byId("agent").value);
    byId("new-maze").onsubmit = () => this.makeMaze();
    for (const button of byId("schemes").children) button.onclick = () => this.switchTo(Number(button.dataset.scheme));
    for (const button of byId("pad").children) button.onclick = () => this.arrow(...button.dataset.side.split(",").map(Number));
    for (const button of document.querySelectorAll("nav button")) button["onclick"] = () => this.showTab(button["dataset"].tab);
    this.showTab(matchMedia("(max-width: 40rem)").matches ? "" : "play");
    // A button that was clicked does not keep the space bar.
    document.addEventListener("click", ({ detail, target }) => { if (detail > 0) target["closest"]?.("button")?.blur(); });
    window.addEventListener("keyup", () => this.pull(null));
    window.addEventListener("keydown", (event) => this.run && press(this, event));
    if (!this.thinker) return;
    window.addEventListener("hashchange", () => this.openLink(location.hash));
    for (const type of ["dragover", "drop"]) window.addEventListener(type, (event) => {
      event.preventDefault();
      this.openFile(event["dataTransfer"].files[0]);  // none yet while it is dragged
    });
  }
  /** Where panels lie over the picture, its own button puts one away. */
  showTab(tab) {
    const shown = tab === document.body.dataset.tab && matchMedia("(max-width: 40rem)").matches ? "" : tab;
    document.body.dataset.tab = shown;
    for (const button of document.querySelectorAll("nav button")) button.setAttribute("aria-current", String(button["dataset"].tab === shown));
    this.player.show();
  }
  say(words) { byId("say").textContent = words; }
  /** No panel lies over the picture. */
  uncover() { if (matchMedia("(max-width: 40rem)").matches) this.showTab(""); }
  cameraMoved() {
    this.player.show();
    if (this.run) this.panels.showChoices();
  }
  /** An arrow key, or a button of the pad: x right, y away. */
  arrow(x, y) {
    if (this.run.free && this.run.now.by_hand) this.pull(this.marbleView.tipped(x, y));
    else if (this.run.now.by_hand) this.tipTo(x, y);
    else if (x) this.player.toMove(x);
  }

  // --- free turning
  /** A person turns the maze so until told otherwise; null: it stands, or follows the phone. False where none is turned by hand. @param {?number[]} pull */
  pull(pull) {
    const { run } = this, turns = Boolean(run?.free && run.now.by_hand);
    if (turns) run.pull = pull ?? [0, 0, 0];
    return turns;
  }
  /** Asks for the phone's motion sensor, or lets it go. */
  async followPhone() {
    this.phone = this.phone ? null : await Phone.find();
    if (byId("motion").textContent === kFollow && !this.phone) return this.say("This device tells no motion. Drag the picture instead.");
    byId("motion").textContent = this.phone ? "Drag instead" : kFollow;
    byId("recentre").hidden = !this.phone;
    return this.recentre();
  }
  recentre() {
    this.run.phone = this.phone;
    this.phone?.recentre(this.run.pose(this.run.duration_s).maze, this.marbleView.eye);
    this.say(this.phone ? "The maze turns with the phone, from how you hold it now." : "");
  }

  // --- runs
  /** Where the address makes no sense, the run goes on and one line says why. @param {string} hash */
  async openLink(hash) {
    try {
      const link = parsedLink(hash, this.known);
      this.welcoming = false;
      if (await this.begin(link) && (link.lesson || link.day)) this.showTab("play");
    } catch (error) {
      if (!(error instanceof BadLink)) throw error;
      this.refuse(`This address cannot be opened. ${sentence(error.message)}`);
    }
  }
  refuse(words) {
    document.body.dataset.refused = words;
    this.say(words);
  }
  openFamily(family, byHand = true) {
    const { of } = this.link;
    return this.openLink(`#world=${family},${of.family === family ? seedAfter(of.seed) : 1}&hand=${Number(byHand)}`);
  }
  makeMaze() {
    const layers = byId("layers").value, side = byId("size").value, dims = [side, side, layers === "flat" ? 1 : side].join("x");
    return this.openLink(`#maze=${dims},${layers},${byId("seed").value.trim()}&agent=${this.agent}&hand=${this.run.now.by_hand ? 1 : 0}${this.run.free ? "&scheme=free" : ""}`);
  }
  nextSeed() {
    const { family } = this.link.of;
    if (family) return this.openFamily(family, this.run.now.by_hand);
    if (/^\d{1,20}$/.test(byId("seed").value)) byId("seed").value = seedAfter(byId("seed").value);
    return this.makeMaze();
  }
  again(changes = {}) { return this.begin({ ...this.link, moves: "", byHand: this.run.now.by_hand, agent: this.agent, ...changes }); }
  async openFile(file) {
    if (!file) return undefined;
    byId("file").value = "";
    const bytes = new Uint8Array(file.size > kLargestFile ? 0 : await file.arrayBuffer()), text = new TextDecoder().decode(bytes);
    if (text.startsWith("marblemaze-recording")) {
      const { recording, error } = await this.thinker.ask({ does: "open", bytes });
      return error ? this.say(`File ${file.name}: ${error}`) : this.showRecording(recording, file.name);
    }
    let maze = null;
    try { maze = JSON.parse(text); } catch { /* said below */ }
    if (maze?.format !== "marblemaze-maze") return this.say(`File ${file.name}: expected a maze file or a recording of marblemaze.`);
    return this.begin(linkOfMaze(maze, { agent: this.agent, byHand: this.run.now.by_hand, name: file.name }));
  }
  showRecording(recording, name) {
    const { maze, agent, orientations } = recording;
    this.take({ ...linkOfMaze(maze, { agent, byHand: false, name }), orientations }, new Recording(recording));
  }
  /**
   * @param {import("./link.js").Link} link
   * @param {any} [known] what the engine will answer, where that is known: the run is shown before it does
   * @returns {Promise<boolean>} true where the run could be begun
   */
  async begin(link, known) {
    // A long thought is given up, and its run with it.
    const givenUp = this.isThinking();
    if (givenUp) this.thinker.giveUp();
    const asked = this.thinker.ask(newRun(link));
    if (known) this.take(link, this.runOf(link, known));
    const answer = await asked;
    if (answer.error && givenUp) this.take(this.link, this.runOf(this.link, await this.thinker.ask(newRun(this.link))));
    if (answer.error) this.refuse(sentence(answer.error));
    else if (!known) this.take(link, this.runOf(link, answer));
    return !answer.error;
  }
  isThinking() { return this.thinker?.waiting.length > 0 && performance.now() - this.asked > kSlow_ms; }
  runOf(link, answer) {
    if (link.of.family) return new LogicRun(answer, link.of.family);
    return link.orientations ? new LiveRun(answer) : new FreeRun(answer);
  }
  /** Shows this run. */
  take(link, run) {
    this.link = link;
    this.run = run;
    this.view = this.viewOf(run);
    Object.assign(document.body.dataset, { view: run.maze ? "marble" : "board", embed: Boolean(link.embed), free: Boolean(run.free) });
    byId("motion").hidden = !Phone.mayBe;
    this.told.takesWheel = !link.embed;
    this.view.open(run);
    this.say("");
    if (run.free) run.best_s = bestTime(this);
    if (run.free && this.phone) this.recentre();
    this.panels.card();
    this.player.open(run, this.view);
    this.panels.open();
    this.keepAddress();
    this.player.play(run.now.by_hand || !matchMedia("(prefers-reduced-motion: reduce)").matches);
    this.player.show();
  }
  viewOf(run) {
    if (run.maze) this.marbleView ??= new MarbleView(byId("picture"), byId("labels"), this.sources, this.told);
    else this.boardView ??= new BoardView(byId("board"), (move) => this.choose(move));
    return run.maze ? this.marbleView : this.boardView;
  }
  /** A reload goes on from here; a page around this one hears of each move. */
  keepAddress() {
    const { run, kept } = this, { outcome } = run, steps = stepsOf(run.moves);
    if (!this.thinker || (kept?.run === run && kept.steps === steps && kept.outcome === outcome)) return;
    this.kept = { run, steps, outcome };
    if (!this.welcoming || steps) showAddress(linkOf(this.link, run, run.moves));
    if (kept?.run === run) window.parent?.postMessage({ marblemaze: outcome === "solved" ? "solved" : "moved", moves: run.now.counters.moves, outcome }, "*");
  }

  // --- what the player asks for and tells
  /**
   * What was asked for is never more than what the next moments need, so that a switch comes soon. Where frames are slow, a maze that
   * is turned freely goes slower rather than to answer late.
   */
  beforeShow() {
    const { run, player } = this, frame_s = Math.min(player.frame_s, run.free ? kLongestLag_s : Infinity), seconds = (run.ahead_s + frame_s) * Number(byId("speed").value);
    if (run.pending || !player.playing || run.ended || run.now.waits || run.duration_s - player.time > seconds) return;
    this.ask(run.request(1.2 * seconds));
  }
  shown() {
    const { run, player } = this, { now } = run, over = run.isOver(player.time);
    this.panels.story(player.time);
    this.panels.placeArrows();
    byId("thinking").hidden = !(run.pending && run.duration_s && this.isThinking());  // else the engine is not there yet
    if (this.welcoming && run.moves.length) this.welcoming = false;
    if (this.welcoming) this.panels.card(`${kGoal} Tip the maze with the arrows.`, [["Watch an agent", () => this.letPersonPlay(false)]]);
    else if (over && run.ended && this.thinker) this.panels.card(run.endWords(this.link.best), [["Next", () => this.next()], ["Share", () => shareEnd(this)], ["Again", () => this.again()]]);
    else this.panels.card();
    Object.assign(document.body.dataset, { outcome: now.outcome, hand: now.by_hand, waits: now.waits, scheme: now.orientations, moves: now.counters.moves, duration: run.duration_s.toFixed(3) });
  }
  nowWords(move) {
    const { run, player } = this, atEnd = player.time >= run.duration_s, { waits } = run.now;
    if (run.ended && atEnd) return run.endWords(this.link.best);
    if (run.free) return run.now.by_hand ? "Drag the picture: the maze turns with it, and stands when you let go." : `${this.agent} turns the maze.`;
    const words = move ? `move ${move.number || "to another scheme"}: ${move.words}` : "", phase = run.phaseWords(player.time);
    if (waits && atEnd) return `${run.placeWords()} Your move.`;
    return words ? `${words}${phase ? ` (${phase})` : ""}` : "before the first move";
  }
  next() {
    const { lessons } = this.known, following = lessons[lessons.indexOf(this.link.lesson) + 1];
    return this.link.lesson && following ? this.openLink(`#lesson=${following.name}`) : this.nextSeed();
  }
  /** Asks the worker something that changes the run, and shows what came of it. One question at a time is fetched ahead. */
  async ask(request) {
    const { run } = this;
    run.pending = true;
    this.asked = performance.now();
    const answer = await this.thinker.ask(request);
    if (run !== this.run) return answer;  // another run has begun
    run.pending = this.thinker.waiting.length > 0;
    if (answer.error) this.say(sentence(answer.error));
    if (answer.now) this.learn(answer);
    return answer;
  }
  learn(answer) {
    const first = this.run.take(answer);
    if (this.run.free && this.run.outcome === "solved") bestTime(this);
    this.player.listMoves(first);
    this.panels.tell();
    this.keepAddress();
    if (!this.player.playing) this.player.show();
  }

  // --- playing
  async letPersonPlay(byHand) {
    if (this.run.ended) return this.again({ byHand });
    // A thought is not waited for: the moves so far are made again, and the person goes on.
    if (this.isThinking()) await this.again({ byHand, moves: stepsOf(this.run.moves) });
    else await this.ask({ does: "hand", byHand });
    this.welcoming = false;
    this.say(byHand ? "Your turn: arrow keys tip the maze, or press a move. Nothing can be undone." : "The agent plays on.");
    return this.player.toNewest(2 * this.run.ahead_s);
  }
  useAgent(agent) {
    if (this.run.ended) return this.again({ agent, byHand: false });
    return this.ask({ does: "agent", agent });
  }
  async switchTo(orientations) {
    const { run } = this, free = orientations === 0;
    if (!run.schemes.includes(orientations)) return this.say("This maze has one control scheme only.");
    if (Boolean(run.free) !== free) return this.again({ orientations, agent: free ? kUsualController : kUsualAgent, byHand: free || run.now.by_hand });
    if (run.ended) return this.again({ orientations });
    await this.ask({ does: "switch", orientations });
    if (this.run.now.turning_to) this.say(`As soon as the marble rests, the maze turns to ${orientations} orientations.`);
    return this.player.toNewest(2 * this.run.ahead_s);
  }
  choose(move) {
    const { run, player } = this, { now } = run;
    if (run.ended) return this.say("The run has ended. Restart it, or make another maze.");
    if (!now.waits || !now.choices.some((choice) => choice.move === move)) return undefined;
    player.time = run.duration_s;
    this.panels.hinted = null;
    this.say("");
    now.waits = false;  // until the answer comes
    this.panels.showChoices();
    const answered = this.ask({ does: "choose", move });
    player.play(true);
    return answered.then(({ error }) => { now.waits ||= Boolean(error); });
  }
  /** Tips the maze to a side of the picture: x right, y away. */
  tipTo(x, y) {
    const { waits } = this.run.now, move = waits ? this.view.choiceTowards(this.run, x, y) : undefined;
    return waits && move === undefined ? this.say("No move tips the maze to that side.") : this.choose(move);
  }
  async giveHint() {
    const { run } = this;
    if (run.ended) return this.say("The run has ended.");
    if (!run.now.waits) return this.say("Wait until the marble rests and it is your turn.");
    const { hint, error } = await this.ask({ does: "hint" });
    if (error || run !== this.run) return undefined;
    const words = this.panels.wordsOf(hint.move);
    this.panels.hinted = hint.move;
    this.panels.showChoices();
    return this.say(words ? `Hint: ${words}. The agent says: ${hint.words || "it is next"}.` : sentence(hint.words || "The agent has nothing left to try"));
  }
}
