"""Tests of TiltWorld and TiltBatch."""
import numpy as np
import pytest

import marblemaze as mm

MAZES = [mm.Maze.generate(4, layers="outer", seed=seed) for seed in range(1, 20)]


def actions(count, seed=1):
    return np.random.default_rng(seed).uniform(-1, 1, (30, count, 3))


def test_batch_matches_single_worlds():
    batch = mm.TiltBatch(MAZES, jobs=2)
    worlds = [mm.TiltWorld(maze, "imagined") for maze in MAZES]
    for chosen in actions(len(MAZES)):
        batch.act(chosen)
        for world, action in zip(worlds, chosen):
            world.act(action)
    for part, parts in zip(batch.states(), zip(*(world.state for world in worlds))):
        assert np.array_equal(part, parts)
    assert np.array_equal(batch.observations(), [world.observation() for world in worlds])
    steps = batch.observe()
    assert steps.ticks.tolist() == [120] * len(MAZES) and worlds[3].ticks == 120
    assert not steps.outcomes.any() and np.allclose(np.linalg.norm(batch.states().down, axis=1), 1)


def test_action_is_the_angular_velocity_within_the_limits():
    world = mm.TiltWorld(MAZES[0], settings=mm.Settings(drive_variation=0))
    world.act([0, 0.5, 0], 120)
    assert np.allclose(world.state.rate, [0, world.max_rate / 2, 0], atol=1e-3)
    world.act([3, 4, 0], 240)  # shortened to the limit
    assert np.allclose(world.state.rate, np.array([0.6, 0.8, 0]) * world.max_rate, atol=1e-3)


@pytest.mark.parametrize("kind", ["bullet", "imagined"])
def test_runs_differ_in_noise_and_restored_world_continues_its_run(kind):
    worlds = mm.TiltWorld(MAZES[0], kind, run=3), mm.TiltWorld(MAZES[0], kind)
    for same in (False, True):
        for world in worlds:
            for action in actions(1)[:11, 0]:
                world.act(action, 5)
        assert np.array_equal(*(world.state.rate for world in worlds)) == same
        worlds[1].restore(worlds[0].save())


def test_mask_selects_worlds_and_out_receives_observations():
    batch = mm.TiltBatch(MAZES[:3])
    out = np.zeros((3, 28), dtype=np.float32)
    before = batch.observations(out).copy()
    batch.act(np.ones((3, 3)), 30, mask=[True, False, True])
    batch.observations(out)
    assert [np.array_equal(one, other) for one, other in zip(before, out)] == [False, True, False]
    with pytest.raises(mm.BadInput, match="world 2, command nan"):
        batch.act([[0, 0, 0], [0, 0, 0], [np.nan, 0, 0]])


def test_built_in_tilt_policy_reaches_the_target_with_reasons():
    world = mm.TiltWorld(mm.Maze.generate(3, seed=7))
    with pytest.raises(mm.BadInput, match="nobody"):
        world.decide("nobody")
    while not world.reached and world.ticks < 7200:
        choice = world.decide()
        world.act(choice.action, 8)
    assert world.reached and choice.reason
