"""Tests of external agents and tilt policies: the base classes, the page about the protocol, and the agent of the
tutorial."""
import io
import json
import os
import pathlib
import re
import subprocess
import sys

import numpy as np
import pytest

import marblemaze as mm
from support import DOCS, PROJECT, json_of, run_program

PAGE = (DOCS / "reference/protocol.md").read_text()
TUTORIAL = (DOCS / "tutorial/first-agent.md").read_text()
BREADTH_FIRST = f"'{sys.executable}' '{PROJECT / 'tests/data/breadth_first_agent.py'}'"

pytestmark = pytest.mark.usefixtures("empty_folder")


def command_of(code, name="agent.py"):
    """Writes the code of an agent to a file and returns the command that runs it."""
    pathlib.Path(name).write_text(code)
    return f"'{sys.executable}' {name}"


def agent_with(body, knowledge="blind"):
    """Returns the command that runs an agent whose class has the given body."""
    lines = "\n".join("    " + line for line in body.splitlines())
    return command_of(f"import marblemaze as mm\nclass Mine(mm.Agent):\n    knowledge = '{knowledge}'\n{lines}\nMine().run()\n")


def solve(agent, *arguments):
    return run_program("solve", "--exact", "--agent-command", agent, *arguments)


@pytest.mark.parametrize("orientations", [8, 24])
def test_agent_makes_the_same_moves_as_the_built_in_agent(orientations):
    outcomes = []
    for seed in range(1, 5):
        options = ["--exact", "--size", 3, "--seed", seed, "--orientations", orientations]
        own, built_in = json_of("solve", "--agent-command", BREADTH_FIRST, *options), json_of("solve", "--agent", "breadth-first", *options)
        assert all(own[field] == built_in[field] for field in ("outcome", "played", "states", "moves", "repeated"))
        outcomes.append(own["outcome"])
    assert "solved" in outcomes


def test_transcript_on_the_protocol_page_is_exact():
    arguments, lines = re.search(r"```\n\$ marblemaze (solve .*?)\n(.*?)```", PAGE, re.DOTALL).groups()
    sent = [line[2:] for line in lines.splitlines() if line.startswith("> ")]
    answers = [line[2:] for line in lines.splitlines() if line.startswith("< ")]
    assert len(sent) > 10 and len(answers) > 4
    agent = command_of("import sys\n"
                       f"answers, log = {answers!r}, open('received.txt', 'w')\n"
                       "for line in sys.stdin:\n"
                       "    print(line, end='', file=log, flush=True)\n"
                       "    while line.split()[0] in ('marblemaze', 'go', 'told'):\n"
                       "        print(answers[0], flush=True)\n"
                       "        if not answers.pop(0).startswith('info'):\n"
                       "            break\n")
    words = arguments.replace('--agent-command "./my_agent"', "").split()
    result = run_program(*words, "--agent-command", agent)
    assert pathlib.Path("received.txt").read_text().splitlines() == sent
    assert "Solved" in result.stdout


def test_protocol_page_documents_every_word_that_is_sent():
    agent = agent_with("def choose(self, here):\n    self.ask('predictor', here.state, 0)\n    return 0\n", "full")
    pathlib.Path("log.sh").write_text(f"tee -a received.txt | {agent}")
    solve("sh log.sh", "--recovery", "--move-limit", 5)
    words = {word for word in pathlib.Path("received.txt").read_text().split() if word.isalpha()}
    assert {"state", "arc", "go", "told", "quit", "walls"} <= words
    assert not {word for word in words if f"`{word}" not in PAGE and f" {word} " not in PAGE}


def test_copies_have_independent_noise():
    tries = ("def choose(self, here):\n"
             "    for move in range(here.moves):\n"
             "        states = [self.play(self.copy(), move).state for _ in range(12)]\n"
             "        print([-1 if state is None else state for state in states], file=open('states', 'a'))\n"
             "    return here.leads.index(None) if None in here.leads else None\n")
    pathlib.Path("noisy.json").write_text(json.dumps({"drive_variation": 0.2, "brake_tolerance": 0.1}))
    states = []
    for run in (1, 7):  # the noise of the world differs
        run_program("solve", "--settings", "noisy.json", "--seed", 3, "--run", run, "--move-limit", 20, "--agent-command",
                    agent_with(tries, "copies"))
        states.append([json.loads(line) for line in pathlib.Path("states").read_text().splitlines()])
        pathlib.Path("states").unlink()
    assert any(len(set(row)) > 1 for row in states[0])
    assert states[0][:3] == states[1][:3]


