#!/usr/bin/env python3
"""Shakes the physics for hours and fails where the marble escapes, a wall lets it through, a position is no number, a move
does not end, the maze tilts, errors add up or memory grows. Prints a table in Markdown; docs/development/reliability.md holds one.

  scripts/check/soak.py [PROGRAM] [--moves N] [--jobs N] [--seed N] [--keep FOLDER]
  scripts/check/soak.py --turned N [--seed N]

N random moves in the grid, as many in the imagined stepper, and a tenth as many in plain Bullet (the compound). Every second
part of them is played with a noise-free actuator, where a tilt at rest is an error that may add up. Each part is a command
`shake` of its own with the seed that the table's footnote tells, so that the result does not depend on --jobs. With --keep
each part that is done is kept in the folder, and the same command goes on from there. Run it after a change of the physics.
--moves 3200, the fewest, tries the script itself in a minute.
With --turned mazes are turned freely instead, by random actions at the limits of the mount: N control steps of 4 ticks in the grid,
as many imagined, a hundredth in the compound. It fails where a marble escapes, and needs numpy and the shared library.
Cost: some 70 minutes of processor time.
Exit status: 0, 1 for a fault, 2 bad input, 3 where the program cannot be run, 75 interrupted."""
import argparse
import concurrent.futures
import hashlib
import json
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "measure"))
from script_parts import ROOT, require, whole  # noqa: E402

PARTS = 40   # of each stepper, half of them without chance
MAZES = 8    # of a part: few, so that each is shaken for long
STEPPERS = {"grid": (1.0, []), "imagined": (1.0, ["--imagined"]), "compound": (0.1, ["--settings", "{compound}"])}
COUNTS = ("moves", "ticks", "settled", "frozen", "overdue", "escapes", "tunnelled", "not_a_number")
WORSTS = ("deepest_cells", "worst_tilt_rad", "first_half_tilt_rad", "second_half_tilt_rad")
FAULTS = ("overdue", "escapes", "tunnelled", "not_a_number")
TILT = 0.002 + 1e-6        # rad: what the brake may leave, by default (drive.brake_tolerance)
EXACT_TILT = 1e-9          # rad: far above rounding, far below what a move could feel
GROWTH = 4.0               # MiB of memory at its peak, beyond that of a run of a hundredth of the moves
WORLDS, TURNED = 128, ((3, "all"), (5, "outer"), (8, "outer"), (8, "all"))  # mazes that are turned freely
OF_MOVES = {"program": "build/release/marblemaze", "moves": 10_000_000, "jobs": os.cpu_count(), "keep": ""}  # unless given
SHORT = 1000               # moves that such a run has at least, unless the other has fewer


class Unable(Exception):
    """The program cannot be run."""


def most_memory(process):
    """The largest memory of a process so far, in MiB; 0 once it has ended. What the kernel says of a process that has ended
    counts the memory of the one that started it, too."""
    try:
        said = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    except OSError:
        return 0.0
    found = re.search(r"^VmHWM:\s*(\d+) kB", said, re.MULTILINE)
    return int(found[1]) / 1024 if found else 0.0


def measured(words):
    """What a run prints as JSON, with its peak of memory and its processor time."""
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as complaints:
        process = subprocess.Popen(words, stdout=output, stderr=complaints, stdin=subprocess.DEVNULL)
        begun, peak, ended = time.monotonic(), 0.0, 0
        while not ended:
            peak = max(peak, most_memory(process))
            time.sleep(0.005 if time.monotonic() - begun < 1 else 0.1)
            ended, status, usage = os.wait4(process.pid, os.WNOHANG)
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        complaints.seek(0)
        try:
            result = json.loads(output.read())
        except ValueError:
            said = complaints.read().decode(errors="replace").strip().splitlines()
            raise Unable(f"status {process.returncode} of {' '.join(words)}: {said[-1] if said else 'no words'}") from None
        return {**result, "peak_mib": peak, "cpu_s": usage.ru_utime + usage.ru_stime}


