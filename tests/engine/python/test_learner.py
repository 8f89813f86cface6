"""Runs the scripts of docs/tutorial as a new user would."""
import os
import pathlib
import subprocess
import sys

import marblemaze as mm

SCRIPT = pathlib.Path(__file__).resolve().parents[3] / "docs/tutorial/learner.py"
PROGRAM = os.environ["MARBLEMAZE_PROGRAM"]


def test_the_tutorials_learner_finds_a_shortest_way_and_its_recording_is_the_run(tmp_path):
    said = subprocess.run([sys.executable, str(SCRIPT)], cwd=tmp_path, env={**os.environ, "MARBLEMAZE": PROGRAM},
                          capture_output=True, text=True, check=True).stdout
    world = mm.World(mm.Maze.load(tmp_path / "maze.json"), "imagined", settings=mm.Settings.from_json("{}"))
    world.settle()
    optimum = len(world.truth().solution)
    assert f"{optimum} moves, 0 of them repeated" in said and "Solved: the marble rests in the target" in said
    verified = subprocess.run([PROGRAM, "verify", "learned.rec"], cwd=tmp_path, capture_output=True, text=True)
    assert verified.stdout.startswith("the same: ") and f"{optimum} moves" in verified.stdout
    assert "<html" in (tmp_path / "learned.html").read_text()


def test_the_sampler_solves_a_noisy_maze_with_copies_and_gives_up_a_hopeless_one_before_its_first_move():
    agent = f"{sys.executable} {SCRIPT.with_name('sampler.py')}"
    for flags, expected in ((("--seed", "88006"), "Solved: the marble rests in the target"),
                            (("--seed", "88045", "--exact"), "0 moves, 0 of them repeated")):
        told = subprocess.run([PROGRAM, "solve", "--size", "3", *flags, "--call-limit", "40000", "--agent-command", agent],
                              capture_output=True, text=True)
        assert expected in told.stdout, told.stdout + told.stderr
