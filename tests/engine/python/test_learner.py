"""The script of docs/tutorial that learns, plays, records and shows, as a newcomer runs it."""
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
