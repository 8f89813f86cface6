"""The environments follow Gymnasium's documentation of Env.reset, Env.step, VectorEnv and AutoresetMode."""
import importlib
import os
import pathlib
import pickle
import subprocess
import sys

import numpy as np
import pytest

import marblemaze as mm
from marblemaze.env import AutoresetMode, MarbleMazeMoves, MarbleMazeMovesVector, Rewards

VIEWER = pathlib.Path(os.environ["MARBLEMAZE_PROGRAM"]).with_name("marblemaze-viewer")
OBSERVED = {"blind": {"cell", "orientation", "visited"}, "heuristic": {"cell", "orientation", "visited", "distances"},
            "full": {"cell", "orientation", "visited", "distances", "target", "walls"}}


def equal(a, b):
    return a.keys() == b.keys() and all(np.array_equal(a[name], b[name]) for name in a)


def play(env, steps, seed=1):
    """Makes random moves, checks that observations are in their space, and resets finished runs."""
    env.action_space.seed(seed)
    trail = [env.reset(seed=seed)[0]]
    for _ in range(steps):
        observation, reward, terminated, truncated, info = env.step(env.action_space.sample())
        assert observation in env.observation_space
        assert isinstance(reward, float) and isinstance(terminated, bool) and isinstance(truncated, bool)
        assert isinstance(info, dict)
        trail.append((observation, reward, terminated, truncated))
        if terminated or truncated:
            assert not info["action_mask"].any()
            trail.append(env.reset()[0])
    return trail


@pytest.mark.parametrize("orientations", [8, 24])
@pytest.mark.parametrize("knowledge", OBSERVED)
def test_reset_and_step_keep_to_the_spaces(knowledge, orientations):
    env = MarbleMazeMoves(knowledge=knowledge, orientations=orientations)
    observation, info = env.reset(seed=3)
    assert observation in env.observation_space and set(observation) == OBSERVED[knowledge]
    assert info["action_mask"].shape == (env.action_space.n,) and info["action_mask"].all()
    assert env.action_space.n == {8: 3, 24: 4}[orientations]
    play(env, 60)


def test_a_seed_gives_the_same_runs_and_another_seed_others():
    def same(a, b):
        return len(a) == len(b) and all(
            equal(x, y) if isinstance(x, dict) else equal(x[0], y[0]) and x[1:] == y[1:] for x, y in zip(a, b))

    assert same(play(MarbleMazeMoves(), 50, 1), play(MarbleMazeMoves(), 50, 1))
    assert not same(play(MarbleMazeMoves(), 50, 1), play(MarbleMazeMoves(), 50, 2))


def test_a_seed_holds_for_the_runs_after_it():
    env, other = MarbleMazeMoves(), MarbleMazeMoves()
    first = [env.reset(seed=5)[1]["maze_seed"], *(env.reset()[1]["maze_seed"] for _ in range(4))]
    again = [other.reset(seed=5)[1]["maze_seed"], *(other.reset()[1]["maze_seed"] for _ in range(4))]
    assert first == again and len(set(first)) == 5


@pytest.mark.parametrize("split,low", [("training", 1_000_000), ("validation", 2_000_000), ("test", 3_000_000)])
def test_seeds_of_mazes_say_what_they_are_for(split, low):
    env = MarbleMazeMoves(split=split)
    for seed in range(20):
        assert low <= env.reset(seed=seed)[1]["maze_seed"] < low + 1_000_000


def run_to_end(env, maze_seed, choose):
    observation, info = env.reset(seed=0, options={"maze_seed": maze_seed})
    rewards = []
    for move in choose:
        observation, reward, terminated, truncated, info = env.step(move)
        rewards.append(reward)
        if terminated or truncated:
            return rewards, terminated, truncated, info
    return rewards, False, False, info


