#!/usr/bin/env bash
# Installs and builds what is missing, then runs marblemaze with these arguments.
# Without any: solves a random maze in the terminal, one line a move, as soon as enough of the program is built for
# that, and builds the rest meanwhile. Then the viewer opens where there is a display; elsewhere it saves a picture and
# a film of the maze.
set -euo pipefail
scripts=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd)
root=$(cd "$scripts/.." && pwd)
program=$root/build/release/marblemaze
has_viewer() { [ -f "$root/render/CMakeLists.txt" ]; }
# The viewer's libraries are needed from the start: the build asks for them when it is configured.
groups=(build)
! has_viewer || groups+=(viewer)
"$scripts/install_dependencies.sh" "${groups[@]}"
viewer_target=()
! has_viewer || viewer_target=(marblemaze-viewer)
if [ "$#" -gt 0 ]; then
  targets=(marblemaze)
  case $1 in watch | play | replay) targets+=("${viewer_target[@]}") ;; esac
  "$scripts/build.sh" release "${targets[@]}"
  exec "$program" "$@"
fi

# A maze in the scheme and with the agent that solve nearly all that can be solved, in few moves. A fifth of the program
# is enough to choose one with a short plan, and to solve it.
seed=$((RANDOM + 1))
"$scripts/build.sh" release first-maze
# The solution is for reading, so that the progress of the build waits until it stands there.
progress=$(mktemp)
trap 'rm -f "$progress"' EXIT
"$scripts/build.sh" release marblemaze "${viewer_target[@]}" 2>"$progress" &
builder=$!
while IFS= read -r line; do
  printf '%s\n' "$line"
  if [[ $line =~ ^chosen.*seed\ ([0-9]+) ]]; then seed=${BASH_REMATCH[1]}; fi
done < <("$root/build/release/first-maze" "$seed")
echo
if kill -0 "$builder" 2>/dev/null; then echo "building the rest; then the viewer shows this maze" >&2; fi
tail -n +1 -f --pid="$builder" "$progress" >&2
wait "$builder"
rm -f "$progress"
maze=(--size 5 --layers outer --orientations 24 --agent imagination --seed "$seed")
if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then exec "$program" watch "${maze[@]}"; fi
out=$root/out
mkdir -p "$out" 2>/dev/null || out=$(mktemp -d)
echo "no display here: a picture and a film of the first moves"
"$program" watch "${maze[@]}" --panels --at-move 2 --screenshot "$out/marblemaze.png"
"$program" watch "${maze[@]}" --panels --quality balanced --resolution 960x540 --seconds 15 --speed 2 --record "$out/marblemaze.mp4"
