"""Tests of external agents: the base class, the protocol's page, and the agent in this page."""
import csv
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

DOCS = pathlib.Path(__file__).resolve().parents[3] / "docs"
PAGE = (DOCS / "reference" / "protocol.md").read_text()
TUTORIAL = (DOCS / "tutorial" / "first-agent.md").read_text()
BREADTH_FIRST = pathlib.Path(__file__).resolve().parents[2] / "data" / "breadth_first_agent.py"
PERFECT = {"drive_variation": 0, "brake_tolerance": 0}


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    pathlib.Path("perfect.json").write_text(json.dumps(PERFECT))


def program(*arguments):
    return subprocess.run([os.environ["MARBLEMAZE_PROGRAM"], *map(str, arguments)], capture_output=True, text=True)


def command(code, name="agent.py"):
    """Returns the command of an agent with this code."""
    pathlib.Path(name).write_text(code)
    return f"'{sys.executable}' {name}"


def solve(agent, *arguments):
    return program("solve", "--settings", "perfect.json", "--agent-command", agent, *arguments)


def subclass(body, knowledge="blind"):
    lines = "\n".join("    " + line for line in body.splitlines())
    return f"import marblemaze as mm\nclass Mine(mm.Agent):\n    knowledge = '{knowledge}'\n{lines}\nMine().run()\n"


@pytest.mark.parametrize("orientations", [8, 24])
def test_breadth_first_over_the_protocol_makes_the_moves_of_the_built_in_one(orientations):
    for seed in range(1, 7):
        options = ["--size", 3, "--seed", seed, "--orientations", orientations, "--json"]
        ours = json.loads(solve(f"'{sys.executable}' '{BREADTH_FIRST}'", *options).stdout)
        built_in = json.loads(program("solve", "--settings", "perfect.json", "--agent", "breadth-first", *options).stdout)
        for figure in ("outcome", "played", "states", "moves", "repeated", "unrepeatable"):
            assert ours[figure] == built_in[figure]


def test_the_pages_transcript_is_what_is_said(tmp_path):
    arguments, lines = re.search(r"```\n\$ marblemaze (solve .*?)\n(.*?)```", PAGE, re.DOTALL).groups()
    told = [line[2:] for line in lines.splitlines() if line.startswith("> ")]
    said = [line[2:] for line in lines.splitlines() if line.startswith("< ")]
    assert len(told) > 10 and len(said) > 4
    parrot = ("import sys\n"
              f"said = {said!r}\n"
              "log = open('heard.txt', 'w')\n"
              "for line in sys.stdin:\n"
              "    log.write(line)\n"
              "    log.flush()\n"
              "    if line.split()[0] in ('marblemaze', 'go', 'told'):\n"
              "        while True:\n"
              "            answer = said.pop(0)\n"
              "            print(answer, flush=True)\n"
              "            if not answer.startswith('info'):\n"
              "                break\n")
    words = arguments.replace('"./my_agent"', "").split()
    words.remove("--agent-command")
    result = program(*words, "--agent-command", command(parrot))
    assert pathlib.Path("heard.txt").read_text().splitlines() == told
    assert "Solved" in result.stdout


FEWEST_MOVES_IN_COPIES = """
def choose(self, here):
    waiting, seen = [(self.copy(), None)], {here.state}
    while waiting:
        copy, first = waiting.pop(0)
        for move in range(copy.moves):
            new = self.play(self.copy(copy), move)
            begins = move if first is None else first
            if new.goal:
                return begins
            if new.moves and new.state not in seen:
                seen.add(new.state)
                waiting.append((new, begins))
            elif new.moves:
                self.drop(new)
    return None
"""


@pytest.mark.parametrize("orientations", [8, 24])
def test_an_agent_that_is_given_copies_finds_the_fewest_moves_as_the_built_in_one_does(orientations):
    solved = 0
    for seed in range(1, 4):
        options = ["--size", 3, "--seed", seed, "--orientations", orientations, "--json"]
        ours = json.loads(solve(command(subclass(FEWEST_MOVES_IN_COPIES, "copies")), *options).stdout)
        built_in = json.loads(program("solve", "--settings", "perfect.json", "--agent", "simulation-search", *options).stdout)
        assert (ours["outcome"], ours["moves"]) == (built_in["outcome"], built_in["moves"])
        solved += ours["outcome"] == "solved"
    assert solved > 0


