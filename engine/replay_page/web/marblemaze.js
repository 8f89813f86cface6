// The C interface (engine/c_api/marblemaze.h) for JavaScript, in browsers and in Node: mazes,
// worlds, batches, episodes. What it hands out are handles, BigInts to be given to free(). What the
// engine refuses is thrown as an Error with the engine's own words.
export const kFrameNumbers = 12; // of mm_episode_frames
const kTilt = 1; // MM_CONTROL_TILT
const kNoNoise = { drive_variation: 0, brake_tolerance: 0, brake_tolerance_growth: 0 }; // settings
/** How runs end, by the numbers of mm_outcome. */
export const kOutcomes = [
  "running",
  "solved",
  "unsolvable",
  "frozen",
  "overdue",
  "capped",
  "crashed",
  "timed-out",
  "nonsense",
  "flooded",
  "escaped",
];

/**
 * @typedef {bigint} Maze
 * @typedef {bigint} World a marble in a maze, or a world of a family
 * @typedef {bigint} Batch worlds side by side
 * @typedef {bigint} TiltWorld a maze under continuous control
 * @typedef { { goal: boolean, outcome: string, escaped: boolean, hash: bigint, ticks: number,
 * tick_s: number, max_rate: number,
 *   tilt: Float64Array, frame: Float32Array }} Observation part of an mm_observation
 * @typedef {bigint} Episode a run of an agent or a person
 * @typedef {"all" | "outer" | "flat"} Layers
 * @typedef { { outcome: string, agent: string, orientations: number, turning_to?: number, by_hand:
 * boolean, waits: boolean, ticks: number, state: number | null, state_words: string, cell?: number,
 * choices: { move: number, words: string, axis: number[] }[], counters: { [name: string]: number },
 * rule: string, why: any[] }} Description the commonest of what mm_episode_describe() tells
 */
/**
 * @typedef {{[name: string]: Function} & {HEAPU8: Uint8Array}} Emscripten a module that runs
 * @typedef {(given: {instantiateWasm: (imports: WebAssembly.Imports, done: (instance:
 * WebAssembly.Instance) => void) => WebAssembly.Exports}) =>
 *   Promise<Emscripten>} Make that Emscripten wrote
 */
export class Engine {
  /**
   * @param {Make} make
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
  /** @param {Emscripten} module */
  constructor(module) {
    /** @private */ this.module = module;
  }