class Part:
    def __init__(self, stepper, number, options, compound):
        share, flags = STEPPERS[stepper]
        moves = int(options.moves * share)
        self.stepper, self.exact = stepper, number % 2 == 1
        self.seed = options.seed + number
        self.moves = moves * (number + 1) // PARTS - moves * number // PARTS
        self.flags = [flag.format(compound=compound) for flag in flags] + (["--exact"] if self.exact else [])
        self.keep = pathlib.Path(options.keep) / f"{stepper}-{self.seed}-{self.moves}.json" if options.keep else None
        self.program = options.program

    def words(self, moves):
        return [self.program, "shake", "--json", "--moves", str(moves), "--mazes", str(MAZES), "--seed", str(self.seed),
                *self.flags]

    def run(self, program_hash):
        if self.keep and self.keep.exists():
            kept = json.loads(self.keep.read_text())
            if kept.pop("program") == program_hash:
                return kept
        short = self.words(min(self.moves, max(SHORT, self.moves // 100)))
        result = measured(self.words(self.moves))
        result["growth_mib"] = math.inf
        for _ in range(5):  # a run of milliseconds may end before its memory is read at its peak; what grows grows each time
            result["growth_mib"] = min(result["growth_mib"], result["peak_mib"] - measured(short)["peak_mib"])
            if result["growth_mib"] <= GROWTH:
                break
        if self.keep:
            new = self.keep.with_suffix(".new")
            new.write_text(json.dumps({**result, "program": program_hash}))
            new.replace(self.keep)
        return result


def faults_of(part, result):
    for count in FAULTS:
        if result[count]:
            yield f"{count} {result[count]}"
    limit = EXACT_TILT if part.exact else TILT
    if not result["worst_tilt_rad"] <= limit:
        yield f"tilt at rest {result['worst_tilt_rad']:.3g} rad, expected at most {limit:g}"
    if result["growth_mib"] > GROWTH:
        yield f"memory grew by {result['growth_mib']:.1f} MiB, expected at most {GROWTH:g}"


def row(stepper, exact, results):
    sums = {count: sum(result[count] for result in results) for count in COUNTS}
    worst = {key: max(result[key] for result in results) for key in (*WORSTS, "growth_mib", "peak_mib")}
    name = f"{stepper}, without chance" if exact else stepper
    drift = f"{worst['first_half_tilt_rad']:.1e}, {worst['second_half_tilt_rad']:.1e}"
    return (f"| {name} | {sums['moves']:,} | {sums['ticks']:,} | {sums['frozen']:,} | {sums['overdue']} | {sums['escapes']} | "
            f"{sums['tunnelled']} | {sums['not_a_number']} | {worst['deepest_cells']:.3f} | {drift} | "
            f"{worst['peak_mib']:.1f}, {worst['growth_mib']:.1f} | {sum(result['cpu_s'] for result in results):.0f} |")


def print_table(parts, results):
    print("| stepper | moves | ticks | frozen | overdue | escapes | through walls | not a number | deepest overlap, cells | "
          "tilt at rest in the first and second half, rad | peak memory and its growth, MiB | processor s |")
    print("| --- |" + " ---: |" * 11)
    for stepper in STEPPERS:
        for exact in (False, True):
            print(row(stepper, exact, [r for p, r in zip(parts, results) if (p.stepper, p.exact) == (stepper, exact)]))


def run_all(parts, jobs, program_hash):
    results, began, shown = [None] * len(parts), time.monotonic(), 0.0
    longest_first = sorted(range(len(parts)), key=lambda i: ("compound", "grid", "imagined").index(parts[i].stepper))
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        running = {pool.submit(parts[i].run, program_hash): i for i in longest_first}
        try:
            for count, future in enumerate(concurrent.futures.as_completed(running), 1):
                results[running[future]] = future.result()
                if time.monotonic() - shown > 10 or count == len(parts):
                    shown = time.monotonic()
                    print(f"{count} of {len(parts)} parts, {shown - began:.0f} s", file=sys.stderr, flush=True)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return results


def turned_freely(steps, seed):
    """Plays and prints control steps in mazes that are turned freely. Status 1 where a marble escaped."""
    require("numpy")
    sys.path.insert(0, str(ROOT / "engine/python"))
    import marblemaze as mm
    import numpy as np
    draws, escapes = np.random.default_rng(seed), 0
    for stepper, kind, share, settings in (("grid", "bullet", 1, None), ("imagined", "imagined", 1, None),
                                           ("compound", "bullet", 0.01, mm.Settings(collision="compound"))):
        for size, layers in TURNED:
            batch = mm.FreeBatch([mm.Maze.generate(size, layers=layers, seed=seed + i) for i in range(WORLDS)], kind, settings=settings)
            rounds, escaped = math.ceil(steps * share / len(TURNED) / WORLDS), 0
            actions = np.zeros((WORLDS, 3))
            for _ in range(rounds):
                anew = draws.random(WORLDS) < 0.1  # held for a third of a second on average
                actions[anew] = draws.choice((-1, 0, 1), (anew.sum(), 3))
                batch.act(actions, 4)
                if (lost := batch.escaped()).any():
                    escaped += lost.sum()
                    batch.reset(lost)
            print(f"{stepper}, {size} {layers}: {rounds * WORLDS:,} control steps, {escaped} escapes", flush=True)
            escapes += escaped
    return 1 if escapes else 0


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?")
    parser.add_argument("--moves", type=whole(10 * PARTS * MAZES, 10**10), help="in each of grid and imagined")
    parser.add_argument("--jobs", type=whole(1, 4096), help="parts at once")
    parser.add_argument("--seed", type=whole(0, 10**15), default=1, help="of the first part; the next have the next seeds")
    parser.add_argument("--keep", help="folder of what is done")
    parser.add_argument("--turned", type=whole(1, 10**10), help="control steps of free turning, instead of moves")
    options = parser.parse_args()
    for name, usual in OF_MOVES.items():
        if getattr(options, name) is None:
            setattr(options, name, usual)
        elif options.turned:
            print(f"soak.py: {name} '{getattr(options, name)}': expected without --turned, where it does nothing", file=sys.stderr)
            sys.exit(2)
    options.program = str(pathlib.Path(options.program).resolve())
    if options.keep:
        pathlib.Path(options.keep).mkdir(parents=True, exist_ok=True)
    return options


def main():
    options = parse()
    if options.turned:
        return turned_freely(options.turned, options.seed)
    with tempfile.TemporaryDirectory() as scratch:
        compound = pathlib.Path(scratch) / "compound.json"
        compound.write_text('{"collision": "compound"}')
        parts = [Part(stepper, i, options, compound) for stepper in STEPPERS for i in range(PARTS)]
        program_hash = hashlib.sha256(pathlib.Path(options.program).read_bytes()).hexdigest()
        results = run_all(parts, options.jobs, program_hash)
    print_table(parts, results)
    print(f"\nSeeds {options.seed} to {options.seed + PARTS - 1}.")
    wrong = 0
    for part, result in zip(parts, results):
        for fault in faults_of(part, result):
            wrong += 1
            words = ' '.join(part.words(part.moves)).replace(str(compound), "compound.json")
            print(f"FAULT: {fault}: {words}")
    return 1 if wrong else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        print("soak.py: interrupted; with --keep the same command goes on", file=sys.stderr)
        sys.exit(75)
    except (Unable, OSError) as failure:
        print(f"soak.py: {failure}", file=sys.stderr)
        sys.exit(3)
