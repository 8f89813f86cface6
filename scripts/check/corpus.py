#!/usr/bin/env python3
"""Runs recorded commands and compares their outputs with the recorded ones. Run it after a change that should change no output.

  scripts/check/corpus.py [PROGRAM]                  runs all commands; the program is build/release/marblemaze by default
  scripts/check/corpus.py PROGRAM --every 20         runs one of 20 commands, as the tests do
  scripts/check/corpus.py PROGRAM --against OLDER    shows how the outputs of two programs differ
  scripts/check/corpus.py PROGRAM --record           records the outputs, if a change is intended

Each line of tests/corpus/commands.txt is a command, or several commands joined by " ; ". A {a,b} or {1..3} in it stands for each of
these values. The lines "file NAME: COMMAND" come first and make the input files. tests/corpus/answers.txt contains a hash for each
command: of exit statuses, standard output, standard error and written files, without times, speeds and names of machines.
Cost: two minutes of processor time.
"""
import argparse
import concurrent.futures
import difflib
import hashlib
import itertools
import os
import pathlib
import re
import shlex
import shutil
import sqlite3
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "measure"))
from script_parts import integer  # noqa: E402

CORPUS = pathlib.Path(__file__).resolve().parents[2] / "tests/corpus"
LIMIT_S = 120
# Patterns of seconds, speeds and times in words, which differ between runs.
MEASURED = [
    (re.compile(r'("(?:[a-z_]*_s|began|last_result|heard)": ?)[-+0-9.e]+'), r"\1T"),
    (re.compile(r"[0-9.]+ s (of processor time|of wall-clock time)"), r"T s \1"),
    (re.compile(r"(Processor time of all \d+ episodes): .*"), r"\1: T"),
    (re.compile(r"[0-9.]+ (?:µs|ms|s) \|$", re.MULTILINE), "T |"),  # processor time per move
    (re.compile(r"(\| [a-z-]+ \| \d+ \|) \d+ \| [0-9.]+ \|$", re.MULTILINE), r"\1 T | T |"),  # decisions per second
]


def expanded(line):
    """Returns the commands that a line with {a,b} or {1..3} stands for."""
    choices = []
    for i, part in enumerate(re.split(r"\{([^{}]*)\}", line)):
        numbers = re.fullmatch(r"(\d+)\.\.(\d+)", part) if i % 2 else None
        choices.append(map(str, range(int(numbers[1]), int(numbers[2]) + 1)) if numbers else part.split(",") if i % 2 else [part])
    return [" ".join("".join(words).split()) for words in itertools.product(*choices)]


def read_commands():
    """Returns (name, command) of each input file, and all commands."""
    lines = (CORPUS / "commands.txt").read_text().splitlines()
    files = [line.removeprefix("file ").split(": ", 1) for line in lines if line.startswith("file ")]
    commands = [command for line in lines if line and not line.startswith(("#", "file ")) for command in expanded(line)]
    return files, list(dict.fromkeys(commands))


def make_files(program, files, folder):
    for name, command in files:
        run = subprocess.run([program, *shlex.split(command)], cwd=folder, capture_output=True, timeout=LIMIT_S)
        if not (folder / name).exists():
            (folder / name).write_bytes(run.stdout)
        if not (folder / name).stat().st_size:
            sys.exit(f"corpus.py: cannot make {name}: '{command}' failed: {run.stderr.decode(errors='replace').strip()}")
    shutil.copy(folder / "results.db", folder / "format8.db")  # of another version
    with sqlite3.connect(folder / "format8.db") as database:
        database.execute("PRAGMA user_version=8")
    for recording in (CORPUS.parent / "fuzz/seeds/recording").iterdir():
        shutil.copy(recording, folder / f"older_{recording.name}")


def without_times(content):
    text = content.decode("utf-8", errors="surrogateescape")
    for pattern, replacement in MEASURED:
        text = pattern.sub(replacement, text)
    return text


def contents(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def answer(program, command, files):
    """Returns everything that a command printed and wrote, except results files, which `report` reads in commands of their own."""
    with tempfile.TemporaryDirectory(prefix="corpus-") as name:
        folder = pathlib.Path(name)
        shutil.copytree(files, folder, dirs_exist_ok=True)
        before = contents(folder)
        environment = {**os.environ, "HOME": name, "LC_ALL": "C.UTF-8", "TZ": "UTC", "COLUMNS": "120"}
        text = ""
        for part in command.split(" ; "):
            run = subprocess.run([program, *shlex.split(part)], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                                 capture_output=True, timeout=LIMIT_S)
            text += f"$ {part}\nstatus {run.returncode}\n{without_times(run.stdout)}--- standard error\n{without_times(run.stderr)}"
        for path, content in contents(folder).items():
            if before.get(path) != content and not re.search(r"\.db(-wal|-shm)?$|^\.|timings/", path):
                text += f"--- {path}\n{without_times(content)}"
        return text


def answers(program, files, commands, jobs):
    """Yields the answer to each command. The program itself makes the input files."""
    with tempfile.TemporaryDirectory(prefix="corpus-files-") as name, concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        make_files(program, files, pathlib.Path(name))
        yield from pool.map(lambda command: answer(program, command, name), commands)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("program", nargs="?", default="build/release/marblemaze")
    parser.add_argument("--every", type=integer(1, 100_000), default=1, metavar="N", help="run one of N commands")
    parser.add_argument("--against", metavar="OLDER", help="show how the outputs of another program differ")
    parser.add_argument("--record", action="store_true", help="record the outputs")
    parser.add_argument("--jobs", type=integer(1, 256), default=os.cpu_count())
    options = parser.parse_args()
    files, every_command = read_commands()
    commands = every_command[::options.every]
    recorded = CORPUS / "answers.txt"

    def texts(program):
        return answers(str(pathlib.Path(program).resolve()), files, commands, options.jobs)

    def digests():
        return (hashlib.sha256(text.encode("utf-8", errors="surrogateescape")).hexdigest()[:16] for text in texts(options.program))

    if options.record:
        if options.every > 1:
            parser.error("--record needs all commands: omit --every")
        recorded.write_text("".join(f"{digest} {command}\n" for digest, command in zip(digests(), commands)))
        print(f"{len(commands)} commands recorded")
        return 0
    failed = 0
    if options.against:
        for command, new, old in zip(commands, texts(options.program), texts(options.against)):
            if new != old:
                failed += 1
                print(f"$ {command}", *list(difflib.unified_diff(old.splitlines(), new.splitlines(), lineterm="", n=1))[2:20], "", sep="\n")
    else:
        expected = [line.split(" ", 1) for line in recorded.read_text().splitlines()]
        if [command for _, command in expected] != every_command:
            sys.exit("corpus.py: cannot compare: answers.txt and commands.txt list different commands; record them with --record")
        for digest, (known, command) in zip(digests(), expected[::options.every]):
            if digest != known:
                failed += 1
                print(f"different output: {command}")
    print(f"{len(commands) - failed} passed, {failed} failed")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
