#!/usr/bin/env python3
"""Creates the score cards and leaderboards of docs/results/marblebench.

  scripts/generate/marblebench_cards.py [PROGRAM [FOLDER]]

Writes the cards of MarbleBench 2 to FOLDER/2 and those of MarbleBench Free 1 to FOLDER/free. PROGRAM is
build/checked/marblemaze by default. The runs are stored in out/marblebench, so an interrupted script continues when it
is started again.
"""
import os
import pathlib
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "measure"))
from measuring import ROOT, rows_of, write_csv  # noqa: E402

# Folder, benchmark set, and agents. An external agent has a command.
LEADERBOARDS = [
    ("2", "marblebench-2",
     {**dict.fromkeys(["uct", "imagination", "simulation-search", "ff-replan", "complete-solution-prediction",
                       "single-move-prediction", "improved-heuristic", "heuristic", "lrta-star", "breadth-first",
                       "depth-first", "node-counting", "random-walk"]),
      "learned": "python3 -m marblemaze.learned", "sampler": "python3 docs/tutorial/sampler.py"}),
    ("free", "marblebench-free-1",
     {"cem": None, "floor": None, "learned-turns": "python3 -m marblemaze.learned_turns"}),
]
# Tables of a leaderboard: name of the CSV file, and the text before the table.
TABLES = [("scores", "All problems:"), ("groups", "Correct runs by group"),
          ("pairs", "Difference in percentage points")]


def main(program="build/checked/marblemaze", folder="docs/results/marblebench"):
    os.chdir(ROOT)
    environment = {**os.environ, "PYTHONPATH": "engine/python"}
    for name, benchmark, agents in LEADERBOARDS:
        target, out = pathlib.Path(folder, name), pathlib.Path("out/marblebench", benchmark)
        target.mkdir(parents=True, exist_ok=True)
        out.mkdir(parents=True, exist_ok=True)
        cards = []
        for agent, command in agents.items():
            for older in out.glob(f"{agent}-*.json") if command else []:
                older.unlink()
            words = ["--agent-command", command] if command else ["--agent", agent]
            subprocess.run([program, "marblebench", "--set", benchmark, *words, "--out", out], env=environment,
                           check=True)
            cards.append(next(out.glob(f"{agent}-*.json")) if command else out / f"{agent}.json")
            shutil.copy(cards[-1], target / f"{agent}.json")
        text = subprocess.run([program, "report", "--bench", *cards], check=True, capture_output=True, text=True).stdout
        (target / "leaderboard.md").write_text(text)
        for i, (table, words) in enumerate(TABLES):
            following = text.partition(words)[2]
            write_csv(target / f"{table}.csv",
                      rows_of(following.partition(TABLES[i + 1][1])[0] if i + 1 < len(TABLES) else following))


if __name__ == "__main__":
    main(*sys.argv[1:])
