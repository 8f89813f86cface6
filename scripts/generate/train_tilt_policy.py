#!/usr/bin/python3
"""Trains the tilt policy `learned-turns` of docs/results/learning-agents.md and plots its learning curve.

  scripts/generate/train_tilt_policy.py [--steps N] [--seed N] [--policy FILE] [--curve FILE] [--picture FILE]
  scripts/generate/train_tilt_policy.py --judge FIRST [--policy FILE]   evaluates it in Bullet in 200 mazes of each kind

Trains with evolution strategies: each step evaluates perturbed networks on the same new mazes and moves the parameters
towards the better ones. Every tenth step evaluates the network on held-out mazes for the learning curve. The policy is
the network after the last step. The result is reproducible on one machine. Needs a build with the shared library.
Writes: engine/python/marblemaze/learned_turns.json, docs/results/data/learned-turns-curve.csv,
docs/pictures/learned_turns.png, and with --judge, docs/results/data/learned-turns.csv.
Cost: ten minutes of CPU time.
"""
from __future__ import annotations

import argparse
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "measure"))
import numpy as np  # noqa: E402
from policy_maps import walls_of  # noqa: E402
from measuring import ROOT, integer, quantile, share, wilson, write_csv  # noqa: E402

import marblemaze as mm  # noqa: E402
from marblemaze import learned_turns as turns  # noqa: E402

TRAINING_FIRST, HELD_OUT_FIRST = 1_100_001, 1_090_001  # seeds
KINDS = [(3, "all"), (5, "outer"), (4, "all"), (5, "outer")]  # training steps alternate between these
HELD_OUT = [(3, "all"), (5, "outer"), (8, "outer")]
PAIRS, MAZES, SECONDS, COMMAND_TICKS = 32, 16, 20.0, 8
SHAKE, RATE = 0.1, 0.04  # standard deviation of the perturbations, and learning rate


def title(kind):
    return f"{kind[0]}x{kind[0]}x{kind[0]} {kind[1]}"


def play(networks, kind, first, mazes, seconds, world="imagined", rest=False):
    """Runs each network on the same mazes. `networks`: [n, turns.SIZE]

    Returns the completed proportion of the path, and the time in seconds at which the maze was solved (infinite if it
    was not).
    Both: [n * mazes]
    """
    all_mazes = [mm.Maze.generate(kind[0], layers=kind[1], seed=first + i) for i in range(mazes)]
    paths = turns.Paths([walls_of(maze) for maze in all_mazes])
    batch = mm.TiltBatch(all_mazes * len(networks), world, rest=rest)
    count = mazes * len(networks)
    maze, times = np.tile(np.arange(mazes), len(networks)), np.full(count, np.inf)
    if world == "imagined":
        batch.reset(streams=np.arange(count) + 1)
    whole_path = batch.observations()[:, -1].astype(float)
    for step in range(int(seconds / COMMAND_TICKS / batch.tick)):
        state = batch.states()
        sights = turns.Sights(paths, maze, state.marble, state.velocity, state.down, state.rate)
        answers = turns.answers(networks, sights.inputs.reshape(len(networks), mazes, -1)).reshape(count, 3)
        outcomes = batch.act(sights.commands(answers), COMMAND_TICKS, np.isinf(times)).outcomes
        now = (outcomes == mm.OUTCOMES.index("solved")) & np.isinf(times)
        times[now] = (step + 1) * COMMAND_TICKS * batch.tick
        if not np.isinf(times).any():
            break
    left = np.where(np.isinf(times), batch.observations()[:, -1], 0)
    return 1 - left / whole_path, times


def worth(networks, kind, first):
    """Returns the fitness of each network: the mean completed proportion of the path, plus a bonus for a short time."""
    completed, times = play(networks, kind, first, MAZES, SECONDS)
    return (completed + np.maximum(0, 1 - times / SECONDS)).reshape(len(networks), MAZES).mean(axis=1)