  /** @private @param {number} at */
  words(at) {
    const memory = this.module.HEAPU8;
    return new TextDecoder().decode(memory.slice(at, memory.indexOf(0, at)));
  }
  /**
   * Calls mm_NAME. A text or an array of numbers is lent to it, and the array then holds what the
   * function wrote there.
   * @private
   * @param {string} name
   * @param {unknown[]} given
   * @returns {number} status
   */
  ask(name, ...given) {
    const { module } = this;
    /** @type {{bytes: Uint8Array, at: number}[]} */
    const lent = [];
    /** @param {string | ArrayBufferView} it */
    const lend = (it) => {
      const bytes =
        typeof it === "string"
          ? new TextEncoder().encode(`${it}\0`)
          : new Uint8Array(it.buffer, it.byteOffset, it.byteLength);
      const at = module._malloc(bytes.length);
      module.HEAPU8.set(bytes, at);
      lent.push({ bytes, at });
      return at;
    };
    const status = module[`_mm_${name}`](
      ...given.map((it) => (typeof it === "string" || ArrayBuffer.isView(it) ? lend(it) : it)),
    );
    for (const { bytes, at } of lent) {
      bytes.set(module.HEAPU8.subarray(at, at + bytes.length));
      module._free(at);
    }
    return status;
  }
  /** @private @param {string} name @param {unknown[]} given */
  call(name, ...given) {
    if (this.ask(name, ...given) !== 0) throw new Error(this.words(this.module._mm_last_error()));
  }
  /**
   * @private
   * @template T
   * @param {ArrayLike<T>} room for what the last argument points to
   * @param {string} name
   * @param {unknown[]} given
   * @returns {T} what stands there then
   */
  told(room, name, ...given) {
    this.call(name, ...given, room);
    return room[0];
  }
  /** @private @param {string} name @param {unknown[]} given @returns {bigint} */
  handle(name, ...given) {
    return this.told(new BigUint64Array(1), name, ...given);
  }
  /** @private @param {string} name @param {unknown[]} given @returns {number} */
  number(name, ...given) {
    return this.told(new Int32Array(1), name, ...given);
  }
  /**
   * Calls mm_NAME, whose last argument is an mm_text.
   * @private
   * @param {string} name
   * @param {unknown[]} given
   * @returns {Uint8Array}
   */
  bytes(name, ...given) {
    const text = new Uint32Array(2);
    this.call(name, ...given, text);
    return this.module.HEAPU8.slice(text[0], text[0] + text[1]);
  }
  /** @private @param {string} name @param {unknown[]} given */
  text(name, ...given) {
    return new TextDecoder().decode(this.bytes(name, ...given));
  }
  /**
   * Calls use(struct) with a struct that begins with its size and a pointer to a text; `fill`
   * writes the rest.
   * @private
   * @param {number} size
   * @param {string} words
   * @param {function(DataView): void} fill
   * @param {function(DataView): any} use
   */
  withStruct(size, words, fill, use) {
    const bytes = new TextEncoder().encode(`${words}\0`);
    const at = this.module._malloc(bytes.length);
    this.module.HEAPU8.set(bytes, at);
    const struct = new DataView(new ArrayBuffer(size));
    struct.setBigUint64(0, BigInt(size), true);
    struct.setUint32(8, at, true);
    fill(struct);
    try {
      return use(struct);
    } finally {
      this.module._free(at);
    }
  }
  /**
   * Calls use(setup) with an mm_setup: orientations are 0 for the maze's usual ones, or kTilt.
   * @private
   * @param { { kind: string, maze?: Maze, seed?: bigint, orientations?: number, settings?: bigint
   * }} of
   * @param {function(DataView): any} use
   */
  withSetup({ kind, maze = 0n, seed = 0n, orientations = 0, settings = 0n }, use) {
    return this.withStruct(
      56,
      kind,
      (setup) => {
        setup.setBigUint64(16, maze, true);
        setup.setBigUint64(24, settings, true);
        setup.setBigUint64(32, seed, true);
        setup.setInt32(40, orientations, true);
      },
      use,
    );
  }
  /** @private @param {string} name @param {unknown[]} given */
  json(name, ...given) {
    return JSON.parse(this.text(name, ...given));
  }
  /** @param {bigint} handle of a maze, a world, a batch or an episode; 0n is none */
  free(handle) {
    if (handle) this.module._mm_free(handle);
  }

  /** @returns {string} of the program */
  version() {
    return this.words(this.module._mm_version());
  }
  /**
   * All that can be asked for by name.
   * @returns { { agents: { name: string, title: string, knows: string }[], worlds: any[], families:
   * any[], models: any[], settings: any[] }}
   */
  catalogue() {
    return this.json("catalogue");
  }

  /**
   * @param {number[]} sides
   * @param {Layers} layers
   * @param {bigint} seed
   * @returns {Maze}
   */
  generate(sides, layers, seed) {
    return this.handle("maze_generate", ...sides, layers, seed);
  }
  /** @param {string} text a maze file @returns {Maze} */
  mazeFromJson(text) {
    return this.handle("maze_from_json", text, new TextEncoder().encode(text).length);
  }
  /** @param {Maze} maze @returns {string} a maze file */
  mazeToJson(maze) {
    return this.text("maze_to_text", maze, "json");
  }

