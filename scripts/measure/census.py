#!/usr/bin/env python3
"""Counts mazes as graphs: how many have a way, how long it is, and how much of a maze is lost for good.

  scripts/measure/census.py                  counts what is missing, writes the figures
  scripts/measure/census.py --print          the same, shows the figures, writes nothing

Each maze is mapped whole, from its start, under a model: the rolling predictor, or Bullet with a noise-free actuator. No agent plays.
The 384 mazes of 2x2x2 cells and the 192 flat ones of 3x3 are counted one by one, the others are drawn by seeds. Counts are kept,
so that a stopped script goes on where it was; several machines take parts of the seeds, and their files are joined.
Of some of the outer-layer mazes it finds what is possible with noise, too.
Writes: docs/results/findings.md, census.csv and census-with-noise.csv in docs/results/data, and docs/pictures/census.png.
Cost: an hour of processor time.
"""
import csv
import itertools
import json
import os
import pathlib
import statistics
import sys

from script_parts import ROOT, at, keep, measuring_options, require, run, share, wilson

require("numpy")
require("matplotlib")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
sys.path.insert(0, str(ROOT / "engine" / "python"))
import matplotlib  # noqa: E402

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402
import numpy as np  # noqa: E402

import marblemaze as mm  # noqa: E402

SEEDS = "994001-995000"
SIZES = (3, 4, 5, 6, 8, 10, 12, 16)
BULLET_SIZES, BULLET_MAZES = (3, 4, 5), 50  # Bullet takes hundreds of times as long as the predictor
NOISY_MAZES = 50  # of each of those sizes: a truth with noise takes seconds
CHANCE_SIZE = 5  # the largest at which the linear equations of a player who moves at random are solved
SCHEMES = (8, 24)
FIELDS = ["model", "layers", "size", "orientations", "maze", "moves", "states", "lost", "by_chance"]
GROUP = FIELDS[:4]
EXACT = mm.Settings.exact()


def spanning_trees(template):
    """Every maze with the sides of this one, which is a file of a maze."""
    w, h, d = template["dims"]
    places = list(itertools.product(range(d), range(h), range(w)))
    number = {place: i for i, place in enumerate(places, 1)}
    pairs = [(number[place], number[beside]) for place in places for axis in range(3)
             if (beside := tuple(at + (axis == i) for i, at in enumerate(place))) in number]
    for chosen in itertools.combinations(pairs, len(places) - 1):
        group = {cell: cell for cell in number.values()}
        for a, b in chosen:
            if group[a] == group[b]:
                break
            old = group[b]
            group = {cell: group[a] if of == old else of for cell, of in group.items()}
        else:
            yield {**template, "open": [list(pair) for pair in chosen]}


def all_mazes(size, layers):
    template = json.loads(mm.Maze.generate(size, layers=layers, seed=1).to_json())
    del template["generator"]
    for number, maze in enumerate(spanning_trees(template), 1):
        yield number, mm.Maze.from_json(json.dumps(maze))


def by_chance(found):
    """The chance that moves drawn at random reach the target before the marble is lost: of an absorbing Markov chain."""
    if not found.solvable or found.distances[0] == 0:
        return float(found.solvable)
    row_of = {int(state): row for row, state in enumerate(found.states[found.distances > 0])}
    goals = set(found.states[found.distances == 0].tolist())
    moves = len({move for _, move, _ in found.arcs.tolist()})
    step, ends = np.eye(len(row_of)), np.zeros(len(row_of))
    for (here, _, to), chance in zip(found.arcs.tolist(), found.probabilities.tolist()):
        if here in row_of and to in goals:
            ends[row_of[here]] += chance / moves
        elif here in row_of and to in row_of:
            step[row_of[here], row_of[to]] -= chance / moves
    return float(np.linalg.solve(step, ends)[0])


def counted(maze, model, orientations):
    """The fields from "moves" on: fewest moves (empty without a way), states that can be reached, the share of them that has no
    way, and the chance of a player who moves at random (empty in large mazes)."""
    found = mm.StateMap(mm.ForwardModel(maze, model, orientations=orientations, settings=EXACT))
    return ["" if found.optimum is None else found.optimum, len(found.states), f"{np.mean(found.distances < 0):.4f}",
            f"{by_chance(found):.4f}" if maze.dims[0] <= CHANCE_SIZE else ""]


def wanted(first, last):
    """(model, layers, size, mazes) for each kind of maze, of which the mazes are made when they are asked for."""
    for model in ("predictor", "bullet"):
        for layers, size in (("all", 2), ("flat", 3)):
            yield model, layers, size, lambda layers=layers, size=size: all_mazes(size, layers)
    for model, layers, size in itertools.product(("predictor", "bullet"), ("outer", "all"), SIZES):
        if model == "predictor" or size in BULLET_SIZES:
            end = last if model == "predictor" else min(last, first + BULLET_MAZES - 1)
            yield model, layers, size, lambda layers=layers, size=size, end=end: (
                (seed, mm.Maze.generate(size, layers=layers, seed=seed)) for seed in range(first, end + 1))


def fill(file, first, last):
    """Counts what the file lacks, kind by kind, and returns all its rows."""
    rows = list(csv.DictReader(file.open())) if file.exists() else []
    have = {tuple(row[field] for field in FIELDS[:5]) for row in rows}
    with file.open("a", newline="") as out:
        writer = csv.writer(out, lineterminator="\n")
        if not rows:
            writer.writerow(FIELDS)
        for model, layers, size, mazes in wanted(first, last):
            print(f"{model} {layers} {size}", file=sys.stderr)
            for (number, maze), orientations in itertools.product(mazes(), (4,) if layers == "flat" else SCHEMES):
                key = [model, layers, str(size), str(orientations), str(number)]
                if tuple(key) not in have:
                    writer.writerow(key + counted(maze, model, orientations))
            out.flush()
    return list(csv.DictReader(file.open()))


