#!/usr/bin/env python3
"""Finds a figure that two generated files tell with two values, as where only one of them was made again.

    check_figures.py PROJECT

Each function below compares two files that tell of the same runs, and yields (what, value here, value there). Two values agree
where the one with more decimals rounds to the other.
"""
import csv
import json
import pathlib
import re
import sys

LEAST_COMPARED = 300  # figures; fewer mean that a comparison has lost its files' columns


def table(project, name):
    with open(project / "docs/results" / name, newline="") as file:
        return list(csv.DictReader(file))


def agree(one, other):
    decimals = min(len(str(value).partition(".")[2]) for value in (one, other))
    return abs(float(one) - float(other)) <= 0.5 * 10 ** -decimals + 1e-9


def numbers(text):
    return re.findall(r"-?\d+(?:\.\d+)?", str(text))


def turned_freely(project):
    """The price of the abstraction is told beside the shares of cem."""
    names = {"% at rest in the target within 60 s": "% solved within 60 s", "seconds, median": "seconds, median", "of 90 %": "of 90 %"}
    cem = {row["maze"]: row for row in table(project, "data/free-turns.csv") if (row["controller"], row["to"]) == ("cem", "rest")}
    for row in table(project, "data/price-of-moves.csv"):
        if row["turned"] == "freely":
            for here, there in names.items():
                for pair in zip(numbers(row[here]), numbers(cem[row["maze"]][there])):
                    yield f"price-of-moves.csv and free-turns.csv, {row['maze']}, {there}", *pair


def thesis(project):
    """What the page calls the thesis's figure is the one of its tables."""
    columns = ("avg_moves", "pct_solved", "pct_unsolvable", "pct_frozen")
    with open(project / "engine/report/thesis_tables.csv", newline="") as file:
        tables = {(row["maze"], row["algorithm"], row["orientations"]): row for row in csv.DictReader(file)}
    for row in table(project, "data/replication-cells.csv"):
        if row["column"] in columns:
            yield (f"replication-cells.csv and thesis_tables.csv, {row['maze']}, {row['algorithm']}, {row['column']}", row["thesis"],
                   tables[row["maze"], row["algorithm"], row["orientations"]][row["column"]])


def intervals(project):
    """Our figure beside the thesis's lies in the interval that is told of it. Both list the rows of the thesis in its order."""
    headings = {"avg_moves": "avg. moves", "pct_solved": "% solved", "pct_unsolvable": "% unsolvable", "pct_frozen": "% frozen",
                "repeated_per_solved": "repeated a solved maze", "unrepeatable_per_solved": "unrepeatable a solved maze"}
    cells = table(project, "data/replication-cells.csv")
    for i, row in enumerate(table(project, "data/replication-intervals.csv")):
        for cell in cells[i * len(headings):(i + 1) * len(headings)]:
            low, high = (float(end) for end in row[headings[cell["column"]]].split(" to "))
            inside = min(max(float(cell["ours"]), low), high)
            yield f"replication-cells.csv and replication-intervals.csv, {row['Search']}, {cell['column']}", f"{inside:.1f}", cell["ours"]


def cards(project):
    """Scores of MarbleBench by agent and by group are those of the agents' cards."""
    for folder, solved, share, heading in (("marblebench", "solved", "pct_of_possible", "% of the possible"),
                                           ("marblebench/2", "right", "pct_score", "score, %")):
        scores = {row["agent"]: row for row in table(project, f"{folder}/scores.csv")}
        groups = {row["agent"]: row for row in table(project, f"{folder}/groups.csv")}
        for file in sorted((project / "docs/results" / folder).glob("*.json")):
            card = json.loads(file.read_text())
            for row in card["rows"]:
                figure = round(row[share]["value"], 1)
                yield f"{file.name} and groups.csv, {row['group']}", groups[card["agent"]][row["group"]], figure
            score, all_problems = scores[card["agent"]], card["rows"][-1]
            yield f"{file.name} and scores.csv, {solved}", numbers(score[solved])[0], all_problems[solved]
            yield f"{file.name} and scores.csv, {heading}", numbers(score[heading])[0], round(all_problems[share]["value"], 1)


def main(project):
    compared = [told for compare in (turned_freely, thesis, intervals, cards) for told in compare(project)]
    faults = [f"{what}: {one} and {other}" for what, one, other in compared if not agree(one, other)]
    if len(compared) < LEAST_COMPARED and not faults:
        faults = [f"only {len(compared)} figures compared, expected at least {LEAST_COMPARED}"]
    print("\n".join(faults + [f"{len(compared)} figures told twice, {len(faults)} faults"]))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
