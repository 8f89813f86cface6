"""Loads the shared library, declares its functions, checks arguments and converts errors to exceptions."""
from __future__ import annotations

import contextlib
import ctypes
import json
import operator
import os
import pathlib
import sys
import threading
import time
from ctypes import c_char_p, c_int32, c_size_t, c_uint64, c_void_p
from typing import Any, Callable, Generator, Iterable, Iterator, TypeVar

from ._load import load
from ._numpy import ArrayLike, NDArray, np


class Error(Exception):
    """Base class of the exceptions of this package. The message is one line."""

    def __init__(self, *words: str) -> None:
        super().__init__(*(" ".join(text.splitlines()) for text in words))


class BadInput(Error, ValueError):
    """An argument has an invalid value. The message quotes the value."""


class BadType(BadInput, TypeError):
    """An argument has the wrong type, for example a string instead of a number."""


class BadKey(BadInput, KeyError, IndexError):
    """A name or index does not exist."""

    __str__ = Exception.__str__  # KeyError.__str__ would add quotation marks


class NotNow(Error, RuntimeError):
    """The object cannot do this in its current state, for example during a move."""


class Busy(Error, RuntimeError):
    """Another thread is using the object."""


class Unsupported(Error, RuntimeError):
    """This kind of object does not support the operation."""


class MachineFailure(Error, RuntimeError):
    """The system failed, for example because memory ran out."""


class FileError(Error, OSError):
    """A file cannot be read or written."""


class AgentError(Error, RuntimeError):
    """An agent written in Python raised an exception, which is the `__cause__` of this exception."""


for _class in (Error, BadInput, BadType, BadKey, NotNow, Busy, Unsupported, MachineFailure, FileError, AgentError):
    _class.__module__ = "marblemaze"  # the public name

_ERRORS: dict[int, type[Error]] = {1: BadInput, 2: BadType, 4: NotNow, 5: Busy, 6: Unsupported, 7: MachineFailure}
_CANCELLED = 9


# Generated from the C header by scripts/generate/python_interface.py.
_interface = json.loads(pathlib.Path(__file__).with_name("_interface.json").read_text(encoding="utf-8"))
_library = load()
_library.mm_version.restype = c_char_p
_library.mm_last_error.restype = c_char_p


__version__ = str(_library.mm_version().decode())
LIBRARY_PATH = str(_library._name)


def _type(name: str, count: int = 0) -> Any:
    one = {"pointer": c_void_p, "text": c_char_p}.get(name) or getattr(ctypes, name)
    return one * count if count else one


def struct_type(name: str) -> Any:
    """Returns the class of an mm_<name>."""
    return _structs[name]


def new_struct(name: str) -> Any:
    """Returns a new mm_<name> with its size set and all other members 0."""
    made = _structs[name]()
    made.size = ctypes.sizeof(made)
    return made


def _check(status: int, _function: Any, _arguments: Any) -> int:
    if status == _CANCELLED:
        raise_pending_error()
    if status != 0:
        raise _ERRORS.get(status, Error)(_library.mm_last_error().decode(errors="replace"))
    return status


def _declare(name: str, arguments: list[str]) -> Callable[..., int]:
    function = getattr(_library, "mm_" + name, None)
    if function is None:
        raise ImportError(f"'{_library._name}' is the library of a different version of marblemaze: it lacks mm_{name}")
    function.argtypes = [_type(argument) for argument in arguments]
    function.restype, function.errcheck = c_int32, _check
    return function  # type: ignore[no-any-return]


_structs = {name: type(name, (ctypes.Structure,), {"_fields_": [(field, _type(*kind)) for field, *kind in fields]})
            for name, fields in _interface["structs"].items()}


class _Text(ctypes.Structure):
    """The struct mm_text."""

    _fields_ = [("data", c_void_p), ("length", c_size_t)]


_functions = {name: _declare(name, arguments) for name, arguments in _interface["functions"].items()}


ProgressCallback = Callable[[int, int], object]


agent_errors: list[BaseException] = []
"""Exceptions that Python agents raised during the current call, on any thread."""