def test_the_truths_solution_is_solved_with_a_reward_of_minus_one_a_move_and_nothing_for_the_last():
    solved = 0
    for seed in range(7, 17):
        truth = mm.World(mm.Maze.generate(3, seed=seed), "imagined").truth()
        if not truth.solvable:
            continue
        rewards, terminated, truncated, info = run_to_end(MarbleMazeMoves(), seed, truth.solution)
        if info["maze_seed"] != seed:
            continue
        assert (terminated, truncated, info["outcome"]) == (True, False, "solved")
        assert rewards == [-1.0] * (len(truth.solution) - 1) + [0.0]
        solved += 1
    assert solved > 3


def test_the_cap_truncates_and_a_frozen_marble_terminates_with_rewards_of_their_own():
    outcomes = {}
    env = MarbleMazeMoves(orientations=24, move_cap=150, rewards=Rewards(move=-2, solved=7, frozen=-30))
    for seed in range(150):
        random = np.random.default_rng(seed)
        rewards, terminated, truncated, info = run_to_end(env, seed, iter(lambda: int(random.integers(4)), None))
        outcomes.setdefault(info["outcome"], set()).add((rewards[-1], terminated, truncated))
    expected = {"solved": (7.0, True, False), "frozen": (-30.0, True, False), "capped": (-2.0, False, True)}
    assert {name: {expected[name]} for name in outcomes} == outcomes
    assert {"solved", "capped"} <= set(outcomes)


@pytest.mark.parametrize("layers, orientations, moves", [("flat", 4, 2), ("all", 8, 3), ("all", 24, 4)])
def test_a_run_ends_by_what_happens_in_the_world_and_not_by_what_was_tried(layers, orientations, moves):
    ends = {}
    for seed in range(40):
        env, random = MarbleMazeMoves(orientations=orientations, layers=layers), np.random.default_rng(seed)
        env.reset(seed=seed)
        over = False
        while not over:
            observation, _, terminated, truncated, info = env.step(int(random.integers(moves)))
            over = terminated or truncated
            settled = 0 <= env._runs.batch.observe().states[0] < mm.BALANCED
            assert terminated == (not settled or env.maze.target == observation["cell"])
            assert truncated == (not terminated and info["moves"] == 200)
        ends.setdefault(info["outcome"], []).append(info["moves"])
    assert set(ends) <= {"solved", "frozen", "capped"} and {"solved", "capped"} <= set(ends) and set(ends["capped"]) == {200}


def test_buffers_in_pieces_hold_the_observations_too():
    whole = np.zeros((2, 300), dtype=np.int8)
    ours = {"visited": whole[:, 20:236]}
    vector, plain = MarbleMazeMovesVector(2, buffers=ours), MarbleMazeMovesVector(2)
    assert equal(vector.reset(seed=1)[0], plain.reset(seed=1)[0]) and equal(vector.step([0, 1])[0], plain.step([0, 1])[0])
    assert vector.step([1, 1])[0]["visited"] is ours["visited"] and whole.any() and not whole[:, :20].any()


def test_blind_agents_are_told_no_distances_and_heuristic_ones_only_of_places_where_they_were():
    env = MarbleMazeMoves(knowledge="heuristic")
    observation, _ = env.reset(seed=1)
    assert (observation["distances"] > 0).sum() == 1
    observation = env.step(0)[0]
    visited = np.flatnonzero(observation["visited"]) // 8
    assert set(np.flatnonzero(observation["distances"])) == set(visited)
    with pytest.raises(mm.NotNow):
        env.copy_for_agent(1)


def test_truth_is_told_only_where_it_is_asked_for():
    assert "truth" not in MarbleMazeMoves().reset(seed=1)[1]
    assert set(MarbleMazeMoves(truth=True).reset(seed=1)[1]["truth"]) == {"solvable", "fewest_moves", "complete"}


