"""A laboratory for a marble in a maze that is turned: worlds, agents, maps and truth.

    import marblemaze as mm
    maze = mm.Maze.generate(3, seed=7)
    episode = mm.Episode(maze, agent="heuristic")
    episode.run()

docs/python.md shows every class. The package is a thin layer over the program's C interface
(engine/c_api/marblemaze.h), so that the same calls give the same bits as in the program.
"""
from ._library import (BadInput, Busy, Error, MachineFailure, NotNow, Unsupported, catalogue, version as _version)
from .batch import Batch
from .episode import Episode, Move, agents
from .maze import Maze, Settings
from .model import ForwardModel, Guess, StateMap
from .world import BALANCED, Motion, Pose, Truth, World

__version__: str = _version()

__all__ = ["BALANCED", "BadInput", "Batch", "Busy", "Episode", "Error", "ForwardModel", "Guess", "MachineFailure", "Maze",
           "Motion", "Move", "NotNow", "Pose", "Settings", "StateMap", "Truth", "Unsupported", "World", "agents",
           "catalogue", "__version__"]
