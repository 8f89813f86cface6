"""Tests of episodes, batches, settings, mazes, images and imports."""
import copy
import os
import pickle
import struct
import subprocess
import sys

import numpy as np
import pytest

import marblemaze as mm
from marblemaze import _library
from support import VIEWER, json_of, run, run_program, run_python

MAZE = mm.Maze.generate(3, seed=7)


@pytest.mark.parametrize("orientations", [8, 24])
@pytest.mark.parametrize("agent", ["breadth-first", "complete-solution-prediction"])
def test_episode_matches_the_run_of_the_program(agent, orientations):
    for seed in range(1, 6):
        result = json_of("solve", "--size", 3, "--seed", seed, "--agent", agent, "--orientations", orientations, "--world", "imagined")
        episode = mm.Episode(mm.Maze.generate(3, seed=seed), agent, orientations=orientations, world="imagined")
        assert episode.run() == result["outcome"]
        assert episode.counters["moves"] == result["moves"]
        assert [move.move for move in episode.moves] == result["played"]
        assert [episode.moves[0].state, *(move.to for move in episode.moves if move.to is not None)] == result["states"]


def test_version_matches_the_program():
    assert run_program("--version").stdout.split()[-1] == mm.__version__


def test_batch_matches_single_worlds():
    mazes = [mm.Maze.generate(3, seed=seed) for seed in range(1, 30)]
    batch = mm.Batch((maze for maze in mazes), "imagined", jobs=2)
    worlds = [mm.World(maze, "imagined") for maze in mazes]
    assert batch.reset().endings.tolist() == [world.settle() for world in worlds]
    for move in (0, 2, 1):
        moves = np.where([world.at_rest for world in worlds], move, -1)
        states = batch.step(moves).states
        for world, chosen in zip(worlds, moves):
            if chosen >= 0:
                world.move(int(chosen))
        assert states.tolist() == [-1 if world.state is None else world.state for world in worlds]


def test_deleted_object_frees_its_handle():
    world = mm.World(mm.Maze.generate(4, seed=1), "imagined")
    handle = world._handle
    assert _library.call_struct("world_observe", "observation", handle).hash == world.state_hash
    del world
    with pytest.raises(mm.Error, match=f"handle {handle}: expected the handle of a world that has not been freed"):
        _library.call_struct("world_observe", "observation", handle)


def test_settings_match_the_program(tmp_path):
    defaults, exact = json_of("settings"), json_of("settings", "--exact")
    assert mm.Settings().to_dict() == defaults and mm.Settings.exact().to_dict() == exact
    assert mm.Settings(friction=0.3).to_dict() == {**defaults, "friction": 0.3}
    assert mm.Settings.exact(friction=0.3).to_dict() == {**exact, "friction": 0.3}
    assert defaults["drive_variation"] > 0 == exact["drive_variation"] and mm.Settings.exact(drive_variation=0.1).drive_variation == 0.1
    path = tmp_path / "rough.json"
    path.write_text('{"friction": 0.3}')
    assert json_of("settings", "--settings", path) == mm.Settings.load(path).to_dict() == mm.Settings(friction=0.3).to_dict()


def test_settings_can_be_read_like_a_dictionary_and_by_attribute():
    settings = mm.Settings(friction=0.3)
    assert all(settings[name] == getattr(settings, name) == value for name, value in settings.to_dict().items())
    assert "friction" in dir(settings) and repr(settings) == "Settings(friction=0.3)" and repr(mm.Settings()) == "Settings()"
    assert "friction" in settings and "speed" not in settings and len(list(settings)) == len(mm.catalogue()["settings"])


def test_mazes_and_settings_can_be_copied_but_episodes_cannot():
    maze, settings = mm.Maze.generate((3, 4, 5), seed=1), mm.Settings(friction=np.float32(0.5), gravity=np.int64(5))
    for value in (maze, settings):
        for same in (pickle.loads(pickle.dumps(value)), copy.copy(value), copy.deepcopy(value)):
            assert same == value and hash(same) == hash(value)
    assert pickle.loads(pickle.dumps(maze)).seed == 1
    for held in (mm.ForwardModel(maze), mm.Episode(maze, "heuristic")):
        with pytest.raises(TypeError, match=f"{type(held).__name__}: it cannot be pickled or copied"):
            pickle.dumps(held)