@pytest.mark.parametrize("wrong", [-1, 3, 0.5, None, "0"])
def test_actions_that_are_none_are_refused(wrong):
    env = MarbleMazeMoves()
    env.reset(seed=1)
    with pytest.raises(mm.BadInput):
        env.step(wrong)


def test_a_run_that_is_over_or_has_not_begun_makes_no_step():
    env = MarbleMazeMoves(move_cap=1)
    with pytest.raises(mm.NotNow):
        env.step(0)
    env.reset(seed=1)
    env.step(0)
    with pytest.raises(mm.NotNow):
        env.step(0)


@pytest.mark.parametrize("arguments", [{"knowledge": "psychic"}, {"split": "holiday"}, {"move_cap": 0}, {"size": 1},
                                       {"orientations": 5}, {"render_mode": "hologram"}, {"world": "wooden"}])
def test_bad_arguments_are_refused_in_words(arguments):
    with pytest.raises(mm.BadInput, match="expected"):
        MarbleMazeMoves(**arguments)


def test_rendering_tells_where_the_marble_is():
    env = MarbleMazeMoves(render_mode="ansi")
    env.reset(seed=1)
    assert env.render().startswith("cell 1, orientation 0, running")


# --- vector environment ---

def test_a_vector_of_runs_is_the_runs_one_by_one():
    vector = MarbleMazeMovesVector(6, autoreset_mode=AutoresetMode.DISABLED, jobs=2)
    alone = [MarbleMazeMoves() for _ in range(6)]
    observations, infos = vector.reset(seed=10)
    single = [env.reset(seed=10 + i) for i, env in enumerate(alone)]
    random = np.random.default_rng(1)
    for _ in range(12):
        for i, (observation, info) in enumerate(single):
            assert equal({name: values[i] for name, values in observations.items()}, observation)
            assert infos["maze_seed"][i] == info["maze_seed"]
        actions = random.integers(0, 3, 6)
        observations, rewards, terminated, truncated, infos = vector.step(actions)
        assert observations in vector.observation_space
        assert rewards.shape == terminated.shape == truncated.shape == (6,) and terminated.dtype == bool
        results = [env.step(int(action)) for env, action in zip(alone, actions)]
        assert [(r[1], r[2], r[3]) for r in results] == list(zip(rewards, terminated, truncated))
        single = [(r[0], r[4]) for r in results]
        over = terminated | truncated
        if over.any():
            observations, infos = vector.reset(options={"reset_mask": over})
            for i in np.flatnonzero(over):
                single[i] = alone[i].reset()


def test_next_step_begins_a_run_anew_in_the_step_after_its_end():
    vector = MarbleMazeMovesVector(3, move_cap=2, autoreset_mode=AutoresetMode.NEXT_STEP)
    assert vector.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
    before = vector.reset(seed=1)[1]["maze_seed"]
    vector.step(np.zeros(3, dtype=int))
    _, _, terminated, truncated, infos = vector.step(np.zeros(3, dtype=int))
    over = terminated | truncated
    assert truncated.any() and (infos["maze_seed"][over] == before[over]).all()
    observations, rewards, terminated, truncated, infos = vector.step(np.zeros(3, dtype=int))
    assert not (terminated | truncated)[over].any() and (rewards[over] == 0).all()
    assert (infos["maze_seed"][over] != before[over]).all() and (infos["moves"][over] == 0).all()
    assert (observations["visited"][over].sum(axis=1) == 1).all()


def test_same_step_begins_a_run_anew_at_once_and_keeps_what_was_last():
    vector = MarbleMazeMovesVector(3, move_cap=1, autoreset_mode="SameStep")
    before = vector.reset(seed=1)[1]["maze_seed"]
    observations, rewards, terminated, truncated, infos = vector.step(np.zeros(3, dtype=int))
    assert (terminated | truncated).all() and infos["_final_obs"].all()
    assert (infos["maze_seed"] != before).all() and (infos["final_info"]["maze_seed"] == before).all()
    assert all(last in vector.single_observation_space for last in infos["final_obs"])
    assert infos["action_mask"].all() and (rewards != 0).any()


