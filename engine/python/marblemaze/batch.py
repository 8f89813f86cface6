"""Many environments in one call."""
from __future__ import annotations

from typing import Any, Sequence

import numpy as np

from ._library import BadInput, Held, address, call, data, encoded, mask_of, new, shaped, whole
from .maze import Maze, Settings, handle_of
from .world import World


class Batch(Held):
    """N marble worlds of one kind, scheme and settings, each in its own maze. Arrays have N elements. Python's lock is free
    during a call, and with `jobs` threads (0: all cores) environments run side by side; results do not depend on it."""

    def __init__(self, mazes: Sequence[Maze], kind: str = "imagined", *, orientations: int | None = None,
                 settings: Settings | None = None, jobs: int = 1) -> None:
        """All worlds stand at their start: call reset(). Raises BadInput."""
        handles = np.array([maze._handle for maze in mazes], dtype=np.uint64)
        self._handle = new("batch_create", encoded(kind), address(handles), handles.size,
                           whole("orientations", orientations or 0, 32, True), handle_of(settings),
                           whole("jobs", jobs, 32, True))
        self._states = np.full(len(handles), -1, dtype=np.int32)
        self._endings = np.full(len(handles), -1, dtype=np.int32)
        self._count = len(handles)

    def __len__(self) -> int:
        return self._count

    def reset(self, mask: Any = None) -> tuple[np.ndarray, np.ndarray]:
        """Brings all environments, or those of the mask, to the first rest from their start. Returns states (-1 for none)
        and endings (Motion); those of environments that took no part are as they were."""
        chosen = mask_of(mask, self._count)
        call("batch_reset", self._handle, address(chosen), address(self._states), address(self._endings), self._count)
        return self._states.copy(), self._endings.copy()

    def step(self, moves: Any) -> tuple[np.ndarray, np.ndarray]:
        """Plays moves[i] to its end in environment i; -1 leaves it alone. Returns states and endings as reset() does. Raises
        NotNow or BadInput, which names the environment, before anything has moved."""
        chosen = shaped("moves", moves, self._count, np.int32)
        call("batch_step", self._handle, address(chosen), address(self._states), address(self._endings), self._count)
        return self._states.copy(), self._endings.copy()

    def states(self) -> np.ndarray:
        """The states in which they rest, or rested last; -1 for none."""
        states = np.empty(self._count, dtype=np.int32)
        call("batch_states", self._handle, address(states), self._count)
        return states

    def place(self, states: Any) -> None:
        """Places marbles at rest in these states; -1 leaves an environment alone. Raises BadInput or Unsupported."""
        chosen = shaped("states", states, self._count, np.int32)
        call("batch_place", self._handle, address(chosen), self._count)

    def new_mazes(self, seeds: Any, mask: Any = None) -> None:
        """Makes new random mazes of the same sides and layers. The worlds stand at their start."""
        chosen, streams = mask_of(mask, self._count), shaped("seeds", seeds, self._count, np.uint64)
        call("batch_new_mazes", self._handle, address(chosen), address(streams), self._count)

    def draw_from(self, streams: Any, mask: Any = None) -> None:
        """The noise of the actuators is drawn from these streams from now on."""
        chosen, given = mask_of(mask, self._count), shaped("streams", streams, self._count, np.uint64)
        call("batch_draw_from", self._handle, address(chosen), address(given), self._count)

    def maze(self, index: int) -> Maze:
        return Maze(new("batch_maze", self._handle, self._index(index)))

    def save(self, index: int) -> bytes:
        """As World.save()."""
        return data("batch_save", self._handle, self._index(index))

    def restore(self, index: int, saved: bytes) -> None:
        """As World.restore()."""
        call("batch_restore", self._handle, self._index(index), saved, len(saved))

    def copy_for_agent(self, index: int, stream: int) -> World:
        """As World.copy_for_agent()."""
        return World._of(new("batch_copy_for_agent", self._handle, self._index(index), whole("stream", stream, 64)),
                         self.maze(index))

    def _index(self, index: int) -> int:
        if not 0 <= index < self._count:
            raise BadInput(f"index {index}: expected 0 to {self._count - 1}")
        return index
