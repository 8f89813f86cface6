#!/usr/bin/env bash
# Lets programs of others check what marblemaze writes, and says what each said. Run it after a change of an
# output, of maps or of puzzles, and before a release. docs/development/reliability.md holds what they said last.
#   scripts/check/outside.sh [CHECKER...]       without arguments: all
# Checkers: networkx (the one path of a maze; distances, ways and dead-end regions of a map), puzzles (sgt-puzzles and qqwing:
# outside_puzzles.sh), admesh and prusa-slicer (parts to print), xmllint (drawings, graphs, pages), jq (every
# document of --json), sqlite3 (a results file, and the counts of report). A checker that is not installed is skipped, with the
# reason; `install_dependencies.sh outside` installs all. PROGRAM names another marblemaze than the one that
# scripts/marblemaze.sh builds; MAZES=20 is how many mazes each checker sees, PUZZLES=5 how many puzzles a line.
# Cost: minutes.
# Exit status: 0, 1 where a checker disagrees, 2 bad input, 77 when all were skipped.
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)
program=${PROGRAM:-$root/build/release/marblemaze}
mazes=${MAZES:-20}
puzzles=${PUZZLES:-5}
all=(networkx puzzles admesh prusa-slicer xmllint jq sqlite3)
checkers=("$@")
[ "$#" -gt 0 ] || checkers=("${all[@]}")
[[ $mazes =~ ^[1-9][0-9]{0,3}$ ]] || {
  echo "outside.sh: MAZES '$mazes': expected a number from 1 to 9999" >&2
  exit 2
}
faults=0
heard=0
PATH=$PATH:/usr/games  # where Debian puts puzzles
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

say() { printf '%-13s %s\n' "$checker" "$*"; }
fault() {
  say "FAULT: $*"
  faults=$((faults + 1))
}
lacks() { # TOOL PACKAGE: says so where it is missing
  command -v "$1" >/dev/null && return 1
  say "skipped: no $1 (Debian's $2)"
}

# The flags of a maze of each shape in turn, in `maze`.
choose_maze() { # SEED
  local shapes=("--size 3 --layers all" "--size 4 --layers outer" "--size 4 --layers flat" "--dims 2x3x4 --layers all")
  read -ra maze <<<"${shapes[$(($1 % ${#shapes[@]}))]} --seed $1"
}

# ---- graphs ----

python_with_networkx() {
  local python
  for python in python3 /usr/bin/python3; do
    if "$python" -c 'import networkx' 2>/dev/null; then
      echo "$python"
      return
    fi
  done
}

