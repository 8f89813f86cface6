"""Mazes and the settings of the physics."""
from __future__ import annotations

import functools
import json
import os
from typing import Any, Iterable, Iterator, Sequence

from ._library import (BadInput, BadKey, BadType, Held, address, call, encoded, filled, flag, given, listed, new, path_of, picture,
                       raw, scheme_of, several, shaped, text, whole)
from ._numpy import NDArray, np
from .names import Layers, Theme


def _json_bytes(words: str | bytes) -> tuple[bytes, int]:
    return raw("text", encoded("text", words) if isinstance(words, str) else words)


class Maze(Held):
    """A maze: walls, a start and a target. It never changes; mazes are equal where their walls, start and target are.

    Cells are numbers from 0: z*w*h + y*w + x. Made by generate(), from_json() or load(). It can be copied and pickled.
    """

    _info: Any

    def __init__(self, *_: object) -> None:
        raise BadType("Maze(): expected Maze.generate(), from_json() or load()")

    @classmethod
    def _of(cls, handle: int) -> Maze:
        made = cls.__new__(cls)
        made._handle, made._info = handle, filled("maze_get_info", "maze_info", handle)
        return made

    def __reduce__(self) -> Any:
        return Maze.from_json, (self.to_json(),)

    @classmethod
    def generate(cls, size: int | Sequence[int], *, layers: Layers = "all", seed: int) -> Maze:
        """The random maze of a seed.

        Parameters
        ----------
        size : int or sequence of 3 int
            Cells along the side of a cube (of a square where `layers` is "flat"), or (w, h, d); each 2 to 64.
        layers : {"all", "outer", "flat"}, default "all"
            Which cells belong to the maze.
        seed : int
            0 to 2**64 - 1.

        Raises
        ------
        BadInput
            For a value that makes no sense.
        """
        named = encoded("layers", layers)
        sides = several(size) or [size, size, 1 if layers == "flat" else size]
        if len(sides) != 3:
            raise BadInput(f"size {size}: expected a number or three")
        w, h, d = (whole("side", side, 32, True) for side in sides)
        return cls._of(new("maze_generate", w, h, d, named, whole("seed", seed, 64)))

    @classmethod
    def from_json(cls, words: str | bytes) -> Maze:
        """Reads the text of a maze file.

        Parameters
        ----------
        words : str or bytes
            JSON.

        Raises
        ------
        BadInput
            For a text that is not a maze.
        """
        return cls._of(new("maze_from_json", *_json_bytes(words)))

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Maze:
        """Reads a maze file, such as the program writes.

        Parameters
        ----------
        path : path
            Of the file. Raises OSError where it cannot be read.
        """
        return cls.from_json(path_of(path).read_bytes())

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes a maze file, which load() and the program read.

        Parameters
        ----------
        path : path
            Of the file, which is replaced.
        """
        path_of(path).write_text(self.to_json(), encoding="utf-8")

    def to_json(self) -> str:
        """The text of a maze file."""
        return text("maze_to_json", self._handle)

    @property
    def dims(self) -> tuple[int, int, int]:
        """Numbers of cells along x, y and z: (w, h, d)."""
        w, h, d = self._info.dims
        return w, h, d

    @property
    def cells(self) -> int:
        """Number of cells of the whole box, with the hollow ones."""
        return int(self._info.cells)

    @property
    def maze_cells(self) -> int:
        """Number of cells that belong to the maze."""
        return int(self._info.maze_cells)

    @property
    def start(self) -> int:
        """The cell in which the marble begins."""
        return int(self._info.start)

    @property
    def target(self) -> int:
        """The cell to which the marble is to come."""
        return int(self._info.target)

    @property
    def flat(self) -> bool:
        """Has it one layer, which is turned about z alone?"""
        return bool(self._info.flat)

    @property
    def seed(self) -> int:
        """Seed of the generator; 0 where there was none."""
        return int(self._info.seed)

    @functools.cached_property
    def hash(self) -> str:
        """16 hexadecimal digits that identify the maze."""
        return text("maze_hash", self._handle)

    def walls(self) -> NDArray[np.bool_]:
        """Where walls stand.

        Returns
        -------
        bool array, shape (d, h, w, 6)
            [z, y, x, side]: True where a wall stands towards +x, -x, +y, -y, +z, -z. Hollow cells have walls all round.
        """
        w, h, d = self.dims
        walls = np.empty((d, h, w, 6), dtype=np.bool_)
        call("maze_walls", self._handle, address(walls), walls.size)
        return walls

    def distances(self) -> NDArray[np.int32]:
        """How far each cell is from the target.

        Returns
        -------
        int32 array, shape (d, h, w)
            Cells of the theoretical path to the target, both ends counted: 1 at the target, 0 in hollow cells.
        """
        w, h, d = self.dims
        distances = np.empty((d, h, w), dtype=np.int32)
        call("maze_distances", self._handle, address(distances), distances.size)
        return distances

    def svg(self, *, path: bool = False, rests: Iterable[int] | None = None) -> str:
        """A picture, layer by layer.

        Parameters
        ----------
        path : bool, default False
            Draw the theoretical path.
        rests : iterable of int, optional
            Draw a run: the cells in which its moves ended.

        Raises
        ------
        BadInput
            For a number that is not a cell of the maze.
        """
        drawn = flag("path", path)
        if rests is None:
            return text("maze_svg", self._handle, drawn, None, 0)
        ends = listed("rests", rests)
        cells = shaped("rests", np.array(ends, dtype=None if ends else np.int32), len(ends), np.int32)
        room = cells if ends else np.empty(1, dtype=np.int32)  # its address says that there is a run, if an empty one
        return text("maze_svg", self._handle, drawn, address(room), len(ends))

    def png(self, width: int = 1280, height: int = 720, *, theme: Theme = "dark") -> bytes:
        """The glass maze in space with the marble at its start, as a PNG file. Takes about a second.

        Parameters
        ----------
        width, height : int, default 1280 and 720
            Pixels, 64 to 8192.
        theme : {"dark", "light", "colour-blind"}, default "dark"
            Colours.

        Raises
        ------
        Unsupported
            Without the viewer.
        BadInput
            For a value that makes no sense.
        """
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


def _plain(value: Any) -> Any:
    """For JSON, a number of numpy's."""
    if isinstance(value, np.generic):
        return value.item()
    raise BadType(f"setting {value!r}: expected a number or a text")


