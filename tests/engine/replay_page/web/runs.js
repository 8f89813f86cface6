// Plays runs with the engine of a page and prints a line for each: seed, scheme, agent, outcome, and the hash of the recording, which
// contains a hash of each tick. native_runs.py prints the same lines.
//   node runs.js PAGE MAZES        node runs.js PAGE speed        node runs.js PAGE daily        node runs.js PAGE hint
"use strict";
const crypto = require("node:crypto");
const fs = require("node:fs");
const path = require("node:path");
const zlib = require("node:zlib");

const kAgents = ["complete-solution-prediction", "breadth-first", "imagination"];
const kParts = {};
const piece = (page, id) => page.split(`id="${id}">`)[1].split("</script>")[0];

async function engineOf(page) {
  // Removes the last line of the worker's script, which would wait for messages.
  const source = piece(page, "worker").replace(/serve\(makeEngine\);\s*$/, "");
  const parts = new Function(
    "require",
    "process",
    "__dirname",
    "__filename",
    `${source}; return { makeEngine, Engine, RequestHandler };`,
  );
  const { makeEngine, Engine, RequestHandler } = parts(require, process, "/", "");
  kParts.RequestHandler = RequestHandler;
  return Engine.start(
    makeEngine,
    new WebAssembly.Module(zlib.gunzipSync(Buffer.from(piece(page, "engine").trim(), "base64"))),
  );
}

function line(engine, maze, seed, orientations, agent) {
  const episode = engine.episode(maze, orientations, agent, { record: true });
  engine.run(episode);
  const hash = crypto.createHash("sha256").update(engine.recording(episode)).digest("hex");
  const { outcome, counters } = engine.describe(episode);
  engine.free(episode);
  return `${seed} ${orientations} ${agent} ${outcome} ${counters.moves} ${hash}`;
}

function play(engine, mazes) {
  for (let seed = 1; seed <= mazes; ++seed) {
    const maze = engine.generate([3, 3, 3], "all", BigInt(seed));
    for (const orientations of [8, 24])
      for (const agent of kAgents) console.log(line(engine, maze, seed, orientations, agent));
    engine.free(maze);
  }
}

// Plays mazes under continuous control. Saves and restores the world during a turn.
function playTilt(engine, mazes) {
  for (let seed = 1; seed <= mazes; ++seed) {
    const maze = engine.generate([3, 3, 3], "all", BigInt(seed)),
      world = engine.tiltWorld(maze);
    for (let i = 0; i < 100; ++i) {
      const { action } = engine.decide(world, "floor"),
        saved = engine.save(world);
      if (i % 10 === 5) {
        engine.turn(world, [1, 0, 0], 8);
        engine.restore(world, saved);
      }
      engine.turn(world, action, 8);
    }
    console.log(`${seed} free ${engine.stateHash(world)} ${engine.observe(world).outcome}`);
    for (const handle of [world, maze]) engine.free(handle);
  }
}

// Prints the ticks per second of CPU time in each world. The first round is a warm-up for the compiler.
function speed(engine) {
  const maze = engine.generate([5, 5, 5], "outer", 7n);
  for (const isMeasured of [false, true])
    for (const world of ["bullet", "imagined"]) {
      const begin = process.cpuUsage();
      let ticks = 0;
      for (let i = 0; i < 20; ++i) {
        const episode = engine.episode(maze, 24, "breadth-first", { world });
        engine.run(episode);
        ticks += engine.describe(episode).ticks;
        engine.free(episode);
      }
      const { user, system } = process.cpuUsage(begin);
      if (isMeasured) console.log(`${world} ${Math.round((1e6 * ticks) / (user + system))}`);
    }
}

// Replays the certified solution of each daily maze from a link.
async function daily(engine, page) {
  const { parsedLink } = await import(
    path.join(__dirname, "../../../../engine/replay_page/web/link.js")
  );
  const days = piece(page, "daily").trim().split("\n"),
    handler = new kParts.RequestHandler(engine);
  const content = { days, agents: ["breadth-first"], policies: [], families: [], lessons: [] };
  const missed = [];
  for (let day = 1; day <= days.length; ++day) {
    const moves = days[day - 1].split(" ")[2],
      link = parsedLink(`#day=${day}&agent=breadth-first&moves=${moves}`, content),
      { state } = await handler.handle({ type: "new", ...link });
    if (state?.outcome !== "solved") missed.push(day);
  }
  console.log(
    `${days.length} daily mazes, ${missed.length} not solved by their solutions${missed.length ? `: days ${missed}` : ""}`,
  );
  process.exitCode = missed.length || days.length !== 366 ? 1 : 0;
}

// Counts how often the agent plans for a hint.
async function hint(engine) {
  const handler = new kParts.RequestHandler(engine);
  let thoughts = 0;
  await handler.handle({
    type: "new",
    of: { dims: [3, 3, 3], layers: "all", seed: "7" },
    agent: "imagination",
    orientations: 8,
    byHand: true,
  });
  while (!(await handler.handle({ type: "advance", seconds: 1 })).state.waits);
  await handler.handle({ type: "hint" }); // Emscripten replaces a function at its first call
  const think = engine.module._mm_episode_hint;
  engine.module._mm_episode_hint = (...given) => {
    ++thoughts;
    return think(...given);
  };
  const { hint: result } = await handler.handle({ type: "hint" });
  console.log(
    `a hint takes ${thoughts} of the agent's thoughts: move ${result?.move}, ${result?.words}`,
  );
  process.exitCode = thoughts === 1 && result?.move >= 0 ? 0 : 1;
}

async function main(file, what) {
  const page = fs.readFileSync(file, "utf8"),
    engine = await engineOf(page);
  if (what === "speed") speed(engine);
  else if (what === "daily") await daily(engine, page);
  else if (what === "hint") await hint(engine);
  else {
    play(engine, Number(what));
    playTilt(engine, Number(what));
  }
}
main(...process.argv.slice(2));
