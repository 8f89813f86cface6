#!/usr/bin/env bash
# Counts which lines of maze, agent and engine the tests run. Run it after adding much code, and before a release.
#   scripts/check/coverage.sh [MINIMUM]     per cent of lines that each component must have; 92 without it
# Builds without the viewer into build/coverage. build/coverage/COMPONENT.html shows every line.
# Cost: about 20 minutes on two cores.
# Exit status: 0, 1 if a component has less, 2 for bad input, 3 if it does not build, 77 if there is no gcovr.
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)
build=$root/build/coverage
minimum=${1:-92}
[[ $minimum =~ ^[0-9]{1,2}$|^100$ ]] || {
  echo "coverage.sh: MINIMUM '$minimum': expected a number from 0 to 100" >&2
  exit 2
}
command -v gcovr >/dev/null || {
  echo "skipped: no gcovr (Debian's gcovr)"
  exit 77
}
"$root/scripts/build.sh" coverage
find "$build" -name '*.gcda' -delete
# A test that fails here fails in the gate; what it ran counts all the same.
ctest --test-dir "$build" -j "$(nproc)" --timeout 3000 >"$build/tests.log" || tail -n 20 "$build/tests.log" >&2
status=0
for component in maze agent engine; do
  gcovr -r "$root" --object-directory "$build" --filter "$root/$component/" --exclude-throw-branches --gcov-ignore-parse-errors \
    --html-details "$build/$component.html" --sort-uncovered --txt "$build/$component.txt" --fail-under-line "$minimum" "$build" || status=1
  echo "$component: $(tail -n 2 "$build/$component.txt" | head -n 1); files with the most lines that no test runs:"
  tail -n 9 "$build/$component.txt" | head -n 6 | cut -c 1-100
done
exit "$status"
