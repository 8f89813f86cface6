"""Tests of the package beyond the C interface, which has its own tests."""
import copy
import json
import multiprocessing
import os
import pathlib
import pickle
import struct
import subprocess
import sys
import threading

import numpy as np
import pytest

import marblemaze as mm
from marblemaze import _library


def program(*arguments):
    return subprocess.run([os.environ["MARBLEMAZE_PROGRAM"], *map(str, arguments)], capture_output=True, text=True)


@pytest.mark.parametrize("orientations", [8, 24])
@pytest.mark.parametrize("agent", ["breadth-first", "complete-solution-prediction"])
def test_an_episode_is_the_run_that_the_program_prints(agent, orientations):
    for seed in range(1, 6):
        told = json.loads(program("solve", "--size", 3, "--seed", seed, "--agent", agent, "--orientations", orientations,
                                  "--world", "imagined", "--json").stdout)
        episode = mm.Episode(mm.Maze.generate(3, seed=seed), agent, orientations=orientations, world="imagined")
        assert episode.run() == told["outcome"]
        assert episode.counters["moves"] == told["moves"]
        assert [move.move for move in episode.moves] == told["played"]
        assert [episode.moves[0].state, *(move.to for move in episode.moves if move.to is not None)] == told["states"]


def test_the_version_is_the_programs():
    assert program("--version").stdout.split()[-1] == mm.__version__


def test_a_saved_world_goes_on_alike_in_another_process():
    settings = mm.Settings(drive_variation=0.05, brake_tolerance=0.02)
    world = mm.World(mm.Maze.generate(3, seed=4), settings=settings)
    world.draw_from(9)
    world.settle()
    script = ("import sys, marblemaze as mm\n"
              "world = mm.World(mm.Maze.generate(3, seed=4),\n"
              "                 settings=mm.Settings(drive_variation=0.05, brake_tolerance=0.02))\n"
              "world.restore(sys.stdin.buffer.read())\n"
              "for move in (0, 1, 2, 1):\n"
              "    if world.at_rest: world.move(move)\n"
              "print(world.state, world.state_hash)\n")
    other = subprocess.run([sys.executable, "-c", script], input=world.save(), capture_output=True, check=True)
    for move in (0, 1, 2, 1):
        if world.at_rest:
            world.move(move)
    assert other.stdout.decode().split() == [str(world.state), str(world.state_hash)]


def test_an_agents_copy_knows_nothing_of_the_worlds_draws():
    maze, settings = mm.Maze.generate(3, seed=4), mm.Settings(drive_variation=0.05, brake_tolerance=0.02)
    ways = []
    for stream in (1, 2):
        world = mm.World(maze, "imagined", settings=settings)
        world.draw_from(stream)
        world.settle()
        agents = world.copy_for_agent(3)
        exact = world.copy()
        for move in (0, 1):
            for one in (world, agents, exact):
                one.move(move)
        assert exact.state_hash == world.state_hash != agents.state_hash
        ways.append(agents.state_hash)
    assert ways[0] == ways[1]


def test_a_mistake_is_an_exception_with_the_programs_words():
    maze = mm.Maze.generate(3, seed=1)
    with pytest.raises(mm.BadInput, match="world 'wooden': expected bullet, imagined or predicted"):
        mm.World(maze, "wooden")
    with pytest.raises(ValueError, match="agent 'nobody'"):
        mm.Episode(maze, "nobody")
    with pytest.raises(mm.BadInput, match="seed -1: expected 0 to"):
        mm.Maze.generate(3, seed=-1)
    with pytest.raises(mm.BadInput, match="no character 0"):
        mm.World(maze, "bul\0let")
    world = mm.World(maze)
    for use in (lambda: world.move(0), lambda: world.begin(0), lambda: world.copy_for_agent(1)):
        with pytest.raises(mm.NotNow, match=r"expected one at rest; call settle\(\) first"):
            use()
    with pytest.raises(mm.BadInput, match="version|mm-world"):
        world.restore(b"nothing")
    with pytest.raises(mm.Unsupported):
        mm.World.in_family("rook", 1).pose()


