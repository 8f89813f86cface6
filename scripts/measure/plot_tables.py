#!/usr/bin/env python3
"""Draws the tables of a report: ours beside the thesis's, as SVG and PNG.

  marblemaze report results.db --json --against thesis | scripts/measure/plot_tables.py -o out/tables
  scripts/measure/plot_tables.py report.json -o out/tables

Writes PREFIX-within-SCHEME.{svg,png} for each control scheme (mazes solved within so many moves, and
what was possible where bench --truth has found it), and where the report stands against the thesis
PREFIX-moves.{svg,png} (physical moves of solved mazes, with our 95 % interval) and
PREFIX-outcomes.{svg,png} (solved, unsolvable and frozen mazes); one panel a kind of maze.
Writes: pictures of a report from standard input.
Cost: seconds.
"""
import argparse
import json
import pathlib
import sys

from script_parts import require

require("matplotlib")
import matplotlib  # noqa: E402

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402
import matplotlib.ticker  # noqa: E402
from matplotlib.patches import Patch  # noqa: E402

# Okabe and Ito's colours, which the colour-blind can tell apart; ours and the thesis's also differ in
# hatching, so that a black-and-white print still tells them apart.
OURS, THESIS = "#0072B2", "#E69F00"
OUTCOMES = [("pct_solved", "solved", "#009E73"), ("pct_unsolvable", "unsolvable", "#F0E442"), ("pct_frozen", "frozen", "#56B4E9")]
REST = ("overdue or capped", "#BBBBBB")
TITLES = {
    "depth-first": "Depth-first",
    "breadth-first": "Breadth-first",
    "heuristic": "Simple heuristic",
    "improved-heuristic": "Improved heuristic",
    "single-move-prediction": "Single-move prediction",
    "complete-solution-prediction": "Complete-solution prediction",
    "lrta-star": "LRTA*",
    "node-counting": "Node counting",
    "random-walk": "Random walk",
    "simulation-search": "Simulation search",
    "imagination": "Imagination",
}
BAR = 0.38


def refuse(what):
    print(f"plot_tables.py: {what}", file=sys.stderr)
    sys.exit(2)


def read_report(name):
    try:
        text = sys.stdin.read() if name == "-" else pathlib.Path(name).read_text()
        document = json.loads(text)
        rows = document["rows"]
    except (OSError, UnicodeDecodeError) as error:
        refuse(f"{name}: {error.strerror if isinstance(error, OSError) else 'not text'}")
    except (ValueError, KeyError, TypeError):
        refuse(f"{name}: expected the output of marblemaze report --json")
    if not rows:
        refuse(f"{name}: no row to draw")
    return document, rows


def panels(rows):
    """Rows by kind of maze, in the report's order; rows without thesis figures have nothing beside them."""
    kinds = {}
    for row in rows:
        if "thesis" in row:
            kinds.setdefault(row["maze"], []).append(row)
    return kinds


def label(row):
    return f"{TITLES.get(row['algorithm'], row['algorithm'])}\n{row['orientations']} orientations"


def mazes(rows):
    counts = sorted({row["mazes"] for row in rows})
    return str(counts[0]) if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"


def figure(kinds):
    most = max(len(rows) for rows in kinds.values())
    # Margins in inches, so that labels, legend and source line have the same room at any number of rows.
    labels, panel, above, below = 2.1, 4.4, 0.95, 1.25
    width, height = (labels + panel) * len(kinds) + 0.3, above + below + 0.68 * most
    drawn, axes = plt.subplots(1, len(kinds), figsize=(width, height), squeeze=False)
    drawn.subplots_adjust(left=labels / width, right=1 - 0.3 / width, wspace=labels / panel, top=1 - above / height,
                          bottom=below / height)
    for axis, (kind, rows) in zip(axes[0], kinds.items()):
        axis.set_title(f"{kind}: {mazes(rows)} mazes, thesis {rows[0]['thesis']['mazes']}", fontsize=12)
        axis.set_yticks(range(len(rows)), [label(row) for row in rows], fontsize=9)
        axis.set_ylim(len(rows) - 0.4, -0.6)  # the first search on top, as in the tables
        axis.tick_params(axis="y", length=0)
        axis.spines[["top", "right"]].set_visible(False)
    return drawn, axes[0]


def source(document):
    return f"world {document['world']}, settings {document['settings']}, marblemaze {document['version']}, seeds {document['seeds']}"


def finish(drawn, document, title, handles, path):
    height = drawn.get_size_inches()[1]
    drawn.suptitle(title, fontsize=14, y=1 - 0.2 / height, va="top")
    if handles:
        drawn.legend(handles=handles, loc="center", bbox_to_anchor=(0.5, 0.5 / height), ncol=len(handles), frameon=False,
                     fontsize=10)
    drawn.text(0.5, 0.15 / height, source(document)[:160], ha="center", fontsize=8, color="#555555")
    for suffix in ("svg", "png"):
        drawn.savefig(f"{path}.{suffix}", dpi=120)
    plt.close(drawn)


