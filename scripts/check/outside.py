#!/usr/bin/env python3
"""Compares what marblemaze writes with other programs, and prints what each found. Run it after a change of an output, of maps or of
puzzles, and before a release.

  scripts/check/outside.py [networkx] [puzzles] [admesh] [sqlite]      without arguments: all four

networkx: mazes are trees with the path that `info` prints; distances, shortest solutions and traps of maps.
puzzles: the automata solve puzzles of sgt-puzzles and qqwing; prints the table of docs/reference/puzzles-solved.csv.
admesh: parts to print are closed meshes with the volume that `export` prints.
sqlite: counts and means of a results file by SQL are those of `report`.
A program that is not installed is skipped; `install_dependencies.sh outside` installs all. COUNT=20 is the number of mazes for each
checker and of puzzles for each line; PROGRAM is another marblemaze than build/release/marblemaze.
Cost: minutes.
Exit status: 0, 1 if a checker disagrees, 2 for bad input, 77 if all were skipped."""
import json
import os
import pathlib
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "measure"))
from script_parts import ROOT, require  # noqa: E402

PROGRAM = os.environ.get("PROGRAM", str(ROOT / "build/release/marblemaze"))
COUNT = int(os.environ.get("COUNT", "20"))
SHAPES = ("--size 3 --layers all", "--size 4 --layers outer", "--size 4 --layers flat", "--dims 2x3x4 --layers all")
faults = 0


def expect(holds, words):
    global faults
    if not holds:
        faults += 1
        print(f"FAULT: {words}")


def run(*command, text=None, status=(0,)):
    """What a command prints on both streams."""
    done = subprocess.run([str(word) for word in command], input=text, capture_output=True, text=True)
    if done.returncode not in status:
        sys.exit(f"outside.py: {' '.join(map(str, command))}: {done.stderr.strip()}")
    return done.stdout, done.stderr


def has(*tools):
    missing = [tool for tool in tools if not shutil.which(tool)]
    if missing:
        print(f"skipped: {', '.join(missing)} not installed")
    return not missing


def make_maze(seed, work):
    """A maze file of each shape in turn, and the scheme of its maps."""
    shape = SHAPES[seed % len(SHAPES)]
    run(PROGRAM, "generate", *shape.split(), "--seed", seed, "-o", work / "maze.json")
    return work / "maze.json", 4 if "flat" in shape else 8


# ---- graphs

def shortest_paths(graph, distances, goal):
    """Number of shortest paths from the start; parallel moves count one by one."""
    number = {}
    for state in sorted((s for s in distances if distances[s] <= distances[goal]), key=distances.get):
        before = [u for u in graph.predecessors(state) if distances.get(u, -2) == distances[state] - 1]
        number[state] = sum(number[u] * graph.number_of_edges(u, state) for u in before) if before else 1
    return number[goal]


def check_map(name, nx, printed, graph):
    settled = [state for state, facts in graph.nodes(data=True) if not facts["frozen"]]
    expect(len(settled) == len(printed["states"]), f"{name}: {len(printed['states'])} states, GraphML has {len(settled)}")
    start = next(state for state, facts in graph.nodes(data=True) if facts["start"])
    goals = {state for state, facts in graph.nodes(data=True) if facts["goal"]}
    distances = nx.single_source_shortest_path_length(graph, start)
    reached = [goal for goal in goals if goal in distances]
    fewest = min((distances[goal] for goal in reached), default=None)
    expect(printed["optimum"] == fewest, f"{name}: optimum {printed['optimum']}, networkx has {fewest}")
    if reached:
        number = sum(shortest_paths(graph, distances, goal) for goal in reached if distances[goal] == fewest)
        expect(printed["shortest_solutions"] == number, f"{name}: {printed['shortest_solutions']} shortest solutions, networkx has {number}")
    closed = [part for part in nx.attracting_components(graph.subgraph(settled)) if not part & goals]
    leaving = {u for u, v in graph.edges() if graph.nodes[v]["frozen"]}
    number_of = lambda parts: {frozenset(int(state[1:]) for state in part) for part in parts}
    traps = {frozenset(trap) for trap in printed["traps"]}
    expect(traps in (number_of(closed), number_of(part for part in closed if not part & leaving)),
           f"{name}: {len(traps)} traps, networkx has {len(closed)}")
    return len(settled)


def check_networkx(work):
    require("networkx", "outside")
    import networkx as nx
    states = 0
    for seed in range(1, COUNT + 1):
        file, orientations = make_maze(seed, work)
        maze, info = json.loads(file.read_text()), json.loads(run(PROGRAM, "info", file, "--json")[0])
        tree = nx.Graph(maze["open"])
        expect(nx.is_tree(tree) and len(tree) == info["cells"], f"maze {seed}: no tree over its cells")
        path = nx.shortest_path(tree, maze["start"], maze["target"])
        expect(path == info["path"], f"maze {seed}: path {info['path']}, networkx has {path}")
        for model in (["predicted"], ["imagined", "--exact"]):
            command = [PROGRAM, "map", file, "--orientations", orientations, "--model", *model]
            text = run(*command, "--json")[0]
            graph = nx.MultiDiGraph(nx.parse_graphml(run(PROGRAM, "export", "-", "--graphml", "-", text=text)[0]))
            states += check_map(f"maze {seed}, {model[0]}", nx, json.loads(text), graph)
    print(f"networkx {nx.__version__}: {COUNT} mazes, {2 * COUNT} maps with {states} states")
    return True


