"""Mazes and physics settings."""
from __future__ import annotations

import contextlib
import functools
import json
import os
import pathlib
import tempfile
from typing import Any, Iterable, Iterator, Sequence, TypeVar

from ._arguments import (address, boolean, bytes_of, elements_of, encode, instance_of, integer, integer_array, list_of,
                         path_of)
from ._errors import BadInput, BadKey, BadType, FileError
from ._handles import Handle, member
from ._library import call, call_handle, call_struct, call_text, copy_array, new_struct
from ._numpy import NDArray, np
from .names import Layers, Theme

_V = TypeVar("_V", bound="JsonValue")


@contextlib.contextmanager
def _file(verb: str, path: Any) -> Iterator[pathlib.Path]:
    try:
        yield path_of(path)
    except OSError as error:
        raise FileError(f"cannot {verb} '{path}': {error.strerror}") from error


class Renderable(Handle):
    """Base class of mazes and episodes. They can be rendered."""

    def png(self, width: int = 1280, height: int = 720, *, theme: Theme = "dark") -> bytes:
        """Renders the maze and the marble to PNG. An episode is shown after its last finished move. Takes about a
        second.

        Args:
            width: Width in pixels, 64 to 8192.
            height: Height in pixels, 64 to 8192.
            theme: Colours: "dark", "light" or "colour-blind".

        Raises:
            Unsupported: The viewer cannot be started, or this is a logic maze. MARBLEMAZE_VIEWER sets the path of the
                viewer.
        """
        with tempfile.TemporaryDirectory(prefix="marblemaze-") as folder:
            path = pathlib.Path(folder, "image.png")
            call("png", self._handle, integer("width", width, 32, True), integer("height", height, 32, True),
                 encode("theme", theme), os.fsencode(path))
            return path.read_bytes()