def groups(rows):
    found = {}
    for row in rows:
        found.setdefault(tuple(row[field] for field in GROUP), []).append(row)
    return sorted(found.items(), key=lambda item: (item[0][0] != "predictor", item[0][1], int(item[0][2]), int(item[0][3])))


def figures(key, rows):
    """One line of the table. Moves are of mazes with a way; the interval is that of the share in all mazes, where they are drawn."""
    moves = sorted(float(row["moves"]) for row in rows if row["moves"])
    states = sorted(float(row["states"]) for row in rows)
    lost = statistics.mean(float(row["lost"]) for row in rows if row["moves"]) if moves else 0
    chances = [float(row["by_chance"]) for row in rows if row["by_chance"]]
    drawn = key[1:3] not in (("all", "2"), ("flat", "3"))
    solvable = share(len(moves), len(rows)) if drawn else f"{100 * len(moves) / len(rows):.1f}"
    return (f"| {' | '.join(key)} | {len(rows)} | {solvable} | {at(moves, 0.5)} | {at(moves, 0.9)} | {at(states, 0.5)} | {100 * lost:.0f} | "
            f"{f'{100 * statistics.mean(chances):.1f}' if chances else '-'} |")


def with_noise(options, first):
    """A line of a table for each size and scheme: both ends of the possible in outer-layer mazes, by a machine that draws."""
    seeds = f"{first}-{first + NOISY_MAZES - 1}"
    run(options.program, "bench", "--truth", "--size", ",".join(map(str, BULLET_SIZES)), "--layers", "outer", "--orientations",
        ",".join(map(str, SCHEMES)), "--seeds", seeds, "--jobs", options.jobs, "--results", options.noisy)
    lines = ["| size | orientations | mazes | solvable | success probability of the reference policies, % | lower bound, % | upper bound, % | moves |"]
    for truth in json.loads(run(options.program, "report", options.noisy, "--seeds", seeds, "--json"))["truths"]:
        low, high = truth["intervals"]["pct_solvable"]
        cells = [truth["cells_per_side"], truth["orientations"], truth["maze_count"], truth["solvable_count"],
                 f"{truth['pct_solvable']:.1f} ({low:.1f} to {high:.1f})", f"{truth['pct_possible_low']:.1f}",
                 f"{truth['pct_possible_high']:.1f}", f"{truth['mean_fewest_moves']:.1f}"]
        lines.append(f"| {' | '.join(map(str, cells))} |")
    return lines


def summary(rows):
    """The shares of mazes with a way under the rolling model, by size: a column for each kind of maze and scheme."""
    found = {key[1:]: 100 * sum(bool(row["moves"]) for row in of_key) / len(of_key) for key, of_key in groups(rows) if key[0] == "predictor"}
    kinds = list(itertools.product(("outer", "all"), map(str, SCHEMES)))
    words = {"outer": "outer layer", "all": "all cells"}
    return ["| cells per side | " + " | ".join(f"{words[layers]}, {scheme} orientations, %" for layers, scheme in kinds) + " |",
            "|" + " ---: |" * (1 + len(kinds)),
            *(f"| {size} | " + " | ".join(f"{found[layers, str(size), scheme]:.1f}" for layers, scheme in kinds) + " |" for size in SIZES)]


def draw(rows):
    picture, panels = plt.subplots(1, 2, figsize=(10, 4), sharey=True)
    for panel, layers in zip(panels, ("outer", "all")):
        for (model, of, orientations), style in zip(itertools.product(("predictor", "bullet"), (layers,), ("24", "8")),
                                                    ("C0-", "C1-", "C0o", "C1o")):
            points = [(int(key[2]), sum(bool(row["moves"]) for row in of_key), len(of_key)) for key, of_key in groups(rows)
                      if key[0] == model and key[1] == of and key[3] == orientations and key[2] != "2"]
            sizes = [size + 0.15 * (model == "bullet") for size, _, _ in points]
            ends = [[100 * end for end in wilson(hits, n)] for _, hits, n in points]
            middle = [100 * hits / n for _, hits, n in points]
            bars = [[m - low for m, (low, _) in zip(middle, ends)], [high - m for m, (_, high) in zip(middle, ends)]]
            panel.errorbar(sizes, middle, yerr=bars, fmt=style, capsize=3, markersize=5,
                           label=f"{orientations} orientations, {'rolling model' if model == 'predictor' else 'Bullet, noise-free'}")
        panel.set(title="outer layer" if layers == "outer" else "all cells", xlabel="cells a side", ylim=(0, 102))
        panel.grid(alpha=0.3)
    panels[0].set_ylabel("mazes with a way, %")
    panels[1].legend(fontsize=8)
    picture.tight_layout()
    picture.savefig(ROOT / "docs/pictures/census.png", dpi=110, metadata={"Software": None})


def main():
    options = measuring_options(__doc__, SEEDS, counts="census.csv", noisy="census.db")
    first, last = map(int, options.seeds.split("-"))
    rows = fill(pathlib.Path(options.counts), first, last)
    table = ["| " + " | ".join([*GROUP, "mazes", "solvable, %", "moves, median", "moves, 90 %", "states, median",
                                "states in dead ends, %", "solved by random moves, %"]) + " |", "|" + " --- |" * 11]
    table += [figures(key, of_key) for key, of_key in groups(rows)]
    if keep(options, "docs/results/findings.md", "\n".join(summary(rows)), census=table, census_with_noise=with_noise(options, first)):
        draw(rows)


if __name__ == "__main__":
    main()
