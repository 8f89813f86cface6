#!/usr/bin/env python3
"""Searches for the physics settings that come nearest to all 84 cells of the thesis.

The cells are the six columns of 14 rows, and `marblemaze report` says how far each is from the thesis
(docs/results/replication.md). Successive halving over candidates drawn around a start: every candidate plays a
few mazes of each row, the better part goes on to more mazes. Before a refining round new candidates are
drawn, half as far away, around the best of the round before. A candidate must also replay the thesis's
own 2-D example (Figures 13 to 18), six moves which few candidates replay: always where its actuator is
noise-free, and in nine of ten runs where it is not. Only calibration seeds are used.

Everything is kept in the work folder: kill it at any moment, and the same command goes on.
Writes: the settings that it found, in out/calibration; docs/results/calibration.md tells of them.
Cost: hours.
"""
import argparse
import json
import math
import pathlib
import random
import subprocess
import sys
import time

# Per setting: how a candidate is drawn from the start value (standard deviation of a log-normal
# factor), and the range it must stay in.
SPREAD = {
    "marble_radius": (0.05, 0.16, 0.27),
    "linear_damping": (0.08, 0.02, 0.65),
    "wall_thickness": (0.15, 0.03, 0.12),
    "friction": (0.15, 0.08, 0.5),
    "restitution": (0.2, 0.02, 0.45),
    "turn_time": (0.12, 0.5, 2.5),
    "turn_time_growth": (0.1, 0.6, 2.0),
    "brake_speed": (0.25, 0.1, 1.2),
    "drive_variation": (0.35, 0.002, 0.08),
    "brake_tolerance": (0.5, 0.0001, 0.005),
    "brake_tolerance_growth": (0.3, -10, -1),
    "rest_energy": (0.25, 0.0003, 0.005),
    "rest_time": (0.2, 0.1, 0.5),
    "frozen_time": (0.12, 0.25, 1.5),
    "slope_middle": (0.05, 0.6, 0.95),
    "slope_small": (0.1, 0.2, 0.55),
}
PARENTS = 4  # of a refining round
EXAMPLE = [0, 0, 1, 1, 1, 1]  # the moves of Figures 13 to 18
EXAMPLE_RUNS, EXAMPLE_RIGHT = 10, 9
RIGHT_SINGLE_MOVES = 97.7  # %, thesis 4.5
ERROR_FREE = {  # mazes of 100, thesis 4.5 to 4.7
    ("single-move-prediction", 8, 5): 42,
    ("complete-solution-prediction", 8, 5): 39,
    ("complete-solution-prediction", 24, 5): 17,
}
PREDICTION_WEIGHT = 2.0  # of each of these four figures, beside a cell's
HOPELESS = 9.0  # standard errors squared: a hopeless cell costs no more, or it would rule the search


def draw(rng, start, width=1.0):
    settings = dict(start)
    for name, (spread, low, high) in SPREAD.items():
        value = start[name] * math.exp(rng.gauss(0, width * spread))
        settings[name] = float(f"{min(high, max(low, value)):.4g}")
    return settings


def share_z(ours, theirs, mazes):
    """How far two percentages of mazes are from each other, in standard errors."""
    p, q = ours / 100, theirs / 100
    pooled = (p * mazes + q * 100) / (mazes + 100)
    return (p - q) / math.sqrt(pooled * (1 - pooled) * (1 / mazes + 1 / 100))


def prediction_loss(rows):
    """How far the text's figures of predictions are off (4.5, 4.6, 4.7): the share of single moves
    predicted right, within a percentage point, and the mazes without one wrong prediction."""
    loss = 0.0
    for row in rows:
        name = row["algorithm"], row["orientations"], row["cells_per_side"]
        if name == ("single-move-prediction", 8, 5):
            loss += min((row["pct_predicted"] - RIGHT_SINGLE_MOVES) ** 2, HOPELESS)
        if name in ERROR_FREE:
            loss += min(share_z(row["pct_error_free"], ERROR_FREE[name], row["maze_count"]) ** 2, HOPELESS)
    return loss


def judge(report):
    """(loss, cells inside). A cell without a figure, as where no maze was solved, is hopeless."""
    cells = report["cells"]
    loss = sum(HOPELESS if cell["z"] is None else min(cell["z"] ** 2, HOPELESS) for cell in cells)
    return loss + PREDICTION_WEIGHT * prediction_loss(report["rows"]), sum(bool(cell["inside"]) for cell in cells)


