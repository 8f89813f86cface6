"""Tests that the trajectories of scripts/generate/trajectories.py match episodes and the environment
MarbleMazeMoves."""
import numpy as np

import marblemaze as mm
from marblemaze.env import MarbleMazeMoves
from support import load_script

script = load_script("scripts/generate/trajectories.py")


def arrays(*words):
    return script.trajectories(script.options_of(["out.npz", *words]))


def test_moves_match_episodes():
    held = arrays("--agent", "heuristic", "random-walk", "--seeds", "4-5", "--runs", "2")
    assert held["seeds"].tolist() == [4, 4, 4, 4, 5, 5, 5, 5] and len(list(script.episodes(held))) == 8
    for run, steps in enumerate(script.episodes(held)):
        agent = str(held["agents"][held["agent_of_run"][run]])
        maze = mm.Maze.generate(3, seed=steps["options"]["maze_seed"])
        episode = mm.Episode(maze, agent, world="imagined", run=int(held["runs"][run]), move_limit=200)
        assert episode.run() == held["outcomes"][run]
        seen, moves = steps["observations"], episode.moves
        states = seen["cell"] * 8 + seen["orientation"]
        assert len(states) == len(moves) + 1 == len(steps["rewards"]) + 1
        assert [(move.state, move.move) for move in moves] == list(zip(states, steps["actions"]))
        assert np.array_equal(held["walls"][held["maze_seeds"].tolist().index(maze.seed)], maze.walls())


def test_steps_match_the_environment(tmp_path):
    exact = tmp_path / "exact.json"
    mm.Settings.exact().save(exact)
    held = arrays("--agent", "random-walk", "--seeds", "1-60", "--orientations", "24", "--move-limit", "80", "--settings", str(exact))
    env = MarbleMazeMoves(orientations=24, move_limit=80, settings=mm.Settings.exact())
    outcomes = set()
    for steps in script.episodes(held):
        observation = env.reset(options=steps["options"])[0]
        assert env.maze.seed == steps["options"]["maze_seed"]
        for i, action in enumerate(steps["actions"]):
            assert all(observation[name] == steps["observations"][name][i] for name in ("cell", "orientation"))
            observation, reward, terminated, truncated, info = env.step(int(action))
            assert (reward, terminated, truncated) == tuple(steps[name][i] for name in ("rewards", "terminations", "truncations"))
        assert all(observation[name] == steps["observations"][name][-1] for name in ("cell", "orientation"))
        outcomes.add(info["outcome"])
    assert outcomes == {"solved", "frozen", "capped"}


def test_file_is_reproducible(tmp_path):
    for name in ("a.npz", "b.npz"):
        np.savez_compressed(tmp_path / name, **arrays("--seeds", "1-3"))
    assert (tmp_path / "a.npz").read_bytes() == (tmp_path / "b.npz").read_bytes()
