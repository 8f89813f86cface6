"""What several scripts need: numbers on the command line, commands, modules, and pages that hold measured tables."""
import argparse
import csv
import importlib.util
import math
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile


def whole(low, high):
    """For add_argument: a whole number from low to high."""
    def read(text):
        if not text.isdecimal() or not low <= int(text) <= high:
            raise argparse.ArgumentTypeError(f"'{text}': expected a whole number from {low} to {high}")
        return int(text)
    return read


ROOT = pathlib.Path(__file__).resolve().parents[2]


def measuring_options(description, seeds=None, **kept):
    """The options of a script that plays what is missing and keeps a page's tables. `kept` names files of out/ in which it is
    kept, each with an option of its own; seeds that cannot be chosen are None."""
    parser = argparse.ArgumentParser(description=description.split("\n\n")[0])
    parser.add_argument("--program", default=str(ROOT / "build/release/marblemaze"))
    for option, name in kept.items():
        parser.add_argument(f"--{option}", default=str(ROOT / "out" / name), help=f"kept between calls (out/{name})")
    if seeds:
        parser.add_argument("--seeds", default=seeds, help=f"of the mazes, as A-B ({seeds})")
    parser.add_argument("--jobs", type=int, default=0)
    parser.add_argument("--print", action="store_true", help="show the tables and leave the pages alone")
    options = parser.parse_args()
    for option in kept:
        pathlib.Path(getattr(options, option)).parent.mkdir(parents=True, exist_ok=True)
    return options


def run(*command):
    """What a command prints; ends the script where it fails."""
    done = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(f"{pathlib.Path(sys.argv[0]).name}: {' '.join(map(str, command))}: status {done.returncode}")
    return done.stdout


def require(module, group="tests"):
    """Starts the script again in Debian's own Python where this one lacks a module; ends it where both do, naming the group of
    scripts/install_dependencies.sh that has it."""
    if importlib.util.find_spec(module):
        return
    # Debian's package serves Debian's own Python, which need not be the first one on the path.
    debians = "/usr/bin/python3"
    if os.path.realpath(sys.executable) != os.path.realpath(debians) and os.access(debians, os.X_OK):
        os.execv(debians, [debians, *sys.argv])
    sys.exit(f"{pathlib.Path(sys.argv[0]).name}: {module} is missing (scripts/install_dependencies.sh {group} installs it)")


def wilson(hits, n):
    """Wilson's interval of a share, 95 %."""
    z, p = 1.96, hits / n
    middle, half = p + z * z / (2 * n), z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    return max(0.0, middle - half) / (1 + z * z / n), (middle + half) / (1 + z * z / n)


def share(hits, n):
    """In per cent, with Wilson's interval."""
    low, high = wilson(hits, n)
    return f"{100 * hits / n:.1f} ({100 * low:.1f} to {100 * high:.1f})"


def at(values, part):
    """The value below which this part of sorted values lies."""
    return f"{values[math.ceil(part * len(values)) - 1]:.1f}" if values else "-"


def write_measured(page, tables):
    """Puts tables between the marks of a page that name the script; ends the script where it has none."""
    page, script = pathlib.Path(page), pathlib.Path(sys.argv[0]).name
    text = page.read_text()
    marked = re.compile(rf"(<!-- measured: [^>]*\b{re.escape(script)}\b[^>]*-->\n).*?(<!-- end -->)", re.DOTALL)
    if not marked.search(text):
        sys.exit(f"{script}: {page}: expected the marks <!-- measured: {script} ... --> and <!-- end -->")
    page.write_text(marked.sub(lambda mark: mark.group(1) + tables + "\n" + mark.group(2), text))


def write_rows(file, table):
    """A table in Markdown as CSV, for rows that are too many for a page."""
    with open(file, "w", newline="") as out:
        csv.writer(out, lineterminator="\n").writerows(
            [cell.strip() for cell in line.strip("|").split("|")] for line in table if line.startswith("|") and not line.startswith("| ---"))


def keep(options, page, tables=None, **rows):
    """Shows the tables, or the rows without any, where --print asks for that. Else writes the tables between the marks of the page,
    and rows as CSV into the folder data/ beside it: `shares_of_all=table` into shares-of-all.csv. Was it written?"""
    if options.print:
        print(tables or "\n".join(line for table in rows.values() for line in table))
        return False
    if tables:
        write_measured(ROOT / page, tables)
        print(f"{page} is written")
    for name, table in rows.items():
        file = (ROOT / page).parent / "data" / f"{name.replace('_', '-')}.csv"
        write_rows(file, table)
        print(f"{file.relative_to(ROOT)} is written")
    return True


def plot(report, *pictures):
    """Has plot_tables.py draw a report, and keeps these of its pictures: "tables-moves" is the picture "moves"."""
    with tempfile.TemporaryDirectory() as folder:
        beginning = pathlib.Path(folder, pictures[0].partition("-")[0])
        subprocess.run([ROOT / "scripts/measure/plot_tables.py", "-o", beginning], input=report, text=True, check=True)
        for name in pictures:
            shutil.copy(pathlib.Path(folder, f"{name}.png"), ROOT / "docs/pictures")
