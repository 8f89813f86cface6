#!/usr/bin/env python3
"""Checks the tables of orientations and settings in docs/reference/files.md.

    check_files_page.py PROJECT PROGRAM
"""
import json
import pathlib
import re
import subprocess
import sys


def rows_below(page, heading):
    """Returns the table rows between a heading and the next heading of the same level. Removes backticks."""
    level = heading.split()[0]
    section = re.split(rf"^{level} ", page.split(f"\n{heading}\n")[1], flags=re.MULTILINE)[0]
    rows = [re.split(r"(?<!\\)\|", line)[1:-1] for line in section.splitlines() if line.startswith("| ")]
    return [[cell.strip().replace("`", "").replace("\\|", "|") for cell in row] for row in rows]


def wrong_orientations(page, program):
    run = [json.loads(subprocess.run([program, "info", "--schemes", "--json", *words], check=True, capture_output=True, text=True).stdout)
           for words in (["--dims", "4x4x1"], ["--size", "3"])]
    for name, rows in {**run[0]["schemes"], **run[1]["schemes"]}.items():
        moves = len(rows[0]["moves"])
        shown = [row for row in rows_below(page, f"### {name} orientations") if row[0].isdigit() and row[1].startswith("(")]
        expected = []
        for row in rows:
            up = [f"({','.join('+' if x > 1e-9 else '-' if x < -1e-9 else '0' for x in row['up'])})"]
            if name == "24":
                up.append("xyz"[max(range(3), key=lambda axis: abs(row["up"][axis]))])
            expected.append([str(row["orientation"]), *up, *map(str, row["moves"])])
        if shown != expected:
            yield f"the table of {name} orientations with {moves} moves differs from the output of the program"


def range_of(name, program):
    """Returns the range of a setting, read from the error message about a value that is too large."""
    run = subprocess.run([program, "settings", "--settings", "-"], input=json.dumps({name: 10**9}), capture_output=True, text=True)
    return [float(number) for number in re.search(r": expected (\S+) to (\S+) ", run.stderr).groups()]


def wrong_settings(page, program):
    printed = subprocess.run([program, "settings"], check=True, capture_output=True, text=True).stdout
    settings = {match[1]: (match[2], match[3]) for match in re.finditer(r"^(\w+) +(\S+) (\S+) {2,}\S", printed, re.MULTILINE)}
    shown = {row[0]: row for row in rows_below(page, "## Settings") if row[0] in settings}
    for name, (default, unit) in settings.items():
        if name not in shown:
            yield f"setting {name} has no row"
        elif shown[name][1:3] != [default, unit]:
            yield f"setting {name}: {shown[name][1:3]} on the page, {[default, unit]} in the program"
        elif name != "collision":
            allowed = range_of(name, program)
            if any(abs(float(number) - limit) > 1e-5 * abs(limit) for number, limit in zip(shown[name][3].split(" to "), allowed)):
                yield f"setting {name}: {shown[name][3]} on the page, {allowed} in the program"


def main(project, program):
    page = pathlib.Path(project, "docs/reference/files.md").read_text()
    faults = [*wrong_orientations(page, program), *wrong_settings(page, program)]
    print("\n".join(faults or ["no fault"]))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
