#!/usr/bin/env python3
"""Measures what the C interface and the Python package cost, and whether they do what the program does.

  scripts/measure_library.py throughput    whole imagined moves a second of 4,096 environments on one core: bare lanes,
                                           a batch in C, a batch through numpy; Bullet's beside
  scripts/measure_library.py agreement     200 mazes in both control schemes: the same runs through the program, the C
                                           interface, the package and the protocol (docs/protocol.md), and imagined
                                           endings against Bullet's; needs a C compiler
  scripts/measure_library.py saving        10,000 random points: saved, restored and continued, every tenth in another process

Needs numpy and a release build: cmake --preset release -DMARBLEMAZE_BENCHMARKS=ON. Only ratios within one run mean much.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

PROJECT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(PROJECT / "engine" / "python"))


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["throughput", "agreement", "saving", "continue"])
    parser.add_argument("--build", default=str(PROJECT / "build" / "release"))
    parser.add_argument("--environments", type=int, default=4096)
    parser.add_argument("--moves", type=int, default=12, help="moves of each environment in a throughput run")
    parser.add_argument("--mazes", type=int, default=200)
    parser.add_argument("--points", type=int, default=10_000)
    return parser.parse_args()


def random_moves(mm, batch, count, moves, before_step):
    """Moves of every environment at random; those that cannot go on are reset, outside the measured time."""
    import numpy as np
    rng = np.random.default_rng(1)
    states, endings = batch.reset()
    spent, made = 0.0, 0
    for _ in range(moves):
        stuck = endings != mm.Motion.SETTLED
        if stuck.any():
            states, endings = batch.reset(stuck)
        chosen = np.where(endings == mm.Motion.SETTLED, rng.integers(0, 3, count), -1)
        began = time.perf_counter()
        states, endings = before_step(chosen)
        spent += time.perf_counter() - began
        made += int((chosen >= 0).sum())
    return made / spent


def throughput(options):
    import marblemaze as mm
    bare = subprocess.run([f"{options.build}/tests/library_benchmark", str(options.environments), str(options.moves)],
                          capture_output=True, text=True, check=True).stdout
    rates = json.loads(bare)
    mazes = [mm.Maze.generate(5, layers="outer", seed=seed) for seed in range(options.environments)]
    batch = mm.Batch(mazes, "imagined")
    rates["numpy"] = random_moves(mm, batch, len(batch), options.moves, batch.step)
    few = mm.Batch(mazes[:256], "bullet")
    rates["bullet numpy"] = random_moves(mm, few, len(few), 4, few.step)
    for name, rate in rates.items():
        print(f"{name:14} {rate:10,.0f} moves a second")
    print(f"C / lanes {rates['C batch'] / rates['bare lanes']:.2f} (0.6 wanted), numpy / C {rates['numpy'] / rates['C batch']:.2f} "
          "(0.8 wanted)")


# A machine without chance events: the same run again makes the same moves.
PERFECT = {"drive_variation": 0, "brake_tolerance": 0}
AGENT = "breadth-first"
OUTCOMES = ("running", "solved", "unsolvable", "frozen", "overdue", "capped")


def through_the_program(options, folder, orientations, *agent):
    """The outcome and the moves in each maze, as `solve` tells them."""
    settings = folder / "perfect.json"
    settings.write_text(json.dumps(PERFECT))
    for seed in range(1, options.mazes + 1):
        command = [f"{options.build}/marblemaze", "solve", "--size", "3", "--seed", str(seed), "--settings", settings,
                   "--orientations", str(orientations), "--json", *agent]
        told = json.loads(subprocess.run(command, capture_output=True, text=True).stdout)
        yield told["outcome"], told["played"]


def through_the_protocol(options, folder, orientations):
    agent = PROJECT / "tests" / "data" / "breadth_first_agent.py"
    os.environ["PYTHONPATH"] = str(PROJECT / "engine" / "python")
    return through_the_program(options, folder, orientations, "--agent-command", f"'{sys.executable}' '{agent}'")


def through_c(options, folder, orientations):
    runs = folder / "library_runs"
    if not runs.exists():
        subprocess.run(["cc", "-std=c99", "-I", PROJECT, PROJECT / "tests" / "benchmarks" / "library_runs.c",
                        os.environ["MARBLEMAZE_LIBRARY"], "-o", runs], check=True)
    path = str(pathlib.Path(os.environ["MARBLEMAZE_LIBRARY"]).parent)
    text = subprocess.run([runs, AGENT, str(orientations), str(options.mazes), json.dumps(PERFECT)], check=True, text=True,
                          capture_output=True, env={**os.environ, "LD_LIBRARY_PATH": path}).stdout
    for outcome, *moves in (map(int, line.split()) for line in text.splitlines()):
        yield OUTCOMES[outcome], moves


def through_the_package(options, _folder, orientations):
    import marblemaze as mm
    for seed in range(1, options.mazes + 1):
        episode = mm.Episode(mm.Maze.generate(3, seed=seed), AGENT, orientations=orientations, settings=mm.Settings(**PERFECT))
        yield episode.run(), [move.move for move in episode.moves]


def first_moves_that_end_alike(options, orientations, runs):
    """In Bullet and in the imagined stepper."""
    import marblemaze as mm
    alike = 0
    for seed, (_, moves) in enumerate(runs, start=1):
        maze, settings = mm.Maze.generate(3, seed=seed), mm.Settings(**PERFECT)
        imagined, real = (mm.World(maze, kind, orientations=orientations, settings=settings) for kind in ("imagined", "bullet"))
        for world in (imagined, real):
            world.settle()
            for move in moves[:1]:
                world.move(move)
        alike += imagined.state == real.state
    return alike


def agreement(options):
    legs = {"C": through_c, "package": through_the_package, "protocol": through_the_protocol}
    runs = same_end = 0
    differing = dict.fromkeys(legs, 0)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for orientations in (8, 24):
            told = list(through_the_program(options, folder, orientations, "--agent", AGENT))
            for leg, through in legs.items():
                others = list(through(options, folder, orientations))
                differing[leg] += sum(a != b for a, b in zip(told, others, strict=True))
            runs += len(told)
            same_end += first_moves_that_end_alike(options, orientations, told)
    for leg, count in differing.items():
        print(f"{runs} runs, {count} differ between program and {leg}")
    print(f"first moves end alike in Bullet and imagined in {same_end} of {runs}")


def point_world(mm, seed):
    settings = mm.Settings(drive_variation=0.05, brake_tolerance=0.02) if seed % 2 else None
    world = mm.World(mm.Maze.generate(3, seed=seed // 50 + 1), ("imagined", "bullet", "predicted")[seed % 3],
                     orientations=(8, 24)[seed // 3 % 2], settings=settings)
    world.draw_from(seed)
    return world


def wander(world, moves, seed):
    trail = []
    for i in range(moves):
        if not world.at_rest:
            break
        world.move((seed * 7 + i * 5) % len(world.moves))
        trail.append((world.state, world.state_hash))
    return trail


def saving(options):
    import marblemaze as mm
    tried = wrong = elsewhere = 0
    waiting = []
    for seed in range(options.points):
        world = point_world(mm, seed)
        world.settle()
        wander(world, seed % 9, seed)
        if not world.at_rest:
            continue
        tried += 1
        saved = world.save()
        expected = wander(world, 3, seed + 1)
        if seed % 10 == 0:
            waiting.append({"seed": seed, "saved": saved.hex(), "expected": expected})
            continue
        other = point_world(mm, seed)
        other.restore(saved)
        wrong += wander(other, 3, seed + 1) != expected
    result = subprocess.run([sys.executable, __file__, "continue", "--build", options.build], input=json.dumps(waiting),
                            capture_output=True, text=True, check=True)
    elsewhere = int(result.stdout)
    print(f"{tried} points at rest of {options.points}; {wrong} of {tried - len(waiting)} differ in this process, "
          f"{elsewhere} of {len(waiting)} in another")


def go_on():
    import marblemaze as mm
    wrong = 0
    for point in json.load(sys.stdin):
        world = point_world(mm, point["seed"])
        world.restore(bytes.fromhex(point["saved"]))
        wrong += [list(step) for step in wander(world, 3, point["seed"] + 1)] != point["expected"]
    print(wrong)


def main():
    options = parse_arguments()
    os.environ.setdefault("MARBLEMAZE_LIBRARY", f"{options.build}/libmarblemaze.so.0")
    if options.what == "continue":  # the other process of "saving"
        go_on()
    else:
        {"throughput": throughput, "agreement": agreement, "saving": saving}[options.what](options)


if __name__ == "__main__":
    main()
