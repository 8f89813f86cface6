#!/usr/bin/python3
"""Compares agents with reference policies and with bounds on the success probability.

  scripts/measure/planning.py [--print]

The runs and the reference policies are stored in results files, so an interrupted script continues when it is started
again.
Writes: the tables of docs/results/optima.md, and docs/results/data/planning-agents.csv.
Cost: 30 s of CPU time per seed.
"""
import json
import math
import pathlib
import random
import sqlite3
import statistics

from measuring import episodes, markdown, measuring_options, run, wilson, write_tables

SEEDS = "997001-997100"
AGENTS = ["breadth-first", "depth-first", "heuristic", "improved-heuristic", "single-move-prediction",
          "complete-solution-prediction", "lrta-star", "node-counting", "imagination", "simulation-search"]
SCHEMES = (8, 24)
FREEZING = ["depth-first", "heuristic", "complete-solution-prediction"]
SLOW_S = 6  # frozen_time; the default is 0.6 s


def shown(value, digits=1):
    return "-" if value is None else f"{round(value, digits) + 0.0:.{digits}f}"  # the sum avoids -0.0


def span(figures, name):
    """Returns a value with its confidence interval. With fewer than two mazes there is no interval."""
    interval = figures["intervals"][name]
    return shown(figures[name]) + (" ({} to {})".format(*map(shown, interval)) if interval else "")


def possible_table(truths):
    rows = [["orientations", "solvable mazes", "mean success probability of the reference policies, %",
             "mean lower bound, %", "mean upper bound, %", "mean number of moves of the reference policies"]]
    for truth in truths:
        rows.append([truth["orientations"], f"{truth['solvable_count']} of {truth['mazes']}",
                     span(truth, "pct_solvable"), shown(truth["pct_possible_low"]), shown(truth["pct_possible_high"]),
                     span(truth, "mean_fewest_moves")])
    return markdown(rows)


def agents_table(rows):
    table = [["agent", "orientations", "mazes solved", "frozen", "points below the reference policies",
              "below the lower bound", "below the upper bound", "gave up in solvable mazes", "excess moves",
              "of 90 % at most", "of 99 % at most", "ratio"]]
    for row in sorted(rows, key=lambda row: (row["orientations"], row["truth"]["points_below_possible"])):
        truth = row["truth"]
        table.append([row["algorithm"], row["orientations"], f"{row['solved_count']} of {row['mazes']}",
                      row["frozen_count"], span(truth, "points_below_possible"), shown(truth["points_below_low"]),
                      shown(truth["points_below_high"]), truth["wrongly_unsolvable_count"], span(truth, "mean_regret"),
                      shown(truth["regret_90"]), shown(truth["regret_99"]), shown(truth["ratio"], 2)])
    return table


def agents_summary(rows):
    """Returns a table of the solved mazes and the moves of each agent, sorted by the results with 24 orientations."""
    table = [["agent", *(f"{what}, {n} orientations" for n in SCHEMES
                         for what in ("mazes solved", "moves / reference moves"))]]
    found = {(row["algorithm"], row["orientations"]): row for row in rows}
    last = [row for row in rows if row["orientations"] == SCHEMES[-1]]
    for agent in (row["algorithm"] for row in sorted(last, key=lambda row: row["truth"]["points_below_possible"])):
        of_scheme = [found[agent, n] for n in SCHEMES]
        table.append([f"`{agent}`",
                      *(cell for row in of_scheme
                        for cell in (f"{row['solved_count']} of {row['mazes']}", shown(row["truth"]["ratio"], 2)))])
    return markdown(table)


def proportion(hits, n):
    return "{} of {} ({:.1f} to {:.1f}%)".format(hits, n, *(100 * bound for bound in wilson(hits, n))) if n else "-"


def ratio(pairs):
    """Returns the ratio of two means with a 95 % bootstrap confidence interval over mazes."""
    def of(sample):
        return sum(first for first, _ in sample) / sum(second for _, second in sample)

    if not pairs:
        return "-"
    generator = random.Random(1)
    samples = sorted(of(generator.choices(pairs, k=len(pairs))) for _ in range(2000))
    return f"{of(pairs):.2f} ({samples[49]:.2f} to {samples[1949]:.2f})"


