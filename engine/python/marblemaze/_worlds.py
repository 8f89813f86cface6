"""What Batch and FreeBatch have in common: worlds that are made, kept and played together."""
from __future__ import annotations

from typing import Any, ClassVar, Iterable, NamedTuple

from ._library import BadKey, Held, address, call, data, encoded, given, listed, mask_of, new, raw, shaped, whole
from ._numpy import ArrayLike, np
from .maze import Maze


class Functions(NamedTuple):
    """Those of the C interface that make worlds and use one of them, by name."""

    create: str
    new_mazes: str
    maze: str
    save: str
    restore: str


class Worlds(Held):
    """N worlds of one kind, each in its own maze."""

    _CALLS: ClassVar[Functions]

    def _make(self, mazes: Iterable[Maze], kind: str, *rest: Any) -> None:
        held = listed("mazes", mazes)  # they live until the library has them
        handles = np.array([given("maze", maze, Maze)._handle for maze in held], dtype=np.uint64)
        self._handle = new(self._CALLS.create, encoded("kind", kind), address(handles), handles.size, *rest)
        self._kind, self._count = kind, len(held)

    def __len__(self) -> int:
        return self._count

    def new_mazes(self, seeds: ArrayLike, mask: ArrayLike | None = None) -> None:
        """Makes new random mazes of the same sides and layers. The worlds stand at their start.

        Parameters
        ----------
        seeds : array of N int
            Of the mazes; in a Batch of the noise, too.
        mask : array of N bool, optional
            Which take part; by default all.
        """
        chosen, dense = mask_of(mask, self._count), shaped("seeds", seeds, self._count, np.uint64)
        call(self._CALLS.new_mazes, self._handle, address(chosen), address(dense), self._count)

    def maze(self, index: int) -> Maze:
        """The maze of a world.

        Parameters
        ----------
        index : int
            0 to N - 1, or BadKey is raised, an IndexError.
        """
        return Maze._of(new(self._CALLS.maze, self._handle, self._index(index)))

    def save(self, index: int) -> bytes:
        """A world as bytes, with the noise to come. Another process can restore them.

        Parameters
        ----------
        index : int
            0 to N - 1.

        Raises
        ------
        NotNow
            In a move of a Batch. Mazes that are turned freely can be saved in the middle of a turn.
        """
        return data(self._CALLS.save, self._handle, self._index(index))

    def restore(self, index: int, saved: bytes) -> None:
        """Goes on where the bytes were saved.

        Parameters
        ----------
        index : int
            0 to N - 1.
        saved : bytes
            Of save(), in a world of the same kind, maze and settings.

        Raises
        ------
        BadInput
            For other bytes.
        """
        call(self._CALLS.restore, self._handle, self._index(index), *raw("saved", saved))

    def _index(self, index: int) -> int:
        checked = whole("index", index, 64, True)
        if not 0 <= checked < self._count:
            raise BadKey(f"index {index}: expected 0 to {self._count - 1}")
        return checked

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self._count} {self._kind} worlds>"
