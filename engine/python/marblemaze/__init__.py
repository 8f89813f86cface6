"""Marble mazes: simulated worlds, agents, state maps, reference solutions and Gymnasium environments.

    import marblemaze as mm
    maze = mm.Maze.generate(3, seed=7)
    episode = mm.Episode(maze, agent="heuristic")
    episode.run()

docs/reference/python.md describes every class. The package wraps the C interface (engine/c_api/marblemaze.h). Identical
calls always give bit-identical results.
"""
import importlib
import os
import sys
from typing import TYPE_CHECKING, Any

from .agent import Agent, Answer, TiltAgent, Copy, Place, Sight, Walls

if TYPE_CHECKING:
    from ._errors import (AgentError, BadInput, BadKey, BadType, Busy, Error, FileError, MachineFailure, NotNow,
                          Unsupported)
    from ._library import catalogue
    from ._progress import progress
    from .batch import Batch, Steps, TiltBatch
    from .tables import Comparison, Interval, Results, compare, results
    from .episode import Episode, Hint, Move, agents
    from .maze import Maze, Settings
    from .model import ForwardModel, StateMap
    from .names import OUTCOMES
    from .local_agents import agent_name, bench, command, marblebench, play
    from .tilt import TiltPolicy
    from .world import BALANCED, Choice, Motion, Pose, TiltState, TiltWorld, Truth, World

    __version__: str

# An installed package contains the folder classroom. In the source tree, classroom is next to the package.
_PARENT = os.path.dirname(__path__[0])
if os.path.isfile(os.path.join(_PARENT, "classroom", "grading.py")):
    __path__.append(_PARENT)

# Modules that are imported lazily, because they load the shared library and NumPy. External agents need neither, and a
# benchmark starts hundreds of them.
_LAZY_MODULES = ("_errors", "_library", "_progress", "names", "maze", "world", "batch", "episode", "model", "tables",
                 "local_agents", "tilt")

__all__ = ["Agent", "AgentError", "Answer", "BALANCED", "BadInput", "BadKey", "BadType", "Batch", "Busy", "Choice",
           "Comparison", "TiltAgent", "Copy", "Episode", "Error", "FileError", "ForwardModel", "Hint", "Interval",
           "MachineFailure", "Maze", "Motion", "Move", "NotNow", "OUTCOMES", "Place", "Pose", "Results", "Settings",
           "Sight", "StateMap", "Steps", "TiltBatch", "TiltPolicy", "TiltState", "TiltWorld", "Truth", "Unsupported",
           "Walls", "World", "agent_name", "agents", "bench", "catalogue", "command", "compare", "marblebench", "play",
           "progress", "results", "__version__"]


def register_envs() -> None:
    """Registers MarbleMazeMoves-v0, MarbleMazeTilt-v0 and MarbleMazeRest-v0 with Gymnasium.

    Importing marblemaze.env, or this package after Gymnasium, calls this function.
    """
    registration = importlib.import_module("gymnasium.envs.registration")
    for name in ("MarbleMazeMoves", "MarbleMazeTilt", "MarbleMazeRest"):
        if f"marblemaze/{name}-v0" not in registration.registry:
            registration.register(id=f"marblemaze/{name}-v0", entry_point=f"marblemaze.env:{name}",
                                  vector_entry_point=f"marblemaze.env:{name}Vector")


if sys.modules.get("gymnasium"):
    register_envs()


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    modules = (vars(importlib.import_module("." + module, __name__)) for module in _LAZY_MODULES)
    return globals().setdefault(name, next(names[name] for names in modules if name in names))


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