def answers(options, orientations):
    """Returns the results of a control scheme by title."""
    runs, slow = ([run for run in episodes(options, file, options.seeds) if run["orientations"] == str(orientations)]
                  for file in (options.results, options.slow))
    with sqlite3.connect(options.results) as results:
        upper = {str(seed): max(reached / policy_runs if policy_runs else 0, 1 - out_of_reach / 1e6)
                 for seed, policy_runs, reached, out_of_reach in results.execute(
                     "SELECT seed, policy_runs, policy_reached, out_of_reach_ppm FROM truths WHERE orientations = ?",
                     [orientations])}

    def count(outcome, chosen):
        outcomes = [run["outcome"] for run in chosen]
        return proportion(outcomes.count(outcome), len(outcomes))

    def of(agent, solvable=False):
        return [run for run in runs if run["agent"] == agent and (run["solvable"] == "1" or not solvable)]

    hopeless = [run for run in runs if upper[run["seed"]] < 0.01]
    gaps = [100 * (upper[run["seed"]] - (run["outcome"] == "solved")) for run in of("imagination")]
    mean = statistics.mean(gaps)
    half = 1.96 * (statistics.variance(gaps) / len(gaps)) ** 0.5 if len(gaps) > 1 else math.nan
    pairs = [(int(run["moves"]), float(run["fewest_moves"]))
             for run in of("imagination", solvable=True) if run["outcome"] == "solved"]
    return {
        "solved runs on mazes with an upper bound below 1% (all agents)": count("solved", hopeless),
        "mean upper bound minus success rate of `imagination`, percentage points":
            f"{mean:.1f} ({mean - half:.1f} to {mean + half:.1f})",
        "mean moves of `imagination` / mean reference moves": ratio(pairs),
        "solved `imagination` runs with at least ten times as many moves as the reference policy":
            proportion(sum(moves >= 10 * fewest for moves, fewest in pairs), len(pairs)),
        "solvable mazes on which `simulation-search` gave up":
            count("unsolvable", of("simulation-search", solvable=True)),
        "mazes with an upper bound below 1% on which `simulation-search` gave up":
            count("unsolvable", [run for run in hopeless if run["agent"] == "simulation-search"]),
        "largest number of moves in a solved `imagination` run":
            "{} (reference {:.0f})".format(*max(pairs, default=(0, math.nan))),
        "solvable mazes on which `imagination` gave up": count("unsolvable", of("imagination", solvable=True)),
        "frozen runs of three thesis agents with a `frozen_time` of 0.6 s":
            count("frozen", [run for run in runs if run["agent"] in FREEZING]),
        f"frozen runs of three thesis agents with a `frozen_time` of {SLOW_S} s": count("frozen", slow)}


def main():
    options = measuring_options(__doc__, SEEDS, results="planning.db", slow="planning-slow.db")

    def bench(agents, file, *words):
        run(options.program, "bench", *words, "--size", 5, "--layers", "outer", "--orientations",
            ",".join(map(str, SCHEMES)),
            "--seeds", options.seeds, "--agent", ",".join(agents), "--results", file, "--jobs", options.jobs)

    settings = pathlib.Path(f"{options.slow}.json")
    settings.write_text(json.dumps({**json.loads(run(options.program, "settings", "--json")), "frozen_time": SLOW_S}))
    bench(AGENTS, options.results, "--truth")
    bench(FREEZING, options.slow, "--settings", settings)
    report = json.loads(run(options.program, "report", options.results, "--seeds", options.seeds, "--json"))
    head = (f"We ran the agents of marblemaze {report['version']} on 5x5x5 outer-layer mazes (seeds {options.seeds}, "
            f"settings hash `{report['settings']}`).")
    columns = [answers(options, orientations) for orientations in SCHEMES]
    results = [["result", *(f"{orientations} orientations" for orientations in SCHEMES)],
               *([title, *(column[title] for column in columns)] for title in columns[0])]
    write_tables(options, "docs/results/optima.md",
                 {"version": head, "bounds": possible_table(report["truths"]), "agents": agents_summary(report["rows"]),
                  "results": markdown(results)},
                 planning_agents=agents_table(report["rows"]))


if __name__ == "__main__":
    main()
