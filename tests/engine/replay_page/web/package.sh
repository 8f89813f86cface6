#!/usr/bin/env bash
# Tests the npm package: packs and installs it, and runs the example of docs/reference/javascript.md in Node and, bundled by esbuild,
# in a browser. The output must equal that on the page and that of the native program. Also compiles a correct TypeScript program and
# one with a type error. Exit status: 0, 1 for a fault, 3 if npm, esbuild or tsc is missing.
#   package.sh FOLDER PROGRAM      FOLDER is out/web/npm of scripts/build_web.sh
set -euo pipefail
here=$(dirname "$(realpath "${BASH_SOURCE[0]}")")
folder=$(realpath "$1") program=$(realpath "$2")
guide=$(realpath "$here/../../../../docs/reference/javascript.md")
for tool in npm esbuild tsc; do
  command -v "$tool" >/dev/null || { echo "package.sh: no $tool" >&2; exit 3; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
fault() {
  echo "FAULT $*"
  exit 1
}
tarball=$(npm pack --silent --pack-destination "$work" "$folder")
echo '{ "private": true, "type": "module" }' >package.json
npm install --silent --offline --no-audit --no-fund "./$tarball"

sed -n '/^```js$/,/^```$/{/^```/d;p}' "$guide" >example.js
expected=$(sed -n 's|^.*console.log(.*// ||p' example.js)
[ "$(wc -l <<<"$expected")" -ge 3 ] || fault "the example says: $expected"
moves=$("$program" solve --size 3 --seed 7 | sed -n 's/^\([0-9]*\) moves.*/\1/p')
[ "$(head -n 1 <<<"$expected")" = "solved $moves" ] || fault "the program solves it in $moves moves, the example says: $expected"
in_node=$(node example.js)
[ "$in_node" = "$expected" ] || fault "in Node: $in_node; expected: $expected"

cat >page.js <<'END'
const lines = [], done = (words) => { document.body.dataset.printed = words; };
console.log = (...values) => lines.push(values.join(" "));
import("./example.js").then(() => done(lines.join("\n")), (error) => done(error.message));
END
esbuild --log-level=error --bundle --format=esm --outfile=bundle.js page.js
{ echo '<!DOCTYPE html><body><script type="module">'; sed 's|</script|<\\/script|g' bundle.js; echo '</script></body>'; } >page.html
cat >visit.cjs <<'END'
const [, , driver, page] = process.argv, { Browser } = require(driver);
(async () => {
  const browser = new Browser(), opened = await browser.open(`file://${page}`, [400, 300]);
  await opened.until("document.body.dataset.printed").catch(() => {});
  console.log((await opened.data()).printed);
  await browser.close();
})();
END
in_page=$(node visit.cjs "$here/browser.js" "$work/page.html")
[ "$in_page" = "$expected" ] || fault "in a page: $in_page; expected: $expected"

typed() { # FILE
  tsc --noEmit --strict --skipLibCheck --target es2022 --module es2022 --moduleResolution node "$1" >types.log
}
cat >right.ts <<'END'
import { Engine, load } from "marblemaze";
const engine: Engine = await load(), maze: bigint = engine.generate([3, 3, 3], "outer", 7n);
const { states } = engine.step(engine.batch([maze], 8), [0]), first: number = states[0];
export const kept: [Uint8Array, boolean, number] = [engine.save(engine.world(maze, 8)), engine.describe(engine.episode(maze, 8, "heuristic")).waits, first];
END
typed right.ts || fault "types: $(cat types.log)"
sed 's/"outer"/"wood"/' right.ts >wrong.ts
! typed wrong.ts || fault "the types allow layers of wood"
echo "ok    the npm package does in Node and in a page what its page says, and its types hold: $(paste -sd , <<<"$in_node")"
