#!/usr/bin/env bash
# Installs and builds what is missing, then runs marblemaze with these arguments.
# Without any: opens the viewer where there is a display; elsewhere solves a random maze, one line a
# move, and saves a picture and a film of it.
set -euo pipefail
scripts=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd)
root=$(cd "$scripts/.." && pwd)
groups=(build)
targets=(marblemaze)
if [ -f "$root/render/CMakeLists.txt" ]; then
  groups+=(viewer)
  targets+=(marblemaze-viewer)
fi
"$scripts/install_dependencies.sh" "${groups[@]}"
"$scripts/build.sh" release "${targets[@]}"
program=$root/build/release/marblemaze
[ "$#" -eq 0 ] || exec "$program" "$@"

# The scheme and an agent that solve nearly all that can be solved, in few moves.
maze=(--size 5 --layers outer --orientations 24 --agent imagination --seed "$((RANDOM + 1))")
if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then exec "$program" watch "${maze[@]}"; fi
out=$root/out
mkdir -p "$out" 2>/dev/null || out=$(mktemp -d)
# A maze that turns out unsolvable is worth a film as well.
"$program" solve "${maze[@]}" || [ "$?" -eq 1 ]
echo
echo "no display here: a picture and a film of the first moves"
"$program" watch "${maze[@]}" --panels --at-move 2 --screenshot "$out/marblemaze.png"
"$program" watch "${maze[@]}" --panels --seconds 15 --speed 2 --record "$out/marblemaze.mp4"