class JsonValue(Handle):
    """Base class of mazes and settings. They are immutable and can be converted to JSON and back."""

    _KIND: str

    @classmethod
    def from_json(cls: type[_V], words: str | bytes) -> _V:
        """Creates an object from JSON. Settings that the text omits have their default values.

        Args:
            words: Text of a maze file or settings file.
        """
        encoded = encode("text", words) if isinstance(words, str) else words
        return cls._of(call_handle(f"{cls._KIND}_from_json", *bytes_of("text", encoded)))

    @classmethod
    def load(cls: type[_V], path: str | os.PathLike[str]) -> _V:
        """Reads a maze file or settings file. Raises FileError if the file cannot be read.

        Args:
            path: Path of the file.
        """
        with _file("read", path) as file:
            return cls.from_json(file.read_bytes())

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes a file for load() and for the program. Raises FileError if the file cannot be written.

        Args:
            path: Path of the file. An existing file is replaced.
        """
        with _file("write", path) as file:
            file.write_text(self.to_json(), encoding="utf-8")  # type: ignore[attr-defined]

    def __reduce__(self) -> Any:
        return self.from_json, (self.to_json(),)  # type: ignore[attr-defined]

    def __deepcopy__(self, _: object = None) -> Any:
        return self

    __copy__ = __deepcopy__

    def __setattr__(self, name: str, value: Any) -> None:
        if not name.startswith("_"):
            raise AttributeError(f"{type(self).__name__} is immutable: cannot set {name!r}")
        super().__setattr__(name, value)


class Maze(JsonValue, Renderable):
    """A maze with walls, a start and a target. Mazes are immutable and can be compared, copied and pickled.

    Create a maze with generate(), from_json() or load(). Cells are numbered from 0. In a maze of w x h x d cells, the
    index of cell (x, y, z) is z*w*h + y*w + x.
    """

    _KIND = "maze"

    def __init__(self, *_: object) -> None:
        raise BadType("Maze(): expected Maze.generate(), from_json() or load()")

    @functools.cached_property
    def _info(self) -> Any:
        return call_struct("maze_get_info", "maze_info", self._handle)

    @classmethod
    def generate(cls, size: int | Sequence[int], *, layers: Layers = "all", seed: int) -> Maze:
        """Generates a random maze.

        Args:
            size: Side length of a cube or of a flat square, or the three side lengths (w, h, d). Each is 2 to 64 cells.
                A depth of 1 creates a flat maze.
            layers: "all" cells of the cube, only its "outer" layer, or a "flat" maze with a single layer.
            seed: Seed of the random number generator, 0 to 2**64 - 1.
        """
        named = encode("layers", layers)
        sides = elements_of(size) or [size, size, 1 if layers == "flat" else size]
        if len(sides) != 3:
            raise BadInput(f"size {size}: expected a number or three")
        w, h, d = (integer("side", side, 32, True) for side in sides)
        if d == 1 and named == b"all":
            named = b"flat"
        return cls._of(call_handle("maze_generate", w, h, d, named, integer("seed", seed, 64)))

    def to_json(self) -> str:
        """Returns the text of a maze file."""
        return call_text("maze_to_text", self._handle, b"json")

    @property
    def dims(self) -> tuple[int, int, int]:
        """Number of cells along x, y and z: (w, h, d)."""
        w, h, d = self._info.dims
        return w, h, d

    cells: int = member("cells", int, "Number of cells of the box, including cells outside the maze.")
    maze_cells: int = member("maze_cells", int, "Number of cells in the maze.")
    start: int = member("start", int, "Start cell of the marble.")
    target: int = member("target", int, "Target cell.")
    flat: bool = member("flat", bool, "True if the maze has a single layer and turns only about z.")
    seed: int = member("seed", int, "Seed of the random number generator, or 0 if the maze was not generated.")
    hash: str = member("hash", bytes.decode, "Hash of the walls, start and target, 16 hexadecimal digits.")

    def walls(self) -> NDArray[np.bool_]:
        """Returns the walls of all cells.

        Returns:
            Array of shape (d, h, w, 6). Element [z, y, x, side] is True if the cell has a wall on this side. The sides
            are +x, -x, +y, -y, +z, -z. Cells outside the maze have walls on all sides.
        """
        return copy_array(self._info.walls, (*self.dims[::-1], 6), np.bool_)

    def distances(self) -> NDArray[np.int32]:
        """Returns the distance of each cell from the target.

        Returns:
            Array of shape (d, h, w) with the number of cells on the theoretical path to the target, including both
            ends. It is 1 in the target and 0 outside the maze.
        """
        return copy_array(self._info.distances, self.dims[::-1], np.int32)

    def svg(self, *, path: bool = False, rests: Iterable[int] | None = None) -> str:
        """Draws the maze layer by layer.

        Args:
            path: Whether to draw the theoretical path.
            rests: Cells where the moves of a run ended. If given, the run is drawn as well.
        """
        drawn = boolean("path", path)
        if rests is None:
            return call_text("maze_svg", self._handle, drawn, None, 0)
        ends = list_of("rests", rests)
        cells = integer_array("rests", np.array(ends, dtype=None if ends else np.int32), len(ends), np.int32)
        room = cells if ends else np.empty(1, dtype=np.int32)  # a non-null address means that there is a run
        return call_text("maze_svg", self._handle, drawn, address(room), len(ends))

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return call_text("maze_to_text", self._handle, b"ascii")

    def __repr__(self) -> str:
        w, h, d = self.dims
        return f"<Maze {w}x{h}x{d}, seed {self.seed}, hash {self.hash}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Maze) and self.hash == other.hash

    def __hash__(self) -> int:
        return hash(self.hash)


def _plain(value: Any) -> Any:
    """Converts a number of a NumPy type for JSON."""
    if isinstance(value, np.generic):
        return value.item()
    raise BadType(f"setting {value!r}: expected a number or a text")


NOISE_FREE: dict[str, float | str] = {"drive_variation": 0, "brake_tolerance": 0, "brake_tolerance_growth": 0}
"""Settings of a noise-free actuator."""


class Settings(JsonValue):
    """Physics settings. They are immutable and can be compared and pickled.

    Read a setting as an item or as an attribute: settings["friction"] or settings.friction. The default settings
    include actuator noise. Settings.exact() has no noise.

    Args:
        **changes: Settings that differ from the defaults. catalogue()["settings"] lists their names, ranges and units.
    """

    _KIND = "settings"

    def __init__(self, **changes: float | str) -> None:
        for name, value in changes.items():
            if isinstance(value, (float, np.floating)) and not np.isfinite(value):
                raise BadInput(f"setting {name!r} {value}: expected a number")
        self._handle = call_handle("settings_from_json",
                                   *bytes_of("text", json.dumps(changes, default=_plain).encode()))

    @classmethod
    def exact(cls, **changes: float | str) -> Settings:
        """Returns settings without actuator noise, like the option --exact. Moves are then deterministic.

        Args:
            **changes: Settings that differ from the defaults.
        """
        return cls(**{**NOISE_FREE, **changes})

    def to_json(self) -> str:
        """Returns the text of a settings file with all settings."""
        return call_text("settings_to_json", self._handle)

    def to_dict(self) -> dict[str, Any]:
        """Returns all settings by name."""
        return json.loads(self.to_json())  # type: ignore[no-any-return]

    def __getitem__(self, name: str) -> Any:
        settings = self.to_dict()
        if not isinstance(name, str) or name not in settings:
            raise BadKey(f"setting {name!r}: expected one of {', '.join(settings)}")
        return settings[name]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in (settings := self.to_dict()):
            raise AttributeError(f"Settings has no setting {name!r}; available: {', '.join(Settings())}")
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


def settings_handle(settings: Settings | None) -> int:
    """Returns the handle of the settings, or 0 for the default settings."""
    return 0 if settings is None else instance_of("settings", settings, Settings)._handle


def setup_of(kind: str, maze: Maze | None, settings: Settings | None = None, *, seed: int = 0, control: int = 0,
             rest: bool = False, limit: int = 0) -> Any:
    """Returns an mm_setup, the description of a world."""
    setup = new_struct("setup")
    setup.kind = encode("world", kind)
    setup.maze = 0 if maze is None else instance_of("maze", maze, Maze)._handle
    setup.settings = settings_handle(settings)
    setup.seed, setup.control, setup.rest = integer("seed", seed, 64), control, boolean("rest", rest)
    setup.limit = integer("limit", limit, 63)
    return setup
