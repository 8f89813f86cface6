#!/usr/bin/python3
"""Measures the cost of a simulation step in each stepper. Needs valgrind and a release build with
-DMARBLEMAZE_BENCHMARKS=ON.

  scripts/measure/physics.py [--print] [--moves 5] [--times]

Callgrind counts the instructions of a step, which are reproducible on one machine. The times are medians of interleaved
benchmarks, of which only the ratios are meaningful.
Writes: the tables of docs/results/physics.md.
Cost: half an hour; a few minutes with --moves 5.
"""
import argparse
import json
import pathlib
import re
import sys
import tempfile

from measuring import integer, markdown, run, write_tables

TICK = "marblemaze::MarbleWorld::do_tick()"
SIZES = [3, 5, 10, 32, 64]
COUNTED = [
    ("compound (one box per wall)", ["stepper=compound", "exact=1"], [3, 5, 10]),
    ("compound, 4 solver iterations", ["stepper=compound", "exact=1", "solver_iterations=4"], [5]),
    ("grid", ["stepper=grid"], SIZES),
    ("grid, 4 solver iterations", ["stepper=grid", "exact=1", "solver_iterations=4"], [5]),
    ("imagined", ["stepper=imagined"], SIZES),
]
TIMED = {"compound": "compound", "grid": "grid", "imagined": "imagined, alone", "lanes1": "imagined, in one lane",
         "lanes4": "imagined, in four lanes (AVX2)", "lanes8": "imagined, in eight lanes (AVX-512)"}


def instructions_per_step(program, arguments, size, moves):
    with tempfile.TemporaryDirectory() as folder:
        printed = run("valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/counts",
                      f"--log-file={folder}/log", f"--toggle-collect={TICK}", program, "shake", *arguments, "mazes=1",
                      f"moves={moves}", f"size={size}")
        collected = int(re.search(r"Collected : (\d+)", pathlib.Path(folder, "log").read_text())[1])
    if collected == 0:
        sys.exit(f"physics.py: cannot count instructions: {program} has no function {TICK}; use a build with symbols")
    return f"{collected / json.loads(printed)['ticks']:,.0f}"


def instruction_table(program, moves):
    return markdown([["instructions per step, by number of cells per side", *SIZES],
                     *([name, *(instructions_per_step(program, arguments, size, moves) if size in sizes else ""
                                for size in SIZES)]
                       for name, arguments, sizes in COUNTED)])


def time_table(benchmark, repetitions):
    printed = run(benchmark, f"--benchmark_filter=^({'|'.join(TIMED)})/({'|'.join(map(str, SIZES))})(/|$)",
                  "--benchmark_format=json", f"--benchmark_repetitions={repetitions}",
                  "--benchmark_enable_random_interleaving=true", "--benchmark_min_time=0.1")
    ns = {"/".join(entry["run_name"].split("/")[:2]): 1e9 / entry["items_per_second"]
          for entry in json.loads(printed)["benchmarks"]
          if entry.get("aggregate_name") == "median" and entry.get("items_per_second")}

    def cell(name, size):
        own, compound = ns.get(f"{name}/{size}"), ns.get(f"compound/{size}")
        return "" if not own else f"{own:,.0f} ({compound / own:,.1f})" if compound else f"{own:,.0f}"

    return markdown([["time per step, ns (speed relative to compound), by number of cells per side", *SIZES],
                     *([title, *(cell(name, size) for size in SIZES)] for name, title in TIMED.items())])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default="build/release/check_program")
    parser.add_argument("--benchmark", default="build/release/tests/physics_benchmark")
    parser.add_argument("--repetitions", type=integer(1, 1000), default=7,
                        help="number of times of which each value is the median (7)")
    parser.add_argument("--times", action="store_true", help="measure only the times, without valgrind")
    parser.add_argument("--moves", type=integer(1, 10**6), default=100,
                        help="random moves per count of instructions (100)")
    parser.add_argument("--print", action="store_true", help="print the tables instead of writing them to the page")
    options = parser.parse_args()
    counts = {} if options.times else {"instructions": instruction_table(options.program, options.moves)}
    write_tables(options, "docs/results/physics.md",
                 counts | {"times": time_table(options.benchmark, options.repetitions)})


if __name__ == "__main__":
    main()
