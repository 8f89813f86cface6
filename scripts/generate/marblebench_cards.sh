#!/bin/sh
# Makes the score cards of docs/results/marblebench: built-in agents and the learned policy on the test problems of MarbleBench 1.
#   scripts/generate/marblebench_cards.sh [PROGRAM [FOLDER]]
# MORE="mapping" makes cards of others, too. Runs are kept in out/marblebench/results.db, so that a stopped script
# goes on where it was. Pages and timings stay in out/marblebench. Cards and tables as CSV go to FOLDER.
set -eu
cd "$(dirname "$0")/../.."
program=${1:-build/checked/marblemaze}
folder=${2:-docs/results/marblebench}
out=out/marblebench
# mapping is left out unless MORE names it: it thinks for minutes in a maze of 12 cells a side.
agents="random-walk node-counting lrta-star depth-first breadth-first heuristic improved-heuristic single-move-prediction
complete-solution-prediction calibrating misled imagination simulation-search ${MORE:-}"
mkdir -p "$out" "$folder"
for agent in $agents; do
  "$program" marblebench --agent "$agent" --out "$out"
  cp "$out/$agent.json" "$folder"
done
rm -f "$out"/learned-*.json  # of an older version
PYTHONPATH=engine/python "$program" marblebench --agent-command "python3 -m marblemaze.learned" --out "$out"
learned=$(ls "$out"/learned-*.json)
cp "$learned" "$folder/learned.json"
cards=""
for agent in $agents; do cards="$cards $out/$agent.json"; done
cards="$cards $learned"
# shellcheck disable=SC2086  # names of agents have no blanks
"$program" report --bench $cards > "$out/table.md"
PYTHONPATH=scripts/measure python3 -c '
import pathlib, re, sys
from script_parts import write_rows
table, folder = pathlib.Path(sys.argv[1]).read_text(), pathlib.Path(sys.argv[2])
parts = re.split("Per cent of the possible, by|The same problems, against|Speeds, as measured", table)
for name, rows in zip(("scores", "groups", "pairs", "speeds"), parts):
    write_rows(folder / f"{name}.csv", rows.splitlines())' "$out/table.md" "$folder"