def bar_with_value(axis, at, value, interval, style, inside=True):
    """One bar with its figure behind it; a missing figure is said, not drawn as nothing."""
    if value is None:
        axis.annotate("no maze solved", (0, at), xytext=(4, 0), textcoords="offset points", va="center", fontsize=8)
        return
    axis.barh(at, value, BAR, **style)
    end = value
    if interval:
        low, high = interval
        axis.plot([low, high], [at, at], color="black", linewidth=1.2)
        end = max(value, high)
    text = f"{value:.1f}" + ("" if inside else " ✗")
    axis.annotate(text, (end, at), xytext=(4, 0), textcoords="offset points", va="center", fontsize=8)


def draw_moves(document, kinds, path):
    drawn, axes = figure(kinds)
    ours = {"facecolor": OURS}
    thesis = {"facecolor": THESIS, "hatch": "///", "edgecolor": "white", "linewidth": 0}
    for axis, rows in zip(axes, kinds.values()):
        for at, row in enumerate(rows):
            bar_with_value(axis, at - BAR / 2, row["avg_moves"], row["intervals"]["avg_moves"], ours, row["inside"]["avg_moves"])
            bar_with_value(axis, at + BAR / 2, row["thesis"]["avg_moves"], None, thesis)
        axis.set_xlabel("physical moves, average over solved mazes")
        axis.set_xlim(0, axis.get_xlim()[1] * 1.12)  # room for the figures behind the bars
    handles = [Patch(label="ours, with 95 % interval (✗ outside)", **ours), Patch(label="thesis", **thesis)]
    finish(drawn, document, "Moves to the target", handles, path)


def stacked(axis, at, parts, hatch):
    left = 0
    for share, colour in parts:
        if share <= 0:
            continue
        axis.barh(at, share, BAR, left=left, color=colour, hatch=hatch, edgecolor="white", linewidth=0.8)
        if share >= 6:  # narrower, the number would not fit into its part
            axis.text(left + share / 2, at, f"{share:.0f}", ha="center", va="center", fontsize=8,
                      bbox={"facecolor": colour, "edgecolor": "none", "pad": 1})
        left += share


def draw_outcomes(document, kinds, path):
    drawn, axes = figure(kinds)
    for axis, rows in zip(axes, kinds.values()):
        for at, row in enumerate(rows):
            rest = 100 * (row["overdue"] + row["capped"]) / row["mazes"]
            stacked(axis, at - BAR / 2, [(row[key], colour) for key, _, colour in OUTCOMES] + [(rest, REST[1])], None)
            stacked(axis, at + BAR / 2, [(row["thesis"][key], colour) for key, _, colour in OUTCOMES], "///")
        axis.set_xlabel("% of mazes")
        axis.set_xlim(0, 100)
    handles = [Patch(facecolor=colour, label=name) for _, name, colour in OUTCOMES]
    if any(row["overdue"] + row["capped"] for rows in kinds.values() for row in rows):
        handles.append(Patch(facecolor=REST[1], label=REST[0]))
    handles += [Patch(facecolor="#999999", edgecolor="white", label="ours (upper bar)"),
                Patch(facecolor="#999999", edgecolor="white", hatch="///", label="thesis (lower bar)")]
    finish(drawn, document, "How the mazes ended", handles, path)


# An agent keeps its line in every figure, so that figures can be compared; dashes help where colours do not.
LINES = {
    "depth-first": ("#000000", ":"),
    "breadth-first": ("#E69F00", ":"),
    "heuristic": ("#56B4E9", "--"),
    "improved-heuristic": ("#009E73", "--"),
    "single-move-prediction": ("#CC79A7", "-"),
    "complete-solution-prediction": ("#0072B2", "-"),
    "imagination": ("#D55E00", "-"),
    "simulation-search": ("#009E73", "-"),
    "lrta-star": ("#CC79A7", "-."),
    "node-counting": ("#999999", "-."),
    "random-walk": ("#999999", ":"),
}
BOUND = {"color": "#000000", "linewidth": 2.4}
LABEL_GAP = 3.4  # % of mazes between the labels of two curves


def curve(steps, end):
    """A staircase from no move to the edge of the figure."""
    moves = [0.5] + [k for k, _ in steps] + [end]
    solved = [0] + [share for _, share in steps] + [steps[-1][1] if steps else 0]
    return moves, solved


