#!/bin/sh
# Makes the score cards of docs/results/marblebench: built-in agents and the learned policy on the test problems of MarbleBench 1, and
# in its folder free the controllers on those of MarbleBench Free 1.
#   scripts/generate/marblebench_cards.sh [PROGRAM [FOLDER]]
# MORE="mapping" makes cards of others, too. Runs are kept in out/marblebench/results.db and free/results.db beside it, so that a stopped
# script goes on where it was. Pages and timings stay in out/marblebench. Cards and tables as CSV go to FOLDER.
set -eu
cd "$(dirname "$0")/../.."
program=${1:-build/checked/marblemaze}
folder=${2:-docs/results/marblebench}

# cards FOLDER OUT MODULE FLAG AGENT...: of these agents and of the package's trained one, and the tables that compare them.
cards() {
  to=$1 out=$2 module=$3 flag=$4 made=
  shift 4
  mkdir -p "$to" "$out"
  for agent; do
    # shellcheck disable=SC2086  # no flag or one
    "$program" marblebench $flag --agent "$agent" --out "$out"
    cp "$out/$agent.json" "$to"
    made="$made $out/$agent.json"
  done
  name=$(echo "$module" | tr _ -)
  rm -f "$out/$name"-*.json  # of an older version
  # shellcheck disable=SC2086
  PYTHONPATH=engine/python "$program" marblebench $flag --agent-command "python3 -m marblemaze.$module" --out "$out"
  learned=$(ls "$out/$name"-*.json)
  cp "$learned" "$to/$name.json"
  # shellcheck disable=SC2086  # names of agents have no blanks
  "$program" report --bench $made "$learned" > "$out/table.md"
  PYTHONPATH=scripts/measure python3 -c '
import pathlib, re, sys
from script_parts import write_rows
table, folder = pathlib.Path(sys.argv[1]).read_text(), pathlib.Path(sys.argv[2])
parts = re.split("Per cent of the possible, by|The same problems, against|Speeds, as measured", table)
for name, rows in zip(("scores", "groups", "pairs", "speeds"), parts):
    write_rows(folder / f"{name}.csv", rows.splitlines())' "$out/table.md" "$to"
}

# mapping is left out unless MORE names it: it thinks for minutes in a maze of 12 cells a side.
# shellcheck disable=SC2086  # several names
cards "$folder" out/marblebench learned "" random-walk node-counting lrta-star depth-first breadth-first heuristic improved-heuristic \
  single-move-prediction complete-solution-prediction calibrating misled imagination simulation-search ${MORE:-}
cards "$folder/free" out/marblebench/free learned_turns --free floor cem
