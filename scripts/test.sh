#!/usr/bin/env bash
# Installs missing packages, builds a preset and runs its tests.
#   test.sh [PRESET] [CTEST ARGUMENTS...]
# PRESET is checked (the default), asan, tsan, headless, release or debug.
set -euo pipefail
scripts=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd)
preset=checked
case "${1:-}" in
  checked | asan | tsan | headless | release | debug)
    preset=$1
    shift
    ;;
esac
groups=(build tests)
[ "$preset" = headless ] || groups+=(viewer window_tests)
"$scripts/install_dependencies.sh" "${groups[@]}"
folder=$scripts/../build/$preset
# Reconfigures a build folder that was configured without the libraries of the tests.
[ -f "$folder/tests/CTestTestfile.cmake" ] || rm -f "$folder/build.ninja"
"$scripts/build.sh" "$preset"
exec ctest --test-dir "$folder" --no-tests=error --output-on-failure --parallel "$(nproc)" "$@" </dev/null
