"""Command line: python3 -m marblemaze.classroom list | copy FOLDER | grade FILE..."""
from __future__ import annotations

import argparse
import json
import os
import pathlib
import shutil
import sys
from typing import NoReturn

NOT_PASSED, BAD_INPUT, MACHINE_FAILURE = 1, 2, 3

try:
    from .grading import BadFile, grade, handouts, title_of
except ImportError as error:  # numpy or the shared library
    print("marblemaze.classroom:", *str(error).split(), file=sys.stderr)
    sys.exit(MACHINE_FAILURE)


class _Parser(argparse.ArgumentParser):
    """Argument parser that reports an error in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_INPUT, f"marblemaze.classroom: {message}; see --help\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python3 -m marblemaze.classroom",
                     description="Exercises about the marble maze, and their grader.",
                     epilog="Exit status: 0 done (grade: every file passed), 1 a file did not pass, 2 bad input, "
                            "3 NumPy or the library is missing.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="list | copy | grade")
    commands.add_parser("list", help="lists the exercises")
    copy = commands.add_parser("copy", help="copies the exercises into a folder; never overwrites existing files")
    copy.add_argument("folder", metavar="FOLDER", type=pathlib.Path)
    grade_ = commands.add_parser("grade", help="grades files",
                                 description="Executes the files with your rights. Grade files of other people on an "
                                             "account without important data.")
    grade_.add_argument("files", metavar="FILE", nargs="+")
    grade_.add_argument("--json", action="store_true",
                        help="prints one JSON document: a list with a report on each file")
    return parser


def _list() -> int:
    for handout in handouts():
        print(f"{handout.name:<34}{title_of(handout)}")
    return 0


def _copy(folder: pathlib.Path) -> int:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for handout in handouts():
            own = folder / handout.name
            if own.exists():
                print(f"{own} is there already and stays as it is")
            else:
                shutil.copyfile(handout, own)
                print(own)
    except OSError as error:
        raise BadFile(f"cannot write to the folder '{folder}': {error.strerror}") from None
    return 0


def _grade(files: list[str], as_json: bool) -> int:
    reports = []
    for file in files:
        report = grade(file)
        reports.append(report)
        if not as_json:
            print(*([""] if len(reports) > 1 else []), report, sep="\n", flush=True)
    if as_json:
        print(json.dumps([report.to_dict() for report in reports], indent=1))
    return 0 if all(report.passed for report in reports) else NOT_PASSED


def main(arguments: list[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    try:
        if options.command == "copy":
            return _copy(options.folder)
        return _grade(options.files, options.json) if options.command == "grade" else _list()
    except BadFile as error:
        print(f"marblemaze.classroom: {error}", file=sys.stderr)
        return BAD_INPUT


if __name__ == "__main__":
    try:
        status = main()
        sys.stdout.flush()
    except BrokenPipeError:  # the reader has closed the pipe; discard buffered output, which Python would flush at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        status = MACHINE_FAILURE
    sys.exit(status)
