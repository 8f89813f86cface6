#!/usr/bin/env python3
"""Finds anew what is possible in the problems of a set that the program carries, and compares it with what the set says.

  scripts/check/benchmark.py [PROGRAM [SET [EVERY]]]

PROGRAM is build/release/marblemaze and SET marblebench-2 unless others are named; every EVERYth problem is tried (4). After a change of
the physics, or of the search for truths. A set is frozen: where that search has changed, truths of machines that draw may differ.

Cost: minutes.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]


def found_anew(program, name, problems):
    """Problem -> truth, as `marblebench --truths` tells it."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "truths"
        subprocess.run([program, "marblebench", "--set", name, "--problem", ",".join(problems), "--truths", out], check=True)
        return {told["name"]: told["truth"] for told in map(json.loads, out.read_text().splitlines())}


def main(program=ROOT / "build/release/marblemaze", name="marblebench-2", every=4):
    file = ROOT / f"engine/experiments/{name}.json"
    if not os.access(program, os.X_OK) or not file.exists():
        print(__doc__, file=sys.stderr)
        return 2
    said = {problem["name"]: problem["truth"] for problem in json.loads(file.read_text())["problems"][::int(every)]}
    found = found_anew(program, name, said)
    differ = [problem for problem, truth in said.items() if any(found[problem].get(key) != value for key, value in truth.items())]
    print(f"{len(said)} truths found anew, {len(differ)} differ {' '.join(differ)}")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
