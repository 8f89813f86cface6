// The laboratory: a Player whose run is still being made by a worker, and the panels around it.
const kAhead_s = 0.25, kSlow_ms = 250;

class Laboratory extends Player {
  // `link` is what the first run was made from, `answer` what the worker said of it.
  constructor(run, scene, { thinker, catalogue, link, shaders }) {
    Laboratory.beginning = { thinker, catalogue, link, shaders };
    super(run, scene);
  }
  // Player's constructor calls the methods below; so what they need is set with the first of them.
  describe() {
    if (!this.thinker) {
      Object.assign(this, Laboratory.beginning);
      this.graph = new StateGraph(byId("graph"));
      this.boardPicture = new BoardPicture(byId("board"));
      this.fillPanels();
    }
    const { link } = this, run = this.recording;
    this.isLogic = run instanceof LogicRun;
    this.scheme = link.orientations;
    byId("picture").hidden = this.isLogic;
    byId("board").hidden = !this.isLogic;
    for (const id of ["labels", "views", "help"]) byId(id).hidden = this.isLogic;
    byId("title").textContent = this.titleWords();
    document.title = `${this.titleWords()} \u00b7 marblemaze`;
    byId("lesson-text").hidden = !link.lesson && !this.isLogic;
    byId("lesson-text").querySelector("h2").textContent = link.lesson?.title ?? "How to play";
    byId("lesson-text").querySelector("p").textContent = link.lesson?.text ?? kHowToPlay[link.of.family] ?? "";
    byId("schemes").hidden = this.isLogic || link.flat;
    for (const id of ["recording-file", "maze-file"]) byId(id).disabled = this.isLogic;
    if (link.of.dims) {
      byId("layers").value = link.of.layers;
      byId("size").value = new Set(link.of.dims.slice(0, 2)).size === 1 ? link.of.dims[0] : "3";
      byId("seed").value = link.of.seed;
    }
    this.graph.clear(this.scheme);
    this.here = null;
    this.shownEnd = -1;
    this.learned = -1;
    if (!this.isLogic) this.placeLabels();
    this.hinted = null;
    this.showState();
  }
  titleWords() {
    const { link } = this, maze = this.recording.maze;
    if (link.of.family) return `${kFamilyTitles[link.of.family]}, seed ${link.of.seed}`;
    const size = maze.dims.join(" \u00d7 ");
    if (link.lesson) return link.lesson.title;
    if (link.day) return `Maze of the day, ${dateOf(link.day)}`;
    return link.of.seed !== undefined ? `${size}, seed ${link.of.seed}` : `${size}, ${link.name ?? "a maze of its own"}`;
  }

