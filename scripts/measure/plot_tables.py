#!/usr/bin/python3
"""Plots the tables of a report as SVG and PNG files.

  marblemaze report results.db --json --against thesis | scripts/measure/plot_tables.py -o out/tables

PREFIX-within-N.{svg,png} shows the percentage of mazes solved within a number of moves, for N orientations, with the
reference policies if the results contain them. For a report with --against thesis, PREFIX-moves.{svg,png} shows the
average number of moves in solved mazes with 95 % confidence intervals, and PREFIX-outcomes.{svg,png} shows the
outcomes.
Needs the Debian package python3-matplotlib.
"""
import argparse
import json
import pathlib
import sys

try:
    import matplotlib
except ImportError:
    sys.exit("plot_tables.py: cannot import matplotlib: install the Debian package python3-matplotlib")
matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402
from matplotlib.patches import Patch  # noqa: E402

# The palette of Okabe and Ito is safe for colour-blind readers. Hatching and dashes help in black and white.
OURS = {"facecolor": "#0072B2"}
THESIS = {"facecolor": "#E69F00", "hatch": "///", "edgecolor": "white", "linewidth": 0}
OUTCOMES = [("pct_solved", "solved", "#009E73"), ("pct_unsolvable", "unsolvable", "#F0E442"),
            ("pct_frozen", "frozen", "#56B4E9")]
REST = ("timed out or truncated", "#BBBBBB")
# Title, colour and line style of each agent.
AGENTS = {
    "depth-first": ("Depth-first", "#000000", ":"),
    "breadth-first": ("Breadth-first", "#E69F00", ":"),
    "heuristic": ("Simple heuristic", "#56B4E9", "--"),
    "improved-heuristic": ("Improved heuristic", "#009E73", "--"),
    "single-move-prediction": ("Single-move prediction", "#CC79A7", "-"),
    "complete-solution-prediction": ("Complete-solution prediction", "#0072B2", "-"),
    "imagination": ("Imagination", "#D55E00", "-"),
    "simulation-search": ("Simulation search", "#009E73", "-"),
    "lrta-star": ("LRTA*", "#CC79A7", "-."),
    "node-counting": ("Node counting", "#999999", "-."),
    "random-walk": ("Random walk", "#999999", ":"),
}
BAR = 0.38
TICKS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
LABEL_GAP = 3.4  # minimum distance between the labels of two curves, percentage points


def agent_style(name):
    return AGENTS.get(name, (name, "#000000", "--"))


def count_of_mazes(rows):
    counts = sorted({row["mazes"] for row in rows})
    return str(counts[0]) if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"


def by_maze(rows):
    """Groups rows by maze, in the order of the report."""
    kinds = {}
    for row in rows:
        kinds.setdefault(row["maze"], []).append(row)
    return kinds


def panels(count, left, panel, between, right, above, middle, below):
    """Returns a figure with a row of panels, and its axes. Lengths are in inches."""
    width, height = min(left, right) + (panel + between) * count, above + middle + below
    figure, axes = plt.subplots(1, count, figsize=(width, height), squeeze=False)
    figure.subplots_adjust(left=left / width, right=1 - right / width, wspace=between / panel, top=1 - above / height,
                           bottom=below / height)
    return figure, axes[0]


def save(figure, document, title, handles, path, suffixes):
    height = figure.get_size_inches()[1]
    figure.suptitle(title, fontsize=14, y=1 - 0.2 / height, va="top")
    if handles:
        figure.legend(handles=handles, loc="center", bbox_to_anchor=(0.5, 0.5 / height), ncol=len(handles),
                      frameon=False, fontsize=10)
    source = (f"world {document['world']}, settings {document['settings']}, marblemaze {document['version']}, seeds "
              f"{document['seeds']}")
    figure.text(0.5, 0.15 / height, source[:160], ha="center", fontsize=8, color="#555555")
    for suffix in suffixes:
        figure.savefig(f"{path}.{suffix}", dpi=120)
    plt.close(figure)


