// Prints what the page shows before its engine has started: the version, the agents, and the answer to the first request, as JSON.
//   node web_answers.mjs FOLDER       FOLDER contains web_engine.js and web_engine.wasm
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { kFirst, kUsualAgent, newRun, parsedLink } from "../../engine/replay_page/web/link.js";
import { Engine } from "../../engine/replay_page/web/marblemaze.js";
import { Desk } from "../../engine/replay_page/web/worker.js";

const folder = path.resolve(process.argv[2]), make = createRequire(import.meta.url)(path.join(folder, "web_engine.js"));
const engine = await Engine.start(make, new WebAssembly.Module(fs.readFileSync(path.join(folder, "web_engine.wasm"))));
const { agents, controllers } = engine.catalogue(), known = { agents: [kUsualAgent], controllers: [], families: [], days: [], lessons: [] };
const first = new Desk(engine).handle(newRun(parsedLink(kFirst, known)));
if (first.error) throw new Error(first.error);
console.log(JSON.stringify({ version: engine.version(), catalogue: { agents, controllers }, first: { ...first, frames: [...first.frames] } }));