  /**
   * A world at rest at its start.
   * @param {Maze} maze
   * @param {number} orientations 8 or 24; 4 where the maze is flat
   * @param {string} [kind] of the catalogue's worlds
   * @returns {World}
   */
  world(maze, orientations, kind = "bullet") {
    const world = this.withSetup({ kind, maze, orientations }, (setup) =>
      this.handle("world_create", setup),
    );
    this.call("world_step", world, -1, -1n, 0, 0);
    return world;
  }
  /**
   * Makes a move and waits until the marble rests.
   * @param {World} world
   * @param {number} move from 0
   * @returns {number} how it ended: 3 settled, 4 frozen, 5 overdue
   */
  move(world, move) {
    const motion = new Int32Array(1);
    this.call("world_step", world, move, -1n, motion, 0);
    return motion[0];
  }
  /** @param {World | TiltWorld} world @returns {Observation} */
  observe(world) {
    const seen = new DataView(new ArrayBuffer(536)); // an mm_observation
    seen.setBigUint64(0, 536n, true);
    this.call("world_observe", world, seen);
    return {
      goal: seen.getInt32(64, true) === 1,
      outcome: kOutcomes[seen.getInt32(72, true)],
      escaped: seen.getInt32(84, true) === 1,
      hash: seen.getBigUint64(96, true),
      ticks: Number(seen.getBigInt64(88, true)),
      tick_s: seen.getFloat64(104, true),
      max_rate: seen.getFloat64(112, true),
      tilt: new Float64Array(seen.buffer, 256, 15),
      frame: new Float32Array(seen.buffer, 376, kFrameNumbers),
    };
  }
  /** @param {World | TiltWorld} world @returns {bigint} of all bits of where and how it is */
  stateHash(world) {
    return this.observe(world).hash;
  }
  /**
   * @param {World | TiltWorld | Batch} world
   * @returns {bigint} an exact copy, draws to come included
   */
  copy(world) {
    return this.handle("copy", world);
  }
  /** @param {World | TiltWorld | Batch} world @returns {Uint8Array} the same as bytes */
  save(world) {
    return this.bytes("save", world);
  }
  /**
   * @param {World | TiltWorld | Batch} world
   * @param {Uint8Array} bytes that save() gave; it goes on bit for bit
   */
  restore(world, bytes) {
    this.call("load", world, bytes, bytes.length);
  }

  /**
   * Many worlds, one in each maze, at rest at their starts.
   * @param {Maze[]} mazes
   * @param {number} orientations
   * @param {string} [kind]
   * @returns {Batch}
   */
  batch(mazes, orientations, kind = "bullet") {
    const handles = new BigUint64Array(mazes);
    const count = mazes.length;
    const batch = this.withSetup({ kind, orientations }, (setup) =>
      this.handle("batch_create", setup, handles, count, 1),
    );
    this.call("batch_reset", batch, 0, 0, 0, 0, count);
    return batch;
  }
  /**
   * Plays moves[i] in world i; -1 leaves it alone.
   * @param {Batch} batch
   * @param {number[]} moves
   * @returns { { states: number[], outcomes: string[], rewards: number[], ticks: number[] }}
   */
  step(batch, moves) {
    const { module } = this;
    const count = moves.length;
    const at = module._malloc(32 * count);
    const view = new Uint32Array(14);
    // An mm_view: size, states, cells, orientations, endings, outcomes, moves, ticks, rewards, ...
    view[0] = view.byteLength;
    [2, 6, 8, 9].forEach((member, i) => {
      view[member] = at + 8 * count * i;
    });
    try {
      this.call("batch_observe", batch, view, count); // for those that do not move
      this.call("batch_step", batch, new Int32Array(moves), view, count);
      /** @param {number} i */
      const whole = (i) =>
        [
          ...new BigInt64Array(
            module.HEAPU8.slice(at + 8 * count * i, at + 8 * count * (i + 1)).buffer,
          ),
        ].map(Number);
      const rewards = [
        ...new Float64Array(module.HEAPU8.slice(at + 24 * count, at + 32 * count).buffer),
      ];
      return {
        states: whole(0),
        outcomes: whole(1).map((outcome) => kOutcomes[outcome]),
        rewards,
        ticks: whole(2),
      };
    } finally {
      module._free(at);
    }
  }

  /**
   * A maze under continuous control, with the marble at rest in its start.
   * @param {Maze} maze
   * @param {string} [kind] "bullet" or "imagined"
   * @returns {TiltWorld}
   */
  tiltWorld(maze, kind = "bullet") {
    return this.withSetup({ kind, maze, orientations: kTilt }, (setup) =>
      this.handle("world_create", setup),
    );
  }
  /**
   * The maze strives for an angular velocity about its own axes as it stands: three shares of
   * max_rate, or none to leave the one in force. Then so many ticks go by.
   * @param {TiltWorld} world
   * @param {?ArrayLike<number>} command
   * @param {number} ticks
   */
  turn(world, command, ticks) {
    this.call("world_turn", world, command ? Float64Array.from(command) : 0, ticks);
  }
  /**
   * @param {TiltWorld} world
   * @param {string} policy of the catalogue's controllers
   * @returns { { action: Float64Array, words: string }} what it would do for 8 ticks
   */
  decide(world, policy) {
    const action = new Float64Array(3);
    const words = this.text("world_decide", world, policy, action);
    return { action, words };
  }