def test_without_autoreset_a_run_that_is_over_must_be_reset_by_mask():
    vector = MarbleMazeMovesVector(3, move_cap=1, autoreset_mode=AutoresetMode.DISABLED)
    vector.reset(seed=1)
    vector.step(np.zeros(3, dtype=int))
    with pytest.raises(mm.NotNow, match="run 0"):
        vector.step(np.zeros(3, dtype=int))
    vector.reset(options={"reset_mask": np.array([True, False, True])})
    with pytest.raises(mm.NotNow, match="run 1"):
        vector.step(np.zeros(3, dtype=int))
    for mask in ([True] * 3, np.array([1, 0, 1]), np.array([True]), np.zeros(3, dtype=bool)):
        with pytest.raises(mm.BadInput, match="reset_mask"):
            vector.reset(options={"reset_mask": mask})


@pytest.mark.parametrize("wrong", [[0, 0], [0, 0, 3], [-1, 0, 0], [[0, 0, 0]], [0.5, 0, 0]])
def test_actions_of_the_wrong_shape_or_size_are_refused(wrong):
    vector = MarbleMazeMovesVector(3)
    vector.reset(seed=1)
    with pytest.raises(mm.BadInput):
        vector.step(wrong)


def test_an_imperfect_machines_draws_differ_from_run_to_run_of_one_maze():
    settings = mm.Settings(drive_variation=0.3, brake_tolerance=0.05)
    env = MarbleMazeMoves(orientations=24, settings=settings, knowledge="full")
    hashes = set()
    for seed in range(4):
        env.reset(seed=seed, options={"maze_seed": 7})
        env.step(3)
        if env._runs.batch.observe().states[0] >= 0 and env._runs.outcomes[0] == 0:
            hashes.add(env.copy_for_agent(1).state_hash)
    assert len(hashes) > 1


# --- requested mazes ---

def test_runs_that_begin_anew_by_themselves_keep_the_maze_that_was_asked_for():
    vector = MarbleMazeMovesVector(3, move_cap=1, autoreset_mode="SameStep")
    vector.reset(seed=1, options={"maze_seed": 7})
    for _ in range(3):
        assert (vector.step([0, 0, 0])[4]["maze_seed"] == 7).all()
    vector.reset(options={"maze_seed": [7, 10, 11]})
    assert vector.step([0, 0, 0])[4]["maze_seed"].tolist() == [7, 10, 11]
    vector.reset(options={})
    assert (vector.step([0, 0, 0])[4]["maze_seed"] >= 1_000_000).all()


def test_mazes_come_from_a_list_of_seeds_or_are_one_that_is_given():
    env = MarbleMazeMoves(maze_seeds=[7, 10])
    assert {env.reset()[1]["maze_seed"] for _ in range(20)} == {7, 10}
    maze = mm.Maze.from_json(mm.Maze.generate((3, 4, 2), seed=7).to_json())
    vector = MarbleMazeMovesVector(2, maze=maze, move_cap=1, autoreset_mode="SameStep")
    vector.reset()
    vector.step([0, 0])
    assert vector.get_attr("maze") == (maze, maze)
    for wrong in ({"maze_seeds": []}, {"maze": maze, "maze_seeds": [1]}, {"maze": "maze.json"}):
        with pytest.raises(mm.BadInput):
            MarbleMazeMoves(**wrong)


def test_only_mazes_that_can_be_solved_are_drawn_where_that_is_asked_for():
    def can_be_solved(maze):
        return mm.World(maze, "imagined", settings=mm.Settings.exact()).truth(budget=650).solvable

    for settings in (None, mm.Settings(drive_variation=0.2)):
        vector = MarbleMazeMovesVector(6, solvable=True, settings=settings)
        vector.reset(seed=1)
        assert all(can_be_solved(maze) for maze in vector.get_attr("maze"))
    plain = MarbleMazeMovesVector(30)
    plain.reset(seed=1)
    assert not all(can_be_solved(maze) for maze in plain.get_attr("maze"))


