"""Functions that several scripts share: options, commands, statistics, and tables in pages."""
import argparse
import csv
import math
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRIPT = pathlib.Path(sys.argv[0]).name


def integer(low, high):
    """Returns an argument type for argparse: an integer from low to high."""
    def read(text):
        if not text.isdecimal() or not low <= int(text) <= high:
            raise argparse.ArgumentTypeError(f"'{text}': expected an integer from {low} to {high}")
        return int(text)
    return read


def measuring_options(description, seeds=None, **files):
    """Parses the options of a measuring script. Each keyword argument adds an option for a results file in out/."""
    parser = argparse.ArgumentParser(description=description.split("\n\n")[0])
    parser.add_argument("--program", default=str(ROOT / "build/release/marblemaze"))
    for option, name in files.items():
        parser.add_argument(f"--{option}", default=str(ROOT / "out" / name),
                            help=f"file with the results so far (out/{name})")
    if seeds:
        parser.add_argument("--seeds", default=seeds, help=f"seeds of the mazes, as A-B ({seeds})")
    parser.add_argument("--jobs", type=integer(0, 4096), default=0)
    parser.add_argument("--print", action="store_true", help="print the tables instead of writing them to the pages")
    options = parser.parse_args()
    for option in files:
        pathlib.Path(getattr(options, option)).parent.mkdir(parents=True, exist_ok=True)
    return options


def run(*command):
    """Returns the output of a command. Exits if the command fails."""
    words = list(map(str, command))
    done = subprocess.run(words, stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(f"{SCRIPT}: '{' '.join(words)}' failed: exit status {done.returncode}")
    return done.stdout


def episodes(options, file, seeds):
    """Returns the stored runs as dictionaries of strings."""
    return list(csv.DictReader(run(options.program, "report", file, "--episodes", "--seeds", seeds).splitlines()))


def wilson(hits, n):
    """Returns the 95 % Wilson confidence interval of a proportion."""
    z, p = 1.96, hits / n
    middle, half = p + z * z / (2 * n), z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    return max(0.0, middle - half) / (1 + z * z / n), (middle + half) / (1 + z * z / n)


def share(hits, n):
    """Formats a percentage with its confidence interval, for example "50.0 (23.7 to 76.3)"."""
    low, high = wilson(hits, n)
    return f"{100 * hits / n:.1f} ({100 * low:.1f} to {100 * high:.1f})"


def quantile(ordered, part):
    """Formats the `part` quantile of sorted values."""
    return f"{ordered[math.ceil(part * len(ordered)) - 1]:.1f}" if ordered else "-"


# A table is a list of rows. The first row contains the titles of the columns.

def markdown(rows, align=None):
    """Returns a table in Markdown. `align` contains l or r for each column. By default, only the first column is
    left-aligned."""
    marks = ["---" if letter == "l" else "---:" for letter in align or "l" + "r" * (len(rows[0]) - 1)]
    return "\n".join("| " + " | ".join(map(str, row)) + " |" for row in [rows[0], marks, *rows[1:]])


def rows_of(text):
    """Returns the rows of all Markdown tables in a text."""
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines()
            if line.startswith("|") and not line.startswith("| ---")]


def write_csv(file, rows):
    with open(file, "w", newline="", encoding="utf-8") as out:
        csv.writer(out, lineterminator="\n").writerows(rows)


def write_tables(options, page, texts, **tables):
    """Writes texts to a page, and tables to CSV files in the folder data/. With --print, prints them instead and
    returns False.

    For example, the text `cells` replaces the lines between `<!-- measured by scripts/measure/SCRIPT: cells -->` and
    `<!-- end -->`.
    """
    if options.print:
        print(*texts.values(), *map(markdown, tables.values()), sep="\n\n")
        return False
    page = ROOT / page
    for name, text in texts.items():
        mark = f"<!-- measured by scripts/measure/{SCRIPT}: {name} -->\n"
        before, found, rest = page.read_text().partition(mark)
        if not found or "<!-- end -->" not in rest:
            sys.exit(f"{SCRIPT}: cannot write to {page}: expected the comments {mark.strip()} and <!-- end -->")
        page.write_text(before + mark + text + "\n" + rest[rest.index("<!-- end -->"):])
    for name, rows in tables.items():
        write_csv(page.parent / "data" / f"{name.replace('_', '-')}.csv", rows)
    return True
