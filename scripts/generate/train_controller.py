#!/usr/bin/env python3
"""Trains the controller of docs/results/learning-agents.md that turns mazes freely, and draws its learning curve.

  scripts/generate/train_controller.py [--steps N] [--seed N] [--policy FILE] [--curve FILE] [--picture FILE]
  scripts/generate/train_controller.py --judge FIRST [--policy FILE]   plays the policy in 200 mazes of each kind in Bullet

Evolution strategies: each step shakes the network's numbers both ways along random directions, plays all of these networks in the
same imagined mazes, and goes where they came further. Mazes come from seeds of their own, new ones in each step; every tenth
step the network plays held-out mazes. Nothing is chosen by those runs: the last step's network is the policy. The same arguments
give the same policy on the same machine. Needs numpy, matplotlib, and a build with the shared library.
Cost: ten minutes of processor time.
Writes: engine/python/marblemaze/learned_turns.json, docs/results/data/learned-turns-curve.csv, learned-turns.csv, docs/pictures/learned_turns.png
"""
from __future__ import annotations

import argparse
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "measure"))
from script_parts import ROOT, at, require, share, whole, wilson, write_rows

require("numpy", "learning")
sys.path.insert(0, str(ROOT / "engine/python"))
import numpy as np
from policy_maps import walls_of

import marblemaze as mm
from marblemaze import learned_turns as turns

TRAINING_FIRST, HELD_OUT_FIRST = 1_100_001, 1_090_001
KINDS = [(3, "all"), (5, "outer"), (4, "all"), (5, "outer")]  # by turns
HELD_OUT = [(3, "all"), (5, "outer"), (8, "outer")]
PAIRS, MAZES, SECONDS, WISH_TICKS = 32, 16, 20.0, 8
SHAKE, RATE = 0.1, 0.04


def play(parameters, kind, first, mazes, seconds, world="imagined", rest=False):
    """Networks, shape (n, SIZE), each in the same mazes: the share of the way that each run came, and the second in which it
    reached the target, or rested there; infinite where it did not."""
    size, layers = kind
    all_mazes = [mm.Maze.generate(size, layers=layers, seed=first + i) for i in range(mazes)]
    ways = turns.Ways([walls_of(maze) for maze in all_mazes])
    batch = mm.FreeBatch(all_mazes * len(parameters), world)
    count = mazes * len(parameters)
    maze, times = np.tile(np.arange(mazes), len(parameters)), np.full(count, np.inf)
    if world == "imagined":
        batch.draw_for_run(np.arange(count) + 1)
    whole_way = batch.observations()[:, -1].astype(float)
    for step in range(int(seconds / WISH_TICKS / batch.tick)):
        state = batch.states()
        sights = turns.Sights(ways, maze, state.marble, state.velocity, state.down, state.rate)
        said = turns.answers(parameters, sights.inputs.reshape(len(parameters), mazes, -1)).reshape(count, 3)
        batch.act(sights.commands(said), WISH_TICKS, np.isinf(times))
        now = (batch.rests() if rest else batch.reached()) & np.isinf(times)
        times[now] = (step + 1) * WISH_TICKS * batch.tick
        if not np.isinf(times).any():
            break
    left = np.where(np.isinf(times), batch.observations()[:, -1], 0)
    return 1 - left / whole_way, times


def worth(parameters, kind, first):
    """Of each network: how far it comes, and how soon."""
    came, times = play(parameters, kind, first, MAZES, SECONDS)
    return (came + np.maximum(0, 1 - times / SECONDS)).reshape(len(parameters), MAZES).mean(axis=1)


class Ascent:
    """Adam, upwards."""

    def __init__(self, size):
        self.mean, self.square, self.count = np.zeros(size), np.zeros(size), 0

    def step(self, slope):
        self.count += 1
        self.mean += 0.1 * (slope - self.mean)
        self.square += 0.01 * (slope * slope - self.square)
        return RATE * (self.mean / (1 - 0.9 ** self.count)) / (np.sqrt(self.square / (1 - 0.99 ** self.count)) + 1e-8)