checker_networkx() {
  local python seed orientations
  python=$(python_with_networkx)
  [ -n "$python" ] || {
    say "skipped: no networkx (Debian's python3-networkx)"
    return 0
  }
  for seed in $(seq "$mazes"); do
    choose_maze "$seed"
    orientations=8
    [[ ${maze[*]} != *flat* ]] || orientations=4
    "$program" generate "${maze[@]}" -o "$work/$seed.maze.json"
    "$program" info "$work/$seed.maze.json" --json >"$work/$seed.info.json"
    for model in predicted "imagined --exact"; do
      # shellcheck disable=SC2086  # a model and its flag
      for form in json graphml; do
        "$program" map "$work/$seed.maze.json" --orientations "$orientations" --model $model --$form >"$work/map.$form"
      done
      mv "$work/map.json" "$work/$seed.${model%% *}.map.json"
      mv "$work/map.graphml" "$work/$seed.${model%% *}.graphml"
    done
  done
  "$python" - "$work" "$mazes" <<'PYTHON' || faults=$((faults + 1))
import json
import pathlib
import sys

import networkx as nx

work, count = pathlib.Path(sys.argv[1]), int(sys.argv[2])
faults = states = solvable = 0


def expect(holds, words):
    global faults
    if not holds:
        faults += 1
        print(f"networkx      FAULT: {words}")


def check_maze(seed):
    maze = json.loads((work / f"{seed}.maze.json").read_text())
    info = json.loads((work / f"{seed}.info.json").read_text())
    graph = nx.Graph(maze["open"])
    expect(nx.is_tree(graph) and len(graph) == info["cells"], f"maze {seed}: no tree over its cells")
    path = nx.shortest_path(graph, maze["start"], maze["target"])
    expect(path == info["path"], f"maze {seed}: path {info['path']}, networkx has {path}")


def ways(graph, distances, goal):
    """Shortest ways from the start, parallel moves counted one by one."""
    number = {}
    for state in sorted((s for s in distances if distances[s] <= distances[goal]), key=distances.get):
        before = [u for u in graph.predecessors(state) if distances.get(u, -2) == distances[state] - 1]
        number[state] = sum(number[u] * graph.number_of_edges(u, state) for u in before) if before else 1
    return number[goal]


def check_map(seed, model):
    global states, solvable
    name = f"maze {seed}, {model}"
    told = json.loads((work / f"{seed}.{model}.map.json").read_text())
    graph = nx.MultiDiGraph(nx.read_graphml(work / f"{seed}.{model}.graphml"))
    settled = [n for n, facts in graph.nodes(data=True) if not facts["frozen"]]
    states += len(settled)
    expect(len(settled) == len(told["states"]), f"{name}: {len(told['states'])} states, GraphML has {len(settled)}")
    start = next(n for n, facts in graph.nodes(data=True) if facts["start"])
    goals = {n for n, facts in graph.nodes(data=True) if facts["goal"]}
    distances = nx.single_source_shortest_path_length(graph, start)
    reached = [goal for goal in goals if goal in distances]
    fewest = min((distances[goal] for goal in reached), default=None)
    expect(told["optimum"] == fewest, f"{name}: optimum {told['optimum']}, networkx has {fewest}")
    if fewest is not None:
        solvable += 1
        number = sum(ways(graph, distances, goal) for goal in reached if distances[goal] == fewest)
        expect(told["shortest_solutions"] == number, f"{name}: {told['shortest_solutions']} ways, networkx has {number}")
    closed = [part for part in nx.attracting_components(graph.subgraph(settled)) if not part & goals]
    closed = {frozenset(int(state[1:]) for state in part) for part in closed}
    traps = {frozenset(trap) for trap in told["traps"]}
    leaving = {u for u, v in graph.edges() if graph.nodes[v]["frozen"]}
    closed_to_all = {part for part in closed if not any(f"s{state}" in leaving for state in part)}
    expect(traps in (closed, closed_to_all), f"{name}: {len(traps)} traps, networkx has {len(closed)}")


for number in range(1, count + 1):
    check_maze(number)
    for way in ("predicted", "imagined"):
        check_map(number, way)
print(f"networkx {nx.__version__}: {count} mazes are trees with the path that info tells; {2 * count} maps with {states} "
      f"states, {solvable} of them solvable: distances, ways and traps "
      f"{'as map tells them' if faults == 0 else f'differ {faults} times'}")
sys.exit(1 if faults else 0)
PYTHON
  heard=$((heard + 1))
}

# ---- puzzles ----

checker_puzzles() {
  local status=0
  PROGRAM=$program "$root/scripts/check/outside_puzzles.sh" "$puzzles" >"$work/puzzles" || status=$?
  if [ "$status" = 77 ]; then
    say "skipped: no sgt-puzzles and no qqwing"
    return 0
  fi
  heard=$((heard + 1))
  awk -F '|' 'NR > 2 { all += $4; unique += $5; solved += $6 }
              END { printf "%-13s %d puzzles of sgt-puzzles and qqwing: %d have one answer, as their makers say of all; ", "puzzles", all, unique
                    printf "the automata solve %d\n", solved
                    exit all == unique ? 0 : 1 }' "$work/puzzles" || fault "a puzzle has not one answer"
  [ "$status" = 0 ] || fault "status $status of outside_puzzles.sh"
}

# ---- parts to print ----

# Sets `said` to what export says of the parts.
export_stl() { # SEED
  choose_maze "$1"
  "$program" generate "${maze[@]}" -o "$work/maze.json"
  said=$("$program" export "$work/maze.json" --stl "$work/parts.stl" 2>&1)
}

