#!/usr/bin/env python3
"""How much does it help when the marble may be tipped out of where it froze? Plays agents with and without recovery in the
same mazes.

  scripts/measure/recovery.py             plays what is missing, writes the figures
  scripts/measure/recovery.py --print     plays what is missing, shows the figures, writes nothing

Episodes are kept in a results file: kill it at any moment, and the same command goes on.
Writes: docs/results/data/recovery.csv, of which docs/results/optima.md tells.
Cost: an hour of processor time.
"""
import json

from script_parts import keep, measuring_options, run

SEEDS = "97401-97450"
SHAPES = [(3, "all"), (5, "outer")]
AGENTS = ["depth-first", "breadth-first", "heuristic", "improved-heuristic", "single-move-prediction",
          "complete-solution-prediction", "simulation-search", "imagination", "lrta-star", "node-counting", "random-walk"]


def table(rows):
    """With recovery, and how many were solved without."""
    key = lambda row: (row["maze"], row["algorithm"], row["orientations"])
    moves = lambda row: "-" if row["avg_moves"] is None else f"{row['avg_moves']:.1f}"
    without = {key(row): row["pct_solved"] for row in rows if not row["recovery"]}
    lines = ["| Maze | Agent | Orientations | % solved without | % solved | % unsolvable | % frozen | capped | Moves |",
             "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"]
    for row in sorted((row for row in rows if row["recovery"]),
                      key=lambda row: (row["cells_per_side"], AGENTS.index(row["algorithm"]), row["orientations"])):
        lines.append(f"| {row['maze']} | {row['algorithm']} | {row['orientations']} | {without[key(row)]:.1f} | {row['pct_solved']:.1f} | "
                     f"{row['pct_unsolvable']:.1f} | {row['pct_frozen']:.1f} | {row['capped_count']} | {moves(row)} |")
    return lines


def main():
    options = measuring_options(__doc__, SEEDS, results="recovery.db")
    for size, layers in SHAPES:
        for recovery in ([], ["--recovery"]):
            run(options.program, "bench", *recovery, "--size", size, "--layers", layers, "--orientations", "8,24", "--seeds", options.seeds,
                "--agent", ",".join(AGENTS), "--results", options.results, "--jobs", options.jobs)
    report = json.loads(run(options.program, "report", options.results, "--seeds", options.seeds, "--json"))
    rows = table(report["rows"])
    keep(options, "docs/results/optima.md", recovery=rows)


if __name__ == "__main__":
    main()