def test_arrays_of_the_wrong_shape_or_numbers_are_refused():
    batch = mm.Batch([mm.Maze.generate(3, seed=1)] * 3)
    batch.reset()
    for moves in ([0, 0], [[0, 0, 0]], [0.5, 0, 0], [0, 0, 1 << 40], ["a", 0, 0]):
        with pytest.raises((mm.BadInput, ValueError)):
            batch.step(moves)
    with pytest.raises(mm.BadInput, match="world 1"):
        batch.step([0, 7, 0])
    with pytest.raises(mm.BadInput, match="index 3"):
        batch.world(3)


def test_a_batch_goes_as_worlds_go_alone():
    mazes = [mm.Maze.generate(3, seed=seed) for seed in range(1, 30)]
    batch = mm.Batch(mazes, "imagined", jobs=2)
    worlds = [mm.World(maze, "imagined") for maze in mazes]
    assert batch.reset().endings.tolist() == [world.settle() for world in worlds]
    for move in (0, 2, 1):
        moves = np.where([world.at_rest for world in worlds], move, -1)
        states = batch.step(moves).states
        for world, chosen in zip(worlds, moves):
            if chosen >= 0:
                world.move(int(chosen))
        assert states.tolist() == [-1 if world.state is None else world.state for world in worlds]


def test_an_object_that_goes_gives_its_handle_back():
    world = mm.World(mm.Maze.generate(4, seed=1), "imagined")
    handle = world._handle
    assert _library.filled("world_observe", "observation", handle).hash == world.state_hash
    del world
    with pytest.raises(mm.Error, match=f"handle {handle}: expected that of a world, not freed yet"):
        _library.filled("world_observe", "observation", handle)


def test_settings_are_the_programs_defaults_with_changes_and_the_exact_ones_noise_free():
    def told(*arguments):
        return json.loads(program("settings", "--json", *arguments).stdout)

    defaults, exact = told(), told("--exact")
    assert mm.Settings().to_dict() == defaults and mm.Settings(friction=0.3).to_dict() == {**defaults, "friction": 0.3}
    assert mm.Settings.exact().to_dict() == exact and mm.Settings.exact(friction=0.3).to_dict() == {**exact, "friction": 0.3}
    assert mm.Settings.from_json('{"friction": 0.3}') == mm.Settings(friction=0.3)
    assert defaults["drive_variation"] > 0 == exact["drive_variation"] and mm.Settings.exact(drive_variation=0.1).drive_variation == 0.1


def test_a_settings_file_means_the_same_in_python_and_in_the_program(tmp_path):
    path = tmp_path / "rough.json"
    path.write_text('{"friction": 0.3}')
    assert json.loads(program("settings", "--json", "--settings", path).stdout) == mm.Settings.load(path).to_dict()
    assert mm.Settings.load(path) == mm.Settings(friction=0.3)


def test_one_changed_setting_leaves_the_actuators_noise_as_no_settings_do():
    def poses(settings):
        episodes = [mm.Episode(mm.Maze.generate(3, seed=seed), "random-walk", settings=settings, record=True) for seed in range(10)]
        for episode in episodes:
            episode.run(2)
        return [episode.frames().tolist() for episode in episodes]

    gravity = mm.Settings().gravity
    assert poses(None) == poses(mm.Settings()) == poses(mm.Settings(gravity=gravity)) != poses(mm.Settings.exact(gravity=gravity))


def test_settings_can_be_read_by_item_and_by_attribute():
    settings = mm.Settings(friction=0.3)
    assert all(settings[name] == getattr(settings, name) == value for name, value in settings.to_dict().items())
    assert "friction" in dir(settings) and repr(settings) == "Settings(friction=0.3)" and repr(mm.Settings()) == "Settings()"
    with pytest.raises(AttributeError, match="Settings has no setting 'speed'; available: gravity"):
        settings.speed


