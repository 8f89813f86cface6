"""Tests of the learned agent: its policy file, its inputs and outputs, and its runs over the protocol."""
import json
import pathlib
import sys

import numpy as np
import pytest

import marblemaze as mm
from marblemaze import learned, learned_turns
from support import json_of, load_script, run_python

PLAYER = ["--agent-command", f"'{sys.executable}' -m marblemaze.learned"]
maps = load_script("scripts/generate/policy_maps.py")

pytestmark = pytest.mark.usefixtures("empty_folder")


def solve(agent, *arguments):
    return json_of("solve", "--world", "predicted", *agent, *arguments)


@pytest.mark.parametrize("size,layers,orientations", [(4, "flat", 4), (3, "all", 8), (5, "outer", 8), (3, "all", 24)])
def test_protocol_does_not_change_the_moves(size, layers, orientations):
    seed = 85901
    result = solve(PLAYER, "--size", size, "--layers", layers, "--seed", seed, "--orientations", orientations)
    episode = mm.play(learned.Learned(learned.Network.load()), mm.Maze.generate(size, layers=layers, seed=seed), world="predicted",
                      orientations=orientations)
    assert (result["outcome"], result["played"]) == (episode.outcome, [move.move for move in episode.moves])


def test_policy_needs_half_the_moves_of_breadth_first():
    moves = np.zeros(2)
    for seed in range(85911, 85917):
        results = [solve(agent, "--size", 4, "--seed", seed) for agent in (PLAYER, ["--agent", "breadth-first"])]
        solved = [result["outcome"] == "solved" for result in results]
        assert solved[0] or not solved[1]
        moves += [result["moves"] * all(solved) for result in results]
    assert 0 < 2 * moves[0] < moves[1]


@pytest.mark.parametrize("orientations", [4, 8, 24])
def test_destinations_of_moves_match_the_scheme(orientations):
    size, layers = (3, "flat") if orientations == 4 else (2, "all")
    maze = mm.Maze.generate(size, layers=layers, seed=85904)
    arcs = mm.StateMap(mm.ForwardModel(maze, "predictor", orientations=orientations)).arcs
    scheme = learned.Scheme(orientations)
    assert {move for _, move, _ in arcs} == set(range(scheme.moves))
    for state, move, to in arcs.tolist():
        assert scheme.destination(state % orientations, move) == to % orientations
        assert not scheme.is_close(move) or to // orientations == state // orientations


def test_distances_of_passages_match_the_maze():
    maze = mm.Maze.generate(4, layers="outer", seed=85905)
    passages, distances = learned.Passages(maps.walls_of(maze)), maze.distances().reshape(-1)
    assert np.array_equal(passages.distance[distances > 0], distances[distances > 0] - 1)


def changed(change):
    policy = json.loads(learned.POLICY.read_text())
    change(policy)
    return json.dumps(policy)


@pytest.mark.parametrize("module, text, message", [
    ("learned", "é", "expected JSON"),
    ("learned", "[]", "expected the format 'marblemaze learned policy 1'"),
    ("learned", changed(lambda policy: policy.update(rounds=0)), "rounds 0: expected an integer from 1 to 256"),
    ("learned", changed(lambda policy: policy.update(parameters=3)), "expected an object of parameters"),
    ("learned", changed(lambda policy: policy["parameters"].pop("cell")), "parameter cell: expected numbers of shape"),
    ("learned_turns", json.dumps({"format": learned_turns.FORMAT, "parameters": [1e999] * learned_turns.SIZE}),
     "parameter parameters: expected numbers of shape (483,)"),
], ids="not-ascii list no-rounds no-parameters missing infinite".split())
def test_invalid_policy_file_is_reported_in_one_line(module, text, message):
    pathlib.Path("policy.json").write_text(text, encoding="utf-8")
    for file, words in (("policy.json", f"marblemaze.{module}: policy 'policy.json': {message}"), ("missing.json", "")):
        done = run_python("-m", f"marblemaze.{module}", file)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
        assert done.stderr.startswith(words) and file in done.stderr


class CorridorMap:
    """State map of a corridor of three cells with the target at its end, in a scheme with one orientation."""

    def __init__(self, arcs, probabilities):
        self.kind = maps.Kind(3, "flat", 1)
        self.walls = mm.Walls((3, 1, 1), 0, 2, (0, 0, 0))
        self.arcs, self.probabilities = np.array(arcs), np.array(probabilities)


def test_values_of_moves_match_manual_calculations():
    # In state 0, move 0 succeeds or stays with equal probability, and move 1 succeeds or freezes with equal
    # probability. The target cannot be reached from state 1.
    values = maps.values_of(CorridorMap([[0, 0, 2], [0, 0, 0], [0, 1, 2], [0, 1, -1], [0, 2, 1], [1, 0, 1]], [.5, .5, .5, .5, 1, 1]))
    assert values.states.tolist() == [0, 0, 0, 1] and values.moves.tolist() == [0, 1, 2, 0]
    assert values.success == pytest.approx([1, .5, 0, 0], abs=1e-6)
    assert values.length[:2] == pytest.approx([2, 1], abs=1e-5)  # mean of a geometric distribution, and a single move
