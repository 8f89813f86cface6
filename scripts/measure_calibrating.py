#!/usr/bin/env python3
"""How well the agent `calibrating` corrects its physics, and what that is worth: the tables and the picture of
docs/calibrating.md.

  scripts/measure_calibrating.py [--first SEED] [--mazes N] [--processes N] [--picture FILE] [--lines FILE]

Plays N mazes of 5x5x5 cells, outer layer, in both control schemes (tests/benchmarks/calibrating_benchmark.cpp). 200 mazes
take about 20 minutes of processor time. Needs matplotlib and a release build with benchmarks:
cmake --preset release -DMARBLEMAZE_BENCHMARKS=ON. With --lines the benchmark's lines are read from a file instead.
"""
import argparse
import concurrent.futures
import json
import pathlib
import statistics
import subprocess
import sys

PROJECT = pathlib.Path(__file__).resolve().parents[1]
AGENTS = ("imagination", "misled", "calibrating")
NAMES = {"marble_radius": "radius", "friction": "friction", "restitution": "restitution", "linear_damping": "damping"}


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--first", type=int, default=98101)
    parser.add_argument("--mazes", type=int, default=200)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--picture", default=str(PROJECT / "docs" / "pictures" / "calibrating.png"))
    parser.add_argument("--lines", help="what the benchmark printed before")
    parser.add_argument("--build", default=str(PROJECT / "build" / "release"))
    return parser.parse_args()


def play(options):
    program = f"{options.build}/tests/calibrating_benchmark"
    share = -(-options.mazes // options.processes)
    starts = range(options.first, options.first + options.mazes, share)

    def lines_of(first):
        mazes = min(share, options.first + options.mazes - first)
        return subprocess.run([program, str(first), str(mazes)], stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()

    with concurrent.futures.ThreadPoolExecutor(options.processes) as pool:
        try:
            return [line for lines in pool.map(lines_of, starts) for line in lines]
        except subprocess.CalledProcessError as error:
            sys.exit(f"measure_calibrating.py: {error}")


def play_table(runs):
    print("| orientations | mazes | solved: told the truth | told wrong | correcting | solved by all | moves: told the truth "
          "| told wrong | correcting | correcting / truth |")
    print("| --- " * 10 + "|")
    for orientations in (8, 24):
        of = [run for run in runs if run["orientations"] == orientations and "outcome" in run["imagination"]]
        solved = [sum(run[agent]["outcome"] == "solved" for run in of) for agent in AGENTS]
        common = [run for run in of if all(run[agent]["outcome"] == "solved" for agent in AGENTS)]
        moves = [statistics.mean(run[agent]["moves"] for run in common) for agent in AGENTS]
        print(f"| {orientations} | {len(of)} | " + " | ".join(map(str, solved)) + f" | {len(common)} | " +
              " | ".join(f"{mean:.1f}" for mean in moves) + f" | {moves[2] / moves[0]:.2f} |")


def beliefs_at(runs, moves):
    return [point["estimates"] for run in runs for point in run["belief"] if point["moves"] == moves]


def belief_table(runs):
    print("| quantity | moves watched | runs | told wrong by | believed wrong by | width of the interval | truth inside |")
    print("| --- " * 7 + "|")
    for index, name in enumerate(NAMES):
        for moves in (0, 20, 80):
            beliefs = [belief[index] for belief in beliefs_at(runs, moves)]
            mean = {key: 100 * statistics.mean(abs(b[key] - 1) for b in beliefs) for key in ("told", "value")}
            width = 100 * statistics.mean(b["high"] - b["low"] for b in beliefs)
            inside = 100 * statistics.mean(b["low"] <= 1 <= b["high"] for b in beliefs)
            print(f"| {NAMES[name]} | {moves} | {len(beliefs)} | {mean['told']:.1f} % | {mean['value']:.1f} % | {width:.0f} % "
                  f"| {inside:.0f} % |")


def draw(runs, path):
    import matplotlib
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    plt.rcParams.update({"font.size": 10, "svg.hashsalt": "marblemaze"})
    figure, axes = plt.subplots(figsize=(7, 3.6), dpi=110)
    longest = [run for run in runs if run["belief"][-1]["moves"] == 80]
    points = [point["moves"] for point in longest[0]["belief"]]
    for (index, name), colour in zip(enumerate(NAMES.values()), ("#D55E00", "#0072B2", "#009E73", "#666666")):
        errors = [100 * statistics.mean(abs(b[index]["value"] - 1) for b in beliefs_at(longest, moves)) for moves in points]
        axes.plot(points, errors, color=colour, marker="o", markersize=3, label=name)
        axes.annotate(name, (points[-1], errors[-1]), xytext=(6, -3), textcoords="offset points", color=colour)
    axes.set(xlabel="moves watched", ylabel="belief off by, % of the truth", xlim=(0, 94), ylim=(0, None))
    axes.spines[["top", "right"]].set_visible(False)
    figure.tight_layout()
    figure.savefig(path, metadata={"Software": None})


def main():
    options = parse_arguments()
    lines = pathlib.Path(options.lines).read_text().splitlines() if options.lines else play(options)
    runs = [json.loads(line) for line in lines]
    play_table(runs)
    print()
    belief_table(runs)
    draw(runs, options.picture)


if __name__ == "__main__":
    main()
