// The C interface (engine/c_api/marblemaze.h) for JavaScript, in browsers and in Node: mazes, worlds, batches, episodes. What it
// hands out are handles, BigInts to be given to free(). What the engine refuses is thrown as an Error with the engine's own words.
export const kFrameNumbers = 12;  // of mm_episode_frames
const kTooSmall = 4;       // MM_TOO_SMALL
const kReadyBytes = 65536;  // more than all but recordings take

/**
 * @typedef {bigint} Maze
 * @typedef {bigint} World a marble in a maze, or a world of a family
 * @typedef {bigint} Batch worlds side by side
 * @typedef {bigint} Episode a run of an agent or a person
 * @typedef {"all" | "outer" | "flat"} Layers
 * @typedef { { outcome: string, agent: string, orientations: number, turning_to?: number, by_hand: boolean, waits: boolean, ticks: number,
 *   state: number | null, state_words: string, cell?: number, choices: { move: number, words: string, axis: number[] }[],
 *   counters: { [name: string]: number }, rule: string, why: any[] }} Description the commonest of what mm_episode_describe() tells
 */
export class Engine {
  /**
   * @param {function(any): Promise<any>} make that Emscripten wrote
   * @param {WebAssembly.Module} code
   * @returns {Promise<Engine>}
   */
  static async start(make, code) {
    const module = await make({
      instantiateWasm: (imports, done) => {
        const instance = new WebAssembly.Instance(code, imports);
        done(instance);
        return instance.exports;
      },
    });
    return new Engine(module);
  }
  /** @param {any} module of Emscripten, which is running */
  constructor(module) {
    /** @private */ this.module = module;
    /** @private */ this.answer = module._malloc(16);  // for what a function answers with
    /** @private */ this.ready = module._malloc(kReadyBytes);
  }

  /** @private */
  get memory() { return this.module.HEAPU8; }
  /** @private */
  view() { return new DataView(this.memory.buffer); }
  /** @private @param {number} at */
  words(at) {
    const end = this.memory.indexOf(0, at);
    return new TextDecoder().decode(this.memory.slice(at, end));
  }
  /** @private @param {number} status */
  check(status) {
    if (status !== 0) throw new Error(this.words(this.module._mm_last_error()));
  }
  /**
   * Calls `use` with the address of the bytes and their number.
   * @private
   * @template T
   * @param {Uint8Array} bytes
   * @param {function(number, number): T} use
   * @returns {T}
   */
  withBytes(bytes, use) {
    const at = this.module._malloc(bytes.length + 1);
    try {
      this.memory.set(bytes, at);
      this.memory[at + bytes.length] = 0;
      return use(at, bytes.length);
    } finally {
      this.module._free(at);
    }
  }
  /**
   * @private
   * @template T
   * @param {string} text
   * @param {function(number, number): T} use
   * @returns {T}
   */
  withText(text, use) { return this.withBytes(new TextEncoder().encode(text), use); }
  /**
   * What a function hands out whose last three arguments are buffer, capacity and needed. It is asked with the room that
   * stands ready. Where that is too small, the engine hands out what it has answered already.
   * @private
   * @param {function(number, number, number): number} ask
   * @returns {Uint8Array}
   */
  bytes(ask) {
    const status = ask(this.ready, kReadyBytes, this.answer);
    const needed = this.view().getUint32(this.answer, true);
    if (status !== kTooSmall) {
      this.check(status);
      return this.memory.slice(this.ready, this.ready + needed);
    }
    const at = this.module._malloc(needed);
    try {
      this.check(this.module._mm_last_text(at, needed, this.answer));
      return this.memory.slice(at, at + needed);
    } finally {
      this.module._free(at);
    }
  }
  /** @private @param {function(number, number, number): number} ask */
  text(ask) { return new TextDecoder().decode(this.bytes(ask).slice(0, -1)); }
  /** @private @param {function(number): number} make */
  handle(make) {
    this.check(make(this.answer));
    return this.view().getBigUint64(this.answer, true);
  }
  /** @param {bigint} handle of a maze, a world, a batch or an episode; 0n is none */
  free(handle) { if (handle) this.module._mm_free(handle); }

