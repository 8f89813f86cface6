"""Tests that invalid arguments of any call raise an mm.Error that is also a standard exception."""
import inspect
import pickle

import numpy as np
import pytest

import marblemaze as mm
from marblemaze import env

MAZE = mm.Maze.generate(3, seed=7)
ODD = [None, "x", "a\0b", b"abc", 1.5, -1, 2**70, float("nan"), True, [], ["x", "y"], {"a": 1}, object(), MAZE, np.array(5),
       np.array([1, 2]), np.array([[1.5], [2]]), np.array(["a", "b"])]


def after(thing, method, *arguments):
    """Calls a method of an object and returns the object."""
    getattr(thing, method)(*arguments)
    return thing


def make_episode():
    return after(mm.Episode(MAZE, "heuristic", world="imagined", record=True), "run", 2)


MAKERS = {mm.Maze: lambda: MAZE, mm.Settings: mm.Settings, mm.World: lambda: after(mm.World(MAZE, "imagined"), "settle"),
          mm.Episode: make_episode, mm.Batch: lambda: after(mm.Batch([MAZE] * 2), "reset"), mm.ForwardModel: lambda: mm.ForwardModel(MAZE),
          env.MarbleMazeMoves: lambda: after(env.MarbleMazeMoves(knowledge="full"), "reset"),
          env.MarbleMazeTilt: lambda: after(env.MarbleMazeTilt(), "reset"), env.TiltRewards: env.TiltRewards,
          env.MarbleMazeRestVector: lambda: after(env.MarbleMazeRestVector(2), "reset"), env.Rewards: env.Rewards,
          env.MarbleMazeMovesVector: lambda: after(env.MarbleMazeMovesVector(2, knowledge="full"), "reset"),
          mm.TiltWorld: lambda: mm.TiltWorld(MAZE), mm.TiltBatch: lambda: mm.TiltBatch([MAZE] * 2),
          mm.StateMap: lambda: mm.StateMap(mm.ForwardModel(MAZE))}
VALID = {"size": 3, "seed": 7, "words": MAZE.to_json(), "maze": MAZE, "mazes": [MAZE], "model": mm.ForwardModel(MAZE), "family": "rook",
         "moves": [0, 0], "states": [0, 1], "seeds": [1, 2], "streams": [1, 2], "saved": MAKERS[mm.World]().save(), "orientations": 24,
         "agent": "heuristic", "recording": make_episode().recording(), "actions": [0, 0],
         "runs": [1, 2], "policy": "floor", "action": [0, 0, 0], "TiltBatch.act()actions": [[0, 0, 0]] * 2,
         "world": MAKERS[mm.World](), "TiltBatch.put()world": mm.TiltWorld(MAZE, "imagined"),
         "Batch.restore()saved": MAKERS[mm.Batch]().save(), "MarbleMazeRestVector.step()actions": [[0, 0, 0]] * 2,
         "TiltBatch.restore()saved": mm.TiltBatch([MAZE] * 2).save(), "TiltWorld.restore()saved": mm.TiltWorld(MAZE).save()}


def calls():
    """Yields the name of each method, and a function that creates an object and returns the bound method."""
    for kind, make in MAKERS.items():
        if kind is not mm.Maze:
            yield f"{kind.__name__}()", lambda kind=kind: kind
        inherited = {name: method for base in reversed(kind.__mro__) if base.__module__.startswith("marblemaze")
                     for name, method in vars(base).items()}
        for name, method in inherited.items():
            if name == "__getitem__" or not name.startswith("_") and (inspect.isfunction(method) or isinstance(method, classmethod)):
                yield f"{kind.__name__}.{name}()", lambda make=make, name=name: getattr(make(), name)


def rejects(call, arguments):
    """Returns True if the call raises mm.Error. Other exceptions are not caught."""
    try:
        call(**arguments)
        return False
    except mm.Error as error:
        assert isinstance(error, (ValueError, TypeError, RuntimeError)) and str(error) and "\n" not in str(error)
        assert str(pickle.loads(pickle.dumps(error))) == str(error)
        return True


