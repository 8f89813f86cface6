"""Declares the functions and structs of the shared library, calls its functions and converts their results."""
from __future__ import annotations

import ctypes
import json
import pathlib
from ctypes import c_char_p, c_int32, c_size_t, c_uint64, c_void_p
from typing import Any, Callable, TypeVar

from ._errors import EXCEPTION_OF_STATUS, Error, raise_pending_error
from ._load import load
from ._numpy import NDArray, np

_CANCELLED = 9  # MM_CANCELLED
_Element = TypeVar("_Element", bound=np.generic)

# Generated from the C header by scripts/generate/python_interface.py.
_interface = json.loads(pathlib.Path(__file__).with_name("_interface.json").read_text(encoding="utf-8"))
library = load()
library.mm_version.restype = c_char_p
library.mm_last_error.restype = c_char_p

__version__ = str(library.mm_version().decode())
LIBRARY_PATH = str(library._name)


def _type(name: str, count: int = 0) -> Any:
    """Returns a type of the interface file, or an array of `count` elements of it."""
    element = {"pointer": c_void_p, "text": c_char_p}.get(name) or getattr(ctypes, name)
    return element * count if count else element


def struct_type(name: str) -> Any:
    """Returns the class of an mm_<name>."""
    return _structs[name]


def new_struct(name: str) -> Any:
    """Returns a new mm_<name> with its size set and all other members 0."""
    struct = _structs[name]()
    struct.size = ctypes.sizeof(struct)
    return struct


def _check(status: int, _function: Any, _arguments: Any) -> int:
    """Raises an exception if a function of the library returned an error. ctypes calls it after each function."""
    if status == _CANCELLED:
        raise_pending_error()
    if status != 0:
        raise EXCEPTION_OF_STATUS.get(status, Error)(library.mm_last_error().decode(errors="replace"))
    return status


def _declare(name: str, arguments: list[str]) -> Callable[..., int]:
    """Returns the function mm_<name>, with its argument types set. Raises ImportError if the library lacks it."""
    function = getattr(library, "mm_" + name, None)
    if function is None:
        raise ImportError(f"'{library._name}' is the library of a different version of marblemaze: it lacks mm_{name}")
    function.argtypes = [_type(argument) for argument in arguments]
    function.restype, function.errcheck = c_int32, _check
    return function  # type: ignore[no-any-return]


_structs = {name: type(name, (ctypes.Structure,), {"_fields_": [(field, _type(*kind)) for field, *kind in fields]})
            for name, fields in _interface["structs"].items()}


class _Text(ctypes.Structure):
    """The struct mm_text."""

    _fields_ = [("data", c_void_p), ("length", c_size_t)]


_functions = {name: _declare(name, arguments) for name, arguments in _interface["functions"].items()}


def call(name: str, *arguments: Any) -> None:
    """Calls mm_<name>. Raises an exception if the call fails."""
    _functions[name](*arguments)


def call_number(name: str, *arguments: Any, of: Any = c_int32) -> int:
    """Calls mm_<name> and returns the number that it stores at its last argument."""
    value = of()
    _functions[name](*arguments, ctypes.byref(value))
    return value.value  # type: ignore[no-any-return]


def call_handle(name: str, *arguments: Any) -> int:
    """Calls mm_<name> and returns the handle that it stores at its last argument."""
    return call_number(name, *arguments, of=c_uint64)


def call_struct(name: str, struct_name: str, *arguments: int) -> Any:
    """Calls mm_<name>, whose last argument is a pointer to an mm_<struct_name>, and returns the struct."""
    info = new_struct(struct_name)
    call(name, *arguments, ctypes.byref(info))
    return info


def call_bytes(name: str, *arguments: Any) -> bytes:
    """Calls mm_<name>, whose last argument is a pointer to an mm_text, and returns its bytes."""
    text = _Text()
    _functions[name](*arguments, ctypes.byref(text))
    return ctypes.string_at(text.data, text.length)


def call_text(name: str, *arguments: Any) -> str:
    """Calls mm_<name>, whose last argument is a pointer to an mm_text, and returns its text."""
    return call_bytes(name, *arguments).decode()


def copy_array(source: int | None, shape: tuple[int, ...], kind: type[_Element]) -> NDArray[_Element]:
    """Returns a copy of an array in the library's memory."""
    array = np.empty(shape, dtype=kind)
    if array.nbytes:
        ctypes.memmove(array.ctypes.data, source, array.nbytes)  # type: ignore[arg-type]
    return array


def catalogue() -> dict[str, list[dict[str, Any]]]:
    """Returns the names and descriptions of agents, worlds, models and settings.

    Returns:
        Dictionary with the keys "agents", "policies", "worlds" (simulations of a maze), "families" (world generators),
        "models" and "settings". Each value is a list of dictionaries with "name" and a description. Settings have
        "low", "high", "unit" and "meaning".
    """
    return json.loads(call_text("catalogue"))  # type: ignore[no-any-return]
