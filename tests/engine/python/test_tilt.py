"""Tests of continuous control: one maze, and many in one call."""
import numpy as np
import pytest

import marblemaze as mm

MAZES = [mm.Maze.generate(4, layers="outer", seed=seed) for seed in range(1, 20)]


def actions(count, seed=1):
    return np.random.default_rng(seed).uniform(-1, 1, (30, count, 3))


def test_many_worlds_go_as_each_alone():
    many = mm.TiltBatch(MAZES, jobs=2)
    alone = [mm.TiltWorld(maze, "imagined") for maze in MAZES]
    for chosen in actions(len(MAZES)):
        many.act(chosen)
        for world, action in zip(alone, chosen):
            world.act(action)
    for part, parts in zip(many.states(), zip(*(world.state for world in alone))):
        assert np.array_equal(part, parts)
    assert np.array_equal(many.observations(), [world.observation() for world in alone])
    seen = many.observe()
    assert seen.ticks.tolist() == [120] * len(MAZES) and alone[3].ticks == 120
    assert not seen.outcomes.any() and np.allclose(np.linalg.norm(many.states().down, axis=1), 1)


def test_the_maze_turns_about_the_axis_of_the_action_and_within_its_limits():
    world = mm.TiltWorld(MAZES[0], settings=mm.Settings(drive_variation=0))
    world.act([0, 0.5, 0], 120)
    assert np.allclose(world.state.rate, [0, world.max_rate / 2, 0], atol=1e-3)
    world.act([3, 4, 0], 240)  # shortened to the limit
    assert np.allclose(world.state.rate, np.array([0.6, 0.8, 0]) * world.max_rate, atol=1e-3)


@pytest.mark.parametrize("kind", ["bullet", "imagined"])
def test_a_world_goes_on_where_it_was_saved_and_runs_differ_in_noise(kind):
    first, second = mm.TiltWorld(MAZES[0], kind, run=3), mm.TiltWorld(MAZES[0], kind)
    chosen = actions(1)[:, 0]
    for action in chosen[:11]:
        first.act(action, 5)
        second.act(action, 5)
    assert not np.array_equal(first.state.rate, second.state.rate)
    second.restore(first.save())
    for action in chosen[11:]:
        first.act(action, 5)
        second.act(action, 5)
    assert first.save() == second.save() and np.array_equal(first.frame(), second.frame())
    first.reset()
    assert first.ticks == 0


def test_observations_go_into_the_callers_memory_and_worlds_outside_a_mask_stand():
    many = mm.TiltBatch(MAZES[:3])
    seen = np.zeros((3, 28), dtype=np.float32)
    before = many.observations(seen).copy()
    many.act(np.ones((3, 3)), 30, mask=[True, False, True])
    many.observations(seen)
    assert [np.array_equal(one, other) for one, other in zip(before, seen)] == [False, True, False]
    with pytest.raises(mm.BadInput, match="world 2, command nan"):
        many.act([[0, 0, 0], [0, 0, 0], [np.nan, 0, 0]])


def test_a_controller_says_what_it_does_and_brings_the_marble_to_the_target():
    world = mm.TiltWorld(mm.Maze.generate(3, seed=7))
    with pytest.raises(mm.BadInput, match="nobody"):
        world.decide("nobody")
    while not world.reached and world.ticks < 7200:
        choice = world.decide()
        world.act(choice.action, 8)
    assert world.reached and choice.reason