def train(seed, steps, tell):
    rng = np.random.default_rng(seed)
    network, ascent = rng.normal(0, 0.1, turns.SIZE), Ascent(turns.SIZE)
    for step in range(steps + 1):
        if step % 10 == 0:
            tell(step, network)
        shakes = rng.normal(0, 1, (PAIRS, turns.SIZE))
        both = np.concatenate([network + SHAKE * shakes, network - SHAKE * shakes])
        found = worth(both, KINDS[step % len(KINDS)], TRAINING_FIRST + 100_000 * seed + MAZES * step)
        ranks = (found.argsort().argsort() / (len(found) - 1)) - 0.5
        if step < steps:
            network += ascent.step((ranks[:PAIRS] - ranks[PAIRS:]) @ shakes / PAIRS)
    return network


def held_out(network, kind):
    """The share in per cent that is solved within 60 s, its 95 % interval, and the median of their seconds."""
    times = play(network[None], kind, HELD_OUT_FIRST, 50, 60.0)[1]
    solved = times[np.isfinite(times)]
    bounds = [100 * bound for bound in wilson(len(solved), len(times))]
    return (100 * len(solved) / len(times), *bounds, float(np.median(solved)) if len(solved) else float("nan"))


def judge(network, first):
    lines = ["| maze | to | % solved within 60 s | seconds, median | of 90 % |"]
    for goal in ("reach", "rest"):
        for size, layers in [*HELD_OUT, (8, "all")]:
            times = play(network[None], (size, layers), first, 200, 60.0, "bullet", goal == "rest")[1]
            solved = sorted(times[np.isfinite(times)])
            lines.append(f"| {size}x{size}x{size} {layers} | {goal} | {share(len(solved), len(times))} | {at(solved, 0.5)} | "
                         f"{at(solved, 0.9)} |")
    write_rows(ROOT / "docs/results/data/learned-turns.csv", lines)


def draw(curve, picture):
    require("matplotlib")
    import matplotlib
    matplotlib.use("Agg")
    from matplotlib import pyplot
    figure, axes = pyplot.subplots(figsize=(7, 3.2), layout="constrained")
    for size, layers in HELD_OUT:
        name = f"{size}x{size}x{size} {layers}"
        steps, shares, low, high, _ = np.array([(row[0], *row[2:]) for row in curve if row[1] == name]).T
        line, = axes.plot(steps, shares, label=name)
        axes.fill_between(steps, low, high, color=line.get_color(), alpha=0.15, linewidth=0)
    axes.set(xlabel="steps of training", ylabel="held-out mazes solved within 60 s, %", ylim=(0, 101))
    axes.legend(frameon=False)
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(picture, dpi=110)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--steps", type=whole(1, 100_000), default=250)
    parser.add_argument("--seed", type=whole(1, 99), default=1)
    parser.add_argument("--policy", default=str(turns.POLICY))
    parser.add_argument("--curve", default=str(ROOT / "docs/results/data/learned-turns-curve.csv"))
    parser.add_argument("--picture", default=str(ROOT / "docs/pictures/learned_turns.png"))
    parser.add_argument("--judge", type=whole(1, 10**12), help="train nothing; play in Bullet, in mazes from this seed on")
    options = parser.parse_args()
    if options.judge:
        return judge(turns.load(options.policy), options.judge)
    curve = []

    def tell(step, network):
        for size, layers in HELD_OUT:
            curve.append((step, f"{size}x{size}x{size} {layers}", *held_out(network, (size, layers))))
            print("step {}: {} {:.0f} % ({:.0f} to {:.0f}), {:.1f} s".format(*curve[-1]), flush=True)

    network = train(options.seed, options.steps, tell)
    told = {"format": turns.FORMAT, "parameters": [round(float(value), 4) for value in network]}
    pathlib.Path(options.policy).write_text(json.dumps(told) + "\n")
    write_rows(options.curve, ["| step | held out | % solved within 60 s | from | to | seconds, median |"] +
               ["| " + " | ".join(f"{value:.1f}" if isinstance(value, float) else str(value) for value in row) + " |" for row in curve])
    draw(curve, options.picture)


if __name__ == "__main__":
    main()
