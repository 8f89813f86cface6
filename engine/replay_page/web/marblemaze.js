// The C interface (engine/c_api/marblemaze.h) for JavaScript, in browsers and in Node: mazes, worlds, batches, episodes. What it
// hands out are handles, BigInts to be given to free(). What the engine refuses is thrown as an Error with the engine's own words.
export const kFrameNumbers = 12;  // of mm_episode_frames
const kTooSmall = 4;       // MM_TOO_SMALL
const kReadyBytes = 65536;  // more than all but recordings take

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
  constructor(module) {
    this.module = module;
    this.answer = module._malloc(16);  // for what a function answers with
    this.ready = module._malloc(kReadyBytes);
  }

  get memory() { return this.module.HEAPU8; }
  view() { return new DataView(this.memory.buffer); }
  words(at) {
    const end = this.memory.indexOf(0, at);
    return new TextDecoder().decode(this.memory.slice(at, end));
  }
  check(status) {
    if (status !== 0) throw new Error(this.words(this.module._mm_last_error()));
  }
  // Calls `use` with the address of the bytes and their number.
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
  withText(text, use) { return this.withBytes(new TextEncoder().encode(text), use); }
  /**
   * What a function hands out whose last three arguments are buffer, capacity and needed. It is asked with the room that
   * stands ready. Where that is too small, the engine hands out what it has answered already.
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
  text(ask) { return new TextDecoder().decode(this.bytes(ask).slice(0, -1)); }
  handle(make) {
    this.check(make(this.answer));
    return this.view().getBigUint64(this.answer, true);
  }
  free(handle) { if (handle) this.module._mm_free(handle); }

  /** An int32 of the answer. @param {number} status */
  number(status) {
    this.check(status);
    return this.view().getInt32(this.answer, true);
  }

  /** @returns {string} of the program */
  version() { return this.words(this.module._mm_version()); }
  catalogue() { return JSON.parse(this.text((...to) => this.module._mm_catalogue(...to))); }

  /**
   * @param {number[]} sides
   * @param {string} layers all, outer or flat
   * @param {bigint} seed
   * @returns {bigint} a maze
   */
  generate([w, h, d], layers, seed) {
    return this.withText(layers, (at) => this.handle((to) => this.module._mm_maze_generate(w, h, d, at, seed, to)));
  }
  mazeFromJson(text) {
    return this.withText(text, (at, length) => this.handle((to) => this.module._mm_maze_from_json(at, length, to)));
  }
  /** @param {bigint} maze @returns {string} a maze file */
  mazeToJson(maze) { return this.text((...to) => this.module._mm_maze_to_json(maze, ...to)); }

  /** A world at rest at its start. @param {bigint} maze @returns {bigint} */
  world(maze, orientations, kind = "bullet") {
    const world = this.withText(kind, (at) => this.handle((to) => this.module._mm_world_create(at, maze, orientations, 0n, to)));
    this.number(this.module._mm_world_settle(world, this.answer));
    return world;
  }
  /** Makes a move and waits until the marble rests. @returns {number} how it ended (mm_motion) */
  move(world, move) { return this.number(this.module._mm_world_move(world, move, this.answer)); }
  stateHash(world) {
    this.check(this.module._mm_world_state_hash(world, this.answer));
    return this.view().getBigUint64(this.answer, true);
  }
  /** All of a world at rest, draws to come included. @returns {Uint8Array} */
  save(world) { return this.bytes((...to) => this.module._mm_world_save(world, ...to)); }
  restore(world, bytes) { this.withBytes(bytes, (at, length) => this.check(this.module._mm_world_restore(world, at, length))); }

  /** Many worlds, one in each maze, at rest at their starts. @param {bigint[]} mazes @returns {bigint} */
  batch(mazes, orientations, kind = "bullet") {
    const handles = new Uint8Array(new BigUint64Array(mazes).buffer);
    const batch = this.withText(kind, (name) => this.withBytes(handles, (at) =>
      this.handle((to) => this.module._mm_batch_create(name, at, mazes.length, orientations, 0n, 1, to))));
    this.outcomes(mazes.length, (states, endings) => this.module._mm_batch_reset(batch, 0, states, endings, mazes.length));
    return batch;
  }
  /** Plays moves[i] in world i; -1 leaves it alone. @param {number[]} moves @returns { {states: Int32Array, endings: Int32Array}} */
  step(batch, moves) {
    return this.withBytes(new Uint8Array(new Int32Array(moves).buffer), (at) =>
      this.outcomes(moves.length, (states, endings) => this.module._mm_batch_step(batch, at, states, endings, moves.length)));
  }
  outcomes(count, ask) {
    return this.withBytes(new Uint8Array(8 * count), (at) => {
      this.check(ask(at, at + 4 * count));
      const both = new Int32Array(this.memory.slice(at, at + 8 * count).buffer);
      return { states: both.slice(0, count), endings: both.slice(count) };
    });
  }

  /** A run of an agent of the catalogue. @param {bigint} maze @param {string} agent @returns {bigint} */
  episode(maze, orientations, agent, world = "bullet") {
    return this.withText(agent, (name) => this.withText(world, (kind) =>
      this.handle((to) => this.module._mm_episode_create(kind, maze, orientations, 0n, name, 1n, 0, 0, to))));
  }
  episodeInFamily(family, seed, agent) {
    return this.withText(agent, (name) => this.withText(family, (kind) =>
      this.handle((to) => this.module._mm_episode_create_in_family(kind, seed, name, 0, 0, to))));
  }
  record(episode) { this.check(this.module._mm_episode_record(episode)); }
  tick(episode, most) {
    this.check(this.module._mm_episode_tick(episode, BigInt(most), this.answer));
    return Number(this.view().getBigInt64(this.answer, true));
  }
  run(episode) {
    return this.number(this.module._mm_episode_run(episode, -1n, this.answer));
  }
  playByHand(episode, byHand) { this.check(this.module._mm_episode_play_by_hand(episode, byHand ? 1 : 0)); }
  choose(episode, move) { this.check(this.module._mm_episode_choose(episode, move)); }
  switchTo(episode, orientations) { this.check(this.module._mm_episode_switch(episode, orientations)); }
  useAgent(episode, agent) { this.withText(agent, (name) => this.check(this.module._mm_episode_use_agent(episode, name))); }
  hint(episode) {
    const move = this.module._malloc(4);
    try {
      const words = this.text((...to) => this.module._mm_episode_hint(episode, move, ...to));
      return { move: this.view().getInt32(move, true), words };
    } finally {
      this.module._free(move);
    }
  }
  describe(episode) { return JSON.parse(this.text((...to) => this.module._mm_episode_describe(episode, ...to))); }
  log(episode, first) { return JSON.parse(this.text((...to) => this.module._mm_episode_log(episode, first, ...to))); }
  /** The recording of a file, as a page shows it. @param {Uint8Array} bytes */
  recordingFromBytes(bytes) {
    return JSON.parse(this.withBytes(bytes, (at, length) => this.text((...to) => this.module._mm_recording_to_json(at, length, ...to))));
  }
  recording(episode) { return this.bytes((...to) => this.module._mm_episode_recording(episode, ...to)); }
  // Poses of the ticks first, first + stride, ... as one array of 12 numbers each.
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
