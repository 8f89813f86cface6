// The worker. It runs the engine and answers the requests of the page in order.
import { cellNumber } from "../grid.js";
import { required } from "../required.js";
import { Engine, kFrameNumbers } from "./marblemaze.js";

const kTicksPerFrame = 2;
const kTicksPlanned = 8; // ticks between the decisions of a tilt policy
const kMaxTicks = 1200; // maximum number of ticks per request
const kMaxTicksPerMove = 20000; // more than the time limit of a move
/** @type {{[letter: string]: number}} orientations of the switches in a link */
const kSwitches = { a: 8, b: 24 };

/**
 * @typedef {import("../recording.js").RunState} RunState
 * @typedef {import("./live_run.js").BoardState} BoardState
 * @typedef {import("./live_run.js").Answer} Answer
 * @typedef {import("./engine_worker.js").Request} Request
 * @typedef {import("./link.js").Source} Source
 * @typedef {import("./marblemaze.js").Layers} Layers
 * @typedef {{of: Source, agent: string, orientations: number, byHand: boolean, moves?: string}}
 * NewRun
 */

/** A run under continuous control, by hand or by a tilt policy. */
class TiltSession {
  /** @type {BoardState[]} */
  boards = [];
  /** @type {import("../recording.js").Move[]} one move for each cell that the marble enters */
  moves = [];
  movesSent = 0;
  /** @type {number[]} frames since the last answer */
  frames = [];
  ticks = 0;
  /** @type {ArrayLike<number>} */
  action = [0, 0, 0];

  /**
   * @param {Engine} engine
   * @param {bigint} maze
   * @param {NewRun} run
   */
  constructor(engine, maze, { agent, byHand }) {
    this.engine = engine;
    this.maze = maze;
    this.dims = JSON.parse(engine.mazeToJson(maze)).dims;
    this.world = engine.tiltWorld(maze);
    const { marble_radius, tick_s } = engine.observe(this.world);
    this.tick_s = tick_s;
    /** @type {RunState} */
    this.state = {
      outcome: "running",
      agent,
      orientations: 0,
      by_hand: byHand,
      waits: false,
      choices: [],
      why: [],
      counters: { moves: 0 },
      marble_radius,
      seconds_per_tick: tick_s,
    };
    this.recordFrame();
  }
  free() {
    for (const handle of [this.world, this.maze]) this.engine.free(handle);
  }
  /** Appends a frame, and a move if the marble has entered another cell. */
  recordFrame() {
    const { frame, outcome } = this.engine.observe(this.world);
    this.frames.push(...frame);
    this.state.outcome = outcome;
    const to = cellNumber(this.dims, Array.from(frame.slice(4, 7), Math.floor));
    const last = this.moves.at(-1);
    const begin_s = this.ticks * this.tick_s;
    const reason = (!this.state.by_hand && this.state.reason) || "";
    if (last) Object.assign(last, { end_s: begin_s, reason });
    if (last?.to === to) return;
    this.moves.push({
      number: this.moves.length + 1,
      words: `enters cell ${to}`,
      reason,
      from: last?.to ?? null,
      to,
      move: -1,
      states: [null, null],
      orientations: 0,
      ending: "settled",
      begin_s,
      end_s: begin_s,
    });
  }
  /** @param {{agent: string}} request */
  onAgent({ agent }) {
    this.state.agent = agent;
  }
  /** @param {{byHand: boolean}} request */
  onHand({ byHand }) {
    this.state.by_hand = byHand;
  }
  /**
   * Advances the run. A manual action applies to all ticks.
   * @param {{action: ArrayLike<number>, seconds: number}} request
   */
  onAdvance({ action, seconds }) {
    const end = this.ticks + Math.min(seconds / this.tick_s, kMaxTicks);
    while (this.state.outcome === "running" && this.ticks < end) {
      this.engine.turn(this.world, this.actionFrom(action), kTicksPerFrame);
      this.ticks += kTicksPerFrame;
      this.recordFrame();
    }
  }
  /**
   * Returns the next action, or null if it has not changed. Setting an action would resample the
   * actuator noise.
   * @param {ArrayLike<number>} action
   * @returns {ArrayLike<number> | null}
   */
  actionFrom(action) {
    const { state } = this;
    if (!state.by_hand && this.ticks % kTicksPlanned !== 0) return null;
    if (!state.by_hand)
      ({ action, words: state.reason } = this.engine.decide(this.world, state.agent));
    if (String(action) === String(this.action)) return null;
    this.action = action;
    return action;
  }
  changes() {
    const first = this.movesSent;
    const frames = Float32Array.from(this.frames.splice(0));
    this.movesSent = this.moves.length - 1; // the last move changes
    return { state: this.state, moves: this.moves.slice(first), first, frames };
  }
}