  // --- panels
  fillPanels() {
    for (const { name, title } of this.catalogue.agents) byId("agent").add(new Option(title, name));
    for (let side = 2; side <= kLargestSide; ++side) byId("size").add(new Option(`${side}`, side));
    byId("size").value = "3";
    byId("seed").value = "1";
    const button = (text, action) => {
      const made = document.createElement("button");
      made.textContent = text;
      made.onclick = action;
      return made;
    };
    byId("lessons").append(...kLessons.map(({ name, title }) => button(title, () => this.openLink(`#lesson=${name}`))));
    byId("families").append(...kFamilies.map((family) => button(kFamilyTitles[family], () => this.openFamily(family))));
    listKeys(byId("keys"));
    this.listenToPanels();
  }
  listenToPanels() {
    const on = (id, action) => { byId(id).onclick = action; };
    on("agent-plays", () => this.letPersonPlay(false));
    on("i-play", () => this.letPersonPlay(true));
    on("hint", () => this.giveHint());
    on("undo", () => this.say(this.isLogic ? kWhyNoUndoOfLogic : kWhyNoUndo));
    on("restart", () => this.begin({ ...this.link, moves: "", byHand: this.recording.now.by_hand, agent: this.agent }));
    on("make", () => this.makeMaze());
    on("next-seed", () => this.nextSeed());
    on("today", () => this.openLink(`#day=${dayOf(new Date())}`));
    on("open", () => byId("file").click());
    on("link", () => shareLink(this));
    on("picture-file", () => savePicture(this));
    on("recording-file", () => saveRecording(this));
    on("maze-file", () => saveFile(this, "maze.json", new Blob([this.json], { type: "application/json" })));
    byId("file").onchange = () => this.openFile(byId("file").files[0]);
    byId("agent").onchange = () => this.useAgent(byId("agent").value);
    byId("seed").onkeydown = (event) => { if (event.key === "Enter") this.makeMaze(); };
    for (const button of byId("schemes").children) button.onclick = () => this.switchTo(Number(button.dataset.scheme));
    for (const button of byId("pad").children) button.onclick = () => this.tipTo(...button.dataset.side.split(",").map(Number));
    for (const button of document.querySelectorAll("nav button")) button.onclick = () => this.showTab(button.dataset.tab);
    this.showTab("play");
    byId("board").onclick = (event) => this.clickBoard(event);
    window.addEventListener("hashchange", () => this.openLink(location.hash));
    window.addEventListener("dragover", (event) => event.preventDefault());
    window.addEventListener("drop", (event) => {
      event.preventDefault();
      this.openFile(event.dataTransfer.files[0]);
    });
  }
  showTab(tab) {
    document.body.dataset.tab = tab;
    for (const button of document.querySelectorAll("nav button")) button.setAttribute("aria-current", button.dataset.tab === tab);
    if (this.rows) this.show();
  }
  say(words) {
    byId("say").textContent = words;
    if (document.body.dataset.tab !== "play" && words) this.showTab("play");
  }

  key(event) {
    const action = actionOf(event);
    if (!action) return;
    event.preventDefault();
    action(this);
  }
  arrow(x, y) {
    if (this.recording.now.by_hand) this.tipTo(x, y);
    else if (x) this.toMove(x);
  }
  // Moves are counted from 1, lamps from 0.
  chooseByDigit(digit) {
    const { by_hand, lamps } = this.recording.now;
    if (by_hand) this.choose(lamps === undefined ? digit - 1 : digit);
  }

  // --- runs
  // Where the address or a file makes no sense, the run goes on and one line says why.
  openLink(hash, name) {
    try {
      this.begin({ ...parsedLink(hash, this.catalogue.agents.map((agent) => agent.name)), name });
    } catch (error) {
      if (!(error instanceof BadLink)) throw error;
      this.say(`${error.message}.`);
    }
  }
  openFamily(family) {
    const { of } = this.link;
    this.openLink(`#world=${family},${of.family === family ? BigInt(of.seed) + 1n : 1}&hand=1`);
  }
  makeMaze() {
    const layers = byId("layers").value, side = byId("size").value, dims = [side, side, layers === "flat" ? 1 : side].join("x");
    const byHand = this.recording.now.by_hand ? "&hand=1" : "";
    this.openLink(`#maze=${dims},${layers},${byId("seed").value.trim()}&agent=${this.agent}${byHand}`);
  }
  nextSeed() {
    const { of } = this.link, next = (seed) => String((BigInt(seed) + 1n) & kLargestSeed);
    if (of.family) return this.openLink(`#world=${of.family},${next(of.seed)}&hand=${this.recording.now.by_hand ? 1 : 0}`);
    if (/^\d{1,20}$/.test(byId("seed").value)) byId("seed").value = next(byId("seed").value);
    this.makeMaze();
  }
  async openFile(file) {
    if (!file) return;
    byId("file").value = "";
    const text = file.size > 4e6 ? "" : await file.text();
    if (text.startsWith("marblemaze-recording")) return this.say(`File ${file.name}: a recording. This page opens mazes; the program's viewer opens recordings.`);
    let maze = null;
    try { maze = JSON.parse(text); } catch { /* said below */ }
    if (maze?.format !== "marblemaze-maze") return this.say(`File ${file.name}: expected a maze file of marblemaze.`);
    this.begin(linkOfMaze(text, maze, { agent: this.agent, byHand: this.recording.now.by_hand, name: file.name }));
  }
  async begin(link) {
    // A long thought is given up, and its run with it.
    const givenUp = this.thinker.waiting.size > 0 && performance.now() - this.asked > kSlow_ms;
    if (givenUp) this.thinker.giveUp();
    const answer = await this.thinker.ask(newRun(link));
    if (!answer.error) return this.take(link, answer);
    if (givenUp) this.take(this.link, await this.thinker.ask(newRun(this.link)));
    return this.say(sentence(answer.error));
  }
  take(link, answer) {
    const run = runOf(answer);
    this.fetching = false;
    this.link = link;
    this.json = answer.json;
    if (run instanceof LiveRun) {
      if (this.scene) this.scene.open(run);
      else this.scene = new Scene(byId("picture"), this.shaders, run);
      this.scene.setPalette(byId("light").checked ? "light" : "dark");
    }
    this.recording = run;
    this.time = 0;
    byId("say").textContent = "";
    this.describe();
    this.listMoves();
    showAddress(linkNow(this, []));
    this.play(true);
  }
  get agent() { return this.recording.now.agent; }
  get wantedScheme() { return this.recording.now.turning_to ?? this.recording.now.orientations; }

