#!/usr/bin/python3
"""Compares outputs of marblemaze with other programs.

  scripts/check/outside.py [networkx] [puzzles] [admesh] [sqlite]      without arguments: all four

networkx: mazes are trees with the path that `info` prints. State maps have the printed optimum, shortest solutions and
traps.
puzzles: puzzles from sgt-puzzles and qqwing have exactly one solution. Prints the table of
docs/reference/puzzles-solved.csv.
admesh: printable parts are closed meshes with the volume that `export` prints.
sqlite: counts and means computed by SQL equal those of `report`.
Comparisons with programs that are not installed are skipped. scripts/install_dependencies.sh outside installs all
programs. COUNT=20 is the number of mazes per comparison and of puzzles per level. PROGRAM is the program to test
(build/release/marblemaze).
Cost: minutes.
Exit status: 0, 1 if a comparison fails, 2 for invalid input, 77 if all comparisons were skipped."""
import importlib.util
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
from measuring import ROOT  # noqa: E402

PROGRAM = os.environ.get("PROGRAM", str(ROOT / "build/release/marblemaze"))
COUNT = int(os.environ.get("COUNT", "20"))
SHAPES = ("--size 3 --layers all", "--size 4 --layers outer", "--size 4 --layers flat", "--dims 2x3x4 --layers all")
faults = []


def expect(holds, fault):
    if not holds:
        faults.append(fault)
        print(f"FAULT: {fault}")


def output(*command, text=None):
    """Returns the output of a command. Exits if its status is greater than 1."""
    done = subprocess.run([str(word) for word in command], input=text, capture_output=True, text=True)
    if done.returncode > 1:
        sys.exit(f"outside.py: '{' '.join(map(str, command))}' failed: {done.stderr.strip()}")
    return done.stdout


def make_mazes(folder):
    """Yields the name, the file and the control scheme of each maze. The shapes alternate."""
    for seed in range(1, COUNT + 1):
        shape = SHAPES[seed % len(SHAPES)]
        output(PROGRAM, "generate", *shape.split(), "--seed", seed, "-o", folder / "maze.json")
        yield f"maze {seed}", folder / "maze.json", 4 if "flat" in shape else 8


# ---- graphs ----

def check_map(name, nx, printed, graph):
    def chosen(property):
        return {state for state, properties in graph.nodes(data=True) if properties[property]}

    settled = set(graph) - chosen("frozen")
    expect(len(settled) == len(printed["states"]),
           f"{name}: {len(printed['states'])} states, GraphML has {len(settled)}")
    start, goals = chosen("start").pop(), chosen("goal")
    distances = nx.single_source_shortest_path_length(graph, start)
    fewest = min((distances[goal] for goal in goals if goal in distances), default=None)
    expect(printed["optimum"] == fewest, f"{name}: optimum {printed['optimum']}, networkx has {fewest}")
    if fewest is not None:
        paths = {start: 1}  # number of shortest paths to each state; parallel moves count separately
        for state in sorted((state for state in distances if 0 < distances[state] <= fewest), key=distances.get):
            paths[state] = sum(paths[before] * graph.number_of_edges(before, state)
                               for before in graph.predecessors(state)
                               if distances.get(before) == distances[state] - 1)
        number = sum(paths[goal] for goal in goals if distances.get(goal) == fewest)
        expect(printed["shortest_solutions"] == number,
               f"{name}: {printed['shortest_solutions']} shortest solutions, networkx has {number}")
    closed = [part for part in nx.attracting_components(graph.subgraph(settled)) if not part & goals]
    leaving = {before for before, after in graph.edges() if after not in settled}

    def numbers(parts):
        return {frozenset(int(state[1:]) for state in part) for part in parts}

    expect(set(map(frozenset, printed["traps"])) in (numbers(closed),
                                                     numbers(part for part in closed if not part & leaving)),
           f"{name}: {len(printed['traps'])} traps, networkx has {len(closed)}")
    return len(settled)


def check_networkx(folder):
    if not importlib.util.find_spec("networkx"):
        return print("skipped: the Python module networkx is not installed")
    import networkx as nx
    states = 0
    for name, file, orientations in make_mazes(folder):
        maze, info = json.loads(file.read_text()), json.loads(output(PROGRAM, "info", file, "--json"))
        tree = nx.Graph(maze["open"])
        expect(nx.is_tree(tree) and len(tree) == info["cells"], f"{name}: the passages are no tree over the cells")
        path = nx.shortest_path(tree, maze["start"], maze["target"])
        expect(path == info["path"], f"{name}: path {info['path']}, networkx has {path}")
        for model in (["predicted"], ["imagined", "--exact"]):
            text = output(PROGRAM, "map", file, "--orientations", orientations, "--model", *model, "--json")
            graph = nx.MultiDiGraph(nx.parse_graphml(output(PROGRAM, "export", "-", "--graphml", "-", text=text)))
            states += check_map(f"{name}, {model[0]}", nx, json.loads(text), graph)
    print(f"networkx {nx.__version__}: {COUNT} mazes, {2 * COUNT} maps with {states} states")
    return True


# ---- puzzles ----