def test_solvable_mazes_come_from_a_pool_in_which_each_is_searched_for_once(monkeypatch):
    from marblemaze import _runs
    searched = []
    monkeypatch.setattr(_runs, "World", lambda maze, *rest, **more: (searched.append(maze.seed), mm.World(maze, *rest, **more))[1])
    _runs._solvable.cache_clear()
    seeds = {}
    for jobs in (1, 3):
        vector = MarbleMazeMovesVector(5, solvable=True, jobs=jobs, split="test")
        seeds[jobs] = [vector.reset(seed=seed)[1]["maze_seed"].tolist() for seed in range(3)]
    assert seeds[1] == seeds[3] and len(searched) == len(set(searched)) >= 7
    assert all(3_000_000 <= seed < 4_000_000 and seed % 1000 < 20 for row in seeds[1] for seed in row)
    env = MarbleMazeMoves(solvable=True, maze_seeds=[4, 5])
    assert all(mm.World(mm.Maze.generate(3, seed=env.reset()[1]["maze_seed"]), "imagined", settings=mm.Settings.exact()).truth().solvable
               for _ in range(5))


def test_freezing_never_earns_more_than_going_on_to_the_cap():
    ended = {}
    env = MarbleMazeMoves(orientations=24, move_cap=40)
    for seed in range(60):
        random = np.random.default_rng(seed)
        rewards, _, _, info = run_to_end(env, seed, iter(lambda: int(random.integers(4)), None))
        ended.setdefault(info["outcome"], set()).add(sum(rewards))
    assert ended["capped"] == {-40}
    assert all(sums == {-40} for name, sums in ended.items() if name != "solved") and {"frozen"} <= set(ended)
    assert min(ended["solved"]) > -40


def test_options_and_steps_that_make_no_sense_are_refused():
    for env in (MarbleMazeMoves(), MarbleMazeMovesVector(2)):
        with pytest.raises(mm.NotNow):
            env.step(0 if isinstance(env, MarbleMazeMoves) else [0, 0])
        with pytest.raises(mm.BadInput, match="option 'mazeseed': expected maze_seed"):
            env.reset(options={"mazeseed": 3})
        for seed in (1.5, "7", -1):
            with pytest.raises(mm.BadInput):
                env.reset(options={"maze_seed": seed})


# --- restoring and observing ---

def test_buffers_of_the_caller_hold_the_observations():
    ours = {"visited": np.zeros((2, 216), dtype=np.int8), "cell": np.zeros(2, dtype=np.int64)}
    vector, plain = MarbleMazeMovesVector(2, buffers=ours), MarbleMazeMovesVector(2)
    seen, expected = vector.reset(seed=1)[0], plain.reset(seed=1)[0]
    assert seen["visited"] is ours["visited"] and equal(seen, expected)
    assert equal(vector.step([0, 1])[0], plain.step([0, 1])[0]) and ours["visited"].any()
    for wrong in ({"visited": np.zeros((2, 216))}, {"visited": [0]}, {"rewards": np.zeros(2)}):
        with pytest.raises(mm.BadInput, match="buffer"):
            MarbleMazeMovesVector(2, buffers=wrong)


def test_each_run_of_a_vector_can_be_looked_at():
    vector = MarbleMazeMovesVector(2, knowledge="full", render_mode="ansi")
    infos = vector.reset(seed=1)[1]
    assert vector.get_attr("maze_seed") == tuple(infos["maze_seed"])
    assert [world.at_rest for world in vector.call("copy_for_agent", 5)] == [True, True]
    assert vector.render()[0].startswith("cell 1")
    with pytest.raises(mm.BadInput, match="attribute 'speed'"):
        vector.get_attr("speed")