def test_tutorial_agent_needs_fewer_moves_than_breadth_first():
    code = re.search(r"Write `better_agent.py`:\n\n```python\n(.*?)```", TUTORIAL, re.DOTALL)[1]
    assert len(code.splitlines()) <= 20
    for orientations in (8, 24):
        done = run_program("bench", "--exact", "--size", 3, "--orientations", orientations, "--seeds", "7001-7010", "--agent",
                           "breadth-first", "--agent-command", command_of(code), "--results", "r.db")
        assert done.returncode == 0, done.stderr
        rows = mm.results("r.db").where(orientations=orientations, outcome="solved")
        moves = {agent: dict(zip(*(rows.where(agent=agent)[name].tolist() for name in ("seed", "moves")))) for agent in set(rows["agent"])}
        built_in = moves.pop("breadth-first")
        own, = moves.values()
        both = own.keys() & built_in.keys()
        assert len(own) >= len(built_in) and len(both) > 5
        assert sum(own[seed] for seed in both) <= 0.7 * sum(built_in[seed] for seed in both)


@pytest.mark.parametrize("body, outcome, printed", [
    ("return None", "unsolvable", ""), ("print('thinking')\n    return 0", "capped", "thinking\n" * 3),
    ("return [][here.state]", "crashed", "IndexError")])
def test_choose_can_give_up_print_or_raise(body, outcome, printed):
    result = solve(agent_with(f"def choose(self, here):\n    {body}"), "--move-limit", 2, "--json")
    assert json.loads(result.stdout)["outcome"] == outcome and printed in result.stderr


@pytest.mark.parametrize("arguments, received", [(["-c", "import marblemaze as mm\nmm.Agent().run()"], "marblemaze 1\n"),
                                                 (["-m", "marblemaze.classroom", "list"], "")])
def test_closed_output_pipe_prints_no_traceback(arguments, received):
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run([sys.executable, *arguments], input=received, stdout=write, stderr=subprocess.PIPE, text=True)
    os.close(write)
    assert done.returncode != 0 and done.stderr == ""


def test_agent_with_full_access_receives_maze_and_predictions():
    body = ("def begin(self):\n"
            "    import json\n"
            "    models = [[[list(a) for a in self.ask(model, state, move)] for move in range(3)]\n"
            "              for model in ('predictor', 'imagination', 'first-cell') for state in (0, 9, 100)]\n"
            "    received = {'dims': self.maze.dims, 'start': self.maze.start, 'target': self.maze.target, 'models': models,\n"
            "                'walls': [[self.maze.wall(c, s) for s in range(6)] for c in range(27)]}\n"
            "    open('received.json', 'w').write(json.dumps(received))\n"
            "def choose(self, here):\n"
            "    return None")
    solve(agent_with(body, "full"), "--seed", 5)
    received = json.loads(pathlib.Path("received.json").read_text())
    maze = mm.Maze.generate(3, seed=5)
    assert (tuple(received["dims"]), received["start"], received["target"]) == (maze.dims, maze.start, maze.target)
    assert received["walls"] == maze.walls().reshape(27, 6).tolist()
    expected = []
    for name in ("predictor", "imagination", "first-cell"):
        model = mm.ForwardModel(maze, name, settings=mm.Settings.exact())
        expected += [[[[answer.state, pytest.approx(answer.probability, rel=1e-5)]
                       for answer in model.predict(state, move)] for move in range(3)] for state in (0, 9, 100)]
    assert received["models"] == expected


ROLLS = ("import marblemaze as mm\nclass Mine(mm.TiltAgent):\n    name, knowledge = 'rolls', 'heuristic'\n"
         "    def turn(self, seen):\n        x, y, z = seen.way\n        a, b, c = seen.down\n"
         "        return y * c - z * b, z * a - x * c, x * b - y * a\nMine().run()\n")


