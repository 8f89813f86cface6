#!/usr/bin/env python3
"""Plays the thesis's rows on mazes on which no setting was chosen.

  scripts/measure/tables.py                     plays what is missing, writes the tables, their CSV and the pictures
  scripts/measure/tables.py --results out/tables.db --frozen out/frozen.db

Episodes are kept in results files: kill it at any moment, and the same command goes on.
Writes: docs/results/replication.md.
Cost: 40 minutes on two cores.
"""
import json
import pathlib
import re
import tempfile

from script_parts import keep, measuring_options, plot, require, run

require("numpy")

import numpy as np  # noqa: E402, after it is known to be there

THIRDS = ["20001-20200", "20201-20400", "20401-20600"]
POOL = "20001-20600"
THOUSAND = "21001-22000"
FROZEN_SEEDS = "20001-20050"
FROZEN_TIME = 6.0  # s, instead of the default
RESAMPLES, SEED = 2000, 20071
COLUMNS = ["% solved", "% unsolvable", "% frozen", "moves, geometric mean", "repeated moves, 7 rows", "unrepeatable moves, 7 rows"]
DIFFERENT = "Cells that disagree"  # a heading of the report
PREDICTIONS = [  # thesis 4.5 to 4.7: mazes of 100 without one wrong prediction, and moves predicted right
    ("single-move-prediction", 8, 5, 42, 97.7),
    ("complete-solution-prediction", 8, 5, 39, None),
    ("complete-solution-prediction", 24, 5, 17, None),
]


class Program:
    def __init__(self, path):
        self.path = path

    def __call__(self, *arguments):
        return run(self.path, *arguments)

    def report(self, results, seeds):
        return json.loads(self("report", results, "--against", "thesis", "--json", "--seeds", seeds))

    def episodes(self, results, seeds):
        lines = self("report", results, "--episodes", "--seeds", seeds).splitlines()
        names = lines[0].split(",")
        return [dict(zip(names, line.split(","))) for line in lines[1:]]


def find_row(report, name, orientations, side):
    return next(row for row in report["rows"]
                if (row["algorithm"], row["orientations"], row["cells_per_side"]) == (name, orientations, side))


def summary(reports):
    lines = ["| seeds | mazes per row | cells inside, of 56 about outcomes and moves | cells inside, of 28 about repeated moves | cells inside, of all 84 "
             "| single moves predicted correctly, % (thesis 97.7) | mazes without a wrong prediction, % (thesis 42, 39, 17) |",
             "| --- | ---: | ---: | ---: | ---: | ---: | --- |"]
    for seeds, report in reports.items():
        main, repeats = report["cells_inside"], report["repeat_cells_inside"]
        rows = [find_row(report, *figure[:3]) for figure in PREDICTIONS]
        lines.append(f"| {seeds} | {rows[0]['maze_count']} | {main} | {repeats} | {main + repeats} "
                     f"| {rows[0]['pct_predicted']:.1f} | " + ", ".join(f"{row['pct_error_free']:.1f}" for row in rows) + " |")
    return lines


def key(episode):
    return episode["layers"], episode["size"], episode["agent"], episode["orientations"], episode["seed"]


def frozen(short, long):
    """Of the runs that froze, how many do with FROZEN_TIME? The runs are the same until then."""
    later = {key(episode): episode["outcome"] for episode in long}
    rows = {}
    for episode in short:
        if episode["outcome"] != "frozen":
            continue
        counts = rows.setdefault((episode["layers"], episode["size"]), {"frozen": 0, "solved": 0, "unsolvable": 0, "else": 0, "all": 0})
        counts["all"] += 1
        ended = later[key(episode)]
        counts[ended if ended in counts else "else"] += 1
    lines = ["| mazes, all 7 rows | frozen by default | with 6 s: still frozen | with 6 s: solved | with 6 s: unsolvable | with 6 s: timed out or truncated |",
             "| --- | ---: | ---: | ---: | ---: | ---: |"]
    for (layers, size), counts in sorted(rows.items()):
        lines.append(f"| {size}x{size}x{size}, {layers} | {counts['all']} | {counts['frozen']} | {counts['solved']} | {counts['unsolvable']} | {counts['else']} |")
    return lines


def counts_of(episodes, row):
    """Of a row's mazes, in the order of their seeds: six columns, moves and those after it of solved mazes alone."""
    mine = sorted((e for e in episodes if (e["agent"], int(e["orientations"]), int(e["size"]))
                   == (row["algorithm"], row["orientations"], row["cells_per_side"])), key=lambda e: int(e["seed"]))
    return np.array([[e["outcome"] == "solved", e["outcome"] == "unsolvable", e["outcome"] == "frozen",
                      *((e["outcome"] == "solved") * int(e[name]) for name in ("moves", "repeated", "unrepeatable"))] for e in mine], float)


def of_seven(rows):
    """Six figures of seven rows together: means of the three shares, in %, the geometric mean of moves, repeated and unrepeatable
    moves for every 100 mazes of all rows. `rows`: (7, 6), the mean over mazes of what counts_of() counts."""
    return np.array([*100 * rows[:, :3].mean(axis=0), np.exp(np.log(rows[:, 3] / rows[:, 0]).mean()), *100 * rows[:, 4:].sum(axis=0)])