def test_copies_draw_otherwise_each_and_alike_whatever_the_world_draws():
    tries = ("def choose(self, here):\n"
             "    for move in range(here.moves):\n"
             "        copies = [self.play(self.copy(), move) for _ in range(12)]\n"
             "        open('ends', 'a').write(f'{here.state} {move} {[copy.state for copy in copies]}\\n')\n"
             "    return here.leads.index(None) if None in here.leads else None\n")
    pathlib.Path("rough.json").write_text(json.dumps({"drive_variation": 0.2, "brake_tolerance": 0.1}))
    ends = []
    for run in (1, 7):
        program("solve", "--settings", "rough.json", "--seed", 3, "--run", run, "--move-limit", 20, "--agent-command",
                command(subclass(tries, "copies")))
        ends.append(pathlib.Path("ends").read_text().splitlines())
        pathlib.Path("ends").unlink()
    assert any(len(set(json.loads(line.split(maxsplit=2)[2].replace("None", "null")))) > 1 for line in ends[0])
    assert ends[0][:3] == ends[1][:3]


def test_an_agent_can_ask_no_more_models_than_it_is_told_of():
    asks = "def choose(self, here):\n    self.ask(self.models[-1], here.state, 0)\n    return 0"
    for world, models in (("predicted", "first-cell predictor"), ("imagined", "first-cell predictor imagination")):
        told = f"def begin(self):\n    assert ' '.join(self.models) == '{models}' and self.world == '{world}'\n"
        result = solve(command(subclass(told + asks, "full")), "--world", world, "--move-limit", 2, "--json")
        assert json.loads(result.stdout)["outcome"] not in ("nonsense", "crashed"), result.stderr


def test_the_page_names_every_word_that_is_sent():
    full = ("def run(self, *given):\n"
            "    log, hear = open('heard.txt', 'a'), mm.agent._Pipe.hear\n"
            "    mm.agent._Pipe.hear = lambda pipe: (words := hear(pipe), print(*words, file=log, flush=True))[0]\n"
            "    super().run(*given)\n"
            "def choose(self, here):\n"
            "    self.ask('predictor', here.state, 0)\n"
            "    return 0\n")
    solve(command(subclass(full, "full")), "--recovery", "--move-limit", 5)
    heard = pathlib.Path("heard.txt").read_text().split()
    words = {word for word in heard if word.isalpha()}
    assert {"state", "arc", "go", "told", "quit", "walls"} <= words
    assert not {word for word in words if f"`{word}" not in PAGE and f" {word} " not in PAGE}


def test_the_tutorials_agent_solves_as_many_mazes_as_breadth_first_in_fewer_moves():
    code = re.search(r"Write `better_agent.py`:\n\n```python\n(.*?)```", TUTORIAL, re.DOTALL)[1]
    assert len(code.splitlines()) <= 20
    for orientations in (8, 24):
        result = program("bench", "--settings", "perfect.json", "--size", 3, "--orientations", orientations, "--seeds",
                         "7001-7010", "--agent", "breadth-first", "--agent-command", command(code), "--results", "r.db")
        assert result.returncode == 0, result.stderr
    rows = list(csv.DictReader(program("report", "r.db", "--episodes").stdout.splitlines()))
    for orientations in ("8", "24"):
        moves = {}
        for built_in in (False, True):
            moves[built_in] = {row["seed"]: int(row["moves"]) for row in rows if row["orientations"] == orientations
                               and (row["agent"] == "breadth-first") == built_in and row["outcome"] == "solved"}
        assert len(moves[False]) >= len(moves[True])
        both = moves[False].keys() & moves[True].keys()  # mazes that both versions solve
        assert len(both) > 5
        assert sum(moves[False][seed] for seed in both) <= 0.7 * sum(moves[True][seed] for seed in both)


