#!/usr/bin/env python3
"""How near do agents come to what is possible? Plays them in fresh mazes, finds both ends of the possible in each maze, and answers
four questions: about the ends, wrong verdicts, loops, and freezing.

  scripts/measure/planning.py             plays what is missing, writes the tables and the picture
  scripts/measure/planning.py --print     plays what is missing, shows the tables, writes nothing

Episodes and truths are kept in results files: kill it at any moment, and the same command goes on. The
truth of a maze is a policy's: found in copies, and then played in 1,000 new runs.
Writes: docs/results/optima.md, docs/results/data/planning-agents.csv and docs/pictures/solved-within-24.png.
Cost: 30 s of processor time a seed.
"""
import csv
import io
import json
import math
import pathlib
import random
import sqlite3
import statistics

from script_parts import keep, measuring_options, plot, run, wilson

SEEDS = "997001-997100"
AGENTS = ["breadth-first", "depth-first", "heuristic", "improved-heuristic", "single-move-prediction",
          "complete-solution-prediction", "lrta-star", "node-counting", "imagination", "simulation-search"]
SCHEMES = (8, 24)
FREEZING = ["depth-first", "heuristic", "complete-solution-prediction"]
SLOW_S = 6  # for which a marble must be still to count as frozen, where the default is 0.6
HOPELESS = 0.01  # an upper end below it


def shown(value, digits=1):
    return "-" if value is None else f"{round(value, digits) + 0.0:.{digits}f}"  # no -0.0


def span(figures, name):
    interval = figures["intervals"][name]  # of fewer than two mazes there is none
    return shown(figures[name]) + (" ({} to {})".format(*map(shown, interval)) if interval else "")


def possible_table(truths):
    lines = ["| orientations | solvable mazes | mean success probability of the reference policies, % | mean lower bound, % | mean upper bound, % | "
             "mean number of moves of the reference policies |", "| --- |" + " ---: |" * 5]
    return lines + [f"| {truth['orientations']} | {truth['solvable_count']} of {truth['maze_count']} | {span(truth, 'pct_solvable')} | "
                    f"{shown(truth['pct_possible_low'])} | {shown(truth['pct_possible_high'])} | "
                    f"{span(truth, 'mean_fewest_moves')} |" for truth in truths]


def agents_table(rows):
    lines = ["| agent | orientations | mazes solved | frozen | points below the reference policies | below the lower bound | "
             "below the upper bound | gave up in solvable mazes | excess moves | of 90 % at most | of 99 % at most | ratio |",
             "| --- |" + " ---: |" * 11]
    for row in sorted(rows, key=lambda row: (row["orientations"], row["truth"]["points_below_possible"])):
        truth = row["truth"]
        lines.append(f"| {row['algorithm']} | {row['orientations']} | {row['solved_count']} of {row['maze_count']} | "
                     f"{row['frozen_count']} | {span(truth, 'points_below_possible')} | {shown(truth['points_below_low'])} | "
                     f"{shown(truth['points_below_high'])} | {truth['wrongly_unsolvable_count']} | {span(truth, 'mean_regret')} | {shown(truth['regret_90'])} | "
                     f"{shown(truth['regret_99'])} | {shown(truth['ratio'], 2)} |")
    return lines


def agents_summary(rows):
    """Solved mazes and moves of each agent in both schemes, the best with 24 orientations first."""
    lines = ["| agent |" + "".join(f" mazes solved, {orientations} orientations | moves / reference moves, {orientations} orientations |" for orientations in SCHEMES),
             "| --- |" + " ---: |" * 2 * len(SCHEMES)]
    found = {(row["algorithm"], row["orientations"]): row for row in rows}
    best_first = sorted(rows, key=lambda row: row["truth"]["points_below_possible"])
    for agent in (row["algorithm"] for row in best_first if row["orientations"] == SCHEMES[-1]):
        cells = [f" {row['solved_count']} of {row['maze_count']} | {shown(row['truth']['ratio'], 2)} |"
                 for row in (found[agent, orientations] for orientations in SCHEMES)]
        lines.append(f"| `{agent}` |" + "".join(cells))
    return lines


def ratio(pairs):
    """Of the mean of the first to that of the second, with its interval of 95 % by a bootstrap over mazes."""
    def of(drawn):
        return sum(first for first, _ in drawn) / sum(second for _, second in drawn)

    if not pairs:
        return "-"
    generator = random.Random(1)
    draws = sorted(of(generator.choices(pairs, k=len(pairs))) for _ in range(2000))
    return f"{of(pairs):.2f} ({draws[49]:.2f} to {draws[1949]:.2f})"


def of_all(hits, n):
    return "{} of {} ({:.1f} to {:.1f}%)".format(hits, n, *(100 * end for end in wilson(hits, n))) if n else "-"


