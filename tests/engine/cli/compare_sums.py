#!/usr/bin/env python3
"""Holds the view `sums` of a results file against the report of the same file.

    compare_sums.py PROGRAM RESULTS
"""
import json
import sqlite3
import subprocess
import sys

program, results = sys.argv[1:]
rows = json.loads(subprocess.check_output([program, "report", results, "--json"]))["rows"]
database = sqlite3.connect(results)
database.row_factory = sqlite3.Row
sums = {(s["layers"], s["agent"], s["orientations"]): s for s in database.execute("SELECT * FROM sums")}
assert len(rows) == len(sums) == 14, (len(rows), len(sums))
ROUNDED = 0.0051  # of the report's means, which have two decimals
for row in rows:
    mine = sums[row["layers"], row["algorithm"], row["orientations"]]
    for ours, theirs in [("mazes", "maze_count"), ("solved", "solved_count"), ("frozen", "frozen_count"),
                         ("unsolvable", "unsolvable_count")]:
        assert mine[ours] == row[theirs], (ours, row)
    for counter in ["repeated", "unrepeatable"]:
        assert mine["solved_" + counter] == round(row[counter + "_per_100_mazes"] * mine["mazes"] / 100), (counter, row)
    assert abs(mine["solved_moves"] - row["avg_moves"] * mine["solved"]) <= ROUNDED * mine["solved"], row
    assert abs(mine["moves"] - row["avg_moves_all"] * mine["mazes"]) <= ROUNDED * mine["mazes"], row