  /**
   * A run of an agent of the catalogue.
   * @param {Maze} maze
   * @param {number} orientations
   * @param {string} agent
   * @param { { world?: string, record?: boolean, exact?: boolean }} options exact: the actuator has
   * no noise
   * @returns {Episode}
   */
  episode(maze, orientations, agent, { world = "bullet", record = false, exact = false } = {}) {
    const text = JSON.stringify(kNoNoise);
    const settings = exact ? this.handle("settings_from_json", text, text.length) : 0n;
    const made = this.withSetup({ kind: world, maze, orientations, settings }, (setup) =>
      this.episodeOf(setup, agent, record),
    );
    this.free(settings);
    return made;
  }
  /**
   * @param {string} family of the catalogue
   * @param {bigint} seed
   * @param {string} agent
   * @param { { record?: boolean }} options
   * @returns {Episode}
   */
  episodeInFamily(family, seed, agent, { record = false } = {}) {
    return this.withSetup({ kind: family, seed }, (setup) => this.episodeOf(setup, agent, record));
  }
  /**
   * @private
   * @param {DataView} setup
   * @param {string} agent
   * @param {boolean} record
   * @returns {Episode}
   */
  episodeOf(setup, agent, record) {
    return this.withStruct(
      40,
      agent,
      (player) => {
        player.setBigUint64(16, 1n, true); // the run
        player.setInt32(32, record ? 1 : 0, true);
      },
      (player) => this.handle("episode_create", setup, player),
    );
  }
  /** @param {Episode} episode @param {number} most @returns {number} how many steps were made */
  tick(episode, most) {
    return Number(this.handle("episode_run", episode, -1n, BigInt(most)));
  }
  /**
   * @param {Episode} episode to run to its end, or until a person must choose
   * @returns {number} its outcome, an index of kOutcomes
   */
  run(episode) {
    this.call("episode_run", episode, -1n, -1n, 0);
    return kOutcomes.indexOf(this.describe(episode).outcome);
  }
  /** @param {Episode} episode @param {boolean} byHand */
  playByHand(episode, byHand) {
    this.call("episode_set_player", episode, 0, byHand ? 1 : 0);
  }
  /** @param {Episode} episode @param {number} move of a person */
  choose(episode, move) {
    this.call("episode_choose", episode, move);
  }
  /** @param {Episode} episode @param {number} orientations from the next rest on */
  switchTo(episode, orientations) {
    this.call("episode_switch", episode, orientations);
  }
  /** @param {Episode} episode @param {string} agent that goes on with what is known */
  useAgent(episode, agent) {
    this.call("episode_set_player", episode, agent, -1);
  }
  /**
   * @param {Episode} episode
   * @returns { { move: number, words: string }} what its agent would do; -1: nothing
   */
  hint(episode) {
    const move = new Int32Array(1);
    const words = this.text("episode_hint", episode, move);
    return { move: move[0], words };
  }
  /** @param {Episode} episode @returns {Description} */
  describe(episode) {
    return this.json("episode_describe", episode);
  }
  /**
   * @param {Episode} episode
   * @param {number} first from 0
   * @returns {any[]} its moves from that one on
   */
  log(episode, first) {
    return this.json("episode_log", episode, first);
  }
  /** @param {Uint8Array} bytes of a file @returns {any} the recording, as a page shows it */
  recordingFromBytes(bytes) {
    return this.json("recording_to_json", bytes, bytes.length);
  }
  /** @param {Episode} episode @returns {Uint8Array} a file */
  recording(episode) {
    return this.bytes("episode_recording", episode);
  }
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
    return poses.slice(
      0,
      kFrameNumbers *
        this.number("episode_frames", episode, BigInt(first), BigInt(stride), poses, most),
    );
  }
}
