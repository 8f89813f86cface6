"""Tests of the environment MarbleMazeMoves and its vector environment, according to the documentation of Gymnasium."""
import importlib

import numpy as np
import pytest

import marblemaze as mm
from marblemaze.env import AutoresetMode, MarbleMazeMoves, MarbleMazeMovesVector, MarbleMazeTilt, MarbleMazeTiltVector, Rewards
from support import VIEWER, run_python

OBSERVED = {"blind": {"cell", "orientation", "visited"}, "heuristic": {"cell", "orientation", "visited", "distances"},
            "full": {"cell", "orientation", "visited", "distances", "target", "walls"}}


def reset_seeds(env, seed, count):
    """Returns the maze seeds of a reset with a seed and of count - 1 further resets."""
    return [env.reset(seed=seed)[1]["maze_seed"], *(env.reset()[1]["maze_seed"] for _ in range(count - 1))]


def play(env, moves, maze_seed=None):
    """Plays moves until the run is over. Returns rewards, terminated, truncated and info."""
    env.reset(seed=0, options=None if maze_seed is None else {"maze_seed": maze_seed})
    rewards = []
    for move in moves:
        _, reward, terminated, truncated, info = env.step(move)
        rewards.append(reward)
        if terminated or truncated:
            break
    return rewards, terminated, truncated, info


def random_moves(seed, moves=4):
    random = np.random.default_rng(seed)
    return iter(lambda: int(random.integers(moves)), None)


@pytest.mark.parametrize("layers, orientations, moves", [("flat", 4, 2), ("all", 8, 3), ("all", 24, 4)])
@pytest.mark.parametrize("knowledge", OBSERVED)
def test_steps_agree_with_spaces_and_world(knowledge, layers, orientations, moves):
    env = MarbleMazeMoves(knowledge=knowledge, layers=layers, orientations=orientations, move_limit=60)
    observation, info = env.reset(seed=3)
    assert set(observation) == OBSERVED[knowledge] and env.action_space.n == moves
    assert info["action_mask"].shape == (moves,) and info["action_mask"].all()
    outcomes = set()
    for move, _ in zip(random_moves(1, moves), range(400)):
        assert observation in env.observation_space
        observation, reward, terminated, truncated, info = env.step(move)
        assert (type(reward), type(terminated), type(truncated), type(info)) == (float, bool, bool, dict)
        settled = 0 <= env._runs.batch.observe().states[0] < mm.BALANCED
        assert terminated == (not settled or env.maze.target == observation["cell"])
        assert truncated == (not terminated and info["moves"] == 60)
        if terminated or truncated:
            assert observation in env.observation_space and not info["action_mask"].any()
            outcomes.add(info["outcome"])
            observation, info = env.reset()
    assert outcomes and outcomes <= {"solved", "frozen", "capped"}


def test_seed_determines_all_following_runs():
    first, same, other = (reset_seeds(MarbleMazeMoves(), seed, 5) for seed in (5, 5, 6))
    assert first == same != other and len(set(first)) == 5


@pytest.mark.parametrize("split, low", [("training", 1_000_000), ("validation", 2_000_000), ("test", 3_000_000)])
def test_splits_have_separate_maze_seeds(split, low):
    assert all(low <= seed < low + 1_000_000 for seed in reset_seeds(MarbleMazeMoves(split=split), 1, 20))


@pytest.mark.parametrize("maze_seed", [7, 8, 10, 11])
def test_every_move_except_the_last_costs_1(maze_seed):
    solution = mm.World(mm.Maze.generate(3, seed=maze_seed), "imagined").truth().solution
    rewards, terminated, truncated, info = play(MarbleMazeMoves(), solution, maze_seed)
    assert (info["maze_seed"], terminated, truncated, info["outcome"]) == (maze_seed, True, False, "solved")
    assert rewards == [-1.0] * (len(solution) - 1) + [0.0]


def test_outcomes_have_separate_rewards():
    outcomes = {}
    env = MarbleMazeMoves(orientations=24, move_limit=150, rewards=Rewards(move=-2, solved=7, frozen=-30))
    for seed in range(150):
        rewards, terminated, truncated, info = play(env, random_moves(seed), seed)
        outcomes.setdefault(info["outcome"], set()).add((rewards[-1], terminated, truncated))
    expected = {"solved": (7.0, True, False), "frozen": (-30.0, True, False), "capped": (-2.0, False, True)}
    assert {name: {expected[name]} for name in outcomes} == outcomes and {"solved", "capped"} <= set(outcomes)


