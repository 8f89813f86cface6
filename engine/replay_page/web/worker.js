// What happens beside the page, in a worker with an instance of the engine of its own: runs, thinking, recordings.
// The page sends requests; each gets one answer, in order.
import { Engine, kFrameNumbers } from "./marblemaze.js";
import { unpacked } from "./unpack.js";

const kTicksPerFrame = 2;
const kTicksPlanned = 8;  // a controller's action is for so many
const kMostTicks = 1200, kMostTicksOfAMove = 20000;  // overdue comes sooner
const kSwitches = { a: 8, b: 24 };  // among the moves of a link

/** A maze that is turned freely, by a person or by a controller, which can take turns. */
class FreeDesk {
  constructor(engine, maze, { agent, byHand }) {
    const episode = engine.episode(maze, 0, "breadth-first"), { path, marble_radius } = engine.describe(episode);
    engine.free(episode);
    this.engine = engine;
    this.world = engine.tiltWorld(maze);
    this.ticks = 0;
    this.action = [0, 0, 0];
    const { tick_s, frame } = engine.observe(this.world);
    this.now = {
      outcome: "running", orientations: 0, by_hand: byHand, waits: false, choices: [], why: [], counters: { moves: 0 }, path, marble_radius, seconds_per_tick: tick_s,
    };
    this.onAgent({ agent });
    this.frames = [...frame];
  }
  onAgent({ agent }) {
    this.now.agent = agent;
  }
  onHand({ byHand }) { this.now.by_hand = byHand; }
  /** So many ticks, fewer where the run ends. A person's action is in force for all of them. */
  onTurn({ action, ticks }) {
    const { engine, world, now } = this, end = this.ticks + Math.min(ticks, kMostTicks);
    for (; now.outcome === "running" && this.ticks < end; this.ticks += kTicksPerFrame) {
      engine.turn(world, this.actionFrom(action), kTicksPerFrame);
      const { frame, outcome } = engine.observe(world);
      this.frames.push(...frame);
      now.outcome = outcome;
    }
  }
  /** Nothing where it is the one in force: each time that one is set, the mount's noise is drawn anew. */
  actionFrom(action) {
    const { now } = this;
    if (!now.by_hand && this.ticks % kTicksPlanned !== 0) return null;
    if (!now.by_hand) ({ action, words: now.reason } = this.engine.decide(this.world, now.agent));
    if (String(action) === String(this.action)) return null;
    this.action = action;
    return action;
  }
  news() { return { now: this.now, frames: Float32Array.from(this.frames.splice(0)) }; }
}

export class Desk {
  constructor(engine) {
    this.engine = engine;
    this.maze = this.episode = 0n;
    this.framesSent = this.movesDone = 0;
    this.free = null;
  }

  // One request in, one answer out: the action's own, or the news. What the engine refuses comes back as `error`, and leaves
  // the run as it was.
  handle(request) {
    try {
      const action = `on${request.does.charAt(0).toUpperCase()}${request.does.slice(1)}`;
      const desk = this.free?.[action] ? this.free : this;
      return desk[action](request) ?? desk.news();
    } catch (error) {
      return { error: error.message };
    }
  }

  // A new run. request.of is {dims, layers, seed}, {json} or {family, seed}. `moves` are made at once by hand, and then
  // the agent plays, or the person where byHand is set. What cannot be made leaves the old run in place.
  onNew({ of, agent, orientations, byHand, moves = "" }) {
    const engine = this.engine, made = {};
    try {
      if (of.family) {
        made.episode = engine.episodeInFamily(of.family, BigInt(of.seed), agent, { record: true });
      } else {
        made.maze = of.json ? engine.mazeFromJson(of.json) : engine.generate(of.dims, of.layers, BigInt(of.seed));
        if (orientations === 0) made.free = new FreeDesk(engine, made.maze, { agent, byHand });
        else made.episode = engine.episode(made.maze, orientations, agent, { record: true });
      }
      if (made.episode) {
        made.boards = this.replay(made.episode, moves, of.family);
        engine.playByHand(made.episode, byHand);
      }
    } catch (error) {
      for (const handle of [made.episode, made.maze]) engine.free(handle);
      throw error;
    }
    for (const old of [this.episode, this.maze, this.free?.world]) engine.free(old);
    Object.assign(this, { episode: 0n, maze: 0n, free: null, framesSent: 0, movesDone: 0 }, made);
    if (this.episode && !moves) engine.tick(this.episode, this.maze ? kTicksPerFrame : 1);
    return { json: this.maze ? engine.mazeToJson(this.maze) : null, boards: made.boards, ...(this.free ?? this).news() };
  }

