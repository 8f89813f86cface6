"""The shared library: where it is, what its functions take, and its errors as exceptions."""
from __future__ import annotations

import ctypes
import json
import operator
import os
import pathlib
import sysconfig
import tempfile
import threading
from ctypes import c_char_p, c_int32, c_size_t, c_uint64, c_void_p
from typing import Any, Callable, Generator, Iterable, TypeVar

from ._numpy import ArrayLike, DTypeLike, NDArray, np

_MULTIARCH = sysconfig.get_config_var("MULTIARCH") or "lib"  # "x86_64-linux-gnu", where a system has such folders


class Error(Exception):
    """What went wrong, in one line of the program's own words."""

    def __init__(self, *words: str) -> None:
        super().__init__(*(" ".join(text.splitlines()) for text in words))


class BadInput(Error, ValueError):
    """A value makes no sense. The message quotes it and says what was expected."""


class BadType(BadInput, TypeError):
    """A value is of no type that would make sense, such as a text for a number."""


class BadKey(BadInput, KeyError, IndexError):
    """Nothing has this name or index."""

    __str__ = Exception.__str__  # KeyError's own would quote the message


class NotNow(Error, RuntimeError):
    """The object cannot do this now, such as a world in a move."""


class Busy(Error, RuntimeError):
    """Another thread is using the object."""


class Unsupported(Error, RuntimeError):
    """Objects of this sort cannot do it."""


class MachineFailure(Error, RuntimeError):
    """The system refused something, such as memory."""


for _class in (Error, BadInput, BadType, BadKey, NotNow, Busy, Unsupported, MachineFailure):
    _class.__module__ = "marblemaze"  # where their users find them

_ERRORS: dict[int, type[Error]] = {1: BadInput, 2: BadType, 5: NotNow, 6: Busy, 7: Unsupported, 8: MachineFailure}
_CANCELLED = 10


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
    found = [str(folder / "libmarblemaze.so.1") for folder in folders if (folder / "libmarblemaze.so.1").exists()]
    return [*found, "libmarblemaze.so.1"]


def _load() -> ctypes.CDLL:
    reasons = []
    for name in _candidates():
        try:
            return ctypes.CDLL(name)
        except OSError as error:
            reasons.append(str(error))
    raise ImportError("libmarblemaze.so.1 cannot be loaded; in the sources scripts/build.sh release marblemaze_shared builds it, "
                      "elsewhere MARBLEMAZE_LIBRARY names it: " + "; ".join(reasons))


# scripts/generate/python_interface.py makes the file from the C header.
_interface = json.loads(pathlib.Path(__file__).with_name("_interface.json").read_text(encoding="utf-8"))
_library = _load()
_library.mm_version.restype = c_char_p
_library.mm_last_error.restype = c_char_p
if _library.mm_interface() != _interface["interface"]:
    raise ImportError(f"libmarblemaze has interface {_library.mm_interface()}: expected {_interface['interface']}")


def version() -> str:
    """The library's version, such as "0.4.0"."""
    return str(_library.mm_version().decode())


def library_path() -> str:
    """Where the library is."""
    return str(_library._name)


def _type(name: str, count: int = 0) -> Any:
    one = {"pointer": c_void_p, "text": c_char_p}.get(name) or getattr(ctypes, name)
    return one * count if count else one


def struct(name: str) -> Any:
    """A new mm_<name>: its size, and all else 0."""
    made = _structs[name]()
    made.size = ctypes.sizeof(made)
    return made


def _check(status: int, _function: Any, _arguments: Any) -> int:
    if status == _CANCELLED and (raised := _calls.raised):
        _calls.raised = None
        raise raised
    if status != 0:
        raise _ERRORS.get(status, Error)(_library.mm_last_error().decode(errors="replace"))
    return status


def _declare(name: str, arguments: list[str]) -> Callable[..., int]:
    function = getattr(_library, "mm_" + name)
    function.argtypes = [_type(argument) for argument in arguments]
    function.restype, function.errcheck = c_int32, _check
    return function  # type: ignore[no-any-return]


_structs = {name: type(name, (ctypes.Structure,), {"_fields_": [(field, _type(*kind)) for field, *kind in fields]})
            for name, fields in _interface["structs"].items()}
