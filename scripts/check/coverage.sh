#!/usr/bin/env bash
# Measures the percentage of lines in maze, agent and engine that the tests execute.
#   scripts/check/coverage.sh
# Builds without the viewer in build/coverage. build/coverage/COMPONENT.html shows every line.
# Cost: about 20 minutes on two cores.
# Exit status: 0, 1 if a component is below the minimum, 3 if the build fails, 77 if gcovr is missing.
set -euo pipefail
[ "$#" -eq 0 ] || {
  echo "coverage.sh: unknown argument '$1'; expected none" >&2
  exit 2
}
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)
build=$root/build/coverage
minimum=92  # per cent
command -v gcovr >/dev/null || {
  echo "skipped: gcovr is missing (scripts/install_dependencies.sh coverage installs it)"
  exit 77
}
"$root/scripts/build.sh" coverage
find "$build" -name '*.gcda' -delete
# The coverage includes tests that fail.
ctest --test-dir "$build" -j "$(nproc)" --timeout 3000 >"$build/tests.log" || tail -n 20 "$build/tests.log" >&2
status=0
for component in maze agent engine; do
  gcovr -r "$root" --object-directory "$build" --filter "$root/$component/" --exclude-throw-branches --gcov-ignore-parse-errors \
    --html-details "$build/$component.html" --sort-uncovered --txt "$build/$component.txt" \
    --fail-under-line "$minimum" "$build" || status=1
  echo "$component: $(tail -n 2 "$build/$component.txt" | head -n 1); files with the most lines that no test executes:"
  tail -n 9 "$build/$component.txt" | head -n 6 | cut -c 1-100
done
exit "$status"
