#!/usr/bin/env python3
"""Writes runs of agents to a NumPy file for offline learning. docs/reference/python.md describes the file.

  scripts/generate/trajectories.py FILE.npz --agent imagination random-walk --seeds 1-200 --world imagined --size 3

Needs the Python package marblemaze. The file is reproducible with the same version of NumPy.
"""
import argparse

import marblemaze as mm
import numpy as np


def options_of(words=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file")
    parser.add_argument("--agent", nargs="+", default=["imagination"])
    parser.add_argument("--seeds", default="1-100", help="A-B, including both")
    parser.add_argument("--runs", type=int, default=1, help="runs in each maze, which differ in their noise")
    parser.add_argument("--world", default="imagined")
    parser.add_argument("--size", type=int, default=3)
    parser.add_argument("--layers", default="all")
    parser.add_argument("--orientations", type=int, default=8)
    parser.add_argument("--move-limit", type=int, default=200)
    parser.add_argument("--settings", help="a file of physics settings")
    return parser.parse_args(words)


def observed(episode, moves, orientations):
    """Returns the cells and the orientations before each move and after the last move. The last state may be a balanced
    state."""
    last = episode.describe()["state"]
    states = [move.state for move in moves] + [moves[-1].state if moves and last < 0 else last % mm.BALANCED]
    return np.divmod(np.array(states), orientations)


def rewards_of(count, outcome, move_limit):
    """Returns the rewards of MarbleMazeMoves: -1 for a move, 0 for the move that solves the maze, and minus the number
    of remaining moves for a move after which the marble freezes."""
    rewards = np.full(count, -1.0)
    if count and outcome in ("solved", "frozen"):
        rewards[-1] = 0 if outcome == "solved" else -(move_limit - count + 1)
    return rewards


def trajectories(options):
    """Returns the arrays of the file by name."""
    first, last = map(int, options.seeds.split("-"))
    settings = mm.Settings.load(options.settings) if options.settings else None
    mazes = [mm.Maze.generate(options.size, layers=options.layers, seed=seed) for seed in range(first, last + 1)]
    names = "observations/cell", "observations/orientation", "actions", "rewards", "terminations", "truncations"
    steps = {name: [] for name in names}
    runs = {name: [] for name in ("seeds", "agent_of_run", "runs", "outcomes")}
    starts = [0]
    for maze in mazes:
        for number, agent in enumerate(options.agent):
            for run in range(1, options.runs + 1):
                episode = mm.Episode(maze, agent, world=options.world, orientations=options.orientations,
                                     settings=settings, run=run, move_limit=options.move_limit)
                outcome, moves = episode.run(), episode.moves
                cells, orientations = observed(episode, moves, options.orientations)
                ends = np.arange(1, len(moves) + 1) == len(moves)
                terminated = outcome in ("solved", "frozen")
                values = (cells, orientations, [move.move for move in moves],
                          rewards_of(len(moves), outcome, options.move_limit), ends & terminated,
                          ends & (not terminated))
                for array, value in zip(steps.values(), values):
                    array.append(value)
                for array, value in zip(runs.values(), (maze.seed, number, run, outcome)):
                    array.append(value)
                starts.append(starts[-1] + len(moves))
    types = dict(zip(steps, (np.int64, np.int64, np.int64, np.float64, bool, bool)))
    return {**{name: np.concatenate(parts).astype(types[name]) for name, parts in steps.items()},
            "starts": np.array(starts),
            "seeds": np.array(runs["seeds"], np.uint64), "agent_of_run": np.array(runs["agent_of_run"], np.int16),
            "runs": np.array(runs["runs"], np.int32), "outcomes": np.array(runs["outcomes"]),
            "agents": np.array(options.agent),
            "walls": np.array([maze.walls() for maze in mazes]),
            "maze_seeds": np.arange(first, last + 1, dtype=np.uint64),
            "world": np.array(options.world), "orientations": np.array(options.orientations),
            "move_limit": np.array(options.move_limit)}


def episodes(arrays):
    """Yields the runs that have moves, as keyword arguments of minari.data_collector.EpisodeBuffer."""
    for i, (begin, end) in enumerate(zip(arrays["starts"], arrays["starts"][1:])):
        if begin == end:
            continue
        seen = {name: arrays[f"observations/{name}"][begin + i:end + i + 1] for name in ("cell", "orientation")}
        steps = {name: arrays[name][begin:end] for name in ("actions", "rewards", "terminations", "truncations")}
        yield {"id": i, "options": {"maze_seed": int(arrays["seeds"][i])}, "observations": seen, **steps}


if __name__ == "__main__":
    chosen = options_of()
    np.savez_compressed(chosen.file, **trajectories(chosen))
