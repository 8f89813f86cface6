#!/usr/bin/python3
"""Prints the same lines as runs.js, computed by the native library (MARBLEMAZE_LIBRARY).

  native_runs.py MAZES        native_runs.py speed
"""
import hashlib
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[4] / "engine/python"))
import marblemaze as mm  # noqa: E402

AGENTS = ("complete-solution-prediction", "breadth-first", "imagination")


def play(maze, seed):
    for orientations in (8, 24):
        for agent in AGENTS:
            episode = mm.Episode(maze, agent, orientations=orientations, record=True)
            outcome = episode.run()
            print(seed, orientations, agent, outcome, episode.counters["moves"], hashlib.sha256(episode.recording()).hexdigest())


def play_tilt(maze, seed):
    """Lets a tilt policy play a maze under continuous control."""
    world = mm.TiltWorld(maze)
    for _ in range(100):
        world.act(world.decide("floor").action, 8)
    print(seed, "free", world.state_hash, world.outcome)


def speed():
    for world in ("bullet", "imagined"):
        maze, begin, ticks = mm.Maze.generate(5, layers="outer", seed=7), time.process_time(), 0
        for _ in range(20):
            episode = mm.Episode(maze, "breadth-first", world=world, orientations=24)
            episode.run()
            ticks += episode.describe()["ticks"]
        print(world, round(ticks / (time.process_time() - begin)))


def main(what):
    if what == "speed":
        return speed()
    for game in (play, play_tilt):
        for seed in range(1, int(what) + 1):
            game(mm.Maze.generate(3, seed=seed), seed)


if __name__ == "__main__":
    main(sys.argv[1])
