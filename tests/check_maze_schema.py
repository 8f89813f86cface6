#!/usr/bin/env python3
"""Checks that docs/reference/maze-file.schema.json accepts valid maze files and rejects invalid ones.

    check_maze_schema.py PROJECT PROGRAM
"""
import copy
import json
import pathlib
import subprocess
import sys

import jsonschema

GENERATED = (
    ["generate", "--size", "2"],
    ["generate", "--size", "5", "--layers", "outer", "--seed", "7"],
    ["generate", "--size", "4", "--layers", "flat", "--seed", "2"],
    ["generate", "--dims", "4x3x5", "--seed", "18446744073709551615"],
    ["generate", "--size", "64", "--layers", "flat"],
    ["design", "--size", "2", "--layers", "flat", "--moves", "1", "--steps", "5", "--seed", "1"],
)

# Changes that make the maze in tests/data/cremer_4x4.json invalid.
BROKEN = {
    "no target": lambda maze: maze.pop("target"),
    "another format": lambda maze: maze.update(format="maze"),
    "a later version": lambda maze: maze.update(version=2),
    "two dimensions": lambda maze: maze.update(dims=[4, 4]),
    "four dimensions": lambda maze: maze.update(dims=[4, 4, 1, 1]),
    "a side of 65 cells": lambda maze: maze.update(dims=[65, 4, 1]),
    "a flat maze of two layers": lambda maze: maze.update(dims=[4, 4, 2]),
    "a cube of one layer": lambda maze: maze.update(layers="all"),
    "unknown layers": lambda maze: maze.update(layers="inner"),
    "cell 0": lambda maze: maze.update(start=0),
    "a cell that is text": lambda maze: maze.update(start="1"),
    "a passage of three cells": lambda maze: maze["open"].append([1, 2, 3]),
    "a passage from a cell to itself": lambda maze: maze["open"].append([1, 1]),
    "a passage twice": lambda maze: maze["open"].append([1, 2]),
    "an unknown member": lambda maze: maze.update(author="me"),
    "an unknown member of the generator": lambda maze: maze.update(generator={"name": "kruskal", "seed": 1, "speed": 2}),
    "a generator whose name is a number": lambda maze: maze.update(generator={"name": 1}),
    "an empty certificate": lambda maze: maze.update(certificate={}),
}


def main(project, program):
    project = pathlib.Path(project)
    schema = json.loads((project / "docs/reference/maze-file.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    thesis = project / "tests/data/cremer_4x4.json"
    good = {path.name: path.read_text() for path in [thesis, *sorted((project / "render/session/levels").glob("level-*.json"))]}
    for command in GENERATED:
        done = subprocess.run([program, *command], capture_output=True, text=True)
        if done.returncode > 1:  # 1: the maze has fewer moves than requested
            sys.exit(f"'{' '.join(command)}' failed: exit status {done.returncode}: {done.stderr}")
        good[" ".join(command)] = done.stdout
    faults = [f"{name}: {error.json_path}: {error.message[:200]}" for name, text in good.items()
              for error in validator.iter_errors(json.loads(text))]
    if not any("certificate" in json.loads(text) for text in good.values()):
        faults.append("no file has a certificate")

    for fault, change in BROKEN.items():
        maze = copy.deepcopy(json.loads(thesis.read_text()))
        change(maze)
        if validator.is_valid(maze):
            faults.append(f"the schema accepts {fault}")
        run = subprocess.run([program, "info", "-"], input=json.dumps(maze), capture_output=True, text=True)
        if run.returncode != 2:
            faults.append(f"the program accepts {fault}")
    print("\n".join(faults or [f"{len(good)} files accepted, {len(BROKEN)} rejected"]))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
