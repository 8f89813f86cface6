"""Reports of the grader."""
from __future__ import annotations

import textwrap
from dataclasses import dataclass, field
from typing import Any

WIDTH = 116
_MARGIN = 12


class Wrong(Exception):
    """A mistake in the student's file. `hint` describes the likely cause."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.message, self.hint = message, hint


@dataclass
class Part:
    """Result of one part of an exercise."""

    name: str
    verdict: str
    """"passed", "not passed" or "not tried"."""
    message: str = ""
    hint: str | None = None
    table: list[list[str]] = field(default_factory=list)
    """Rows of the table of runs. The first row contains the column names."""
    remark: str = ""
    """Text below the table."""
    unfinished: str = ""
    """Name of a function that the student has not written yet, or "" if there is none."""

    def __str__(self) -> str:
        lines = [f"{self.verdict:<{_MARGIN}}{self.name}"]
        for words in (self.message, self.hint and "Hint: " + self.hint):
            if words:
                lines += _indented(words)
        lines += [" " * _MARGIN + row for row in _aligned(self.table)]
        lines += _indented(self.remark) if self.remark else []
        return "\n".join(lines)


@dataclass
class Report:
    """Report on one file."""

    file: str
    title: str
    parts: list[Part] = field(default_factory=list)

    @property
    def passed(self) -> bool:
        return bool(self.parts) and all(part.verdict == "passed" for part in self.parts)

    @property
    def verdict(self) -> str:
        count = sum(part.verdict == "passed" for part in self.parts)
        return "Passed." if self.passed else f"Not passed: {count} of {len(self.parts)} parts are right."

    def to_dict(self) -> dict[str, Any]:
        return {"file": self.file, "exercise": self.title, "passed": self.passed,
                "parts": [vars(part) for part in self.parts]}

    def __str__(self) -> str:
        return "\n".join([f"{self.file}: {self.title}", "", *map(str, self.parts), "", self.verdict])


def _indented(words: str) -> list[str]:
    return textwrap.wrap(words, WIDTH, initial_indent=" " * _MARGIN, subsequent_indent=" " * _MARGIN,
                         break_long_words=False, break_on_hyphens=False)


def _aligned(table: list[list[str]]) -> list[str]:
    widths = [max(len(row[column]) for row in table) for column in range(len(table[0]))] if table else []
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in table]
