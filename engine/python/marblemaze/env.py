"""The marble's maze with Gymnasium's interface: played by moves, or turned freely.

The classes derive from gymnasium.Env and gymnasium.vector.VectorEnv, so Gymnasium 1.1 or later must be installed.
docs/reference/python.md says what observations, rewards and endings are.
"""
from __future__ import annotations

from typing import Any, Sequence

from . import register_envs
from ._bases import AutoresetMode, ManyRuns, OneRun, RenderMode
from ._library import NotNow
from ._many import Many, Rewards, SavedRun, Task
from ._numpy import NDArray
from ._tilts import TiltRewards, Tilts, TiltTask
from .maze import Maze, Settings
from .names import FreeWorldName, Knowledge, Layers, Split, Theme, WorldName
from .world import World

__all__ = ["AutoresetMode", "MarbleMazeMoves", "MarbleMazeMovesVector", "MarbleMazeRest", "MarbleMazeRestVector", "MarbleMazeTilt",
           "MarbleMazeTiltVector", "Rewards", "SavedRun", "TiltRewards"]


class MarbleMazeMoves(OneRun):
    """One run. An action is a move of the control scheme, a step is the move to its end.

    Parameters
    ----------
    size, layers, orientations : optional
        The mazes, as of Maze.generate(), and the control scheme: 4, 8 or 24. By default 3, "all" and the mazes' first.
    kind, settings : optional
        The physics; by default "imagined" and its defaults.
    knowledge : {"blind", "heuristic", "full"}, default "heuristic"
        What is observed.
    split : {"training", "validation", "test"}, default "training"
        Where seeds of mazes come from.
    move_cap : int, default 200
        Moves after which a run is cut off.
    rewards : Rewards, optional
        What a move earns.
    truth : bool, default False
        Does info["truth"] of reset() say whether the maze can be solved, and in how many moves?
    solvable : bool, default False
        Are only mazes drawn that can be solved? Without the noise of the actuator, where there is any.
    maze : Maze, optional
        The one that is always played.
    maze_seeds : sequence of int, optional
        Those from which mazes are drawn instead of the split.
    render_mode : {"ansi", "rgb_array", "human"}, optional
        Words, pictures or a window. The last two need the viewer.
    render_size : (int, int), default (256, 256)
        Width and height of pictures, 64 to 8192.
    theme : {"dark", "light", "colour-blind"}, default "dark"
        Colours of pictures.

    Raises
    ------
    BadInput
        For a value that makes no sense.
    """

    def __init__(self, size: int | Sequence[int] = 3, layers: Layers = "all", orientations: int | None = None,
                 kind: WorldName = "imagined", knowledge: Knowledge = "heuristic", split: Split = "training",
                 move_cap: int = 200, rewards: Rewards = Rewards(), settings: Settings | None = None, truth: bool = False,
                 solvable: bool = False, maze: Maze | None = None, maze_seeds: Sequence[int] | None = None,
                 render_mode: RenderMode | None = None, render_size: tuple[int, int] = (256, 256),
                 theme: Theme = "dark") -> None:
        self._play(Many(Task(size, layers, kind, split, move_cap, settings, truth, maze, maze_seeds, orientations, knowledge,
                             rewards, solvable), 1, 1), render_mode, render_size, theme)

    def copy_for_agent(self, stream: int) -> World:
        """A copy of the world, with new random numbers, for trying moves. Needs the information set "full".

        Parameters
        ----------
        stream : int
            From which it draws, 0 to 2**64 - 1.
        """
        if self._many.task.knowledge != "full":
            raise NotNow(f"copies: expected knowledge 'full', not '{self._many.task.knowledge}'")
        made: World = self._many.batch.copy_for_agent(0, stream)
        return made


class MarbleMazeMovesVector(ManyRuns):
    """Many runs side by side, stepped in one call.

    Parameters
    ----------
    num_envs : int, default 1
        Number of runs, n.
    autoreset_mode : AutoresetMode or str, default "NextStep"
        When a run that is over begins anew: "NextStep", "SameStep" or "Disabled".
    jobs : int, default 1
        Threads that play, 0 for all cores; no result depends on it.
    buffers : dict of array, optional
        The caller's arrays, by the names of the observation, each with n rows. They hold the observations and are handed out
        without a copy: the next step changes them.
    size, layers, orientations, kind, knowledge, split, move_cap, rewards, settings, truth, solvable, maze, maze_seeds, \
render_mode, render_size, theme : optional
        As of MarbleMazeMoves; "human" is not offered.
    """

    def __init__(self, num_envs: int = 1, size: int | Sequence[int] = 3, layers: Layers = "all",
                 orientations: int | None = None, kind: WorldName = "imagined", knowledge: Knowledge = "heuristic",
                 split: Split = "training", move_cap: int = 200, rewards: Rewards = Rewards(), settings: Settings | None = None,
                 truth: bool = False, autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP, jobs: int = 1,
                 render_mode: RenderMode | None = None, solvable: bool = False, maze: Maze | None = None,
                 maze_seeds: Sequence[int] | None = None, buffers: dict[str, NDArray[Any]] | None = None,
                 render_size: tuple[int, int] = (256, 256), theme: Theme = "dark") -> None:
        self._play(Many(Task(size, layers, kind, split, move_cap, settings, truth, maze, maze_seeds, orientations, knowledge,
                             rewards, solvable), num_envs, jobs, buffers), autoreset_mode, render_mode, render_size, theme)


