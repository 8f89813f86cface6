#!/usr/bin/env python3
"""The runs of runs.js, played by the C library on this machine.

  native_runs.py LIBRARY MAZES        native_runs.py LIBRARY speed
"""
import ctypes
import hashlib
import json
import sys
import time
from ctypes import byref, c_int32, c_int64, c_size_t, c_uint64

AGENTS = (b"complete-solution-prediction", b"breadth-first", b"imagination")


class Info(ctypes.Structure):
    _fields_ = [("size", c_uint64), ("numbers", c_int32 * 8), ("ticks", c_int64)]  # mm_episode_info


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
        needed = c_size_t()
        self.call(name, *arguments, None, c_size_t(0), byref(needed))
        buffer = ctypes.create_string_buffer(needed.value)
        self.call(name, *arguments, buffer, needed, byref(needed))
        return buffer.raw

    def maze(self, side, layers, seed):
        return self.handle("maze_generate", side, side, side, layers, c_uint64(seed))

    def episode(self, maze, orientations, agent, world=b"bullet"):
        return self.handle("episode_create", world, maze, orientations, c_uint64(0), agent, c_uint64(1), 0, 0)

    def run(self, episode):
        self.call("episode_run", episode, c_int64(-1), None)

    def told(self, episode):
        return json.loads(self.data("episode_describe", episode)[:-1])

    def ticks(self, episode):
        info = Info(ctypes.sizeof(Info))
        self.call("episode_get_info", episode, byref(info))
        return info.ticks


def line(library, maze, seed, orientations, agent):
    episode = library.episode(maze, orientations, agent)
    library.call("episode_record", episode)
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


def play_freely(library, mazes):
    """Mazes that a controller turns freely."""
    states, flags = (ctypes.c_double * 15)(), (ctypes.c_uint8 * 1)()
    for seed in range(1, mazes + 1):
        maze = library.maze(3, b"all", seed)
        world = library.handle("tilt_create", b"bullet", byref(maze), c_size_t(1), c_uint64(0), 1)
        library.call("tilt_use_controller", world, c_size_t(0), b"floor", 0)
        for _ in range(100):
            action, needed, words = (ctypes.c_double * 3)(), c_size_t(), ctypes.create_string_buffer(1000)
            library.call("tilt_decide", world, c_size_t(0), action, words, c_size_t(1000), byref(needed))
            library.call("tilt_act", world, None, action, 8, c_size_t(1))
        library.call("tilt_states", world, states, None, flags, c_size_t(1))
        print(seed, "free", hashlib.sha256(bytes(states)).hexdigest(), flags[0])
        library.call("free", world)
        library.call("free", maze)


def speed(library):
    for world in (b"bullet", b"imagined"):
        maze, begin, ticks = library.maze(5, b"outer", 7), time.process_time(), 0
        for _ in range(20):
            episode = library.episode(maze, 24, b"breadth-first", world)
            library.run(episode)
            ticks += library.ticks(episode)
            library.call("free", episode)
        print(world.decode(), round(ticks / (time.process_time() - begin)))


def main(path, what):
    library = Library(path)
    if what == "speed":
        speed(library)
    else:
        play(library, int(what))
        play_freely(library, int(what))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
