"""Reports the progress of long calls and lets Ctrl-C cancel them."""
from __future__ import annotations

import contextlib
import ctypes
import sys
import threading
import time
from ctypes import c_int32
from typing import Any, Callable, Generator, Iterator

from ._errors import cancellation, pending_error
from ._library import call, struct_type

ProgressCallback = Callable[[int, int], object]


class _Watch(threading.local):
    """Per-thread state of the watch function, which the library calls during long calls."""

    callbacks: tuple[ProgressCallback, ...] = ()
    function: Any = None
    """The C function, or None if this thread has none."""


_watch = _Watch()
_WatchFunction = ctypes.CFUNCTYPE(c_int32, ctypes.POINTER(struct_type("progress")))


def _progress_receiver() -> Generator[int, Any, None]:
    """Receives the progress of long calls and yields 0 to continue a call, or 1 to cancel it.

    This is a generator because Python raises a pending KeyboardInterrupt as soon as Python code runs. In a function,
    that would be before the `try` statement.
    """
    answer = 0
    while True:
        try:
            progress = (yield answer).contents
            for callback in _watch.callbacks:
                callback(progress.done, progress.total)
            answer = 1 if pending_error() else 0  # an agent has failed on another thread
        except GeneratorExit:
            return
        except BaseException as error:
            cancellation.error, answer = error, 1


def _set_callbacks(*callbacks: ProgressCallback) -> tuple[ProgressCallback, ...]:
    """Sets the progress callbacks of this thread and lets Ctrl-C cancel its long calls. Returns the previous
    callbacks."""
    if _watch.function is None:
        receiver = _progress_receiver()
        next(receiver)
        _watch.function = _WatchFunction(receiver.send)
    call("watch", _watch.function, None)  # the next call reports immediately
    previous, _watch.callbacks = _watch.callbacks, callbacks
    return previous


@contextlib.contextmanager
def interruptible() -> Iterator[None]:
    """Lets Ctrl-C cancel long calls of this thread inside a `with` block."""
    is_outermost = _watch.function is None
    _set_callbacks(*_watch.callbacks)
    try:
        yield
    finally:
        if is_outermost:
            call("watch", None, None)
            _watch.function = None


class _Bar:
    """Draws a progress bar on standard error."""

    _WIDTH, _SMOOTHING = 30, 0.98  # the speed is averaged over about 50 reports, or 2.5 s

    def __init__(self) -> None:
        self._start = self._last = time.monotonic()
        self._done, self._speed, self.drawn = 0, 0.0, False

    def __call__(self, done: int, total: int) -> None:
        now = time.monotonic()
        if done < self._done:  # another call begins
            self._start, self._speed = now, 0.0
        elif now > self._last:
            speed = (done - self._done) / (now - self._last)
            self._speed = self._SMOOTHING * self._speed + (1 - self._SMOOTHING) * speed if self._speed else speed
        self._last, self._done, self.drawn = now, done, True
        share = min(done / total, 1.0) if total else 0.0
        bar = f"{share:4.0%}|{'#' * round(share * self._WIDTH):<{self._WIDTH}}| {done}/{total}" if total else str(done)
        remaining = f"<{max(total - done, 0) / self._speed:.0f}" if total and self._speed else ""
        print(f"\r{bar} [{now - self._start:.0f}{remaining} s]\x1b[K", end="", file=sys.stderr, flush=True)


@contextlib.contextmanager
def progress(report: ProgressCallback | None = None) -> Iterator[None]:
    """Shows the progress of this thread's long calls inside a `with` block.

    Args:
        report: Callback report(done, total), called when a long call begins and then about 20 times per second. The
            numbers count moves, states or other units of work. The total is 0 if it is unknown. An exception from the
            callback cancels the call. By default, a progress bar is drawn on standard error.
    """
    bar = _Bar()
    previous = _set_callbacks(report or bar)
    try:
        yield
    finally:
        _set_callbacks(*previous)
        if bar.drawn:
            print(file=sys.stderr)


if threading.current_thread() is threading.main_thread():
    _set_callbacks()
