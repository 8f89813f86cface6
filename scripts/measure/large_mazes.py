#!/usr/bin/env python3
"""Measures the agents that plan with a forward model in large mazes, for docs/results/optima.md.

  scripts/measure/large_mazes.py [options] PROGRAM

Each run is one `PROGRAM solve --json`, one after the other. All figures go to docs/results/data/large-mazes.csv, a line
a run to standard error. A run that takes longer than --limit is stopped and counts as unfinished. Time is the
processor's, memory the peak of what was resident.
"""

import argparse
import json
import os
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile

from script_parts import write_rows

ROWS = pathlib.Path(__file__).resolve().parents[2] / "docs/results/data/large-mazes.csv"
AGENTS = ["single-move-prediction", "complete-solution-prediction", "imagination", "simulation-search"]


def run(program, agent, size, orientations, layers, seed, limit):
    """The summary of one run with cpu_s and memory_mb; outcome "unfinished" where time ran out."""
    command = [program, "solve", "--json", "--size", str(size), "--layers", layers, "--seed", str(seed),
               "--orientations", str(orientations), "--agent", agent]
    def prepare():
        os.nice(10)
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1))

    with tempfile.TemporaryFile("w+") as output, \
            subprocess.Popen(command, stdout=output, preexec_fn=prepare) as process:
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        text = output.read()
    found = {"outcome": "unfinished", "cpu_s": used.ru_utime + used.ru_stime, "memory_mb": used.ru_maxrss / 1024}
    if process.returncode in (0, 1):
        found |= {key: json.loads(text)[key] for key in ("outcome", "moves")}
    elif process.returncode > 0:
        sys.exit(f"large_mazes.py: {' '.join(command)} ended with status {process.returncode}")
    print(agent, orientations, size, seed, found, file=sys.stderr)
    return found


def row(agent, orientations, size, runs):
    """One line of the table. Moves are of solved runs, the rest of all."""
    counts = {}
    for one in runs:
        counts[one["outcome"]] = counts.get(one["outcome"], 0) + 1
    solved = counts.pop("solved", 0)
    moves = [one["moves"] for one in runs if one["outcome"] == "solved"]
    return (f"| {agent} | {orientations} | {size} | {solved} of {len(runs)} | "
            f"{', '.join(f'{n} {outcome}' for outcome, n in sorted(counts.items())) or '-'} | "
            f"{f'{statistics.mean(moves):.0f}' if moves else '-'} | "
            f"{statistics.mean(one['cpu_s'] for one in runs):.1f} | {max(one['cpu_s'] for one in runs):.1f} | "
            f"{max(one['memory_mb'] for one in runs):.0f} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", help="a release build of marblemaze")
    parser.add_argument("--agents", nargs="+", default=AGENTS)
    parser.add_argument("--sizes", nargs="+", type=int, default=[8, 12, 16, 20])
    parser.add_argument("--orientations", nargs="+", type=int, default=[8, 24])
    parser.add_argument("--layers", default="outer")
    parser.add_argument("--seeds", nargs="+", type=int, default=[97001, 97002, 97003])
    parser.add_argument("--limit", type=int, default=120, help="seconds of the processor that a run may take")
    options = parser.parse_args()
    table = ["| agent | scheme | size | solved | other endings | moves, of solved | CPU s, mean | CPU s, most | memory MB, most |",
             "| --- | --- | --- | --- | --- | --- | --- | --- | --- |"]
    for agent in options.agents:
        for orientations in options.orientations:
            for size in options.sizes:
                runs = [run(options.program, agent, size, orientations, options.layers, seed, options.limit)
                        for seed in options.seeds]
                table.append(row(agent, orientations, size, runs))
    write_rows(ROWS, table)


if __name__ == "__main__":
    main()
