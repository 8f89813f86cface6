#!/usr/bin/env python3
"""Measures what a step of the physics costs.

  scripts/measure/physics.py            needs valgrind, and check_program and physics_benchmark, built with preset release
                                        and -DMARBLEMAZE_BENCHMARKS=ON
  scripts/measure/physics.py --print    shows the tables and leaves the page alone
  scripts/measure/physics.py --print --moves 5    the same from fewer moves, in a few minutes
  scripts/measure/physics.py --times    measures only the times anew

Instructions are counted by callgrind in the very function that makes a tick, so that they repeat exactly
on one machine. Times are medians of Google Benchmark runs that take turns; only their ratios mean much.
Writes: docs/results/physics.md.
Cost: half an hour.
"""
import argparse
import json
import pathlib
import re
import sys
import tempfile

from script_parts import ROOT, keep, run

PAGE = "docs/results/physics.md"
TICK = "marblemaze::MarbleWorld::do_tick()"
SIZES = [3, 5, 10, 32, 64]
COMPOUND_SIZES = [3, 5, 10]
OPTIONS = [
    ("compound (one box per wall)", ["stepper=compound", "exact=1"], COMPOUND_SIZES),
    ("compound, 4 solver iterations", ["stepper=compound", "exact=1", "solver_iterations=4"], [5]),
    ("grid", ["stepper=grid"], SIZES),
    ("grid, 4 solver iterations", ["stepper=grid", "exact=1", "solver_iterations=4"], [5]),
    ("imagined", ["stepper=imagined"], SIZES),
]
BENCHMARKS = {
    "compound": "compound",
    "grid": "grid",
    "imagined": "imagined, alone",
    "lanes1": "imagined, in one lane",
    "lanes4": "imagined, in four lanes (AVX2)",
    "lanes8": "imagined, in eight lanes (AVX-512)",
}


def instructions_per_step(program, arguments, size, moves):
    with tempfile.TemporaryDirectory() as folder:
        told = run("valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/counts", f"--log-file={folder}/log",
                   f"--toggle-collect={TICK}", program, "shake", *arguments, "mazes=1", f"moves={moves}", f"size={size}")
        collected = int(re.search(r"Collected : (\d+)", pathlib.Path(folder, "log").read_text()).group(1))
    if collected == 0:
        sys.exit(f"physics.py: {program} has no function {TICK}, in which instructions are counted")
    return collected / json.loads(told)["ticks"]


def instruction_table(program, moves):
    lines = ["| instructions per step, by number of cells per side | " + " | ".join(map(str, SIZES)) + " |", "| --- |" + " ---: |" * len(SIZES)]
    for name, arguments, sizes in OPTIONS:
        cells = [f"{instructions_per_step(program, arguments, size, moves):,.0f}" if size in sizes else "" for size in SIZES]
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
        print(lines[-1], file=sys.stderr)
    return lines


def time_table(benchmark, sizes, repetitions):
    told = run(benchmark, f"--benchmark_filter=^({'|'.join(BENCHMARKS)})/({'|'.join(map(str, sizes))})(/|$)", "--benchmark_format=json",
               f"--benchmark_repetitions={repetitions}", "--benchmark_enable_random_interleaving=true", "--benchmark_min_time=0.1")
    ns = {"/".join(entry["run_name"].split("/")[:2]): 1e9 / entry["items_per_second"] for entry in json.loads(told)["benchmarks"]
          if entry.get("aggregate_name") == "median" and entry.get("items_per_second")}
    lines = ["| time per step, ns (speed relative to compound), by number of cells per side | " + " | ".join(map(str, sizes)) + " |", "| --- |" + " ---: |" * len(sizes)]
    for name, shown in BENCHMARKS.items():
        cells = []
        for size in sizes:
            own, bullets = ns.get(f"{name}/{size}"), ns.get(f"compound/{size}")
            cells.append("" if not own else f"{own:,.0f} ({bullets / own:,.1f})" if bullets else f"{own:,.0f}")
        lines.append(f"| {shown} | " + " | ".join(cells) + " |")
    return lines


def kept_counts():
    """The rows of the page's table of instructions."""
    return re.search(r"^(\| instructions per step(?:.+\n)+)", (ROOT / PAGE).read_text(), re.MULTILINE)[1].splitlines()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default="build/release/check_program")
    parser.add_argument("--benchmark", default="build/release/tests/physics_benchmark")
    parser.add_argument("--repetitions", type=int, default=7, help="behind each time, of which the median counts")
    parser.add_argument("--times", action="store_true", help="measure only the times, without valgrind; the page keeps its counts")
    parser.add_argument("--moves", type=int, default=100, help="random moves behind each count")
    parser.add_argument("--print", action="store_true", help="show the tables and leave the page alone")
    options = parser.parse_args()
    counts = kept_counts() if options.times else instruction_table(options.program, options.moves)
    keep(options, PAGE, "\n".join([*counts, "", *time_table(options.benchmark, SIZES, options.repetitions)]))


if __name__ == "__main__":
    main()