def test_a_depth_of_one_makes_a_maze_flat():
    assert mm.Maze.generate((9, 6, 1), seed=1) == mm.Maze.generate((9, 6, 1), layers="flat", seed=1)


def test_mazes_and_settings_are_values_and_runs_are_none():
    maze, settings = mm.Maze.generate((3, 4, 5), seed=1), mm.Settings(friction=np.float32(0.5), gravity=np.int64(5))
    for value in (maze, settings):
        for same in (pickle.loads(pickle.dumps(value)), copy.copy(value), copy.deepcopy(value)):
            assert same == value and hash(same) == hash(value)
    assert pickle.loads(pickle.dumps(maze)).seed == 1
    for held in (mm.ForwardModel(maze), mm.Episode(maze, "heuristic")):
        with pytest.raises(TypeError, match=f"{type(held).__name__}: it cannot be pickled or copied"):
            pickle.dumps(held)


def play_a_batch(mazes, settings):
    """Plays a batch in a process of its own."""
    batch = mm.Batch(mazes, settings=settings)
    batch.reset()
    return batch.step([0] * len(mazes))[0].tolist()


def test_batches_play_alike_in_spawned_processes():
    mazes, settings = [mm.Maze.generate(3, seed=seed) for seed in range(5)], mm.Settings(friction=0.4)
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.apply(play_a_batch, (mazes, settings)) == play_a_batch(mazes, settings)


def test_a_batch_keeps_what_it_reads_from_a_generator():
    assert len(mm.Batch(mm.Maze.generate(3, seed=seed) for seed in range(200))) == 200


@pytest.mark.parametrize("mistake, kind, words", [
    (lambda maze, world: mm.Maze.generate(3, seed=1.9), TypeError, "seed 1.9: expected an integer"),
    (lambda maze, world: mm.Maze.generate(3, seed="7"), TypeError, "seed '7'"),
    (lambda maze, world: mm.Maze.generate(3.0, seed=7), TypeError, "side 3.0"),
    (lambda maze, world: mm.Maze.generate((3, 3), seed=7), ValueError, "expected a number or three"),
    (lambda maze, world: mm.Maze.generate(3, layers=7, seed=7), TypeError, "7: expected a text"),
    (lambda maze, world: mm.Maze.from_json("\ud800"), ValueError, "."),
    (lambda maze, world: mm.Maze.from_json(b"\xff"), ValueError, "."),
    (lambda maze, world: maze.svg(rests=[0.5]), TypeError, "rests of type float64"),
    (lambda maze, world: maze.svg(rests=[99]), ValueError, "cell 99: expected"),
    (lambda maze, world: world.move(0.9), TypeError, "move 0.9"),
    (lambda maze, world: world.move(None), TypeError, "move None"),
    (lambda maze, world: mm.Settings(friction="rough"), ValueError, "friction"),
    (lambda maze, world: mm.Settings(friction=object()), TypeError, "setting <object"),
    (lambda maze, world: mm.Settings()["speed"], KeyError, "setting 'speed': expected one of"),
    (lambda maze, world: mm.ForwardModel(maze, displacement="far"), TypeError, "displacement 'far'"),
    (lambda maze, world: mm.Batch([maze, 3]), TypeError, "maze 3: expected a Maze"),
    (lambda maze, world: mm.Batch(maze), TypeError, "mazes <Maze .*: expected several"),
    (lambda maze, world: maze.svg(rests=3), TypeError, "rests 3: expected several"),
    (lambda maze, world: mm.Settings(friction=float("nan")), ValueError, "setting 'friction' nan: expected a number"),
    (lambda maze, world: mm.World("maze.json"), TypeError, "maze 'maze.json': expected a Maze"),
    (lambda maze, world: mm.World(maze, settings={"friction": 1}), TypeError, "settings .*: expected a Settings"),
    (lambda maze, world: mm.Episode(None), TypeError, "maze None"),
    (lambda maze, world: mm.StateMap(maze), TypeError, "model <Maze .*: expected a ForwardModel"),
    (lambda maze, world: world.cell(0.5), TypeError, "state 0.5"),
    (lambda maze, world: world.cell(-7), ValueError, "state -7"),
    (lambda maze, world: world.restore("saved"), TypeError, "saved 'saved': expected bytes"),
    (lambda maze, world: world.truth(recovery="no"), TypeError, "recovery 'no'"),
    (lambda maze, world: mm.Episode.recorded(None), TypeError, "recording None: expected bytes"),
    (lambda maze, world: mm.Batch([maze]).maze(1), IndexError, "index 1: expected 0 to 0"),
    (lambda maze, world: mm.Batch([maze] * 2).step([[1], [1, 2]]), TypeError, "moves: expected 2 numbers"),
    (lambda maze, world: mm.Batch([maze] * 2).step([0.0, float("nan")]), TypeError, "moves of type float64"),
    (lambda maze, world: mm.Batch([maze] * 2).reset(seeds=[-1, 2]), ValueError, "seeds: expected numbers of type uint64"),
])
@pytest.mark.filterwarnings("error")
def test_a_mistake_is_the_packages_error_and_pythons_own(mistake, kind, words):
    maze = mm.Maze.generate(3, seed=1)
    with pytest.raises(kind, match=words) as raised:
        mistake(maze, mm.World(maze))
    assert isinstance(raised.value, mm.Error)