class MarbleMazeTilt(OneRun):
    """One run in a maze that is turned freely; solved is who brings the marble to the target. An action is an angular velocity:
    three numbers from -1 to 1, shares of what the mount can, about the maze's axes as it stands. The observation is what
    FreeBatch.observations() tells.

    Parameters
    ----------
    size, layers : optional
        The mazes, as of Maze.generate(); by default 3 and "all".
    kind, settings : optional
        The physics, {"bullet", "imagined"}; by default "imagined" and its defaults.
    split : {"training", "validation", "test"}, default "training"
        Where seeds of mazes come from.
    ticks : int, default 4
        Of a step: a thirtieth of a second.
    move_cap : int, default 1800
        Steps after which a run is cut off: a minute.
    way : bool, default True
        Does the observation hold the way to the target? Without it has 24 numbers instead of 28.
    rewards : TiltRewards, optional
        What a step earns.
    maze : Maze, optional
        The one that is always played.
    maze_seeds : sequence of int, optional
        Those from which mazes are drawn instead of the split.
    render_mode, render_size, theme : optional
        As of MarbleMazeMoves.

    Raises
    ------
    BadInput
        For a value that makes no sense.
    """

    _rest = False

    def __init__(self, size: int | Sequence[int] = 3, layers: Layers = "all", kind: FreeWorldName = "imagined",
                 split: Split = "training", ticks: int = 4, move_cap: int = 1800, way: bool = True,
                 rewards: TiltRewards = TiltRewards(), settings: Settings | None = None, maze: Maze | None = None,
                 maze_seeds: Sequence[int] | None = None, render_mode: RenderMode | None = None,
                 render_size: tuple[int, int] = (256, 256), theme: Theme = "dark") -> None:
        self._play(Tilts(TiltTask(size, layers, kind, split, move_cap, settings, False, maze, maze_seeds, self._rest, way, ticks,
                                  rewards), 1, 1), render_mode, render_size, theme)


class MarbleMazeRest(MarbleMazeTilt):
    """MarbleMazeTilt in which the marble must rest in the target, as it must where moves are played."""

    _rest = True


class MarbleMazeTiltVector(ManyRuns):
    """Many runs of MarbleMazeTilt side by side, stepped in one call.

    Parameters
    ----------
    num_envs : int, default 1
        Number of runs, n.
    autoreset_mode, jobs : optional
        As of MarbleMazeMovesVector.
    buffers : dict of array, optional
        {"state": array} is the caller's memory for the observations, float32 of shape (n, 28).
    size, layers, kind, split, ticks, move_cap, way, rewards, settings, maze, maze_seeds, render_mode, render_size, theme : \
optional
        As of MarbleMazeTilt; "human" is not offered.
    """

    _rest = False

    def __init__(self, num_envs: int = 1, size: int | Sequence[int] = 3, layers: Layers = "all", kind: FreeWorldName = "imagined",
                 split: Split = "training", ticks: int = 4, move_cap: int = 1800, way: bool = True,
                 rewards: TiltRewards = TiltRewards(), settings: Settings | None = None, maze: Maze | None = None,
                 maze_seeds: Sequence[int] | None = None, autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
                 jobs: int = 1, buffers: dict[str, NDArray[Any]] | None = None, render_mode: RenderMode | None = None,
                 render_size: tuple[int, int] = (256, 256), theme: Theme = "dark") -> None:
        self._play(Tilts(TiltTask(size, layers, kind, split, move_cap, settings, False, maze, maze_seeds, self._rest, way, ticks,
                                  rewards), num_envs, jobs, buffers), autoreset_mode, render_mode, render_size, theme)


class MarbleMazeRestVector(MarbleMazeTiltVector):
    """Many runs of MarbleMazeRest side by side."""

    _rest = True


register_envs()