def raise_pending_error() -> None:
    """Raises the exception that cancelled the last call, if any."""
    found = [_calls.raised] if _calls.raised else agent_errors[:1]
    _calls.raised = None
    agent_errors.clear()
    if found:
        raise found[0]


class _Calls(threading.local):
    """Per-thread state of long calls."""

    reports: tuple[ProgressCallback, ...] = ()
    """Progress callbacks."""
    raised: BaseException | None = None
    """Exception that cancelled the current call: KeyboardInterrupt, or an exception from a progress callback."""
    watcher: Any = None


_calls = _Calls()
_Watcher = ctypes.CFUNCTYPE(c_int32, ctypes.POINTER(_structs["progress"]))


def _progress_receiver() -> Generator[int, Any, None]:
    """Receives the progress of long calls and yields 0 to continue a call, or 1 to cancel it.

    This is a generator because Python raises a pending KeyboardInterrupt as soon as Python code runs. In a function,
    that would be before the `try` statement.
    """
    answer = 0
    while True:
        try:
            progress = (yield answer).contents
            for report in _calls.reports:
                report(progress.done, progress.total)
            answer = 1 if agent_errors else 0  # another thread's agent has failed
        except GeneratorExit:
            return
        except BaseException as error:
            _calls.raised, answer = error, 1


def _set_callbacks(*reports: ProgressCallback) -> tuple[ProgressCallback, ...]:
    """Sets the progress callbacks of this thread and lets Ctrl-C cancel its long calls. Returns the previous
    callbacks."""
    if _calls.watcher is None:
        answers = _progress_receiver()
        next(answers)
        _calls.watcher = _Watcher(answers.send)
    call("watch", _calls.watcher, None)  # the next call reports immediately
    before, _calls.reports = _calls.reports, reports
    return before


@contextlib.contextmanager
def interruptible() -> Iterator[None]:
    """Lets Ctrl-C cancel long calls of this thread inside a `with` block."""
    new_here = _calls.watcher is None
    _set_callbacks(*_calls.reports)
    try:
        yield
    finally:
        if new_here:
            call("watch", None, None)
            _calls.watcher = None


class _Bar:
    """Draws a progress bar on standard error."""

    _WIDTH, _SMOOTHING = 30, 0.98  # the speed is averaged over about 50 reports, or 2.5 s

    def __init__(self) -> None:
        self._begun = self._last = time.monotonic()
        self._done, self._speed, self.drawn = 0, 0.0, False

    def __call__(self, done: int, total: int) -> None:
        now = time.monotonic()
        if done < self._done:  # another call begins
            self._begun, self._speed = now, 0.0
        elif now > self._last:
            speed = (done - self._done) / (now - self._last)
            self._speed = self._SMOOTHING * self._speed + (1 - self._SMOOTHING) * speed if self._speed else speed
        self._last, self._done, self.drawn = now, done, True
        share = min(done / total, 1.0) if total else 0.0
        bar = f"{share:4.0%}|{'#' * round(share * self._WIDTH):<{self._WIDTH}}| {done}/{total}" if total else str(done)
        left = f"<{max(total - done, 0) / self._speed:.0f}" if total and self._speed else ""
        print(f"\r{bar} [{now - self._begun:.0f}{left} s]\x1b[K", end="", file=sys.stderr, flush=True)


@contextlib.contextmanager
def progress(report: ProgressCallback | None = None) -> Iterator[None]:
    """Shows the progress of this thread's long calls inside a `with` block.

    Args:
        report: Callback report(done, total), called when a long call begins and then about 20 times per second. The
            numbers count moves, states or other units of work. The total is 0 if it is unknown. An exception from the
            callback cancels the call. By default, a progress bar is drawn on standard error.
    """
    bar = _Bar()
    before = _set_callbacks(report or bar)
    try:
        yield
    finally:
        _set_callbacks(*before)
        if bar.drawn:
            print(file=sys.stderr)


_Element = TypeVar("_Element", bound=np.generic)


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
    made = _Text()
    _functions[name](*arguments, ctypes.byref(made))
    return ctypes.string_at(made.data, made.length)


def call_text(name: str, *arguments: Any) -> str:
    """Calls mm_<name>, whose last argument is a pointer to an mm_text, and returns its text."""
    return call_bytes(name, *arguments).decode()


