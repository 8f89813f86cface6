#!/usr/bin/env bash
# Operates every control of the viewer in all views: marble mazes, logic mazes, a lesson, a level and a replay, while they run, are
# played by hand and have ended, with text sizes from 75 to 300 %. Each control must have an effect or explain why it is disabled.
# No text may be cut off, and no error may be printed.
#   scripts/check/walk.sh [PATTERN]    PATTERN selects views, for example 'rook_*_text_100'; --list prints the names
# BUILD=build/checked is the build to test.
# Cost: hours.
# Exit status: 0, 1 for a fault, 3 if the build fails, 77 if Xvfb is missing.
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
