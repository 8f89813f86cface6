"""The shared library: where it is, what its functions take, and its errors as exceptions."""
from __future__ import annotations

import ctypes
import json
import os
import pathlib
import sysconfig
import tempfile
from ctypes import c_char_p, c_double, c_int32, c_int64, c_size_t, c_uint64, c_void_p
from typing import Any, Callable

import numpy as np

_MULTIARCH = sysconfig.get_config_var("MULTIARCH") or "lib"  # "x86_64-linux-gnu", where a system has such folders
_INTERFACE = 0  # MM_INTERFACE of the header that the table below was written from


class Error(Exception):
    """What went wrong, in the program's own words."""


class BadInput(Error, ValueError):
    """A value makes no sense. The message quotes it and says what was expected."""


class NotNow(Error, RuntimeError):
    """The object is in no state for this, such as a world in a move."""


class Busy(Error, RuntimeError):
    """Another thread is using the object."""


class Unsupported(Error, RuntimeError):
    """Objects of this sort cannot do it."""


class MachineFailure(Error, RuntimeError):
    """The system refused something, such as memory."""


for _class in (Error, BadInput, NotNow, Busy, Unsupported, MachineFailure):
    _class.__module__ = "marblemaze"  # where their users find them

_ERRORS: dict[int, type[Error]] = {1: BadInput, 5: NotNow, 6: Busy, 7: Unsupported, 8: MachineFailure}

_handle, _out = c_uint64, c_void_p
_text_out = [c_void_p, c_size_t, c_void_p]
_FUNCTIONS: dict[str, list[Any]] = {
    "catalogue": _text_out,
    "last_text": _text_out,
    "free": [_handle],
    "maze_generate": [c_int32, c_int32, c_int32, c_char_p, c_uint64, _out],
    "maze_from_json": [c_char_p, c_size_t, _out],
    "maze_to_json": [_handle, *_text_out],
    "maze_get_info": [_handle, _out],
    "maze_walls": [_handle, _out, c_size_t],
    "maze_distances": [_handle, _out, c_size_t],
    "maze_hash": [_handle, *_text_out],
    "maze_ascii": [_handle, *_text_out],
    "maze_svg": [_handle, c_int32, c_void_p, c_size_t, *_text_out],
    "settings_from_json": [c_char_p, c_size_t, _out],
    "settings_to_json": [_handle, *_text_out],
    "world_create": [c_char_p, _handle, c_int32, _handle, _out],
    "world_create_in_family": [c_char_p, c_uint64, _out],
    "world_get_info": [_handle, _out],
    "world_kind": [_handle, *_text_out],
    "world_draw_from": [_handle, c_uint64],
    "world_draw_for_run": [_handle, c_uint64],
    "world_reset": [_handle],
    "world_begin": [_handle, c_int32],
    "world_begin_switch": [_handle, c_int32],
    "world_tick": [_handle, c_int64, _out, _out],
    "world_settle": [_handle, _out],
    "world_move": [_handle, c_int32, _out],
    "world_move_count": [_handle, c_int32, _out],
    "world_is_goal": [_handle, c_int32, _out],
    "world_certain_result": [_handle, c_int32, c_int32, _out],
    "world_describe_state": [_handle, c_int32, *_text_out],
    "world_describe_move": [_handle, c_int32, c_int32, *_text_out],
    "world_pose": [_handle, _out],
    "world_state_hash": [_handle, _out],
    "world_copy": [_handle, _out],
    "world_copy_for_agent": [_handle, c_uint64, _out],
    "world_save": [_handle, *_text_out],
    "world_restore": [_handle, c_char_p, c_size_t],
    "world_truth": [_handle, c_int32, c_int64, _out, _out, _out, _out, _out, c_size_t, _out],
    "model_create": [c_char_p, _handle, c_int32, _handle, c_int32, c_double, _out],
    "model_predict": [_handle, c_int32, c_int32, _out, _out, _out, c_size_t, _out],
    "map_create": [_handle, c_int32, _out],
    "map_get_info": [_handle, _out],
    "map_states": [_handle, _out, _out, _out, c_size_t],
    "map_arcs": [_handle, _out, _out, c_size_t],
    "map_solution": [_handle, _out, c_size_t, _out],
    "map_to_json": [_handle, *_text_out],
    "episode_create": [c_char_p, _handle, c_int32, _handle, c_char_p, c_uint64, c_int32, c_int32, _out],
    "episode_create_in_family": [c_char_p, c_uint64, c_char_p, c_int32, c_int32, _out],
    "episode_run": [_handle, c_int64, _out],
    "episode_get_info": [_handle, _out],
    "episode_moves": [_handle, _out, c_size_t, _out],
    "maze_png": [_handle, c_int32, c_int32, c_char_p, c_char_p],
    "episode_png": [_handle, c_int32, c_int32, c_char_p, c_char_p],
    "batch_create": [c_char_p, c_void_p, c_size_t, c_int32, _handle, c_int32, _out],
    "batch_size": [_handle, _out],
    "batch_reset": [_handle, c_void_p, c_void_p, c_void_p, c_size_t],
    "batch_step": [_handle, c_void_p, c_void_p, c_void_p, c_size_t],
    "batch_states": [_handle, c_void_p, c_size_t],
    "batch_place": [_handle, c_void_p, c_size_t],
    "batch_new_mazes": [_handle, c_void_p, c_void_p, c_size_t],
    "batch_draw_from": [_handle, c_void_p, c_void_p, c_size_t],
    "batch_maze": [_handle, c_size_t, _out],
    "batch_save": [_handle, c_size_t, *_text_out],
    "batch_restore": [_handle, c_size_t, c_char_p, c_size_t],
    "batch_copy_for_agent": [_handle, c_size_t, c_uint64, _out],
}