def bar_panels(kinds):
    figure, axes = panels(len(kinds), 2.1, 4.4, 2.1, 0.3, 0.95, 0.68 * max(map(len, kinds.values())), 1.25)
    for axis, (kind, rows) in zip(axes, kinds.items()):
        axis.set_title(f"{kind}: {count_of_mazes(rows)} mazes, thesis {rows[0]['thesis']['mazes']}", fontsize=12)
        axis.set_yticks(range(len(rows)),
                        [f"{agent_style(row['algorithm'])[0]}\n{row['orientations']} orientations" for row in rows],
                        fontsize=9)
        axis.set_ylim(len(rows) - 0.4, -0.6)  # the first row of the table is at the top
        axis.tick_params(axis="y", length=0)
        axis.spines[["top", "right"]].set_visible(False)
    return figure, axes


def draw_bar(axis, at, value, interval, style, inside=True):
    """Draws a bar followed by its value. The value is None if no maze was solved."""
    end, text = 0, "no maze solved"
    if value is not None:
        axis.barh(at, value, BAR, **style)
        end, text = value, f"{value:.1f}" + ("" if inside else " ✗")
        if interval:
            axis.plot(interval, [at, at], color="black", linewidth=1.2)
            end = max(value, interval[1])
    axis.annotate(text, (end, at), xytext=(4, 0), textcoords="offset points", va="center", fontsize=8)


def draw_moves(document, kinds, path, suffixes):
    figure, axes = bar_panels(kinds)
    for axis, rows in zip(axes, kinds.values()):
        for at, row in enumerate(rows):
            draw_bar(axis, at - BAR / 2, row["avg_moves"], row["intervals"]["avg_moves"], OURS,
                     row["inside"]["avg_moves"])
            draw_bar(axis, at + BAR / 2, row["thesis"]["avg_moves"], None, THESIS)
        axis.set_xlabel("physical moves, average over solved mazes")
        axis.set_xlim(0, axis.get_xlim()[1] * 1.12)  # leaves space for the values after the bars
    handles = [Patch(label="ours, with 95 % interval (✗ outside)", **OURS), Patch(label="thesis", **THESIS)]
    save(figure, document, "Moves to the target", handles, path, suffixes)


def draw_stack(axis, at, parts, hatch):
    left = 0
    for share, colour in parts:
        if share > 0:
            axis.barh(at, share, BAR, left=left, color=colour, hatch=hatch, edgecolor="white", linewidth=0.8)
        if share >= 6:  # wide enough for a number
            axis.text(left + share / 2, at, f"{share:.0f}", ha="center", va="center", fontsize=8,
                      bbox={"facecolor": colour, "edgecolor": "none", "pad": 1})
        left += max(share, 0)


def draw_outcomes(document, kinds, path, suffixes):
    figure, axes = bar_panels(kinds)
    rest = {id(row): 100 * (row["overdue_count"] + row["capped_count"]) / row["mazes"] for rows in kinds.values()
            for row in rows}
    for axis, rows in zip(axes, kinds.values()):
        for at, row in enumerate(rows):
            draw_stack(axis, at - BAR / 2,
                       [(row[key], colour) for key, _, colour in OUTCOMES] + [(rest[id(row)], REST[1])], None)
            draw_stack(axis, at + BAR / 2, [(row["thesis"][key], colour) for key, _, colour in OUTCOMES], "///")
        axis.set_xlabel("runs, %")
        axis.set_xlim(0, 100)
    handles = [Patch(facecolor=colour, label=name) for _, name, colour in OUTCOMES]
    handles += [Patch(facecolor=REST[1], label=REST[0])] if any(rest.values()) else []
    handles += [Patch(facecolor="#999999", edgecolor="white", label="ours (upper bar)"),
                Patch(facecolor="#999999", edgecolor="white", hatch="///", label="thesis (lower bar)")]
    save(figure, document, "Outcomes of the runs", handles, path, suffixes)


def spread(heights):
    """Moves the heights of labels apart until their distances are at least LABEL_GAP. Keeps their order."""
    placed, order = list(heights), sorted(range(len(heights)), key=lambda i: (heights[i], -i))
    crowded = True
    while crowded:
        crowded = False
        for below, above in zip(order, order[1:]):
            lack = LABEL_GAP - (placed[above] - placed[below])
            if lack > 0.01:
                placed[above] += lack / 2
                placed[below] -= lack / 2
                crowded = True
    return placed


