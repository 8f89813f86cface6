#!/usr/bin/python3
"""Makes millions of random moves and prints a table of errors in the physics.

  scripts/check/soak.py [--moves N] [--jobs N] [--seed N]
  scripts/check/soak.py --tilt N [--seed N]

Makes N moves in the grid stepper, N in the imagined stepper and N / 10 in the compound stepper, half of them without
actuator noise. Fails if the marble escapes or passes through a wall, a position is not a number, a move does not end,
the maze is tilted at rest, or memory grows. The minimum, --moves 3200, takes a minute.
With --tilt, tests continuous control instead: N control steps of 4 ticks in the grid stepper, N in the imagined stepper
and N / 100 in the compound stepper, with random commands. Fails if a marble escapes. Needs a build with the shared
library.
Cost: 70 minutes of CPU time.
Exit status: 0, 1 for an error in the physics, 2 for invalid input, 3 if the program does not build."""
import argparse
import concurrent.futures
import json
import math
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "measure"))
from measuring import ROOT, integer, markdown  # noqa: E402

PROGRAM = ROOT / "build/release/check_program"
PARTS, MAZES = 40, 8  # processes per stepper, and mazes per process; few mazes mean many moves in each
SHARES = {"grid": 1.0, "imagined": 1.0, "compound": 0.1}
COUNTS = ("moves", "ticks", "frozen", "overdue", "escapes", "tunnelled", "not_a_number")
# with noise: the brake tolerance; without noise: far above rounding errors; radians
LARGEST_TILT = (0.002 + 1e-6, 1e-9)
LARGEST_GROWTH_MIB = 4.0  # growth of the peak memory after 1 % of the moves


def soak_part(stepper, exact, arguments):
    printed = subprocess.run([PROGRAM, "soak", f"stepper={stepper}", f"exact={exact}", *arguments], check=True,
                             stdout=subprocess.PIPE)
    return json.loads(printed.stdout)


def faults_of(exact, result):
    yield from (f"{name} {result[name]}" for name in COUNTS[3:] if result[name])
    if not result["worst_tilt_rad"] <= LARGEST_TILT[exact]:
        yield f"tilt at rest {result['worst_tilt_rad']:.3g} rad, expected at most {LARGEST_TILT[exact]:g} rad"
    if result["growth_mib"] > LARGEST_GROWTH_MIB:
        yield f"memory grew by {result['growth_mib']:.1f} MiB, expected at most {LARGEST_GROWTH_MIB:g} MiB"


def soak(options):
    if subprocess.run([ROOT / "scripts/build.sh", "release", "check_program"]).returncode:
        return 3
    parts = [(stepper, number % 2,
              [f"moves={int(options.moves * share) // PARTS}", f"mazes={MAZES}", f"seed={options.seed + number}"])
             for stepper, share in SHARES.items() for number in range(PARTS)]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = list(pool.map(soak_part, *zip(*parts)))
    table = [["stepper", "moves", "ticks", "frozen", "overdue", "escapes", "through walls", "not a number",
              "deepest overlap, cells",
              "tilt at rest in the first and second half, rad", "peak memory and its growth, MiB", "processor s"]]
    for stepper in SHARES:
        for exact in (0, 1):
            own = [result for part, result in zip(parts, results) if part[:2] == (stepper, exact)]
            worst = {key: max(result[key] for result in own) for key in own[0]}
            table.append([stepper + (", without noise" if exact else ""),
                          *(f"{sum(result[key] for result in own):,}" for key in COUNTS),
                          f"{worst['deepest_cells']:.3f}",
                          f"{worst['first_half_tilt_rad']:.1e}, {worst['second_half_tilt_rad']:.1e}",
                          f"{worst['peak_mib']:.1f}, {worst['growth_mib']:.1f}",
                          f"{sum(result['cpu_s'] for result in own):.0f}"])
    print(markdown(table))
    faults = [f"FAULT: {fault}: check_program soak stepper={stepper} exact={exact} {' '.join(arguments)}"
              for (stepper, exact, arguments), result in zip(parts, results) for fault in faults_of(exact, result)]
    print(*faults, sep="\n")
    return int(bool(faults))


def tilt(steps, seed):
    import numpy as np
    sys.path.insert(0, str(ROOT / "engine/python"))
    import marblemaze as mm
    random, escapes, worlds = np.random.default_rng(seed), 0, 128
    shapes = ((3, "all"), (5, "outer"), (8, "outer"), (8, "all"))
    for stepper, world, share, settings in (("grid", "bullet", 1, None), ("imagined", "imagined", 1, None),
                                            ("compound", "bullet", 0.01, mm.Settings(collision="compound"))):
        for size, layers in shapes:
            batch = mm.TiltBatch([mm.Maze.generate(size, layers=layers, seed=seed + i) for i in range(worlds)], world,
                                 settings=settings)
            rounds, escaped = math.ceil(steps * share / len(shapes) / worlds), 0
            actions = np.zeros((worlds, 3))
            for _ in range(rounds):
                changed = random.random(worlds) < 0.1  # a command lasts a third of a second on average
                actions[changed] = random.choice((-1, 0, 1), (changed.sum(), 3))
                outcomes = batch.act(actions, 4).outcomes
                if (lost := outcomes == mm.OUTCOMES.index("escaped")).any():
                    escaped += lost.sum()
                    batch.reset(lost)
            print(f"{stepper}, {size} {layers}: {rounds * worlds:,} control steps, {escaped} escapes", flush=True)
            escapes += escaped
    return int(escapes > 0)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--moves", type=integer(10 * PARTS * MAZES, 10**10), default=10_000_000)
    parser.add_argument("--jobs", type=integer(1, 4096), default=os.cpu_count())
    parser.add_argument("--seed", type=integer(0, 10**15), default=1,
                        help="seed of the first part; every part has its own seed")
    parser.add_argument("--tilt", type=integer(1, 10**10), metavar="N",
                        help="number of control steps; selects continuous control")
    options = parser.parse_args()
    return tilt(options.tilt, options.seed) if options.tilt else soak(options)


if __name__ == "__main__":
    sys.exit(main())
