"""How far a long call is."""
from __future__ import annotations

import contextlib
import sys
import time
from typing import Iterator

from ._library import Report, watch_calls

_WIDTH = 30


class _Bar:
    """A line on standard error, written anew as the call goes on."""

    def __init__(self) -> None:
        self._begun, self._shown = time.monotonic(), False

    def __call__(self, done: int, total: int) -> None:
        took = time.monotonic() - self._begun
        share = min(done / total, 1.0) if total else 0.0
        bar = f"{share:4.0%}|{'#' * round(share * _WIDTH):<{_WIDTH}}| {done}/{total}" if total else str(done)
        left = f"<{took * (1 - share) / share:.0f}" if share else ""
        print(f"\r{bar} [{took:.0f}{left} s]\x1b[K", end="", file=sys.stderr, flush=True)
        self._shown = True

    def close(self) -> None:
        if self._shown:
            print(file=sys.stderr)


@contextlib.contextmanager
def progress(report: Report | None = None) -> Iterator[None]:
    """Shows how far this thread's long calls are, within a `with`.

    Parameters
    ----------
    report : callable, optional
        Called as report(done, total) when a long call begins and then about 20 times a second. They count moves, states or what
        else the call goes through; a total of 0 is not known. What it raises ends the call and comes out of it. By default a
        bar on standard error is drawn.
    """
    bar = _Bar()
    before = watch_calls(report or bar)
    try:
        yield
    finally:
        watch_calls(*before)
        bar.close()
