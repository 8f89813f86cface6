#!/usr/bin/env python3
"""What happens to each command when something around it fails: prints a table, and fails where a run crashes, hangs,
says more than one line, or loses an older file.

  scripts/check/faults.py [PROGRAM] [--seed N] [--rounds N] [--only COMMAND...]

Every command runs with a small job. The faults: its reader goes away (pipe), kill -9 at a random moment (kill), SIGTERM
at a random moment (term), little memory (memory), a clock that stands in another century (clock; needs Debian's package
faketime). Full disks, read-only folders, devices and links are tried by the tests OutputFlags. Run it after changes to
output files, interrupts or long commands.
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

LIMIT = 120  # seconds; a run that takes longer hangs
MEMORY = 256 << 20  # bytes of address space
MEMORY_TO_DRAW = 1 << 30   # with less, Mesa's software renderer itself aborts
OLD = "an older file\n"

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


def lines(text):
    return [line for line in text.decode(errors="replace").splitlines() if line.strip()]


class Run:
    """A command in a folder of its own, with an older file where it writes."""

    def __init__(self, program, data, arguments, output, **options):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="faults-"))
        self.output = self.folder / output if output else None
        if self.output and self.output.suffix != ".db":
            self.output.write_text(OLD)
        prefix = options.pop("prefix", [])
        words = [word.format(w=self.folder, d=data) for word in arguments.split()]
        self.begun = time.monotonic()
        self.process = subprocess.Popen([*prefix, program, *words], stderr=subprocess.PIPE,
                                        **{"stdout": subprocess.DEVNULL, **options})

    def end(self):
        """Status, complaints, seconds. Raises where it hangs."""
        try:
            complaints = self.process.communicate(timeout=LIMIT)[1]
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise AssertionError(f"hangs for {LIMIT} s") from None
        return self.process.returncode, lines(complaints), time.monotonic() - self.begun

    def old_or_whole(self):
        """Is what stands in the output's place the older file or a new one that is not cut off?"""
        if not self.output or not self.output.exists():
            return True
        text = self.output.read_bytes()
        if self.output.suffix == ".db":
            return sqlite3.connect(self.output).execute("pragma integrity_check").fetchone() == ("ok",)
        if text == OLD.encode():
            return True
        ends = {".json": b"}", ".html": b"</html>", ".png": b"IEND\xaeB`\x82"}.get(self.output.suffix, b"")
        return bool(text) and text.rstrip(b"\n").endswith(ends)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


def words_for(status):
    names = {0: "done", 1: "aim not reached", 2: "bad input", 3: "says why", 75: "can go on"}
    return names.get(status) or (signal.Signals(-status).name if status < 0 else f"status {status}")


def check(run, status, complaints, allowed):
    assert status in allowed, f"{words_for(status)}: {' / '.join(complaints)}"
    assert status not in (2, 3) or len(complaints) <= 1, f"{len(complaints)} lines: {complaints}"
    assert run.old_or_whole(), "the older file is lost"
    return words_for(status)


def without_a_reader(start):
    read, write = os.pipe()
    os.close(read)
    with start(stdout=write) as run:
        os.close(write)
        status, complaints, _ = run.end()
        return check(run, status, complaints, (0, 1, 3, -signal.SIGPIPE))


def struck(start, blow, moment, allowed):
    with start() as run:
        time.sleep(moment)
        run.process.send_signal(blow)
        status, complaints, _ = run.end()
        return check(run, status, complaints, allowed)


def with_little_memory(start, most):
    with start(prefix=["prlimit", f"--as={most}"]) as run:
        status, complaints, _ = run.end()
        return check(run, status, complaints, (0, 1, 3))


def in_another_century(start):
    if not shutil.which("faketime"):
        return "not tried"
    with start(prefix=["faketime", "2107-01-01 00:00:00"]) as run:
        status, complaints, _ = run.end()
        return check(run, status, complaints, (0, 1))


def faults_of(start, dice, rounds, memory):
    with start() as run:
        status, complaints, seconds = run.end()
        assert status in (0, 1), f"without a fault: {words_for(status)}: {complaints}"
    moments = [dice.uniform(0, seconds) for _ in range(rounds)]
    killed = {struck(start, signal.SIGKILL, moment, (0, 1, -signal.SIGKILL)) for moment in moments}
    ended = {struck(start, signal.SIGTERM, moment, (0, 1, 75, -signal.SIGTERM)) for moment in moments}
    return {"pipe": without_a_reader(start), "kill": ", ".join(sorted(killed)), "term": ", ".join(sorted(ended)),
            "memory": with_little_memory(start, memory), "clock": in_another_century(start)}


def make_data(program, folder):
    def do(words):
        subprocess.run([program, *words.format(d=folder).split()], check=True, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)

    do("generate --size 3 --seed 7 -o {d}/maze.json")
    do("bench --size 3 --seeds 1-3 --agent breadth-first --results {d}/results.db")
    do("watch {d}/maze.json --save-run {d}/run.rec")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?", default="build/release/marblemaze")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="*", help="these commands alone")
    parser.add_argument("--rounds", type=int, default=3, help="random moments for each blow")
    arguments = parser.parse_args()
    program, dice = str(pathlib.Path(arguments.program).resolve()), random.Random(arguments.seed)
    wrong = 0
    for needed in (program, pathlib.Path(program).with_name("marblemaze-viewer")):
        if not os.access(needed, os.X_OK):
            print(f"faults.py: '{needed}': expected a program, with the viewer beside it", file=sys.stderr)
            return 2
    print("| command | pipe | kill | term | memory | clock |\n| --- | --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as data:
        make_data(program, data)
        for name, words, output in COMMANDS:
            if arguments.only and name not in arguments.only:
                continue
            try:
                memory = MEMORY_TO_DRAW if name == "watch" else MEMORY
                result = faults_of(lambda **o: Run(program, data, words, output, **o), dice, arguments.rounds, memory)
                print(f"| `{name}` |", " | ".join(result.values()), "|", flush=True)
            except AssertionError as fault:
                wrong += 1
                print(f"| `{name}` | FAULT: {fault} |", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