class Scheme:
    """The runs with so many orientations, and the upper end of the possible in each maze."""

    def __init__(self, options, orientations):
        def episodes(file):
            rows = csv.DictReader(io.StringIO(run(options.program, "report", file, "--seeds", options.seeds, "--episodes")))
            return [row for row in rows if row["orientations"] == str(orientations)]

        self.runs, self.slow = episodes(options.results), episodes(options.slow)
        with sqlite3.connect(options.results) as results:
            truths = results.execute("SELECT seed, policy_runs, policy_reached, out_of_reach_ppm FROM truths WHERE orientations = ?",
                                     [orientations])
            self.upper = {str(seed): max(reached / runs if runs else 0, 1 - out_of_reach / 1e6) for seed, runs, reached, out_of_reach in truths}

    def of(self, agent):
        return [row for row in self.runs if row["agent"] == agent]

    def hopeless(self, row):
        return self.upper[row["seed"]] < HOPELESS

    def solved_hopeless(self):
        return of_all(sum(row["outcome"] == "solved" for row in self.runs if self.hopeless(row)), sum(map(self.hopeless, self.runs)))

    def below_upper(self, agent):
        gaps = [100 * (self.upper[row["seed"]] - (row["outcome"] == "solved")) for row in self.of(agent)]
        mean, half = statistics.mean(gaps), 1.96 * (statistics.variance(gaps) / len(gaps)) ** 0.5 if len(gaps) > 1 else math.nan
        return f"{mean:.1f} ({mean - half:.1f} to {mean + half:.1f})"

    def gave_up(self, agent, mazes):
        """Of the mazes of which this is so."""
        of = [row["outcome"] for row in self.of(agent) if mazes(row)]
        return of_all(of.count("unsolvable"), len(of))

    def with_policies(self, agent):
        """The moves of its runs that solved their maze, and those of the maze's policy."""
        return [(int(row["moves"]), float(row["fewest_moves"])) for row in self.of(agent)
                if row["outcome"] == "solved" and solvable(row)]

    def long_runs(self, agent):
        pairs = self.with_policies(agent)
        return of_all(sum(moves >= 10 * fewest for moves, fewest in pairs), len(pairs))

    def longest(self, agent):
        return "{} (reference {:.0f})".format(*max(self.with_policies(agent), default=(0, math.nan)))


def frozen(episodes):
    outcomes = [row["outcome"] for row in episodes if row["agent"] in FREEZING]
    return of_all(outcomes.count("frozen"), len(outcomes))


def solvable(row):
    return row["solvable"] == "1"


def answers_table(options):
    """What was asked, and the answer of each scheme."""
    schemes = [Scheme(options, orientations) for orientations in SCHEMES]
    asked = [
        ("solved runs on mazes with an upper bound below 1% (all agents)", lambda of: of.solved_hopeless()),
        ("mean upper bound minus success rate of `imagination`, percentage points", lambda of: of.below_upper("imagination")),
        ("mean moves of `imagination` / mean reference moves", lambda of: ratio(of.with_policies("imagination"))),
        ("solved `imagination` runs with at least ten times as many moves as the reference policy", lambda of: of.long_runs("imagination")),
        ("solvable mazes on which `simulation-search` gave up", lambda of: of.gave_up("simulation-search", solvable)),
        ("mazes with an upper bound below 1% on which `simulation-search` gave up", lambda of: of.gave_up("simulation-search", of.hopeless)),
        ("largest number of moves in a solved `imagination` run", lambda of: of.longest("imagination")),
        ("solvable mazes on which `imagination` gave up", lambda of: of.gave_up("imagination", solvable)),
        ("frozen runs of three thesis agents with a `frozen_time` of 0.6 s", lambda of: frozen(of.runs)),
        (f"frozen runs of three thesis agents with a `frozen_time` of {SLOW_S} s", lambda of: frozen(of.slow))]
    return ["| result | " + " | ".join(f"{orientations} orientations" for orientations in SCHEMES) + " |", "| --- | ---: | ---: |",
            *(f"| {words} | {' | '.join(answer(scheme) for scheme in schemes)} |" for words, answer in asked)]


def play(options):
    def bench(agents, file, *how):
        run(options.program, "bench", *how, "--size", 5, "--layers", "outer", "--orientations", ",".join(map(str, SCHEMES)),
            "--seeds", options.seeds, "--agent", ",".join(agents), "--results", file, "--jobs", options.jobs)

    slow = pathlib.Path(f"{options.slow}.json")
    slow.write_text(json.dumps({**json.loads(run(options.program, "settings", "--json")), "frozen_time": SLOW_S}))  # with its noise
    bench(AGENTS, options.results, "--truth")
    bench(FREEZING, options.slow, "--settings", slow)


def main():
    options = measuring_options(__doc__, SEEDS, results="planning.db", slow="planning-slow.db")
    play(options)
    text = run(options.program, "report", options.results, "--seeds", options.seeds, "--json")
    report = json.loads(text)
    head = [f"We ran the agents of marblemaze {report['version']} on 5x5x5 outer-layer mazes (seeds {options.seeds}, settings hash `{report['settings']}`). The",
            "*reference policy* of a maze is the best policy that we found for it, and *reference moves* are the moves of this policy. Both",
            "bounds refer to the highest success probability that any policy can achieve.", ""]
    tables = "\n".join([*head, *possible_table(report["truths"]), "", *agents_summary(report["rows"]), "", *answers_table(options)])
    if keep(options, "docs/results/optima.md", tables, planning_agents=agents_table(report["rows"])):
        plot(text, "solved-within-24")


if __name__ == "__main__":
    main()