def puzzle_sets():
    """Yields the source, kind, level, options and texts of each set of puzzles."""
    def sgt(game, level):
        return [output(f"sgt-{game}", "--generate", 1, f"{level}#{seed}").strip() for seed in range(1, COUNT + 1)]

    for size in ("10x10", "15x15", "20x20", "25x25", "30x30"):
        yield "sgt-pattern", "nonogram", size, [], sgt("pattern", size)
    for options, unique in ([["--equal-lines"], ""], [[], "u"]):
        for level in ("trivial", "easy", "normal"):
            source = f"sgt-unruly 8x8{' with different lines' if unique else ''}"
            yield source, "binary", level, options, sgt("unruly", f"8x8{unique}d{level[0]}")
    for level in ("trivial", "basic", "intermediate", "advanced", "extreme", "unreasonable"):
        yield "sgt-solo", "sudoku", level, [], sgt("solo", f"3x3d{level[0]}")
    for level in ("simple", "easy", "intermediate", "expert"):
        yield "qqwing", "sudoku", level, [], output("qqwing", "--generate", COUNT, "--difficulty", level,
                                                    "--one-line").split()


def check_puzzles(_):
    os.environ["PATH"] += ":/usr/games"  # Debian installs puzzles there
    if missing := [tool for tool in ("sgt-pattern", "qqwing") if not shutil.which(tool)]:
        return print(f"skipped: {', '.join(missing)} not installed")
    print("| puzzles of | level | puzzles | with one solution | solved | iterations, mean | slowest, s |\n"
          "| --- | --- | ---: | ---: | ---: | ---: | ---: |")
    for source, kind, level, options, puzzles in puzzle_sets():
        unique, iterations, slowest = 0, [], 0.0
        for puzzle in puzzles:
            begun = time.monotonic()
            answer = json.loads(output(PROGRAM, "puzzle", kind, "solve", "-", "--json", *options, text=puzzle))
            slowest = max(slowest, time.monotonic() - begun)
            one = json.loads(output(PROGRAM, "puzzle", kind, "check", "-", "--json", *options, text=puzzle))["unique"]
            unique += one
            expect(one, f"{source} {level}: no single solution: {puzzle}")
            expect(not one or answer["outcome"] != "contradiction", f"{source} {level}: a contradiction: {puzzle}")
            iterations += [answer["iterations"]] if answer["outcome"] == "solved" else []
        mean = f"{sum(iterations) / len(iterations):.0f}" if iterations else "-"
        print(f"| {source} ({kind}) | {level} | {len(puzzles)} | {unique} | {len(iterations)} | {mean} | {slowest:.2f} "
              "|")
    return True


# ---- printable parts and results ----

def check_admesh(folder):
    if not shutil.which("admesh"):
        return print("skipped: admesh not installed")
    facets = 0
    for name, file, _ in make_mazes(folder):
        printed = output("sh", "-c", '"$0" export "$1" --stl "$2" 2>&1', PROGRAM, file, folder / "parts.stl")
        report = output("admesh", folder / "parts.stl")
        repairs = re.findall(r"(?:disconnected|Degenerate|fixed|removed|added|reversed|Backwards)[^:\n]*: *(\d+)",
                             report[report.index("Facet Status"):])
        expect(not any(map(int, repairs)), f"{name}: the mesh needs repair")
        measured = float(re.search(r"Volume *: *([\d.]+)", report)[1]) / 1000
        claimed = sum(map(float, re.findall(r"([\d.]+) cm3", printed)))
        expect(abs(measured - claimed) < 0.5, f"{name}: export prints {claimed} cm3, admesh measures {measured} cm3")
        parts = re.search(r"Number of parts *: *(\d+)", report)[1]
        expect(re.search(r"(\d+) parts", printed)[1] == parts, f"{name}: admesh finds {parts} parts")
        facets += int(re.search(r"Number of facets *: *(\d+)", report)[1])
    print(f"admesh: the parts of {COUNT} mazes, {facets} facets")
    return True


def check_sqlite(folder):
    file = folder / "results.db"
    output(PROGRAM, "bench", "--size", 3, "--seeds", f"1-{COUNT}", "--agent",
           "breadth-first,complete-solution-prediction", "--world", "imagined",
           "--results", file)
    printed = sorted((row["algorithm"], row["mazes"], row["solved_count"], row["frozen_count"],
                      f"{row['avg_moves']:.2f}")
                     for row in json.loads(output(PROGRAM, "report", file, "--json"))["rows"])
    counted = sqlite3.connect(file).execute("SELECT agent, count(*), sum(outcome = 'solved'), sum(outcome = 'frozen'), "
                                            "printf('%.2f', avg(CASE outcome WHEN 'solved' THEN moves END)) FROM "
                                            "episodes GROUP BY agent ORDER BY agent").fetchall()
    expect(printed == counted, f"report prints {printed}, SQL counts {counted}")
    print(f"sqlite {sqlite3.sqlite_version}: {len(counted)} rows")
    return True


CHECKS = {"networkx": check_networkx, "puzzles": check_puzzles, "admesh": check_admesh, "sqlite": check_sqlite}


def main():
    chosen = sys.argv[1:] or list(CHECKS)
    if unknown := set(chosen) - set(CHECKS):
        print(f"outside.py: unknown check '{unknown.pop()}'; available: {', '.join(CHECKS)}", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder:
        checked = [CHECKS[name](pathlib.Path(folder)) for name in chosen]
    return 1 if faults else 0 if any(checked) else 77


if __name__ == "__main__":
    sys.exit(main())
