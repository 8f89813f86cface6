#!/usr/bin/env bash
# Builds the browser version as a single file, out/web/marblemaze.html, which works without a network. Also builds the
# npm package in out/web/npm.
#   build_web.sh
# Installs missing packages. Debian's Emscripten compiles the engine and Debian's sources of Bullet to WebAssembly in
# build/web. ADDRESS is the URL of the folder that will contain the page and marblemaze.png, the preview of shared
# links, for example https://example.org/maze/. JOBS=2 is the number of parallel compilers.
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
build=$root/build/web
log=$build.log
"$root/scripts/install_dependencies.sh" web
bullet=$("$root/scripts/packaging/fetch_bullet.sh" "$root/build/bullet")
# Debian's package contains compiled system libraries, so Emscripten need not build them. NODE_PATH is the folder of
# Debian's acorn.
export EM_FROZEN_CACHE=1 NODE_PATH=/usr/share/nodejs

mkdir -p "$root/build" "$root/out/web"
if ! { cmake -G Ninja -S "$root" -B "$build" -DCMAKE_BUILD_TYPE=Release -DMARBLEMAZE_CORE_ONLY=ON -DMARBLEMAZE_VIEWER=OFF \
  -DMARBLEMAZE_TESTS=OFF -DCMAKE_TOOLCHAIN_FILE=/usr/share/emscripten/cmake/Modules/Platform/Emscripten.cmake \
  -DCMAKE_CXX_FLAGS=-fwasm-exceptions "-DMARBLEMAZE_BULLET_SOURCE=$bullet" &&
  cmake --build "$build" --parallel "${JOBS:-2}" --target web_engine; } >"$log" 2>&1; then
  tail -n 20 "$log" >&2
  echo "build_web.sh: cannot build the engine: see $log" >&2
  exit 1
fi
gzip -9n <"$build/web_engine.wasm" | base64 -w 0 >"$build/web_engine.gz64"
node "$root/scripts/generate/web_answers.mjs" "$build" >"$build/web_engine.json"
page=$root/out/web/marblemaze.html
python3 "$root/scripts/generate/pack_page.py" "$page" "$build" "${ADDRESS:-}"
cp "$root/docs/pictures/share-card.png" "$root/out/web/marblemaze.png"

# Creates the npm package, which contains the engine for Node and for other pages.
package=$root/out/web/npm
rm -rf "$package"
mkdir -p "$package"
cp "$root"/engine/replay_page/web/{marblemaze,unpack,package}.js "$root/LICENSE" "$package"
cp "$build/web_engine.js" "$package/web_engine.cjs"
printf 'export default "%s";\n' "$(cat "$build/web_engine.gz64")" >"$package/engine_code.js"
version=$("$root/scripts/packaging/version.sh")
cat >"$package/package.json" <<END
{ "name": "marblemaze", "version": "$version", "description": "Mazes, worlds, agents and runs of marblemaze", "license": "MIT",
  "type": "module", "main": "package.js", "types": "package.d.ts", "browser": { "fs": false, "path": false } }
END
tsc --allowJs --declaration --emitDeclarationOnly --target es2022 --module es2022 --lib es2022,dom --outDir "$package" \
  "$root/engine/replay_page/web/package.js"
echo "$page: $(stat -c %s "$page") bytes, including $(stat -c %s "$build/web_engine.gz64") bytes of the engine"
