#!/usr/bin/env python3
"""Searches the physics settings for the one rule that comes nearest to all 14 rows of the thesis.

Successive halving over candidates drawn around a start: every candidate plays a few mazes of each row,
the better part goes on to more mazes. Before a refining round new candidates are drawn, half as far
away, around the best of the round before. A candidate must also replay the thesis's own 2-D example
(Figures 13 to 18), which costs six moves and decides a lot. Only calibration seeds are used.

Everything is kept in the work folder: kill it at any moment, and the same command goes on. The record
that it prints at the end is what docs/calibration.md holds.
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
    "marble_radius": (0.08, 0.16, 0.27),
    "linear_damping": (0.4, 0.02, 0.6),
    "wall_thickness": (0.25, 0.03, 0.12),
    "friction": (0.3, 0.08, 0.5),
    "restitution": (0.4, 0.02, 0.3),  # a livelier marble makes every outcome a knife edge
    "turn_time": (0.2, 0.5, 2.5),
    "rest_energy": (0.5, 0.0003, 0.005),
    "rest_time": (0.3, 0.1, 0.5),
    "turn_time_growth": (0.2, 0.6, 2.0),
    "brake_speed": (0.35, 0.1, 1.2),
    "frozen_time": (0.3, 0.25, 1.5),
    "slope_middle": (0.08, 0.6, 0.95),
    "slope_small": (0.15, 0.2, 0.55),
}
PARENTS = 5  # of a refining round
CELLS = ["avg_moves", "pct_solved", "pct_unsolvable", "pct_frozen"]
JUDGED_MAZES = 200  # the size of a report: deviations are weighed as it would see them


def draw(rng, start, width=1.0):
    settings = dict(start)
    for name, (spread, low, high) in SPREAD.items():
        value = start[name] * math.exp(rng.gauss(0, width * spread))
        settings[name] = float(f"{min(high, max(low, value)):.4g}")
    return settings


def deviation(row, cell):
    """How far a cell is from the thesis's, in standard deviations of a report on 200 mazes."""
    ours, theirs = row[cell] or 0, row["thesis"][cell]  # no moves where no maze was solved
    if cell == "avg_moves":
        na = max(1, JUDGED_MAZES * row["pct_solved"] / 100)
        nb = row["thesis"]["pct_solved"]
        return abs(ours - theirs) / math.sqrt(0.64 * (ours**2 / na + theirs**2 / nb))
    p, q = ours / 100, theirs / 100
    pooled = (p * JUDGED_MAZES + q * 100) / (JUDGED_MAZES + 100)
    variance = max(pooled * (1 - pooled), 0.0099) * (1 / JUDGED_MAZES + 1 / 100)
    return abs(p - q) / math.sqrt(variance)


def judge(rows):
    """(loss, cells inside). A hopeless cell costs no more than a bad one, or it would rule the search."""
    deviations = [deviation(row, cell) for row in rows for cell in CELLS]
    return sum(min(d * d, 9.0) for d in deviations), sum(d <= 1.96 for d in deviations)


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

    def replays_example(self, number, settings):
        path = self.settings_file(number, settings)
        played = json.loads(self.run("solve", self.example, "--settings", path, "--json"))
        return played["outcome"] == "solved" and played["played"] == [0, 0, 1, 1, 1, 1]

    def score(self, number, settings, mazes):
        path = self.settings_file(number, settings)
        results = self.work / f"candidate-{number:03}.db"
        last = self.first_seed + mazes - 1
        self.run("bench", "--suite", "thesis", "--seeds", f"{self.first_seed}-{last}", "--settings", path,
                 "--results", results, "--jobs", self.jobs)
        report = json.loads(self.run("report", results, "--against", "thesis", "--json", "--seeds", f"{self.first_seed}-{last}"))
        return judge(report["rows"])


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
    parser.add_argument("--first-seed", type=int, default=1000, help="first calibration maze")
    parser.add_argument("--rungs", default="64x12,20x40,40+10x40,8x120,3x300",
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
              f"{scored[0][2]} of 56 cells", flush=True)
    best = calibration.work / "best.json"
    best.write_text(json.dumps(scored[0][3], indent=1))
    print(f"best settings in {best}")


if __name__ == "__main__":
    main()