  // --- time
  // A run under way goes on; where a person must choose, the picture rests until then.
  isOver() {
    const { ended, now, duration_s } = this.recording;
    return (ended || now.waits) && this.time >= duration_s && !this.fetching;
  }
  play(playing) {
    if (playing && this.isOver() && !this.recording.ended) this.show();
    else super.play(playing);
  }
  seek(time) {
    super.seek(time);
    if (this.recording.now.waits || this.recording.ended || time < this.recording.duration_s) return;
    this.play(true);
  }
  drawPicture() {
    this.fetchAhead();
    if (this.isLogic) this.boardPicture.draw(this.recording.boardAt(this.time), this.colours);
    else {
      this.scene.fillTrail();
      super.drawPicture();
    }
  }
  show() {
    if (this.shownEnd !== this.recording.duration_s) {
      byId("scrub").max = this.recording.duration_s;
      this.placeMarks();
      this.shownEnd = this.recording.duration_s;
    }
    super.show();
    if (this.isLogic) byId("clock").textContent = `move ${Math.floor(this.time + 1e-9)} of ${this.recording.duration_s}`;
    this.showStory();
    byId("thinking").hidden = !(this.fetching && performance.now() - this.asked > kSlow_ms);
  }
  // What was asked for is never more than what the next moments need, so that a switch comes soon.
  fetchAhead() {
    const run = this.recording, speed = Number(byId("speed").value);
    if (this.fetching || !this.playing || run.ended || run.now.waits || run.duration_s - this.time > kAhead_s * speed) return;
    this.ask(this.isLogic ? { does: "step" } : { does: "more", ticks: (1.2 * kAhead_s * speed) / run.tick_s });
  }
  // Asks the worker something that changes the run, and shows what came of it. One question at a time is fetched ahead.
  async ask(request) {
    const run = this.recording;
    this.fetching = true;
    this.asked = performance.now();
    const answer = await this.thinker.ask(request);
    if (run !== this.recording) return answer;  // another run has begun
    this.fetching = this.thinker.waiting.size > 0;
    if (answer.error) this.say(sentence(answer.error));
    if (answer.now) this.learn(answer);
    return answer;
  }
  learn(answer) {
    const run = this.recording;
    run.take(answer);
    for (let i = answer.first; i < run.moves.length; ++i) this.listMove(run.moves[i], i);
    this.here = null;
    this.showState();
    if (!this.playing) this.show();
  }

