/** What the panels say of a run: who plays, which moves there are, what was learned, why. */
import { StateGraph } from "../graph.js";
import { buttonOf, byId, counted, kWords, made, outcomeName } from "../words.js";
import { kLargestSide } from "./link.js";

export class Panels {
  /** @param {any} page the Laboratory of which they tell */
  constructor(page) {
    this.page = page;
    this.graph = new StateGraph(byId("graph"));
    for (const { name, title } of page.agents) byId("agent").add(new Option(title ?? name, name));
    byId("lessons").append(...page.known.lessons.map(({ name, title }) => buttonOf(title, () => page.openLink(`#lesson=${name}`))));
    byId("families").append(...Object.entries(kWords.families).map(([family, { title }]) => buttonOf(title, () => page.openFamily(family))));
  }

  /** Another run has begun. */
  open() {
    const { link, run } = this.page, { maze } = run, how = link.lesson ?? { title: "How to play", text: kWords.families[link.of.family]?.text };
    byId("title").textContent = this.page.title;
    document.title = `${this.page.title} \u00b7 marblemaze`;
    byId("lesson-text").hidden = !how.text;
    byId("lesson-text").querySelector("h2").textContent = how.title;
    byId("lesson-text").querySelector("p").textContent = how.text ?? "";
    byId("schemes").hidden = run.schemes.length < 2;
    for (const button of byId("schemes").children) button.hidden = !run.schemes.includes(Number(button.dataset.scheme));
    for (const option of byId("agent").options) option.hidden = this.page.known.controllers.includes(option.value) !== Boolean(run.free);
    for (const id of ["picture-file", "recording-file", "maze-file", "still", "path", "trail"]) byId(id).disabled = !maze;
    byId("recording-file").disabled ||= Boolean(run.free);
    if (maze) {
      byId("layers").value = maze.layers;
      byId("size").value = Math.min(Math.max(...maze.dims), kLargestSide);
    }
    byId("seed").value = link.of.seed ?? byId("seed").value;
    this.scheme = link.orientations;
    this.graph.clear(this.scheme);
    this.learned = this.drawn = null;
    this.hinted = null;
    this.tell();
  }

  /** How the run stands now. */
  tell() {
    const { link, run, agents } = this.page, { now } = run, agent = agents.find(({ name }) => name === now.agent);
    byId("agent").value = now.agent;
    byId("knows").textContent = agent ? agent.summary && run.free ? `${agent.summary}.` : `May know: ${agent.knows}.` : "";
    byId("agent-plays").setAttribute("aria-pressed", !now.by_hand);
    byId("i-play").setAttribute("aria-pressed", now.by_hand);
    for (const button of byId("schemes").children) button.setAttribute("aria-pressed", Number(button.dataset.scheme) === (now.turning_to ?? now.orientations));
    byId("count").textContent = run.free ? counted(run.moves.length, "cell") : counted(now.counters.moves, "move");
    byId("outcome").textContent = outcomeName(now.outcome);
    byId("outcome").className = now.outcome;
    const who = now.by_hand ? "played by hand" : agent?.title ?? now.agent ?? "played by hand";
    byId("about").textContent = `${who}${run.schemeWords()}${run.best_s ? `, best ${run.best_s.toFixed(1)} s` : link.best && !run.free ? `, ${link.best} moves are enough` : ""}`;
    const wordsOf = ({ words, from, moves_away, cell }) => `${words} from ${from}${moves_away > 1 ? `, ${moves_away} moves from now` : ""}${cell ? `, expected cell ${cell}` : ""}`;
    byId("why").replaceChildren(...(now.by_hand ? [] : now.why).map((reason) => made("li", {}, wordsOf(reason))));
    const place = run.placeWords(), spoken = now.waits ? `${place} ${this.page.view.openings(run)}`.trim() : "";
    byId("picture").setAttribute("aria-label", `The maze in 3-D. ${place} Drag to look around.`);
    byId("board").setAttribute("aria-label", `The board. ${place}`);
    if (byId("spoken").textContent !== spoken) byId("spoken").textContent = spoken;
    this.showChoices();
  }

  /** The moves in words; those of before stay until there are others. The focus stays on the one that was pressed. */
  showChoices() {
    const { now } = this.page.run, tips = this.placeArrows(), list = byId("choices"), focused = [...list.children].indexOf(document.activeElement);
    if (now.waits || !list.children.length) list.replaceChildren(...now.choices.map(({ move, words }) => {
      const tip = tips.find((each) => each.move === move), className = move === this.hinted ? "hinted" : "";
      const key = String(now.lamps === undefined ? move + 1 : move);  // moves are counted from 1, lamps from 0
      return made("button", { onclick: () => this.page.choose(move), title: words, className, ariaKeyShortcuts: key }, tip ? `${tip.sign} ${tip.words}` : words, made("kbd", {}, key));
    }));
    for (const button of list.children) button.ariaDisabled = String(!now.waits);
    list.children[focused]?.focus();
  }
  /** The same moves as arrows around the maze, where they lead to as it is seen now. */
  placeArrows() {
    const { run, view } = this.page, tips = run.now.by_hand && run.now.waits ? view.tips(run) : [];
    byId("arrows").replaceChildren(...tips.map(({ move, sign, place: [x, y] }) => buttonOf(sign, () => this.page.choose(move), {
      tabIndex: -1,  // the same moves stand in the list
      className: move === this.hinted ? "hinted" : "",
      style: `transform: translate(calc(${x.toFixed(1)}px - 50%), calc(${y.toFixed(1)}px - 50%))`,
    })));
    return tips;
  }
  /** A move in the words of the list of choices. */
  wordsOf(move) {
    const { run, view } = this.page;
    return view.tips(run).find((tip) => tip.move === move)?.words ?? run.now.choices.find((choice) => choice.move === move)?.words;
  }

  /** What was known at this moment, and why the present move was made. */
  story(time) {
    const { run } = this.page, { moves, now } = run;
    const done = moves.filter((move) => move.end_s <= time + 1e-6 && (move.states[1] !== null || move.ending !== "settled")).length;
    const last = moves[done - 1], scheme = last?.orientations ?? this.scheme, choices = run.choicesIn(scheme);
    if (this.learned !== done) {
      this.graph.learn(moves, done, scheme, choices);
      byId("graph-words").textContent = choices ? this.graph.words() : `${counted(this.graph.nodes.size, "state")} known`;
      byId("graph").setAttribute("aria-label", `Explored state space: ${byId("graph-words").textContent}`);
      this.learned = done;
    }
    const here = last ? last.states[1] : moves[0]?.states[0] ?? now.state;
    const drawn = String([here, done, byId("light").checked]);
    if (byId("graph").clientHeight && (this.graph.relax() || drawn !== this.drawn)) {
      this.graph.draw(here, (state) => run.isGoal(state, scheme));
      this.drawn = drawn;
    }
    const current = moves[run.moveAt(time)];
    byId("rule").textContent = current ? `${current.number ? `Move ${current.number}: ` : ""}${current.reason || current.words}` : "Before the first move";
  }

  /** Words over the picture with buttons under them; none: nothing. @param {string} [words] @param {[string, function(): any][]} [buttons] */
  card(words = "", buttons = []) {
    if (byId("card-words").textContent === words) return;
    byId("card").hidden = !words;
    byId("card-words").textContent = words;
    byId("card-buttons").replaceChildren(...buttons.map(([text, action]) => buttonOf(text, action)));
    if (words) this.page.uncover();
  }
}
