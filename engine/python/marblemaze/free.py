"""Mazes that are turned about any axis at any time: one, or many in one call."""
from __future__ import annotations

import ctypes
from ctypes import c_size_t
from typing import Iterable, NamedTuple

from ._library import BadInput, BadType, address, call, encoded, filled, flag, mask_of, shaped, whole
from ._numpy import ArrayLike, NDArray, np
from ._worlds import Functions, Worlds
from .maze import Maze, Settings, handle_of
from .names import ControllerName, FreeWorldName

OBSERVATION = 28
"""Numbers in an observation."""


class FreeState(NamedTuple):
    """All that decides how marble and maze go on, along the maze's axes as it stands. Arrays of shape (3,), of many (N, 3)."""

    marble: NDArray[np.float64]
    """Its centre in the maze's frame, 0 to dims, cells."""
    velocity: NDArray[np.float64]
    """Of the marble as seen in the turning maze, cells/s."""
    spin: NDArray[np.float64]
    """The same of its rotation, rad/s."""
    down: NDArray[np.float64]
    """Where gravity pulls, a unit vector."""
    rate: NDArray[np.float64]
    """Angular velocity of the maze, rad/s."""


class Choice(NamedTuple):
    """What a controller would do."""

    action: NDArray[np.float64]
    """Shape (3,), as FreeWorld.act() takes it."""
    reason: str
    """Why, in words."""


def actions_of(actions: ArrayLike | None, shape: tuple[int, ...]) -> NDArray[np.float64] | None:
    """A dense array of actions; raises where they are none."""
    if actions is None:
        return None
    try:
        dense = np.asarray(actions)
        if dense.shape != shape:
            raise BadInput(f"actions of shape {dense.shape}: expected {shape}")
        return np.ascontiguousarray(dense, dtype=np.float64)
    except BadInput:
        raise
    except (TypeError, ValueError):
        raise BadType(f"actions: expected numbers of shape {shape}") from None