def test_numpy_numbers_are_accepted():
    assert mm.Maze.generate(np.int64(3), seed=np.uint8(7)) == MAZE
    world = mm.World(MAZE, orientations=np.int32(8))
    world.settle()
    assert world.move(np.int16(0)) == mm.Motion.SETTLED
    assert mm.Maze.generate((9, 6, 1), seed=1) == mm.Maze.generate((9, 6, 1), layers="flat", seed=1)


WITHOUT_NUMPY = ("marblemaze needs numpy, which cannot be loaded (no numpy here): "
                 "use python3 -m pip install numpy, or Debian's python3-numpy")


@pytest.mark.parametrize("arguments, status, message", [
    *((["-m", f"marblemaze.{name}"], 3, f"marblemaze.{name}: {WITHOUT_NUMPY}") for name in ("learned", "learned_turns", "classroom")),
    *((["-c", use], 1, f"ImportError: {WITHOUT_NUMPY}") for use in (
        "from marblemaze import Maze", "import marblemaze.env", "import marblemaze.episode", "import marblemaze.learned"))])
def test_error_explains_how_to_install_numpy(tmp_path, arguments, status, message):
    (tmp_path / "numpy.py").write_text("raise ImportError('no numpy\\nhere')\n")
    done = run_python(*arguments, path=tmp_path)
    assert (done.returncode, done.stdout, done.stderr.splitlines()[-1]) == (status, "", message)
    assert "During handling" not in done.stderr and (status == 1 or done.stderr.count("\n") == 1)


def test_only_environments_need_gymnasium(tmp_path):
    (tmp_path / "gymnasium.py").write_text("raise ImportError('no\\nGymnasium')\n")
    use = "maze = mm.Maze.generate(3, seed=7)\nmm.World(maze).settle(), mm.Batch([maze]).reset(), mm.TiltBatch([maze])\n"
    done = run_python("-c", f"import marblemaze as mm\n{use}import marblemaze.env", path=tmp_path)
    assert done.returncode == 1 and done.stderr.splitlines()[-1] == (
        "ImportError: marblemaze.env needs Gymnasium 1.1 or later, which cannot be loaded (no Gymnasium): "
        "python3 -m pip install 'gymnasium>=1.1'. Worlds and batches do not need it.")
    assert "During handling" not in done.stderr and "line 4" in done.stderr


def test_learned_policy_restarts_in_debian_python(tmp_path):
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path / "bare"], check=True)
    has_numpy = run("/usr/bin/python3", "-c", "import numpy").returncode == 0
    done = run(tmp_path / "bare/bin/python", "-m", "marblemaze.learned", input="", env=os.environ)
    assert done.returncode == (0 if has_numpy else 3), done.stderr


def test_notebooks_show_mazes_and_episodes_as_svg():
    episode = mm.Episode(MAZE, "heuristic", world="imagined")
    episode.run()
    assert MAZE._repr_svg_().startswith("<svg") and "</svg>" in episode._repr_svg_()
    assert episode._repr_svg_() != MAZE._repr_svg_()
    assert str(MAZE).count("S") == 1


@pytest.mark.skipif(not VIEWER.exists(), reason="no viewer")
def test_png_is_the_screenshot_of_the_viewer(tmp_path, monkeypatch):
    monkeypatch.setenv("MARBLEMAZE_VIEWER", str(VIEWER))
    episode = mm.Episode(MAZE, "breadth-first", orientations=24, world="imagined")
    episode.run(moves=2)
    own = tmp_path / "own.png"
    run(VIEWER, "--seed", "7", "--agent", "breadth-first", "--orientations", "24", "--world", "imagined", "--at-move", "2", "--theme",
        "light", "--style", "glass", "--edges", "selective", "--walls", "plain", "--frame", "world", "--resolution", "200x100",
        "--screenshot", own, check=True)
    image = episode.png(200, 100, theme="light")
    assert image == own.read_bytes() and struct.unpack(">II", image[16:24]) == (200, 100)
    assert episode.maze.png(200, 100, theme="light") != image
    for arguments, words in (({"width": 5, "height": 5}, "resolution '5x5': expected WIDTHxHEIGHT"), ({"theme": "mauve"}, "theme 'mauve'")):
        with pytest.raises(mm.BadInput, match=words):
            MAZE.png(**arguments)


def test_png_reports_a_missing_viewer(monkeypatch):
    monkeypatch.setenv("MARBLEMAZE_VIEWER", "/nowhere/viewer")
    with pytest.raises(mm.Unsupported, match="viewer '/nowhere/viewer': expected a program"):
        MAZE.png()
