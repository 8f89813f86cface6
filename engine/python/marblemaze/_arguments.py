"""Checks arguments and converts them for the library."""
from __future__ import annotations

import operator
import os
import pathlib
from typing import Any, Iterable, TypeVar

from ._errors import BadInput, BadType
from ._numpy import ArrayLike, NDArray, np

_T = TypeVar("_T")
_Element = TypeVar("_Element", bound=np.generic)


def encode(what: str, text: str) -> bytes:
    """Encodes a string for the library. Rejects null characters, which would end the text."""
    if "\0" in instance_of(what, text, str):
        raise BadInput(f"{what} {text!r} contains a null character")
    return text.encode(errors="surrogatepass")


def one_of(what: str, value: Any, known: Iterable[str]) -> Any:
    """Returns the argument. Raises BadInput or BadType unless it is one of the known names."""
    if not isinstance(value, str) or value not in known:
        raise (BadInput if isinstance(value, str) else BadType)(f"{what} {value!r}: expected one of {', '.join(known)}")
    return value


def path_of(path: str | bytes | os.PathLike[Any]) -> pathlib.Path:
    """Returns a file name argument as a path."""
    try:
        return pathlib.Path(encode("path", os.fsdecode(path)).decode(errors="surrogateescape"))
    except TypeError:
        raise BadType(f"path {path!r}: expected the path of a file") from None


def integer(what: str, value: Any, bits: int, signed: bool = False, least: int = 0) -> int:
    """Returns an integer argument. Raises BadInput if it does not fit into the given number of bits."""
    low, high = -(1 << (bits - 1)) if signed else least, (1 << (bits - signed)) - 1
    try:
        checked = int(operator.index(None if isinstance(value, bool) else value))  # type: ignore[arg-type]
    except TypeError:
        raise BadType(f"{what} {value!r}: expected an integer") from None
    if not low <= checked <= high:
        raise BadInput(f"{what} {value!r}: expected "
                       f"{f'{least} or more' if checked < low and not signed else f'{low} to {high}'}")
    return checked


TILT = 1
"""Value of mm_setup.control for continuous control (MM_CONTROL_TILT)."""


def control_of(orientations: int | None) -> int:
    """Returns the value of mm_setup.control for a number of orientations. None means the default of the maze, 0."""
    scheme = 0 if orientations is None else integer("orientations", orientations, 32, True)
    if scheme == TILT:
        raise BadInput(f"orientations {orientations}: expected 4, 8 or 24")
    return scheme


def real_number(what: str, value: Any) -> float:
    """Returns a numeric argument as a float. Accepts NumPy scalars."""
    if not isinstance(value, (int, float, np.number)):
        raise BadType(f"{what} {value!r}: expected a number")
    return float(value)


def instance_of(what: str, value: Any, kind: type[_T]) -> _T:
    """Returns the argument. Raises BadType if it is not an instance of the class."""
    if not isinstance(value, kind):
        raise BadType(f"{what} {value!r}: expected a {'text' if kind is str else kind.__name__}")
    return value


def list_of(what: str, values: Iterable[_T]) -> list[_T]:
    """Returns an iterable argument as a list."""
    try:
        return list(values)
    except TypeError:
        raise BadType(f"{what} {values!r}: expected several") from None


def elements_of(value: Any) -> Any:
    """Returns the elements of a sequence argument, or None if the argument is a scalar."""
    return list(value) if isinstance(value, (list, tuple)) or np.shape(value) else None


def boolean(what: str, value: Any) -> int:
    """Returns a boolean argument as 1 or 0."""
    return integer(what, int(value) if isinstance(value, (bool, np.bool_)) else value, 1)


def bytes_of(what: str, value: Any) -> tuple[bytes, int]:
    """Returns a bytes-like argument as bytes, and its length."""
    try:
        return bytes(memoryview(value)), memoryview(value).nbytes
    except TypeError:
        raise BadType(f"{what} {value!r}: expected bytes") from None


def address(array: NDArray[Any] | None) -> int | None:
    """Returns the address of the first element, or None if there is no array."""
    return None if array is None else array.ctypes.data


def integer_array(what: str, values: ArrayLike, count: int, kind: type[_Element]) -> NDArray[_Element]:
    """Returns an argument as a contiguous array of `count` integers of type `kind`. Rejects values that do not fit."""
    try:
        array = np.asarray(values)
    except ValueError:
        raise BadType(f"{what}: expected {count} numbers") from None
    if array.shape != (count,):
        raise BadInput(f"{what} of shape {array.shape}: expected ({count},)")
    if array.dtype.kind not in "bui":
        raise BadType(f"{what} of type {array.dtype}: expected integers")
    dense = np.ascontiguousarray(array, dtype=kind)
    if dense is not array and array.dtype.kind != "b" and not (dense == array).all():
        raise BadInput(f"{what}: expected numbers of type {np.dtype(kind).name}")
    return dense
