#!/usr/bin/env bash
# Packs the npm package, installs it from the tarball, runs it in Node, and bundled by esbuild into a page in a browser; both
# must find what the program finds. Status 3 where npm or esbuild is missing.
#   package.sh FOLDER BROWSER PROGRAM      FOLDER is out/web/npm of scripts/build_web.sh
set -euo pipefail
here=$(dirname "$(realpath "${BASH_SOURCE[0]}")")
folder=$(realpath "$1") browser=$2 program=$(realpath "$3")
for tool in npm esbuild; do
  command -v "$tool" >/dev/null || { echo "package.sh: no $tool" >&2; exit 3; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
tarball=$(npm pack --silent --pack-destination "$work" "$folder")
echo '{ "private": true, "type": "module" }' >package.json
npm install --silent --offline --no-audit --no-fund "./$tarball"
cat >play.js <<'END'
import { load } from "marblemaze";
export async function played() {
  const engine = await load(), maze = engine.generate([3, 3, 3], "all", 7n);
  const episode = engine.episode(maze, 8, "complete-solution-prediction");
  engine.run(episode);
  const { outcome, counters } = engine.describe(episode);
  const world = engine.world(maze, 8), kept = engine.save(world), endings = [engine.move(world, 0), engine.move(world, 1)], hash = engine.stateHash(world);
  engine.restore(world, kept);
  const again = [engine.move(world, 0), engine.move(world, 1)];
  const same = String(endings) === String(again) && hash === engine.stateHash(world);
  const batch = engine.batch([maze, maze], 8), { states } = engine.step(batch, [0, -1]);
  return `${outcome} ${counters.moves} moves, restored: ${same}, a batch of ${states.length}`;
}
END
cat >node.js <<'END'
import { played } from "./play.js";
console.log(await played());
END
cat >page.js <<'END'
import { played } from "./play.js";
played().then((words) => { document.body.dataset.played = words; }, (error) => { document.body.dataset.played = error.message; });
END
expected="solved $("$program" solve --size 3 --seed 7 | sed -n 's/^\([0-9]*\) moves.*/\1/p') moves, restored: true, a batch of 2"
in_node=$(node node.js)
[ "$in_node" = "$expected" ] || { echo "FAULT in Node: $in_node; expected: $expected"; exit 1; }
esbuild --log-level=error --bundle --format=iife --outfile=bundle.js page.js
{ echo '<!DOCTYPE html><body><script>'; sed 's|</script|<\\/script|g' bundle.js; echo '</script></body>'; } >page.html
cat >visit.cjs <<'END'
const [, , driver, program, page] = process.argv, { Browser } = require(driver);
(async () => {
  const browser = new Browser(program), opened = await browser.open(`file://${page}`, [400, 300]);
  await opened.until("document.body.dataset.played").catch(() => {});
  console.log((await opened.data()).played);
  await browser.close();
})();
END
in_page=$(node visit.cjs "$here/browser.js" "$browser" "$work/page.html")
[ "$in_page" = "$expected" ] || { echo "FAULT in a page: $in_page; expected: $expected"; exit 1; }
[ -f node_modules/marblemaze/package.d.ts ] || { echo "FAULT no types in the package"; exit 1; }
echo "ok    the npm package plays in Node and in a page as the program does: $in_node"