def test_an_exception_in_choose_is_a_crash_whose_traceback_is_shown():
    result = solve(command(subclass("def choose(self, here):\n    return [][here.state]")), "--json")
    assert json.loads(result.stdout)["outcome"] == "crashed"
    assert "IndexError" in result.stderr


def test_an_agent_or_a_command_to_which_nobody_listens_any_more_ends_without_a_traceback():
    for arguments, said in ((["-c", "import marblemaze as mm\nmm.Agent().run()"], "marblemaze 1\n"), (["-m", "marblemaze.classroom", "list"], "")):
        read, write = os.pipe()
        os.close(read)
        done = subprocess.run([sys.executable, *arguments], input=said, stdout=write, stderr=subprocess.PIPE, text=True)
        os.close(write)
        assert done.returncode != 0 and done.stderr == ""


def test_what_choose_prints_does_not_disturb_the_protocol():
    result = solve(command(subclass("def choose(self, here):\n    print('thinking')\n    return 0")), "--move-limit", 2, "--json")
    assert json.loads(result.stdout)["outcome"] == "capped"
    assert result.stderr == "thinking\n" * 3


def test_none_gives_up():
    result = solve(command(subclass("def choose(self, here):\n    return None")), "--json")
    assert json.loads(result.stdout)["outcome"] == "unsolvable"


def test_a_full_agent_knows_the_maze_and_what_models_say():
    body = ("def begin(self):\n"
            "    import json\n"
            "    models = [[[list(a) for a in self.ask(model, state, move)] for move in range(3)]\n"
            "              for model in ('predictor', 'imagination', 'first-cell') for state in (0, 9, 100)]\n"
            "    told = {'dims': self.maze.dims, 'start': self.maze.start, 'target': self.maze.target, 'models': models,\n"
            "            'walls': [[self.maze.wall(c, s) for s in range(6)] for c in range(27)]}\n"
            "    open('told.json', 'w').write(json.dumps(told))\n"
            "def choose(self, here):\n"
            "    return None")
    solve(command(subclass(body, "full")), "--seed", 5)
    told = json.loads(pathlib.Path("told.json").read_text())
    maze = mm.Maze.generate(3, seed=5)
    assert (tuple(told["dims"]), told["start"], told["target"]) == (maze.dims, maze.start, maze.target)
    assert told["walls"] == maze.walls().reshape(27, 6).tolist()
    expected = []
    for name in ("predictor", "imagination", "first-cell"):
        model = mm.ForwardModel(maze, name, settings=mm.Settings(**PERFECT))
        expected += [[[[guess.state, pytest.approx(guess.probability, rel=1e-5)]
                       for guess in model.predict(state, move)] for move in range(3)] for state in (0, 9, 100)]
    assert told["models"] == expected


def test_an_agent_needs_neither_numpy_nor_the_library():
    script = "import sys, marblemaze; marblemaze.Agent; print('numpy' in sys.modules, 'marblemaze._library' in sys.modules)"
    environment = {**os.environ, "MARBLEMAZE_LIBRARY": "/nowhere"}
    result = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True)
    assert result.stdout == "False False\n"


# --- tilt policies ---

ROLLS = ("import marblemaze as mm\nclass Mine(mm.Controller):\n    name, knowledge = 'rolls', 'heuristic'\n"
         "    def turn(self, seen):\n        x, y, z = seen.way\n        a, b, c = seen.down\n"
         "        return y * c - z * b, z * a - x * c, x * b - y * a\nMine().run()\n")


def test_a_controller_turns_the_maze_as_the_same_actions_do_in_python():
    told = program("solve", "--free", "--seed", 3, "--agent-command", command(ROLLS), "--trace", "run.jsonl", "--json")
    lines = [json.loads(line) for line in pathlib.Path("run.jsonl").read_text().splitlines()]
    world = mm.TiltWorld(mm.Maze.generate(3, seed=3))
    for line in lines[:-1]:
        seen, way = world.state, world.observation()[24:27]
        assert line["marble"] == seen.marble.tolist() and line["down"] == seen.down.tolist()
        world.act(np.cross(way, seen.down), 8)
    assert len(lines) > 20 and json.loads(told.stdout)["agent"].startswith("rolls 1 (")
    assert json.loads(told.stdout)["outcome"] in ("solved", "capped")


