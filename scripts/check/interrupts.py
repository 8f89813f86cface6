#!/usr/bin/env python3
"""Interrupts each long-running command at random times. Prints a table with the longest delays.

  scripts/check/interrupts.py [PROGRAM] [--times N] [--seed N] [--span SECONDS] [--limit SECONDS] [--only NAME...]

The script fails if a command stops too late, loses results, or exits with the wrong status. A command that can be
resumed exits with status 75. Every other command is terminated by the signal, which a shell reports as 130 (SIGINT) or
143 (SIGTERM). A resumable command that has not started its work is also terminated by the signal. Commands of the
viewer are skipped if it has not been built.
Cost: two minutes. The test suite runs the script with a generous limit.
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
HANGS_S = 60


# Checks of the files that an interrupted command leaves. Each check returns a fault or None. `out` is the output of the
# command.

def keeps(*names):
    """Checks that the folder contains only these files."""
    def check(folder, out):
        left = {path.name for path in folder.iterdir()} - set(names)
        return f"left {', '.join(sorted(left))}" if left else None
    return check


def keeps_rows(folder, out):
    """Checks that the database is valid, is the only file, and contains as many rows as the command reported."""
    if not (folder / "r.db").exists():
        return keeps()(folder, out)
    with sqlite3.connect(folder / "r.db") as database:
        valid = database.execute("PRAGMA integrity_check").fetchone()[0]
        stored = [database.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in ("episodes", "truths")]
    if valid != "ok":
        return valid
    if out.startswith("{"):
        said = json.loads(out)
        truths = said.get("truths", {"found": 0, "stored_before": 0})
        reported = [said["episodes"] + said["stored_before"], truths["found"] + truths["stored_before"]]
        if reported != stored:
            return f"reported {reported} rows, stored {stored}"
    return keeps("r.db")(folder, out)


def keeps_run(folder, out):
    """Checks that the trace ends with its summary, unless the command had not started."""
    if not (folder / "t").exists():
        return "lost the trace" if out else keeps()(folder, out)
    last = json.loads((folder / "t").read_text().splitlines()[-1])
    if not last["summary"] or last["outcome"] != "running":
        return f"the trace ends with {last}"
    return keeps("t", "r.rec")(folder, out)


# Name, arguments, exit status (None for a signal) and check of each command. {d} is the folder of the input files.
COMMANDS = [
    ("solve", "solve {d}/large.json --agent depth-first --trace t --record r.rec", None, keeps_run),
    ("solve, while the agent plans", "solve --size 8 --agent simulation-search --trace t --record r.rec", None,
     keeps_run),
    ("solve --tilt", "solve --size 9 --tilt --trace t --record r.rec", None, keeps_run),
    ("bench", "bench --size 9 --orientations 24 --agent depth-first --seeds 1-9999 --jobs 2 --results r.db --json",
     RESUMES, keeps_rows),
    ("bench, 2,000,000 runs",
     "bench --size 9 --agent depth-first,heuristic --seeds 1-1000000 --jobs 1 --results r.db --json", RESUMES,
     keeps_rows),
    ("bench --suite thesis", "bench --suite thesis --seeds 1-9999 --jobs 1 --results r.db --json", RESUMES, keeps_rows),
    ("bench, while agents plan",
     "bench --size 8 --agent simulation-search,uct --seeds 1-99 --jobs 1 --results r.db --json", RESUMES, keeps_rows),
    ("bench --truth",
     "bench --size 5 --orientations 24 --agent heuristic --seeds 1-9 --truth --jobs 1 --results r.db --json", RESUMES,
     keeps_rows),
    ("bench --tilt", "bench --tilt --agent cem --size 5 --seeds 1-9999 --jobs 1 --results r.db --json", RESUMES,
     keeps_rows),
    ("bench, an agent that never answers",
     "bench --agent-command 'python3 {d}/silent.py' --decision-limit 0 --seeds 1-9 --jobs 1 --results r.db --json",
     RESUMES, keeps_rows),
    ("marblebench", "marblebench --agent uct --jobs 1 --results r.db", RESUMES, keeps_rows),
    ("marblebench, free", "marblebench --set marblebench-free-1 --agent cem --jobs 1 --results r.db", RESUMES,
     keeps_rows),
    ("report", "report {d}/rows.db --json", None, keeps()),
    ("merge", "merge all.db {d}/rows.db", RESUMES, keeps()),
    ("map", "map --size 8 --model bullet --trials 1000 --jobs 2 --json", None, keeps()),
    ("map --model predicted", "map {d}/huge.json --model predicted --orientations 24 --jobs 1 --json", None, keeps()),
    ("design", "design --size 6 --moves 300 --steps 999999 --jobs 1 -o t", None, keeps("t")),
    ("predict", "predict {d}/huge.json --orientations 24", None, keeps()),
    ("verify", "verify {d}/run.rec", None, keeps()),
    ("export --stl", "export {d}/huge.json --stl t", None, keeps()),
    ("puzzle nonogram check", "puzzle nonogram check {d}/hard.txt", None, keeps()),
    ("puzzle nonogram play", "puzzle nonogram play {d}/hard.txt", None, keeps()),
    ("puzzle binary generate", "puzzle binary generate --size 4 --level 4 --seed 9 --budget 999999999", None, keeps()),
    ("puzzle rook generate", "puzzle rook generate --size 20 --steps 99999999", None, keeps()),
    ("puzzle life", "puzzle life --width 500 --height 500 --generations 1000000", None, keeps()),
    ("watch --record", "watch --size 9 --agent depth-first --record t.mp4 --seconds 3600 --resolution 160x120", None,
     keeps("t.mp4", "t")),
    ("watch --save-run", "watch --size 12 --orientations 24 --agent imagination --save-run t", None, keeps("t")),
]

SILENT_AGENT = """import sys, time
for line in sys.stdin:
    if line.startswith("marblemaze"):
        print("agent silent 1 blind", flush=True)
    if line.startswith("go"):
        time.sleep(9999)