checker_admesh() {
  local seed facets=0 parts=0 claimed measured report
  ! lacks admesh admesh || return 0
  for seed in $(seq "$mazes"); do
    export_stl "$seed"
    report=$(admesh "$work/parts.stl")
    # All of these are 0 in a mesh that needs no repair.
    if ! awk -F: '/disconnected|Degenerate|fixed|removed|added|reversed|Backwards/ { split($2, n, " "); if (n[1] != 0) bad = 1 }
                  END { exit bad }' < <(sed -n '/Facet Status/,$p' <<<"$report"); then
      fault "maze $seed: the mesh needs repair"
    fi
    claimed=$(grep -oE '[0-9.]+ cm3' <<<"$said" | awk '{ sum += $1 } END { print sum }')
    measured=$(sed -n 's/.*Volume *: *\([0-9.]*\).*/\1/p' <<<"$report")
    awk -v a="$claimed" -v b="$measured" 'BEGIN { d = a - b / 1000; exit d < 0.5 && d > -0.5 ? 0 : 1 }' ||
      fault "maze $seed: export says $claimed cm3, admesh measures $measured mm3"
    [ "$(grep -oE '[0-9]+ parts' <<<"$said" | cut -d ' ' -f 1)" = "$(sed -n 's/.*Number of parts *: *\([0-9]*\).*/\1/p' <<<"$report")" ] ||
      fault "maze $seed: another number of parts than export says"
    facets=$((facets + $(sed -n 's/^Number of facets *: *\([0-9]*\).*/\1/p' <<<"$report")))
    parts=$((parts + $(sed -n 's/.*Number of parts *: *\([0-9]*\).*/\1/p' <<<"$report")))
  done
  say "$(dpkg-query -W -f='${Version}' admesh 2>/dev/null): $mazes mazes, $parts parts, $facets facets; closed, with the volumes that export tells: $([ "$faults" = 0 ] && echo all || echo not all)"
  heard=$((heard + 1))
}

checker_prusa-slicer() {
  local seed sound=0 some=$((mazes < 5 ? mazes : 5))
  ! lacks prusa-slicer prusa-slicer || return 0
  for seed in $(seq "$some"); do
    export_stl "$seed"
    prusa-slicer --info "$work/parts.stl" >"$work/info" 2>/dev/null || true
    if grep -qx 'manifold = yes' "$work/info"; then
      sound=$((sound + 1))
    else
      fault "maze $seed: not manifold"
    fi
  done
  choose_maze 2
  "$program" generate "${maze[@]}" -o "$work/maze.json"
  "$program" export "$work/maze.json" --stl "$work/small.stl" --cell-mm 14 --marble-mm 6 2>/dev/null
  if prusa-slicer --export-gcode --output "$work/small.gcode" "$work/small.stl" >"$work/slicing" 2>&1; then
    say "$sound of $some meshes are manifold; one sliced into $(grep -c '^;LAYER_CHANGE' "$work/small.gcode") layers"
  else
    fault "does not slice: $(tail -n 1 "$work/slicing")"
  fi
  heard=$((heard + 1))
}

# ---- documents ----

# Makes one file of each kind in $work/documents.
make_documents() {
  local at=$work/documents
  [ ! -d "$at" ] || return 0
  mkdir "$at"
  "$program" generate --size 3 --seed 7 -o "$at/maze.json"
  "$program" design --size 3 --layers flat --moves 3 --steps 20 --exact -o "$at/designed.json" --picture "$at/designed.svg" 2>/dev/null
  "$program" export "$at/maze.json" --svg "$at/maze.svg" --path 2>/dev/null
  "$program" map "$at/maze.json" --model imagined --exact --graphml >"$at/map.graphml"
  "$program" puzzle jump generate --sheet "$at/sheet.svg" >/dev/null
  "$program" bench --size 3 --seeds 1-20 --agent breadth-first complete-solution-prediction --truth \
    --world imagined --results "$at/results.db" >/dev/null 2>&1
  "$program" solve "$at/maze.json" --trace "$at/trace.jsonl" >/dev/null || true
  if "$program" watch "$at/maze.json" --world imagined --save-run "$at/run.rec" >/dev/null 2>&1; then
    "$program" export "$at/run.rec" --html "$at/run.html" 2>/dev/null
  fi
}

# Of HTML libxml2 knows version 4 only: newer elements are no fault.
newer_html='Tag (canvas|main|header|footer|section|nav|output|details|summary|template|dialog|figure|figcaption|svg|path|g|line|circle|rect|polyline|article|aside|time) invalid'

