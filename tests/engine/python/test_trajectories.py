"""The file of trajectories holds the runs that the package plays."""
import importlib.util
import pathlib

import numpy as np

import marblemaze as mm

SCRIPT = pathlib.Path(__file__).resolve().parents[3] / "scripts/generate/trajectories.py"
spec = importlib.util.spec_from_file_location("trajectories", SCRIPT)
script = importlib.util.module_from_spec(spec)
spec.loader.exec_module(script)


def arrays(*words):
    return script.trajectories(script.options_of(["out.npz", *words]))


def test_each_run_is_the_one_that_the_package_plays_move_by_move():
    held = arrays("--agent", "heuristic", "random-walk", "--seeds", "4-5", "--runs", "2")
    assert held["seeds"].tolist() == [4, 4, 4, 4, 5, 5, 5, 5]
    for run in range(8):
        agent = str(held["agents"][held["agent_of_run"][run]])
        maze = mm.Maze.generate(3, seed=int(held["seeds"][run]))
        episode = mm.Episode(maze, agent, world="imagined", run=int(held["runs"][run]))
        assert episode.run() == held["outcomes"][run]
        mine = slice(held["starts"][run], held["starts"][run + 1])
        assert [(move.state, move.move) for move in episode.moves] == list(zip(held["states"][mine], held["moves"][mine]))
        assert np.array_equal(held["walls"][held["maze_seeds"].tolist().index(maze.seed)], maze.walls())


def test_a_move_leads_where_the_next_one_begins_and_none_leads_on_from_a_frozen_marble():
    held = arrays("--agent", "random-walk", "--seeds", "1-6")
    last = held["starts"][1:] - 1
    inner = np.setdiff1d(np.arange(len(held["moves"])), last)
    assert np.array_equal(held["next_states"][inner], held["states"][inner + 1])
    frozen = held["outcomes"] == "frozen"
    assert frozen.any() and np.all(held["next_states"][last[frozen]] == -1)


def test_the_same_words_give_the_same_bytes(tmp_path):
    for name in ("a.npz", "b.npz"):
        np.savez_compressed(tmp_path / name, **arrays("--seeds", "1-3"))
    assert (tmp_path / "a.npz").read_bytes() == (tmp_path / "b.npz").read_bytes()