@pytest.mark.parametrize("name, make", calls(), ids=lambda value: value if isinstance(value, str) else "")
@pytest.mark.filterwarnings("error")
def test_every_call_rejects_invalid_arguments(name, make, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    parameters = [parameter for parameter in inspect.signature(make()).parameters.values() if parameter.kind not in (2, 4)]
    valid = {one.name: tmp_path / "file" if one.name == "path" else VALID.get(name + one.name, VALID.get(one.name, 0))
             for one in parameters if one.default is one.empty}
    (tmp_path / "file").write_text("{}" if "Settings" in name else MAZE.to_json())
    for one in parameters:
        odd = [value for value in ODD if one.name != "path" or value is ODD[2] or not isinstance(value, (str, bytes))]
        assert sum(rejects(make(), {**valid, one.name: value}) for value in odd) > len(odd) // 2, one.name


@pytest.mark.parametrize("name", [*mm.Settings(), "speed"])
def test_invalid_settings_are_rejected(name):
    assert sum(rejects(mm.Settings, {name: value}) for value in ODD) > len(ODD) // 2
    assert not rejects(mm.Settings, {"friction": np.float32(0.5)})


@pytest.mark.parametrize("call, kind, words", [
    (lambda world: mm.Maze(world._handle), TypeError, "expected Maze.generate"),
    (lambda world: mm.Maze.generate(3, seed=-1), ValueError, "seed -1: expected 0 or more"),
    (lambda world: mm.Maze.generate((3, 3), seed=7), ValueError, "expected a number or three"),
    (lambda world: mm.Maze.from_json("\ud800"), ValueError, "."),
    (lambda world: mm.World(MAZE, "wooden"), ValueError, "world 'wooden': expected bullet, imagined or predicted"),
    (lambda world: mm.World(MAZE, "bul\0let"), ValueError, "contains a null character"),
    (lambda world: mm.World(MAZE, settings={"friction": 1}), TypeError, "settings .*: expected a Settings"),
    (lambda world: mm.World.in_family("rook", 1).pose(), RuntimeError, "this world has no positions"),
    (lambda world: world.move(0), RuntimeError, r"the world is not at rest; call settle\(\) first"),
    (lambda world: world.copy_for_agent(1), RuntimeError, r"the world is not at rest; call settle\(\) first"),
    (lambda world: after(world, "settle").move(-1), ValueError, "move -1: expected 0 or more"),
    (lambda world: setattr(mm.Settings(), "friction", 1), AttributeError, "Settings is immutable: cannot set 'friction'"),
    (lambda world: setattr(MAZE, "start", 1), AttributeError, "Maze is immutable"),
    (lambda world: mm.Maze.load("/nonexistent"), OSError, "^cannot read '/nonexistent': No such file or directory$"),
    (lambda world: mm.Settings.load("/"), OSError, "^cannot read '/': Is a directory$"),
    (lambda world: MAZE.save("/nonexistent/maze.json"), OSError, "^cannot write '/nonexistent/maze.json': No such file"),
    (lambda world: mm.Episode(MAZE).recording(), RuntimeError, "the run is not recorded; set record when you create it"),
    (lambda world: mm.TiltWorld(MAZE).act([1e300] * 3), ValueError, "expected three numbers of at most 1e100"),
    (lambda world: world.restore(b"nothing"), ValueError, "version|mm-world"),
    (lambda world: world.restore("saved"), TypeError, "saved 'saved': expected bytes"),
    (lambda world: mm.Episode(MAZE, "nobody"), ValueError, "agent 'nobody'"),
    (lambda world: mm.Episode.in_family("rook", seed=1).svg(), RuntimeError, "requires a marble maze"),
    (lambda world: mm.Settings(friction=float("nan")), ValueError, "setting 'friction' nan: expected a number"),
    (lambda world: mm.Settings()["speed"], KeyError, "setting 'speed': expected one of"),
    (lambda world: mm.Settings().speed, AttributeError, "Settings has no setting 'speed'; available: gravity"),
    (lambda world: mm.Batch(MAZE), TypeError, "mazes <Maze .*: expected several"),
    (lambda world: mm.Batch([MAZE]).maze(1), IndexError, "index 1: expected 0 to 0"),
    (lambda world: mm.Batch([MAZE] * 2).step([0.0, float("nan")]), TypeError, "moves of type float64"),
    (lambda world: mm.Batch([MAZE] * 2).step([0, 1 << 40]), ValueError, "moves: expected numbers of type int32"),
    (lambda world: after(mm.Batch([MAZE] * 2), "reset").step([0, 7]), ValueError, "world 1"),
    (lambda world: mm.Batch([MAZE] * 2).reset(seeds=[-1, 2]), ValueError, "seeds: expected numbers of type uint64"),
    (lambda world: env.Rewards(frozen="a lot"), TypeError, "frozen 'a lot': expected a number"),
])
@pytest.mark.filterwarnings("error")
def test_error_names_the_invalid_value(call, kind, words):
    world = mm.World(MAZE)
    with pytest.raises(kind, match=words) as raised:
        call(world)
    assert isinstance(raised.value, mm.Error) or kind is AttributeError
    assert world.settle() == mm.Motion.SETTLED