def test_a_controller_is_told_its_task_and_what_its_class_may_know():
    body = ("import json, marblemaze as mm\nclass Mine(mm.Controller):\n    knowledge = {!r}\n    def begin(self):\n"
            "        self.info('thinks twice')\n        self.task = [self.rate, self.acceleration, self.seconds, self.rest]\n"
            "    def turn(self, seen):\n        walls = self.maze and [self.maze.wall(0, side) for side in range(6)]\n"
            "        open('told.json', 'w').write(json.dumps([self.task, walls, seen.distance, seen.way]))\n"
            "        return 1, 0, 0\nMine().run()\n")
    world, maze = mm.TiltWorld(mm.Maze.generate(3, seed=5)), mm.Maze.generate(3, seed=5)
    for knowledge in ("blind", "full"):
        run = program("bench", "--free", "--rest", "--seeds", "5-5", "--results", f"{knowledge}.db",
                      "--agent-command", command(body.format(knowledge), f"{knowledge}.py"), "--json")
        assert json.loads(run.stdout)["outcomes"] == {"capped": 1}, run.stderr
        task, walls, distance, way = json.loads(pathlib.Path("told.json").read_text())
        assert task == [world.max_rate, world.max_acceleration, pytest.approx(8 / 120), True]
        assert walls == (None if knowledge == "blind" else maze.walls()[0, 0, 0].tolist())
        assert (distance is None, way is None) == (knowledge == "blind",) * 2
    rows = program("report", "blind.db", "--json")
    assert "controller 1 (" in rows.stdout


@pytest.mark.parametrize("answer, outcome, words", [
    ("echo turn 1 nan 0; cat", "nonsense", "'turn 1 nan 0' where 'turn X Y Z' with three numbers, was expected"),
    ("echo move 1; cat", "nonsense", "'move 1' where"), ("exit 3", "crashed", "exit status 3"),
    ("sleep 100", "timed-out", "within 0.3 s"), ("yes info thinking", "flooded", "65536")])
def test_a_controller_that_breaks_the_protocol_ends_its_run(answer, outcome, words):
    pathlib.Path("bad.sh").write_text(f"read hello; echo agent bad 1 blind; read free; read see; {answer}\n")
    agent = ["--agent-command", "sh bad.sh", "--decision-limit", 0.3]
    told = program("solve", "--free", *agent, "--json")
    document = json.loads(told.stdout)
    assert told.returncode == 1 and document["outcome"] == outcome and words in document["fault"]
    assert words in program("solve", "--free", *agent).stdout
    bench = program("bench", "--free", *agent, "--seeds", "1-2", "--json")
    assert json.loads(bench.stdout)["outcomes"] == {outcome: 2} and words in bench.stderr, bench.stderr
    assert bench.stderr.count("\n") == 2


def test_a_bench_waits_for_no_agent_that_makes_moves_where_a_controller_is_expected():
    pathlib.Path("moves.sh").write_text("echo agent moves 1 blind; cat >/dev/null\n")
    refused = program("bench", "--free", "--seeds", "1-2", "--agent-command", "sh moves.sh", "--start-limit", 0.3)
    assert refused.returncode == 2 and "expected a controller's 'turn X Y Z'" in refused.stderr


def test_limits_of_moves_mean_nothing_to_a_controller():
    for limit in ("--move-limit", "--call-limit"):
        refused = program("solve", "--free", "--agent-command", "cat", limit, 3)
        assert refused.returncode == 2 and "cannot be combined with" in refused.stderr


def test_a_controller_in_tests_is_given_its_lines():
    class Still(mm.Controller):
        def turn(self, seen):
            return [0, seen.down[2], seen.marble[0]]

    answers = io.StringIO()
    Still().run(io.StringIO("marblemaze 1\nfree rate 1 acceleration 2 seconds 0.0625 rest 0\n"
                            "see 0.5 0 0 0 0 0 0 0 0 0 0 -1 0 0 0\nquit\n"), answers)
    assert answers.getvalue() == "agent controller 1 blind\nturn 0.0 -1.0 0.5\n"