if VIEWER.exists():
    def test_pictures_show_the_run_from_a_viewer_that_stays_alive(monkeypatch):
        monkeypatch.setenv("MARBLEMAZE_VIEWER", str(VIEWER))
        env = MarbleMazeMoves(render_mode="rgb_array", render_size=(80, 64))
        env.reset(seed=1)
        first, viewer = env.render(), env._renderer._viewer._process.pid
        env.step(0)
        second = env.render()
        assert first.shape == (64, 80, 3) and first.dtype == np.uint8 and (first != second).any()
        env.reset(seed=1)
        assert (env.render() == first).all() and env._renderer._viewer._process.pid == viewer
        env._renderer._viewer._process.kill()
        with pytest.raises(mm.MachineFailure, match="it ended"):
            env.render()
        env.close()


def test_pictures_that_cannot_be_drawn_say_why(monkeypatch):
    monkeypatch.setenv("MARBLEMAZE_VIEWER", "/nowhere/viewer")
    for mode in ("rgb_array", "human"):
        with pytest.raises(mm.Unsupported, match=f"^render_mode '{mode}': cannot find the viewer '/nowhere/viewer': set MARBLEMAZE_VIEWER"):
            MarbleMazeMoves(render_mode=mode)
    with pytest.raises(mm.Unsupported):
        MarbleMazeMoves(world="predicted", render_mode="rgb_array")


@pytest.mark.parametrize("imports, loaded", [("gymnasium, marblemaze", False), ("marblemaze.env", True), ("marblemaze, marblemaze.env", True)])
def test_the_environments_are_registered_with_the_package_after_gymnasium_or_with_their_module(imports, loaded):
    told = subprocess.run([sys.executable, "-c", f"import {imports}, sys\n"
                           "from gymnasium.envs.registration import registry\n"
                           "print(*(name for name in registry if name.startswith('marblemaze/')), 'marblemaze.env' in sys.modules)"],
                          capture_output=True, text=True)
    names = " ".join(f"marblemaze/MarbleMaze{name}-v0" for name in ("Moves", "Tilt", "Rest"))
    assert told.stdout == f"{names} {loaded}\n", told.stderr


@pytest.mark.parametrize("name", ["Moves", "Tilt", "Rest"])
def test_gymnasium_s_own_checker_accepts_each_environment(name):
    checker = pytest.importorskip("gymnasium.utils.env_checker", reason="the stand-in for Gymnasium has no checker")
    checker.check_env(getattr(mm.env, f"MarbleMaze{name}")())
    gymnasium = importlib.import_module("gymnasium")
    for mode in gymnasium.vector.AutoresetMode:
        envs = gymnasium.make_vec(f"marblemaze/MarbleMaze{name}-v0", num_envs=4, vectorization_mode="vector_entry_point",
                                  autoreset_mode=mode)
        envs.reset(seed=1)
        envs.step(envs.action_space.sample())
        envs.close()


@pytest.mark.parametrize("wrong, words", [
    ({"rewards": -1}, "rewards -1: expected a Rewards"), ({"settings": {}}, "settings {}: expected a Settings"),
    ({"maze_seeds": 5}, "maze_seeds 5"), ({"theme": "pink"}, "theme 'pink': expected one of"), ({"render_size": 64}, "render_size 64"),
    ({"render_size": (64, 9000)}, "render_size .*: expected a width and a height from 64 to 8192"),
    ({"autoreset_mode": "never"}, "autoreset_mode 'never'"), ({"buffers": 5}, "buffers 5: expected a dict")])
def test_arguments_that_make_no_sense_are_refused_when_the_environment_is_made(wrong, words):
    with pytest.raises(mm.BadInput, match=words):
        MarbleMazeMovesVector(2, **wrong)
    with pytest.raises(mm.BadInput, match="frozen 'a lot': expected a number"):
        Rewards(frozen="a lot")