  /** @private @param {number} status @returns {number} an int32 of the answer */
  number(status) {
    this.check(status);
    return this.view().getInt32(this.answer, true);
  }

  /** @returns {string} of the program */
  version() { return this.words(this.module._mm_version()); }
  /**
   * All that can be asked for by name.
   * @returns { { agents: { name: string, title: string, knows: string }[], worlds: any[], families: any[], models: any[], settings: any[] }}
   */
  catalogue() { return JSON.parse(this.text((...to) => this.module._mm_catalogue(...to))); }

  /**
   * @param {number[]} sides
   * @param {Layers} layers
   * @param {bigint} seed
   * @returns {Maze}
   */
  generate([w, h, d], layers, seed) {
    return this.withText(layers, (at) => this.handle((to) => this.module._mm_maze_generate(w, h, d, at, seed, to)));
  }
  /** @param {string} text a maze file @returns {Maze} */
  mazeFromJson(text) {
    return this.withText(text, (at, length) => this.handle((to) => this.module._mm_maze_from_json(at, length, to)));
  }
  /** @param {Maze} maze @returns {string} a maze file */
  mazeToJson(maze) { return this.text((...to) => this.module._mm_maze_to_json(maze, ...to)); }

  /**
   * A world at rest at its start.
   * @param {Maze} maze
   * @param {number} orientations 8 or 24; 4 where the maze is flat
   * @param {string} [kind] of the catalogue's worlds
   * @returns {World}
   */
  world(maze, orientations, kind = "bullet") {
    const world = this.withText(kind, (at) => this.handle((to) => this.module._mm_world_create(at, maze, orientations, 0n, to)));
    this.number(this.module._mm_world_settle(world, this.answer));
    return world;
  }
  /**
   * Makes a move and waits until the marble rests.
   * @param {World} world
   * @param {number} move from 0
   * @returns {number} how it ended: 3 settled, 4 frozen, 5 overdue
   */
  move(world, move) { return this.number(this.module._mm_world_move(world, move, this.answer)); }
  /** @param {World} world @returns {bigint} of all bits of where and how it is */
  stateHash(world) {
    this.check(this.module._mm_world_state_hash(world, this.answer));
    return this.view().getBigUint64(this.answer, true);
  }
  /** @param {World} world @returns {Uint8Array} all of a world at rest, draws to come included */
  save(world) { return this.bytes((...to) => this.module._mm_world_save(world, ...to)); }
  /** @param {World} world @param {Uint8Array} bytes that save() gave; it goes on bit for bit */
  restore(world, bytes) { this.withBytes(bytes, (at, length) => this.check(this.module._mm_world_restore(world, at, length))); }

  /**
   * Many worlds, one in each maze, at rest at their starts.
   * @param {Maze[]} mazes
   * @param {number} orientations
   * @param {string} [kind]
   * @returns {Batch}
   */
  batch(mazes, orientations, kind = "bullet") {
    const handles = new Uint8Array(new BigUint64Array(mazes).buffer);
    const batch = this.withText(kind, (name) => this.withBytes(handles, (at) =>
      this.handle((to) => this.module._mm_batch_create(name, at, mazes.length, orientations, 0n, 1, to))));
    this.outcomes(mazes.length, (states, endings) => this.module._mm_batch_reset(batch, 0, states, endings, mazes.length));
    return batch;
  }
  /**
   * Plays moves[i] in world i; -1 leaves it alone.
   * @param {Batch} batch
   * @param {number[]} moves
   * @returns { { states: Int32Array, endings: Int32Array }}
   */
  step(batch, moves) {
    return this.withBytes(new Uint8Array(new Int32Array(moves).buffer), (at) =>
      this.outcomes(moves.length, (states, endings) => this.module._mm_batch_step(batch, at, states, endings, moves.length)));
  }
  /**
   * @private
   * @param {number} count
   * @param {function(number, number): number} ask
   */
  outcomes(count, ask) {
    return this.withBytes(new Uint8Array(8 * count), (at) => {
      this.check(ask(at, at + 4 * count));
      const both = new Int32Array(this.memory.slice(at, at + 8 * count).buffer);
      return { states: both.slice(0, count), endings: both.slice(count) };
    });
  }

