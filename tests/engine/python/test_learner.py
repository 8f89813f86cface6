"""Tests of the scripts in docs/tutorial."""
import os
import sys

import pytest

import marblemaze as mm
from support import DOCS, PROGRAM, run, run_program


def test_learner_finds_a_shortest_solution_and_records_its_run(tmp_path):
    output = run(sys.executable, DOCS / "tutorial/learner.py", cwd=tmp_path, env={**os.environ, "MARBLEMAZE": str(PROGRAM)}).stdout
    world = mm.World(mm.Maze.load(tmp_path / "maze.json"), "imagined", settings=mm.Settings.from_json("{}"))
    world.settle()
    optimum = len(world.truth().solution)
    assert f"{optimum} moves, 0 of them repeated" in output and "Solved: the marble rests in the target" in output
    verified = run_program("verify", "learned.rec", cwd=tmp_path).stdout
    assert verified.startswith("identical: ") and f"{optimum} moves" in verified
    assert "<html" in (tmp_path / "learned.html").read_text()


@pytest.mark.parametrize("options, expected", [(["--seed", "88006"], "Solved: the marble rests in the target"),
                                               (["--seed", "88045", "--exact"], "0 moves, 0 of them repeated")])
def test_sampler_solves_a_maze_or_proves_it_unsolvable(options, expected):
    done = run_program("solve", "--size", "3", *options, "--call-limit", "40000", "--agent-command",
                       f"'{sys.executable}' '{DOCS / 'tutorial/sampler.py'}'")
    assert expected in done.stdout, done.stdout + done.stderr
