"""Base classes of objects that own a handle of the library."""
from __future__ import annotations

from typing import Any, Callable, TypeVar

from . import _progress  # noqa: F401, lets Ctrl-C cancel long calls
from ._arguments import bytes_of
from ._errors import BadType
from ._library import call, call_bytes, call_handle, library


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

    def __del__(self, free: Callable[[int], int] = library.mm_free) -> None:  # globals are None when Python exits
        handle, self._handle = self._handle, 0
        if handle:
            free(handle)


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
