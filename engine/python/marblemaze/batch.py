"""Many environments in one call."""
from __future__ import annotations

from typing import Iterable

from ._library import address, call, filled, mask_of, new, scheme_of, shaped, whole
from ._numpy import ArrayLike, NDArray, np
from ._worlds import Functions, Worlds
from .maze import Maze, Settings, handle_of
from .model import table
from .names import WorldName
from .world import Pose, World, pose_from


class Batch(Worlds):
    """N marble worlds of one kind, scheme and settings, each in its own maze. All stand at their start: call reset().

    Python's lock is free during a call, and environments run side by side on threads; no result depends on it. After Ctrl-C
    some environments have moved, and some are in their moves: call reset().

    Parameters
    ----------
    mazes : iterable of Maze
        One for each environment; a maze may occur several times.
    kind : {"bullet", "imagined", "predicted"}, default "imagined"
        The physics.
    orientations : {4, 8, 24}, optional
        The control scheme; by default the first maze's first.
    settings : Settings, optional
        Of the physics.
    jobs : int, default 1
        Threads; 0 for all cores.

    Raises
    ------
    BadInput
        For a value that makes no sense.
    """

    _CALLS = Functions("batch_create", "batch_new_mazes", "batch_maze", "batch_save", "batch_restore")

    def __init__(self, mazes: Iterable[Maze], kind: WorldName = "imagined", *, orientations: int | None = None,
                 settings: Settings | None = None, jobs: int = 1) -> None:
        self._make(mazes, kind, scheme_of(orientations), handle_of(settings), whole("jobs", jobs, 32, True))
        self._states = np.full(self._count, -1, dtype=np.int32)
        self._endings = np.full(self._count, -1, dtype=np.int32)
        self._outputs = address(self._states), address(self._endings), self._count

    def reset(self, mask: ArrayLike | None = None) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Brings environments to the first rest from their start.

        Parameters
        ----------
        mask : array of N bool, optional
            Which take part; by default all.

        Returns
        -------
        states, endings : int32 arrays, shape (N,)
            States (-1 for none) and endings (Motion); those of environments that took no part are as they were.
        """
        chosen = mask_of(mask, self._count)
        call("batch_reset", self._handle, address(chosen), *self._outputs)
        return self._states.copy(), self._endings.copy()

    def step(self, moves: ArrayLike) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Plays a move to its end in each environment.

        Parameters
        ----------
        moves : array of N int
            -1 leaves an environment alone.

        Returns
        -------
        states, endings : int32 arrays, shape (N,)
            As of reset().

        Raises
        ------
        NotNow, BadInput
            Before anything has moved. The message names the environment.
        """
        chosen = shaped("moves", moves, self._count, np.int32)
        call("batch_step", self._handle, address(chosen), *self._outputs)
        return self._states.copy(), self._endings.copy()

    def states(self) -> NDArray[np.int32]:
        """int32, shape (N,): the states in which they rest, or rested last; -1 for none."""
        states = np.empty(self._count, dtype=np.int32)
        call("batch_states", self._handle, address(states), self._count)
        return states

    def pose(self, index: int) -> Pose:
        """As World.pose(), of one environment.

        Parameters
        ----------
        index : int
            0 to N - 1.
        """
        return pose_from(filled("batch_pose", "pose", self._handle, self._index(index)))

    def place(self, states: ArrayLike) -> None:
        """Places marbles at rest, each in the pose that the state is named for.

        Parameters
        ----------
        states : array of N int
            -1 leaves an environment alone.

        Raises
        ------
        BadInput
            For a number that is not a state.
        Unsupported
            In "predicted" worlds.
        """
        chosen = shaped("states", states, self._count, np.int32)
        call("batch_place", self._handle, address(chosen), self._count)

    def draw_from(self, streams: ArrayLike, mask: ArrayLike | None = None) -> None:
        """The noise of the actuators is drawn from these streams from now on.

        Parameters
        ----------
        streams : array of N int
            0 to 2**64 - 1.
        mask : array of N bool, optional
            Which take part; by default all.
        """
        chosen, given = mask_of(mask, self._count), shaped("streams", streams, self._count, np.uint64)
        call("batch_draw_from", self._handle, address(chosen), address(given), self._count)

    def copy_for_agent(self, index: int, stream: int) -> World:
        """As World.copy_for_agent(), of one environment.

        Parameters
        ----------
        index : int
            0 to N - 1.
        stream : int
            From which the copy draws, 0 to 2**64 - 1.
        """
        return World._of(new("batch_copy_for_agent", self._handle, self._index(index), whole("stream", stream, 64)),
                         self.maze(index))

    def _repr_html_(self) -> str:
        states = self.states()
        return table("Batch", {"environments": self._count, "kind": self._kind, "at rest in a state": int((states >= 0).sum()),
                               "states met": len(np.unique(states[states >= 0]))})