  // What is drawn of a world of a family after each move.
  replay(episode, moves, inFamily) {
    const engine = this.engine, boards = [];
    if (!moves) return boards;
    engine.playByHand(episode, true);
    const rest = () => {
      engine.tick(episode, kMostTicksOfAMove);
      const now = engine.describe(episode);
      if (inFamily) boards.push({ board: now.board, lamps: now.lamps });
      return now;
    };
    let now = rest();
    [...moves].forEach((choice, i) => {
      if (!now.waits) throw new Error(`move ${i + 1} of the link: the run has ended before it`);
      if (kSwitches[choice]) engine.switchTo(episode, kSwitches[choice]);
      else engine.choose(episode, Number(choice));
      now = rest();
    });
    return boards;
  }

  // So many more ticks, fewer where the run ends or a person must choose; of a world without ticks of its own a move, or none.
  onMore({ ticks }) {
    const { engine, episode } = this, moves = () => engine.describe(episode).counters.moves, before = moves();
    if (this.maze) engine.tick(episode, Math.min(Math.max(Math.round(ticks), kTicksPerFrame), kMostTicks));
    else while (engine.tick(episode, 1) > 0 && moves() === before);
  }
  onChoose({ move }) {
    this.engine.choose(this.episode, move);
    this.onMore({ ticks: kTicksPerFrame });
  }
  onSwitch({ orientations }) { this.engine.switchTo(this.episode, orientations); }
  onAgent({ agent }) { this.engine.useAgent(this.episode, agent); }
  onHand({ byHand }) { this.engine.playByHand(this.episode, byHand); }
  onHint() { return { hint: this.engine.hint(this.episode) }; }
  onOpen({ bytes }) { return { recording: this.engine.recordingFromBytes(bytes) }; }
  onRecording() { return { recording: this.engine.recording(this.episode) }; }

  // What the page does not know yet: frames, moves from the first that was not over, and how the run stands.
  news() {
    const engine = this.engine, now = engine.describe(this.episode);
    const moves = engine.log(this.episode, this.movesDone), first = this.movesDone;
    this.movesDone += moves.filter((move) => move.ending !== "settled" || move.states[1] !== null).length;
    let frames = null;
    if (this.maze) {
      const wanted = Math.floor((now.ticks - 1) / kTicksPerFrame) + 1 - this.framesSent;
      frames = engine.frames(this.episode, this.framesSent * kTicksPerFrame, kTicksPerFrame, Math.max(wanted, 1));
      this.framesSent += frames.length / kFrameNumbers;
    }
    return { now, moves, first, frames };
  }
}

/**
 * In a worker: the first message brings the engine's code, as it stands in the page or compiled, which goes back compiled; the
 * others are requests.
 * @param {function(any): Promise<any>} make that Emscripten wrote
 */
export function serve(make) {
  self.onmessage = ({ data: brought }) => {
    const code = Promise.resolve(typeof brought === "string" ? unpacked(brought) : brought);
    const desk = code.then(async (compiled) => new Desk(await Engine.start(make, compiled)));
    code.then((compiled) => self.postMessage(compiled));
    desk.catch((error) => setTimeout(() => { throw error; }));  // so that the page hears of it
    self.onmessage = async ({ data }) => {
      const answer = (await desk).handle(data);
      self.postMessage(answer, { transfer: answer.frames ? [answer.frames.buffer] : [] });
    };
  };
}