NOISE_FREE: dict[str, float | str] = {"drive_variation": 0, "brake_tolerance": 0, "brake_tolerance_growth": 0}
"""Settings of an actuator without noise."""


class Settings(Held):
    """Settings of the physics: the defaults with changes. They never change, and can be copied, compared and pickled.

    Settings().to_dict() has the defaults, Settings()["friction"] and Settings().friction one of them. They include the actuator's
    noise; Settings.exact() is noise-free.

    Parameters
    ----------
    **changes : float or str
        Settings that differ from the defaults; catalogue()["settings"] lists names, ranges and units.

    Raises
    ------
    BadInput
        For a name that does not exist or a value out of range.
    """

    def __init__(self, **changes: float | str) -> None:
        for name, value in changes.items():
            if isinstance(value, (float, np.floating)) and not np.isfinite(value):
                raise BadInput(f"setting {name!r} {value}: expected a number")
        self._hold(json.dumps(changes, default=_plain))

    @classmethod
    def exact(cls, **changes: float | str) -> Settings:
        """Settings without the actuator's noise, as `--exact` of the program: a move from a pose always ends the same.

        Parameters
        ----------
        **changes : float or str
            Settings that differ from the defaults.
        """
        return cls(**{**NOISE_FREE, **changes})

    def __reduce__(self) -> Any:
        return Settings.from_json, (self.to_json(),)

    @classmethod
    def from_json(cls, words: str | bytes) -> Settings:
        """Reads the text of a settings file.

        Parameters
        ----------
        words : str or bytes
            JSON; what it leaves out keeps its default.
        """
        made = cls.__new__(cls)
        made._hold(words)
        return made

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Settings:
        """Reads a settings file.

        Parameters
        ----------
        path : path
            Of the file. Raises OSError where it cannot be read.
        """
        return cls.from_json(path_of(path).read_bytes())

    def _hold(self, words: str | bytes) -> None:
        self._handle = new("settings_from_json", *_json_bytes(words))

    def to_json(self) -> str:
        """The text of a settings file, with all settings."""
        return text("settings_to_json", self._handle)

    def to_dict(self) -> dict[str, Any]:
        """All settings by name."""
        return json.loads(self.to_json())  # type: ignore[no-any-return]

    def __getitem__(self, name: str) -> Any:
        settings = self.to_dict()
        if not isinstance(name, str) or name not in settings:
            raise BadKey(f"setting {name!r}: expected one of {', '.join(settings)}")
        return settings[name]

    def __getattr__(self, name: str) -> Any:
        settings = {} if name.startswith("_") else self.to_dict()
        if name not in settings:
            raise AttributeError(f"Settings has no setting {name!r}; available: {', '.join(settings)}")
        return settings[name]

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self})

    def __iter__(self) -> Iterator[str]:
        return iter(self.to_dict())

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
    return 0 if settings is None else given("settings", settings, Settings)._handle


def setup_of(kind: str, maze: Maze, orientations: int | None, settings: Settings | None) -> tuple[bytes, int, int, int]:
    """What a world is made of, for the library."""
    return encoded("world", kind), given("maze", maze, Maze)._handle, scheme_of(orientations), handle_of(settings)
