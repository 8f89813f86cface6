"""Batches of worlds that are stepped in one call."""
from __future__ import annotations

import ctypes
from typing import Any, Generic, Iterable, Mapping, NamedTuple, TypeVar

from ._arguments import TILT, address, control_of, instance_of, integer, integer_array, list_of
from ._errors import BadKey, BadType
from ._handles import Copyable
from ._library import call, call_handle, new_struct
from ._numpy import ArrayLike, NDArray, np
from .maze import Maze, Settings, setup_of
from .names import TiltWorldName, WorldName
from .world import TiltState, TiltWorld, World, actions_of

OBSERVATION = 28
"""Number of elements of an observation under continuous control."""


class Steps(NamedTuple):
    """Results of the last step of each world, arrays of shape (N,).

    The rows of worlds that were not stepped keep their previous values.
    """

    states: NDArray[np.int64]
    """State in which the marble rests or last rested, or -1 if there is none."""
    outcomes: NDArray[np.int64]
    """Outcome, an index into mm.OUTCOMES."""
    rewards: NDArray[np.float64]
    """1 if the step solved the maze, otherwise 0."""
    moves: NDArray[np.int64]
    """Moves since the last reset."""
    ticks: NDArray[np.int64]
    """Time steps since the last reset."""
    endings: NDArray[np.int64]
    """Motion at the end of the last move."""


def view_of(arrays: Mapping[str, NDArray[Any]]) -> Any:
    """Returns an mm_view that points to the arrays. The arrays must outlive it."""
    view = new_struct("view")
    for name, array in arrays.items():
        setattr(view, name, address(array))
    return view


AnyWorld = TypeVar("AnyWorld", World, TiltWorld)
_B = TypeVar("_B", bound="_BatchBase[Any]")


