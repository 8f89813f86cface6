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
COLUMNS = ["% solved", "% unsolvable", "% frozen", "moves, geometric mean", "repeated moves, sum of seven rows", "unrepeatable moves, sum of seven rows"]
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
    lines = ["| seeds | mazes per row | outcomes and moves: values that agree (of 56) | repeated and unrepeatable moves: values that agree (of 28) | all columns: values that agree (of 84) "
             "| single moves predicted correctly, % (thesis: 97.7) | mazes without a wrong prediction, % (thesis: 42, 39, 17) |",
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
    lines = ["| maze (runs of all seven table rows) | original runs that froze | repeated runs that froze | repeated runs that solved the maze | repeated runs in which the agent gave up | repeated runs that timed out or were truncated |",
             "| --- | ---: | ---: | ---: | ---: | ---: |"]
    for (layers, size), counts in sorted(rows.items()):
        lines.append(f"| {size}x{size}x{size}, {'all cells' if layers == 'all' else 'outer layer'} | {counts['all']} | {counts['frozen']} | {counts['solved']} | {counts['unsolvable']} | {counts['else']} |")
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
        for column in ([f"{rows[0]['maze']}, ours / thesis", "---:", *both], ["95% range for 100 mazes", "---:", *drawn_100]):
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


def captioned(section):
    """A table of the report, with a caption of two sentences above it."""
    return re.sub(r"^(\d+ .*? mazes), average theoretical path ([\d.]+) cells \(thesis ([\d.]+), (\d+) mazes\)\.",
                  r"Our results for \1 and those of the thesis for \4 mazes. The theoretical path has\n"
                  r"\2 cells on average in our mazes and \3 in those of the thesis.", section)


def only_table(section):
    return "\n".join(line for line in section.splitlines() if line.startswith("|"))


def measured(reports, shown, columns, short, long):
    """What stands between the marks of the page."""
    pool = reports[POOL]
    return "\n".join([
        *summary(reports), "",
        f"### Tables 7 and 8, seeds {POOL}", "",
        f"We obtained these values with marblemaze {pool['version']} in the `{pool['world']}` world (settings hash `{pool['settings']}`).",
        "Each entry consists of our value, followed by the value in the thesis. The mark ✗ indicates that the two values disagree. The",
        "numbers of moves are means over the solved mazes. The numbers of repeated and unrepeatable moves are totals over the solved",
        "mazes, scaled to a sample that consists of 100 solved and unsolved mazes.", "",
        f"**Table 7.** {captioned(shown['Table 7: All searches'])}", "", f"**Table 8.** {captioned(shown['Table 8: All searches'])}", "",
        "### Whole columns", "",
        "The following table combines the seven rows of each table above. We resampled our mazes to estimate how much each value varies",
        "between samples of 100 mazes. The *95% range* would contain the values of 95% of such samples. Each resampled set of mazes was",
        "used for all seven agents.", "", *columns, "",
        "### Facts in the text of the thesis", "",
        "The text of the thesis compares pairs of searches. Each row of the following table is based on the mazes on which we ran both",
        "searches. The range in the last column would contain the values of 95% of 100-maze samples from our simulation. The mark ✗",
        "indicates that the value in the thesis is outside this range.", "",
        only_table(shown["Facts of the thesis's text"]), "",
        "### How many frozen marbles were stuck?", "",
        "A run ends as frozen if the marble is stationary on an edge for `frozen_time`, which is 0.6 s by default. Would these marbles",
        f"have moved again? To find out, we repeated the runs on the mazes with seeds {FROZEN_SEEDS}, with `frozen_time` set to {FROZEN_TIME:g} s. Up to",
        "the point at which the original run froze, the repeated run is identical to the original run. The table covers only the original",
        "runs that froze:", "",
        *frozen(short, long), "",
        "The data are available as CSV files:", "",
        "- [all table values with their margins](data/replication-cells.csv)",
        f"- [the values that disagree with the thesis for seeds {THOUSAND}](data/replication-outside-21001.csv)",
        "- [confidence intervals for all our values](data/replication-intervals.csv)",
        "- [statistics for all runs, including those on unsolved mazes](data/replication-runs.csv)",
        "- [the prediction results](data/replication-prediction.csv)"])


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
