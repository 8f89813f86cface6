#!/usr/bin/env python3
"""How well are mazes solved that are turned freely, and what do moves cost that wait for rest? Plays the controllers, and then the
same mazes with 8 and 24 orientations and freely, all with at most half of gravity at the outermost cells, to rest in the target.

  scripts/measure/free_turns.py             plays what is missing, writes the figures
  scripts/measure/free_turns.py --print     plays what is missing, shows the figures, writes nothing

Episodes are kept in results files: kill it at any moment, and the same command goes on.
Writes: docs/results/data/free-turns.csv and price-of-moves.csv, of which docs/results/optima.md tells.
Cost: 40 minutes of processor time.
"""
import csv
import io
import json
import math
import pathlib

from script_parts import at, keep, measuring_options, run, share

SEEDS = "991001-991200"
SHAPES = [(3, "all"), (5, "outer"), (8, "outer"), (8, "all")]
LIMIT_S = 60


def median(values):
    """With the interval that the order of the values gives."""
    n = len(values)
    half = 0.98 * math.sqrt(n)
    low, high = max(0, math.floor(n / 2 - half)), min(n - 1, math.ceil(n / 2 + half))
    return f"{at(values, 0.5)} ({values[low]:.1f} to {values[high]:.1f})" if values else "-"


def bench(options, file, size, layers, *how):
    run(options.program, "bench", *how, "--size", size, "--layers", layers, "--seeds", options.seeds, "--results", file,
        "--jobs", options.jobs)


def cells(episodes, tick_s):
    """Of the runs of a row: the share solved in time, and the seconds of these."""
    seconds = sorted(int(one["ticks"]) * tick_s for one in episodes if one["outcome"] == "solved")
    seconds = [s for s in seconds if s <= LIMIT_S]
    return f"{len(episodes)} | {share(len(seconds), len(episodes))} | {median(seconds)} | {at(seconds, 0.9)}"


def episodes_of(options, file):
    return list(csv.DictReader(io.StringIO(run(options.program, "report", file, "--seeds", options.seeds, "--episodes"))))


def controllers(options):
    for size, layers in SHAPES:
        for rest in ([], ["--rest"]):
            bench(options, options.results, size, layers, "--free", "--agent", "cem,floor", *rest)
    lines = ["| maze | controller | to | mazes | % solved within 60 s | seconds, median | of 90 % |",
             "| --- | --- | --- | ---: | ---: | ---: | ---: |"]
    episodes = episodes_of(options, options.results)
    for size, layers in SHAPES:
        for agent in ("cem", "floor"):
            for rest, words in (("0", "reach"), ("1", "rest")):
                row = [e for e in episodes if (e["size"], e["layers"], e["agent"], e["rest"]) == (str(size), layers, agent, rest)]
                lines.append(f"| {size}x{size}x{size} {layers} | {agent} | {words} | {cells(row, 1 / 120)} |")
    return lines


def gentle(options, size, orientations):
    """A file of settings under which no turn of the discrete drive is faster than a free one may be."""
    settings = json.loads(run(options.program, "settings", "--json"))
    reach = math.sqrt(3) * (size - 1) / 2
    slopes = [settings[f"slope_{name}"] for name in ("large", "middle", "small")] if orientations == 24 else [1, 1, 1]
    sweep = 2 * math.asin(slopes[1] / math.hypot(*slopes))  # of the longest turn to a neighbour
    longest_s = 2 * sweep / math.sqrt(0.5 * settings["gravity"] / reach)  # a turn's peak rate is 2 sweep / time
    settings["turn_time"] = max(settings["turn_time"], longest_s / (size / 3) ** settings["turn_time_growth"])
    file = pathlib.Path(f"{options.results}.{size}-{orientations}.json")
    file.write_text(json.dumps(settings))
    return file


def price(options):
    lines = ["| maze | turned | mazes | % at rest in the target within 60 s | seconds, median | of 90 % |",
             "| --- | --- | ---: | ---: | ---: | ---: |"]
    for size, layers in SHAPES:
        for orientations in (8, 24):
            file, settings = f"{options.results}.{size}-{orientations}.db", gentle(options, size, orientations)
            bench(options, file, size, layers, "--agent", "imagination", "--orientations", orientations, "--settings", settings)
            lines.append(f"| {size}x{size}x{size} {layers} | {orientations} orientations | {cells(episodes_of(options, file), 1 / 120)} |")
        free = [e for e in episodes_of(options, options.results)
                if (e["size"], e["layers"], e["agent"], e["rest"]) == (str(size), layers, "cem", "1")]
        lines.append(f"| {size}x{size}x{size} {layers} | freely | {cells(free, 1 / 120)} |")
    return lines


def main():
    options = measuring_options(__doc__, SEEDS, results="free_turns.db")
    keep(options, "docs/results/optima.md", free_turns=controllers(options), price_of_moves=price(options))


if __name__ == "__main__":
    main()
