#!/usr/bin/env bash
# Installs and builds what is missing, then runs marblemaze with these arguments.
# Without any: solves a random maze in the terminal, one line a move, as soon as the program is built. Meanwhile the
# viewer is built. Then it opens where there is a display; elsewhere it saves a picture and a film of the maze.
set -euo pipefail
scripts=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd)
root=$(cd "$scripts/.." && pwd)
program=$root/build/release/marblemaze
has_viewer() { [ -f "$root/render/CMakeLists.txt" ]; }
# The viewer's libraries are needed from the start: the build asks for them when it is configured.
groups=(build)
! has_viewer || groups+=(viewer)
"$scripts/install_dependencies.sh" "${groups[@]}"
"$scripts/build.sh" release marblemaze
build_viewer() { ! has_viewer || "$scripts/build.sh" release marblemaze-viewer; }
case "${1:-}" in
  '') ;;
  watch | play | replay)
    build_viewer
    exec "$program" "$@"
    ;;
  *) exec "$program" "$@" ;;
esac

# The scheme and an agent that solve nearly all that can be solved, in few moves.
maze=(--size 5 --layers outer --orientations 24 --agent imagination --seed "$((RANDOM + 1))")
# The solution is for reading, so that the progress of the viewer's build waits until it stands there.
progress=$(mktemp)
trap 'rm -f "$progress"' EXIT
build_viewer 2>"$progress" &
viewer=$!
# A maze that turns out unsolvable is worth a film as well.
"$program" solve "${maze[@]}" || [ "$?" -eq 1 ]
echo
if kill -0 "$viewer" 2>/dev/null; then echo "building the viewer; it shows this maze as soon as it is ready" >&2; fi
tail -n +1 -f --pid="$viewer" "$progress" >&2
wait "$viewer"
rm -f "$progress"
if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then exec "$program" watch "${maze[@]}"; fi
out=$root/out
mkdir -p "$out" 2>/dev/null || out=$(mktemp -d)
echo "no display here: a picture and a film of the first moves"
"$program" watch "${maze[@]}" --panels --at-move 2 --screenshot "$out/marblemaze.png"
"$program" watch "${maze[@]}" --panels --seconds 15 --speed 2 --record "$out/marblemaze.mp4"
