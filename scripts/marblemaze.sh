#!/usr/bin/env bash
# Builds the program and runs it with the given arguments. Installs missing packages if there is no build yet, or if the
# build fails. Without arguments, solves a random maze in the terminal and shows the run in the viewer. Without a
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

# This agent solves nearly all mazes with 24 orientations. A few mazes are unsolvable, so the script tries up to three.
maze=(--size 5 --layers outer --orientations 24 --agent imagination)
seed=$((RANDOM + 1))
story=$(mktemp)
trap 'rm -f "$story"' EXIT
for _ in 1 2 3; do
  status=0
  "$program" solve "${maze[@]}" --seed "$seed" --plan-limit 30 | tee "$story" || status=$?
  seed=$(sed -n '1s/.*seed \([0-9]*\).*/\1/p' "$story")
  [ "$status" -eq 1 ] || break
  seed=$((seed + 1))
done
[ "$status" -le 1 ] || exit "$status"
maze+=(--seed "$seed")
echo
"$scripts/build.sh" release marblemaze-viewer
if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
  rm -f "$story"
  exec "$program" watch "${maze[@]}"
fi
out=$root/out
mkdir -p "$out" 2>/dev/null || out=$(mktemp -d)
echo "no display: saving a screenshot and a video of the first moves"
"$program" watch "${maze[@]}" --panels --at-move 2 --screenshot "$out/marblemaze.png"
"$program" watch "${maze[@]}" --panels --quality balanced --resolution 960x540 --seconds 15 --speed 2 --record "$out/marblemaze.mp4"
