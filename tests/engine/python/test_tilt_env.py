"""MarbleMazeTilt and MarbleMazeRest follow Gymnasium's documentation, and their rewards are as documented."""
import numpy as np
import pytest

import marblemaze as mm
from marblemaze import _runs
from marblemaze.env import MarbleMazeRest, MarbleMazeRestVector, MarbleMazeTilt, MarbleMazeTiltVector, TiltRewards


def controlled(env, seed, rest):
    """Plays a run by the built-in tilt policy in the environment's own world."""
    env.reset(seed=seed)
    world = env._runs.batch.world(0)
    rewards, over = [], False
    while not over:
        action = world.decide().action
        world.act(action, 8)
        _, reward, terminated, truncated, info = env.step(action)
        rewards.append(reward)
        over = terminated or truncated
    return rewards, terminated, truncated, info


@pytest.mark.parametrize("kind, rest", [(MarbleMazeTilt, False), (MarbleMazeRest, True)])
def test_a_run_is_solved_where_the_marble_comes_or_rests_and_earns_the_way(kind, rest):
    env = kind(ticks=8, rewards=TiltRewards(step=-0.5, way=2, solved=10))
    env.reset(seed=1)
    way = float(env._runs.batch.observations()[0, 27])
    rewards, terminated, truncated, info = controlled(env, 1, rest)
    assert (terminated, truncated, info["outcome"], info["moves"]) == (True, False, "solved", len(rewards))
    assert env._runs.batch.world(0).rests == rest and info["seconds"] == pytest.approx(len(rewards) * 8 / 120)
    nearer = way - float(env._runs.batch.observations()[0, 27])
    assert sum(rewards) == pytest.approx(10 - 0.5 * len(rewards) + 2 * nearer, abs=1e-3)
    assert len(rewards) > 10 and nearer > 0


def test_the_cap_truncates_and_observations_and_actions_belong_to_their_spaces():
    env = MarbleMazeTilt(size=4, layers="outer", move_cap=40)
    observation, info = env.reset(seed=3)
    for step in range(40):
        assert observation in env.observation_space and observation.dtype == np.float32 and observation.shape == (28,)
        observation, reward, terminated, truncated, info = env.step(env.action_space.sample())
        assert isinstance(reward, float)
    assert (terminated, truncated, info["outcome"]) == (False, True, "capped")
    with pytest.raises(mm.NotNow):
        env.step(np.zeros(3))
    for wrong in (None, [0, 0], [np.nan, 0, 0], "x", [[0, 0, 0]]):
        with pytest.raises(mm.BadInput, match="action"):
            env.step(wrong)
    short = MarbleMazeTilt(way=False)
    assert short.reset(seed=1)[0].shape == short.observation_space.shape == (24,)


def test_a_vector_of_runs_is_the_runs_one_by_one():
    vector, alone = MarbleMazeTiltVector(4, move_cap=30, jobs=2, autoreset_mode="SameStep"), [MarbleMazeTilt(move_cap=30) for _ in range(4)]
    observations, infos = vector.reset(seed=5)
    singles = [env.reset(seed=5 + i) for i, env in enumerate(alone)]
    assert infos["maze_seed"].tolist() == [info["maze_seed"] for _, info in singles]
    random = np.random.default_rng(1)
    for _ in range(45):
        actions = random.uniform(-1, 1, (4, 3))
        observations, rewards, terminated, truncated, infos = vector.step(actions)
        results = [env.step(action) for env, action in zip(alone, actions)]
        assert rewards.tolist() == [result[1] for result in results]
        over = terminated | truncated
        assert over.tolist() == [result[2] or result[3] for result in results]
        seen = [env.reset()[0] if over[i] else results[i][0] for i, env in enumerate(alone)]
        assert np.array_equal(observations, seen) and observations in vector.observation_space


def test_next_step_begins_anew_for_nothing_and_buffers_hold_the_observations():
    memory = np.zeros((2, 28), dtype=np.float32)
    vector = MarbleMazeRestVector(2, move_cap=1, buffers={"state": memory})
    first = vector.reset(seed=1)[1]["maze_seed"]
    assert vector.step(np.ones((2, 3)))[3].all()
    observations, rewards, _, truncated, infos = vector.step(np.ones((2, 3)))
    assert observations is memory and not truncated.any() and rewards.tolist() == [0, 0] and infos["moves"].tolist() == [0, 0]
    assert (infos["maze_seed"] != first).all() and (infos["seconds"] == 0).all()
    assert vector.get_attr("outcome") == ("running", "running")


def test_actions_outside_of_the_space_are_clipped_to_it():
    for action, clipped in (([9, 0, 0], [1, 0, 0]), ([-2, 5, 0.1], [-1, 1, 0.1])):
        one, other = MarbleMazeTilt(), MarbleMazeTilt()
        one.reset(seed=1), other.reset(seed=1)
        for _ in range(20):
            assert np.array_equal(one.step(action)[0], other.step(clipped)[0])
    many = MarbleMazeTiltVector(2)
    many.reset(seed=1)
    for wrong in (np.inf, -np.inf, np.nan):
        with pytest.raises(mm.BadInput, match="actions: expected numbers"):
            many.step([[0, 0, 0], [0, wrong, 0]])


def test_a_marble_that_escapes_earns_what_going_on_to_the_cap_costs(monkeypatch):
    env = MarbleMazeTilt(move_cap=100)
    env.reset(seed=1)
    env.step([0, 0, 0])
    call = _runs.call

    def escaping(name, *arguments):
        call(name, *arguments)
        env._runs.outcomes[:] = mm.OUTCOMES.index("escaped")

    monkeypatch.setattr(_runs, "call", escaping)
    _, reward, terminated, truncated, info = env.step([0, 0, 0])
    assert (round(reward, 9), terminated, truncated, info["outcome"]) == (-0.99, False, True, "escaped")


def test_rendering_tells_where_the_marble_is_and_a_pose_is_that_of_the_frame():
    env = MarbleMazeTilt(render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == "cell 1, running after 0 steps"
    for _ in range(10):
        env.step([1, 0, 0])
    pose = env._runs.pose(0)
    assert np.linalg.norm(pose.marble_position) == pytest.approx(np.linalg.norm(pose.marble_in_maze - 1.5), abs=1e-5)
    down = env._runs.batch.states().down[0]
    assert pose.marble_position[2] == pytest.approx(-down @ (pose.marble_in_maze - 1.5), abs=1e-5)
