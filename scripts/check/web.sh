#!/usr/bin/env bash
# Builds the browser version, tests it in Chromium and Firefox, and compares its runs with those of the native program.
#   scripts/check/web.sh              builds the page and runs all checks
#   scripts/check/web.sh quick        runs the fast checks on the existing page, in about a minute (for the test suite)
# BUILD=build/release is the native build. MAZES=200 is the number of mazes to run with both control schemes and three
# agents. With DAYS=10, only every tenth daily maze is mapped. NODES="node" are the versions of Node to test.
# PICTURES=out/web/pictures is the folder for screenshots. FIREFOX=firefox-esr is the Firefox to test.
# Cost: a build of the page, the runs, and the state maps of the 366 daily mazes.
# Exit status: 0, 1 if something differs or is too slow, 2 for invalid input, 3 if a program is missing, 77 if there is
# no page.
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)
page=$root/out/web/marblemaze.html
tries=$root/tests/engine/replay_page/web
native=$(realpath -m "${BUILD:-$root/build/release}")
quick=${1:-}
most_bytes=1200000
least_percent=50
faults=0

lacking() {
  echo "web.sh: $*" >&2
  exit 3
}
fault() {
  echo "FAULT $*"
  faults=$((faults + 1))
}
if [ -n "$quick" ] && [ "$quick" != quick ]; then
  echo "web.sh: unknown argument '$quick'; available: quick" >&2
  exit 2
fi
if [ -z "$quick" ]; then
  "$root/scripts/build_web.sh"
  [ ! -f "$native/build.ninja" ] || cmake --build "$native"  # for the comparison
fi
if [ ! -f "$page" ]; then
  echo "web.sh: cannot read $page: build it with scripts/build_web.sh" >&2
  exit 77
fi
command -v node >/dev/null || lacking "node is missing: install the Debian package nodejs"
[ -x "$native/marblemaze" ] && [ -f "$native/libmarblemaze.so.2" ] ||
  lacking "$native does not contain the program and the library: build them, or set BUILD"
export MARBLEMAZE_LIBRARY=$native/libmarblemaze.so.2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

compare_runs() { # NODE MAZES
  local node=$1 mazes=$2
  "$node" "$tries/runs.js" "$page" "$mazes" >"$work/web"
  if diff "$work/native" "$work/web" >"$work/different"; then
    echo "ok    $(wc -l <"$work/web") runs in $("$node" --version) have the same moves, outcomes and ticks as in the native program"
  else
    head -n 5 "$work/different"
    fault "$(grep -c '^>' "$work/different") of $(wc -l <"$work/web") runs differ from the native program's"
  fi
}

compare_speed() {
  local world ticks there percent
  "$1" "$tries/runs.js" "$page" speed >"$work/web"
  "$tries/native_runs.py" speed >"$work/native"
  while read -r world ticks; do
    there=$(awk -v world="$world" '$1 == world { print $2 }' "$work/native")
    percent=$((100 * ticks / there))
    echo "      $world: $ticks ticks per second, $percent % of the native $there"
    [ "$percent" -ge "$least_percent" ] || fault "$world: $percent % of the native speed, expected $least_percent"
  done <"$work/web"
}

"$tries/tidy.sh" "$root/build/page_tools" || fault "types, format or linter"
export NODE_PATH=$root/build/page_tools/node_modules  # folder of axe-core
bytes=$(stat -c %s "$page")
echo "      the page has $bytes bytes"
[ "$bytes" -le "$most_bytes" ] || fault "the page has $bytes bytes, expected at most $most_bytes"
mazes=${MAZES:-$([ -n "$quick" ] && echo 3 || echo 200)}
"$tries/native_runs.py" "$mazes" >"$work/native"
for node in ${NODES:-node}; do compare_runs "$node" "$mazes"; done
node "$tries/runs.js" "$page" daily || fault "daily mazes"
node "$tries/runs.js" "$page" hint || fault "hints"
if [ -z "$quick" ]; then
  compare_speed node
  nice python3 "$root/scripts/generate/daily_mazes.py" check "$native/marblemaze" "${DAYS:-1}" || fault "daily mazes"
fi
pictures=${PICTURES:-$([ -n "$quick" ] || echo "$root/out/web/pictures")}
node "$tries/page_checks.js" "$page" "$native/marblemaze" "$pictures" "$quick" || fault "the checks in Chromium"
"$tries/package.sh" "$root/out/web/npm" "$native/marblemaze" || fault "the npm package"
firefox=${FIREFOX:-firefox-esr}
if [ -z "$quick" ] && command -v "$firefox" >/dev/null && command -v xvfb-run >/dev/null; then
  xvfb-run -a -s "-noreset -screen 0 1280x1024x24" node "$tries/firefox.js" "$firefox" "$page" "$pictures/firefox.png" ||
    fault "Firefox"
fi
echo "$faults faults"
[ "$faults" -eq 0 ]
