"""Batches: many worlds that are stepped in one call."""
from __future__ import annotations

from typing import Any, ClassVar, Iterable

from ._library import (BadKey, Held, address, call, data, encoded, filled, given, listed, mask_of, new, raw, scheme_of,
                       shaped, whole)
from ._numpy import ArrayLike, NDArray, np
from .maze import Maze, Settings, settings_handle
from .names import WorldName
from .world import Pose, World, pose_from


class Worlds(Held):
    """Common base of Batch and FreeBatch: N worlds of one kind, each in its own maze.

    Batches can be pickled and deep-copied. The copy continues bit-identically, including its noise.
    """

    _FAMILY: ClassVar[str]
    """Prefix of the functions of the C interface."""

    def _make(self, mazes: Iterable[Maze], world: str, setup: dict[str, Any], *rest: int) -> None:
        held = listed("mazes", mazes)  # they live until the library has them
        handles = np.array([given("maze", maze, Maze)._handle for maze in held], dtype=np.uint64)
        self._handle = new(f"{self._FAMILY}_create", encoded("world", world), address(handles), handles.size, *rest)
        self._world, self._setup, self._count = world, setup, len(held)

    def __len__(self) -> int:
        return self._count

    def __reduce__(self) -> Any:
        mazes: dict[Maze, Maze] = {}  # equal ones once
        each = [mazes.setdefault(maze, maze) for maze in map(self.maze, range(self._count))]
        return _restored, (type(self), each, self._world, self._setup, [self.save(i) for i in range(self._count)])

    def new_mazes(self, seeds: ArrayLike, mask: ArrayLike | None = None) -> None:
        """Replaces mazes by new random ones with the same side lengths and layers, with marbles in their start cells.

        Args:
            seeds: N seeds of the mazes, and in a Batch also of the noise.
            mask: N bools that select worlds; by default all.
        """
        chosen, dense = mask_of(mask, self._count), shaped("seeds", seeds, self._count, np.uint64)
        call(f"{self._FAMILY}_new_mazes", self._handle, address(chosen), address(dense), self._count)

    def maze(self, index: int) -> Maze:
        """Returns the maze of a world.

        Args:
            index: Number of the world, 0 to N - 1.
        """
        return Maze._of(new(f"{self._FAMILY}_maze", self._handle, self._index(index)))

    def save(self, index: int) -> bytes:
        """Returns the complete state of a world, including the noise to come.

        Args:
            index: Number of the world, 0 to N - 1.
        """
        return data(f"{self._FAMILY}_save", self._handle, self._index(index))

    def restore(self, index: int, saved: bytes) -> None:
        """Continues a world from a saved state, which may come from another process.

        Args:
            index: Number of the world, 0 to N - 1.
            saved: Bytes from save(), of a world with the same simulation, maze and settings.
        """
        call(f"{self._FAMILY}_restore", self._handle, self._index(index), *raw("saved", saved))

    def _index(self, index: int) -> int:
        checked = whole("index", index, 64, True)
        if not 0 <= checked < self._count:
            raise BadKey(f"index {index}: expected 0 to {self._count - 1}")
        return checked

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self._count} {self._world} worlds>"


def _restored(kind: Any, mazes: list[Maze], world: str, setup: dict[str, Any], saved: list[bytes]) -> Any:
    made = kind(mazes, world, **setup)
    for i, state in enumerate(saved):
        made.restore(i, state)
    return made


class Batch(Worlds):
    """N worlds in which moves are made, all with the same simulation, control scheme and settings. Call reset() first.

    During a call other Python threads can run. After Ctrl-C some worlds have moved, and some are in motion: call reset().

    Args:
        mazes: The maze of each world. A maze may occur several times.
        world: The simulation: "bullet", "imagined" or "predicted".
        orientations: Control scheme: 4, 8 or 24 orientations. By default 4 in flat mazes and 8 in others.
        settings: Settings of the physics.
        jobs: Number of threads; 0 uses all cores. The results do not depend on it.
    """

    _FAMILY = "batch"

    def __init__(self, mazes: Iterable[Maze], world: WorldName = "imagined", *, orientations: int | None = None,
                 settings: Settings | None = None, jobs: int = 1) -> None:
        self._make(mazes, world, {"orientations": orientations, "settings": settings, "jobs": jobs}, scheme_of(orientations),
                   settings_handle(settings), whole("jobs", jobs, 32, True))
        self._states = np.full(self._count, -1, dtype=np.int32)
        self._endings = np.full(self._count, -1, dtype=np.int32)
        self._outputs = address(self._states), address(self._endings), self._count

    def __reduce__(self) -> Any:
        return (*super().__reduce__(), (self._states, self._endings))

    def __setstate__(self, state: tuple[NDArray[np.int32], NDArray[np.int32]]) -> None:
        self._states[:], self._endings[:] = state

    def reset(self, mask: ArrayLike | None = None) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Puts marbles into their start cells and lets them come to rest.

        Args:
            mask: N bools that select worlds; by default all.

        Returns:
            Two arrays of shape (N,): the states (-1 for none) and the endings (numbers of Motion). Elements of worlds that take
            no part keep their values.
        """
        chosen = mask_of(mask, self._count)
        call("batch_reset", self._handle, address(chosen), *self._outputs)
        return self._states.copy(), self._endings.copy()

    def step(self, moves: ArrayLike) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Makes a move in each world and simulates it to its end.

        Args:
            moves: N moves; -1 leaves a world unchanged.

        Returns:
            States and endings, as in reset().

        Raises:
            NotNow: A world is not at rest. The message names the world, and no world has changed.
        """
        chosen = shaped("moves", moves, self._count, np.int32)
        call("batch_step", self._handle, address(chosen), *self._outputs)
        return self._states.copy(), self._endings.copy()

    def states(self) -> NDArray[np.int32]:
        """Returns the states in which marbles rest or last rested, -1 for none, shape (N,)."""
        states = np.empty(self._count, dtype=np.int32)
        call("batch_states", self._handle, address(states), self._count)
        return states

    def pose(self, index: int) -> Pose:
        """Returns the positions of maze and marble in a world.

        Args:
            index: Number of the world, 0 to N - 1.
        """
        return pose_from(filled("batch_pose", "pose", self._handle, self._index(index)))

    def place(self, states: ArrayLike) -> None:
        """Puts marbles at rest into given states, each in the pose that belongs to the state.

        Args:
            states: N states; -1 leaves a world unchanged.
        """
        chosen = shaped("states", states, self._count, np.int32)
        call("batch_place", self._handle, address(chosen), self._count)

    def draw_from(self, streams: ArrayLike, mask: ArrayLike | None = None) -> None:
        """Takes the actuator noise from random streams from now on.

        Args:
            streams: N numbers of streams, 0 to 2**64 - 1.
            mask: N bools that select worlds; by default all.
        """
        chosen, dense = mask_of(mask, self._count), shaped("streams", streams, self._count, np.uint64)
        call("batch_draw_from", self._handle, address(chosen), address(dense), self._count)

    def copy_for_agent(self, index: int, stream: int) -> World:
        """Returns a copy of a world with other noise, as World.copy_for_agent() does.

        Args:
            index: Number of the world, 0 to N - 1.
            stream: Random stream of the copy's noise, 0 to 2**64 - 1.
        """
        handle = new("batch_copy_for_agent", self._handle, self._index(index), whole("stream", stream, 64))
        return World._of(handle, (self.maze(index), self._world, self._setup["orientations"], self._setup["settings"]))
