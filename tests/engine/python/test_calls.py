"""Tests of all functions of the C interface: their declarations, their use by the package, and Ctrl-C."""
import importlib.util
import json
import os
import pathlib
import re
import signal
import subprocess
import threading
import time
from functools import partial

import numpy as np
import pytest

import marblemaze as mm
from marblemaze import _library

PROJECT = pathlib.Path(__file__).resolve().parents[3]
PACKAGE = pathlib.Path(mm.__file__).parent
HEADER = (PROJECT / "engine/c_api/marblemaze.h").read_text()


def test_the_package_declares_functions_and_structs_as_the_header_does():
    spec = importlib.util.spec_from_file_location("python_interface", PROJECT / "scripts/generate/python_interface.py")
    generator = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(generator)
    made = generator.text_of(generator.interface_of(HEADER))
    assert made == (PACKAGE / "_interface.json").read_text(), "scripts/generate/python_interface.py makes it anew"
    assert {type_ for types in json.loads(made)["functions"].values() for type_ in types} == {
        "pointer", "text", "c_int32", "c_int64", "c_uint64", "c_size_t", "c_double"}


def test_every_function_of_the_header_is_called_by_the_package():
    declared = set(re.findall(r"^MM_API [^(]*?mm_(\w+)\(", HEADER, re.MULTILINE))
    source = "".join(file.read_text() for file in PACKAGE.glob("*.py"))
    families = {"self._FAMILY": ("batch", "tilt"), "name": ("maze", "settings")}
    named = {f"{family}_{rest}" for field, rest in re.findall(r'f"\{([\w.]+)\}_(\w+)"', source) for family in families[field]}
    called = named | set(re.findall(r'"(\w+)"', source)) | set(re.findall(r"_library\.mm_(\w+)", source))
    assert len(declared) > 40 and not declared - called


def test_numbers_of_the_header_are_those_of_the_package():
    motions = dict(re.findall(r"MM_MOTION_(SPEEDING|SLOWING|ROLLING|SETTLED|FROZEN|OVERDUE) = (\d)", HEADER))
    assert {motion.name: str(motion.value) for motion in mm.Motion} == motions
    assert f"#define MM_BALANCED {mm.BALANCED}\n" in HEADER
    assert f"MM_CANCELLED = {_library._CANCELLED} " in HEADER


# --- actions of a person in the window ---

def an_episode(agent="heuristic"):
    return mm.Episode(mm.Maze.generate(3, seed=7), agent, world="imagined", record=True)


def test_a_recording_is_one_that_the_program_verifies(tmp_path):
    episode = an_episode()
    while episode.tick(1000):
        pass
    (tmp_path / "run.rec").write_bytes(episode.recording())
    verified = subprocess.run([os.environ["MARBLEMAZE_PROGRAM"], "verify", tmp_path / "run.rec"], capture_output=True, text=True)
    assert verified.returncode == 0, verified.stderr
    log = episode.log()
    assert [entry["states"][0] for entry in log] == [move.state for move in episode.moves]
    assert episode.log(len(log) - 1) == log[-1:]
    told = mm.Episode.recorded(episode.recording())
    assert told["outcome"] == episode.outcome and len(told["moves"]) == len(log)
    with pytest.raises(mm.BadInput):
        mm.Episode.recorded(b"none")


def test_frames_are_the_poses_of_the_ticks_asked_for():
    episode = an_episode()
    episode.run(3)
    frames = episode.frames()
    assert frames.dtype == np.float32 and frames.shape == (episode.counters["ticks"], 12)
    assert np.array_equal(episode.frames(10, 7), frames[10::7])
    assert np.allclose((frames[:, :4] ** 2).sum(axis=1), 1, atol=1e-3)
    with pytest.raises(mm.NotNow, match="keeps a record"):
        mm.Episode(mm.Maze.generate(3, seed=7)).frames()


