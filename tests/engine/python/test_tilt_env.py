"""Tests of the environments MarbleMazeTilt and MarbleMazeRest."""
import numpy as np
import pytest

import marblemaze as mm
from marblemaze import _runs
from marblemaze.env import MarbleMazeRest, MarbleMazeRestVector, MarbleMazeTilt, TiltRewards


@pytest.mark.parametrize("kind, rest", [(MarbleMazeTilt, False), (MarbleMazeRest, True)])
def test_rewards_of_a_solved_run_are_as_documented(kind, rest):
    env = kind(ticks=8, rewards=TiltRewards(step=-0.5, way=2, solved=10))
    first = env.reset(seed=1)[0]
    world, rewards, terminated = env._runs.batch.world(0), [], False
    while not terminated and len(rewards) < 999:
        action = world.decide().action
        world.act(action, 8)
        last, reward, terminated, truncated, info = env.step(action)
        rewards.append(reward)
    assert (terminated, truncated, info["outcome"], info["moves"]) == (True, False, "solved", len(rewards))
    assert env._runs.batch.world(0).rests == rest and info["seconds"] == pytest.approx(len(rewards) * 8 / 120)
    progress = float(first[27] - last[27])
    assert sum(rewards) == pytest.approx(10 - 0.5 * len(rewards) + 2 * progress, abs=1e-3)
    assert len(rewards) > 10 and progress > 0


def test_observations_agree_with_spaces_until_the_cap():
    env = MarbleMazeTilt(size=4, layers="outer", step_limit=40)
    observation, info = env.reset(seed=3)
    for step in range(40):
        assert observation in env.observation_space and observation.dtype == np.float32 and observation.shape == (28,)
        observation, reward, terminated, truncated, info = env.step(env.action_space.sample())
        assert isinstance(reward, float)
    assert (terminated, truncated, info["outcome"]) == (False, True, "capped")
    with pytest.raises(mm.NotNow):
        env.step(np.zeros(3))
    for wrong in (None, [0, 0], [np.nan, 0, 0], [np.inf, 0, 0], "x", [[0, 0, 0]]):
        with pytest.raises(mm.BadInput, match="action"):
            env.step(wrong)
    short = MarbleMazeTilt(way=False)
    assert short.reset(seed=1)[0].shape == short.observation_space.shape == (24,)


def test_next_step_autoreset_has_no_reward_and_fills_buffers():
    buffer = np.zeros((2, 28), dtype=np.float32)
    vector = MarbleMazeRestVector(2, step_limit=1, buffers={"state": buffer})
    vector.reset(seed=1)
    assert vector.step(np.ones((2, 3)))[3].all()
    observations, rewards, _, truncated, infos = vector.step(np.ones((2, 3)))
    assert observations is buffer and not truncated.any() and rewards.tolist() == infos["seconds"].tolist() == [0, 0]


def test_actions_are_clipped():
    env, other = MarbleMazeTilt(), MarbleMazeTilt()
    env.reset(seed=1), other.reset(seed=1)
    for _ in range(20):
        assert np.array_equal(env.step([-2, 5, 0.1])[0], other.step([-1, 1, 0.1])[0])


def test_escape_costs_as_much_as_continuing_to_the_cap(monkeypatch):
    env = MarbleMazeTilt(step_limit=100)
    env.reset(seed=1)
    env.step([0, 0, 0])
    call = _runs.call

    def escaping(name, *arguments):
        call(name, *arguments)
        env._runs.outcomes[:] = mm.OUTCOMES.index("escaped")

    monkeypatch.setattr(_runs, "call", escaping)
    _, reward, terminated, truncated, info = env.step([0, 0, 0])
    assert (round(reward, 9), terminated, truncated, info["outcome"]) == (-0.99, False, True, "escaped")


def test_text_and_pose_describe_the_current_state():
    env = MarbleMazeTilt(render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == "cell 1, running after 0 steps"
    for _ in range(10):
        env.step([1, 0, 0])
    pose = env._runs.pose(0)
    assert np.linalg.norm(pose.marble_position) == pytest.approx(np.linalg.norm(pose.marble_in_maze - 1.5), abs=1e-5)
    down = env._runs.batch.states().down[0]
    assert pose.marble_position[2] == pytest.approx(-down @ (pose.marble_in_maze - 1.5), abs=1e-5)
