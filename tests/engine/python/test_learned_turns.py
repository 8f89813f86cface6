"""Tests of the trained tilt policy: its file, its observations, its commands, and its runs over the protocol."""
import json
import os
import pathlib
import subprocess
import sys

import numpy as np
import pytest

import marblemaze as mm
from marblemaze import learned_turns as turns

SCRIPTS = pathlib.Path(__file__).resolve().parents[3] / "scripts"
PLAYER = f"'{sys.executable}' -m marblemaze.learned_turns"


@pytest.fixture
def scripts(monkeypatch):
    for folder in ("measure", "generate"):
        monkeypatch.syspath_prepend(str(SCRIPTS / folder))
    import train_controller
    return train_controller


def sights(walls, **seen):
    told = {"marble": (0.5, 0.5, 0.5), "velocity": (0, 0, 0), "down": (0, 0, -1), "rate": (0, 0, 0), **seen}
    rows = [np.array([told[name]], dtype=float) for name in ("marble", "velocity", "down", "rate")]
    return turns.Sights(turns.Ways([walls]), np.zeros(1, dtype=int), *rows)


# Three cells along x, with the target in the last one.
CORRIDOR = mm.Walls((3, 1, 1), 0, 2, (0b111110, 0b111100, 0b111101))


def test_it_sees_along_the_way_whatever_way_the_maze_lies():
    mirrored = mm.Walls((3, 1, 1), 2, 0, (0b111110, 0b111100, 0b111101))
    here = sights(CORRIDOR, marble=(0.3, 0.5, 0.25), velocity=(1, 0, 0))
    there = sights(mirrored, marble=(2.7, 0.5, 0.25), velocity=(-1, 0, 0))
    assert here.inputs == pytest.approx(there.inputs) and here.inputs.shape == (1, turns.INPUTS)
    assert here.commands(np.array([[1.0, 0, 0]])) == pytest.approx(-there.commands(np.array([[1.0, 0, 0]])))


def test_a_wish_turns_gravity_along_the_way_and_in_the_target_to_its_walls():
    axis = sights(CORRIDOR).commands(np.array([[1.0, 0, 0]]))[0]
    assert np.cross(axis, (0, 0, -1))[0] < 0, "the maze turns the other way than gravity in it"
    at_rest = sights(CORRIDOR, marble=(2.5, 0.5, 0.5), down=(1, 0, 0))
    assert at_rest.there[0] and at_rest.commands(np.array([[0.0, 1, 0]])) == pytest.approx(np.zeros((1, 3)), abs=1e-9)


def test_a_run_over_the_protocol_is_the_run_that_training_plays(scripts):
    came, times = scripts.play(turns.load()[None], (3, "all"), 5, 1, 60.0)
    arguments = ["solve", "--free", "--size", "3", "--seed", "5", "--world", "imagined", "--agent-command", PLAYER, "--json"]
    told = json.loads(subprocess.run([os.environ["MARBLEMAZE_PROGRAM"], *arguments], capture_output=True, text=True).stdout)
    assert told["outcome"] == "solved" and came[0] == 1
    assert times[0] - 8 / 120 - 1e-9 <= told["seconds"] <= times[0] + 1e-9  # training checks for the target every 8 ticks


def test_it_solves_most_mazes_that_it_was_never_trained_on(scripts):
    times = scripts.play(turns.load()[None], (5, "outer"), 1, 20, 60.0)[1]
    assert np.isfinite(times).sum() >= 14


@pytest.mark.parametrize("text, complaint", [
    ("{", "expected JSON"), ("[]", "expected the format"),
    ('{"format": "marblemaze learned turns 2", "parameters": []}', "expected the format"),
    (json.dumps({"format": turns.FORMAT, "parameters": [1e999] * turns.SIZE}), "parameter parameters: expected numbers of shape (483,)")])
def test_a_file_that_is_no_policy_is_refused_in_one_line(tmp_path, text, complaint):
    file = tmp_path / "policy.json"
    file.write_text(text)
    run = subprocess.run([sys.executable, "-m", "marblemaze.learned_turns", file], input="", capture_output=True, text=True)
    assert (run.returncode, run.stdout) == (2, "") and run.stderr.count("\n") == 1
    assert run.stderr.startswith(f"marblemaze.learned_turns: policy '{file}': {complaint}")