class Calibration:
    def __init__(self, options):
        self.program = options.program
        self.work = pathlib.Path(options.work)
        self.work.mkdir(parents=True, exist_ok=True)
        self.first_seed = options.first_seed
        self.jobs = options.jobs
        self.example = options.example

    def run(self, *arguments):
        result = subprocess.run([self.program, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        if result.returncode not in (0, 1):
            sys.exit(f"{' '.join(map(str, arguments))}: {result.stderr.strip()}")
        return result.stdout

    def settings_file(self, number, settings):
        path = self.work / f"candidate-{number:03}.json"
        path.write_text(json.dumps(settings, indent=1))
        return path

    def replays(self, path, *run):
        played = json.loads(self.run("solve", self.example, "--settings", path, *run, "--json"))
        return played["outcome"] == "solved" and played["played"] == EXAMPLE

    def replays_example(self, number, settings):
        exact = self.settings_file(number, {**settings, "drive_variation": 0, "brake_tolerance": 0})
        if not self.replays(exact):
            return False
        path = self.settings_file(number, settings)
        return sum(self.replays(path, "--run", 1 + run) for run in range(EXAMPLE_RUNS)) >= EXAMPLE_RIGHT

    def score(self, number, settings, mazes):
        path = self.settings_file(number, settings)
        results = self.work / f"candidate-{number:03}.db"
        last = self.first_seed + mazes - 1
        self.run("bench", "--suite", "thesis", "--seeds", f"{self.first_seed}-{last}", "--settings", path,
                 "--results", results, "--jobs", self.jobs)
        report = json.loads(self.run("report", results, "--against", "thesis", "--json", "--seeds", f"{self.first_seed}-{last}"))
        return judge(report)


class Draws:
    """Numbered candidates that replay the example."""

    def __init__(self, calibration, seed):
        self.calibration, self.rng, self.number = calibration, random.Random(seed), 0

    def around(self, starts, count, width):
        first, chosen = self.number, []
        while len(chosen) < count:
            settings = draw(self.rng, starts[self.number % len(starts)], width)
            if self.calibration.replays_example(self.number, settings):
                chosen.append((self.number, settings))
            self.number += 1
        print(f"{self.number - first} drawn, {count} of them replay the thesis's 2-D example", flush=True)
        return chosen


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default="build/release/marblemaze")
    parser.add_argument("--example", default="tests/data/cremer_4x4.json", help="the thesis's 2-D maze")
    parser.add_argument("--work", default="out/calibration", help="folder for candidates and results")
    parser.add_argument("--start", nargs="+", help="settings files to search around (default: the program's)")
    parser.add_argument("--width", type=float, default=1.0, help="how far away the first are drawn, 1: a factor's usual spread")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first-seed", type=int, default=10000, help="first calibration maze")
    parser.add_argument("--rungs", default="24x40,8x100,12+4x100,5x300",
                        help="candidates x mazes of each round; A+B: A new ones around the best, and the best B")
    parser.add_argument("--jobs", type=int, default=0)
    options = parser.parse_args()
    calibration = Calibration(options)
    starts = [json.loads(calibration.run("settings", "--json", "--settings", path)) for path in options.start or []]
    starts = starts or [json.loads(calibration.run("settings", "--json"))]
    rungs = [tuple(map(int, rung.replace("x", "+").split("+"))) for rung in options.rungs.split(",")]
    began = time.monotonic()
    draws = Draws(calibration, options.seed)
    field = draws.around(starts, rungs[0][0], options.width)
    for *fresh, keep, mazes in rungs:
        scored = []
        field = field[:keep]
        if fresh:
            field += draws.around([settings for _, settings in field[:PARENTS]], fresh[0], 0.5)
        for number, settings in field:
            loss, inside = calibration.score(number, settings, mazes)
            scored.append((loss, number, inside, settings))
            print(f"{mazes:4} mazes: candidate {number:3}: loss {loss:6.1f}, {inside} cells", flush=True)
        scored.sort(key=lambda entry: entry[:2])
        field = [(number, settings) for _, number, _, settings in scored]
        record = [{"candidate": n, "loss": round(l, 2), "cells": i, "settings": s} for l, n, i, s in scored]
        (calibration.work / f"rung-{mazes}{'-refined' if fresh else ''}.json").write_text(json.dumps(record, indent=1))
        print(f"-- {mazes} mazes, {time.monotonic() - began:.0f} s: best candidate {scored[0][1]}, loss {scored[0][0]:.1f}, "
              f"{scored[0][2]} of 84 cells", flush=True)
    best = calibration.work / "best.json"
    best.write_text(json.dumps(scored[0][3], indent=1))
    print(f"best settings in {best}")


if __name__ == "__main__":
    main()
