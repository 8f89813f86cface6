"""Tests of the learned tilt policy: its inputs, its commands, and its runs over the protocol. test_learned.py tests its
policy file."""
import sys

import numpy as np
import pytest

import marblemaze as mm
from marblemaze import learned_turns as turns
from support import PROJECT, json_of, load_script


@pytest.fixture
def play(monkeypatch):
    """Returns the function that plays runs in training, without the protocol."""
    for folder in ("measure", "generate"):
        monkeypatch.syspath_prepend(str(PROJECT / "scripts" / folder))
    return load_script("scripts/generate/train_tilt_policy.py").play


def sights(walls, **changes):
    seen = {"marble": (0.5, 0.5, 0.5), "velocity": (0, 0, 0), "down": (0, 0, -1), "rate": (0, 0, 0), **changes}
    return turns.Sights(turns.Paths([walls]), np.zeros(1, dtype=int), *(np.array([part], dtype=float) for part in seen.values()))


WALLS = (0b111110, 0b111100, 0b111101)
# Three cells along x. The target is the last cell.
CORRIDOR = mm.Walls((3, 1, 1), 0, 2, WALLS)


def test_commands_tilt_gravity_towards_the_path():
    command = sights(CORRIDOR).commands(np.array([[1.0, 0, 0]]))[0]
    assert np.cross(command, (0, 0, -1))[0] < 0, "the maze turns the other way than gravity in it"
    at_rest = sights(CORRIDOR, marble=(2.5, 0.5, 0.5), down=(1, 0, 0))
    assert at_rest.there[0] and at_rest.commands(np.array([[0.0, 1, 0]])) == pytest.approx(np.zeros((1, 3)), abs=1e-9)


def test_protocol_does_not_change_a_run(play):
    solved, times = play(turns.load()[None], (3, "all"), 5, 1, 60.0)
    result = json_of("solve", "--tilt", "--size", "3", "--seed", "5", "--world", "imagined", "--agent-command",
                     f"'{sys.executable}' -m marblemaze.learned_turns")
    assert result["outcome"] == "solved" and solved[0] == 1
    assert times[0] - 8 / 120 - 1e-9 <= result["seconds"] <= times[0] + 1e-9  # training checks for the target every 8 ticks


def test_policy_solves_most_mazes_outside_its_training_set(play):
    times = play(turns.load()[None], (5, "outer"), 1, 20, 60.0)[1]
    assert np.isfinite(times).sum() >= 14
