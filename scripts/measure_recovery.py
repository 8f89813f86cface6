#!/usr/bin/env python3
"""How much does it help when the marble may be tipped out of where it froze? Plays agents with and without recovery in the
same mazes, and keeps the table of docs/results/optima.md.

  scripts/measure_recovery.py             plays what is missing, writes the table and all its figures as CSV
  scripts/measure_recovery.py --print     plays what is missing, shows the table, writes nothing

Episodes are kept in a results file: kill it at any moment, and the same command goes on. About an hour of
processor time.
"""
import json
import pathlib

from script_parts import measuring_options, run, write_measured, write_rows

ROOT = pathlib.Path(__file__).resolve().parent.parent
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


def shares(rows):
    """Solved without and with recovery, an agent a line."""
    solved = {(row["algorithm"], row["maze"], row["orientations"], bool(row["recovery"])): f"{row['pct_solved']:g}" for row in rows}
    columns = sorted({(row["cells_per_side"], row["maze"], row["orientations"]) for row in rows})
    return ["| agent | " + " | ".join(f"{maze}, {orientations}" for _, maze, orientations in columns) + " |",
            "| --- |" + " ---: |" * len(columns),
            *(f"| {agent} | " + " | ".join(f"{solved[agent, maze, orientations, False]}, {solved[agent, maze, orientations, True]}"
                                           for _, maze, orientations in columns) + " |" for agent in AGENTS)]


def main():
    options = measuring_options(__doc__, "recovery.db", SEEDS)
    for size, layers in SHAPES:
        for recovery in ([], ["--recovery"]):
            run(options.program, "bench", *recovery, "--size", size, "--layers", layers, "--orientations", "8,24", "--seeds", options.seeds,
                "--agent", ",".join(AGENTS), "--results", options.results, "--jobs", options.jobs)
    report = json.loads(run(options.program, "report", options.results, "--seeds", options.seeds, "--json"))
    head = f"Mazes of seeds {options.seeds}, settings `{report['settings']}`, marblemaze {report['version']}. % of mazes solved without and with recovery:"
    measured = "\n".join([head, "", *shares(report["rows"])])
    if options.print:
        print(measured)
        return
    write_measured(ROOT / "docs/results/optima.md", measured)
    write_rows(ROOT / "docs/results/data/recovery.csv", table(report["rows"]))
    print("docs/results/optima.md and data/recovery.csv are written")


if __name__ == "__main__":
    main()
