#!/usr/bin/env python3
"""How far the learned policy generalises.

  scripts/measure/policy.py             plays, writes the rows
  scripts/measure/policy.py --print     plays, shows the rows, writes nothing

For each size from 3 to 12 and both control schemes of cubes an agent plays the maps of N mazes, with the network and by distance
alone (policy_maps.py) on maps of the path predictor. Seeds go on from the first one, ten for each row. Needs numpy and a build with
the shared library.
Writes: docs/results/data/learned-sizes.csv, of which docs/results/learning-agents.md tells.
Cost: minutes.
"""
import functools

from script_parts import keep, measuring_options, require

require("numpy")
from policy_maps import ByDistance, Explored, Kind, Score, learned, mm, score, solvable  # noqa: E402

SIZES, SCHEMES, SEEDS = range(3, 13), (8, 24), "85101-85300"


def mapped(kind: Kind, seed: int) -> Explored:
    maze = mm.Maze.generate(kind.size, layers=kind.layers, seed=seed)
    found = mm.StateMap(mm.ForwardModel(maze, "predictor", orientations=kind.orientations))
    return Explored(kind, seed, {"arcs": found.arcs, "probabilities": found.probabilities, "start": found.start})


def words(told: Score) -> str:
    return f"{100 * told.solved:.0f} | {100 * told.spl:.1f}"


def main() -> None:
    options = measuring_options(__doc__, SEEDS)
    policy = functools.partial(learned.Learned, learned.Network.load(learned.POLICY))
    rows = ["| cells a side | orientations | seeds | solvable | % solved by distance | SPL by distance | % solved by learned | SPL of learned |"]
    first, last = map(int, options.seeds.split("-"))
    count = (last - first + 1) // (len(SIZES) * len(SCHEMES))
    for size in SIZES:
        for orientations in SCHEMES:
            seeds = range(first, first + count)
            first += count
            runs = solvable([mapped(Kind(size, "outer", orientations), seed) for seed in seeds])
            told = f"{words(score(runs, functools.partial(ByDistance, None)))} | {words(score(runs, policy))}" if runs else " | | |"
            rows.append(f"| {size} | {orientations} | {seeds[0]}-{seeds[-1]} | {len(runs)} of {len(seeds)} | {told} |")
    keep(options, "docs/results/learning-agents.md", learned_sizes=rows)


if __name__ == "__main__":
    main()
