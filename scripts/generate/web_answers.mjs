// Prints the data that the page shows before its engine has started, as JSON: the version, the agents, and the engine's first answer
// for each shape of daily mazes.
//   node web_answers.mjs FOLDER       reads web_engine.js and web_engine.wasm in FOLDER
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { kDefaultAgent, newRun, parsedLink } from "../../engine/replay_page/web/link.js";
import { Engine } from "../../engine/replay_page/web/marblemaze.js";
import { RequestHandler } from "../../engine/replay_page/web/worker.js";

const folder = path.resolve(process.argv[2]);
const make = createRequire(import.meta.url)(path.join(folder, "web_engine.js"));
const code = new WebAssembly.Module(fs.readFileSync(path.join(folder, "web_engine.wasm")));
const engine = await Engine.start(make, code);
const daily = new URL("../../engine/replay_page/web/daily.txt", import.meta.url);
const days = fs.readFileSync(daily, "utf8").trim().split("\n");
const content = { agents: [kDefaultAgent], policies: [], families: [], days, lessons: [] };

// All daily mazes of one shape have the same first answer.
const firstOf = async (day) => {
  const answer = await new RequestHandler(engine).handle(newRun(parsedLink(`#day=${day}`, content)));
  if (answer.error) throw new Error(answer.error);
  const { json, ...others } = answer;
  delete others.state.path;
  const frames = Array.from(answer.frames, (v) => Number(v.toPrecision(7)));
  return [JSON.parse(json).layers, { ...others, frames }];
};
const first = [await firstOf(1), await firstOf(2)];
const { agents, policies } = engine.catalogue();
const catalogue = { agents, policies };
console.log(JSON.stringify({ version: engine.version(), catalogue, first: Object.fromEntries(first) }));
