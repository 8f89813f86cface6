#!/usr/bin/env python3
"""Creates and checks the 366 daily mazes of the browser version (engine/replay_page/web/daily.txt).

  scripts/generate/daily_mazes.py make PROGRAM             designs a maze for each day whose maze is missing or faulty
  scripts/generate/daily_mazes.py check PROGRAM [EVERY]    maps all mazes, or every EVERYth, to find shorter solutions

scripts/check/web.sh checks that the solutions solve the mazes. Each line of the file describes a day by three words:
the seed of the design, the passages, and the moves of the certified shortest solution. The passages are a hexadecimal
number with one bit for each pair of neighbouring cells, ordered by cell and then by axis (x, y, z). The first pair has
the highest bit. Odd days have flat mazes with 4x4 cells (6 digits). Even days have cubes with 3x3x3 cells (14 digits).
"""
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile

DAYS = 366
FILE = pathlib.Path(__file__).resolve().parents[2] / "engine/replay_page/web/daily.txt"


def dims_of(day):
    return (4, 4, 1) if day % 2 else (3, 3, 3)


def layers_of(day):
    return "flat" if day % 2 else "all"


def moves_wanted(day):
    """Returns the required number of moves, which increases for several days and then starts again."""
    return 4 + day // 2 % 4 if day % 2 else 6 + day // 2 % 5


def pairs(dims):
    """Returns all pairs of neighbouring cells. Cell numbers start at 1."""
    w, h, d = dims
    return [[cell + 1, cell + 1 + step] for cell in range(w * h * d)
            for place, side, step in ((cell % w, w, 1), (cell // w % h, h, w), (cell // (w * h), d, w * h))
            if place + 1 < side]


def packed(dims, passages):
    bits = "".join("1" if pair in passages else "0" for pair in pairs(dims))
    return f"{int(bits, 2):0{(len(bits) + 3) // 4}x}"


def unpacked(dims, digits):
    bits = f"{int(digits, 16):0{len(pairs(dims))}b}"
    return [pair for pair, bit in zip(pairs(dims), bits) if bit == "1"]


def design(program, day, folder, used):
    """Tries seeds until one yields a new maze whose solution succeeded in all runs of the certificate."""
    path, dims = folder / "design.json", dims_of(day)
    for seed in range(day, day + 100_000, 1000):
        command = [program, "design", "--dims", "x".join(map(str, dims)), "--layers", layers_of(day), "--moves",
                   moves_wanted(day),
                   "--seed", seed, "--steps", 200, "--jobs", 1, "-o", path]
        if subprocess.run(list(map(str, command)), stderr=subprocess.DEVNULL).returncode != 0:
            continue
        maze = json.loads(path.read_text())
        certificate, digits = maze["certificate"], packed(dims, maze["open"])
        line = f"{seed} {digits} {''.join(map(str, certificate['solution']))}"
        # A state map explores more outcomes than the design and may contain a shorter solution.
        if (certificate["reached"] == certificate["runs"] and maze["start"] == 1 and maze["target"] == math.prod(dims)
                and digits not in used and not fault_of(program, day, line)):
            return line
    raise SystemExit(f"daily_mazes.py: cannot design day {day}: no seed gave a maze of {moves_wanted(day)} moves")


def fault_of(program, day, line):
    """Maps the maze in Bullet and returns a fault, or an empty string."""
    _, digits, moves = line.split()
    maze = {"format": "marblemaze-maze", "version": 1, "dims": dims_of(day), "layers": layers_of(day), "start": 1,
            "target": math.prod(dims_of(day)), "open": unpacked(dims_of(day), digits)}
    run = subprocess.run([program, "map", "-", "--json", "--jobs", "1"], input=json.dumps(maze), capture_output=True,
                         text=True)
    if run.returncode != 0:
        return f"day {day}: {run.stderr.strip()}"
    optimum = json.loads(run.stdout)["optimum"]
    if optimum != len(moves):
        return f"day {day}: the solution has {len(moves)} moves, but the optimum is {optimum}"
    if len(moves) < moves_wanted(day):
        return f"day {day}: {len(moves)} moves, expected {moves_wanted(day)} or more"
    return ""


def repeated_days(lines):
    """Returns the days that repeat the maze of an earlier day."""
    mazes = [line.split()[1] for line in lines]
    return {day for day in range(1, len(mazes) + 1) if mazes[day - 1] in mazes[:day - 1]}


def make(program, folder):
    lines = FILE.read_text().splitlines() if FILE.exists() else []
    repeated = repeated_days(lines)
    for day in range(1, DAYS + 1):
        if day > len(lines) or day in repeated or fault_of(program, day, lines[day - 1]):
            lines[day - 1:day] = [design(program, day, folder, {line.split()[1] for line in lines})]
            print(f"day {day}: a new maze", flush=True)
            FILE.with_suffix(".new").write_text("\n".join(lines) + "\n")
            FILE.with_suffix(".new").replace(FILE)
    return 0


def check(program, every):
    lines = FILE.read_text().splitlines()
    faults = [] if len(lines) == DAYS else [f"{len(lines)} days, expected {DAYS}"]
    faults += [f"day {day}: the maze of an earlier day" for day in sorted(repeated_days(lines))]
    faults += filter(None, (fault_of(program, day, lines[day - 1]) for day in range(every, len(lines) + 1, every)))
    print(*faults, f"{len(lines) // every} of {len(lines)} daily mazes mapped, {len(faults)} faults", sep="\n")
    return int(bool(faults))


def main(verb="", program="", every="1"):
    if verb not in ("make", "check") or not os.access(program, os.X_OK):
        print(__doc__, file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder:
        return make(program, pathlib.Path(folder)) if verb == "make" else check(program, int(every))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