/** A run of moves in a maze or a logic maze, by hand or by an agent. */
class MoveSession {
  framesSent = 0;
  movesSent = 0;
  /** @type {BoardState[]} boards of a logic maze before and after each replayed move */
  boards = [];

  /**
   * Replays `moves` as manual moves. After that, the agent or the user plays.
   * @param {Engine} engine
   * @param {bigint} maze 0 for a logic maze
   * @param {NewRun} run
   */
  constructor(engine, maze, { of, agent, orientations, byHand, moves = "" }) {
    const options = { record: true, exact: of.exact };
    this.engine = engine;
    this.maze = maze;
    this.episode = of.family
      ? engine.episodeInFamily(of.family, BigInt(of.seed ?? 0), agent, options)
      : engine.episode(maze, orientations, agent, options);
    try {
      if (moves || byHand || !maze) this.replay(moves);
      else engine.tick(this.episode, kTicksPerFrame);
      engine.playByHand(this.episode, byHand);
    } catch (error) {
      engine.free(this.episode);
      throw error;
    }
  }
  free() {
    for (const handle of [this.episode, this.maze]) this.engine.free(handle);
  }
  describe() {
    return /** @type {RunState & {ticks: number}} */ (
      /** @type {unknown} */ (this.engine.describe(this.episode))
    );
  }
  /** @param {string} moves */
  replay(moves) {
    const { engine, episode } = this;
    engine.playByHand(episode, true);
    // Lets the marble settle before the first move and after each move.
    [...moves, ""].forEach((choice, i) => {
      engine.tick(episode, kMaxTicksPerMove);
      const { board, lamps, waits } = this.describe();
      if (!this.maze) this.boards.push({ board, lamps });
      if (choice && !waits) throw new Error(`move ${i + 1} of the link: the run had already ended`);
      if (kSwitches[choice]) engine.switchTo(episode, kSwitches[choice]);
      else if (choice) engine.choose(episode, Number(choice));
    });
  }

  /**
   * Advances the run. Stops if the run ends or waits for a manual move. A logic maze advances by at
   * most one move.
   * @param {{seconds: number}} request
   */
  onAdvance({ seconds }) {
    const { engine, episode } = this;
    const { counters, seconds_per_tick = 1 } = this.describe();
    const ticks = Math.round(seconds / seconds_per_tick);
    if (this.maze) engine.tick(episode, Math.min(Math.max(ticks, kTicksPerFrame), kMaxTicks));
    else while (engine.tick(episode, 1) > 0 && this.describe().counters.moves === counters.moves);
  }
  /** @param {{move: number}} request */
  onChoose({ move }) {
    this.engine.choose(this.episode, move);
    this.onAdvance({ seconds: 0 });
  }
  /** @param {{orientations: number}} request */
  onSwitch({ orientations }) {
    this.engine.switchTo(this.episode, orientations);
  }
  /** @param {{agent: string}} request */
  onAgent({ agent }) {
    this.engine.useAgent(this.episode, agent);
  }
  /** @param {{byHand: boolean}} request */
  onHand({ byHand }) {
    this.engine.playByHand(this.episode, byHand);
  }
  onHint() {
    return { hint: this.engine.hint(this.episode) };
  }
  onRecording() {
    return { bytes: this.engine.recording(this.episode) };
  }
  changes() {
    const { engine, episode, movesSent: first } = this;
    const state = this.describe();
    const moves = engine.log(episode, first);
    this.movesSent += Math.max(moves.length - 1, 0); // the last move changes
    if (!this.maze) return { state, moves, first };
    const begin = this.framesSent * kTicksPerFrame;
    const most = Math.max(Math.ceil((state.ticks - begin) / kTicksPerFrame), 1);
    const frames = engine.frames(episode, begin, kTicksPerFrame, most);
    this.framesSent += frames.length / kFrameNumbers;
    return { state, moves, first, frames };
  }
}

