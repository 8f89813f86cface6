#!/usr/bin/env python3
"""Plays the thesis's rows in Bullet and in ODE.

  scripts/measure/second_opinion.py             plays what is missing, writes the tables and the picture
  scripts/measure/second_opinion.py --print     plays what is missing, shows the tables, writes nothing
  scripts/measure/second_opinion.py --seeds 81001-81020    fewer mazes

Needs a program built with ODE (scripts/install_dependencies.sh second_opinion). Episodes are kept in a results
file: kill it at any moment, and the same command goes on.
Writes: docs/results/second-opinion.md.
Cost: eight minutes of processor time.
"""
import json
import pathlib

from script_parts import ROOT, keep, measuring_options, require, run

PATHS = ["grid", "compound", "ode"]
NAMES = {"grid": "Bullet on the grid", "compound": "plain Bullet", "ode": "ODE"}
SEEDS = "81001-81100"
MOVES = ["--seed", "81001", "--moves", "1000", "--mazes", "50"]
COLUMNS = [("pct_solved", "solved"), ("pct_unsolvable", "unsolvable"), ("pct_frozen", "frozen")]
# Okabe and Ito's colours, which the colour-blind can tell apart; the marks differ, too.
MARKS = {"compound": ("#E69F00", "s"), "ode": ("#0072B2", "o")}


def title(row):
    return f"{row['cells_per_side']}x{row['cells_per_side']}x{row['cells_per_side']}, {row['algorithm']}, {row['orientations']}"


def cell(row, column):
    return next(cell for cell in row["cells"] if cell["column"] == column)


def find(pairs, first, second):
    return next(pair for pair in pairs if (pair["first"], pair["second"]) == (first, second))


def moves_table(rows):
    lines = ["| path | ends the move as the reference | moves |", "| --- | ---: | ---: |"]
    return lines + [f"| {row['path']} | {100 * row['agreed'] / row['moves']:.2f} % | {row['moves']:,} |" for row in rows]


def summary_table(pairs):
    lines = ["| | cells apart | runs that end alike after as many moves | froze in the first only, the second only, both | p |",
             "| --- | ---: | ---: | ---: | ---: |"]
    for pair in pairs:
        cells = [each for row in pair["rows"] for each in row["cells"]]
        mazes, same = (sum(row[name] for row in pair["rows"]) for name in ("maze_count", "same_count"))
        frozen = pair["freezing"]
        lines.append(f"| {NAMES[pair['first']]}, {NAMES[pair['second']]} | {sum(each['apart'] for each in cells)} of {len(cells)} "
                     f"| {same:,} of {mazes:,} | {frozen['first_only']}, {frozen['second_only']}, {frozen['both']} | {frozen['mcnemar_p']:.2g} |")
    return lines


def shares_table(pairs):
    """Solved, unsolvable and frozen in per cent, and moves a maze that both engines solved."""
    against = {name: find(pairs, "grid", name)["rows"] for name in PATHS[1:]}
    lines = ["| maze, search, orientations | mazes | solved, unsolvable, frozen %: grid | plain Bullet | ODE "
             "| moves where both solved: grid, ODE |", "| --- | ---: | ---: | ---: | ---: | ---: |"]
    for compound, ode in zip(against["compound"], against["ode"]):
        def shares(row, which):
            return ", ".join(f"{cell(row, column)[which]:.0f}" for column, _ in COLUMNS)
        moves = cell(ode, "avg_moves")
        both = "" if moves["first"] is None else f"{moves['first']:.1f}, {moves['second']:.1f}"
        lines.append(f"| {title(ode)} | {ode['maze_count']} | {shares(ode, 'first')} | {shares(compound, 'second')} "
                     f"| {shares(ode, 'second')} | {both} |")
    return lines


def difference(cell_of_row, digits=0):
    if cell_of_row["difference"] is None or cell_of_row["low"] is None:
        return ""
    value, low, high = (f"{cell_of_row[name]:+.{digits}f}" for name in ("difference", "low", "high"))
    return f"{value} ({low} to {high})" + (" ✗" if cell_of_row["apart"] else "")


