"""Tests of the learned policy: its file, its input and output, its moves over the protocol, and its training script."""
import importlib.util
import json
import os
import pathlib
import subprocess
import sys

import numpy as np
import pytest

import marblemaze as mm
from marblemaze import learned

SCRIPTS = pathlib.Path(__file__).resolve().parents[3] / "scripts"
PLAYER = f"'{sys.executable}' -m marblemaze.learned"


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def maps(monkeypatch):
    monkeypatch.syspath_prepend(str(SCRIPTS / "generate"))
    import policy_maps
    return policy_maps


def program(*arguments):
    return subprocess.run([os.environ["MARBLEMAZE_PROGRAM"], *map(str, arguments)], capture_output=True, text=True)


def solve(agent, *arguments):
    return json.loads(program("solve", "--world", "predicted", "--json", *agent, *arguments).stdout)


def random_network(seed=1):
    draw = np.random.default_rng(seed)
    return learned.Network({name: draw.normal(size=shape) / 4 for name, shape in learned.Network.shapes(6, 8).items()}, 5)


def meet(agent, world, state):
    """Returns the place of a state with the certain results of its moves, as the program sends it to an agent."""
    if state not in agent.places:
        moves = len(world.moves_of(state))
        cell, orientation = divmod(state, agent.orientations)
        place = agent.places[state] = mm.Place(state, moves, cell, orientation, leads=[None] * moves)
        for move in range(moves):
            certain = world.certain_result(state, move)
            if certain is not None:
                place.leads[move] = meet(agent, world, certain).state
    return agent.places[state]


def moves_by_direct_inference(maps, maze, orientations):
    world = mm.World(maze, "predicted", orientations=orientations)
    agent = learned.Learned(learned.Network.load(learned.POLICY))
    agent.orientations, agent.maze = orientations, maps.walls_of(maze)
    world.settle()
    here, made = meet(agent, world, world.state), []
    agent.begin()
    while not world.goal and (move := agent.choose(here)) is not None:
        made.append(move)
        world.move(move)
        before, here = here, meet(agent, world, world.state)
        before.leads[move] = here.state
    return made


@pytest.mark.parametrize("size,layers,orientations", [(4, "flat", 4), (3, "all", 8), (5, "outer", 8), (3, "all", 24)])
def test_over_the_protocol_it_makes_the_moves_that_it_chooses_by_itself(maps, size, layers, orientations):
    seed = 85901
    shape = ["--size", size, "--layers", layers, "--seed", seed, "--orientations", orientations]
    made = solve(["--agent-command", PLAYER], *shape)
    assert made["played"] == moves_by_direct_inference(maps, mm.Maze.generate(size, layers=layers, seed=seed), orientations)


def test_it_solves_what_breadth_first_solves_in_under_half_of_the_moves():
    ours = theirs = 0
    for seed in range(85911, 85917):
        shape = ["--size", 4, "--seed", seed]
        first, second = solve(["--agent-command", PLAYER], *shape), solve(["--agent", "breadth-first"], *shape)
        assert first["outcome"] == "solved" or second["outcome"] != "solved"
        if first["outcome"] == second["outcome"] == "solved":
            ours, theirs = ours + first["moves"], theirs + second["moves"]
    assert 0 < 2 * ours < theirs


