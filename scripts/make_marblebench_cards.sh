#!/bin/sh
# Makes the score cards of docs/marblebench: built-in agents on the test problems of MarbleBench 1.
#   scripts/make_marblebench_cards.sh [PROGRAM [FOLDER]]
# MORE="mapping" makes cards of others, too. Runs are kept in out/marblebench/results.db, so that a stopped script
# goes on where it was. Pages and timings stay in out/marblebench; cards and a table of them go to FOLDER.
set -eu
cd "$(dirname "$0")/.."
program=${1:-build/checked/marblemaze}
folder=${2:-docs/marblebench}
out=out/marblebench
# mapping is left out unless MORE names it: it thinks for minutes in a maze of 12 cells a side.
agents="random-walk node-counting lrta-star depth-first breadth-first heuristic improved-heuristic single-move-prediction
complete-solution-prediction calibrating misled imagination simulation-search ${MORE:-}"
mkdir -p "$out" "$folder"
for agent in $agents; do
  "$program" marblebench --agent "$agent" --out "$out"
  cp "$out/$agent.json" "$folder"
done
cards=""
for agent in $agents; do cards="$cards $out/$agent.json"; done
# shellcheck disable=SC2086  # names of agents have no blanks
"$program" report --bench $cards > "$folder/table.md"