class _BatchBase(Copyable, Generic[AnyWorld]):
    """Common base of Batch and TiltBatch: N worlds of one kind. `_arguments` does not contain the mazes."""

    _WORLD: type[AnyWorld]
    _WORLD_ARGUMENTS: tuple[str, ...]

    def _create(self, mazes: Iterable[Maze], setup: Any, jobs: int, **arguments: Any) -> None:
        held = list_of("mazes", mazes)  # keep them alive during the call
        handles = np.array([instance_of("maze", maze, Maze)._handle for maze in held], dtype=np.uint64)
        self._handle = call_handle("batch_create", ctypes.byref(setup), address(handles), handles.size,
                                   integer("jobs", jobs, 32, True))
        self._count, self._arguments = len(held), {**arguments, "jobs": jobs}
        self._values, self._rewards = np.zeros((5, self._count), dtype=np.int64), np.zeros(self._count)
        self._values[[0, 4]] = -1
        self._connect()

    def _connect(self) -> None:
        self._view = view_of({**dict(zip(("states", "outcomes", "moves", "ticks", "endings"), self._values)),
                              "rewards": self._rewards})
        self._view_and_count = ctypes.byref(self._view), self._count

    def _steps(self) -> Steps:
        states, outcomes, moves, ticks, endings = self._values.copy()
        return Steps(states, outcomes, self._rewards.copy(), moves, ticks, endings)

    def __len__(self) -> int:
        return self._count

    def copy(self: _B) -> _B:
        """Returns an exact copy, which continues bit-identically, including its random numbers."""
        made = super().copy()
        made.__setstate__({"_values": self._values.copy(), "_rewards": self._rewards.copy()})
        return made

    def __reduce__(self) -> Any:
        restored, (kind, arguments, saved) = super().__reduce__()
        unique: dict[Maze, Maze] = {}
        mazes = [unique.setdefault(maze, maze) for maze in map(self.maze, range(self._count))]
        results = {"_values": self._values, "_rewards": self._rewards}
        return restored, (kind, {**arguments, "mazes": mazes}, saved), results

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._connect()

    def reset(self, mask: ArrayLike | None = None, *, seeds: ArrayLike | None = None,
              streams: ArrayLike | None = None) -> Steps:
        """Resets worlds to their initial states. In a Batch, the marbles then settle.

        Args:
            mask: N bools that select worlds. By default, all worlds are reset.
            seeds: N seeds of new mazes with the same side lengths and layers. If the marble does not settle in the
                start cell of a Batch, the next seed is tried.
            streams: N random streams of the noise in a Batch, or N run numbers in a TiltBatch, as for the --run option.
                By default, a reset repeats the same noise. In a new maze, the default is the seed in a Batch and run 1
                in a TiltBatch.
        """
        chosen = self._rows("mask", mask, np.uint8)
        new, noise = self._rows("seeds", seeds), self._rows("streams", streams)
        call("batch_reset", self._handle, address(chosen), address(new), address(noise), *self._view_and_count)
        return self._steps()

    def _rows(self, what: str, values: ArrayLike | None, kind: Any = np.uint64) -> NDArray[Any] | None:
        return None if values is None else integer_array(what, values, self._count, kind).copy()

    def observe(self) -> Steps:
        """Returns the current values of all worlds. Rewards are 0."""
        call("batch_observe", self._handle, *self._view_and_count)
        return self._steps()

    def maze(self, index: int) -> Maze:
        """Returns the maze of a world.

        Args:
            index: Index of the world, 0 to N - 1.
        """
        return Maze._of(call_handle("batch_maze", self._handle, self._index(index)))

    def world(self, index: int) -> AnyWorld:
        """Returns an exact copy of a world.

        Args:
            index: Index of the world, 0 to N - 1.
        """
        arguments = {name: self._arguments[name] for name in self._WORLD_ARGUMENTS}
        handle = call_handle("batch_world", self._handle, self._index(index))
        return self._WORLD._of(handle, _arguments={**arguments, "maze": self.maze(index)})

    def put(self, index: int, world: AnyWorld) -> None:
        """Replaces a world of the batch with an exact copy of another world.

        Args:
            index: Index of the world, 0 to N - 1.
            world: World with the same simulation, control scheme and settings, in a maze with the same side lengths and
                layers.
        """
        call("batch_put", self._handle, self._index(index), instance_of("world", world, self._WORLD)._handle)

    def _index(self, index: int) -> int:
        checked = integer("index", index, 64, True)
        if not 0 <= checked < self._count:
            raise BadKey(f"index {index}: expected 0 to {self._count - 1}")
        return checked

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self._count} {self._arguments['world']} worlds>"


class Batch(_BatchBase[World]):
    """N worlds with discrete moves, all with the same simulation, control scheme and settings. Call reset() first.

    Calls release Python's global interpreter lock. After Ctrl-C, the worlds are in undefined states. Call reset().

    Args:
        mazes: Maze of each world. The same maze can occur several times.
        world: The simulation: "bullet", "imagined" or "predicted".
        orientations: Control scheme: 4, 8 or 24 orientations. By default, 4 in flat mazes and 8 in other mazes.
        settings: Physics settings.
        move_limit: Maximum number of moves, after which the outcome is "capped". 0 means no limit.
        jobs: Number of threads; 0 uses all cores. The results do not depend on it.
    """

    _WORLD, _WORLD_ARGUMENTS = World, ("world", "orientations", "settings")

    def __init__(self, mazes: Iterable[Maze], world: WorldName = "imagined", *, orientations: int | None = None,
                 settings: Settings | None = None, move_limit: int = 0, jobs: int = 1) -> None:
        setup = setup_of(world, None, settings, control=control_of(orientations), limit=move_limit)
        self._create(mazes, setup, jobs, world=world, orientations=orientations, settings=settings,
                     move_limit=move_limit)

    def step(self, moves: ArrayLike) -> Steps:
        """Executes a move in each world and simulates it to its end.

        Args:
            moves: N moves; -1 leaves a world unchanged.

        Raises:
            NotNow: A world is not at rest. No world has changed.
        """
        chosen = integer_array("moves", moves, self._count, np.int32)  # must outlive the call
        call("batch_step", self._handle, address(chosen), *self._view_and_count)
        return self._steps()


