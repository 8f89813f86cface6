"""Grades a file in a process of its own, and reports what it did."""
from __future__ import annotations

import contextlib
import importlib
import itertools
import json
import multiprocessing
import os
import pathlib
import re
import resource
import sys
import time
from typing import Any, Callable, Iterator, TextIO

from .play import PLAY, play_part, prepare
from .report import Part, Report, Wrong
from .student import STEPS, Student, Unfinished

FOLDER = pathlib.Path(__file__).parent / "exercises"

# Steps are counted, which finds nearly all loops without end (student.py). These limits are for what counting cannot see:
# a loop inside a function of Python's own, a sleep, a list that grows without end.
_CPU_S, _WALL_S, _BYTES = 60, 120, 2 << 30
_MOST_LINES_PRINTED = 40


class BadFile(Exception):
    """What was given cannot be graded; one line."""


def handouts() -> list[pathlib.Path]:
    """The files for students, in their order."""
    return sorted(FOLDER.glob("exercise*.py"))


def title_of(handout: pathlib.Path) -> str:
    """The first line of its description."""
    return handout.read_text(encoding="utf-8").splitlines()[0].strip('"').rstrip(".")


def number_of(path: str) -> int:
    """Of the exercise that a file is for. Raises BadFile."""
    try:
        source = pathlib.Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not a text"
        raise BadFile(f"file '{path}': expected an exercise, a Python file ({reason})") from None
    named = re.search(r"^EXERCISE\s*=\s*(.+?)\s*$", source, re.MULTILINE)
    most = len(handouts())
    if named is None:
        raise BadFile(f"file '{path}': expected a line EXERCISE = N with a number from 1 to {most}, as handed out")
    if not re.fullmatch("[0-9]{1,3}", named[1]) or not 1 <= int(named[1]) <= most:
        raise BadFile(f"file '{path}': EXERCISE = {named[1]}: expected 1 to {most}")
    return int(named[1])


def grade(path: str, *, plays: bool = True) -> Report:
    """Raises BadFile where it is no file of an exercise. What the file prints goes to standard error. Without `plays` only its
    functions are graded."""
    number = number_of(path)
    report = Report(path, title_of(handouts()[number - 1]))
    # Loaded and played before the fork, so that many files need it once.
    exercise = importlib.import_module(f".exercise{number}", __package__)
    if plays:
        prepare(exercise)
    fork = multiprocessing.get_context("fork")
    receiving, sending = fork.Pipe(duplex=False)
    process = fork.Process(target=_grade_here, args=(path, exercise, plays, sending))
    process.start()
    sending.close()
    name, done = "the file", False
    for event in _received(receiving):
        name = event.get("begun", name)
        if "part" in event:
            report.parts.append(Part(**event["part"]))
        done = "done" in event
    process.kill()
    process.join()
    if not done:
        report.parts.append(Part(name, "not passed", "It was stopped: it ended the process, or needed too much time or memory."))
    return report


def _received(pipe: Any) -> Iterator[dict[str, Any]]:
    """Yields the events of the grading process until it ends or its time is up."""
    deadline = time.monotonic() + _WALL_S
    with contextlib.suppress(EOFError):
        while pipe.poll(max(0.0, deadline - time.monotonic())):
            yield json.loads(pipe.recv_bytes())


def _grade_here(path: str, exercise: Any, plays: bool, pipe: Any) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (_CPU_S, _CPU_S))
    most = _address_space() + _BYTES
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    sys.stdin, sys.stdout = open(os.devnull), _Shortened(sys.stderr)  # type: ignore[assignment]
    sys.path.insert(0, str(pathlib.Path(path).resolve().parent))
    for event in itertools.chain(_events(path, exercise, plays), [{"done": True}]):
        pipe.send_bytes(json.dumps(event).encode())


def _address_space() -> int:
    """Bytes that are reserved already: numpy's libraries reserve more on machines with many cores."""
    try:
        return int(pathlib.Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    except OSError:
        return 0


def _events(path: str, exercise: Any, plays: bool) -> Iterator[dict[str, Any]]:
    """Names each part before it is graded, so that a process that is stopped leaves the name behind."""
    try:
        student = Student(path, getattr(exercise, "STEPS", STEPS))
    except (Wrong, Unfinished) as error:
        yield {"part": vars(Part("the file", "not passed", str(error)))}
        return
    unfinished, wrong, hints = "", [], set()
    for name, (check, reference) in exercise.FUNCTIONS.items():
        yield {"begun": f"{name}()"}
        part = _function_part(student, name, check)
        unfinished = unfinished or part.unfinished
        hints.add(part.hint)
        if part.verdict != "passed":
            wrong.append(part.name)
            # What builds on it is judged by itself.
            student.replace(name, reference)
        yield {"part": vars(part)}
    student.restore()
    parts = {**getattr(exercise, "PARTS", {}), PLAY: lambda of: play_part(of, exercise)}
    for name, play in parts.items() if plays else ():
        yield {"begun": name}
        part = Part(name, "not tried", _needs(unfinished)) if unfinished else _play_part(student, name, play)
        if part.hint in hints:  # said above
            part.hint = None
        if part.verdict == "passed" and wrong:
            part.verdict, part.message = "not passed", f"It plays, but not yet as it should: see {', '.join(wrong)} above."
        yield {"part": vars(part)}


def _function_part(student: Student, name: str, check: Callable[[Student], None]) -> Part:
    try:
        check(student)
    except Wrong as wrong:
        return Part(f"{name}()", "not passed", wrong.message, wrong.hint)
    except Unfinished as error:
        missing = str(error)
        if missing != name:
            return Part(f"{name}()", "not tried", _needs(missing), unfinished=missing)
        return Part(f"{name}()", "not passed", f"{name}() is still to be written. The text under its first line says what it "
                    "must return.", unfinished=name)
    return Part(f"{name}()", "passed")


def _play_part(student: Student, name: str, play: Callable[[Student], Part]) -> Part:
    try:
        return play(student)
    except Wrong as wrong:
        return Part(name, "not passed", wrong.message, wrong.hint)
    except Unfinished as error:
        return Part(name, "not tried", _needs(str(error)), unfinished=str(error))


def _needs(function: str) -> str:
    return f"It needs {function}(), which is still to be written."


class _Shortened:
    """Passes on the first lines of what is printed: a print in a function is called thousands of times."""

    def __init__(self, to: TextIO) -> None:
        self._to, self._left = to, _MOST_LINES_PRINTED

    def write(self, text: str) -> int:
        if self._left > 0:
            self._to.write(text)
            self._left -= text.count("\n")
            if self._left <= 0:
                self._to.write("(what the file prints after this is left out)\n")
        return len(text)

    def flush(self) -> None:
        self._to.flush()
