#!/usr/bin/env python3
"""Makes the levels of the viewer: designed mazes with the fewest moves that solve them.

    scripts/generate/levels.py [--program build/release/marblemaze] [--out render/session/levels] [--only 3,7]

Each level is a maze file with the certificate that `marblemaze design --exact` wrote into it, and one
member more, "level": its name, and for each state from which the target can be reached the best move
and how many moves are left, as `marblemaze map --exact` finds them. A level counts only if an agent
that plans in exact copies of the world (simulation-search) solves it in exactly as many moves as the
certificate says; else the next seed is tried.
"""
import argparse
import collections
import json
import pathlib
import subprocess
import sys

# name, cells a side, layers, orientations, moves asked for; from easy to hard
LEVELS = [
    ("First turns", 3, "flat", 4, 3),
    ("Into the third dimension", 2, "all", 8, 2),
    ("Round the corner", 4, "flat", 4, 5),
    ("Small cube", 3, "all", 8, 4),
    ("The long way", 4, "flat", 4, 8),
    ("Inside out", 3, "all", 8, 7),
    ("Wheel", 5, "flat", 4, 11),
    ("Skin deep", 4, "outer", 8, 9),
    ("Knot", 3, "all", 8, 12),
    ("Three a corner", 3, "all", 24, 10),
    ("Labyrinth", 4, "all", 8, 18),
    ("The hollow cube", 5, "outer", 8, 25),
]
STEPS = 800  # exchanges of the search: a quarter of the usual number is enough for so few moves
MOST_SEEDS = 12


def call(program, *arguments):
    done = subprocess.run([program, *map(str, arguments)], capture_output=True, text=True)
    if done.returncode not in (0, 1):  # 1: not as hard as asked for
        sys.exit(f"{' '.join(map(str, arguments))}: {done.stderr.strip()}")
    return done


def best_moves(mapped):
    """[state, move, moves left] for each state from which the target can be reached."""
    before = collections.defaultdict(list)
    moving = set()
    for state, move, to in mapped["transitions"]:
        moving.add(state)
        if to is not None:
            before[to].append((state, move))
    goals = [state for state in mapped["states"] if state not in moving]  # a goal ends the run
    best, left, near = {}, {goal: 0 for goal in goals}, collections.deque(goals)
    while near:
        to = near.popleft()
        for state, move in sorted(before[to]):
            if state not in left:
                left[state], best[state] = left[to] + 1, move
                near.append(state)
    return sorted([state, best[state], left[state]] for state in best)


def make(program, path, name, size, layers, orientations, moves):
    for seed in range(1, MOST_SEEDS + 1):
        design = call(program, "design", "--exact", "--size", size, "--layers", layers, "--orientations",
                      orientations, "--moves", moves, "--seed", seed, "--steps", STEPS, "-o", path)
        maze = json.loads(path.read_text())
        certificate = maze["certificate"]
        if design.returncode != 0 or certificate["reached"] != certificate["runs"]:
            continue
        common = [path, "--exact", "--orientations", orientations, "--json"]
        solved = json.loads(call(program, "solve", *common, "--agent", "simulation-search").stdout)
        if solved["outcome"] != "solved" or solved["moves"] != certificate["optimum"]:
            continue
        mapped = json.loads(call(program, "map", *common).stdout)
        maze["level"] = {"name": name, "ways": best_moves(mapped)}
        path.write_text(json.dumps(maze, separators=(",", ":")) + "\n")
        print(f"{path.name}: {name}, seed {seed}, {certificate['optimum']} moves")
        return
    sys.exit(f"{name}: no maze in {MOST_SEEDS} seeds")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default="build/release/marblemaze")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("render/session/levels"))
    parser.add_argument("--only", help="numbers of levels, with commas between")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    chosen = {int(n) for n in options.only.split(",")} if options.only else range(1, len(LEVELS) + 1)
    for number, level in enumerate(LEVELS, 1):
        if number in chosen:
            make(options.program, options.out / f"level-{number:02}.json", *level)


if __name__ == "__main__":
    main()