  /**
   * A run of an agent of the catalogue.
   * @param {Maze} maze
   * @param {number} orientations
   * @param {string} agent
   * @param {string} [world]
   * @returns {Episode}
   */
  episode(maze, orientations, agent, world = "bullet") {
    return this.withText(agent, (name) => this.withText(world, (kind) =>
      this.handle((to) => this.module._mm_episode_create(kind, maze, orientations, 0n, name, 1n, 0, 0, to))));
  }
  /**
   * @param {string} family of the catalogue
   * @param {bigint} seed
   * @param {string} agent
   * @returns {Episode}
   */
  episodeInFamily(family, seed, agent) {
    return this.withText(agent, (name) => this.withText(family, (kind) =>
      this.handle((to) => this.module._mm_episode_create_in_family(kind, seed, name, 0, 0, to))));
  }
  /** @param {Episode} episode to be recorded; before its first tick */
  record(episode) { this.check(this.module._mm_episode_record(episode)); }
  /** @param {Episode} episode @param {number} most @returns {number} how many steps were made */
  tick(episode, most) {
    this.check(this.module._mm_episode_tick(episode, BigInt(most), this.answer));
    return Number(this.view().getBigInt64(this.answer, true));
  }
  /** @param {Episode} episode to run to its end, or until a person must choose @returns {number} outcome: 0 running, 1 solved, ... */
  run(episode) {
    return this.number(this.module._mm_episode_run(episode, -1n, this.answer));
  }
  /** @param {Episode} episode @param {boolean} byHand */
  playByHand(episode, byHand) { this.check(this.module._mm_episode_play_by_hand(episode, byHand ? 1 : 0)); }
  /** @param {Episode} episode @param {number} move of a person */
  choose(episode, move) { this.check(this.module._mm_episode_choose(episode, move)); }
  /** @param {Episode} episode @param {number} orientations from the next rest on */
  switchTo(episode, orientations) { this.check(this.module._mm_episode_switch(episode, orientations)); }
  /** @param {Episode} episode @param {string} agent that goes on with what is known */
  useAgent(episode, agent) { this.withText(agent, (name) => this.check(this.module._mm_episode_use_agent(episode, name))); }
  /** @param {Episode} episode @returns { { move: number, words: string }} what its agent would do; -1: nothing */
  hint(episode) {
    const move = this.module._malloc(4);
    try {
      const words = this.text((...to) => this.module._mm_episode_hint(episode, move, ...to));
      return { move: this.view().getInt32(move, true), words };
    } finally {
      this.module._free(move);
    }
  }
  /** @param {Episode} episode @returns {Description} */
  describe(episode) { return JSON.parse(this.text((...to) => this.module._mm_episode_describe(episode, ...to))); }
  /** @param {Episode} episode @param {number} first from 0 @returns {any[]} its moves from that one on */
  log(episode, first) { return JSON.parse(this.text((...to) => this.module._mm_episode_log(episode, first, ...to))); }
  /** @param {Uint8Array} bytes of a file @returns {any} the recording, as a page shows it */
  recordingFromBytes(bytes) {
    return JSON.parse(this.withBytes(bytes, (at, length) => this.text((...to) => this.module._mm_recording_to_json(at, length, ...to))));
  }
  /** @param {Episode} episode @returns {Uint8Array} a file */
  recording(episode) { return this.bytes((...to) => this.module._mm_episode_recording(episode, ...to)); }
  /**
   * Poses of the ticks first, first + stride, ..., 12 numbers each.
   * @param {Episode} episode
   * @param {number} first
   * @param {number} stride
   * @param {number} most
   * @returns {Float32Array}
   */
  frames(episode, first, stride, most) {
    const at = this.module._malloc(4 * kFrameNumbers * most);
    try {
      this.check(this.module._mm_episode_frames(episode, BigInt(first), BigInt(stride), at, most, this.answer));
      const count = this.view().getUint32(this.answer, true);
      return new Float32Array(this.memory.slice(at, at + 4 * kFrameNumbers * count).buffer);
    } finally {
      this.module._free(at);
    }
  }
}
