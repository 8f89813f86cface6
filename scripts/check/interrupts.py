#!/usr/bin/env python3
"""Interrupts every command that can take longer than a second at random moments: prints a table of the delays, and fails where a
command does not stop, ends with another status than promised, or loses what it had.

  scripts/check/interrupts.py [PROGRAM] [--times N] [--seed N] [--span SECONDS] [--limit SECONDS] [--only NAME...]

A command that keeps what it finds ends with 75 and continues when it is given again. The others write what they have, if anything,
and end as the signal ends a program, which a shell shows as 130 (SIGINT) or 143 (SIGTERM), as does whatever has not begun. The test Interrupts runs the same script
with a generous limit. A new command with long work gets a row in COMMANDS. Commands of the viewer are left out where it is not built.
Cost: two minutes.
"""
import argparse
import json
import pathlib
import random
import shlex
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
RESUMES = 75
HANGS = 60  # seconds


# --- What is kept. Each returns what is wrong, or nothing, after an interruption; `out` is what the command printed.

def nothing(folder, out):
    left = [path.name for path in folder.iterdir()]
    return f"left {', '.join(left)}" if left else None


def only(*names):
    def check(folder, out):
        left = {path.name for path in folder.iterdir()} - set(names)
        return f"left {', '.join(left)}" if left else None
    return check


def rows(folder, out):
    """Whole rows without a log beside them, as many as the command said."""
    if wrong := only("r.db")(folder, out):
        return wrong
    if not (folder / "r.db").exists():
        return None  # it had not begun
    with sqlite3.connect(folder / "r.db") as database:
        if (check := database.execute("PRAGMA integrity_check").fetchone()[0]) != "ok":
            return check
        stored = [database.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in ("episodes", "truths")]
    if not out.startswith("{"):
        return None
    said = json.loads(out)
    truths = said.get("truths", {"found": 0, "stored_before": 0})
    told = [said["episodes"] + said["stored_before"], truths["found"] + truths["stored_before"]]
    return None if told == stored else f"said {told} rows, stored {stored}"


def whole_lines(name):
    def check(folder, out):
        if (folder / name).exists():
            for line in (folder / name).read_text().splitlines():
                json.loads(line)
        return only(name)(folder, out)
    return check


def a_run(folder, out):
    """The moves until then: a trace with its summary, and a recording."""
    if not (folder / "t").exists():
        return "lost the trace" if out else nothing(folder, out)  # without output it had not begun
    last = json.loads((folder / "t").read_text().splitlines()[-1])
    if not last["summary"] or last["outcome"] != "running":
        return f"the trace ends with {last}"
    return only("t", "r.rec")(folder, out)


# --- The commands: name, arguments, status (None: the signal's), what is kept. {d} is a folder with ready files.