def test_a_person_plays_asks_for_a_hint_and_hands_over_to_another_agent():
    episode = an_episode("breadth-first")
    episode.play_by_hand()
    assert episode.run() == "running" and episode.describe()["waits"]
    hint = episode.hint()
    assert hint.move in range(3) and hint.reason
    episode.choose(hint.move)
    assert episode.run(1) == "running" and [move.move for move in episode.moves] == [hint.move]
    episode.use_agent("heuristic")
    episode.play_by_hand(False)
    assert episode.run() != "running" and episode.agent == "heuristic"
    with pytest.raises(mm.NotNow):
        episode.choose(0)


def test_a_switch_of_the_scheme_is_in_the_moves_and_the_picture_shows_the_right_cells():
    episode = an_episode()
    episode.run(2)
    episode.switch(24)
    episode.run(2)
    assert episode.orientations == 24 and [move.move for move in episode.moves].count(-1) == 1
    cells = [entry["to"] - 1 for entry in episode.log()]
    assert episode.svg() == episode.maze.svg(rests=cells)


# --- long calls ---

NOISY = mm.Settings(drive_variation=0.3, brake_tolerance=0.05)


def batch_at_rest(maze):
    batch = mm.Batch([maze] * 1000, "bullet")
    batch.reset()
    return batch


# Each function prepares a long call and returns it.
LONG = {
    "a run": lambda maze: mm.Episode(maze, "simulation-search").run,
    "a map": lambda maze: partial(mm.StateMap, mm.ForwardModel(maze, "bullet", runs=1000, displacement=0.01), jobs=2),
    "a truth": lambda maze: mm.World(maze, settings=NOISY).truth,
    "a prediction": lambda maze: partial(mm.ForwardModel(maze, "bullet", runs=10_000, displacement=0.01).predict, 0, 0),
    "a batch": lambda maze: partial(batch_at_rest(maze).step, [0] * 1000),
    "making a batch": lambda maze: partial(mm.Batch, [maze] * 1000, "bullet"),
    "continuous control": lambda maze: partial(mm.TiltBatch([maze] * 9, "bullet").act, None, 2**31 - 1),
    "new mazes of a batch": lambda maze: partial(batch_at_rest(maze).reset, seeds=range(1000)),
}


@pytest.mark.parametrize("name", LONG)
def test_an_interrupt_ends_a_long_call(name):
    maze = mm.Maze.generate(6, seed=7)
    call, pressed = LONG[name](maze), []

    def press(*_):
        pressed.append(time.monotonic())
        signal.raise_signal(signal.SIGINT)

    before = signal.signal(signal.SIGALRM, press)
    with pytest.raises(KeyboardInterrupt) as ended, \
            mm.progress(lambda done, total: pressed or signal.setitimer(signal.ITIMER_REAL, 0.01)):
        call()
    took = time.monotonic() - pressed[0]
    signal.signal(signal.SIGALRM, before)
    assert "_check" in [entry.name for entry in ended.traceback], "it came to its end before Python saw the interrupt"
    assert took < 2, "0.2 s where nothing else is at work"
    mm.Batch([maze]).reset()  # later calls are not cancelled


def test_progress_is_told_and_what_it_raises_ends_the_call():
    told = []
    with mm.progress(lambda *progress: told.append(progress)):
        mm.StateMap(mm.ForwardModel(mm.Maze.generate(8, seed=7), "imagined", runs=10))
    assert told == sorted(told) and told[0][0] == 0 and all(done <= total for done, total in told)

    def refuse(done, total):
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"), mm.progress(refuse):
        mm.World(mm.Maze.generate(3, seed=7)).truth()
    assert mm.World(mm.Maze.generate(3, seed=7)).truth().solvable


def test_a_bar_shows_how_far_a_call_is(capsys):
    with mm.progress():
        mm.StateMap(mm.ForwardModel(mm.Maze.generate(5, seed=7), "imagined", runs=10))
    assert re.search(r"\r +0%\|.*\| 0/\d+ ", capsys.readouterr().err)


def test_a_thread_of_its_own_can_be_told_too():
    told = []

    def explore():
        with mm.progress(lambda *progress: told.append(progress)):
            mm.StateMap(mm.ForwardModel(mm.Maze.generate(3, seed=7), "imagined"))

    thread = threading.Thread(target=explore)
    thread.start()
    thread.join()
    assert told
