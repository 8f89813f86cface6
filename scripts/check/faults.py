#!/usr/bin/env python3
"""Runs each command while something around it fails. Prints a table, and fails if a run crashes, hangs, prints more than one line of
error, or loses an older output file.

  scripts/check/faults.py [PROGRAM] [--seed N] [--rounds N] [--only COMMAND...]

Every command runs with a small job. The faults: its reader goes away (pipe), kill -9 at a random moment (kill), SIGTERM at a random
moment (term), little memory (memory). Full disks, read-only folders, devices and links are tried by the tests OutputFlags. Run it after
changes to output files, interrupts or long commands.
Cost: one to three minutes.
"""
import argparse
import os
import pathlib
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

LIMIT_S = 120  # a run that takes longer hangs
MEMORY = 256 << 20  # bytes of address space
MEMORY_TO_DRAW = 1 << 30  # with less, Mesa's software renderer itself aborts
OLD = b"an older file\n"
ENDS = {".json": b"}", ".html": b"</html>", ".png": b"IEND\xaeB`\x82"}
STATUSES = {0: "done", 1: "not reached", 2: "bad input", 3: "prints why", 75: "can go on"}

# Name, arguments, and the file that it writes, if any. {w} is the folder of the run, {d} that of the ready files.
COMMANDS = [
    ("generate", "generate --size 20 -o {w}/out.json", "out.json"),
    ("info", "info {d}/maze.json --schemes", None),
    ("predict", "predict {d}/maze.json", None),
    ("solve", "solve {d}/maze.json --trace {w}/out.csv", "out.csv"),
    ("settings", "settings", None),
    ("agents", "agents", None),
    ("bench", "bench --size 3 --seeds 1-20 --agent breadth-first --results {w}/out.db", None),
    ("report", "report {d}/results.db", None),
    ("merge", "merge {w}/out.db {d}/results.db", "out.db"),
    ("map", "map {d}/maze.json --model imagined --exact", None),
    ("design", "design --size 3 --moves 8 --steps 20 --exact -o {w}/out.json", "out.json"),
    ("export", "export {d}/run.rec --html {w}/out.html", "out.html"),
    ("puzzle", "puzzle jump generate -o {w}/out.txt", "out.txt"),
    ("worlds", "worlds --world rook --seeds 1-20", None),
    ("verify", "verify {d}/run.rec", None),
    ("watch", "watch {d}/maze.json --screenshot {w}/out.png", "out.png"),
]


class Faulty:
    """Runs one command with faults."""

    def __init__(self, program, data, name, arguments, output):
        self.program, self.data, self.name, self.arguments, self.output = program, data, name, arguments, output

    def run(self, allowed, prefix=(), blow=None, moment=0.0, stdout=subprocess.DEVNULL):
        """How a run in a folder of its own ended, in words, and its seconds. An older file is in the place of the output."""
        folder = pathlib.Path(tempfile.mkdtemp(prefix="faults-"))
        output = folder / self.output if self.output else None
        try:
            if output and output.suffix != ".db":
                output.write_bytes(OLD)
            words = [word.format(w=folder, d=self.data) for word in self.arguments.split()]
            begun = time.monotonic()
            process = subprocess.Popen([*prefix, self.program, *words], stdout=stdout, stderr=subprocess.PIPE, text=True, errors="replace")
            if blow:
                time.sleep(moment)
                process.send_signal(blow)
            try:
                errors = process.communicate(timeout=LIMIT_S)[1].splitlines()
            except subprocess.TimeoutExpired:
                process.kill()
                raise AssertionError(f"hangs for {LIMIT_S} s") from None
            status = process.returncode
            words = STATUSES.get(status) or (signal.Signals(-status).name if status < 0 else f"status {status}")
            assert status in allowed, f"{words}: {errors}"
            assert status not in (2, 3) or len(errors) <= 1, f"{len(errors)} lines: {errors}"
            assert not output or not output.exists() or self.whole(output), "the older file is lost"
            return words, time.monotonic() - begun
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    @staticmethod
    def whole(output):
        """Is it the older file, or a new one that is not cut off?"""
        if output.suffix == ".db":
            return sqlite3.connect(output).execute("pragma integrity_check").fetchone() == ("ok",)
        content = output.read_bytes()
        return content == OLD or bool(content) and content.rstrip(b"\n").endswith(ENDS.get(output.suffix, b""))

    def all_faults(self, dice, rounds):
        seconds = self.run((0, 1))[1]
        at_random = lambda blow, allowed: ", ".join(sorted(
            {self.run((0, 1, -blow, *allowed), blow=blow, moment=dice.uniform(0, seconds))[0] for _ in range(rounds)}))
        read, write = os.pipe()
        os.close(read)
        with open(write, "wb") as closed:
            yield self.run((0, 1, 3, -signal.SIGPIPE), stdout=closed)[0]
        yield at_random(signal.SIGKILL, ())
        yield at_random(signal.SIGTERM, (75,))
        memory = MEMORY_TO_DRAW if self.name == "watch" else MEMORY
        yield self.run((0, 1, 3), prefix=["prlimit", f"--as={memory}"])[0]


def make_data(program, folder):
    for words in ("generate --size 3 --seed 7 -o {d}/maze.json", "bench --size 3 --seeds 1-3 --agent breadth-first --results {d}/results.db",
                  "watch {d}/maze.json --save-run {d}/run.rec"):
        subprocess.run([program, *words.format(d=folder).split()], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?", default="build/release/marblemaze")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="*", help="these commands alone")
    parser.add_argument("--rounds", type=int, default=3, help="random moments for each blow")
    options = parser.parse_args()
    program, dice, status = str(pathlib.Path(options.program).resolve()), random.Random(options.seed), 0
    for needed in (program, pathlib.Path(program).with_name("marblemaze-viewer")):
        if not os.access(needed, os.X_OK):
            print(f"faults.py: '{needed}': expected a program, with the viewer next to it", file=sys.stderr)
            return 2
    print("| command | pipe | kill | term | memory |\n| --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as data:
        make_data(program, data)
        for name, words, output in COMMANDS:
            if options.only and name not in options.only:
                continue
            try:
                print(f"| `{name}` |", " | ".join(Faulty(program, data, name, words, output).all_faults(dice, options.rounds)), "|", flush=True)
            except AssertionError as fault:
                status = 1
                print(f"| `{name}` | FAULT: {fault} |", flush=True)
    return status


if __name__ == "__main__":
    sys.exit(main())
