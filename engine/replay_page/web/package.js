// The npm package: the engine for browsers and for Node.
// @ts-expect-error: both are made by scripts/build_web.sh
import makeEngine from "./web_engine.cjs";
// @ts-expect-error
import code from "./engine_code.js";
import { Engine } from "./marblemaze.js";
import { unpacked } from "./unpack.js";

export { Engine, kOutcomes } from "./marblemaze.js";
/**
 * Starts an independent engine.
 * @returns {Promise<Engine>}
 */
export async function load() {
  return Engine.start(makeEngine, await unpacked(code));
}
