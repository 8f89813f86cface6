#!/usr/bin/python3
"""Counts how many mazes are solvable, how long their solutions are, and how many of their states are in dead ends.

  scripts/measure/census.py [--print]

The script computes the state map of each maze from its start, with the path predictor or in Bullet with a noise-free actuator.
It covers all mazes with 2x2x2 cells, all flat mazes with 3x3 cells, and random mazes of other sizes. For some mazes, it also
computes bounds on the success probability with noise. You can interrupt the script and start it again.
Writes: docs/results/findings.md, docs/results/data/census.csv and census-with-noise.csv, and docs/pictures/census.png.
Cost: an hour of processor time.
"""
import csv
import itertools
import json
import os
import pathlib
import statistics
import sys

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
import matplotlib  # noqa: E402

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402
import numpy as np  # noqa: E402
from script_parts import ROOT, markdown, measuring_options, quantile, run, share, wilson, write_tables  # noqa: E402

sys.path.insert(0, str(ROOT / "engine" / "python"))
import marblemaze as mm  # noqa: E402

SEEDS = "994001-995000"
SIZES = (3, 4, 5, 6, 8, 10, 12, 16)
BULLET_SIZES, BULLET_MAZES = (3, 4, 5), 50  # Bullet takes hundreds of times as long as the predictor
NOISY_MAZES = 50  # of each of these sizes
LARGEST_SYSTEM = 5  # size up to which the linear equations of random moves are solved
SCHEMES = (8, 24)
KIND = ["model", "layers", "size", "orientations"]
FIELDS = [*KIND, "maze", "moves", "states", "lost", "by_chance"]
WORDS = {"outer": "outer layer", "all": "all cells"}


def all_mazes(size, layers):
    """Yields a number and a maze for each spanning tree of the cells."""
    template = json.loads(mm.Maze.generate(size, layers=layers, seed=1).to_json())
    del template["generator"]
    w, h, d = template["dims"]
    number = {place: i for i, place in enumerate(itertools.product(range(d), range(h), range(w)), 1)}
    pairs = [(number[place], number[beside]) for place in number for axis in range(3)
             if (beside := tuple(at + (axis == i) for i, at in enumerate(place))) in number]
    count = 0
    for chosen in itertools.combinations(pairs, len(number) - 1):
        group = {cell: cell for cell in number.values()}
        for a, b in chosen:
            if group[a] == group[b]:
                break
            group = {cell: group[a] if own == group[b] else own for cell, own in group.items()}
        else:
            count += 1
            yield count, mm.Maze.from_json(json.dumps({**template, "open": [list(pair) for pair in chosen]}))


def by_chance(found):
    """Returns the probability that random moves reach the target before the marble is lost, from an absorbing Markov chain."""
    if not found.solvable or found.distances[0] == 0:
        return float(found.solvable)
    row_of = {int(state): row for row, state in enumerate(found.states[found.distances > 0])}
    goals = set(found.states[found.distances == 0].tolist())
    moves = len({move for _, move, _ in found.arcs.tolist()})
    step, ends = np.eye(len(row_of)), np.zeros(len(row_of))
    for (here, _, to), probability in zip(found.arcs.tolist(), found.probabilities.tolist()):
        if here in row_of and to in goals:
            ends[row_of[here]] += probability / moves
        elif here in row_of and to in row_of:
            step[row_of[here], row_of[to]] -= probability / moves
    return float(np.linalg.solve(step, ends)[0])


def figures_of(maze, model, orientations):
    """Returns the fields from "moves" on: fewest moves (empty if unsolvable), states, proportion of states without a path, and the
    success probability of random moves (empty for large mazes)."""
    found = mm.StateMap(mm.ForwardModel(maze, model, orientations=orientations, settings=mm.Settings.exact()))
    return ["" if found.optimum is None else found.optimum, len(found.states), f"{np.mean(found.distances < 0):.4f}",
            f"{by_chance(found):.4f}" if maze.dims[0] <= LARGEST_SYSTEM else ""]


def random_mazes(size, layers, first, last):
    return ((seed, mm.Maze.generate(size, layers=layers, seed=seed)) for seed in range(first, last + 1))


def kinds(first, last):
    """Yields (model, layers, size, mazes) for each kind of maze."""
    for model in ("predictor", "bullet"):
        yield model, "all", 2, all_mazes(2, "all")
        yield model, "flat", 3, all_mazes(3, "flat")
    for layers, size in itertools.product(("outer", "all"), SIZES):
        yield "predictor", layers, size, random_mazes(size, layers, first, last)
        if size in BULLET_SIZES:
            yield "bullet", layers, size, random_mazes(size, layers, first, min(last, first + BULLET_MAZES - 1))


