#!/usr/bin/python3
"""Compares the thesis's tables with our runs on mazes that were not used to choose the settings.

  scripts/measure/tables.py [--print]

The runs are stored in results files, so an interrupted script continues when it is started again.
Writes: the tables of docs/results/replication.md, docs/results/data/replication-*.csv, and docs/pictures/tables-*.png.
Cost: 40 minutes on two cores.
"""
import json
import pathlib
import re
import tempfile

import numpy as np
import plot_tables
from measuring import ROOT, episodes, markdown, measuring_options, rows_of, run, write_tables

THIRDS = ["6110001-6110200", "6110201-6110400", "6110401-6110600"]
POOL = "6110001-6110600"
THOUSAND = "6120001-6121000"
FROZEN_SEEDS = "6110001-6110050"
FROZEN_TIME = 6.0  # s; the default is 0.6 s
RESAMPLES, SEED = 2000, 20071
PREDICTIONS = [  # rows of sections 4.5 to 4.7 of the thesis
    ("single-move-prediction", 8, 5), ("complete-solution-prediction", 8, 5), ("complete-solution-prediction", 24, 5)]


def summary(reports):
    rows = [["seeds", "mazes per row", "outcomes and moves: values that agree (of 56)",
             "repeated and unrepeatable moves: values that agree (of 28)",
             "all columns: values that agree (of 84)", "single moves predicted correctly, % (thesis: 97.7)",
             "mazes without a wrong prediction, % (thesis: 42, 39, 17)"]]
    for seeds, report in reports.items():
        main, repeats = report["cells_inside"], report["repeat_cells_inside"]
        found = {(row["algorithm"], row["orientations"], row["cells_per_side"]): row for row in report["rows"]}
        predicted = [found[key] for key in PREDICTIONS]
        rows.append([seeds, predicted[0]["mazes"], main, repeats, main + repeats,
                     f"{predicted[0]['pct_predicted']:.1f}",
                     ", ".join(f"{row['pct_error_free']:.1f}" for row in predicted)])
    return markdown(rows, "lrrrrrl")


def counts(runs, row):
    """Returns the results of a table row by maze, in the order of the seeds. [mazes, 6]

    Columns: solved, gave up, frozen, moves, repeated moves, unrepeatable moves. The last three are 0 for an unsolved
    maze. """
    own = [run for run in runs if (run["agent"], int(run["orientations"]), int(run["size"]))
           == (row["algorithm"], row["orientations"], row["cells_per_side"])]
    return np.array([[*(run["outcome"] == outcome for outcome in ("solved", "unsolvable", "frozen")),
                      *((run["outcome"] == "solved") * int(run[name])
                        for name in ("moves", "repeated", "unrepeatable"))]
                     for run in sorted(own, key=lambda run: int(run["seed"]))], float)


def combined(rows):
    """Combines the seven rows of a table, which are means over mazes. [7, 6]

    Returns the means of the three percentages, the geometric mean of the moves, and the sums of repeated and
    unrepeatable moves per 100 mazes.
    """
    return np.array([*100 * rows[:, :3].mean(axis=0), np.exp(np.log(rows[:, 3] / rows[:, 0]).mean()),
                     *100 * rows[:, 4:].sum(axis=0)])


def whole_columns(report, runs):
    """Returns a table that compares columns with the thesis. Its ranges come from resampling our mazes, with the same
    sample for all seven agents, once with 100 mazes as in the thesis and once with our number of mazes."""
    rng = np.random.default_rng(SEED)
    names = ["% solved", "% unsolvable", "% frozen", "moves, geometric mean", "repeated moves, sum of seven rows",
             "unrepeatable moves, sum of seven rows"]
    table = [["column"], *([name] for name in names)]
    for size in (5, 3):
        rows = [row for row in report["rows"] if row["cells_per_side"] == size]
        mazes = np.stack([counts(runs, row) for row in rows])
        thesis = combined(np.array([[row["thesis"][name] / 100 for name in ("pct_solved", "pct_unsolvable",
                                                                            "pct_frozen")]
                                    + [row["thesis"]["avg_moves"] * row["thesis"]["pct_solved"] / 100]
                                    + [row["thesis"][name] / 100 for name in ("repeated_moves", "unrepeatable_moves")]
                                    for row in rows]))
        ours = combined(mazes.mean(axis=1))

        def resampled(count):
            return combined(mazes[:, rng.integers(mazes.shape[1], size=count)].mean(axis=1))

        low, high = ours + np.quantile([resampled(100) - resampled(mazes.shape[1]) for _ in range(RESAMPLES)],
                                       [0.025, 0.975], axis=0)
        table[0] += [f"{rows[0]['maze']}, ours / thesis", "95% range for 100 mazes"]
        for i, line in enumerate(table[1:]):
            line += [f"{ours[i]:.1f} / {thesis[i]:.1f}{'' if low[i] <= thesis[i] <= high[i] else ' ✗'}",
                     f"{max(low[i], 0):.1f} to {high[i]:.1f}"]
    return markdown(table)


