#!/bin/sh
# Makes the score cards of docs/results/marblebench on the test problems: in its folder 2 those of built-in agents, the learned policy
# and an agent over the protocol in MarbleBench 2; in its folder free those of controllers in MarbleBench Free 1. Each folder gets
# its leaderboard, as Markdown and CSV.
#   scripts/generate/marblebench_cards.sh [PROGRAM [FOLDER]]
# Runs are kept in out/marblebench/*/results.db, so that a stopped script continues where it was.
set -eu
cd "$(dirname "$0")/../.."
program=${1:-build/checked/marblemaze}
folder=${2:-docs/results/marblebench}

# cards FOLDER SET AGENT...: of these agents, and the tables that compare them. NAME=COMMAND is an agent by command.
cards() {
  to=$1 out=out/marblebench/$2 set=$2 made=
  shift 2
  mkdir -p "$to" "$out"
  for agent; do
    name=${agent%%=*}
    if [ "$name" = "$agent" ]; then
      "$program" marblebench --set "$set" --agent "$agent" --out "$out"
      card=$out/$name.json
    else
      rm -f "$out/$name"-*.json  # of an older version
      PYTHONPATH=engine/python "$program" marblebench --set "$set" --agent-command "${agent#*=}" --out "$out"
      card=$(ls "$out/$name"-*.json)
    fi
    cp "$card" "$to/$name.json"
    made="$made $card"
  done
  # shellcheck disable=SC2086  # names of agents have no blanks
  "$program" report --bench $made > "$to/leaderboard.md"
  PYTHONPATH=scripts/measure python3 -c '
import pathlib, sys
from script_parts import write_rows
text, folder, name, tables = pathlib.Path(sys.argv[1]).read_text(), pathlib.Path(sys.argv[2]), "scores", {}
begins = {"Correct runs by group": "groups", "Percentage points more": "pairs"}
for line in text.splitlines():
    name = next((table for words, table in begins.items() if line.startswith(words)), name)
    tables.setdefault(name, []).append(line)
for name, lines in tables.items():
    write_rows(folder / f"{name}.csv", lines)' "$to/leaderboard.md" "$to"
}

learned="python3 -m marblemaze.learned"
cards "$folder/2" marblebench-2 uct imagination simulation-search ff-replan complete-solution-prediction single-move-prediction \
  improved-heuristic heuristic lrta-star breadth-first depth-first node-counting random-walk \
  "learned=$learned" "sampler=python3 docs/tutorial/sampler.py"
cards "$folder/free" marblebench-free-1 cem floor "learned-turns=python3 -m marblemaze.learned_turns"