class FreeBatch(Worlds):
    """N mazes of the same sides and layers, each with a marble at rest in its start cell.

    An action is an angular velocity: three shares of max_rate about the maze's axes x, y, z as it stands. The mount strives for
    it until the next one. Vectors longer than 1 are shortened, and all are rounded to 1/4096. Ctrl-C ends a long call; then some
    worlds have gone on and others have not.

    Parameters
    ----------
    mazes : iterable of Maze
        One for each world; a maze may occur several times.
    kind : {"bullet", "imagined"}, default "imagined"
        The physics. Imagined worlds are stepped side by side in the processor's vector lanes.
    settings : Settings, optional
        Of the physics.
    jobs : int, default 1
        Threads; 0 for all cores. No result depends on it.

    Raises
    ------
    BadInput
        For a value that makes no sense.
    """

    _CALLS = Functions("tilt_create", "tilt_new_mazes", "tilt_maze", "tilt_save", "tilt_restore")

    max_rate: float
    """At which a maze turns, rad/s. Larger mazes turn more slowly."""
    max_acceleration: float
    """Of the turn, rad/s²."""
    tick: float
    """Length of a fixed step, s."""

    def __init__(self, mazes: Iterable[Maze], kind: FreeWorldName = "imagined", *, settings: Settings | None = None,
                 jobs: int = 1) -> None:
        self._make(mazes, kind, handle_of(settings), whole("jobs", jobs, 32, True))
        info = filled("tilt_get_info", "tilt_info", self._handle)
        self.max_rate, self.max_acceleration, self.tick = info.max_rate, info.max_acceleration, info.tick

    def act(self, actions: ArrayLike | None, ticks: int = 4, mask: ArrayLike | None = None) -> None:
        """Sets actions and makes fixed steps.

        Parameters
        ----------
        actions : array of float, shape (N, 3)
            None leaves those in force.
        ticks : int, default 4
            0 or more. A tick is 1/120 s unless the settings say otherwise.
        mask : array of N bool, optional
            Which take part; by default all.

        Raises
        ------
        BadInput
            Before anything has moved, for an action that is no number. The message names the world.
        """
        chosen, dense = mask_of(mask, self._count), actions_of(actions, (self._count, 3))
        call("tilt_act", self._handle, address(chosen), address(dense), whole("ticks", ticks, 32, True), self._count)

    def states(self) -> FreeState:
        """Of all worlds, in new arrays of shape (N, 3)."""
        states = np.empty((self._count, 5, 3))
        call("tilt_states", self._handle, address(states), None, None, self._count)
        return FreeState(*states.swapaxes(0, 1))

    def ticks(self) -> NDArray[np.int64]:
        """int64, shape (N,): since each was reset."""
        ticks = np.empty(self._count, dtype=np.int64)
        call("tilt_states", self._handle, None, address(ticks), None, self._count)
        return ticks

    def _flags(self, flag: int) -> NDArray[np.bool_]:
        flags = np.empty(self._count, dtype=np.uint8)
        call("tilt_states", self._handle, None, None, address(flags), self._count)
        return np.not_equal(flags & flag, 0)

    def reached(self) -> NDArray[np.bool_]:
        """bool, shape (N,): was the marble's centre in the target cell after some tick?"""
        return self._flags(1)

    def rests(self) -> NDArray[np.bool_]:
        """bool, shape (N,): does it rest there now, held by walls?"""
        return self._flags(2)

    def escaped(self) -> NDArray[np.bool_]:
        """bool, shape (N,): is it outside the maze? That is a fault of the physics: reset() the world."""
        return self._flags(4)

    def observations(self, out: NDArray[np.float32] | None = None) -> NDArray[np.float32]:
        """What a policy sees, float32 of shape (N, 28): the marble's place from the middle of its cell (3, cells); the middle of
        that cell as a share of the sides (3); velocity (3, cells/s); spin (3, rad/s); where gravity pulls (3); rate as a share of
        max_rate (3); walls of the cell, 1 or 0, sides as in Maze.walls() (6); the way out of the cell that leads to the target
        (3, a unit vector, 0 in the target); cells along the theoretical path to the middle of the target (1).

        Parameters
        ----------
        out : float32 array of shape (N, 28), optional
            The caller's memory for it, C-contiguous.
        """
        shape = self._count, OBSERVATION
        to: NDArray[np.float32] = np.empty(shape, dtype=np.float32) if out is None else out
        if not isinstance(to, np.ndarray) or to.shape != shape or to.dtype != np.float32 or not to.flags.carray:
            raise BadType(f"out: expected a C-contiguous float32 array of shape {shape}")
        call("tilt_observe", self._handle, address(to), self._count)
        return to

    def reset(self, mask: ArrayLike | None = None) -> None:
        """Back to the start. The draws of noise begin anew, and controllers are let go.

        Parameters
        ----------
        mask : array of N bool, optional
            Which take part; by default all.
        """
        call("tilt_reset", self._handle, address(mask_of(mask, self._count)), self._count)

    def draw_for_run(self, runs: ArrayLike, mask: ArrayLike | None = None) -> None:
        """The mount's noise is drawn anew, from the streams that the program's --run names; at first from that of run 1.

        Parameters
        ----------
        runs : array of N int
            0 to 2**64 - 1.
        mask : array of N bool, optional
            Which take part; by default all.
        """
        chosen, dense = mask_of(mask, self._count), shaped("runs", runs, self._count, np.uint64)
        call("tilt_draw_for_run", self._handle, address(chosen), address(dense), self._count)

    def frame(self, index: int) -> NDArray[np.float32]:
        """The pose of a world, float32 of shape (12,), as Episode.frames() has it.

        Parameters
        ----------
        index : int
            0 to N - 1.
        """
        frame = np.empty(12, dtype=np.float32)
        call("tilt_frame", self._handle, self._index(index), address(frame))
        return frame

    def use_controller(self, index: int, controller: ControllerName, *, rest: bool = False) -> None:
        """Asks a built-in controller from now on: decide() says what it would do.

        Parameters
        ----------
        index : int
            0 to N - 1.
        controller : {"cem", "floor"}
            Its name, of catalogue()["controllers"].
        rest : bool, default False
            Must the marble rest in the target? Else it is enough that it comes there.
        """
        call("tilt_use_controller", self._handle, self._index(index), encoded("controller", controller), flag("rest", rest))

    def decide(self, index: int) -> Choice:
        """What the controller would do now. It plans for an action every 8 ticks, and remembers what it was asked.

        Parameters
        ----------
        index : int
            0 to N - 1.

        Raises
        ------
        NotNow
            Without a controller.
        """
        action = np.empty(3)
        needed, buffer = c_size_t(), ctypes.create_string_buffer(4096)
        call("tilt_decide", self._handle, self._index(index), address(action), ctypes.addressof(buffer), len(buffer),
             ctypes.byref(needed))
        return Choice(action, buffer.value.decode())