def test_freezing_costs_as_much_as_continuing_to_the_cap():
    sums = {}
    env = MarbleMazeMoves(orientations=24, move_limit=40)
    for seed in range(60):
        rewards, _, _, info = play(env, random_moves(seed), seed)
        sums.setdefault(info["outcome"], set()).add(sum(rewards))
    assert sums["capped"] == sums["frozen"] == {-40} and min(sums["solved"]) > -40


def test_heuristic_knowledge_contains_distances_of_visited_cells():
    env = MarbleMazeMoves(knowledge="heuristic")
    for observation in (env.reset(seed=1)[0], env.step(0)[0]):
        assert set(np.flatnonzero(observation["distances"])) == set(np.flatnonzero(observation["visited"]) // 8)
    with pytest.raises(mm.NotNow):
        env.copy_for_agent(1)


def test_info_contains_the_reference_solution_on_request():
    assert "truth" not in MarbleMazeMoves().reset(seed=1)[1]
    assert set(MarbleMazeMoves(truth=True).reset(seed=1)[1]["truth"]) == {"solvable", "fewest_moves", "complete"}


@pytest.mark.parametrize("wrong", [-1, 3, 0.5, None, "0"])
def test_invalid_actions_are_rejected(wrong):
    env, vector = MarbleMazeMoves(), MarbleMazeMovesVector(3)
    for one, action in ((env, wrong), (vector, [0, 0, wrong])):
        one.reset(seed=1)
        with pytest.raises(mm.BadInput):
            one.step(action)
    for shape in ([0, 0], [[0, 0, 0]]):
        with pytest.raises(mm.BadInput):
            vector.step(shape)


def test_step_needs_a_run_that_is_not_over():
    env = MarbleMazeMoves(move_limit=1)
    for _ in range(2):
        for one, action in ((env, 0), (MarbleMazeMovesVector(2), [0, 0])):
            with pytest.raises(mm.NotNow):
                one.step(action)
        env.reset(seed=1)
        env.step(0)


@pytest.mark.parametrize("wrong, words", [
    ({"rewards": -1}, "rewards -1: expected a Rewards"), ({"maze_seeds": []}, "maze_seeds: give at least one seed"),
    ({"orientations": 5}, "expected"), ({"theme": "pink"}, "theme 'pink': expected one of"),
    ({"render_size": (64, 9000)}, "render_size .*: expected a width and a height from 64 to 8192"),
    ({"autoreset_mode": "never"}, "autoreset_mode 'never'"), ({"buffers": {"rewards": np.zeros(2)}}, "buffer 'rewards': expected one of"),
    ({"buffers": {"visited": np.zeros((2, 216))}}, "buffer 'visited': expected int8")])
def test_invalid_arguments_are_rejected(wrong, words):
    with pytest.raises(mm.BadInput, match=words):
        MarbleMazeMovesVector(2, **wrong)


@pytest.mark.parametrize("env", [MarbleMazeMoves(), MarbleMazeMovesVector(2)])
def test_invalid_options_are_rejected(env):
    with pytest.raises(mm.BadInput, match="option 'mazeseed': expected maze_seed"):
        env.reset(options={"mazeseed": 3})
    for seed in (1.5, "7", -1):
        with pytest.raises(mm.BadInput):
            env.reset(options={"maze_seed": seed})


def row(observations, i):
    return {name: values[i] for name, values in observations.items()} if isinstance(observations, dict) else observations[i]


@pytest.mark.parametrize("single, many, limit", [(MarbleMazeMoves, MarbleMazeMovesVector, "move_limit"),
                                                 (MarbleMazeTilt, MarbleMazeTiltVector, "step_limit")])
def test_vector_environment_matches_single_environments(single, many, limit):
    vector = many(6, **{limit: 12}, autoreset_mode=AutoresetMode.DISABLED, jobs=2)
    envs = [single(**{limit: 12}) for _ in range(6)]
    observations, infos = vector.reset(seed=10)
    singles = [env.reset(seed=10 + i) for i, env in enumerate(envs)]
    random = np.random.default_rng(1)
    for _ in range(30):
        for i, (observation, info) in enumerate(singles):
            np.testing.assert_equal(row(observations, i), observation)
            assert infos["maze_seed"][i] == info["maze_seed"]
        actions = random.integers(0, 3, 6) if single is MarbleMazeMoves else random.uniform(-1, 1, (6, 3))
        observations, rewards, terminated, truncated, infos = vector.step(actions)
        assert observations in vector.observation_space and rewards.shape == (6,) and terminated.dtype == truncated.dtype == bool
        results = [env.step(action if action.shape else int(action)) for env, action in zip(envs, actions)]
        assert [result[1:4] for result in results] == list(zip(rewards, terminated, truncated))
        singles = [(result[0], result[4]) for result in results]
        over = terminated | truncated
        if over.any():
            observations, infos = vector.reset(options={"reset_mask": over})
            for i in np.flatnonzero(over):
                singles[i] = envs[i].reset()


def test_next_step_autoreset_begins_a_run_in_the_following_step():
    vector = MarbleMazeMovesVector(3, move_limit=2, autoreset_mode=AutoresetMode.NEXT_STEP)
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


def test_same_step_autoreset_begins_a_run_immediately():
    vector = MarbleMazeMovesVector(3, move_limit=1, autoreset_mode="SameStep")
    before = vector.reset(seed=1)[1]["maze_seed"]
    _, rewards, terminated, truncated, infos = vector.step(np.zeros(3, dtype=int))
    assert (terminated | truncated).all() and infos["_final_obs"].all()
    assert (infos["maze_seed"] != before).all() and (infos["final_info"]["maze_seed"] == before).all()
    assert all(last in vector.single_observation_space for last in infos["final_obs"])
    assert infos["action_mask"].all() and (rewards != 0).any()


def test_disabled_autoreset_needs_a_reset_mask():
    vector = MarbleMazeMovesVector(3, move_limit=1, autoreset_mode=AutoresetMode.DISABLED)
    vector.reset(seed=1)
    vector.step([0, 0, 0])
    for run, mask in ((0, [True, False, True]), (1, [False, True, False])):
        with pytest.raises(mm.NotNow, match=f"run {run}"):
            vector.step([0, 0, 0])
        vector.reset(options={"reset_mask": np.array(mask)})
    for mask in ([True] * 3, np.array([1, 0, 1]), np.array([True]), np.zeros(3, dtype=bool)):
        with pytest.raises(mm.BadInput, match="reset_mask"):
            vector.reset(options={"reset_mask": mask})


def test_observations_are_written_into_buffers():
    whole = np.zeros((2, 300), dtype=np.int8)
    buffers = {"visited": whole[:, 20:236], "cell": np.zeros(2, dtype=np.int64)}  # "visited" is not contiguous
    vector, plain = MarbleMazeMovesVector(2, buffers=buffers), MarbleMazeMovesVector(2)
    np.testing.assert_equal(vector.reset(seed=1)[0], plain.reset(seed=1)[0])
    np.testing.assert_equal(vector.step([0, 1])[0], plain.step([0, 1])[0])
    seen = vector.step([1, 1])[0]
    assert all(seen[name] is buffers[name] for name in buffers) and whole.any() and not whole[:, :20].any()


def test_attributes_of_each_run_can_be_read():
    vector = MarbleMazeMovesVector(2, knowledge="full", render_mode="ansi")
    infos = vector.reset(seed=1)[1]
    assert vector.get_attr("maze_seed") == tuple(infos["maze_seed"])
    assert [world.at_rest for world in vector.call("copy_for_agent", 5)] == [True, True]
    assert vector.render()[0].startswith("cell 1, orientation 0, running")
    with pytest.raises(mm.BadInput, match="attribute 'speed'"):
        vector.get_attr("speed")


def test_noise_differs_between_runs_of_a_maze():
    env = MarbleMazeMoves(orientations=24, settings=mm.Settings(drive_variation=0.3, brake_tolerance=0.05), knowledge="full")
    hashes = set()
    for seed in range(4):
        env.reset(seed=seed, options={"maze_seed": 7})
        env.step(3)
        if env._runs.outcomes[0] == 0:
            hashes.add(env.copy_for_agent(1).state_hash)
    assert len(hashes) > 1


def test_autoreset_uses_the_requested_maze_again():
    vector = MarbleMazeMovesVector(3, move_limit=1, autoreset_mode="SameStep")
    for options, expected in (({"maze_seed": 7}, [7, 7, 7]), ({"maze_seed": [7, 10, 11]}, [7, 10, 11])):
        vector.reset(seed=1, options=options)
        for _ in range(3):
            assert vector.step([0, 0, 0])[4]["maze_seed"].tolist() == expected
    vector.reset(options={})
    assert (vector.step([0, 0, 0])[4]["maze_seed"] >= 1_000_000).all()


def test_each_run_keeps_its_requested_maze_until_it_is_reset():
    vector = MarbleMazeMovesVector(2, move_limit=1, autoreset_mode="SameStep")
    vector.reset(seed=1)
    vector.reset(options={"maze_seed": 7, "reset_mask": np.array([True, False])})
    seeds = vector.step([0, 0])[4]["maze_seed"]
    assert seeds[0] == 7 and seeds[1] >= 1_000_000
    vector.reset(options={"reset_mask": np.array([False, True])})
    assert vector.step([0, 0])[4]["maze_seed"][0] == 7
    vector.reset(options={"reset_mask": np.array([True, False])})
    assert vector.step([0, 0])[4]["maze_seed"][0] >= 1_000_000


def test_mazes_come_from_a_list_of_seeds_or_an_argument():
    assert set(reset_seeds(MarbleMazeMoves(maze_seeds=[7, 10]), 1, 20)) == {7, 10}
    maze = mm.Maze.from_json(mm.Maze.generate((3, 4, 2), seed=7).to_json())
    vector = MarbleMazeMovesVector(2, maze=maze, move_limit=1, autoreset_mode="SameStep")
    vector.reset()
    vector.step([0, 0])
    assert vector.get_attr("maze") == (maze, maze)
    with pytest.raises(mm.BadInput):
        MarbleMazeMoves(maze=maze, maze_seeds=[1])


def is_solvable(maze):
    return mm.World(maze, "imagined", settings=mm.Settings.exact()).truth(budget=650).solvable


@pytest.mark.parametrize("settings", [None, mm.Settings(drive_variation=0.2)])
def test_solvable_mazes_are_selected_on_request(settings):
    vector, plain = MarbleMazeMovesVector(6, solvable=True, settings=settings), MarbleMazeMovesVector(30)
    vector.reset(seed=1)
    plain.reset(seed=1)
    assert all(map(is_solvable, vector.get_attr("maze"))) and not all(map(is_solvable, plain.get_attr("maze")))


def test_solvable_mazes_do_not_depend_on_threads():
    one, three = (MarbleMazeMovesVector(5, solvable=True, jobs=jobs, split="test") for jobs in (1, 3))
    for seed in range(3):
        seeds = one.reset(seed=seed)[1]["maze_seed"]
        assert np.array_equal(seeds, three.reset(seed=seed)[1]["maze_seed"])
        assert all(3_000_000 <= each < 4_000_000 and each % 1000 < 20 for each in seeds)
    env = MarbleMazeMoves(solvable=True, maze_seeds=[4, 5])
    assert all(is_solvable(mm.Maze.generate(3, seed=seed)) for seed in reset_seeds(env, 1, 5))


@pytest.mark.skipif(not VIEWER.exists(), reason="no viewer")
def test_images_come_from_one_viewer(monkeypatch):
    monkeypatch.setenv("MARBLEMAZE_VIEWER", str(VIEWER))
    env = MarbleMazeMoves(render_mode="rgb_array", render_size=(80, 64))
    env.reset(seed=1)
    first, viewer = env.render(), env._renderer._viewer._process
    env.step(0)
    second = env.render()
    assert first.shape == (64, 80, 3) and first.dtype == np.uint8 and (first != second).any()
    env.reset(seed=1)
    assert (env.render() == first).all() and env._renderer._viewer._process is viewer
    env.close()


def test_missing_viewer_is_reported_at_creation(monkeypatch):
    monkeypatch.setenv("MARBLEMAZE_VIEWER", "/nowhere/viewer")
    for mode in ("rgb_array", "human"):
        with pytest.raises(mm.Unsupported, match=f"^render_mode '{mode}': cannot find the viewer '/nowhere/viewer': set MARBLEMAZE_VIEWER"):
            MarbleMazeMoves(render_mode=mode)
    with pytest.raises(mm.Unsupported):
        MarbleMazeMoves(world="predicted", render_mode="rgb_array")


@pytest.mark.parametrize("imports, loaded", [("gymnasium, marblemaze", False), ("marblemaze.env", True),
                                             ("marblemaze, marblemaze.env", True)])
def test_environments_are_registered_after_import(imports, loaded):
    done = run_python("-c", f"import {imports}, sys\nfrom gymnasium.envs.registration import registry\n"
                      "print(*(name for name in registry if name.startswith('marblemaze/')), 'marblemaze.env' in sys.modules)")
    names = " ".join(f"marblemaze/MarbleMaze{name}-v0" for name in ("Moves", "Tilt", "Rest"))
    assert done.stdout == f"{names} {loaded}\n", done.stderr


@pytest.mark.parametrize("name", ["Moves", "Tilt", "Rest"])
def test_gymnasium_checker_accepts_each_environment(name):
    checker = pytest.importorskip("gymnasium.utils.env_checker", reason="the stand-in for Gymnasium has no checker")
    checker.check_env(getattr(mm.env, f"MarbleMaze{name}")())
    gymnasium = importlib.import_module("gymnasium")
    for mode in gymnasium.vector.AutoresetMode:
        envs = gymnasium.make_vec(f"marblemaze/MarbleMaze{name}-v0", num_envs=4, vectorization_mode="vector_entry_point",
                                  autoreset_mode=mode)
        envs.reset(seed=1)
        envs.step(envs.action_space.sample())
        envs.close()