def _candidates() -> list[str]:
    """Where the library may be: as told, in a build of the sources, in the installation of this file, on the system."""
    told = os.environ.get("MARBLEMAZE_LIBRARY")
    if told:
        return [told]
    here = pathlib.Path(__file__).resolve().parent
    # PREFIX/lib/python3/dist-packages/marblemaze and PREFIX/lib/x86_64-linux-gnu, wherever PREFIX is.
    above = [here, *here.parents[:4]]
    builds = [folder / "build" / preset for folder in above[3:4] for preset in ("release", "headless", "checked", "debug")]
    folders = [here, *builds, *(folder / name for folder in above[1:] for name in ("", _MULTIARCH))]
    found = [str(folder / "libmarblemaze.so.0") for folder in folders if (folder / "libmarblemaze.so.0").exists()]
    return [*found, "libmarblemaze.so.0"]


def _load() -> ctypes.CDLL:
    reasons = []
    for name in _candidates():
        try:
            return ctypes.CDLL(name)
        except OSError as error:
            reasons.append(str(error))
    raise ImportError("libmarblemaze.so.0 cannot be loaded; in the sources scripts/build.sh release marblemaze_shared builds it, "
                      "elsewhere MARBLEMAZE_LIBRARY names it: " + "; ".join(reasons))


_library = _load()
_library.mm_version.restype = c_char_p
_library.mm_last_error.restype = c_char_p
if _library.mm_interface() != _INTERFACE:
    raise ImportError(f"libmarblemaze has interface {_library.mm_interface()}: expected {_INTERFACE}")


def version() -> str:
    return _library.mm_version().decode()


def _check(status: int, _function: Any, _arguments: Any) -> int:
    if status != 0:
        raise _ERRORS.get(status, Error)(_library.mm_last_error().decode(errors="replace"))
    return status


def _declare() -> dict[str, Callable[..., int]]:
    functions: dict[str, Callable[..., int]] = {}
    for name, arguments in _FUNCTIONS.items():
        function = getattr(_library, "mm_" + name)
        function.argtypes = arguments
        function.restype = c_int32
        function.errcheck = _check
        functions[name] = function
    return functions


_functions = _declare()


class Struct(ctypes.Structure):
    """A struct of the header: its size, then the fields of who derives from it."""

    _fields_ = [("size", c_uint64)]

    def __init__(self) -> None:
        super().__init__(ctypes.sizeof(self))


def call(name: str, *arguments: Any) -> None:
    """Calls mm_<name>; raises what it reports."""
    _functions[name](*arguments)


def number(name: str, *arguments: Any, of: Any = c_int32) -> int:
    """Calls mm_<name>, whose last argument is a pointer to a number, and returns that."""
    value = of()
    _functions[name](*arguments, ctypes.byref(value))
    return value.value


def new(name: str, *arguments: Any) -> int:
    """Calls mm_<name>, whose last argument is a pointer to a new handle."""
    return number(name, *arguments, of=c_uint64)


def data(name: str, *arguments: Any) -> bytes:
    """Calls mm_<name>, which hands out bytes: first their number, then themselves."""
    needed = c_size_t()
    _functions[name](*arguments, None, 0, ctypes.byref(needed))
    buffer = ctypes.create_string_buffer(needed.value)
    _functions["last_text"](ctypes.addressof(buffer), needed.value, ctypes.byref(needed))
    return buffer.raw


def picture(function: str, handle: int, width: int, height: int, theme: str) -> bytes:
    """The PNG file that a function of the library draws."""
    with tempfile.TemporaryDirectory(prefix="marblemaze-") as folder:
        path = pathlib.Path(folder, "picture.png")
        call(function, handle, whole("width", width, 32, True), whole("height", height, 32, True), encoded(theme),
             os.fsencode(path))
        return path.read_bytes()


def text(name: str, *arguments: Any) -> str:
    return data(name, *arguments)[:-1].decode()


def encoded(words: str) -> bytes:
    """A text for the library. A byte 0 would end it there."""
    if "\0" in words:
        raise BadInput(f"text {words!r}: expected no character 0")
    return words.encode()


def whole(what: str, value: int, bits: int, signed: bool = False) -> int:
    """A number that fits, where C would cut it off in silence."""
    low, high = (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if signed else (0, (1 << bits) - 1)
    checked = int(value)
    if not low <= checked <= high:
        raise BadInput(f"{what} {value}: expected {low} to {high}")
    return checked


def address(array: np.ndarray | None) -> int | None:
    return None if array is None else array.ctypes.data


def mask_of(mask: Any, count: int) -> np.ndarray | None:
    return None if mask is None else shaped("mask", mask, count, np.uint8)


def shaped(what: str, values: Any, count: int, kind: Any) -> np.ndarray:
    """A dense array of `count` numbers; raises where they are of another shape or do not fit."""
    given = np.asarray(values)
    if given.shape != (count,):
        raise BadInput(f"{what} of shape {given.shape}: expected ({count},)")
    dense = np.ascontiguousarray(given, dtype=kind)
    if not np.array_equal(dense, given):
        raise BadInput(f"{what}: expected numbers of type {np.dtype(kind).name}")
    return dense


class Held:
    """Something that the library keeps until nobody needs it any more."""

    _handle: int = 0

    def __reduce__(self) -> Any:
        raise TypeError(f"{type(self).__name__}: expected something to keep; save() or to_json() where it has one")

    def __del__(self) -> None:
        handle, self._handle = self._handle, 0
        if handle:
            _library.mm_free(c_uint64(handle))


def catalogue() -> dict[str, list[dict[str, Any]]]:
    """All that can be asked for by name: agents, worlds, families, models, settings."""
    return json.loads(text("catalogue"))
