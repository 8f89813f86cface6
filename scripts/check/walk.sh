#!/usr/bin/env bash
# Operates every control of the viewer's window, as the test suite does over a running marble maze, over all that it shows: a
# marble maze, logic mazes, a lesson, a level and a replay; running, played by hand and ended; with text of 75 to 300 %. Each
# must change something or say why it cannot; no text may be cut off, nothing written to standard error, no film damaged.
#   scripts/check/walk.sh [PATTERN]    all; or those whose names match, as 'rook_*_text_100' (--list names them)
# Cost: hours.
# BUILD=build/checked is the build whose window is walked. Faults are listed as they are found.
# Exit status: 0, 1 for a fault, 3 when it does not build, 77 where there is no Xvfb.
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)
build=$(realpath -m "${BUILD:-$root/build/checked}")
walk=$build/tests/window_walk
[ -n "${BUILD:-}" ] || "$root/scripts/build.sh" checked window_walk || exit 3
if [ "${1:-}" = --list ]; then
  "$walk" --gtest_list_tests --gtest_filter='Check/*' | sed -n 's|^ .*/\([^ ]*\).*|\1|p'
  exit
fi
"$root/tests/render/app/with_display.sh" "$walk" --gtest_also_run_disabled_tests --gtest_filter="Check/*${1:-}*"