def spread(heights):
    """Heights for labels: near their curves, in the same order, no two nearer than the gap."""
    placed = list(heights)
    order = sorted(range(len(heights)), key=lambda i: (heights[i], -i))
    crowded = True
    while crowded:
        crowded = False
        for below, above in zip(order, order[1:]):
            lack = LABEL_GAP - (placed[above] - placed[below])
            if lack > 0.01:  # neighbours push each other apart, half each
                placed[above] += lack / 2
                placed[below] -= lack / 2
                crowded = True
    return placed


def curves_of(document, rows):
    """(title, steps, style) of a panel, what was possible first."""
    first = rows[0]
    drawn = []
    for truth in document.get("truths", []):
        if (truth["maze"], truth["orientations"]) == (first["maze"], first["orientations"]):
            name = "possible with recovery" if truth["recovery"] else "possible"
            drawn.append((name, truth["solved_within"], {**BOUND, "linestyle": "--" if truth["recovery"] else "-"}))
    for row in rows:
        colour, dashes = LINES.get(row["algorithm"], ("#000000", "--"))
        name = TITLES.get(row["algorithm"], row["algorithm"]) + (", recovery" if row["recovery"] else "")
        drawn.append((name, row["solved_within"],
                      {"color": colour, "linestyle": dashes, "linewidth": 2.2 if row["recovery"] else 1.4}))
    return drawn


TICKS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)


def draw_panel(axis, kind, rows, curves):
    solving = [steps for _, steps, _ in curves if steps] or [[(1, 0), (10, 0)]]
    begin = max(k for k in TICKS if k <= max(1, min(steps[0][0] for steps in solving)))
    end = max(2 * begin, 1.1 * max(steps[-1][0] for steps in solving))
    heights = []
    for _, steps, style in curves:
        moves, solved = curve(steps, end)
        axis.step(moves, solved, where="post", **style)
        heights.append(solved[-1])
    for (name, _, style), height, at in zip(curves, heights, spread(heights)):
        # The label's leader is drawn as its curve is, so that it serves as the legend's key.
        axis.annotate(f"{name} {height:.0f} %", (end, height), xytext=(1.06, at), textcoords=axis.get_yaxis_transform(),
                      fontsize=9, va="center", color="#222222", annotation_clip=False,
                      arrowprops={"arrowstyle": "-", "relpos": (0, 0.5), "shrinkA": 0, "shrinkB": 0, **style})
    axis.set_title(f"{kind}: {mazes(rows)} mazes", fontsize=12)
    axis.set_xscale("log")
    axis.set_xlim(begin, end)
    axis.set_xticks([k for k in TICKS if begin <= k <= end])
    axis.xaxis.set_major_formatter("{x:.0f}")
    axis.xaxis.set_minor_locator(matplotlib.ticker.NullLocator())
    axis.set_ylim(0, 100)
    axis.set_xlabel("physical moves")
    axis.set_ylabel("% of mazes solved within so many moves")
    axis.grid(axis="y", color="#DDDDDD", linewidth=0.6)
    axis.spines[["top", "right"]].set_visible(False)


def draw_curves(document, rows, orientations, path):
    kinds = {}
    for row in rows:
        if row["orientations"] == orientations:
            kinds.setdefault(row["maze"], []).append(row)
    panel, labels, left, above, below = 5.2, 2.7, 0.8, 0.95, 0.95  # inches
    width, height = left + (panel + labels) * len(kinds), above + 4.6 + below
    drawn, axes = plt.subplots(1, len(kinds), figsize=(width, height), squeeze=False)
    drawn.subplots_adjust(left=left / width, right=1 - labels / width, wspace=labels / panel, top=1 - above / height,
                          bottom=below / height)
    for axis, (kind, own) in zip(axes[0], kinds.items()):
        draw_panel(axis, kind, own, curves_of(document, own))
    finish(drawn, document, f"Mazes solved within so many moves, {orientations} orientations", [], path)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("report", nargs="?", default="-", help="report --json, with or without --against thesis; - for standard input (default)")
    parser.add_argument("-o", "--output", default="tables", help="prefix of the files (default: tables)")
    options = parser.parse_args()
    document, rows = read_report(options.report)
    kinds = panels(rows)
    # So that the same report always gives the same SVG, byte for byte.
    matplotlib.rcParams["svg.hashsalt"] = "marblemaze"
    matplotlib.rcParams.update({"font.family": "DejaVu Sans", "hatch.linewidth": 0.6})
    output = pathlib.Path(options.output)
    try:
        output.parent.mkdir(parents=True, exist_ok=True)
        if kinds:
            draw_moves(document, kinds, f"{output}-moves")
            draw_outcomes(document, kinds, f"{output}-outcomes")
        for orientations in sorted({row["orientations"] for row in rows}):
            draw_curves(document, rows, orientations, f"{output}-within-{orientations}")
    except OSError as error:
        refuse(f"{output}: {error.strerror}")


if __name__ == "__main__":
    main()