def difference_table(pair):
    lines = ["| maze, search, orientations | moves | solved, points | unsolvable, points | frozen, points | repeated moves | unrepeatable moves |",
             "| --- | ---: | ---: | ---: | ---: | ---: | ---: |"]
    for row in pair["rows"]:
        digits = {"avg_moves": 1, "repeated_per_solved": 1, "unrepeatable_per_solved": 2}
        lines.append(f"| {title(row)} | " + " | ".join(difference(each, digits.get(each["column"], 0)) for each in row["cells"]) + " |")
    return lines


def freezing_table(pairs):
    chosen = [find(pairs, "grid", "compound"), find(pairs, "grid", "ode"), find(pairs, "compound", "ode")]
    lines = ["| maze, search, orientations | " + " | ".join(f"{pair['first']} only, {pair['second']} only, both; p" for pair in chosen) + " |",
             "| --- |" + " ---: |" * len(chosen)]
    for rows in zip(*(pair["rows"] for pair in chosen)):
        counts = [row["freezing"] for row in rows]
        lines.append(f"| {title(rows[0])} | " + " | ".join(
            f"{c['first_only']}, {c['second_only']}, {c['both']}; {c['mcnemar_p']:.2g}" for c in counts) + " |")
    return lines


def draw(pairs, file):
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    rows = find(pairs, "grid", "ode")["rows"]
    figure, panels = plt.subplots(1, 3, figsize=(11, 5.2), sharey=True)
    for panel, (column, name) in zip(panels, COLUMNS):
        panel.axvline(0, color="#888888", linewidth=0.8)
        for shift, path in ((-0.16, "compound"), (0.16, "ode")):
            cells = [cell(row, column) for row in find(pairs, "grid", path)["rows"]]
            values = [each["difference"] for each in cells]
            below = [max(0, each["difference"] - each["low"]) for each in cells]
            above = [max(0, each["high"] - each["difference"]) for each in cells]
            colour, mark = MARKS[path]
            panel.errorbar(values, [i + shift for i in range(len(cells))], xerr=[below, above], fmt=mark, color=colour,
                           markersize=4, linewidth=1, label=f"{NAMES[path]} less the grid")
        panel.set_title(f"% {name}")
        panel.set_xlabel("points, with 95 % intervals")
        panel.grid(axis="x", color="#dddddd", linewidth=0.6)
        panel.set_axisbelow(True)
    panels[0].set_yticks(range(len(rows)), [title(row) for row in rows])
    panels[0].invert_yaxis()
    handles, labels = panels[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="lower center", ncol=2, frameon=False)
    figure.tight_layout(rect=(0, 0.05, 1, 1))
    figure.savefig(file, dpi=110)


def main():
    options = measuring_options(__doc__, SEEDS, results="second_opinion.db", moves="second_opinion_moves.json")
    require("matplotlib")
    moves = pathlib.Path(options.moves)
    if not moves.exists():
        moves.write_text(run(options.program, "agree", "--engine", "ode", "--jobs", options.jobs, "--json", *MOVES))
    pairs = json.loads(run(options.program, "agree", "--tables", "--paths", ",".join(PATHS), "--seeds", options.seeds, "--results",
                           options.results, "--jobs", options.jobs, "--json"))["pairs"]
    tables = "\n".join([
        "### Single moves", "", *moves_table(json.loads(moves.read_text())["rows"]), "",
        f"### Whole tables, seeds {options.seeds}", "", *summary_table(pairs), "",
        "Kept as CSV, all rows: [shares](data/second-opinion-shares.csv), [differences, those apart with ✗](data/second-opinion-differences.csv), "
        "[freezing](data/second-opinion-freezing.csv)."])
    if keep(options, "docs/results/second-opinion.md", tables, second_opinion_shares=shares_table(pairs),
            second_opinion_differences=difference_table(find(pairs, "grid", "ode")), second_opinion_freezing=freezing_table(pairs)):
        draw(pairs, ROOT / "docs/pictures/second-opinion.png")


if __name__ == "__main__":
    main()