def test_settings_are_gone_through_by_name():
    assert "friction" in mm.Settings() and "speed" not in mm.Settings() and len(list(mm.Settings())) == len(mm.catalogue()["settings"])


def test_numbers_of_numpy_are_taken():
    assert mm.Maze.generate(np.int64(3), seed=np.uint8(7)) == mm.Maze.generate(3, seed=7)
    world = mm.World(mm.Maze.generate(3, seed=7), orientations=np.int32(8))
    world.settle()
    assert world.move(np.int16(0)) == mm.Motion.SETTLED


def test_a_world_serves_one_thread_at_a_time_and_says_so():
    world = mm.World(mm.Maze.generate(3, seed=1))
    world.settle()

    def use_until_it_is_free():
        while not served.is_set():
            try:
                world.reset()
                world.settle()
            except mm.Busy:
                pass

    served = threading.Event()
    other = threading.Thread(target=use_until_it_is_free)
    other.start()
    with pytest.raises(mm.Busy, match="another thread is using it"):
        while other.is_alive():
            world.state_hash
    served.set()
    other.join()
    assert world.settle() == mm.Motion.SETTLED


WITHOUT_NUMPY = "marblemaze needs numpy, which cannot be loaded (no numpy here): python3 -m pip install numpy, or take Debian's python3-numpy"


def without_numpy(folder, *arguments):
    (folder / "numpy.py").write_text("raise ImportError('no numpy\\nhere')\n")
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True,
                          env={**os.environ, "PYTHONPATH": f"{folder}:{os.environ['PYTHONPATH']}"})


@pytest.mark.parametrize("module", ["learned", "learned_turns", "classroom"])
def test_a_program_of_the_package_says_in_one_line_that_numpy_is_missing(tmp_path, module):
    run = without_numpy(tmp_path, "-m", f"marblemaze.{module}")
    assert (run.returncode, run.stdout, run.stderr) == (3, "", f"marblemaze.{module}: {WITHOUT_NUMPY}\n")


@pytest.mark.parametrize("use", ["from marblemaze import Maze", "from marblemaze import progress", "import marblemaze.env",
                                 "import marblemaze.episode", "import marblemaze.learned"])
def test_what_needs_numpy_says_how_to_get_it(tmp_path, use):
    run = without_numpy(tmp_path, "-c", use)
    assert run.returncode == 1 and run.stderr.splitlines()[-1] == f"ImportError: {WITHOUT_NUMPY}"
    assert "During handling" not in run.stderr


