#!/usr/bin/env python3
"""How far the learned policy generalises: the rows of docs/results/data/learned-sizes.csv.

  scripts/measure/policy.py [--first SEED] [--mazes N] [--layers outer] [--model predictor]

For each size from 3 to 12 and both control schemes of cubes an agent plays the maps of N mazes, with the network and by distance
alone (policy_maps.py). Seeds go on from the first one, N for each row. Rows appear as they are measured. Needs numpy and a build
with the shared library.
"""
import argparse
import functools

from script_parts import require, whole

require("numpy")
from policy_maps import ByDistance, Explored, Kind, Score, learned, mm, score, solvable  # noqa: E402

SIZES, SCHEMES = range(3, 13), (8, 24)


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--first", type=whole(1, 10**6), default=85101)
    parser.add_argument("--mazes", type=whole(1, 10**6), default=10)
    parser.add_argument("--layers", choices=("all", "outer"), default="outer")
    parser.add_argument("--model", choices=("predictor", "imagined"), default="predictor")
    return parser.parse_args()


def mapped(kind: Kind, seed: int, model: str) -> Explored:
    maze = mm.Maze.generate(kind.size, layers=kind.layers, seed=seed)
    found = mm.StateMap(mm.ForwardModel(maze, model, orientations=kind.orientations))
    return Explored(kind, seed, {"arcs": found.arcs, "probabilities": found.probabilities, "start": found.start})


def words(told: Score) -> str:
    return f"{100 * told.solved:.0f},{100 * told.spl:.1f}"


def main() -> None:
    options = parse_arguments()
    policy = functools.partial(learned.Learned, learned.Network.load(learned.POLICY))
    print("cells a side,orientations,seeds,solvable,% solved by distance,SPL by distance,% solved by learned,SPL of learned", flush=True)
    first = options.first
    for size in SIZES:
        for orientations in SCHEMES:
            seeds = range(first, first + options.mazes)
            first += options.mazes
            runs = solvable([mapped(Kind(size, options.layers, orientations), seed, options.model) for seed in seeds])
            told = f"{words(score(runs, functools.partial(ByDistance, None)))},{words(score(runs, policy))}" if runs else ",,,"
            print(f"{size},{orientations},{seeds[0]}-{seeds[-1]},{len(runs)} of {len(seeds)},{told}", flush=True)


if __name__ == "__main__":
    main()
