#!/usr/bin/env python3
"""Plays recorded commands and compares what they print and write with what they printed and wrote before.

  scripts/check/corpus.py [PROGRAM]                  all of them, of build/release/marblemaze without it
  scripts/check/corpus.py PROGRAM --every 20         each twentieth, as the tests do
  scripts/check/corpus.py PROGRAM --against OLDER    shows how the answers of two programs differ
  scripts/check/corpus.py PROGRAM --record           writes down the answers, where a change is meant

Cost: two minutes of processor time.
Run it after a change of structure that should change nothing that a user sees. tests/corpus/commands.txt is the list: a
line is a command, or several joined by " ; ", and {a,b} or {1..3} in it stands for each of these. Lines "file NAME: COMMAND"
come first; they make the files that the others read, or print what these hold. tests/corpus/answers.txt keeps for each command
a hash of its statuses, standard output, standard error, and of each file that it wrote. Times, speeds and names of machines
are left out."""
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
from script_parts import whole  # noqa: E402

CORPUS = pathlib.Path(__file__).resolve().parents[2] / "tests/corpus"
SEEDS = CORPUS.parent / "fuzz/seeds"
LIMIT_S = 120
# What no two runs share: seconds, speeds, times in words.
MEASURED = [
    (re.compile(r'("(?:[a-z_]*_s|began|last_result|heard)": ?)[-+0-9.e]+'), r"\1T"),
    (re.compile(r"[0-9.]+ s (of processor time|by the clock)"), r"T s \1"),
    (re.compile(r"(Processor time of all \d+ episodes): .*"), r"\1: T"),
    (re.compile(r"[0-9.]+ (?:µs|ms|s) \|$", re.MULTILINE), "T |"),  # processor time a move
    (re.compile(r"(\| [a-z-]+ \| \d+ \|) \d+ \| [0-9.]+ \|$", re.MULTILINE), r"\1 T | T |"),  # decisions a second
]


def expanded(line):
    """The lines that a line with {a,b} or {1..3} stands for, in order."""
    parts = re.split(r"\{([^{}]*)\}", line)
    choices = []
    for i, part in enumerate(parts):
        numbers = re.fullmatch(r"(\d+)\.\.(\d+)", part) if i % 2 else None
        if numbers:
            choices.append([str(n) for n in range(int(numbers[1]), int(numbers[2]) + 1)])
        else:
            choices.append(part.split(",") if i % 2 else [part])
    return [" ".join("".join(words).split()) for words in itertools.product(*choices)]


def read_list():
    """(name, command) of each file to make first, and all commands."""
    files, commands = [], []
    for line in (CORPUS / "commands.txt").read_text().splitlines():
        if line.startswith("file "):
            files.append(line[len("file "):].split(": ", 1))
        elif line and not line.startswith("#"):
            commands += expanded(line)
    return files, list(dict.fromkeys(commands))


def make_files(program, files, folder):
    for name, command in files:
        run = subprocess.run([program, *shlex.split(command)], cwd=folder, capture_output=True, timeout=LIMIT_S)
        if not (folder / name).exists():
            (folder / name).write_bytes(run.stdout)
        if not (folder / name).stat().st_size:
            sys.exit(f"corpus.py: '{command}' made no {name}: {run.stderr.decode(errors='replace').strip()}")
    shutil.copy(folder / "results.db", folder / "format8.db")  # of another version
    with sqlite3.connect(folder / "format8.db") as database:
        database.execute("PRAGMA user_version=8")
    for recording in (SEEDS / "recording").iterdir():
        shutil.copy(recording, folder / f"older_{recording.name}")


def plain(content):
    text = content.decode("utf-8", errors="surrogateescape")
    for pattern, instead in MEASURED:
        text = pattern.sub(instead, text)
    return text


def contents(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def answer(program, command, files):
    """All that a command said and wrote, as one text. Results files are read by `report` in a command of their own."""
    with tempfile.TemporaryDirectory(prefix="corpus-") as name:
        folder = pathlib.Path(name)
        shutil.copytree(files, folder, dirs_exist_ok=True)
        before = contents(folder)
        environment = {**os.environ, "HOME": name, "LC_ALL": "C.UTF-8", "TZ": "UTC", "COLUMNS": "120"}
        text = ""
        for part in command.split(" ; "):
            run = subprocess.run([program, *shlex.split(part)], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                                 capture_output=True, timeout=LIMIT_S)
            text += f"$ {part}\nstatus {run.returncode}\n{plain(run.stdout)}--- standard error\n{plain(run.stderr)}"
        for path, content in contents(folder).items():
            if before.get(path) != content and not re.search(r"\.db(-wal|-shm)?$|^\.|timings/", path):
                text += f"--- {path}\n{plain(content)}"
        return text


def digest(text):
    return hashlib.sha256(text.encode("utf-8", errors="surrogateescape")).hexdigest()[:16]


def answers(program, files, commands, jobs):
    """The answer to each command. The files are made once, by the program itself."""
    with tempfile.TemporaryDirectory(prefix="corpus-files-") as name:
        make_files(program, files, pathlib.Path(name))
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            for done, text in enumerate(pool.map(lambda command: answer(program, command, name), commands), 1):
                if sys.stderr.isatty():
                    print(f"\r{done} of {len(commands)}", end="" if done < len(commands) else "\n", file=sys.stderr)
                yield text


def compare(program, older, files, commands, jobs):
    """Prints the lines in which two programs differ; how many commands do."""
    differing = 0
    for new, old in zip(answers(program, files, commands, jobs), answers(older, files, commands, jobs)):
        if new != old:
            differing += 1
            shown = list(difflib.unified_diff(old.splitlines(), new.splitlines(), "older", "newer", lineterm="", n=1))
            print(new.splitlines()[0], *shown[2:20], "", sep="\n")
    return differing


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("program", nargs="?", default="build/release/marblemaze")
    parser.add_argument("--every", type=whole(1, 100_000), default=1, help="play one command of so many")
    parser.add_argument("--against", metavar="OLDER", help="another program: show how its answers differ")
    parser.add_argument("--record", action="store_true", help="write the answers down")
    parser.add_argument("--jobs", type=whole(1, 256), default=os.cpu_count())
    options = parser.parse_args()
    program = str(pathlib.Path(options.program).resolve())
    files, commands = read_list()
    if options.against:
        older = str(pathlib.Path(options.against).resolve())
        differing = compare(program, older, files, commands[::options.every], options.jobs)
        print(f"{differing} of {len(commands[::options.every])} commands answer otherwise")
        return int(differing > 0)
    kept = CORPUS / "answers.txt"
    if options.record:
        lines = [f"{digest(text)} {command}\n"
                 for text, command in zip(answers(program, files, commands, options.jobs), commands)]
        kept.write_text("".join(lines))
        print(f"{len(lines)} commands recorded")
        return 0
    expected = dict(reversed(line.split(" ", 1)) for line in kept.read_text().splitlines())
    asked = commands[::options.every]
    if list(expected) != commands:
        sys.exit("corpus.py: commands.txt lists other commands than answers.txt: --record writes them down")
    other = [command for text, command in zip(answers(program, files, asked, options.jobs), asked)
             if digest(text) != expected[command]]
    for command in other:
        print(f"answers otherwise: {command}")
    print(f"{len(asked) - len(other)} passed, {len(other)} failed")
    return int(bool(other))


if __name__ == "__main__":
    sys.exit(main())
