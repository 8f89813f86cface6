#!/usr/bin/env python3
"""Prints the same lines as runs.js, computed by the native C library.

  native_runs.py LIBRARY MAZES        native_runs.py LIBRARY speed
"""
import ctypes
import hashlib
import json
import sys
import time
from ctypes import byref, c_int32, c_int64, c_size_t, c_uint64

AGENTS = (b"complete-solution-prediction", b"breadth-first", b"imagination")


OUTCOMES = ("running", "solved")


class Text(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("length", c_size_t)]


class Setup(ctypes.Structure):
    _fields_ = [("size", c_uint64), ("kind", ctypes.c_char_p), ("maze", c_uint64), ("settings", c_uint64), ("seed", c_uint64),
                ("control", c_int32), ("rest", c_int32), ("limit", c_int64)]


class Player(ctypes.Structure):
    _fields_ = [("size", c_uint64), ("agent", ctypes.c_char_p), ("run", c_uint64), ("by_hand", c_int32), ("recovery", c_int32),
                ("record", c_int32)]


class Observation(ctypes.Structure):
    _fields_ = [("size", c_uint64), ("kind", ctypes.c_char * 32), ("numbers", c_int32 * 12), ("ticks", c_int64), ("hash", c_uint64),
                ("some", ctypes.c_double * 19), ("tilt", ctypes.c_double * 15), ("pictures", ctypes.c_float * 40)]


class Library:
    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        self.library.mm_last_error.restype = ctypes.c_char_p

    def call(self, name, *arguments):
        if getattr(self.library, "mm_" + name)(*arguments) != 0:
            raise SystemExit(f"native_runs.py: {name}: {self.library.mm_last_error().decode()}")

    def handle(self, name, *arguments):
        made = c_uint64()
        self.call(name, *arguments, byref(made))
        return made

    def data(self, name, *arguments):
        text = Text()
        self.call(name, *arguments, byref(text))
        return ctypes.string_at(text.data, text.length)

    def maze(self, side, layers, seed):
        return self.handle("maze_generate", side, side, side, layers, c_uint64(seed))

    def setup(self, maze, control, world=b"bullet"):
        return byref(Setup(size=ctypes.sizeof(Setup), kind=world, maze=maze.value, control=control))

    def episode(self, maze, orientations, agent, world=b"bullet", record=0):
        player = Player(size=ctypes.sizeof(Player), agent=agent, run=1, record=record)
        return self.handle("episode_create", self.setup(maze, orientations, world), byref(player))

    def run(self, episode):
        self.call("episode_run", episode, c_int64(-1), c_int64(-1), None)

    def told(self, episode):
        return json.loads(self.data("episode_describe", episode))


def line(library, maze, seed, orientations, agent):
    episode = library.episode(maze, orientations, agent, record=1)
    library.run(episode)
    digest = hashlib.sha256(library.data("episode_recording", episode)).hexdigest()
    told = library.told(episode)
    library.call("free", episode)
    return f"{seed} {orientations} {agent.decode()} {told['outcome']} {told['counters']['moves']} {digest}"


def play(library, mazes):
    for seed in range(1, mazes + 1):
        maze = library.maze(3, b"all", seed)
        for orientations in (8, 24):
            for agent in AGENTS:
                print(line(library, maze, seed, orientations, agent))
        library.call("free", maze)


def play_tilt(library, mazes):
    """Lets a tilt policy play mazes under continuous control."""
    for seed in range(1, mazes + 1):
        maze = library.maze(3, b"all", seed)
        world = library.handle("world_create", library.setup(maze, 1))
        for _ in range(100):
            action, words = (ctypes.c_double * 3)(), Text()
            library.call("world_decide", world, b"floor", action, byref(words))
            library.call("world_turn", world, action, 8)
        seen = Observation(size=ctypes.sizeof(Observation))
        library.call("world_observe", world, byref(seen))
        print(seed, "free", hashlib.sha256(bytes(seen.tilt)).hexdigest(), OUTCOMES[seen.numbers[8]])
        library.call("free", world)
        library.call("free", maze)


def speed(library):
    for world in (b"bullet", b"imagined"):
        maze, begin, ticks = library.maze(5, b"outer", 7), time.process_time(), 0
        for _ in range(20):
            episode = library.episode(maze, 24, b"breadth-first", world)
            library.run(episode)
            ticks += library.told(episode)["ticks"]
            library.call("free", episode)
        print(world.decode(), round(ticks / (time.process_time() - begin)))


def main(path, what):
    library = Library(path)
    if what == "speed":
        speed(library)
    else:
        play(library, int(what))
        play_tilt(library, int(what))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