_functions = {name: _declare(name, arguments) for name, arguments in _interface["functions"].items()}


# --- long calls ---
Report = Callable[[int, int], object]


class _Calls(threading.local):
    """Of this thread's calls."""

    reports: tuple[Report, ...] = ()
    """Told how far a long call is."""
    raised: BaseException | None = None
    """What ended the present call: KeyboardInterrupt, or what a report raised."""
    watcher: Any = None


_calls = _Calls()
_Watcher = ctypes.CFUNCTYPE(c_int32, ctypes.POINTER(_structs["progress"]))


def _answers() -> Generator[int, Any, None]:
    """The answers to the library's question whether a long call goes on, 0 for yes. A generator, since Python raises a pending
    KeyboardInterrupt where its code begins to run: here that is within the `try`, in a function it would be before."""
    answer = 0
    while True:
        try:
            progress = (yield answer).contents
            for report in _calls.reports:
                report(progress.done, progress.total)
            answer = 0
        except GeneratorExit:
            return
        except BaseException as error:
            _calls.raised, answer = error, 1


def watch_calls(*told: Report) -> tuple[Report, ...]:
    """From now on long calls of this thread tell these how far they are, and can be ended by Ctrl-C, where it is the main one.
    Returns who was told before."""
    if _calls.watcher is None:
        answers = _answers()
        next(answers)
        _calls.watcher = _Watcher(answers.send)
    call("watch", _calls.watcher, None)  # the next call asks at once
    before, _calls.reports = _calls.reports, told
    return before


# --- calls ---
def call(name: str, *arguments: Any) -> None:
    """Calls mm_<name>; raises what it reports."""
    _functions[name](*arguments)


def number(name: str, *arguments: Any, of: Any = c_int32) -> int:
    """Calls mm_<name>, whose last argument is a pointer to a number, and returns that."""
    value = of()
    _functions[name](*arguments, ctypes.byref(value))
    return value.value  # type: ignore[no-any-return]


def new(name: str, *arguments: Any) -> int:
    """Calls mm_<name>, whose last argument is a pointer to a new handle."""
    return number(name, *arguments, of=c_uint64)


def filled(name: str, struct_name: str, *arguments: int) -> Any:
    """Calls mm_<name>, which fills a struct, and returns that."""
    info = struct(struct_name)
    call(name, *arguments, ctypes.byref(info))
    return info


def data(name: str, *arguments: Any) -> bytes:
    """Calls mm_<name>, which hands out bytes: first their number, then themselves."""
    needed = c_size_t()
    _functions[name](*arguments, None, 0, ctypes.byref(needed))
    buffer = ctypes.create_string_buffer(needed.value)
    _functions["last_text"](ctypes.addressof(buffer), needed.value, ctypes.byref(needed))
    return buffer.raw


def text(name: str, *arguments: Any) -> str:
    """The same for a text."""
    return data(name, *arguments)[:-1].decode()


def picture(function: str, handle: int, width: int, height: int, theme: str) -> bytes:
    """The PNG file that a function of the library draws."""
    with tempfile.TemporaryDirectory(prefix="marblemaze-") as folder:
        path = pathlib.Path(folder, "picture.png")
        call(function, handle, whole("width", width, 32, True), whole("height", height, 32, True), encoded("theme", theme),
             os.fsencode(path))
        return path.read_bytes()


# --- arguments ---
def encoded(what: str, words: str) -> bytes:
    """A text for the library. A byte 0 would end it there."""
    if "\0" in given(what, words, str):
        raise BadInput(f"{what} {words!r}: expected no character 0")
    return words.encode(errors="surrogatepass")


def one_of(what: str, value: Any, known: Iterable[str]) -> Any:
    """An argument that must be one of these names."""
    if not isinstance(value, str) or value not in known:
        raise (BadInput if isinstance(value, str) else BadType)(f"{what} {value!r}: expected one of {', '.join(known)}")
    return value


def path_of(path: str | bytes | os.PathLike[Any]) -> pathlib.Path:
    """An argument that must name a file."""
    try:
        return pathlib.Path(encoded("path", os.fsdecode(path)).decode(errors="surrogateescape"))
    except TypeError:
        raise BadType(f"path {path!r}: expected that of a file") from None


