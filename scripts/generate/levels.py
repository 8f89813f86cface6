#!/usr/bin/env python3
"""Creates the levels of the viewer: designed mazes with certified shortest solutions.

    scripts/generate/levels.py [--program build/release/marblemaze] [--out render/session/levels] [--only 3,7]

Each level is a maze file from `marblemaze design --exact` with an additional member "level". It contains the name of
the level and, for each state from which the target can be reached, the best move and the number of remaining moves
according to `marblemaze map --exact`. The script tries seeds until simulation-search needs exactly the number of moves
in the certificate.
"""
import argparse
import json
import pathlib
import subprocess
import sys

# Name, cells per side, layers, orientations and requested moves, from easy to hard.
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
STEPS = 800  # a quarter of the default, which is enough for few moves
SEEDS = 12


def run(*command):
    """Runs a command. Exit status 1 means that a design has fewer moves than requested."""
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    if done.returncode not in (0, 1):
        sys.exit(f"levels.py: '{' '.join(map(str, command))}' failed: {done.stderr.strip()}")
    return done


def best_moves(transitions, states):
    """Returns [state, move, remaining moves] for each state from which the target can be reached. Searches backwards
    from the target."""
    moving = {state for state, _, _ in transitions}
    reached = [state for state in states if state not in moving]  # goals, which have no transitions
    left, best = dict.fromkeys(reached, 0), {}
    for to in reached:
        for state, move, next_state in sorted(transition for transition in transitions if transition[2] == to):
            if state not in left:
                left[state], best[state] = left[to] + 1, move
                reached.append(state)
    return sorted([state, best[state], left[state]] for state in best)


def make(program, path, name, size, layers, orientations, moves):
    for seed in range(1, SEEDS + 1):
        design = run(program, "design", "--exact", "--size", size, "--layers", layers, "--orientations", orientations,
                     "--moves", moves,
                     "--seed", seed, "--steps", STEPS, "-o", path)
        maze = json.loads(path.read_text())
        certificate = maze["certificate"]
        if design.returncode != 0 or certificate["reached"] != certificate["runs"]:
            continue
        common = [path, "--exact", "--orientations", orientations, "--json"]
        solved = json.loads(run(program, "solve", *common, "--agent", "simulation-search").stdout)
        if solved["outcome"] != "solved" or solved["moves"] != certificate["optimum"]:
            continue
        found = json.loads(run(program, "map", *common).stdout)
        maze["level"] = {"name": name, "ways": best_moves(found["transitions"], found["states"])}
        path.write_text(json.dumps(maze, separators=(",", ":")) + "\n")
        print(f"{path.name}: {name}, seed {seed}, {certificate['optimum']} moves")
        return
    sys.exit(f"levels.py: cannot make level '{name}': none of {SEEDS} seeds produced a suitable maze")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default="build/release/marblemaze")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("render/session/levels"))
    parser.add_argument("--only", help="numbers of levels, separated by commas")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    for number, level in enumerate(LEVELS, 1):
        if not options.only or str(number) in options.only.split(","):
            make(options.program, options.out / f"level-{number:02}.json", *level)


if __name__ == "__main__":
    main()
