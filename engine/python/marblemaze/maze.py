"""Mazes and the settings of the physics."""
from __future__ import annotations

import ctypes
import functools
import json
import os
import pathlib
from ctypes import c_int32, c_uint64
from typing import Any, Iterable, Sequence

import numpy as np

from ._library import Held, Struct, address, call, encoded, new, picture, text, whole


class _Info(Struct):
    _fields_ = [("dims", c_int32 * 3), ("cells", c_int32), ("maze_cells", c_int32), ("start", c_int32), ("target", c_int32),
                ("flat", c_int32), ("seed", c_uint64)]


class Maze(Held):
    """A maze: walls, a start and a target. It never changes. Cells are numbers from 0: z*w*h + y*w + x."""

    def __init__(self, handle: int) -> None:
        """For internal use. Call generate(), load() or from_json()."""
        self._handle = handle
        self._info = _Info()
        call("maze_get_info", handle, ctypes.byref(self._info))

    @classmethod
    def generate(cls, size: int | Sequence[int], *, layers: str = "all", seed: int) -> Maze:
        """The random maze of a seed. `size` is the side of a cube (of a square where `layers` is
        "flat"), or (w, h, d); `layers` is "all", "outer" or "flat". Raises BadInput."""
        sides = [size, size, 1 if layers == "flat" else size] if isinstance(size, (int, np.integer)) else list(size)
        w, h, d = (whole("side", side, 32, True) for side in sides)
        return cls(new("maze_generate", w, h, d, encoded(layers), whole("seed", seed, 64)))

    @classmethod
    def from_json(cls, words: str) -> Maze:
        """Reads the text of a maze file. Raises BadInput."""
        bytes_ = words.encode()
        return cls(new("maze_from_json", bytes_, len(bytes_)))

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Maze:
        """Reads a maze file, such as the program writes."""
        return cls.from_json(pathlib.Path(path).read_text(encoding="utf-8"))

    def save(self, path: str | os.PathLike[str]) -> None:
        pathlib.Path(path).write_text(self.to_json(), encoding="utf-8")

    def to_json(self) -> str:
        return text("maze_to_json", self._handle)

    @property
    def dims(self) -> tuple[int, int, int]:
        """Numbers of cells along x, y and z."""
        return tuple(self._info.dims)  # type: ignore[return-value]

    @property
    def cells(self) -> int:
        """Number of cells of the whole box, with the hollow ones."""
        return self._info.cells

    @property
    def maze_cells(self) -> int:
        """Number of cells that belong to the maze."""
        return self._info.maze_cells

    @property
    def start(self) -> int:
        return self._info.start

    @property
    def target(self) -> int:
        return self._info.target

    @property
    def flat(self) -> bool:
        return bool(self._info.flat)

    @property
    def seed(self) -> int:
        """Seed of the generator; 0 where there was none."""
        return self._info.seed

    @functools.cached_property
    def hash(self) -> str:
        """16 hexadecimal digits that identify the maze."""
        return text("maze_hash", self._handle)

    def walls(self) -> np.ndarray:
        """bool, shape (d, h, w, 6): is there a wall towards +x, -x, +y, -y, +z, -z of the cell?"""
        w, h, d = self.dims
        walls = np.empty((d, h, w, 6), dtype=np.uint8)
        call("maze_walls", self._handle, address(walls), walls.size)
        return walls.astype(bool)

    def distances(self) -> np.ndarray:
        """int32, shape (d, h, w): cells of the theoretical path from each cell to the target, both
        counted: 1 at the target, 0 in hollow cells."""
        w, h, d = self.dims
        distances = np.empty((d, h, w), dtype=np.int32)
        call("maze_distances", self._handle, address(distances), distances.size)
        return distances

    def svg(self, *, path: bool = False, rests: Iterable[int] | None = None) -> str:
        """A picture, layer by layer, with the theoretical path if wanted, or with the cells in which
        a run's moves ended."""
        cells = None if rests is None else np.array(list(rests), dtype=np.int32)
        pointer = None if cells is None else (address(cells) or None)
        return text("maze_svg", self._handle, int(path), pointer, 0 if cells is None else cells.size)

    def png(self, width: int = 1280, height: int = 720, *, theme: str = "dark") -> bytes:
        """The glass maze in space with the marble at its start, as a PNG file. `theme` is "dark", "light" or "colour-blind".
        Needs the viewer. Raises BadInput, and Unsupported without a viewer."""
        return picture("maze_png", self._handle, width, height, theme)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return text("maze_ascii", self._handle)

    def __repr__(self) -> str:
        w, h, d = self.dims
        return f"<Maze {w}x{h}x{d}, seed {self.seed}, hash {self.hash}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Maze) and self.hash == other.hash

    def __hash__(self) -> int:
        return hash(self.hash)


class Settings(Held):
    """Settings of the physics. They never change. What is not named keeps its default; catalogue()["settings"] lists names,
    ranges and units."""

    def __init__(self, **changes: float | str) -> None:
        """Raises BadInput for a name that does not exist or a value out of range."""
        self._hold(json.dumps(changes))

    @classmethod
    def from_json(cls, words: str) -> Settings:
        made = cls.__new__(cls)
        made._hold(words)
        return made

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Settings:
        return cls.from_json(pathlib.Path(path).read_text(encoding="utf-8"))

    def _hold(self, words: str) -> None:
        bytes_ = words.encode()
        self._handle = new("settings_from_json", bytes_, len(bytes_))

    def to_json(self) -> str:
        return text("settings_to_json", self._handle)

    def to_dict(self) -> dict[str, Any]:
        return json.loads(self.to_json())

    def __getitem__(self, name: str) -> Any:
        return self.to_dict()[name]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Settings) and self.to_json() == other.to_json()

    def __hash__(self) -> int:
        return hash(self.to_json())

    def __repr__(self) -> str:
        defaults = Settings().to_dict()
        changed = {name: value for name, value in self.to_dict().items() if value != defaults[name]}
        return f"Settings({', '.join(f'{name}={value!r}' for name, value in changed.items())})"


def handle_of(settings: Settings | None) -> int:
    """0 stands for the defaults."""
    return 0 if settings is None else settings._handle