def copy_array(at: int | None, shape: tuple[int, ...], kind: type[_Element]) -> NDArray[_Element]:
    """Returns a copy of an array in the library's memory."""
    array = np.empty(shape, dtype=kind)
    if array.nbytes:
        ctypes.memmove(array.ctypes.data, at, array.nbytes)  # type: ignore[arg-type]
    return array


def encode(what: str, words: str) -> bytes:
    """Encodes a string for the library. Rejects null characters, which would end the text."""
    if "\0" in instance_of(what, words, str):
        raise BadInput(f"{what} {words!r} contains a null character")
    return words.encode(errors="surrogatepass")


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
        raise BadInput(f"{what} {value!r}: expected {f'{least} or more' if checked < low and not signed else f'{low} to {high}'}")
    return checked


TILT = 1
"""JsonValue of mm_setup.control for continuous control (MM_CONTROL_TILT)."""


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


_Thing = TypeVar("_Thing")


def instance_of(what: str, thing: Any, kind: type[_Thing]) -> _Thing:
    """Returns the argument. Raises BadType if it is not an instance of the class."""
    if not isinstance(thing, kind):
        raise BadType(f"{what} {thing!r}: expected a {'text' if kind is str else kind.__name__}")
    return thing


def list_of(what: str, values: Iterable[_Thing]) -> list[_Thing]:
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


def optional(number: int) -> int | None:
    """Returns a number, or None if it is negative."""
    return None if number < 0 else number


def member(name: str, convert: Callable[[Any], Any], doc: str) -> Any:
    """Returns a read-only property for a member of the object's struct `_info`."""
    return property(lambda self: convert(getattr(self._info, name)), doc=doc)


_H = TypeVar("_H", bound="Handle")


class Handle:
    """Base class of objects that own a handle of the library."""

    _handle: int = 0

    @classmethod
    def _of(cls: type[_H], handle: int, **members: Any) -> _H:
        made = cls.__new__(cls)
        made.__dict__.update(members, _handle=handle)
        return made

    def __reduce__(self) -> Any:
        raise BadType(f"{type(self).__name__}: it cannot be pickled or copied")

    def __del__(self, free: Callable[[c_uint64], int] = _library.mm_free) -> None:
        handle, self._handle = self._handle, 0
        if handle:
            free(c_uint64(handle))


_C = TypeVar("_C", bound="Copyable")


class Copyable(Handle):
    """Base class of worlds and batches. They can be copied, pickled, saved and restored."""

    _arguments: dict[str, Any]
    """Constructor arguments, for pickle."""

    def copy(self: _C) -> _C:
        """Returns an exact copy, even during a move. The copy continues bit-identically, including its random
        numbers."""
        return self._of(call_handle("copy", self._handle), **self.__dict__)

    def __deepcopy__(self: _C, _: object = None) -> _C:
        return self.copy()

    __copy__ = __deepcopy__

    def save(self) -> bytes:
        """Returns the exact state as bytes, for use in another process or on another machine."""
        return call_bytes("save", self._handle)

    def restore(self, saved: bytes) -> None:
        """Restores a saved state.

        Args:
            saved: Bytes from save(). The saved object must have been created with the same arguments.
        """
        call("load", self._handle, *bytes_of("saved", saved))

    def __reduce__(self) -> Any:
        return _unpickled, (type(self), self._arguments, self.save())


def _unpickled(kind: Any, arguments: dict[str, Any], saved: bytes) -> Any:
    made = kind.in_family(**arguments) if "family" in arguments else kind(**arguments)
    made.restore(saved)
    return made


def catalogue() -> dict[str, list[dict[str, Any]]]:
    """Returns the names and descriptions of agents, worlds, models and settings.

    Returns:
        Dictionary with the keys "agents", "policies", "worlds" (simulations of a maze), "families" (world generators),
        "models" and "settings". Each value is a list of dictionaries with "name" and a description. Settings have
        "low", "high", "unit" and "meaning".
    """
    return json.loads(call_text("catalogue"))  # type: ignore[no-any-return]


if threading.current_thread() is threading.main_thread():
    _set_callbacks()