def test_a_maze_in_a_mirror_is_judged_as_the_maze_itself(maps):
    """Only gravity and walls matter, and not the names of axes."""
    maze = maps.walls_of(mm.Maze.generate((3, 3, 3), seed=85903))
    swapped_bits = [mask & ~3 | (mask & 1) << 1 | (mask >> 1) & 1 for mask in maze.walls]
    mirror = [cell // 3 * 3 + 2 - cell % 3 for cell in range(27)]
    mirrored = mm.Walls(maze.dims, mirror[maze.start], mirror[maze.target],
                        tuple(swapped_bits[mirror[cell]] for cell in range(27)))
    guide, other = (learned.Guide(random_network(), walls, 8) for walls in (maze, mirrored))
    for cell in range(27):
        for orientation in range(8):
            for move in range(3):
                here, there = mm.Place(0, 3, cell, orientation), mm.Place(0, 3, mirror[cell], orientation ^ 1)
                assert guide.cost(here, move) == pytest.approx(other.cost(there, move), abs=1e-5)


@pytest.mark.parametrize("orientations", [4, 8, 24])
def test_it_knows_where_the_moves_of_a_scheme_lead(orientations):
    size, layers = (3, "flat") if orientations == 4 else (2, "all")
    maze = mm.Maze.generate(size, layers=layers, seed=85904)
    arcs = mm.StateMap(mm.ForwardModel(maze, "predictor", orientations=orientations)).arcs
    scheme = learned.Scheme(orientations)
    assert {move for _, move, _ in arcs} == set(range(scheme.moves))
    for state, move, to in arcs.tolist():
        assert scheme.destination(state % orientations, move) == to % orientations
        assert not scheme.is_close(move) or to // orientations == state // orientations


def test_passages_tell_the_way_to_the_target(maps):
    maze = mm.Maze.generate(4, layers="outer", seed=85905)
    passages = learned.Passages(maps.walls_of(maze))
    cells_on_the_way = maze.distances().reshape(-1)
    assert np.array_equal(passages.distance[cells_on_the_way > 0], cells_on_the_way[cells_on_the_way > 0] - 1)


def broken(change):
    told = json.loads(learned.POLICY.read_text())
    change(told)
    return json.dumps(told)


@pytest.mark.parametrize("text,complaint", [
    ("{", "expected JSON"),
    ("[]", "expected the format 'marblemaze learned policy 1'"),
    ("é", "expected JSON"),
    (broken(lambda told: told.update(format="marblemaze learned policy 2")), "expected the format 'marblemaze learned policy 1'"),
    (broken(lambda told: told.update(rounds=0)), "rounds 0: expected an integer from 1 to 256"),
    (broken(lambda told: told.update(parameters=3)), "expected an object of parameters"),
    (broken(lambda told: told["parameters"].pop("cell")), "parameter cell: expected numbers of shape"),
    (broken(lambda told: told["parameters"]["cell"].pop()), "parameter cell: expected numbers of shape"),
    (broken(lambda told: told["parameters"].update(estimate_bias=[1e999, 0])),
     "parameter estimate_bias: expected numbers of shape (2,)"),
], ids=["cut-off", "list", "not-ascii", "newer", "no-rounds", "no-parameters", "one-missing", "one-too-short", "infinite"])
def test_a_file_that_is_no_policy_is_refused_in_one_line(text, complaint):
    pathlib.Path("policy.json").write_text(text, encoding="utf-8")
    result = subprocess.run([sys.executable, "-m", "marblemaze.learned", "policy.json"], input="", capture_output=True, text=True)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith("marblemaze.learned: policy 'policy.json': " + complaint) and result.stderr.count("\n") == 1


def test_a_policy_that_is_missing_is_named():
    command = [sys.executable, "-m", "marblemaze.learned", "missing.json"]
    result = subprocess.run(command, input="", capture_output=True, text=True)
    assert result.returncode == 2 and "missing.json" in result.stderr and result.stderr.count("\n") == 1


class Told:
    """A map of two cells before the target, which is cell 2, in a scheme with one orientation."""

    def __init__(self, maps, arcs, probabilities):
        self.kind = maps.Kind(3, "flat", 1)
        self.walls = mm.Walls((3, 1, 1), 0, 2, (0, 0, 0))
        self.arcs, self.probabilities = np.array(arcs), np.array(probabilities)


def test_the_worth_of_moves_is_that_of_a_game_solved_by_hand(maps):
    # From state 0, move 0 succeeds in half of its runs and otherwise stays, and move 1 freezes in
    # half of them. From state 1 the target cannot be reached.
    worth = maps.worth_of(Told(maps, [[0, 0, 2], [0, 0, 0], [0, 1, 2], [0, 1, -1], [0, 2, 1], [1, 0, 1]], [.5, .5, .5, .5, 1, 1]))
    assert worth.states.tolist() == [0, 0, 0, 1] and worth.moves.tolist() == [0, 1, 2, 0]
    assert worth.success == pytest.approx([1, .5, 0, 0], abs=1e-6)
    assert worth.length[:2] == pytest.approx([2, 1], abs=1e-5)  # the mean of a geometric distribution; one move


# PyTorch takes 0.5 GB. scripts/install_dependencies.sh learning installs it for training.
if importlib.util.find_spec("torch"):
    def test_the_script_trains_the_same_policy_twice_and_goes_on_where_it_was_stopped():
        def command(work):
            return [sys.executable, str(SCRIPTS / "generate/train_policy.py"), "--small", "--epochs", "2", "--work", work, "--policy",
                    f"{work}.json", "--picture", f"{work}.png"]

        assert subprocess.run(command("once"), capture_output=True).returncode == 0
        with subprocess.Popen(command("again"), stderr=subprocess.PIPE, text=True) as stopped:
            while "epoch 1 " not in stopped.stderr.readline():
                assert stopped.poll() is None
            stopped.kill()
        assert subprocess.run(command("again"), capture_output=True).returncode == 0
        assert pathlib.Path("once.json").read_bytes() == pathlib.Path("again.json").read_bytes()
        learned.Network.load("once.json")
        assert pathlib.Path("once.png").stat().st_size > 1000
