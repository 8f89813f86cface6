// The worker. It runs the engine and answers the requests of the page in order.
import { cellNumber } from "../grid.js";
import { required } from "../required.js";
import { Engine, kFrameNumbers } from "./marblemaze.js";
import { compileEngine } from "./unpack.js";

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

/**
 * Returns the description of an episode as JSON.
 * @param {Engine} engine
 * @param {bigint} episode
 */
function describe(engine, episode) {
  return /** @type {RunState & {ticks: number}} */ (
    /** @type {unknown} */ (engine.describe(episode))
  );
}

/** A run under continuous control, by hand or by a tilt policy. */
class TiltSession {
  /**
   * @param {Engine} engine
   * @param {bigint} maze
   * @param {{agent: string, byHand: boolean}} player
   */
  constructor(engine, maze, { agent, byHand }) {
    const episode = engine.episode(maze, 0, "breadth-first");
    const { path, marble_radius, seconds_per_tick } = describe(engine, episode);
    this.tick_s = required(seconds_per_tick, "the duration of a tick");
    engine.free(episode);
    this.engine = engine;
    this.dims = JSON.parse(engine.mazeToJson(maze)).dims;
    this.world = engine.tiltWorld(maze);
    this.ticks = 0;
    /** @type {ArrayLike<number>} */
    this.action = [0, 0, 0];
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
      path,
      marble_radius,
      seconds_per_tick,
    };
    /** @type {number[]} */
    this.frames = [];
    /** @type {import("../recording.js").Move[]} one move for each cell that the marble enters */
    this.moves = [];
    this.movesSent = 0;
    this.recordFrame();
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
   * @param {{action: ArrayLike<number>, ticks: number}} request
   */
  onTurn({ action, ticks }) {
    const end = this.ticks + Math.min(ticks, kMaxTicks);
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

export class RequestHandler {
  /** @param {Engine} engine */
  constructor(engine) {
    this.engine = engine;
    this.maze = 0n;
    this.episode = 0n;
    this.framesSent = 0;
    this.movesDone = 0;
    /** @type {TiltSession | null} */
    this.tilt = null;
  }

  /**
   * Handles a request by calling onNAME(request). Returns its result or, by default, the changes
   * since the last answer. If the engine reports an error, the answer contains `error`.
   * @param {Request} request
   * @returns {Promise<Answer>}
   */
  async handle(request) {
    try {
      const action = `on${request.type.charAt(0).toUpperCase()}${request.type.slice(1)}`;
      /** @typedef {{[action: string]: (request: Request) => Answer | undefined}} Actions */
      const handlers = /** @type {Actions[]} */ (/** @type {unknown} */ ([this.tilt, this]));
      const handler = required(
        handlers.find((each) => each?.[action]),
        action,
      );
      return (await handler[action](request)) ?? (this.tilt ?? this).changes();
    } catch (error) {
      return { error: error.message };
    }
  }

  /**
   * Starts a new run. Replays `moves` as manual moves. After that, the agent or the user plays. If
   * the new run cannot be created, the old run continues.
   * @param {NewRun} request
   */
  onNew({ of, agent, orientations, byHand, moves = "" }) {
    const { engine } = this;
    const layers = /** @type {Layers} */ (of.layers);
    const seed = BigInt(of.seed ?? 0);
    /** @type {{episode: bigint, maze: bigint, tilt: TiltSession | null, boards: BoardState[]}} */
    const created = { episode: 0n, maze: 0n, tilt: null, boards: [] };
    try {
      if (of.json) created.maze = engine.mazeFromJson(of.json);
      else if (of.dims) created.maze = engine.generate(of.dims, layers, seed);
      const options = { record: true, exact: of.exact };
      if (of.family) created.episode = engine.episodeInFamily(of.family, seed, agent, options);
      else if (orientations === 0)
        created.tilt = new TiltSession(engine, created.maze, { agent, byHand });
      else created.episode = engine.episode(created.maze, orientations, agent, options);
      if (created.episode) {
        created.boards = this.replay(created.episode, moves, of.family);
        engine.playByHand(created.episode, byHand);
      }
    } catch (error) {
      for (const handle of [created.episode, created.maze]) engine.free(handle);
      throw error;
    }
    for (const old of [this.episode, this.maze, this.tilt?.world ?? 0n]) engine.free(old);
    Object.assign(this, { framesSent: 0, movesDone: 0 }, created);
    if (this.episode && !moves) this.advanceToFirstMove(byHand);
    const json = this.maze ? engine.mazeToJson(this.maze) : null;
    return { json, boards: created.boards, ...(this.tilt ?? this).changes() };
  }

  /**
   * Advances to the first manual move, or starts the agent.
   * @param {boolean} byHand
   */
  advanceToFirstMove(byHand) {
    const { engine, episode } = this;
    const step = this.maze ? kTicksPerFrame : 1;
    engine.tick(episode, step);
    for (let left = kMaxTicks; byHand && left > 0 && !engine.describe(episode).waits; left -= step)
      engine.tick(episode, step);
  }

  /**
   * Replays moves. Returns the boards of a logic maze after each move.
   * @param {bigint} episode
   * @param {string} moves
   * @param {string} [inFamily]
   */
  replay(episode, moves, inFamily) {
    const { engine } = this;
    /** @type {BoardState[]} */
    const boards = [];
    if (!moves) return boards;
    engine.playByHand(episode, true);
    // Lets the marble settle before the first move and after each move.
    [...moves, ""].forEach((choice, i) => {
      engine.tick(episode, kMaxTicksPerMove);
      const { board, lamps, waits } = describe(engine, episode);
      if (inFamily) boards.push({ board, lamps });
      if (choice && !waits) throw new Error(`move ${i + 1} of the link: the run had already ended`);
      if (kSwitches[choice]) engine.switchTo(episode, kSwitches[choice]);
      else if (choice) engine.choose(episode, Number(choice));
    });
    return boards;
  }

  /**
   * Advances the run by some ticks. Stops if the run ends or waits for a manual move. A logic maze
   * advances by at most one move.
   * @param {{ticks: number}} request
   */
  onMore({ ticks }) {
    const { engine, episode } = this;
    const moves = () => engine.describe(episode).counters.moves;
    const before = moves();
    if (this.maze)
      engine.tick(episode, Math.min(Math.max(Math.round(ticks), kTicksPerFrame), kMaxTicks));
    else while (engine.tick(episode, 1) > 0 && moves() === before);
  }
  /** @param {{move: number}} request */
  onChoose({ move }) {
    this.engine.choose(this.episode, move);
    this.onMore({ ticks: kTicksPerFrame });
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
  /**
   * Reads a recording or a maze from a file, which may take long.
   * @param {{file: File}} request
   */
  async onFile({ file }) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    self.postMessage({ progress: 0.5 });
    const text = new TextDecoder().decode(bytes);
    if (text.startsWith("marblemaze-recording"))
      return { bytes, recording: this.engine.recordingFromBytes(bytes) };
    const maze = text.startsWith("{") && JSON.parse(text);
    if (maze?.format !== "marblemaze-maze")
      throw new Error("expected a maze file or a marblemaze recording");
    this.engine.free(this.engine.mazeFromJson(text)); // throws an error that describes the fault
    return { maze };
  }
  onRecording() {
    return { bytes: this.engine.recording(this.episode) };
  }

  /** Returns the changes since the last answer: new frames, and moves from the first unfinished. */
  changes() {
    const { engine, episode, maze, movesDone: first } = this;
    const state = describe(engine, episode);
    const moves = engine.log(episode, first);
    this.movesDone += moves.filter(
      (move) => move.ending !== "settled" || move.states[1] !== null,
    ).length;
    if (!maze) return { state, moves, first };
    const begin = this.framesSent * kTicksPerFrame;
    const most = Math.max(Math.ceil((state.ticks - begin) / kTicksPerFrame), 1);
    const frames = engine.frames(episode, begin, kTicksPerFrame, most);
    this.framesSent += frames.length / kFrameNumbers;
    return { state, moves, first, frames };
  }
}

/**
 * Handles the messages of the page. The first message contains the engine's code, compressed or
 * compiled. All other messages are requests.
 * @param {import("./marblemaze.js").Make} make
 */
export function serve(make) {
  self.onmessage = ({ data: message }) => {
    const code = Promise.resolve(typeof message === "string" ? compileEngine(message) : message);
    const handler = code.then(
      async (compiled) => new RequestHandler(await Engine.start(make, compiled)),
    );
    code.then((compiled) => self.postMessage({ code: compiled }));
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