"""


def random_nonogram(dice, side):
    squares = [[dice.random() < 0.45 for _ in range(side)] for _ in range(side)]

    def clues(line):
        runs = "".join("#" if black else " " for black in line).split()
        return " ".join(str(len(run)) for run in runs) or "0"
    return f"rows {', '.join(map(clues, squares))}; columns {', '.join(map(clues, zip(*squares)))}\n"


def make_inputs(program, folder):
    for words in ("generate --size 30 -o large.json", "generate --size 64 --seed 19 -o huge.json",
                  "bench --world predicted --agent heuristic --seeds 1-1 --results rows.db"):
        subprocess.run([program, *words.split()], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    with sqlite3.connect(folder / "rows.db") as database:  # copies the row 300,000 times, with different seeds
        columns = [row[1] for row in database.execute("PRAGMA table_info(episodes)")]
        chosen = ", ".join("i" if name == "seed" else name for name in columns)
        database.execute("WITH RECURSIVE seeds(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM seeds WHERE i < 300000) "
                         f"INSERT INTO episodes SELECT {chosen} FROM episodes, seeds WHERE seed = 1")
    (folder / "silent.py").write_text(SILENT_AGENT)
    (folder / "hard.txt").write_text(random_nonogram(random.Random(30), 30))
    interrupt([program, "solve", "large.json", "--agent", "depth-first", "--record", "run.rec"], folder, 1.5,
              signal.SIGINT)


def interrupt(words, folder, seconds, number):
    """Runs a command and sends it a signal after some seconds. Returns the delay in seconds (None if the command had
    already ended) and the completed process."""
    process = subprocess.Popen(words, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               text=True)
    delay = None
    try:
        out, errors = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        sent = time.monotonic()
        process.send_signal(number)
        try:
            out, errors = process.communicate(timeout=HANGS_S)
        except subprocess.TimeoutExpired:
            process.kill()
            out, errors = process.communicate()
        delay = time.monotonic() - sent
    return delay, subprocess.CompletedProcess(words, process.returncode, out, errors.strip()[-200:])


def try_command(row, options, inputs, dice):
    """Interrupts a command several times. Returns the delays and the faults."""
    _, arguments, status, check = row
    words = [options.program, *shlex.split(arguments.format(d=shlex.quote(str(inputs))))]
    delays, faults = [], []
    span, too_late = options.span, 0
    with tempfile.TemporaryDirectory(prefix="marblemaze-interrupts-") as name:
        folder = pathlib.Path(name)
        while len(delays) < options.times:
            number = (signal.SIGINT, signal.SIGTERM)[(len(delays) + COMMANDS.index(row)) % 2]
            begun = time.monotonic()
            delay, run = interrupt(words, folder, dice.uniform(0.02, span), number)
            if delay is None:  # the machine is fast: interrupts the command earlier
                span, too_late = max(0.04, 0.7 * (time.monotonic() - begun)), too_late + 1
                if too_late < 10:
                    continue
                return delays, [*faults, f"ended with status {run.returncode} before it was interrupted: {run.stderr}"]
            delays.append(delay)
            has_begun = status is not None and any(folder.iterdir())
            if run.returncode != status and (has_begun or run.returncode != -number):
                faults.append(f"exit status {run.returncode}, expected {status or -number}: {run.stderr}")
            if delay > options.limit:
                faults.append(f"stopped after {delay:.2f} s, expected at most {options.limit} s")
            if fault := check(folder, run.stdout):
                faults.append(fault)
            if status is None:  # the command cannot be resumed
                for path in folder.iterdir():
                    path.unlink()
    return delays, faults


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("program", nargs="?", default=str(ROOT / "build/release/marblemaze"))
    parser.add_argument("--times", type=int, default=10, help="interruptions of each command (10)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the random times (1)")
    parser.add_argument("--span", type=float, default=1.0, help="seconds within which a command is interrupted (1)")
    parser.add_argument("--limit", type=float, default=0.5, help="longest permitted delay in seconds (0.5)")
    parser.add_argument("--only", nargs="+", default=[""], metavar="NAME",
                        help="commands whose names begin with one of these words")
    options = parser.parse_args()
    options.program = str(pathlib.Path(options.program).resolve())
    viewer = pathlib.Path(options.program).with_name("marblemaze-viewer").exists()
    dice, failed = random.Random(options.seed), False
    print(f"| command | longest delay of {options.times}, s | status |\n| --- | --- | --- |")
    with tempfile.TemporaryDirectory(prefix="marblemaze-interrupts-") as name:
        make_inputs(options.program, pathlib.Path(name))
        for row in COMMANDS:
            if not row[0].startswith(tuple(options.only)) or row[0].startswith("watch") and not viewer:
                continue
            delays, faults = try_command(row, options, name, dice)
            print(f"| {row[0]} | {f'{max(delays):.2f}' if delays else '-'} | {row[2] or '130, 143'} |", flush=True)
            for fault in faults:
                print(f"interrupts.py: {row[0]}: {fault}", file=sys.stderr)
            failed |= bool(faults)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
