#!/usr/bin/env python3
"""Measures the agents that plan with a forward model in large mazes.

  scripts/measure/large_mazes.py             plays, writes the figures
  scripts/measure/large_mazes.py --print     plays, shows the figures, writes nothing

Each run is one `marblemaze solve --json`, one after the other; it is told on standard error. A run that takes longer than
LIMIT_S is stopped and counts as unfinished. Time is the processor's, memory the peak of what was resident.
Writes: docs/results/data/large-mazes.csv, of which docs/results/optima.md tells.
Cost: hours.
"""
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile

from script_parts import keep, measuring_options

SIZES, SCHEMES, SEEDS = (8, 12, 16, 20), (8, 24), "97001-97003"
LIMIT_S = 120  # of the processor, for each run
AGENTS = ["single-move-prediction", "complete-solution-prediction", "imagination", "simulation-search"]


def run(program, agent, size, orientations, seed):
    """The summary of one run with cpu_s and memory_mb; outcome "unfinished" where time ran out."""
    command = [program, "solve", "--json", "--size", str(size), "--layers", "outer", "--seed", str(seed),
               "--orientations", str(orientations), "--agent", agent]
    def prepare():
        os.nice(10)
        resource.setrlimit(resource.RLIMIT_CPU, (LIMIT_S, LIMIT_S + 1))

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
    options = measuring_options(__doc__, SEEDS)
    first, last = map(int, options.seeds.split("-"))
    table = ["| agent | scheme | size | solved | other endings | moves, of solved | CPU s, mean | CPU s, most | memory MB, most |",
             "| --- | --- | --- | --- | --- | --- | --- | --- | --- |"]
    for agent in AGENTS:
        for orientations in SCHEMES:
            for size in SIZES:
                runs = [run(options.program, agent, size, orientations, seed) for seed in range(first, last + 1)]
                table.append(row(agent, orientations, size, runs))
    keep(options, "docs/results/optima.md", large_mazes=table)


if __name__ == "__main__":
    main()