def curves_of(document, rows):
    """Yields the title, steps and style of each curve. The reference policies come first."""
    for truth in document.get("truths", []):
        if (truth["maze"], truth["orientations"]) == (rows[0]["maze"], rows[0]["orientations"]):
            yield ("reference policy" + (" with recovery" if truth["recovery"] else ""), truth["solved_within"],
                   {"color": "#000000", "linewidth": 2.4, "linestyle": "--" if truth["recovery"] else "-"})
    for row in rows:
        title, colour, dashes = agent_style(row["algorithm"])
        yield (title + (", recovery" if row["recovery"] else ""), row["solved_within"],
               {"color": colour, "linestyle": dashes, "linewidth": 2.2 if row["recovery"] else 1.4})


def draw_panel(axis, kind, rows, curves):
    solving = [steps for _, steps, _ in curves if steps] or [[(1, 0), (10, 0)]]
    begin = max(k for k in TICKS if k <= max(1, min(steps[0][0] for steps in solving)))
    end = max(2 * begin, 1.1 * max(steps[-1][0] for steps in solving))
    heights = [steps[-1][1] if steps else 0 for _, steps, _ in curves]
    for (_, steps, style), height in zip(curves, heights):
        axis.step([0.5, *(k for k, _ in steps), end], [0, *(share for _, share in steps), height], where="post",
                  **style)
    for (name, _, style), height, at in zip(curves, heights, spread(heights)):
        # The line to the label has the style of the curve.
        axis.annotate(f"{name} {height:.0f} %", (end, height), xytext=(1.06, at), textcoords=axis.get_yaxis_transform(),
                      fontsize=9, va="center", color="#222222", annotation_clip=False,
                      arrowprops={"arrowstyle": "-", "relpos": (0, 0.5), "shrinkA": 0, "shrinkB": 0, **style})
    axis.set_title(f"{kind}: {count_of_mazes(rows)} mazes", fontsize=12)
    axis.set_xscale("log")
    axis.set_xlim(begin, end)
    axis.set_xticks([k for k in TICKS if begin <= k <= end])
    axis.xaxis.set_major_formatter("{x:.0f}")
    axis.minorticks_off()
    axis.set_ylim(0, 100)
    axis.set_xlabel("physical moves")
    axis.set_ylabel("mazes solved within this number of moves, %")
    axis.grid(axis="y", color="#DDDDDD", linewidth=0.6)
    axis.spines[["top", "right"]].set_visible(False)


def draw_within(document, orientations, path, suffixes):
    kinds = by_maze(row for row in document["rows"] if row["orientations"] == orientations)
    figure, axes = panels(len(kinds), 0.8, 5.2, 2.7, 2.7, 0.95, 4.6, 0.95)
    for axis, (kind, rows) in zip(axes, kinds.items()):
        draw_panel(axis, kind, rows, list(curves_of(document, rows)))
    save(figure, document, f"Mazes solved within a number of moves, {orientations} orientations", [], path, suffixes)


def draw_all(document, prefix, names=None, suffixes=("svg", "png")):
    """Draws the figures with these names, for example "moves" or "within-24", or all of them."""
    # With a fixed salt, the same report always produces the same identifiers in SVG files.
    matplotlib.rcParams.update({"svg.hashsalt": "marblemaze", "font.family": "DejaVu Sans", "hatch.linewidth": 0.6})
    compared = by_maze(row for row in document["rows"] if "thesis" in row)
    drawings = {"moves": (draw_moves, compared), "outcomes": (draw_outcomes, compared)} if compared else {}
    drawings |= {f"within-{n}": (draw_within, n) for n in sorted({row["orientations"] for row in document["rows"]})}
    for name, (draw, rows) in drawings.items():
        if names is None or name in names:
            draw(document, rows, f"{prefix}-{name}", suffixes)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("report", nargs="?", default="/dev/stdin",
                        help="output of `report --json` (default: standard input)")
    parser.add_argument("-o", "--output", default="tables", help="prefix of the files (default: tables)")
    options = parser.parse_args()
    try:
        document = json.loads(pathlib.Path(options.report).read_text())
        if not document["rows"]:
            parser.exit(2, f"plot_tables.py: cannot plot '{options.report}': it contains no row\n")
        pathlib.Path(options.output).parent.mkdir(parents=True, exist_ok=True)
        draw_all(document, options.output)
    except OSError as error:
        parser.exit(2, f"plot_tables.py: cannot open '{error.filename}': {error.strerror}\n")
    except (ValueError, KeyError, TypeError):
        parser.exit(2, f"plot_tables.py: cannot read '{options.report}': expected the output of marblemaze report "
                       "--json\n")


if __name__ == "__main__":
    main()