# ---- puzzles

def sgt(game, level):
    return [run(f"sgt-{game}", "--generate", 1, f"{level}#{seed}")[0].strip() for seed in range(1, COUNT + 1)]


def check_puzzles(_):
    os.environ["PATH"] += ":/usr/games"  # where Debian has puzzles
    if not has("sgt-pattern", "qqwing"):
        return False
    lines = [("sgt-pattern", "nonogram", size, [], sgt("pattern", size)) for size in ("10x10", "15x15", "20x20", "25x25", "30x30")]
    for flags, unique in ([["--equal-lines"], ""], [[], "u"]):
        lines += [(f"sgt-unruly 8x8{' with different lines' if unique else ''}", "binary", level, flags, sgt("unruly", f"8x8{unique}d{level[0]}"))
                  for level in ("trivial", "easy", "normal")]
    lines += [("sgt-solo", "sudoku", level, [], sgt("solo", f"3x3d{level[0]}"))
              for level in ("trivial", "basic", "intermediate", "advanced", "extreme", "unreasonable")]
    lines += [("qqwing", "sudoku", level, [], run("qqwing", "--generate", COUNT, "--difficulty", level, "--one-line")[0].split())
              for level in ("simple", "easy", "intermediate", "expert")]
    print("| puzzles of | level | puzzles | with one solution | solved | iterations, mean | slowest, s |\n| --- | --- | ---: | ---: | ---: | ---: | ---: |")
    for source, kind, level, flags, puzzles in lines:
        unique, iterations, slowest = 0, [], 0.0
        for puzzle in puzzles:
            ask = lambda verb: json.loads(run(PROGRAM, "puzzle", kind, verb, "-", "--json", *flags, text=puzzle, status=(0, 1))[0])
            begun = time.monotonic()
            answer = ask("solve")
            slowest = max(slowest, time.monotonic() - begun)
            only_one = ask("check")["unique"]
            unique += only_one
            expect(only_one, f"{source} {level}: not one solution: {puzzle}")
            expect(not only_one or answer["outcome"] != "contradiction", f"{source} {level}: a contradiction: {puzzle}")
            if answer["outcome"] == "solved":
                iterations.append(answer["iterations"])
        mean = f"{sum(iterations) / len(iterations):.0f}" if iterations else "-"
        print(f"| {source} ({kind}) | {level} | {len(puzzles)} | {unique} | {len(iterations)} | {mean} | {slowest:.2f} |")
    return True


# ---- parts to print

def check_admesh(work):
    if not has("admesh"):
        return False
    facets = 0
    for seed in range(1, COUNT + 1):
        file, _ = make_maze(seed, work)
        printed = "".join(run(PROGRAM, "export", file, "--stl", work / "parts.stl"))
        report = run("admesh", work / "parts.stl")[0]
        repairs = re.findall(r"(?:disconnected|Degenerate|fixed|removed|added|reversed|Backwards)[^:\n]*: *(\d+)", report[report.index("Facet Status"):])
        expect(not any(map(int, repairs)), f"maze {seed}: the mesh needs repair")
        volume = float(re.search(r"Volume *: *([\d.]+)", report)[1]) / 1000
        claimed = sum(map(float, re.findall(r"([\d.]+) cm3", printed)))
        expect(abs(volume - claimed) < 0.5, f"maze {seed}: export prints {claimed} cm3, admesh measures {volume}")
        parts = re.search(r"Number of parts *: *(\d+)", report)[1]
        expect(re.search(r"(\d+) parts", printed)[1] == parts, f"maze {seed}: admesh finds {parts} parts")
        facets += int(re.search(r"Number of facets *: *(\d+)", report)[1])
    print(f"admesh: the parts of {COUNT} mazes, {facets} facets")
    return True


# ---- results

def check_sqlite(work):
    file = work / "results.db"
    run(PROGRAM, "bench", "--size", 3, "--seeds", f"1-{COUNT}", "--agent", "breadth-first,complete-solution-prediction", "--world", "imagined",
        "--results", file)
    rows = json.loads(run(PROGRAM, "report", file, "--json")[0])["rows"]
    printed = sorted((row["algorithm"], row["maze_count"], row["solved_count"], row["frozen_count"], f"{row['avg_moves']:.2f}") for row in rows)
    counted = sqlite3.connect(file).execute("SELECT agent, count(*), sum(outcome = 'solved'), sum(outcome = 'frozen'), printf('%.2f', "
                                            "avg(CASE outcome WHEN 'solved' THEN moves END)) FROM episodes GROUP BY agent ORDER BY agent").fetchall()
    expect(printed == counted, f"report counts {printed}, SQL {counted}")
    print(f"sqlite {sqlite3.sqlite_version}: {len(counted)} rows")
    return True


CHECKS = {"networkx": check_networkx, "puzzles": check_puzzles, "admesh": check_admesh, "sqlite": check_sqlite}


def main():
    chosen = sys.argv[1:] or list(CHECKS)
    for name in chosen:
        if name not in CHECKS:
            print(f"outside.py: unknown checker '{name}'; available: {', '.join(CHECKS)}", file=sys.stderr)
            return 2
    with tempfile.TemporaryDirectory() as work:
        checked = [CHECKS[name](pathlib.Path(work)) for name in chosen]
    return 1 if faults else 0 if any(checked) else 77


if __name__ == "__main__":
    sys.exit(main())
