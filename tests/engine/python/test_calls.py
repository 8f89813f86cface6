"""Tests of the declarations of the C interface, of episodes, and of progress and Ctrl-C in long calls."""
import pathlib
import re
import signal
import threading
import time
from functools import partial

import numpy as np
import pytest

import marblemaze as mm
from marblemaze import _library
from support import PROJECT, load_script, run_program

PACKAGE = pathlib.Path(mm.__file__).parent
HEADER = (PROJECT / "engine/c_api/marblemaze.h").read_text()


def test_declarations_match_the_header():
    generator = load_script("scripts/generate/python_interface.py")
    made = generator.text_of(generator.interface_of(HEADER))
    assert made == (PACKAGE / "_interface.json").read_text(), "run scripts/generate/python_interface.py again"
    motions = dict(re.findall(r"MM_MOTION_(SPEEDING|SLOWING|ROLLING|SETTLED|FROZEN|OVERDUE) = (\d)", HEADER))
    assert {motion.name: str(motion.value) for motion in mm.Motion} == motions
    assert f"#define MM_BALANCED {mm.BALANCED}\n" in HEADER and f"MM_CANCELLED = {_library._CANCELLED} " in HEADER


def make_episode(agent="heuristic"):
    return mm.Episode(mm.Maze.generate(3, seed=7), agent, world="imagined", record=True)


def test_program_verifies_a_recording(tmp_path):
    episode = make_episode()
    while episode.tick(1000):
        pass
    (tmp_path / "run.rec").write_bytes(episode.recording())
    verified = run_program("verify", tmp_path / "run.rec")
    assert verified.returncode == 0, verified.stderr
    log = episode.log()
    assert [entry["states"][0] for entry in log] == [move.state for move in episode.moves]
    assert episode.log(len(log) - 1) == log[-1:]
    contents = mm.Episode.recorded(episode.recording())
    assert contents["outcome"] == episode.outcome and len(contents["moves"]) == len(log)
    with pytest.raises(mm.BadInput):
        mm.Episode.recorded(b"none")


def test_frames_are_the_poses_of_selected_ticks():
    episode = make_episode()
    episode.run(3)
    frames = episode.frames()
    assert frames.dtype == np.float32 and frames.shape == (episode.counters["ticks"], 12)
    assert np.array_equal(episode.frames(10, 7), frames[10::7])
    assert np.allclose((frames[:, :4] ** 2).sum(axis=1), 1, atol=1e-3)
    with pytest.raises(mm.NotNow, match="the run is not recorded"):
        mm.Episode(mm.Maze.generate(3, seed=7)).frames()


def test_interactive_run_accepts_moves_and_another_agent():
    episode = make_episode("breadth-first")
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


def test_scheme_switch_is_recorded_as_a_move():
    episode = make_episode()
    episode.run(2)
    episode.switch(24)
    episode.run(2)
    assert episode.orientations == 24 and [move.move for move in episode.moves].count(-1) == 1
    assert episode.svg() == episode.maze.svg(rests=[entry["to"] - 1 for entry in episode.log()])


NOISY = mm.Settings(drive_variation=0.3, brake_tolerance=0.05)


def batch_at_rest(maze):
    batch = mm.Batch([maze] * 1000, "bullet")
    batch.reset()
    return batch


# Each function returns a long call as a function without arguments.
LONG = {
    "run": lambda maze: mm.Episode(maze, "simulation-search").run,
    "state map": lambda maze: partial(mm.StateMap, mm.ForwardModel(maze, "bullet", runs=1000, displacement=0.01), jobs=2),
    "reference solution": lambda maze: mm.World(maze, settings=NOISY).truth,
    "prediction": lambda maze: partial(mm.ForwardModel(maze, "bullet", runs=10_000, displacement=0.01).predict, 0, 0),
    "step of a batch": lambda maze: partial(batch_at_rest(maze).step, [0] * 1000),
    "creation of a batch": lambda maze: partial(mm.Batch, [maze] * 1000, "bullet"),
    "continuous control": lambda maze: partial(mm.TiltBatch([maze] * 9, "bullet").act, None, 2**31 - 1),
    "new mazes of a batch": lambda maze: partial(batch_at_rest(maze).reset, seeds=range(1000)),
}


@pytest.mark.parametrize("name", LONG)
def test_ctrl_c_ends_a_long_call(name):
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
    assert "_check" in [entry.name for entry in ended.traceback], "the call ended before Python received the interrupt"
    assert took < 2, "0.2 s on an idle machine"
    mm.Batch([maze]).reset()  # later calls are not cancelled


def test_object_in_use_raises_busy():
    batch = batch_at_rest(mm.Maze.generate(3, seed=7))
    with pytest.raises(mm.Busy), mm.progress(lambda *_: batch.observe()):
        batch.step([0] * 1000)


def test_progress_is_reported_in_any_thread(capsys):
    reports = []

    def explore(size=3):
        with mm.progress(lambda *progress: reports.append(progress)):
            mm.StateMap(mm.ForwardModel(mm.Maze.generate(size, seed=7), "imagined", runs=10))

    thread = threading.Thread(target=explore)
    thread.start()
    thread.join()
    assert reports
    reports.clear()
    explore(8)
    assert reports == sorted(reports) and reports[0][0] == 0 and all(done <= total for done, total in reports)
    with mm.progress():
        mm.StateMap(mm.ForwardModel(mm.Maze.generate(5, seed=7), "imagined", runs=10))
    assert re.search(r"\r +0%\|.*\| 0/\d+ ", capsys.readouterr().err)


def test_exception_from_a_progress_report_ends_the_call():
    def fail(done, total):
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"), mm.progress(fail):
        mm.World(mm.Maze.generate(3, seed=7)).truth()
    assert mm.World(mm.Maze.generate(3, seed=7)).truth().solvable
