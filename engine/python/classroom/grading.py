"""Grades a student's file in a separate process."""
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

# student.py detects most infinite loops by counting executed lines. These limits apply to everything else, for example
# a loop inside a built-in function, a sleep, or a list that grows without bound.
_CPU_S, _WALL_S, _BYTES = 60, 120, 2 << 30
_MAX_LINES_PRINTED = 40


class BadFile(Exception):
    """A file or folder is invalid. The message is one line."""


def handouts() -> list[pathlib.Path]:
    """Returns the files that are handed out to students, sorted by name."""
    return sorted(FOLDER.glob("exercise*.py"))


def title_of(handout: pathlib.Path) -> str:
    """Returns the title of an exercise, which is the first line of its file."""
    return handout.read_text(encoding="utf-8").splitlines()[0].strip('"').rstrip(".")


def number_of(path: str) -> int:
    """Returns the exercise number of a file. Raises BadFile if the file is not an exercise."""
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
    """Grades a file. Output of the file is redirected to standard error. Raises BadFile if the file is not an exercise.

    If `plays` is False, only the functions are graded, and the agent does not play.
    """
    number = number_of(path)
    report = Report(path, title_of(handouts()[number - 1]))
    # This happens before the fork, so that it is done only once for many files.
    exercise = importlib.import_module(f".exercise{number}", __package__)
    if plays:
        prepare(exercise)
    fork = multiprocessing.get_context("fork")
    receiving, sending = fork.Pipe(duplex=False)
    process = fork.Process(target=_grade_in_child, args=(path, exercise, plays, sending))
    process.start()
    sending.close()
    name, done = "the file", False
    for event in _events_from(receiving):
        name = event.get("begun", name)
        if "part" in event:
            report.parts.append(Part(**event["part"]))
        done = "done" in event
    process.kill()
    process.join()
    if not done:
        report.parts.append(Part(name, "not passed",
                                 "It was stopped: it ended the process, or it needed too much time or memory."))
    return report


def _events_from(pipe: Any) -> Iterator[dict[str, Any]]:
    """Yields the events from the grading process until it ends or the time limit is reached."""
    deadline = time.monotonic() + _WALL_S
    with contextlib.suppress(EOFError):
        while pipe.poll(max(0.0, deadline - time.monotonic())):
            yield json.loads(pipe.recv_bytes())


def _grade_in_child(path: str, exercise: Any, plays: bool, pipe: Any) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (_CPU_S, _CPU_S))
    most = _address_space() + _BYTES
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    sys.stdin, sys.stdout = open(os.devnull), _TruncatedOutput(sys.stderr)  # type: ignore[assignment]
    sys.path.insert(0, str(pathlib.Path(path).resolve().parent))
    for event in itertools.chain(_events(path, exercise, plays), [{"done": True}]):
        pipe.send_bytes(json.dumps(event).encode())


def _address_space() -> int:
    """Returns the size of the address space in use, bytes. It depends on the number of cores because of NumPy's
    libraries."""
    try:
        return int(pathlib.Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    except OSError:
        return 0


def _events(path: str, exercise: Any, plays: bool) -> Iterator[dict[str, Any]]:
    """Grades all parts. Yields the name of each part before its result, so that it is known if the process is
    killed."""
    try:
        student = Student(path, getattr(exercise, "STEPS", STEPS))
    except (Wrong, Unfinished) as error:
        yield {"part": vars(Part("the file", "not passed", str(error)))}
        return
    unfinished, wrong, hints = "", [], set()
    for name, (check, reference) in exercise.FUNCTIONS.items():
        yield {"begun": f"{name}()"}
        part = _graded(student, f"{name}()", check)
        unfinished = unfinished or part.unfinished
        hints.add(part.hint)
        if part.verdict != "passed":
            wrong.append(part.name)
            # Grade the other functions with a correct version of this function.
            student.replace(name, reference)
        yield {"part": vars(part)}
    student.restore()
    parts = {**getattr(exercise, "PARTS", {}), PLAY: lambda of: play_part(of, exercise)}
    for name, play in parts.items() if plays else ():
        yield {"begun": name}
        part = Part(name, "not tried", _missing_function(unfinished)) if unfinished else _graded(student, name, play)
        if part.hint in hints:  # already in the report
            part.hint = None
        if part.verdict == "passed" and wrong:
            part.verdict = "not passed"
            part.message = f"The agent plays, but not yet correctly: see {', '.join(wrong)} above."
        yield {"part": vars(part)}


def _graded(student: Student, name: str, grade_part: Callable[[Student], Part | None]) -> Part:
    """Grades a part with a function that returns its result, or None if the part passed."""
    try:
        return grade_part(student) or Part(name, "passed")
    except Wrong as wrong:
        return Part(name, "not passed", wrong.message, wrong.hint)
    except Unfinished as error:
        missing = str(error)
        if name != f"{missing}()":
            return Part(name, "not tried", _missing_function(missing), unfinished=missing)
        return Part(name, "not passed",
                    f"{name} has not been written yet. Its description in the file explains what it must return.",
                    unfinished=missing)


def _missing_function(function: str) -> str:
    return f"It needs {function}(), which has not been written yet."


class _TruncatedOutput:
    """Output stream that discards everything after the first lines, because a function is called thousands of times."""

    def __init__(self, to: TextIO) -> None:
        self._to, self._left = to, _MAX_LINES_PRINTED

    def write(self, text: str) -> int:
        if self._left > 0:
            self._to.write(text)
            self._left -= text.count("\n")
            if self._left <= 0:
                self._to.write("(further output of the file is left out)\n")
        return len(text)

    def flush(self) -> None:
        self._to.flush()