def whole(what: str, value: Any, bits: int, signed: bool = False) -> int:
    """A whole number that fits, where C would cut it off in silence."""
    low, high = (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if signed else (0, (1 << bits) - 1)
    try:
        checked = int(operator.index(value))
    except TypeError:
        raise BadType(f"{what} {value!r}: expected a whole number") from None
    if not low <= checked <= high:
        raise BadInput(f"{what} {value!r}: expected {low} to {high}")
    return checked


def scheme_of(orientations: int | None) -> int:
    """Of an argument that names a control scheme; 0 stands for the maze's first."""
    return 0 if orientations is None else whole("orientations", orientations, 32, True)


def real(what: str, value: Any) -> float:
    """A number, of numpy's too."""
    if not isinstance(value, (int, float, np.number)):
        raise BadType(f"{what} {value!r}: expected a number")
    return float(value)


_Element = TypeVar("_Element", bound=np.generic)
_Thing = TypeVar("_Thing")


def given(what: str, thing: Any, kind: type[_Thing]) -> _Thing:
    """An argument that must be one of a class."""
    if not isinstance(thing, kind):
        raise BadType(f"{what} {thing!r}: expected a {'text' if kind is str else kind.__name__}")
    return thing


def listed(what: str, values: Iterable[_Thing]) -> list[_Thing]:
    """An argument that must be several values."""
    try:
        return list(values)
    except TypeError:
        raise BadType(f"{what} {values!r}: expected several") from None


def several(value: Any) -> Any:
    """The values of an argument that may be several; None where it is one."""
    return list(value) if isinstance(value, (list, tuple)) or np.shape(value) else None


def flag(what: str, value: Any) -> int:
    """An argument that must be true or false."""
    return whole(what, bool(value) if isinstance(value, np.bool_) else value, 1)


def raw(what: str, value: Any) -> tuple[bytes, int]:
    """An argument that must be bytes, in whatever holds them; and their number."""
    try:
        return bytes(memoryview(value)), memoryview(value).nbytes
    except TypeError:
        raise BadType(f"{what} {value!r}: expected bytes") from None


def address(array: NDArray[Any] | None) -> int | None:
    """Of the first element."""
    return None if array is None else array.ctypes.data


def mask_of(mask: ArrayLike | None, count: int) -> NDArray[np.uint8] | None:
    """Of an argument that says which environments take part."""
    return None if mask is None else shaped("mask", mask, count, np.uint8)


def shaped(what: str, values: ArrayLike, count: int, kind: type[_Element]) -> NDArray[_Element]:
    """A dense array of `count` whole numbers; raises where they are of another shape or type, or do not fit."""
    try:
        given = np.asarray(values)
    except ValueError:
        raise BadType(f"{what}: expected {count} numbers") from None
    if given.shape != (count,):
        raise BadInput(f"{what} of shape {given.shape}: expected ({count},)")
    if given.dtype.kind not in "bui":
        raise BadType(f"{what} of type {given.dtype}: expected whole numbers")
    dense = np.ascontiguousarray(given, dtype=kind)
    if dense is not given and given.dtype.kind != "b" and not (dense == given).all():
        raise BadInput(f"{what}: expected numbers of type {np.dtype(kind).name}")
    return dense


class Held:
    """Something that the library keeps until nobody needs it any more."""

    _handle: int = 0

    def __reduce__(self) -> Any:
        raise BadType(f"{type(self).__name__}: expected something to keep; save() or to_json() where it has one")

    def __del__(self, free: Callable[[c_uint64], int] = _library.mm_free) -> None:
        handle, self._handle = self._handle, 0
        if handle:
            free(c_uint64(handle))


def catalogue() -> dict[str, list[dict[str, Any]]]:
    """All that can be asked for by name.

    Returns
    -------
    dict
        "agents", "controllers", "worlds" (kinds of marble worlds), "families" (worlds by seed), "models" and "settings". Each is
        a list of dicts with "name" and what is said of it; settings have "low", "high", "unit" and "meaning".
    """
    return json.loads(text("catalogue"))  # type: ignore[no-any-return]


if threading.current_thread() is threading.main_thread():
    watch_calls()
