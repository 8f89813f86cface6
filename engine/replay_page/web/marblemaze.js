// The C interface (engine/c_api/marblemaze.h) for JavaScript, in browsers and in Node: mazes, worlds, batches, episodes. What it
// hands out are handles, BigInts to be given to free(). What the engine refuses is thrown as an Error with the engine's own words.
export const kFrameNumbers = 12;  // of mm_episode_frames
/** How runs end, by the numbers of mm_outcome. */
export const kOutcomes = ["running", "solved", "unsolvable", "frozen", "overdue", "capped", "crashed", "timed-out", "nonsense", "flooded", "escaped"];

/**
 * @typedef {bigint} Maze
 * @typedef {bigint} World a marble in a maze, or a world of a family
 * @typedef {bigint} Batch worlds side by side
 * @typedef {bigint} FreeWorld mazes that are turned about any axis at any time, side by side
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
  }

  /** @private @param {number} at */
  words(at) {
    const memory = this.module.HEAPU8;
    return new TextDecoder().decode(memory.slice(at, memory.indexOf(0, at)));
  }
  /**
   * Calls mm_NAME. A text or an array of numbers is lent to it, and the array then holds what the function wrote there.
   * @private
   * @param {string} name
   * @param {any[]} given
   * @returns {number} status
   */
  ask(name, ...given) {
    const { module } = this, lent = [];
    const lend = (it) => {
      const bytes = typeof it === "string" ? new TextEncoder().encode(`${it}\0`) : new Uint8Array(it.buffer, it.byteOffset, it.byteLength);
      const at = module._malloc(bytes.length);
      module.HEAPU8.set(bytes, at);
      lent.push({ bytes, at });
      return at;
    };
    const status = module[`_mm_${name}`](...given.map((it) => (typeof it === "string" || ArrayBuffer.isView(it) ? lend(it) : it)));
    for (const { bytes, at } of lent) {
      bytes.set(module.HEAPU8.subarray(at, at + bytes.length));
      module._free(at);
    }
    return status;
  }
  /** @private @param {string} name @param {any[]} given */
  call(name, ...given) {
    if (this.ask(name, ...given) !== 0) throw new Error(this.words(this.module._mm_last_error()));
  }
  /** @private @param {any} room for what the last argument points to @param {string} name @param {any[]} given @returns {any} what stands there then */
  told(room, name, ...given) {
    this.call(name, ...given, room);
    return room[0];
  }
  /** @private @param {string} name @param {any[]} given @returns {bigint} */
  handle(name, ...given) { return this.told(new BigUint64Array(1), name, ...given); }
  /** @private @param {string} name @param {any[]} given @returns {number} */
  number(name, ...given) { return this.told(new Int32Array(1), name, ...given); }
  /**
   * What a function hands out whose last three arguments are buffer, capacity and needed. Asked without a buffer it tells
   * the length, and the engine hands out what it has answered.
   * @private
   * @param {string} name
   * @param {any[]} given
   * @returns {Uint8Array}
   */
  bytes(name, ...given) {
    const all = new Uint8Array(this.told(new Uint32Array(1), name, ...given, 0, 0));
    this.call("last_text", all, all.length, new Uint32Array(1));
    return all;
  }
  /** @private @param {string} name @param {any[]} given */
  text(name, ...given) { return new TextDecoder().decode(this.bytes(name, ...given).slice(0, -1)); }
  /** @private @param {string} name @param {any[]} given */
  json(name, ...given) { return JSON.parse(this.text(name, ...given)); }
  /** @param {bigint} handle of a maze, a world, a batch or an episode; 0n is none */
  free(handle) { if (handle) this.module._mm_free(handle); }

  /** @returns {string} of the program */
  version() { return this.words(this.module._mm_version()); }
  /**
   * All that can be asked for by name.
   * @returns { { agents: { name: string, title: string, knows: string }[], worlds: any[], families: any[], models: any[], settings: any[] }}
   */
  catalogue() { return this.json("catalogue"); }

  /**
   * @param {number[]} sides
   * @param {Layers} layers
   * @param {bigint} seed
   * @returns {Maze}
   */
  generate(sides, layers, seed) { return this.handle("maze_generate", ...sides, layers, seed); }
  /** @param {string} text a maze file @returns {Maze} */
  mazeFromJson(text) { return this.handle("maze_from_json", text, new TextEncoder().encode(text).length); }
  /** @param {Maze} maze @returns {string} a maze file */
  mazeToJson(maze) { return this.text("maze_to_json", maze); }

  /**
   * A world at rest at its start.
   * @param {Maze} maze
   * @param {number} orientations 8 or 24; 4 where the maze is flat
   * @param {string} [kind] of the catalogue's worlds
   * @returns {World}
   */
  world(maze, orientations, kind = "bullet") {
    const world = this.handle("world_create", kind, maze, orientations, 0n);
    this.number("world_settle", world);
    return world;
  }
  /**
   * Makes a move and waits until the marble rests.
   * @param {World} world
   * @param {number} move from 0
   * @returns {number} how it ended: 3 settled, 4 frozen, 5 overdue
   */
  move(world, move) { return this.number("world_move", world, move); }
  /** @param {World} world @returns {bigint} of all bits of where and how it is */
  stateHash(world) { return this.handle("world_state_hash", world); }
  /** @param {World} world @returns {Uint8Array} all of a world at rest, draws to come included */
  save(world) { return this.bytes("world_save", world); }
  /** @param {World} world @param {Uint8Array} bytes that save() gave; it goes on bit for bit */
  restore(world, bytes) { this.call("world_restore", world, bytes, bytes.length); }

  /**
   * Many worlds, one in each maze, at rest at their starts.
   * @param {Maze[]} mazes
   * @param {number} orientations
   * @param {string} [kind]
   * @returns {Batch}
   */
  batch(mazes, orientations, kind = "bullet") {
    const batch = this.handle("batch_create", kind, new BigUint64Array(mazes), mazes.length, orientations, 0n, 1);
    const told = new Int32Array(mazes.length);  // where they rest, and how they came to
    this.call("batch_reset", batch, 0, told, told, mazes.length);
    return batch;
  }
  /**
   * Plays moves[i] in world i; -1 leaves it alone.
   * @param {Batch} batch
   * @param {number[]} moves
   * @returns { { states: Int32Array, endings: Int32Array }}
   */
  step(batch, moves) {
    const states = new Int32Array(moves.length), endings = states.slice();
    this.call("batch_step", batch, new Int32Array(moves), states, endings, moves.length);
    return { states, endings };
  }

  /**
   * Mazes of the same sides and layers that are turned freely, each with a marble at rest in its start.
   * @param {Maze[]} mazes
   * @param {string} [kind] "bullet" or "imagined"
   * @returns {FreeWorld}
   */
  freeWorld(mazes, kind = "bullet") { return this.handle("tilt_create", kind, new BigUint64Array(mazes), mazes.length, 0n, 1); }
  /** @param {FreeWorld} world @returns { { max_rate: number, max_acceleration: number, tick_s: number }} in rad/s and rad/s^2 */
  freeLimits(world) {
    const info = new BigUint64Array(5);
    info[0] = BigInt(info.byteLength);
    this.call("tilt_get_info", world, info);
    const [max_rate, max_acceleration, tick_s] = new Float64Array(info.buffer, 16);
    return { max_rate, max_acceleration, tick_s };
  }
  /**
   * Each maze strives for an angular velocity about its own axes as it stands: three shares of max_rate for each, or none
   * to leave those in force. Then so many ticks go by.
   * @param {FreeWorld} world
   * @param {number} count of its mazes
   * @param {?ArrayLike<number>} actions
   * @param {number} ticks
   */
  turn(world, count, actions, ticks) { this.call("tilt_act", world, 0, actions ? Float64Array.from(actions) : 0, ticks, count); }
  /**
   * 15 numbers of each maze, as mm_tilt_states() has them; what has happened: 1 reached, 2 rests in the target, 4 escaped.
   * @param {FreeWorld} world
   * @param {number} count of its mazes
   * @returns { { states: Float64Array, ticks: BigInt64Array, flags: Uint8Array }}
   */
  freeStates(world, count) {
    const states = new Float64Array(15 * count), ticks = new BigInt64Array(count), flags = new Uint8Array(count);
    this.call("tilt_states", world, states, ticks, flags, count);
    return { states, ticks, flags };
  }
  /** @param {FreeWorld} world @param {number} index of a maze @returns {Float32Array} its pose, as frames() has it */
  freeFrame(world, index) {
    const pose = new Float32Array(kFrameNumbers);
    this.call("tilt_frame", world, index, pose);
    return pose;
  }
  /** @param {FreeWorld} world @param {number} index @param {string} controller of the catalogue */
  useController(world, index, controller) { this.call("tilt_use_controller", world, index, controller, 0); }
  /** @param {FreeWorld} world @param {number} index @returns { { action: Float64Array, words: string }} what its controller would do for 8 ticks */
  decide(world, index) {
    const action = new Float64Array(3), words = this.text("tilt_decide", world, index, action);
    return { action, words };
  }
  /** @param {FreeWorld} world @param {number} index @returns {Uint8Array} as save(), also in the middle of a turn */
  freeSave(world, index) { return this.bytes("tilt_save", world, index); }
  /** @param {FreeWorld} world @param {number} index @param {Uint8Array} bytes */
  freeRestore(world, index, bytes) { this.call("tilt_restore", world, index, bytes, bytes.length); }

  /**
   * A run of an agent of the catalogue.
   * @param {Maze} maze
   * @param {number} orientations
   * @param {string} agent
   * @param {string} [world]
   * @returns {Episode}
   */
  episode(maze, orientations, agent, world = "bullet") {
    return this.handle("episode_create", world, maze, orientations, 0n, agent, 1n, 0, 0);
  }
  /**
   * @param {string} family of the catalogue
   * @param {bigint} seed
   * @param {string} agent
   * @returns {Episode}
   */
  episodeInFamily(family, seed, agent) { return this.handle("episode_create_in_family", family, seed, agent, 0, 0); }
  /** @param {Episode} episode to be recorded; before its first tick */
  record(episode) { this.call("episode_record", episode); }
  /** @param {Episode} episode @param {number} most @returns {number} how many steps were made */
  tick(episode, most) { return Number(this.handle("episode_tick", episode, BigInt(most))); }
  /** @param {Episode} episode to run to its end, or until a person must choose @returns {number} its outcome, an index of kOutcomes */
  run(episode) { return this.number("episode_run", episode, -1n); }
  /** @param {Episode} episode @param {boolean} byHand */
  playByHand(episode, byHand) { this.call("episode_play_by_hand", episode, byHand ? 1 : 0); }
  /** @param {Episode} episode @param {number} move of a person */
  choose(episode, move) { this.call("episode_choose", episode, move); }
  /** @param {Episode} episode @param {number} orientations from the next rest on */
  switchTo(episode, orientations) { this.call("episode_switch", episode, orientations); }
  /** @param {Episode} episode @param {string} agent that goes on with what is known */
  useAgent(episode, agent) { this.call("episode_use_agent", episode, agent); }
  /** @param {Episode} episode @returns { { move: number, words: string }} what its agent would do; -1: nothing */
  hint(episode) {
    const move = new Int32Array(1), words = this.text("episode_hint", episode, move);
    return { move: move[0], words };
  }
  /** @param {Episode} episode @returns {Description} */
  describe(episode) { return this.json("episode_describe", episode); }
  /** @param {Episode} episode @param {number} first from 0 @returns {any[]} its moves from that one on */
  log(episode, first) { return this.json("episode_log", episode, first); }
  /** @param {Uint8Array} bytes of a file @returns {any} the recording, as a page shows it */
  recordingFromBytes(bytes) { return this.json("recording_to_json", bytes, bytes.length); }
  /** @param {Episode} episode @returns {Uint8Array} a file */
  recording(episode) { return this.bytes("episode_recording", episode); }
  /**
   * Poses of the ticks first, first + stride, ..., 12 numbers each.
   * @param {Episode} episode
   * @param {number} first
   * @param {number} stride
   * @param {number} most
   * @returns {Float32Array}
   */
  frames(episode, first, stride, most) {
    const poses = new Float32Array(kFrameNumbers * most);
    return poses.slice(0, kFrameNumbers * this.number("episode_frames", episode, BigInt(first), BigInt(stride), poses, most));
  }
}