COMMANDS = [
    ("solve", "solve {d}/large.json --agent depth-first --trace t --record r.rec", None, a_run),
    ("solve, while the agent plans", "solve --size 8 --agent simulation-search --trace t --record r.rec", None, a_run),
    ("solve --free", "solve --size 9 --free --trace t --record r.rec", None, a_run),
    ("bench", "bench --size 9 --orientations 24 --agent depth-first --seeds 1-9999 --jobs 2 --results r.db --json", RESUMES, rows),
    ("bench, 2,000,000 runs", "bench --size 9 --agent depth-first,heuristic --seeds 1-1000000 --jobs 1 --results r.db --json", RESUMES, rows),
    ("bench --suite thesis", "bench --suite thesis --seeds 1-9999 --jobs 1 --results r.db --json", RESUMES, rows),
    ("bench, while agents plan", "bench --size 8 --agent simulation-search,uct --seeds 1-99 --jobs 1 --results r.db --json", RESUMES, rows),
    ("bench --truth", "bench --size 5 --orientations 24 --agent heuristic --seeds 1-9 --truth --jobs 1 --results r.db --json", RESUMES, rows),
    ("bench --free", "bench --free --agent cem --size 5 --seeds 1-9999 --jobs 1 --results r.db --json", RESUMES, rows),
    ("bench, an agent that never answers",
     "bench --agent-command 'python3 {d}/silent.py' --decision-limit 0 --seeds 1-9 --jobs 1 --results r.db --json", RESUMES, rows),
    ("marblebench", "marblebench --agent uct --jobs 1 --results r.db", RESUMES, rows),
    ("marblebench, free", "marblebench --set marblebench-free-1 --agent cem --jobs 1 --results r.db", RESUMES, rows),
    ("marblebench --make", "marblebench --make t --jobs 1", RESUMES, whole_lines("t.work")),
    ("report", "report {d}/rows.db --json", None, nothing),
    ("merge", "merge all.db {d}/rows.db", RESUMES, nothing),
    ("map", "map --size 8 --model bullet --trials 1000 --jobs 2 --json", None, nothing),
    ("map --model predicted", "map {d}/huge.json --model predicted --orientations 24 --jobs 1 --json", None, nothing),
    ("design", "design --size 6 --moves 300 --steps 999999 --jobs 1 -o t", None, only("t")),
    ("predict", "predict {d}/huge.json --orientations 24", None, nothing),
    ("verify", "verify {d}/run.rec", None, nothing),
    ("export --stl", "export {d}/huge.json --stl t", None, nothing),
    ("puzzle nonogram check", "puzzle nonogram check {d}/hard.txt", None, nothing),
    ("puzzle nonogram play", "puzzle nonogram play {d}/hard.txt", None, nothing),
    ("puzzle binary check", "puzzle binary check {d}/empty.txt", None, nothing),
    ("puzzle binary generate", "puzzle binary generate --size 12 --level 4 --budget 999999999", None, nothing),
    ("puzzle rook generate", "puzzle rook generate --size 20 --steps 99999999", None, nothing),
    ("puzzle life", "puzzle life --width 500 --height 500 --generations 1000000", None, nothing),
    ("watch --record", "watch --size 9 --agent depth-first --record t.mp4 --seconds 3600 --resolution 160x120", None, only("t.mp4", "t")),
    ("watch --save-run", "watch --size 12 --orientations 24 --agent imagination --save-run t", None, only("t")),
]

SILENT = """import sys, time
for line in sys.stdin:
    if line.startswith("marblemaze"):
        print("agent silent 1 blind", flush=True)
    if line.startswith("go"):
        time.sleep(9999)
"""


def a_nonogram(dice, side):
    """The clues of random squares."""
    squares = [[dice.random() < 0.45 for _ in range(side)] for _ in range(side)]

    def clues(line):
        runs = "".join("#" if black else " " for black in line).split()
        return " ".join(str(len(run)) for run in runs) or "0"
    return f"rows {', '.join(map(clues, squares))}; columns {', '.join(map(clues, zip(*squares)))}\n"


