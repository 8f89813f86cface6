#!/usr/bin/env python3
"""How well the agent `calibrating` corrects its parameters, and what that is worth.

  scripts/measure/calibrating_agent.py [--first SEED] [--mazes N] [--processes N] [--picture FILE] [--lines FILE]

Plays N mazes of 5x5x5 cells, outer layer, in both control schemes (tests/benchmarks/calibrating_benchmark.cpp). Needs matplotlib and a release build with benchmarks:
cmake --preset release -DMARBLEMAZE_BENCHMARKS=ON. With --lines it can be interrupted, and goes on from there.
Writes: docs/pictures/calibrating.png, and prints the tables of docs/results/learning-agents.md.
Cost: 20 minutes of processor time for 200 mazes.
"""
import argparse
import concurrent.futures
import json
import pathlib
import statistics
import sys

from script_parts import require, run

PROJECT = pathlib.Path(__file__).resolve().parents[2]
AGENTS = ("imagination", "misled", "calibrating")
SCHEMES = (8, 24)
NAMES = {"marble_radius": "radius", "friction": "friction", "restitution": "restitution", "linear_damping": "damping"}


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--first", type=int, default=98101)
    parser.add_argument("--mazes", type=int, default=200)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--picture", default=str(PROJECT / "docs" / "pictures" / "calibrating.png"))
    parser.add_argument("--lines", help="a file for what the benchmark prints; the mazes in it are not played again")
    parser.add_argument("--build", default=str(PROJECT / "build" / "release"))
    return parser.parse_args()


def play(options):
    """The benchmark's runs; those that --lines holds already are not played again."""
    kept = pathlib.Path(options.lines) if options.lines else None
    seeds = range(options.first, options.first + options.mazes)
    runs = {}

    def add(text):
        for one in map(json.loads, text.splitlines()):
            if one["seed"] in seeds:
                runs[one["seed"], one["orientations"]] = one

    if kept and kept.exists():
        add(kept.read_text())
    missing = [seed for seed in seeds if not all((seed, orientations) in runs for orientations in SCHEMES)]

    def play_maze(seed):
        return run(f"{options.build}/tests/calibrating_benchmark", seed, 1)

    with concurrent.futures.ThreadPoolExecutor(options.processes) as pool:
        for done, text in enumerate(pool.map(play_maze, missing), 1):
            add(text)
            if kept:
                with kept.open("a") as file:
                    file.write(text)
            print(f"{done} of {len(missing)} mazes", file=sys.stderr)
    return [runs[key] for key in sorted(runs)]


def play_table(runs):
    print("| orientations | mazes | solved: true | biased | correcting | solved by all | moves: true "
          "| biased | correcting | correcting / true |")
    print("| --- " * 10 + "|")
    for orientations in SCHEMES:
        of = [run for run in runs if run["orientations"] == orientations and "outcome" in run["imagination"]]
        solved = [sum(run[agent]["outcome"] == "solved" for run in of) for agent in AGENTS]
        common = [run for run in of if all(run[agent]["outcome"] == "solved" for agent in AGENTS)]
        moves = [statistics.mean(run[agent]["moves"] for run in common) for agent in AGENTS]
        print(f"| {orientations} | {len(of)} | " + " | ".join(map(str, solved)) + f" | {len(common)} | " +
              " | ".join(f"{mean:.1f}" for mean in moves) + f" | {moves[2] / moves[0]:.2f} |")


def beliefs_at(runs, moves):
    return [point["estimates"] for run in runs for point in run["belief"] if point["moves"] == moves]


def belief_table(runs):
    print("| quantity | moves watched | runs | biased by | mean error | width of the interval | true value inside |")
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
    ends = []
    for (index, name), colour in zip(enumerate(NAMES.values()), ("#D55E00", "#0072B2", "#009E73", "#666666")):
        errors = [100 * statistics.mean(abs(b[index]["value"] - 1) for b in beliefs_at(longest, moves)) for moves in points]
        axes.plot(points, errors, color=colour, marker="o", markersize=3, label=name)
        ends.append((errors[-1], name, colour))
    height = -1
    for error, name, colour in sorted(ends):
        height = max(error, height + 0.9)  # names do not cover each other
        axes.annotate(name, (points[-1], height), xytext=(6, -3), textcoords="offset points", color=colour)
    axes.set(xlabel="moves watched", ylabel="belief off by, % of the truth", xlim=(0, 94), ylim=(0, 18))
    axes.spines[["top", "right"]].set_visible(False)
    figure.tight_layout()
    figure.savefig(path, metadata={"Software": None})


def main():
    options = parse_arguments()
    require("matplotlib")
    runs = play(options)
    play_table(runs)
    print()
    belief_table(runs)
    draw(runs, options.picture)


if __name__ == "__main__":
    main()
