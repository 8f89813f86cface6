#!/usr/bin/env python3
"""The 366 daily mazes of the page for browsers: made by the designer, and checked against the program.

  scripts/generate/daily_mazes.py make PROGRAM             designs each day that is missing or in which check finds a fault
  scripts/generate/daily_mazes.py check PROGRAM [EVERY]    maps each maze, or every so many: no path is shorter than its solution

They are in engine/replay_page/web/daily.txt. That the solutions solve the mazes is tried by scripts/check/web.sh. A line is
a day: the designer's seed, the passages of a maze from corner to corner as hexadecimal digits (a bit for each
pair of neighbours, in the order of cells and of the axes x, y, z, the first one in the highest bit), and the
moves of the certified shortest solution. Odd days have flat mazes of 4x4 cells, which are 6 digits, even days
cubes of 3x3x3 cells, which are 14.
"""
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile

FLAT, CUBE, DAYS = (4, 4, 1), (3, 3, 3), 366
FILE = pathlib.Path(__file__).resolve().parents[2] / "engine/replay_page/web/daily.txt"


def dims_of(day):
    return FLAT if day % 2 else CUBE


def pairs(dims):
    """Neighbours by their numbers from 1."""
    w, h, d = dims
    for number in range(w * h * d):
        for place, side, step in ((number % w, w, 1), (number // w % h, h, w), (number // (w * h), d, w * h)):
            if place + 1 < side:
                yield [number + 1, number + 1 + step]


def packed(dims, passages):
    bits = "".join("1" if pair in passages else "0" for pair in pairs(dims))
    return f"{int(bits, 2):0{(len(bits) + 3) // 4}x}"


def unpacked(dims, digits):
    all_pairs = list(pairs(dims))
    bits = f"{int(digits, 16):0{len(all_pairs)}b}"
    return [pair for pair, bit in zip(all_pairs, bits) if bit == "1"]


def moves_wanted(day):
    """A little harder from day to day, then easy again."""
    return 4 + day // 2 % 4 if day % 2 else 6 + day // 2 % 5


def design(program, day, folder, used):
    """Tries seeds until one gives what was asked for, with a solution that never failed, and no maze of another day."""
    for attempt in range(100):
        seed, path, dims = day + 1000 * attempt, folder / "maze.json", dims_of(day)
        command = [program, "design", "--dims", "x".join(map(str, dims)), "--layers", "flat" if dims == FLAT else "all",
                   "--moves", moves_wanted(day), "--seed", seed, "--steps", 200, "--jobs", 1, "-o", path]
        if subprocess.run([str(word) for word in command], stderr=subprocess.DEVNULL).returncode != 0:
            continue
        maze = json.loads(path.read_text())
        certificate = maze["certificate"]
        sound = certificate["reached"] == certificate["runs"] and maze["start"] == 1 and maze["target"] == math.prod(dims)
        line = f"{seed} {packed(dims, maze['open'])} {''.join(map(str, certificate['solution']))}"
        # A map looks at more endings than the designer: by luck a shorter way may lead to the target.
        if sound and packed(dims, maze["open"]) not in used and not fault_of(program, day, line, folder):
            return line
    raise SystemExit(f"daily_mazes.py: day {day}: no maze of {moves_wanted(day)} moves in 100 designs")


def make(program):
    lines = FILE.read_text().splitlines() if FILE.exists() else []
    repeated = repeated_days(lines)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for day in range(1, DAYS + 1):
            if day <= len(lines) and day not in repeated and not fault_of(program, day, lines[day - 1], folder):
                continue
            lines[day - 1:day] = [design(program, day, folder, {line.split()[1] for line in lines})]
            print(f"day {day}: a new maze", flush=True)
            new = FILE.with_suffix(".new")
            new.write_text("\n".join(lines) + "\n")
            new.replace(FILE)


def repeated_days(lines):
    """The days with the maze of an earlier day."""
    mazes = [line.split()[1] for line in lines]
    return {day for day in range(1, len(mazes) + 1) if mazes[day - 1] in mazes[:day - 1]}


def fault_of(program, day, line, folder):
    """Empty where the program agrees: a map in Bullet finds no shorter way."""
    _, digits, moves = line.split()
    dims = dims_of(day)
    path = folder / "maze.json"
    path.write_text(json.dumps({"format": "marblemaze-maze", "version": 1, "dims": dims, "start": 1,
                                "layers": "flat" if dims == FLAT else "all", "target": math.prod(dims),
                                "open": unpacked(dims, digits)}))
    map_command = [program, "map", path, "--json", "--jobs", "1"]
    told = subprocess.run(map_command, capture_output=True, text=True)
    if told.returncode != 0:
        return f"day {day}: {told.stderr.strip()}"
    optimum = json.loads(told.stdout)["optimum"]
    if optimum != len(moves):
        return f"day {day}: {optimum} moves are enough, not {len(moves)}"
    if len(moves) < moves_wanted(day):
        return f"day {day}: {len(moves)} moves, expected {moves_wanted(day)} or more"
    return ""


def check(program, every):
    lines = FILE.read_text().splitlines()
    faults = [] if len(lines) == DAYS else [f"{len(lines)} days, expected {DAYS}"]
    faults += [f"day {day}: the maze of an earlier day" for day in sorted(repeated_days(lines))]
    with tempfile.TemporaryDirectory() as name:
        faults += filter(None, (fault_of(program, day, line, pathlib.Path(name)) for day, line in enumerate(lines, 1)
                               if day % every == 0))
    print("\n".join([*faults, f"{len(lines) // every} of {len(lines)} daily mazes mapped, {len(faults)} faults"]))
    return 1 if faults else 0


def main(verb="", program="", every="1"):
    if verb not in ("make", "check") or not os.access(program, os.X_OK):
        print(__doc__, file=sys.stderr)
        return 2
    return make(program) if verb == "make" else check(program, int(every))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