def make_data(program, folder):
    def do(words):
        subprocess.run([program, *shlex.split(words)], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    do("generate --size 30 -o large.json")
    do("generate --size 64 -o huge.json")
    do("bench --world predicted --agent heuristic --seeds 1-1 --results rows.db")
    with sqlite3.connect(folder / "rows.db") as database:
        columns = [row[1] for row in database.execute("PRAGMA table_info(episodes)")]
        chosen = ", ".join("i" if name == "seed" else name for name in columns)
        database.execute("WITH RECURSIVE seeds(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM seeds WHERE i < 300000) "
                         f"INSERT INTO episodes SELECT {chosen} FROM episodes, seeds WHERE seed = 1")
    (folder / "silent.py").write_text(SILENT)
    (folder / "hard.txt").write_text(a_nonogram(random.Random(30), 30))
    (folder / "empty.txt").write_text(("." * 16 + "\n") * 16)
    run = subprocess.Popen([program, "solve", "large.json", "--agent", "depth-first", "--record", "run.rec"], cwd=folder,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(1.5)
    run.send_signal(signal.SIGINT)
    run.wait()


class Interrupted:
    """A command that was interrupted after `moment` seconds."""

    def __init__(self, words, folder, moment, number):
        start = time.monotonic()
        process = subprocess.Popen(words, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        try:
            self.out, self.complaints = process.communicate(timeout=moment)
            self.delay = None  # it had ended before
        except subprocess.TimeoutExpired:
            struck = time.monotonic()
            process.send_signal(number)
            try:
                self.out, self.complaints = process.communicate(timeout=HANGS)
            except subprocess.TimeoutExpired:
                process.kill()
                self.out, self.complaints = process.communicate()
            self.delay = time.monotonic() - struck
        self.status, self.took = process.returncode, time.monotonic() - start


def try_command(row, options, data, dice):
    """The delays, and what was wrong."""
    name, arguments, status, kept = row
    words = [options.program, *shlex.split(arguments.format(d=shlex.quote(str(data))))]
    delays, wrong = [], []
    span, too_late = options.span, 0
    with tempfile.TemporaryDirectory(prefix="marblemaze-interrupts-") as folder:
        while len(delays) < options.times:
            number = (signal.SIGINT, signal.SIGTERM)[(len(delays) + COMMANDS.index(row)) % 2]
            run = Interrupted(words, folder, dice.uniform(0.02, span), number)
            if run.delay is None:
                span, too_late = max(0.04, 0.7 * run.took), too_late + 1  # a fast machine: interrupt it earlier
                if too_late < 10:
                    continue
                wrong.append(f"ended with {run.status} after {run.took:.1f} s before it was interrupted: {run.complaints.strip()[-200:]}")
                break
            delays.append(run.delay)
            has_begun = status is not None and any(pathlib.Path(folder).iterdir())
            if run.status != status and (has_begun or run.status != -number):
                wrong.append(f"status {run.status} instead of {status or -number}: {run.complaints.strip()[-200:]}")
            if run.delay > options.limit:
                wrong.append(f"stopped after {run.delay:.2f} s")
            if problem := kept(pathlib.Path(folder), run.out):
                wrong.append(problem)
            if status is None:  # it begins again
                for path in pathlib.Path(folder).iterdir():
                    path.unlink()
    return delays, wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("program", nargs="?", default=str(ROOT / "build/release/marblemaze"))
    parser.add_argument("--times", type=int, default=10, help="interruptions of each command (10)")
    parser.add_argument("--seed", type=int, default=1, help="of the moments (1)")
    parser.add_argument("--span", type=float, default=1.0, help="seconds within which a command is interrupted (1)")
    parser.add_argument("--limit", type=float, default=0.5, help="most seconds until it has ended (0.5)")
    parser.add_argument("--only", nargs="+", default=[], metavar="NAME", help="commands whose names begin so")
    options = parser.parse_args()
    options.program = str(pathlib.Path(options.program).resolve())
    viewer = pathlib.Path(options.program).with_name("marblemaze-viewer").exists()
    dice = random.Random(options.seed)
    faults = 0
    print(f"| command | longest delay of {options.times}, s | status |\n| --- | --- | --- |")
    with tempfile.TemporaryDirectory(prefix="marblemaze-interrupts-") as data:
        make_data(options.program, pathlib.Path(data))
        for row in COMMANDS:
            if options.only and not row[0].startswith(tuple(options.only)) or row[0].startswith("watch") and not viewer:
                continue
            delays, wrong = try_command(row, options, data, dice)
            longest = f"{max(delays):.2f}" if delays else "-"
            print(f"| {row[0]} | {longest} | {row[2] or '130, 143'} |", flush=True)
            for problem in wrong:
                faults += 1
                print(f"interrupts.py: {row[0]}: {problem}", file=sys.stderr)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
