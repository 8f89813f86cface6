"""Loads a student's file and calls its functions with a limit on executed lines."""
from __future__ import annotations

import inspect
import numbers
import sys
import traceback
import types
from typing import Any, Callable

from marblemaze.agent import Agent, Place

from .report import Wrong

STEPS = 30_000
"""Default limit on the number of executed lines per call."""


class Unfinished(Exception):
    """The student has not written a function yet. The message is the name of the function."""


class TooManySteps(Wrong):
    """A call exceeded the limit on executed lines."""


class _Stop(BaseException):
    """Stops a call. It is a BaseException, so that `except Exception` in a student's file does not catch it."""


class Student:
    """A student's module. Calls are limited by the number of executed lines instead of time, so that reports are
    reproducible."""

    def __init__(self, path: str, steps: int = STEPS) -> None:
        """Loads the file. Raises Wrong if this fails."""
        self.path, self.steps = path, steps
        self._replaced: dict[str, Any] = {}
        with open(path, encoding="utf-8") as file:
            source = file.read()
        self._lines = source.splitlines()
        self.module = types.ModuleType("exercise")
        self.module.__file__ = path
        try:
            code = compile(source, path, "exec")
        except SyntaxError as error:
            raise Wrong(f"Python cannot read the file: line {error.lineno}: {error.msg}.") from None
        sys.modules["exercise"] = self.module
        self._within_limits("the file", lambda: exec(code, self.module.__dict__))

    def call(self, name: str, *arguments: Any) -> Any:
        """Calls a function of the file and returns its result. Raises Unfinished or Wrong."""
        function = getattr(self.module, name, None)
        if not callable(function):
            raise Wrong(f"The function {name}() is missing. Copy its first line from the exercise as it was handed "
                        "out.")
        return self._within_limits(f"{name}()", lambda: function(*arguments))

    def agent_class(self) -> type[Agent]:
        """Returns a subclass of the agent in the file. Its methods have the same limits as call()."""
        own: list[Any] = [thing for thing in vars(self.module).values()
                          if inspect.isclass(thing) and issubclass(thing, Agent) and thing.__module__ == "exercise"]
        if len(own) != 1:
            raise Wrong(f"The file has {len(own)} classes of agents; one was expected, as handed out.")
        within, base = self._within_limits, own[0]

        class Limited(base):  # type: ignore[misc]
            def __init__(self) -> None:
                within("the agent", lambda: base.__init__(self))

            def begin(self) -> None:
                within("begin()", lambda: base.begin(self))

            def choose(self, here: Place) -> int | None:
                move = within("choose()", lambda: base.choose(self, here))
                if move is None or isinstance(move, numbers.Integral) and 0 <= move < here.moves:
                    return move  # type: ignore[return-value]
                raise Wrong(f"In state {here.state} choose() returned {move!r}; expected 0 to {here.moves - 1}, or "
                            "None to give up.")

        return Limited

    def replace(self, name: str, reference: Callable[..., Any]) -> None:
        """Replaces a function with the reference until restore() is called."""
        self._replaced.setdefault(name, vars(self.module).get(name))
        setattr(self.module, name, reference)

    def restore(self) -> None:
        for name, own in self._replaced.items():
            setattr(self.module, name, own)
        self._replaced.clear()

    def watch(self, name: str, judge: Callable[..., None]) -> None:
        """Calls judge(result, *arguments) after each later call of a function, including calls from the student's
        code."""
        function = getattr(self.module, name, None)
        if not callable(function):
            return  # the part of this function reports that it is missing

        def watched(*arguments: Any) -> Any:
            result = function(*arguments)
            judge(result, *arguments)
            return result

        setattr(self.module, name, watched)

    def _within_limits(self, what: str, call: Callable[[], Any]) -> Any:
        counter = _Counter(self.path, self.steps)
        try:
            return counter.run(call)
        except _Stop:
            raise TooManySteps(f"{what} was stopped after {self.steps:,} lines: it seems to contain an infinite loop. "
                               f"It was in line {counter.line}: {self._text(counter.line)}") from None
        except NotImplementedError as error:
            where = self._frames(error)
            raise Unfinished(where[-1].name if where else what.rstrip("()")) from None
        except SystemExit:
            raise Wrong(f"{what} ended the program. It must return instead.") from None
        except Exception as error:
            where = self._frames(error)
            if isinstance(error, TypeError) and not where:  # raised by the call itself
                raise Wrong(f"{what} cannot be called as the exercise calls it: {error}.") from None
            line = f" in line {where[-1].lineno}: {self._text(where[-1].lineno)}" if where else "."
            words = f": {error}" if str(error) else ""
            raise Wrong(f"{what} raised {type(error).__name__}{words}{line}") from None

    def _frames(self, error: BaseException) -> list[traceback.FrameSummary]:
        """Returns the stack frames in the student's file. The innermost frame is last."""
        return [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == self.path]

    def _text(self, line: int | None) -> str:
        return self._lines[line - 1].strip() if line and line <= len(self._lines) else ""


class _Counter:
    """Counts the executed lines of a file and raises _Stop at the limit."""

    def __init__(self, path: str, steps: int) -> None:
        self._path, self._left, self.line = path, steps, 0

    def run(self, call: Callable[[], Any]) -> Any:
        before = sys.gettrace()
        sys.settrace(self._on_call)
        try:
            return call()
        finally:
            sys.settrace(before)

    def _on_call(self, frame: Any, event: str, argument: Any) -> Any:
        return self._on_line if frame.f_code.co_filename == self._path else None

    def _on_line(self, frame: Any, event: str, argument: Any) -> Any:
        if event == "line":
            self._left -= 1
            if self._left < 0:
                self.line = frame.f_lineno
                raise _Stop
        return self._on_line