def test_environments_say_how_to_get_gymnasium_and_worlds_and_batches_do_not_need_it(tmp_path):
    (tmp_path / "gymnasium.py").write_text("raise ImportError('no\\nGymnasium')\n")
    use = "maze = mm.Maze.generate(3, seed=7)\nmm.World(maze).settle(), mm.Batch([maze]).reset(), mm.TiltBatch([maze])\n"
    run = subprocess.run([sys.executable, "-c", f"import marblemaze as mm\n{use}import marblemaze.env"], capture_output=True,
                         text=True, env={**os.environ, "PYTHONPATH": f"{tmp_path}:{os.environ['PYTHONPATH']}"})
    assert run.returncode == 1 and run.stderr.splitlines()[-1] == (
        "ImportError: marblemaze.env needs Gymnasium 1.1 or later, which cannot be loaded (no Gymnasium): "
        "python3 -m pip install 'gymnasium>=1.1'. Worlds and batches do not need it.")
    assert "During handling" not in run.stderr and "line 4" in run.stderr


def test_the_learned_policy_finds_the_numpy_of_debians_python(tmp_path):
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path / "bare"], check=True)
    has_it = subprocess.run(["/usr/bin/python3", "-c", "import numpy"], capture_output=True).returncode == 0
    run = subprocess.run([tmp_path / "bare/bin/python", "-m", "marblemaze.learned"], input="", capture_output=True, text=True)
    assert run.returncode == (0 if has_it else 3), run.stderr


def test_pictures_are_drawn_for_notebooks():
    maze = mm.Maze.generate(3, seed=7)
    episode = mm.Episode(maze, "heuristic", world="imagined")
    episode.run()
    assert maze._repr_svg_().startswith("<svg") and "</svg>" in episode._repr_svg_()
    assert episode._repr_svg_() != maze._repr_svg_()
    assert str(maze).count("S") == 1


VIEWER = pathlib.Path(os.environ["MARBLEMAZE_PROGRAM"]).with_name("marblemaze-viewer")


if VIEWER.exists():
    def test_a_picture_in_space_is_the_viewers(tmp_path, monkeypatch):
        monkeypatch.setenv("MARBLEMAZE_VIEWER", str(VIEWER))
        episode = mm.Episode(mm.Maze.generate(3, seed=7), "breadth-first", orientations=24, world="imagined")
        episode.run(moves=2)
        own = tmp_path / "own.png"
        subprocess.run([VIEWER, "--seed", "7", "--agent", "breadth-first", "--orientations", "24", "--world", "imagined",
                        "--at-move", "2", "--theme", "light", "--style", "glass", "--edges", "selective", "--walls", "plain",
                        "--frame", "world", "--resolution", "200x100", "--screenshot", own], check=True, capture_output=True)
        drawn = episode.png(200, 100, theme="light")
        assert drawn == own.read_bytes()
        assert struct.unpack(">II", drawn[16:24]) == (200, 100)
        assert episode.maze.png(200, 100, theme="light") != drawn


def test_a_picture_in_space_that_cannot_be_drawn_says_why(monkeypatch):
    maze = mm.Maze.generate(3, seed=7)
    monkeypatch.setenv("MARBLEMAZE_VIEWER", "/nowhere/viewer")
    with pytest.raises(mm.Unsupported, match="viewer '/nowhere/viewer': expected a program"):
        maze.png()
    if VIEWER.exists():
        monkeypatch.setenv("MARBLEMAZE_VIEWER", str(VIEWER))
        with pytest.raises(mm.BadInput, match="resolution '5x5': expected WIDTHxHEIGHT"):
            maze.png(5, 5)
        with pytest.raises(mm.BadInput, match="theme 'mauve'"):
            maze.png(theme="mauve")
    with pytest.raises(mm.Unsupported, match="expected one in"):
        mm.Episode.in_family("rook", seed=1).svg()