class FreeWorld:
    """One maze that is turned freely, as FreeBatch has many. The same actions give the same run as in `marblemaze solve --free`.

    Parameters
    ----------
    maze : Maze
        In which the marble is.
    kind : {"bullet", "imagined"}, default "bullet"
        The physics.
    run : int, default 1
        Which of the runs that differ in the mount's noise alone.
    settings : Settings, optional
        Of the physics.

    Raises
    ------
    BadInput
        For a value that makes no sense.
    """

    maze: Maze
    """The one that is turned."""
    max_rate: float
    """At which it turns, rad/s."""
    max_acceleration: float
    """Of the turn, rad/s²."""
    tick: float
    """Length of a fixed step, s."""

    def __init__(self, maze: Maze, kind: FreeWorldName = "bullet", *, run: int = 1, settings: Settings | None = None) -> None:
        self._batch = FreeBatch([maze], kind, settings=settings)
        self._batch.draw_for_run([whole("run", run, 64)])
        self.maze, self.max_rate, self.tick = maze, self._batch.max_rate, self._batch.tick
        self.max_acceleration = self._batch.max_acceleration

    def act(self, action: ArrayLike | None, ticks: int = 4) -> None:
        """Sets an action and makes fixed steps.

        Parameters
        ----------
        action : array of float, shape (3,)
            As FreeBatch has it; None leaves the one in force.
        ticks : int, default 4
            0 or more.
        """
        chosen = actions_of(action, (3,))
        self._batch.act(None if chosen is None else chosen[None], ticks)

    @property
    def state(self) -> FreeState:
        """As it stands, in arrays of shape (3,)."""
        return FreeState(*(part[0] for part in self._batch.states()))

    @property
    def ticks(self) -> int:
        """Since reset()."""
        return int(self._batch.ticks()[0])

    @property
    def reached(self) -> bool:
        """Was the marble's centre in the target cell after some tick?"""
        return bool(self._batch.reached()[0])

    @property
    def rests(self) -> bool:
        """Does it rest there now, held by walls?"""
        return bool(self._batch.rests()[0])

    @property
    def escaped(self) -> bool:
        """Is it outside the maze? That is a fault of the physics: reset() the world."""
        return bool(self._batch.escaped()[0])

    def observation(self) -> NDArray[np.float32]:
        """What a policy sees, float32 of shape (28,), as FreeBatch.observations() has it."""
        return self._batch.observations().reshape(-1)

    def frame(self) -> NDArray[np.float32]:
        """The pose, float32 of shape (12,), as Episode.frames() has it."""
        return self._batch.frame(0)

    def reset(self) -> None:
        """Back to the start. The draws of noise begin anew, and a controller is let go."""
        self._batch.reset()

    def save(self) -> bytes:
        """The world as bytes, with the noise to come, also in the middle of a turn. Another process can restore them."""
        return self._batch.save(0)

    def restore(self, saved: bytes) -> None:
        """Goes on where the bytes were saved.

        Parameters
        ----------
        saved : bytes
            Of save(), in a world of the same kind, maze and settings.
        """
        self._batch.restore(0, saved)

    def use_controller(self, controller: ControllerName, *, rest: bool = False) -> None:
        """Asks a built-in controller from now on: decide() says what it would do.

        Parameters
        ----------
        controller : {"cem", "floor"}
            Its name, of catalogue()["controllers"].
        rest : bool, default False
            Must the marble rest in the target? Else it is enough that it comes there.
        """
        self._batch.use_controller(0, controller, rest=rest)

    def decide(self) -> Choice:
        """What the controller would do now, for the next 8 ticks; raises NotNow without a controller."""
        return self._batch.decide(0)

    def __repr__(self) -> str:
        return f"<FreeWorld {self._batch._kind} after {self.ticks * self.tick:.2f} s>"
