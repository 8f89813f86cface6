#!/usr/bin/env bash
# Counts which lines of maze, agent and engine the tests run, and prints a table in Markdown; docs/development/reliability.md holds one.
# Run it after adding much code, and before a release.
# Cost: about 20 minutes on two cores.
#   scripts/check/coverage.sh [LEAST]     per cent of lines that each component must have; 92 without it
# Builds without the viewer into build/coverage. build/coverage/lines.html shows every line.
# Exit status: 0, 1 where a component has less, 2 bad input, 3 when it does not build, 77 where there is no gcovr.
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)
build=$root/build/coverage
least=${1:-92}
[[ $least =~ ^[0-9]{1,2}$|^100$ ]] || {
  echo "coverage.sh: LEAST '$least': expected a number from 0 to 100" >&2
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
gcovr -r "$root" --object-directory "$build" --filter "$root/(maze|agent|engine)/" --exclude-throw-branches \
  --gcov-ignore-parse-errors --json-summary "$build/lines.json" --html-details "$build/lines.html" "$build" >/dev/null
python3 - "$build/lines.json" "$least" <<'EOF'
import collections
import json
import sys

files = json.load(open(sys.argv[1]))["files"]
least = float(sys.argv[2])
modules, components = (collections.defaultdict(lambda: [0, 0]) for _ in range(2))
for file in files:
    path = file["filename"]
    for group, key in ((modules, path.rsplit("/", 1)[0]), (components, path.split("/", 1)[0])):
        group[key][0] += file["line_covered"]
        group[key][1] += file["line_total"]
print("| component or module | lines | run by tests |\n| --- | ---: | ---: |")
for name, (covered, total) in sorted(components.items()) + sorted(modules.items()):
    print(f"| `{name}` | {total} | {100 * covered / total:.1f} % |")
print("\nFiles with the most lines that no test runs:\n")
missed = sorted(files, key=lambda file: file["line_covered"] - file["line_total"])[:15]
for file in missed:
    print(f"- `{file['filename']}`: {file['line_total'] - file['line_covered']} of {file['line_total']}")
sys.exit(any(100 * covered / total < least for covered, total in components.values()))
EOF