class TiltBatch(_BatchBase[TiltWorld]):
    """N worlds under continuous control. All mazes must have the same side lengths and layers. The marbles start at
    rest.

    Commands have the same format as in TiltWorld. After Ctrl-C, only some of the worlds have moved.

    Args:
        mazes: Maze of each world. The same maze can occur several times.
        world: The simulation: "bullet" or "imagined".
        rest: Whether the marble must come to rest in the target. By default, it must only reach the target.
        settings: Physics settings.
        tick_limit: Maximum number of time steps, after which the outcome is "capped". 0 means no limit.
        jobs: Number of threads; 0 uses all cores. The results do not depend on it.
    """

    _WORLD, _WORLD_ARGUMENTS = TiltWorld, ("world", "rest", "settings")

    max_rate: float
    """Maximum angular velocity of the mazes, rad/s. Larger mazes turn more slowly."""
    max_acceleration: float
    """Maximum angular acceleration of the mazes, rad/s²."""
    tick: float
    """Length of a time step, s."""

    def __init__(self, mazes: Iterable[Maze], world: TiltWorldName = "imagined", *, rest: bool = False,
                 settings: Settings | None = None, tick_limit: int = 0, jobs: int = 1) -> None:
        setup = setup_of(world, None, settings, control=TILT, rest=rest, limit=tick_limit)
        self._create(mazes, setup, jobs, world=world, rest=rest, settings=settings, tick_limit=tick_limit)
        first = self.world(0)
        self.max_rate, self.max_acceleration, self.tick = first.max_rate, first.max_acceleration, first.tick

    def act(self, actions: ArrayLike | None, ticks: int = 4, mask: ArrayLike | None = None) -> Steps:
        """Sets the commands and simulates a number of time steps.

        Args:
            actions: Commands, shape (N, 3), or None to keep the current commands. NaN raises BadInput before any world
                changes.
            ticks: Number of time steps, 0 or more. By default, a time step takes 1/120 s.
            mask: N bools that select worlds. By default, all worlds are stepped.
        """
        chosen, dense = self._rows("mask", mask, np.uint8), actions_of(actions, (self._count, 3))
        call("batch_turn", self._handle, address(chosen), address(dense), integer("ticks", ticks, 32, True),
             *self._view_and_count)
        return self._steps()

    def states(self) -> TiltState:
        """Returns the physical states of all worlds."""
        tilt = np.empty((self._count, 5, 3))
        call("batch_observe", self._handle, ctypes.byref(view_of({"tilt": tilt})), self._count)
        return TiltState(*tilt.swapaxes(0, 1))

    def observations(self, out: NDArray[np.float32] | None = None) -> NDArray[np.float32]:
        """Returns the observations of all worlds, shape (N, 28).

        The elements are: 0-2 position of the marble relative to the centre of its cell (cells), 3-5 centre of this cell
        as fractions of the side lengths, 6-8 velocity relative to the maze (cells/s), 9-11 spin (rad/s), 12-14
        direction of gravity, 15-17 angular velocity of the maze as fractions of max_rate, 18-23 walls of the cell on
        the sides +x, -x, +y, -y, +z, -z, 24-26 direction of the theoretical path out of the cell, 27 distance to the
        centre of the target along this path (cells).

        Args:
            out: C-contiguous float32 array of shape (N, 28) for the result. By default, a new array is returned.
        """
        shape = self._count, OBSERVATION
        to: NDArray[np.float32] = np.empty(shape, dtype=np.float32) if out is None else out
        if not isinstance(to, np.ndarray) or to.shape != shape or to.dtype != np.float32 or not to.flags.carray:
            raise BadType(f"out: expected a C-contiguous float32 array of shape {shape}")
        call("batch_observe", self._handle, ctypes.byref(view_of({"observations": to})), self._count)
        return to
