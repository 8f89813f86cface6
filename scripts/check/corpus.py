#!/usr/bin/env python3
"""Runs recorded commands and compares their outputs with the records. Run it after a change that should not change any
output.

  scripts/check/corpus.py [PROGRAM]                 runs all commands; PROGRAM is build/release/marblemaze by default
  scripts/check/corpus.py PROGRAM --record          records the outputs after an intended change
  scripts/check/corpus.py PROGRAM --against OLDER   compares with the outputs of another program instead

The records are the files tests/corpus/*.txt. A line "$ ARGUMENTS" is a command. Add or edit these lines by hand. The
lines below a command are its standard output, its standard error after "! ", its exit status if it is not 0, and the
files that it wrote. The commands of a record run in sequence in a temporary folder. Its subfolder `recordings` is a
copy of tests/fuzz/seeds/recording. Long output is shortened to its first lines and a hash. Times and speeds are
replaced by T.
Cost: a few seconds.
Exit status: 0, or 1 if an output differs.
"""
import argparse
import concurrent.futures
import difflib
import hashlib
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

TESTS = pathlib.Path(__file__).resolve().parents[2] / "tests"
LIMIT_S = 120
LONG, KEPT = 40, 12  # lines of a text
MEASURED = [
    (re.compile(r'("(?:[a-z_]*_s|began|last_result|heard)": ?)[-+0-9.e]+'), r"\1T"),
    (re.compile(r"[0-9.]+ s (of processor time|of wall-clock time)"), r"T s \1"),
    (re.compile(r"(Processor time of all \d+ episodes): .*"), r"\1: T"),
    (re.compile(r"[0-9.]+ (?:µs|ms|s) \|$", re.MULTILINE), "T |"),  # CPU time per move
    (re.compile(r"\b\d+\.\d+\.\d+(?=[\",]| \||$)", re.MULTILINE), "VERSION"),
]


def readable(content):
    """Returns the lines of a text, without times. A long text is shortened to its first lines and a hash. Binary data
    are reduced to a hash."""
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        return [f"[{len(content)} bytes, hash {hashlib.sha256(content).hexdigest()[:16]}]"]
    for pattern, replacement in MEASURED:
        text = pattern.sub(replacement, text)
    lines = [line if len(line) <= 400 else f"{line[:400]}[... {len(line)} characters]" for line in text.splitlines()]
    if len(lines) > LONG or lines != text.splitlines():
        digest = hashlib.sha256(text.encode()).hexdigest()[:16]
        lines = [*(lines[:KEPT] if len(lines) > LONG else lines), f"[{text.count(chr(10))} lines, hash {digest}]"]
    return lines


def contents(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*"))
            if path.is_file() and not re.search(r"\.db(-wal|-shm)?$|^\.|timings/|^recordings/",
                                                path.relative_to(folder).as_posix())}


def replayed(program, record):
    """Runs the commands of a record and returns their outputs as lines."""
    commands = [line for line in record.read_text().splitlines() if line.startswith("$ ")]
    with tempfile.TemporaryDirectory(prefix="corpus-") as name:
        folder = pathlib.Path(name)
        shutil.copytree(TESTS / "fuzz/seeds/recording", folder / "recordings")
        environment = {**os.environ, "HOME": name, "LC_ALL": "C.UTF-8", "TZ": "UTC", "COLUMNS": "120"}
        before, lines = contents(folder), []
        for command in commands:
            run = subprocess.run([program, *shlex.split(command.removeprefix("$ "))], cwd=folder, env=environment,
                                 stdin=subprocess.DEVNULL, capture_output=True, timeout=LIMIT_S)
            lines += [command, *readable(run.stdout), *("! " + line for line in readable(run.stderr))]
            if run.returncode:
                lines.append(f"[exit status {run.returncode}]")
            after = contents(folder)
            for path, content in after.items():
                if before.get(path) != content:
                    lines += [f"[wrote {path}]", *readable(content)]
            before = after
        return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("program", nargs="?", default="build/release/marblemaze")
    parser.add_argument("--record", action="store_true", help="record the outputs")
    parser.add_argument("--against", metavar="OLDER", help="compare with the outputs of this program")
    options = parser.parse_args()
    records = sorted((TESTS / "corpus").glob("*.txt"))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        def texts(program):
            return pool.map(lambda record: replayed(str(pathlib.Path(program).resolve()), record), records)

        older = texts(options.against) if options.against else (record.read_text().splitlines() for record in records)
        differ = 0
        for record, new, old in zip(records, texts(options.program), older):
            if options.record:
                record.write_text("\n".join(new) + "\n")
            elif new != old:
                differ += 1
                print(*difflib.unified_diff(old, new, f"{record.name}, recorded", f"{record.name}, now", lineterm="",
                                            n=3), sep="\n")
    print(f"{len(records)} records, {differ} differ" if not options.record else f"{len(records)} records written")
    return int(differ > 0)


if __name__ == "__main__":
    sys.exit(main())