def test_tilt_policy_commands_match_actions_of_a_world():
    result = json_of("solve", "--tilt", "--seed", 3, "--agent-command", command_of(ROLLS), "--trace", "run.jsonl")
    lines = [json.loads(line) for line in pathlib.Path("run.jsonl").read_text().splitlines()]
    world = mm.TiltWorld(mm.Maze.generate(3, seed=3))
    for line in lines[:-1]:
        seen, direction = world.state, world.observation()[24:27]
        assert line["marble"] == seen.marble.tolist() and line["down"] == seen.down.tolist()
        world.act(np.cross(direction, seen.down), 8)
    assert len(lines) > 20 and result["agent"].startswith("rolls 1 (") and result["outcome"] in ("solved", "capped")


@pytest.mark.parametrize("knowledge", ["blind", "full"])
def test_tilt_policy_receives_its_task_and_permitted_knowledge(knowledge):
    code = ("import json, marblemaze as mm\nclass Mine(mm.TiltAgent):\n    knowledge = {!r}\n    def begin(self):\n"
            "        self.info('thinks twice')\n        self.task = [self.rate, self.acceleration, self.seconds, self.rest]\n"
            "    def turn(self, seen):\n        walls = self.maze and [self.maze.wall(0, side) for side in range(6)]\n"
            "        open('received.json', 'w').write(json.dumps([self.task, walls, seen.distance, seen.way]))\n"
            "        return 1, 0, 0\nMine().run()\n").format(knowledge)
    result = json_of("bench", "--tilt", "--rest", "--seeds", "5-5", "--results", "r.db", "--agent-command", command_of(code))
    assert result["outcomes"] == {"capped": 1}
    assert "tilt-agent 1 (" in run_program("report", "r.db", "--json").stdout
    maze = mm.Maze.generate(3, seed=5)
    world, blind = mm.TiltWorld(maze), knowledge == "blind"
    task, walls, distance, direction = json.loads(pathlib.Path("received.json").read_text())
    assert task == [world.max_rate, world.max_acceleration, pytest.approx(8 / 120), True]
    assert walls == (None if blind else maze.walls()[0, 0, 0].tolist())
    assert (distance is None, direction is None) == (blind, blind)


@pytest.mark.parametrize("answer, outcome, words", [
    ("echo turn 1 nan 0; cat", "nonsense", "'turn 1 nan 0'; expected 'turn X Y Z' with three numbers"),
    ("echo move 1; cat", "nonsense", "'move 1'; expected 'turn X Y Z'"), ("exit 3", "crashed", "exit status 3"),
    ("sleep 100", "timed-out", "within 0.3 s")])
def test_protocol_violation_of_a_tilt_policy_ends_its_run(answer, outcome, words):
    pathlib.Path("bad.sh").write_text(f"read hello; echo agent bad 1 blind; read free; read see; {answer}\n")
    policy = ["--tilt", "--agent-command", "sh bad.sh", "--decision-limit", 0.3]
    result = run_program("solve", *policy, "--json")
    document = json.loads(result.stdout)
    assert result.returncode == 1 and document["outcome"] == outcome and words in document["fault"]
    bench = run_program("bench", *policy, "--seeds", "1-2", "--json")
    assert json.loads(bench.stdout)["outcomes"] == {outcome: 2} and words in bench.stderr, bench.stderr
    assert bench.stderr.count("\n") == 2


def test_bench_rejects_agents_that_are_not_tilt_policies():
    pathlib.Path("moves.sh").write_text("echo agent moves 1 blind; cat >/dev/null\n")
    result = run_program("bench", "--tilt", "--seeds", "1-2", "--agent-command", "sh moves.sh", "--start-limit", 0.3)
    assert result.returncode == 2 and "expected a tilt policy's 'turn X Y Z'" in result.stderr


def test_tilt_policy_can_be_tested_without_the_program():
    class Still(mm.TiltAgent):
        def turn(self, seen):
            return [0, seen.down[2], seen.marble[0]]

    answers = io.StringIO()
    Still().run(io.StringIO("marblemaze 1\nfree rate 1 acceleration 2 seconds 0.0625 rest 0\n"
                            "see 0.5 0 0 0 0 0 0 0 0 0 0 -1 0 0 0\nquit\n"), answers)
    assert answers.getvalue() == "agent tilt-agent 1 blind\nturn 0.0 -1.0 0.5\n"