export class RequestHandler {
  /** @type {TiltSession | MoveSession} set by the first request */
  session;

  /** @param {Engine} engine */
  constructor(engine) {
    this.engine = engine;
  }
  /**
   * Handles a request by calling onNAME(request) of the run or of this object. Returns its result
   * or, by default, the changes since the last answer: new frames, and moves from the first changed
   * one. If the engine reports an error, the answer contains `error`.
   * @param {Request} request
   * @returns {Promise<Answer>}
   */
  async handle(request) {
    try {
      const action = `on${request.type.charAt(0).toUpperCase()}${request.type.slice(1)}`;
      /** @typedef {{[action: string]: (request: Request) => Answer | undefined}} Actions */
      const handlers = /** @type {Actions[]} */ (/** @type {unknown} */ ([this.session, this]));
      const handler = required(
        handlers.find((each) => each?.[action]),
        action,
      );
      return (await handler[action](request)) ?? this.session.changes();
    } catch (error) {
      return { error: error.message };
    }
  }
  /**
   * Starts a new run. If it cannot be created, the old run continues.
   * @param {NewRun} run
   */
  onNew(run) {
    const { engine } = this;
    const { json, dims, layers, seed, family } = run.of;
    let maze = 0n;
    if (json) maze = engine.mazeFromJson(json);
    else if (dims) maze = engine.generate(dims, /** @type {Layers} */ (layers), BigInt(seed ?? 0));
    const Session = run.orientations || family ? MoveSession : TiltSession;
    try {
      const session = new Session(engine, maze, run);
      this.session?.free();
      this.session = session;
    } catch (error) {
      engine.free(maze);
      throw error;
    }
    const { boards } = this.session;
    return { json: maze ? engine.mazeToJson(maze) : null, boards, ...this.session.changes() };
  }
  /**
   * Reads a recording or a maze from a file, which may take long.
   * @param {{file: File}} request
   */
  async onFile({ file }) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const text = new TextDecoder().decode(bytes);
    if (text.startsWith("marblemaze-recording"))
      return { bytes, recording: this.engine.recordingFromBytes(bytes) };
    const maze = text.startsWith("{") && JSON.parse(text);
    if (maze?.format !== "marblemaze-maze")
      throw new Error("expected a maze file or a marblemaze recording");
    this.engine.free(this.engine.mazeFromJson(text)); // throws an error that describes the fault
    return { maze };
  }
}

/**
 * Handles the messages of the page. The first message is the compiled engine. All other messages
 * are requests.
 * @param {import("./marblemaze.js").Make} make
 */
export function serve(make) {
  self.onmessage = ({ data: code }) => {
    const handler = Engine.start(make, code).then((engine) => new RequestHandler(engine));
    handler.catch((error) =>
      setTimeout(() => {
        throw error;
      }),
    ); // reports the error to the page
    self.onmessage = async ({ data: { id, request } }) => {
      const answer = await (await handler).handle(request);
      const { frames } = answer;
      const transfer = frames instanceof Float32Array ? [frames.buffer] : [];
      self.postMessage({ id, answer }, { transfer });
    };
  };
}
