#!/usr/bin/env python3
"""How near do agents come to the best that is possible? Plays them in fresh mazes and finds the optimum of each maze.

  scripts/measure/planning.py             plays what is missing, writes the tables and the picture
  scripts/measure/planning.py --print     plays what is missing, shows the tables, writes nothing

Episodes and truths are kept in a results file: kill it at any moment, and the same command goes on. The
truth of a maze is a policy's: found in copies, and then played in 1,000 new runs.
Writes: docs/results/optima.md.
Cost: two and a half hours of processor time.
"""
import json

from script_parts import keep, measuring_options, plot, run

SEEDS = "94001-94200"
AGENTS = ["breadth-first", "depth-first", "heuristic", "improved-heuristic", "single-move-prediction",
          "complete-solution-prediction", "lrta-star", "node-counting", "imagination", "simulation-search"]


def shown(value, digits=1):
    return "-" if value is None else f"{round(value, digits) + 0.0:.{digits}f}"  # no -0.0


def span(figures, name):
    interval = figures["intervals"][name]  # of fewer than two mazes there is none
    return shown(figures[name]) + (" ({} to {})".format(*map(shown, interval)) if interval else "")


def possible_table(truths):
    lines = ["| orientations | solvable mazes | chance of the policies tried, % | their moves, average | tried to the end |",
             "| --- | ---: | ---: | ---: | ---: |"]
    return lines + [f"| {truth['orientations']} | {truth['solvable_count']} of {truth['maze_count']} | {span(truth, 'pct_solvable')} | "
                    f"{span(truth, 'mean_fewest_moves')} | {truth['exact_count']} of {truth['maze_count']} |" for truth in truths]


def agents_table(rows):
    lines = ["| agent | orientations | mazes solved | points below the policies tried | given up though solvable | excess moves | ratio |",
             "| --- | ---: | ---: | ---: | ---: | ---: | ---: |"]
    for row in sorted(rows, key=lambda row: (row["orientations"], row["truth"]["points_below_possible"])):
        truth = row["truth"]
        lines.append(f"| {row['algorithm']} | {row['orientations']} | {row['solved_count']} of {row['maze_count']} | "
                     f"{span(truth, 'points_below_possible')} | {truth['wrongly_unsolvable_count']} | "
                     f"{span(truth, 'mean_regret')} | {shown(truth['ratio'], 2)} |")
    return lines


def main():
    options = measuring_options(__doc__, SEEDS, results="planning.db")
    run(options.program, "bench", "--truth", "--size", 5, "--layers", "outer", "--orientations", "8,24", "--seeds", options.seeds,
        "--agent", ",".join(AGENTS), "--results", options.results, "--jobs", options.jobs)
    text = run(options.program, "report", options.results, "--json")
    report = json.loads(text)
    head = [f"5x5x5 outer-layer mazes of seeds {options.seeds}, settings `{report['settings']}`, marblemaze {report['version']}:", ""]
    truth = "\n".join([*head, *possible_table(report["truths"])])
    if keep(options, "docs/results/optima.md", truth, planning_agents=agents_table(report["rows"])):
        plot(text, "solved-within-24")


if __name__ == "__main__":
    main()
