"""Exceptions of the package, and the exceptions that cancelled a call of the library."""
from __future__ import annotations

import itertools
import threading


class Error(Exception):
    """Base class of the exceptions of this package. The message is one line."""

    def __init__(self, *messages: str) -> None:
        super().__init__(*(" ".join(message.splitlines()) for message in messages))


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


EXCEPTION_OF_STATUS: dict[int, type[Error]] = {1: BadInput, 2: BadType, 4: NotNow, 5: Busy, 6: Unsupported,
                                               7: MachineFailure}
"""Exceptions by the status that a function of the library returns (mm_status). Other errors raise Error."""


class _Cancellation(threading.local):
    """Per-thread reasons for cancelling a call."""

    error: BaseException | None = None
    """KeyboardInterrupt, or an exception from a progress callback."""
    agent_errors: tuple[list[BaseException], ...] = ()
    """For each Python agent that plays in this call: the exceptions that it raised, on any thread."""


cancellation = _Cancellation()


def pending_error() -> BaseException | None:
    """Returns the exception that cancels the current call, if any."""
    return cancellation.error or next(itertools.chain(*cancellation.agent_errors), None)


def raise_pending_error() -> None:
    """Raises the exception that cancelled the last call, if any."""
    pending, cancellation.error = pending_error(), None
    if pending:
        raise pending