def frozen(runs, repeated):
    """Returns a table of the runs that froze and their outcomes with FROZEN_TIME. Both runs are identical up to the
    freeze."""
    def key(run):
        return [run[name] for name in ("layers", "size", "agent", "orientations", "seed")]

    table = [["maze (runs of all seven table rows)", "original runs that froze", "repeated runs that froze",
              "repeated runs that solved the maze", "repeated runs in which the agent gave up",
              "repeated runs that timed out or were truncated"]]
    outcomes = {tuple(key(run)): run["outcome"] for run in repeated}
    for layers, size in sorted({(run["layers"], run["size"]) for run in runs}):
        ended = [outcomes[tuple(key(run))] for run in runs if run["outcome"] == "frozen"
                 and key(run)[:2] == [layers, size]]
        known = [ended.count(outcome) for outcome in ("frozen", "solved", "unsolvable")]
        table.append([f"{size}x{size}x{size}, {'all cells' if layers == 'all' else 'outer layer'}", len(ended), *known,
                      len(ended) - sum(known)])
    return markdown(table)


def cells(report):
    columns = ["maze", "algorithm", "orientations", "column", "ours", "thesis", "difference", "margin", "inside"]
    return [columns,
            *([f"{cell[name]:.3f}" if isinstance(cell[name], float) else int(cell[name]) if name == "inside"
               else cell[name]
               for name in columns] for cell in report["cells"])]


def thesis_table(section):
    """Turns the first line of a report's table into a caption."""
    return re.sub(r"^(\d+ .*? mazes), average theoretical path ([\d.]+) cells \(thesis ([\d.]+), (\d+) mazes\)\.",
                  r"Our results for \1 and those of the thesis for \4 mazes. The theoretical path has\n"
                  r"\2 cells on average in our mazes and \3 in those of the thesis.", section)


def main():
    options = measuring_options(__doc__, results="tables.db", frozen="frozen.db")

    def bench(seeds, file, *words):
        run(options.program, "bench", "--suite", "thesis", "--seeds", seeds, "--results", file, "--jobs", options.jobs,
            *words)

    def report(seeds, *words):
        return run(options.program, "report", options.results, "--against", "thesis", "--seeds", seeds, *words)

    def sections(seeds):
        """Returns the sections of the report by title."""
        return {title: text.strip() for title, text in re.findall(r"^## (.*?)\n(.*?)(?=^## |\Z)", report(seeds),
                                                                  re.MULTILINE | re.DOTALL)}

    bench(POOL, options.results)
    bench(THOUSAND, options.results)
    with tempfile.TemporaryDirectory() as folder:
        settings = pathlib.Path(folder, "settings.json")
        settings.write_text(json.dumps({**json.loads(run(options.program, "settings", "--json")),
                                        "frozen_time": FROZEN_TIME}))
        bench(FROZEN_SEEDS, options.frozen, "--settings", settings)
    reports = {seeds: json.loads(report(seeds, "--json")) for seeds in [*THIRDS, POOL, THOUSAND]}
    pool, shown = reports[POOL], sections(POOL)
    written = write_tables(
        options, "docs/results/replication.md",
        {"summary": summary(reports),
         "version": f"We obtained these values with marblemaze {pool['version']} in the `{pool['world']}` world "
                    f"(settings hash `{pool['settings']}`).",
         "Table 7": f"**Table 7.** {thesis_table(shown['Table 7: All searches'])}",
         "Table 8": f"**Table 8.** {thesis_table(shown['Table 8: All searches'])}",
         "columns": whole_columns(pool, episodes(options, options.results, POOL)),
         "facts": "\n".join(line for line in shown["Claims in the thesis's text"].splitlines() if line.startswith("|")),
         "frozen": frozen(episodes(options, options.results, FROZEN_SEEDS),
                          episodes(options, options.frozen, FROZEN_SEEDS))},
        replication_cells=cells(pool), replication_intervals=rows_of(shown["95 % intervals of our figures"]),
        replication_runs=rows_of(shown["All runs, solved or not"]), replication_prediction=rows_of(shown["Prediction"]),
        replication_disagreements=rows_of(sections(THOUSAND)["Cells that disagree"]))
    if written:
        plot_tables.draw_all(pool, ROOT / "docs/pictures/tables", ["moves", "outcomes"], ["png"])


if __name__ == "__main__":
    main()
