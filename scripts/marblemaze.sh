#!/usr/bin/env bash
# Builds the program and runs it with the given arguments. Installs missing packages if there is no build yet, or if the
# build fails. Without arguments, solves a maze in the terminal and shows the run in the viewer. Without a
# display, saves a screenshot and a video instead.
set -euo pipefail
scripts=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd)
root=$(cd "$scripts/.." && pwd)
program=$root/build/release/marblemaze
# CMake searches for the viewer's libraries even if it does not build the viewer.
[ -x "$program" ] && "$scripts/build.sh" release marblemaze || {
  "$scripts/install_dependencies.sh" build viewer
  "$scripts/build.sh" release marblemaze
}
if [ "$#" -gt 0 ]; then
  case $1 in watch | play | replay) "$scripts/build.sh" release marblemaze-viewer ;; esac
  exec "$program" "$@"
fi

# Seeds of mazes that the agent solves in 6 to 15 moves. In other mazes, it may need more than 100 moves, or there may be
# no solution.
seeds=(2 3 5 7 8 9 10 11 12 14)
maze=(--size 5 --layers outer --orientations 24 --agent imagination --seed "${seeds[RANDOM % ${#seeds[@]}]}")
"$program" solve "${maze[@]}"
echo
"$scripts/build.sh" release marblemaze-viewer
if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
  exec "$program" watch "${maze[@]}"
fi
out=$root/out
mkdir -p "$out" 2>/dev/null || out=$(mktemp -d)
echo "no display: saving a screenshot and a video of the first moves"
"$program" watch "${maze[@]}" --panels --at-move 2 --screenshot "$out/marblemaze.png"
"$program" watch "${maze[@]}" --panels --quality balanced --resolution 960x540 --seconds 15 --speed 2 --record "$out/marblemaze.mp4"