def count_mazes(file, first, last):
    """Adds the mazes that the file lacks, and returns the rows of each (model, layers, size, orientations), in order."""
    known = list(csv.DictReader(file.open())) if file.exists() else []
    have = {tuple(row[field] for field in FIELDS[:5]) for row in known}
    with file.open("a", newline="") as out:
        writer = csv.writer(out, lineterminator="\n")
        if not known:
            writer.writerow(FIELDS)
        for model, layers, size, mazes in kinds(first, last):
            print(f"{model} {layers} {size}", file=sys.stderr)
            for (number, maze), orientations in itertools.product(mazes, (4,) if layers == "flat" else SCHEMES):
                key = [model, layers, str(size), str(orientations), str(number)]
                if tuple(key) not in have:
                    writer.writerow(key + figures_of(maze, model, orientations))
            out.flush()
    groups = {}
    for row in csv.DictReader(file.open()):
        groups.setdefault(tuple(row[field] for field in KIND), []).append(row)
    return dict(sorted(groups.items(), key=lambda item: (item[0][0] != "predictor", item[0][1], int(item[0][2]), int(item[0][3]))))


def solvable(rows):
    return sum(bool(row["moves"]) for row in rows)


def complete_table(groups):
    table = [[*KIND, "mazes", "solvable, %", "moves, median", "moves, 90 %", "states, median", "states in dead ends, %", "solved by random moves, %"]]
    for key, rows in groups.items():
        moves = sorted(float(row["moves"]) for row in rows if row["moves"])
        states = sorted(float(row["states"]) for row in rows)
        lost = statistics.mean(float(row["lost"]) for row in rows if row["moves"]) if moves else 0
        chances = [float(row["by_chance"]) for row in rows if row["by_chance"]]
        complete = key[1:3] in (("all", "2"), ("flat", "3"))  # not a sample, so there is no interval
        table.append([*key, len(rows), f"{100 * len(moves) / len(rows):.1f}" if complete else share(len(moves), len(rows)), quantile(moves, 0.5),
                      quantile(moves, 0.9), quantile(states, 0.5), f"{100 * lost:.0f}", f"{100 * statistics.mean(chances):.1f}" if chances else "-"])
    return table


def summary(groups):
    """Returns the percentage of mazes that are solvable according to the predictor, by size."""
    columns = list(itertools.product(("outer", "all"), SCHEMES))
    table = [["cells per side", *(f"{WORDS[layers]}, {scheme} orientations, %" for layers, scheme in columns)]]
    for size in SIZES:
        found = [groups["predictor", layers, str(size), str(scheme)] for layers, scheme in columns]
        table.append([size, *(f"{100 * solvable(rows) / len(rows):.1f}" for rows in found)])
    return markdown(table, "rrrrr")


def with_noise(options, first):
    """Returns bounds on the success probability in outer-layer mazes with actuator noise."""
    seeds = f"{first}-{first + NOISY_MAZES - 1}"
    run(options.program, "bench", "--truth", "--size", ",".join(map(str, BULLET_SIZES)), "--layers", "outer", "--orientations",
        ",".join(map(str, SCHEMES)), "--seeds", seeds, "--jobs", options.jobs, "--results", options.noisy)
    table = [["size", "orientations", "mazes", "solvable", "success probability of the reference policies, %", "lower bound, %", "upper bound, %", "moves"]]
    for truth in json.loads(run(options.program, "report", options.noisy, "--seeds", seeds, "--json"))["truths"]:
        low, high = truth["intervals"]["pct_solvable"]
        table.append([truth["cells_per_side"], truth["orientations"], truth["maze_count"], truth["solvable_count"],
                      f"{truth['pct_solvable']:.1f} ({low:.1f} to {high:.1f})", f"{truth['pct_possible_low']:.1f}",
                      f"{truth['pct_possible_high']:.1f}", f"{truth['mean_fewest_moves']:.1f}"])
    return table


def draw(groups):
    figure, panels = plt.subplots(1, 2, figsize=(10, 4), sharey=True)
    styles = {("predictor", "24"): "C0-", ("predictor", "8"): "C1-", ("bullet", "24"): "C0o", ("bullet", "8"): "C1o"}
    for panel, layers in zip(panels, ("outer", "all")):
        for (model, orientations), style in styles.items():
            sizes, middle, bars = [], [], []
            for key, rows in groups.items():
                if key[:2] == (model, layers) and key[3] == orientations and key[2] != "2":
                    sizes.append(int(key[2]) + 0.15 * (model == "bullet"))
                    middle.append(100 * solvable(rows) / len(rows))
                    low, high = wilson(solvable(rows), len(rows))
                    bars.append((middle[-1] - 100 * low, 100 * high - middle[-1]))
            panel.errorbar(sizes, middle, yerr=np.array(bars).T, fmt=style, capsize=3, markersize=5,
                           label=f"{orientations} orientations, {'rolling model' if model == 'predictor' else 'Bullet, noise-free'}")
        panel.set(title=WORDS[layers], xlabel="cells a side", ylim=(0, 102))
        panel.grid(alpha=0.3)
    panels[0].set_ylabel("mazes with a way, %")
    panels[1].legend(fontsize=8)
    figure.tight_layout()
    figure.savefig(ROOT / "docs/pictures/census.png", dpi=110, metadata={"Software": None})


def main():
    options = measuring_options(__doc__, SEEDS, counts="census.csv", noisy="census.db")
    first, last = map(int, options.seeds.split("-"))
    groups = count_mazes(pathlib.Path(options.counts), first, last)
    if write_tables(options, "docs/results/findings.md", {"summary": summary(groups)}, census=complete_table(groups),
                    census_with_noise=with_noise(options, first)):
        draw(groups)


if __name__ == "__main__":
    main()