def whole_columns(report, episodes, rng):
    """The seven rows of a table as one: do they lie to one side of the thesis's? Its 100 mazes are drawn from ours, the same for all
    seven agents, and so are as many as ours."""
    columns = [["column"], ["---"], *([name] for name in COLUMNS)]
    for size in (5, 3):
        rows = [row for row in report["rows"] if row["cells_per_side"] == size]
        ours = np.stack([counts_of(episodes, row) for row in rows])
        theirs = [row["thesis"] for row in rows]
        thesis = of_seven(np.array([[t["pct_solved"] / 100, t["pct_unsolvable"] / 100, t["pct_frozen"] / 100, t["avg_moves"] * t["pct_solved"] / 100,
                                     t["repeated_moves"] / 100, t["unrepeatable_moves"] / 100] for t in theirs]))
        drawn = lambda count: of_seven(ours[:, rng.integers(ours.shape[1], size=count)].mean(axis=1))
        here = of_seven(ours.mean(axis=1))
        off = np.array([drawn(100) - drawn(ours.shape[1]) for _ in range(RESAMPLES)])
        low, high = here + np.quantile(off, [0.025, 0.975], axis=0)
        outside = ["" if low[i] <= thesis[i] <= high[i] else " ✗" for i in range(len(COLUMNS))]
        both = [f"{here[i]:.1f} / {thesis[i]:.1f}{outside[i]}" for i in range(len(COLUMNS))]
        drawn_100 = [f"{max(low[i], 0):.1f} to {high[i]:.1f}" for i in range(len(COLUMNS))]
        for column in ([f"{rows[0]['maze']}, ours / thesis", "---:", *both], ["range of our samples", "---:", *drawn_100]):
            for line, cell in zip(columns, column):
                line.append(cell)
    return ["| " + " | ".join(line) + " |" for line in columns]


def all_cells(report):
    """Each of the 84 cells with its margin, inside or not."""
    columns = ["maze", "algorithm", "orientations", "column", "ours", "thesis", "difference", "margin", "inside"]
    shown = lambda value: f"{value:.3f}" if isinstance(value, float) else f"{value:d}" if isinstance(value, bool) else str(value)
    return ["| " + " | ".join(columns) + " |", "| " + " | ".join("---" for _ in columns) + " |",
            *("| " + " | ".join(shown(cell[name]) for name in columns) + " |" for cell in report["cells"])]


def sections(report):
    """The report's own tables, with what is said above them, by their titles."""
    return {title: text.strip() for title, text in re.findall(r"^## (.*?)\n(.*?)(?=^## |\Z)", report, re.MULTILINE | re.DOTALL)}


def measured(reports, shown, columns, short, long):
    """What stands between the marks of the page."""
    pool = reports[POOL]
    return "\n".join([
        *summary(reports), "",
        f"### Tables 7 and 8, seeds {POOL}", "",
        f"These tables were measured in the `{pool['world']}` world with settings `{pool['settings']}` and marblemaze {pool['version']}. Each cell",
        "contains two numbers: ours / thesis. The mark ✗ means that the two numbers disagree. The numbers of moves are means over the",
        "solved mazes. The numbers of repeated and unrepeatable moves are sums over the solved mazes, per 100 mazes played.", "",
        f"**Table 7.** {shown['Table 7: All searches']}", "", f"**Table 8.** {shown['Table 8: All searches']}", "",
        "### Whole columns", "",
        "The following table combines the seven rows of each table above. To find the ranges, we drew random samples of 100 of our mazes,",
        "with the same mazes for all seven agents. Each range contains the results of 95 % of these samples.", "", *columns, "",
        "### Facts of the text", "", shown["Facts of the thesis's text"], "",
        "### How many frozen marbles were stuck?", "",
        "A run ends as frozen if the marble has been still on an edge for `frozen_time`. To find out whether these marbles would",
        f"have moved again, we repeated the runs of seeds {FROZEN_SEEDS} with a `frozen_time` of {FROZEN_TIME:g} s. The two runs in a maze are identical",
        "until the first one ends.", "",
        *frozen(short, long), "",
        "The data are available as CSV files:", "",
        "- [all cells with their margins](data/replication-cells.csv)",
        f"- [the cells that disagree on seeds {THOUSAND}](data/replication-outside-21001.csv)",
        "- [the intervals of all numbers](data/replication-intervals.csv)",
        "- [all runs, including those in unsolved mazes](data/replication-runs.csv)",
        "- [the moves that ended as predicted](data/replication-prediction.csv)"])


def main():
    options = measuring_options(__doc__, results="tables.db", frozen="frozen.db")
    program = Program(options.program)
    for seeds in [POOL, THOUSAND]:
        program("bench", "--suite", "thesis", "--seeds", seeds, "--results", options.results, "--jobs", options.jobs)
    with tempfile.TemporaryDirectory() as folder:
        patient = pathlib.Path(folder, "patient.json")
        patient.write_text(json.dumps({**json.loads(program("settings", "--json")), "frozen_time": FROZEN_TIME}))
        program("bench", "--suite", "thesis", "--seeds", FROZEN_SEEDS, "--settings", patient, "--results", options.frozen, "--jobs", options.jobs)
    reports = {seeds: program.report(options.results, seeds) for seeds in [*THIRDS, POOL, THOUSAND]}
    shown_at = lambda seeds: sections(program("report", options.results, "--against", "thesis", "--seeds", seeds))
    shown = shown_at(POOL)
    columns = whole_columns(reports[POOL], program.episodes(options.results, POOL), np.random.default_rng(SEED))
    text = measured(reports, shown, columns, program.episodes(options.results, FROZEN_SEEDS), program.episodes(options.frozen, FROZEN_SEEDS))
    if keep(options, "docs/results/replication.md", text,
            replication_intervals=shown["95 % intervals of our figures"].splitlines(),
            replication_cells=all_cells(reports[POOL]),
            replication_runs=shown["All runs, solved or not"].splitlines(),
            replication_prediction=shown["Prediction"].splitlines(),
            replication_outside_21001=shown_at(THOUSAND)[DIFFERENT].splitlines()):
        plot(json.dumps(reports[POOL]), "tables-moves", "tables-outcomes")


if __name__ == "__main__":
    main()