  // --- playing
  async letPersonPlay(byHand) {
    if (this.recording.ended) return this.begin({ ...this.link, moves: "", byHand, agent: this.agent });
    await this.ask({ does: "hand", byHand });
    this.say(byHand ? "Your turn: arrow keys tip the maze, or press a move. Nothing can be undone." : "The agent plays on.");
    this.toNewest();
  }
  useAgent(agent) {
    if (this.recording.ended) return this.begin({ ...this.link, agent, moves: "", byHand: false });
    return this.ask({ does: "agent", agent });
  }
  async switchTo(orientations) {
    if (this.isLogic || this.link.flat) return this.say("This maze has one control scheme only.");
    if (this.recording.ended) return this.begin({ ...this.link, orientations, moves: "", byHand: this.recording.now.by_hand, agent: this.agent });
    await this.ask({ does: "switch", orientations });
    if (this.recording.now.turning_to) this.say(`As soon as the marble rests, the maze turns to ${orientations} orientations.`);
    this.toNewest();
  }
  toNewest() {
    if (this.time < this.recording.duration_s - 2 * kAhead_s) this.time = this.recording.duration_s;
    this.play(true);
  }
  choose(move) {
    const { now, ended } = this.recording;
    if (ended) return this.say("The run has ended. Restart it, or make another maze.");
    if (!now.waits || !now.choices.some((choice) => choice.move === move)) return undefined;
    this.time = this.recording.duration_s;
    this.hinted = null;
    byId("say").textContent = "";
    now.waits = false;  // until the answer comes
    const answered = this.ask({ does: "choose", move });
    this.play(true);
    return answered.then(({ error }) => { now.waits ||= Boolean(error); });
  }
  // Tips the maze to a side of the picture: x right, y away. The move that tips it most to that side.
  tipTo(x, y) {
    const { now } = this.recording;
    if (!now.by_hand) return this.say("The agent plays. Press \"I play\" to tip the maze yourself.");
    if (this.isLogic) return this.chooseHeading(x ? (x > 0 ? "right" : "left") : y > 0 ? "up" : "down");
    const run = this.recording, turn = run.pose(run.duration_s).maze, { yaw, pitch } = this.camera;
    const { right } = looking([Math.cos(pitch) * Math.cos(yaw), Math.cos(pitch) * Math.sin(yaw), Math.sin(pitch)]);
    const away = cross([0, 0, 1], right), side = add(times(right, x), times(away, y));
    const matches = now.choices.map(({ axis, move }) => [dot(cross(rotated(turn, axis), [0, 0, 1]), side), move]);
    const [best, move] = matches.reduce((a, b) => (b[0] > a[0] ? b : a), [0.2, -1]);
    if (move < 0 || best <= 0.2) return now.waits && this.say("No move tips the maze to that side.");
    return this.choose(move);
  }
  chooseHeading(heading) {
    const choice = this.recording.now.choices.find(({ words }) => words.endsWith(heading));
    if (choice) this.choose(choice.move);
    else if (this.recording.now.waits) this.say(`No move leads ${heading}.`);
  }
  clickBoard(event) {
    const { board, by_hand } = this.recording.now, square = this.boardPicture.squareAt(event.offsetX, event.offsetY);
    if (!by_hand || !board || square === null) return;
    const row = Math.floor(square / board.cols) - Math.floor(board.square / board.cols), col = (square % board.cols) - (board.square % board.cols);
    if ((row === 0) !== (col === 0)) this.chooseHeading(row ? (row > 0 ? "down" : "up") : col > 0 ? "right" : "left");
  }
  async giveHint() {
    const run = this.recording;
    if (run.ended) return this.say("The run has ended.");
    if (!run.now.waits) return this.say("Wait until the marble rests and it is your turn.");
    const { hint, error } = await this.ask({ does: "hint" });
    if (error || run !== this.recording) return undefined;
    const choice = run.now.choices.find(({ move }) => move === hint.move);
    this.hinted = hint.move;
    this.showChoices();
    return this.say(choice ? `Hint: ${choice.words}. The agent says: ${hint.words || "it is next"}.` : sentence(hint.words || "The agent has nothing left to try"));
  }

