#!/usr/bin/env python3
"""Plays random moves for an hour and fails if the marble escapes or passes through a wall, a position is not a number, a move
does not end, the maze tilts, errors add up or memory grows. Prints a table in Markdown.

  scripts/check/soak.py [--moves N] [--jobs N] [--seed N]
  scripts/check/soak.py --tilt N [--seed N]

Plays N moves in the grid, N in the imagined stepper and a tenth of N in the compound. Every second part has a noise-free actuator, so that
a tilt at rest is an error that may add up. --moves 3200, the minimum, tries the script itself in a minute.
--tilt turns mazes continuously instead, by random commands at the limits: N control steps of 4 ticks in the grid, N in the imagined
stepper and a hundredth of N in the compound. It fails if a marble escapes, and needs numpy and the shared library.
Run it after a change of the physics.
Cost: some 70 minutes of processor time.
Exit status: 0, 1 for a fault, 2 for bad input, 3 if the program does not build."""
import argparse
import concurrent.futures
import json
import math
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "measure"))
from script_parts import ROOT, require, whole  # noqa: E402

PROGRAM = ROOT / "build/release/check_program"
PARTS, MAZES = 40, 8  # of each stepper; few mazes, so that each is shaken for long
SHARES = {"grid": 1.0, "imagined": 1.0, "compound": 0.1}
SUMS = ("moves", "ticks", "frozen", "overdue", "escapes", "tunnelled", "not_a_number")
FAULTS = SUMS[3:]
TILT = 0.002 + 1e-6  # rad: what the brake may leave by default (drive.brake_tolerance)
EXACT_TILT = 1e-9    # rad: far above rounding, far below what could change a move
GROWTH_MIB = 4.0     # of the memory's peak, after a hundredth of the moves
WORLDS, TILTED = 128, ((3, "all"), (5, "outer"), (8, "outer"), (8, "all"))


def parts_of(moves, seed):
    """(stepper, exact, arguments) of each part."""
    for stepper, share in SHARES.items():
        for number in range(PARTS):
            exact = number % 2
            yield stepper, exact, [f"stepper={stepper}", f"exact={exact}", f"moves={int(moves * share) // PARTS}", f"mazes={MAZES}",
                                   f"seed={seed + number}"]


def soaked(part):
    return json.loads(subprocess.run([PROGRAM, "soak", *part[2]], check=True, stdout=subprocess.PIPE).stdout)


def faults_of(part, result):
    limit = EXACT_TILT if part[1] else TILT
    yield from (f"{fault} {result[fault]}" for fault in FAULTS if result[fault])
    if not result["worst_tilt_rad"] <= limit:
        yield f"tilt at rest {result['worst_tilt_rad']:.3g} rad, expected at most {limit:g}"
    if result["growth_mib"] > GROWTH_MIB:
        yield f"memory grew by {result['growth_mib']:.1f} MiB, expected at most {GROWTH_MIB:g}"


def print_table(parts, results):
    print("| stepper | moves | ticks | frozen | overdue | escapes | through walls | not a number | deepest overlap, cells | "
          "tilt at rest in the first and second half, rad | peak memory and its growth, MiB | processor s |")
    print("| --- |" + " ---: |" * 11)
    for stepper in SHARES:
        for exact in (0, 1):
            own = [result for part, result in zip(parts, results) if part[:2] == (stepper, exact)]
            worst = {key: max(result[key] for result in own) for key in own[0]}
            print(f"| {stepper}{', without noise' if exact else ''} |", " | ".join(f"{sum(r[key] for r in own):,}" for key in SUMS),
                  f"| {worst['deepest_cells']:.3f} | {worst['first_half_tilt_rad']:.1e}, {worst['second_half_tilt_rad']:.1e} "
                  f"| {worst['peak_mib']:.1f}, {worst['growth_mib']:.1f} | {sum(r['cpu_s'] for r in own):.0f} |")


def soak(options):
    if subprocess.run([ROOT / "scripts/build.sh", "release", "check_program"]).returncode:
        return 3
    parts = list(parts_of(options.moves, options.seed))
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = list(pool.map(soaked, parts))
    print_table(parts, results)
    faults = [f"FAULT: {fault}: check_program soak {' '.join(part[2])}" for part, result in zip(parts, results)
              for fault in faults_of(part, result)]
    print(*faults, sep="\n")
    return 1 if faults else 0


def tilt(steps, seed):
    require("numpy")
    sys.path.insert(0, str(ROOT / "engine/python"))
    import marblemaze as mm
    import numpy as np
    random, escapes = np.random.default_rng(seed), 0
    for stepper, kind, share, settings in (("grid", "bullet", 1, None), ("imagined", "imagined", 1, None),
                                           ("compound", "bullet", 0.01, mm.Settings(collision="compound"))):
        for size, layers in TILTED:
            batch = mm.FreeBatch([mm.Maze.generate(size, layers=layers, seed=seed + i) for i in range(WORLDS)], kind, settings=settings)
            rounds, escaped = math.ceil(steps * share / len(TILTED) / WORLDS), 0
            actions = np.zeros((WORLDS, 3))
            for _ in range(rounds):
                changed = random.random(WORLDS) < 0.1  # a command is held for a third of a second on average
                actions[changed] = random.choice((-1, 0, 1), (changed.sum(), 3))
                batch.act(actions, 4)
                if (lost := batch.escaped()).any():
                    escaped += lost.sum()
                    batch.reset(lost)
            print(f"{stepper}, {size} {layers}: {rounds * WORLDS:,} control steps, {escaped} escapes", flush=True)
            escapes += escaped
    return 1 if escapes else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--moves", type=whole(10 * PARTS * MAZES, 10**10), default=10_000_000)
    parser.add_argument("--jobs", type=whole(1, 4096), default=os.cpu_count())
    parser.add_argument("--seed", type=whole(0, 10**15), default=1, help="seed of the first part; each part has the next")
    parser.add_argument("--tilt", type=whole(1, 10**10), metavar="N", help="control steps of continuous control, instead of moves")
    options = parser.parse_args()
    return tilt(options.tilt, options.seed) if options.tilt else soak(options)


if __name__ == "__main__":
    sys.exit(main())