def train(seed, steps, report):
    """Returns the trained network. Maximises the fitness with Adam."""
    rng = np.random.default_rng(seed)
    network, mean, square = rng.normal(0, 0.1, turns.SIZE), np.zeros(turns.SIZE), np.zeros(turns.SIZE)
    for step in range(steps + 1):
        if step % 10 == 0:
            report(step, network)
        if step == steps:
            break
        shakes = rng.normal(0, 1, (PAIRS, turns.SIZE))
        variants = np.concatenate([network + SHAKE * shakes, network - SHAKE * shakes])
        values = worth(variants, KINDS[step % len(KINDS)], TRAINING_FIRST + 100_000 * seed + MAZES * step)
        ranks = (values.argsort().argsort() / (len(values) - 1)) - 0.5
        slope = (ranks[:PAIRS] - ranks[PAIRS:]) @ shakes / PAIRS
        mean += 0.1 * (slope - mean)
        square += 0.01 * (slope * slope - square)
        network += RATE * (mean / (1 - 0.9 ** (step + 1))) / (np.sqrt(square / (1 - 0.99 ** (step + 1))) + 1e-8)
    return network


def held_out(network, kind):
    """Returns the percentage of mazes solved within 60 s, its 95 % confidence interval, and the median time of the
    solved mazes in s."""
    times = play(network[None], kind, HELD_OUT_FIRST, 50, 60.0)[1]
    solved = times[np.isfinite(times)]
    bounds = [100 * bound for bound in wilson(len(solved), len(times))]
    return (100 * len(solved) / len(times), *bounds, float(np.median(solved)) if len(solved) else float("nan"))


def judge(network, first):
    rows = [["maze", "to", "% solved within 60 s", "seconds, median", "of 90 %"]]
    for goal in ("reach", "rest"):
        for kind in [*HELD_OUT, (8, "all")]:
            times = play(network[None], kind, first, 200, 60.0, "bullet", goal == "rest")[1]
            solved = sorted(times[np.isfinite(times)])
            rows.append([title(kind), goal, share(len(solved), len(times)), quantile(solved, 0.5),
                         quantile(solved, 0.9)])
    write_csv(ROOT / "docs/results/data/learned-turns.csv", rows)


def draw(curve, picture):
    import matplotlib
    matplotlib.use("Agg")
    from matplotlib import pyplot
    figure, axes = pyplot.subplots(figsize=(7, 3.2), layout="constrained")
    for name in map(title, HELD_OUT):
        steps, shares, low, high, _ = np.array([(row[0], *row[2:]) for row in curve if row[1] == name]).T
        line, = axes.plot(steps, shares, label=name)
        axes.fill_between(steps, low, high, color=line.get_color(), alpha=0.15, linewidth=0)
    axes.set(xlabel="steps of training", ylabel="held-out mazes solved within 60 s, %", ylim=(0, 101))
    axes.legend(frameon=False)
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(picture, dpi=110)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--steps", type=integer(1, 100_000), default=250)
    parser.add_argument("--seed", type=integer(1, 99), default=1)
    parser.add_argument("--policy", default=str(turns.POLICY))
    parser.add_argument("--curve", default=str(ROOT / "docs/results/data/learned-turns-curve.csv"))
    parser.add_argument("--picture", default=str(ROOT / "docs/pictures/learned_turns.png"))
    parser.add_argument("--judge", type=integer(1, 10**12), metavar="FIRST",
                        help="evaluate the policy on mazes with seeds from FIRST on")
    options = parser.parse_args()
    if options.judge:
        return judge(turns.load(options.policy), options.judge)
    curve = []

    def report(step, network):
        for kind in HELD_OUT:
            curve.append((step, title(kind), *held_out(network, kind)))
            print("step {}: {} {:.0f} % ({:.0f} to {:.0f}), {:.1f} s".format(*curve[-1]), flush=True)

    network = train(options.seed, options.steps, report)
    parameters = [round(float(value), 4) for value in network]
    pathlib.Path(options.policy).write_text(json.dumps({"format": turns.FORMAT, "parameters": parameters}) + "\n")
    write_csv(options.curve, [["step", "held out", "% solved within 60 s", "from", "to", "seconds, median"],
                              *([f"{value:.1f}" if isinstance(value, float) else value for value in row]
                                for row in curve)])
    draw(curve, options.picture)


if __name__ == "__main__":
    main()