  // --- what is said about it
  get colours() {
    const style = getComputedStyle(document.body), of = (name) => style.getPropertyValue(`--${name}`).trim();
    const light = document.body.classList.contains("light");
    return {
      page: of("page"), panel: of("panel"), line: of("line"), arc: of("dim"), text: of("text"), dim: of("dim"), accent: of("accent"), good: of("good"), bad: of("bad"),
      node: of("accent"), here: light ? "#e61a0f" : "#ff3821", ball: "#d93a22", goodBack: light ? "#d9f2e0" : "#12301e",
    };
  }
  showState() {
    const { now } = this.recording, agent = this.catalogue.agents.find(({ name }) => name === now.agent);
    byId("agent").value = now.agent;
    byId("knows").textContent = agent ? `May know: ${agent.knows}.` : "";
    byId("agent-plays").setAttribute("aria-pressed", !now.by_hand);
    byId("i-play").setAttribute("aria-pressed", now.by_hand);
    byId("hand").hidden = !now.by_hand;
    byId("pad").hidden = now.lamps !== undefined;
    for (const button of byId("schemes").children) button.setAttribute("aria-pressed", Number(button.dataset.scheme) === this.wantedScheme);
    const { moves, repeated } = now.counters;
    byId("count").textContent = counted(moves, "move");
    byId("outcome").textContent = this.outcome = now.outcome === "running" ? "" : outcomeName(now.outcome);
    byId("outcome").className = now.outcome;
    const who = now.by_hand ? "played by hand" : agent?.title ?? now.agent;
    const best = this.link.best ? `, ${this.link.best} moves are enough` : "";
    byId("about").textContent = this.isLogic ? `${who}${best}` : `${who}, ${now.orientations} orientations${best}`;
    byId("why").replaceChildren(...(now.by_hand ? [] : now.why).map(({ words, from, moves_away, cell }) => {
      const item = document.createElement("li");
      item.textContent = `${words} from ${from}${moves_away > 1 ? `, ${moves_away} moves from now` : ""}${cell ? `, expected cell ${cell}` : ""}`;
      return item;
    }));
    const place = now.state_words ? `The marble is ${this.whereWords()}.` : "";
    byId("picture").setAttribute("aria-label", `The maze in 3-D. ${place} Drag to look around.`);
    byId("board").setAttribute("aria-label", `The board. ${place}`);
    byId("graph-words").title = repeated ? `${counted(repeated, "repeated move")}` : "";
    this.showChoices();
  }
  showChoices() {
    const { now } = this.recording, lamps = now.lamps !== undefined;
    byId("hint").disabled = !now.by_hand;
    const key = now.waits + JSON.stringify(now.choices.map(({ words }) => words)) + this.hinted;
    if (this.choicesShown === key) return;
    this.choicesShown = key;
    byId("choices").replaceChildren(...now.choices.map(({ move, words }) => {
      const button = document.createElement("button"), hint = document.createElement("kbd");
      hint.textContent = lamps ? move : move + 1;
      button.append(words, hint);
      button.disabled = !now.waits;
      button.className = move === this.hinted ? "hinted" : "";
      button.onclick = () => this.choose(move);
      return button;
    }));
  }
  showStory() {
    const { moves, now } = this.recording, done = moves.filter((move) => move.end_s <= this.time + 1e-6 && (move.states[1] !== null || move.ending !== "settled")).length;
    const last = moves[done - 1], scheme = last?.orientations ?? this.scheme;
    const choices = this.isLogic ? (now.lamps !== undefined ? 4 : 0) : scheme === 24 ? 4 : scheme === 8 ? 3 : 2;
    if (this.learned !== done) {
      this.graph.learn(moves, done, scheme, choices);
      byId("graph-words").textContent = choices ? this.graph.words() : `${counted(this.graph.nodes.size, "state")} known`;
      byId("graph").setAttribute("aria-label", `Explored state space: ${byId("graph-words").textContent}`);
      this.learned = done;
    }
    const here = last ? last.states[1] : moves[0]?.states[0] ?? now.state;
    if (byId("graph").clientHeight && (this.graph.relax() || here !== this.graphHere || this.graphCount !== done)) {
      this.graph.draw(here, (state) => this.isGoal(state, scheme), this.colours);
      this.graphHere = here;
      this.graphCount = done;
    }
    const current = moves[this.recording.moveAt(this.time)];
    byId("rule").textContent = current ? `${current.number ? `Move ${current.number}: ` : ""}${current.reason || current.words}` : "Before the first move";
  }
  isGoal(state, scheme) {
    if (this.isLogic) return this.recording.outcome === "solved" && state === this.recording.moves.at(-1)?.states[1];
    return state < kBalancedStride && Math.floor(state / scheme) + 1 === this.recording.maze.target;
  }
  endsAtGoal(move) { return this.isLogic ? this.isGoal(move.states[1], 0) : super.endsAtGoal(move); }
  beginOf(i) { return this.isLogic ? Math.min(i + 1, this.recording.duration_s) : super.beginOf(i); }
  ending(move) {
    if (this.isLogic) return "";
    if (move.ending === "settled" && move.states[1] === null) return "\u2026";
    return super.ending(move);
  }
  nowWords(move) {
    const { ended, now, duration_s } = this.recording, atEnd = this.time >= duration_s;
    if (ended && atEnd) return this.endWords();
    const words = move ? `move ${move.number || "to another scheme"}: ${move.words}` : this.isLogic ? "" : "before the first move";
    if (now.waits && atEnd) return `${move ? `${words}, now ${this.whereWords()}. ` : `The marble rests ${this.whereWords()}. `}Your move.`;
    return words;
  }
  whereWords() {
    const { now, maze } = this.recording;
    return now.cell ? `in cell ${now.cell}, the target is cell ${maze.target}` : `at ${now.state_words}`;
  }
  endWords() {
    const { now, outcome } = this.recording, best = this.link.best;
    if (outcome !== "solved") return `${kOutcomes[outcome] ?? outcome}.`;
    const moves = counted(now.counters.moves, "move");
    return `Solved in ${moves}.${best ? (now.counters.moves <= best ? " That is the fewest there are." : ` ${best} are enough.`) : ""}`;
  }
  report() {
    if (!this.isLogic) super.report();
    const { now, outcome } = this.recording;
    Object.assign(document.body.dataset, { time: this.time.toFixed(3), move: this.recording.moveAt(this.time) + 1, outcome, waits: now.waits, scheme: now.orientations,
      moves: now.counters.moves, duration: this.recording.duration_s.toFixed(3) });
  }
  setLight(light) {
    document.body.classList.toggle("light", light);
    if (this.scene) this.scene.setPalette(light ? "light" : "dark");
    this.graphCount = -1;
    this.show();
  }
}
const kBalancedStride = 10000000;
const newRun = ({ of, agent, orientations, byHand, moves }) => ({ does: "new", of, agent, orientations, byHand, moves });
const runOf = (answer) => (answer.json ? new LiveRun(answer) : new LogicRun(answer));
// A maze that came as a file, as a link that could have brought it. Throws nothing: the engine judges the rest.
function linkOfMaze(json, maze, { agent, byHand, name }) {
  const flat = maze.layers === "flat";
  return { of: { json }, flat, orientations: flat ? 4 : 8, agent, byHand, moves: "", name };
}