checker_xmllint() {
  local file count=0
  ! lacks xmllint libxml2-utils || return 0
  make_documents
  for file in "$work"/documents/*.svg "$work"/documents/*.graphml; do
    xmllint --noout "$file" 2>"$work/said" || fault "${file##*/}: $(head -n 1 "$work/said")"
    count=$((count + 1))
  done
  for file in "$work"/documents/*.html; do
    [ -e "$file" ] || continue
    xmllint --html --noout "$file" 2>"$work/said" || true
    if grep -E 'error :' "$work/said" | grep -vE "$newer_html" >"$work/errors"; then
      fault "${file##*/}: $(head -n 1 "$work/errors")"
    fi
    count=$((count + 1))
  done
  say "$(xmllint --version 2>&1 | sed -n '1s/.*version //p'): $count drawings, graphs and pages are well-formed"
  heard=$((heard + 1))
}

# Nothing but one document stands on standard output.
checker_jq() {
  local at=$work/documents count=0 command
  ! lacks jq jq || return 0
  make_documents
  while read -r command; do
    # shellcheck disable=SC2086  # a command and its words
    "$program" ${command//@/$at} --json >"$work/out.json" 2>/dev/null || [ "$?" = 1 ] || fault "$command: did not run"
    [ "$(jq -s length "$work/out.json" 2>/dev/null)" = 1 ] || fault "$command: not one document"
    count=$((count + 1))
  done <<'COMMANDS'
info @/maze.json --schemes
predict @/maze.json
solve @/maze.json
settings
agents
bench --size 2 --seeds 1-2 --agent breadth-first --world predicted --results @/two.db
report @/results.db
map @/maze.json --model predicted
worlds --world rook --agent breadth-first --seeds 1-2
puzzle four-bit solve
puzzle jump solve
puzzle rook generate
puzzle nonogram solve
puzzle binary check
puzzle sudoku solve --bundled
puzzle tectonic generate
puzzle kakuro generate
puzzle maze-automaton solve
COMMANDS
  for file in "$at"/maze.json "$at"/designed.json; do
    jq -e .format "$file" >/dev/null || fault "${file##*/}: no document"
    count=$((count + 1))
  done
  jq -es 'length > 1' "$at/trace.jsonl" >/dev/null || fault "trace.jsonl: not a document a line"
  say "$(jq --version): $((count + 1)) documents, each whole and alone"
  heard=$((heard + 1))
}

# ---- results ----

checker_sqlite3() {
  local file=$work/documents/results.db rows
  ! lacks sqlite3 sqlite3 || return 0
  make_documents
  [ "$(sqlite3 "$file" 'PRAGMA integrity_check')" = ok ] || fault "integrity_check: $(sqlite3 "$file" 'PRAGMA integrity_check' | head -n 1)"
  "$program" report "$file" --json >"$work/report.json"
  sqlite3 "$file" "SELECT agent, count(*), sum(outcome = 'solved'), sum(outcome = 'frozen'),
    printf('%.2f', avg(CASE outcome WHEN 'solved' THEN moves END)) FROM episodes GROUP BY agent ORDER BY agent" >"$work/counted"
  python3 - "$work/report.json" >"$work/told" <<'PYTHON'
import json
import sys

rows = json.load(open(sys.argv[1]))["rows"]
for row in sorted(rows, key=lambda row: row["algorithm"]):
    print(row["algorithm"], row["maze_count"], row["solved_count"], row["frozen_count"], f"{row['avg_moves']:.2f}", sep="|")
PYTHON
  diff "$work/counted" "$work/told" || fault "report counts otherwise (above, < is SQL's, > is report's)"
  rows=$(sqlite3 "$file" 'SELECT (SELECT count(*) FROM episodes) || " episodes and " || (SELECT count(*) FROM truths) || " truths"')
  say "$(sqlite3 --version | cut -d ' ' -f 1): $rows, sound; counts and means as report tells them"
  heard=$((heard + 1))
}

for checker in "${checkers[@]}"; do
  case " ${all[*]} " in
    *" $checker "*) ;;
    *)
      echo "outside.sh: checker '$checker': expected one of ${all[*]}" >&2
      exit 2
      ;;
  esac
done
[ -n "${PROGRAM:-}" ] || "$root/scripts/marblemaze.sh" --help >/dev/null  # builds what is missing
for checker in "${checkers[@]}"; do
  "checker_$checker"
done
[ "$heard" -gt 0 ] || exit 77
[ "$faults" -eq 0 ]
