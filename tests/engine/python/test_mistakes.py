"""Tests invalid values for every argument of every call. They must raise an mm.Error that is also Python's usual exception."""
import inspect
import pickle

import numpy as np
import pytest

import marblemaze as mm
from marblemaze import env

MAZE = mm.Maze.generate(3, seed=7)
ODD = [None, "x", "a\0b", b"abc", 1.5, -1, 2**70, float("nan"), True, [], ["x", "y"], {"a": 1}, object(), MAZE, np.array(5),
       np.array([1, 2]), np.array([[1.5], [2]]), np.array(["a", "b"])]


def settled(world):
    world.settle()
    return world


def an_episode():
    episode = mm.Episode(MAZE, "heuristic", world="imagined", record=True)
    episode.run(2)
    return episode


def begun(many):
    many.reset()
    return many


MADE = {mm.Maze: lambda: MAZE, mm.Settings: mm.Settings, mm.World: lambda: settled(mm.World(MAZE, "imagined")),
        mm.Episode: an_episode, mm.Batch: lambda: begun(mm.Batch([MAZE] * 2)), mm.ForwardModel: lambda: mm.ForwardModel(MAZE),
        env.MarbleMazeMoves: lambda: begun(env.MarbleMazeMoves(knowledge="full")),
        env.MarbleMazeTilt: lambda: begun(env.MarbleMazeTilt()), env.MarbleMazeRestVector: lambda: begun(env.MarbleMazeRestVector(2)),
        env.TiltRewards: env.TiltRewards,
        env.MarbleMazeMovesVector: lambda: begun(env.MarbleMazeMovesVector(2, knowledge="full")), env.Rewards: env.Rewards,
        mm.TiltWorld: lambda: mm.TiltWorld(MAZE), mm.TiltBatch: lambda: mm.TiltBatch([MAZE] * 2),
        mm.StateMap: lambda: mm.StateMap(mm.ForwardModel(MAZE))}
RIGHT = {"size": 3, "seed": 7, "words": MAZE.to_json(), "maze": MAZE, "mazes": [MAZE], "model": mm.ForwardModel(MAZE), "family": "rook",
         "moves": [0, 0], "states": [0, 1], "seeds": [1, 2], "streams": [1, 2], "saved": MADE[mm.World]().save(), "orientations": 24,
         "agent": "heuristic", "recording": an_episode().recording(), "actions": [0, 0],
         "runs": [1, 2], "policy": "floor", "action": [0, 0, 0], "TiltBatch.act()actions": [[0, 0, 0]] * 2,
         "world": MADE[mm.World](), "TiltBatch.put()world": mm.TiltWorld(MAZE, "imagined"), "Batch.restore()saved": MADE[mm.Batch]().save(),
         "MarbleMazeRestVector.step()actions": [[0, 0, 0]] * 2,
         "TiltBatch.restore()saved": mm.TiltBatch([MAZE] * 2).save(), "TiltWorld.restore()saved": mm.TiltWorld(MAZE).save()}


def calls():
    """Yields the name of each call with a function that makes its object and returns the method."""
    for kind, make in MADE.items():
        if kind is not mm.Maze:
            yield f"{kind.__name__}()", lambda kind=kind: kind
        inherited = {name: method for base in reversed(kind.__mro__) if base.__module__.startswith("marblemaze")
                     for name, method in vars(base).items()}
        for name, method in inherited.items():
            if name == "__getitem__" or not name.startswith("_") and (inspect.isfunction(method) or isinstance(method, classmethod)):
                yield f"{kind.__name__}.{name}()", lambda make=make, name=name: getattr(make(), name)


def refused(call, arguments):
    """Returns whether the package rejects the arguments. Passes on exceptions that do not come from the package."""
    try:
        call(**arguments)
        return False
    except mm.Error as error:
        assert isinstance(error, (ValueError, TypeError, RuntimeError)) and str(error) and "\n" not in str(error)
        assert str(pickle.loads(pickle.dumps(error))) == str(error)
        return True


@pytest.mark.parametrize("name, make", calls(), ids=lambda value: value if isinstance(value, str) else "")
@pytest.mark.filterwarnings("error")
def test_an_argument_that_makes_no_sense_is_refused_in_one_line_of_the_packages_words(name, make, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    taken = [parameter for parameter in inspect.signature(make()).parameters.values() if parameter.kind not in (2, 4)]
    right = {one.name: tmp_path / "file" if one.name == "path" else RIGHT.get(name + one.name, RIGHT.get(one.name, 0))
             for one in taken if one.default is one.empty}
    (tmp_path / "file").write_text("{}" if "Settings" in name else MAZE.to_json())
    for one in taken:
        odd = [value for value in ODD if one.name != "path" or value is ODD[2] or not isinstance(value, (str, bytes))]
        assert sum(refused(make(), {**right, one.name: value}) for value in odd) > len(odd) // 2, one.name


@pytest.mark.parametrize("name", [*mm.Settings(), "speed"])
def test_a_setting_that_is_none_is_refused(name):
    assert sum(refused(mm.Settings, {name: value}) for value in ODD) > len(ODD) // 2
    assert not refused(mm.Settings, {"friction": np.float32(0.5)})


def test_a_maze_is_made_by_its_makers_and_leaves_others_alone():
    world = mm.World(MAZE)
    for wrong in (world._handle, "7"):
        with pytest.raises(TypeError, match="expected Maze.generate"):
            mm.Maze(wrong)
    assert world.settle() == mm.Motion.SETTLED
