#!/usr/bin/env python3
"""Runs of agents as one numpy file, for learning offline. docs/reference/python.md says what is in it.

  scripts/generate/trajectories.py FILE.npz --agent imagination random-walk --seeds 1-200 --world imagined --size 3

Needs the Python package marblemaze. The same words give the same bytes (with the same version of numpy).
"""
import argparse

import marblemaze as mm
import numpy as np


def options_of(words=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file")
    parser.add_argument("--agent", nargs="+", default=["imagination"])
    parser.add_argument("--seeds", default="1-100", help="A-B, both included")
    parser.add_argument("--runs", type=int, default=1, help="of each maze, which differ in the noise alone")
    parser.add_argument("--world", default="imagined")
    parser.add_argument("--size", type=int, default=3)
    parser.add_argument("--layers", default="all")
    parser.add_argument("--orientations", type=int, default=8)
    parser.add_argument("--settings", help="a file of settings of the physics")
    return parser.parse_args(words)


def trajectories(options):
    """The arrays of the file, by name."""
    first, last = map(int, options.seeds.split("-"))
    settings = mm.Settings.load(options.settings) if options.settings else None
    moves, runs, walls = [], [], []
    for seed in range(first, last + 1):
        maze = mm.Maze.generate(options.size, layers=options.layers, seed=seed)
        walls.append(maze.walls())
        for number, agent in enumerate(options.agent):
            for run in range(1, options.runs + 1):
                episode = mm.Episode(maze, agent, world=options.world, orientations=options.orientations,
                                     settings=settings, run=run)
                outcome = episode.run()
                made = episode.moves
                runs.append((seed, number, run, len(made), outcome == "solved", outcome))
                moves += [(at.state, at.move, -1 if at.to is None else at.to, int(at.ending)) for at in made]
    made = np.array(moves, np.int32).reshape(-1, 4)
    seeds, agents, numbers, lengths, solved, outcomes = (list(column) for column in zip(*runs))
    return {"states": made[:, 0], "moves": made[:, 1], "next_states": made[:, 2], "endings": made[:, 3].astype(np.int8),
            "starts": np.concatenate(([0], np.cumsum(lengths))).astype(np.int64), "seeds": np.array(seeds, np.uint64),
            "agents": np.array(options.agent), "agent_of_run": np.array(agents, np.int16), "runs": np.array(numbers, np.int32),
            "solved": np.array(solved, bool), "outcomes": np.array(outcomes), "walls": np.array(walls),
            "maze_seeds": np.arange(first, last + 1, dtype=np.uint64), "world": np.array(options.world),
            "orientations": np.array(options.orientations)}


if __name__ == "__main__":
    chosen = options_of()
    np.savez_compressed(chosen.file, **trajectories(chosen))
