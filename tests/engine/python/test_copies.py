"""Tests that pickled and copied worlds, batches and environments continue bit-identically, including their noise."""
import copy
import pickle

import numpy as np
import pytest

import marblemaze as mm
from marblemaze import env as environments
from support import run_python

NOISY = mm.Settings(drive_variation=0.1, brake_tolerance=0.05)
MAZES = [mm.Maze.generate(3, seed=seed) for seed in (4, 7, 10)]


def pickled(thing):
    return pickle.loads(pickle.dumps(thing))


COPIES = pytest.mark.parametrize("copied", [pickled, copy.deepcopy, copy.copy])


@COPIES
@pytest.mark.parametrize("kind", ["bullet", "imagined", "predicted", "rook"])
def test_copied_world_makes_the_same_moves(copied, kind):
    world = mm.World.in_family(kind, 3) if kind == "rook" else mm.World(MAZES[0], kind, orientations=24, settings=NOISY)
    world.draw_from(9)
    world.settle()
    world.move(0)
    other = copied(world)
    assert all(getattr(other, name) == getattr(world, name) for name in ("state_hash", "maze", "kind", "orientations"))
    for move in (1, 0, 1, 0):
        if move in world.moves and world.at_rest:
            assert other.move(move) == world.move(move) and other.state_hash == world.state_hash


@COPIES
def test_copied_batch_makes_the_same_moves(copied):
    batch = mm.Batch(MAZES, "imagined", settings=NOISY, jobs=2)
    batch.reset(streams=[5, 6, 7])
    batch.reset([True, False, False], seeds=[20, 21, 22])
    batch.step([0, 1, -1])
    other = copied(batch)
    assert len(other) == 3 and [other.maze(i) for i in range(3)] == [batch.maze(i) for i in range(3)]
    assert np.array_equal(other.observe(), batch.observe()) and np.array_equal(other.step([-1] * 3), batch.step([-1] * 3))
    for moves in ([2, 2, 2], [1, 0, 1]):
        assert np.array_equal(other.step(moves), batch.step(moves))
    assert other.save() == batch.save() and other.world(1).save() == batch.world(1).save()
    assert np.array_equal(other.reset(), batch.reset())


def test_saved_world_continues_in_another_process(tmp_path):
    world = mm.World(MAZES[0], settings=NOISY)
    world.draw_from(9)
    world.settle()
    (tmp_path / "world").write_bytes(pickle.dumps(world))
    done = run_python("-c", f"import pickle\nworld = pickle.load(open({str(tmp_path / 'world')!r}, 'rb'))\n"
                      "print([world.move(move) for move in (0, 1, 2, 1) if world.at_rest], world.state_hash)")
    assert done.stdout == f"{[world.move(move) for move in (0, 1, 2, 1) if world.at_rest]} {world.state_hash}\n", done.stderr


def test_put_copies_a_world_into_a_batch():
    batch = mm.Batch(MAZES, "imagined", settings=NOISY)
    batch.reset()
    world = batch.world(0)
    batch.step([1, 1, 1])
    batch.put(2, world)
    assert batch.maze(2) == MAZES[0] and batch.observe().moves.tolist() == [1, 1, 0]
    assert batch.step([-1, -1, 1]).states[2] == batch.observe().states[0]


@COPIES
def test_copies_under_continuous_control_continue_in_mid_turn(copied):
    batch, world = mm.TiltBatch(MAZES, settings=NOISY), mm.TiltWorld(MAZES[0], run=3)
    batch.reset(streams=[2, 3, 4])
    for one, action in ((batch, [[1, 0, 0]] * 3), (world, [0, 1, 0])):
        one.act(action, 7)
        other = copied(one)
        for reset in (False, True):  # the noise after a reset is also the same
            for each in (one, other):
                if reset:
                    each.reset()
                each.act(action, 30)
                each.act(action, 30)
            assert pickle.dumps(one) == pickle.dumps(other)


KINDS = {"MarbleMazeMoves": {"settings": NOISY, "orientations": 24, "knowledge": "full", "move_limit": 9},
         "MarbleMazeTilt": {"settings": NOISY, "step_limit": 9}, "MarbleMazeRest": {"way": False, "maze": MAZES[0], "step_limit": 9}}


def results_of(env, steps):
    """Returns the results of random steps as text."""
    random, results = np.random.default_rng(steps), []
    for _ in range(steps):
        action = random.integers(0, 4, env.action_space.shape) if "Moves" in type(env).__name__ else \
            random.uniform(-1, 1, env.action_space.shape)
        results.append(env.step(action))
        if isinstance(results[-1][2], bool) and (results[-1][2] or results[-1][3]):
            results.append(env.reset())
    return [repr(part) for part in results]


@pytest.mark.parametrize("copied", [pickled, copy.deepcopy])
@pytest.mark.parametrize("name, arguments", KINDS.items())
@pytest.mark.parametrize("many", [{}, {"num_envs": 3}, {"num_envs": 3, "autoreset_mode": "SameStep", "jobs": 2}])
@pytest.mark.parametrize("before", [0, 14])
def test_copied_environment_continues_bit_identically(copied, name, arguments, many, before):
    env = getattr(environments, name + ("Vector" if many else ""))(**arguments, **many)
    other = copied(env)
    assert repr(other.reset(seed=3)) == repr(env.reset(seed=3))
    results_of(env, before)
    other = copied(env)
    assert results_of(other, 30) == results_of(env, 30)


def test_copied_environment_has_separate_arrays_and_viewer():
    buffers = {"visited": np.zeros((2, 216), dtype=np.int8)}
    env = environments.MarbleMazeMovesVector(2, buffers=buffers, render_mode="ansi")
    env.reset(seed=1)
    other = copy.deepcopy(env)
    before = buffers["visited"].copy()
    seen = other.step([0, 1])[0]
    assert np.array_equal(buffers["visited"], before) and not np.array_equal(seen["visited"], before)
    assert other.render() != env.render()
    assert np.array_equal(env.step([0, 1])[0]["visited"], seen["visited"]) and env.render() == other.render()


def test_closed_environment_can_be_copied():
    env = environments.MarbleMazeMoves()
    env.reset(seed=1)
    env.close()
    other = pickled(env)
    assert other.closed and repr(other.reset(seed=2)) == repr(env.reset(seed=2))
