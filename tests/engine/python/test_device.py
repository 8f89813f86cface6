"""Tests of runs on a device. The device "host" makes the same steps on the processor, so that no GPU is needed."""
import gc

import numpy as np
import pytest

import marblemaze as mm
from marblemaze import env
from marblemaze.device import DeviceBatch, _lent
from marblemaze.device_env import MarbleMazeTiltDevice

N = 12
MAZES = [mm.Maze.generate(3, seed=seed) for seed in range(1, 5)]
SETTLED = [maze for maze in map(lambda seed: mm.Maze.generate(3, seed=seed), range(1, 60))
           if mm.World(maze, "imagined").settle() == mm.Motion.SETTLED][:4]
EXACT = mm.Settings.exact()


def test_tilt_gives_the_observations_outcomes_and_rewards_of_a_batch():
    runs = DeviceBatch(MAZES, N, device="host", settings=EXACT, limit=400)
    batch = mm.TiltBatch([MAZES[i % 4] for i in range(N)], settings=EXACT, tick_limit=400)
    random = np.random.default_rng(1)
    assert (runs.observations.numpy() == batch.observations()).all()
    for _ in range(60):
        actions = random.uniform(-1, 1, (N, 3)).astype(np.float32)
        running = runs.outcomes.numpy() == 0
        steps = batch.act(actions, ticks=8, mask=running)
        runs.step(actions, ticks=8, again=False)
        assert (runs.observations.numpy() == batch.observations()).all()
        assert (runs.outcomes.numpy() == steps.outcomes).all()
        assert (runs.rewards.numpy() == np.where(running, steps.rewards, 0)).all()
    assert {"solved", "capped"} >= {mm.OUTCOMES[outcome] for outcome in runs.outcomes.numpy()}
    assert (runs.terminated.numpy() + runs.truncated.numpy() == 1).all()


@pytest.mark.parametrize("settings", [EXACT, mm.Settings()])
def test_moves_give_the_states_outcomes_and_rewards_of_a_batch(settings):
    runs = DeviceBatch(SETTLED, N, device="host", orientations=8, settings=settings, limit=5, rewards=env.Rewards())
    batch = mm.Batch([SETTLED[i % 4] for i in range(N)], orientations=8, settings=settings, move_limit=5)
    batch.reset(streams=np.arange(N))
    random = np.random.default_rng(1)
    for made in range(5):
        running = runs.outcomes.numpy() == 0
        assert (runs.action_mask.numpy() == running[:, None]).all()
        moves = random.integers(0, 3, N)
        runs.step(moves, again=False)
        steps = batch.step(np.where(running, moves, -1))
        assert (runs.outcomes.numpy() == steps.outcomes).all() and (runs.states.numpy() == steps.states).all()
        expected = {"running": -1, "capped": -1, "overdue": -1, "solved": 0, "frozen": made - 5}
        names = [mm.OUTCOMES[outcome] for outcome in steps.outcomes]
        assert runs.rewards.numpy().tolist() == [expected[name] if runs_now else 0 for name, runs_now in zip(names, running)]
    assert not (runs.outcomes.numpy() == 0).any()
    runs.step(np.zeros(N, dtype=np.int32))
    assert (runs.outcomes.numpy() == 0).all() and (runs.rewards.numpy() == 0).all()


def test_rewards_of_continuous_control_are_those_of_the_environment():
    options = {"size": 3, "maze": MAZES[0], "settings": EXACT, "move_cap": 40}
    there = env.MarbleMazeTiltVector(N, **options)
    here = DeviceBatch(MAZES[:1], N, device="host", settings=EXACT, limit=160, rewards=env.TiltRewards())
    there.reset(seed=1)
    random = np.random.default_rng(2)
    for _ in range(100):  # runs begin again in the step after their end
        actions = random.uniform(-1, 1, (N, 3)).astype(np.float32)
        observations, rewards, terminated, truncated, _ = there.step(actions)
        here.step(actions)
        assert (here.observations.numpy() == observations).all()
        assert (here.rewards.numpy() == rewards.astype(np.float32)).all()
        assert (here.terminated.numpy() == terminated).all() and (here.truncated.numpy() == truncated).all()


def test_runs_begin_again_by_mask_and_stream_and_their_bytes_are_a_copy():
    runs, other = (DeviceBatch(MAZES, N, device="host") for _ in range(2))
    actions = np.full((N, 3), 0.5, dtype=np.float32)
    runs.step(actions)
    other.runs.write(runs.runs.numpy())
    runs.step(actions)
    other.step(actions)
    assert (runs.runs.numpy() == other.runs.numpy()).all()
    before = runs.runs.numpy()
    runs.mask.write([1] + [0] * (N - 1))
    runs.streams.write([4 * N] * N)
    runs.reset(masked=True, with_streams=True)
    changed = (runs.runs.numpy() != before).any(axis=1)
    assert changed.tolist() == [True] + [False] * (N - 1)
    runs.reset(with_streams=True)
    assert len({bytes(row) for row in runs.runs.numpy()}) == 1


def test_other_libraries_use_the_arrays_without_a_copy():
    runs = DeviceBatch(MAZES, N, device="host")
    held = len(_lent)
    seen = np.from_dlpack(runs.observations)
    assert seen.shape == (N, 28) and seen.dtype == np.float32 and len(_lent) == held + 1
    runs.step(np.full((N, 3), 1.0))
    assert (seen == runs.observations.numpy()).all() and runs.observations.__dlpack_device__() == (1, 0)
    assert not hasattr(runs.observations, "__cuda_array_interface__")
    runs.rewards.__dlpack__()  # not taken
    handle = runs._runs._handle
    del runs
    gc.collect()
    assert seen.shape == (N, 28) and (seen == seen).all() and handle  # the array keeps the memory
    del seen
    gc.collect()
    assert len(_lent) == held


def test_environment_returns_arrays_of_the_device():
    many = MarbleMazeTiltDevice(N, device="host", mazes=4, size=3, move_cap=20)
    observations, infos = many.reset(seed=5)
    assert observations.shape == many.observation_space.shape == (N, 28) and infos["outcome"].numpy().tolist() == [0] * N
    first = observations.numpy()
    for _ in range(25):
        observations, rewards, terminated, truncated, _ = many.step(np.zeros((N, 3)))
    assert rewards.shape == terminated.shape == truncated.shape == (N,)
    many.reset(seed=5)
    assert (many.batch.observations.numpy() == first).all()


def test_mistakes_and_missing_devices_say_what_to_do():
    with pytest.raises(mm.BadInput, match="expected cuda, cuda:1 and so on, or host"):
        DeviceBatch(MAZES, N, device="gpu")
    with pytest.raises(mm.MachineFailure, match="^device 'cuda': [^\n]*: [^\n]*$"):
        DeviceBatch(MAZES, N)
    runs = DeviceBatch(MAZES, N, device="host")
    with pytest.raises(mm.BadType, match="expected a dense array of type float32"):
        runs.step(np.zeros(3))
    with pytest.raises(mm.BadType):
        DeviceBatch(MAZES, N, device="host", rewards=env.Rewards())
    with pytest.raises(mm.BadInput, match="expected the side lengths"):
        DeviceBatch([MAZES[0], mm.Maze.generate(4, seed=1)], device="host")
