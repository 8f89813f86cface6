"""Tests of a user's own agents in this process, together with built-in agents, and of the program's commands."""
import json
import pathlib
import signal
import subprocess
import sys
import textwrap
import threading

import pytest

import marblemaze as mm
from support import json_of, run_python

MAZE = mm.Maze.generate(3, seed=7)

SOURCE = '''
import marblemaze as mm

class Better(mm.Agent):
    name, version, knowledge = "better", "1", "heuristic"

    def choose(self, here):
        best, reached, seen = (float("inf"), [None]), [(here, [])], {here.state}
        for place, path in reached:
            for move, to in enumerate(place.leads):
                if to is None:
                    best = min(best, (3 * place.distance + len(path), [*path, move]))
                elif to not in seen:
                    seen.add(to)
                    reached.append((self.places[to], [*path, move]))
        self.info(f"costs {best[0]:.0f}")
        return best[1][0]

class Still(mm.TiltAgent):
    name, knowledge = "still", "full"

    def turn(self, seen):
        assert len(self.maze.walls) > 8 and self.rate > 0.5 and seen.distance > 0 and len(seen.way) == 3
        return 0, 0, 0

class Trier(mm.Agent):
    """Makes a move after which a copy reaches the target, or an untried one."""
    name, version, knowledge = "trier", "1", "copies"

    def choose(self, here):
        for first in range(here.moves):
            one = self.play(self.copy(), first)
            for second in range(one.moves):
                if one.goal or self.play(self.copy(one), second).goal:
                    return first
        untried = [move for move, to in enumerate(here.leads) if to is None]
        return untried[0] if untried else 0

class Asker(mm.Agent):
    name, version, knowledge = "asker", "1", "full"

    def choose(self, here):
        assert self.maze.dims == (3, 3, 3) and sum(self.maze.wall(0, side) for side in range(6)) >= 3
        answers = [self.ask("predictor", here.state, move) for move in range(here.moves)]
        known = [move for move, to in enumerate(here.leads) if to is None and answers[move] and answers[move][0].state is not None]
        return known[0] if known else None
'''


@pytest.fixture(scope="module")
def agents(tmp_path_factory):
    folder = tmp_path_factory.mktemp("agents")
    (folder / "own_agents.py").write_text(SOURCE)
    sys.path.insert(0, str(folder))
    import own_agents
    yield own_agents
    sys.path.remove(str(folder))


@pytest.mark.parametrize("name", ["Better", "Trier", "Asker"])
def test_protocol_does_not_change_a_run(agents, name, tmp_path):
    script = tmp_path / "agent.py"
    script.write_text(f"import sys; sys.path.insert(0, {str(pathlib.Path(agents.__file__).parent)!r})\n"
                      f"import own_agents; own_agents.{name}().run()\n")
    result = json_of("solve", "--seed", "7", "--agent-command", f"'{sys.executable}' '{script}'")
    episode = mm.play(getattr(agents, name), MAZE)
    assert (episode.outcome, [move.move for move in episode.moves]) == (result["outcome"], result["played"])
    assert episode.counters["moves"] > 2


def test_each_run_gets_a_copy_of_an_instance(agents):
    instance = agents.Better()
    first, second = (mm.play(instance, MAZE, record=True) for _ in range(2))
    assert first.moves == second.moves and not instance.places
    assert first.log()[0]["reason"].startswith("costs ")
    assert first.agent == mm.agent_name(instance) != mm.agent_name(agents.Better)


def test_results_file_contains_own_and_built_in_agents(agents, tmp_path):
    path = tmp_path / "mine.db"
    found = mm.bench([agents.Better, "heuristic"], seeds=range(1, 7), runs=2, world="imagined", results_file=path, jobs=2)
    assert found.rows == 24
    name = mm.agent_name(agents.Better)
    compared = mm.compare(found.where(agent=name), found.where(agent="heuristic"))
    assert compared.mazes == 6 and compared.runs == 12
    again = mm.bench(agents.Better, seeds="1-8", runs=2, world="imagined", results_file=path)
    assert again.rows == 16 and mm.results(path).rows == 28
    alone = mm.play(agents.Better, mm.Maze.generate(3, seed=3), world="imagined", run=2)
    row = again.where(seed=3, run=2)
    assert (row["outcome"][0], row["moves"][0]) == (alone.outcome, alone.counters["moves"])


def test_marblebench_returns_a_score_card(agents, capfd):
    assert mm.command("marblebench", "--set", "marblebench-free-1", "--list", "--json") == 0
    problem = json.loads(capfd.readouterr().out)["problems"][0]["name"]
    card, = mm.marblebench(agents.Still, problems=[problem])
    assert card["agent"] == mm.agent_name(agents.Still) and "still" in capfd.readouterr().out


@pytest.mark.parametrize("name, choose, words", [
    ("Divides", lambda agent, here: 0 if len(agent.places) < 2 else 1 // 0, "raised ZeroDivisionError: .*zero$"),
    ("Illegal", lambda agent, here: 7, "move 7 in state 0: expected 0 to 2, or None"),
    ("Peeks", lambda agent, here: agent.ask("predictor", here.state, 0), "Unsupported: agent: expected the access level full or copies")])
def test_agent_error_names_agent_and_cause(name, choose, words):
    agent = type(name, (mm.Agent,), {"name": "broken", "choose": choose})
    for use in (lambda: mm.play(agent, MAZE), lambda: mm.bench([agent], seeds="1-4", jobs=2)):
        with pytest.raises(mm.AgentError, match=rf"^agent 'broken 1 \(\w{{8}}\)' .*{words}") as raised:
            use()
        assert raised.value.__cause__ is not None
    assert mm.play("heuristic", MAZE).solved, "later calls work"


def test_unknown_agents_are_rejected():
    with pytest.raises(mm.BadInput, match="status 2"):
        mm.bench("nobody", seeds="1-2")
    with pytest.raises(TypeError, match="expected a name, or a subclass"):
        mm.play(len, MAZE)


@pytest.mark.parametrize("use", ["mm.play(Endless, mm.Maze.generate(3, seed=7))", "mm.bench([Endless, 'heuristic'], seeds='1-50', jobs=2)",
                                 "mm.bench('heuristic', seeds='1-100000')"])
def test_ctrl_c_ends_runs_of_agents(use, tmp_path):
    script = tmp_path / "endless.py"
    script.write_text(textwrap.dedent('''
        import marblemaze as mm, sys, time
        class Endless(mm.Agent):
            name = "endless"
            def choose(self, here):
                time.sleep(0.05)
                return 0
        print("begun", flush=True)
        try:
            USE
        except KeyboardInterrupt:
            sys.exit(77)
    ''').replace("USE", use))
    process = subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=tmp_path)
    process.stdout.readline()
    threading.Event().wait(2)
    process.send_signal(signal.SIGINT)
    assert process.wait(20) == 77


def test_commands_run_in_this_process(capfd, tmp_path):
    assert mm.command("solve", "--seed", 7, "--world", "predicted", "--json") in (0, 1)
    assert json.loads(capfd.readouterr().out)["moves"] > 0
    assert mm.command("solve", "--size", "x") == 2 and "--size" in capfd.readouterr().err
    before = signal.getsignal(signal.SIGINT)
    assert mm.command("bench", "--agent", "heuristic", "--seeds", "1-2", "--results", tmp_path / "r.db") == 0
    assert signal.getsignal(signal.SIGINT) is before


def test_agents_can_play_in_threads(agents):
    outcomes = []
    threads = [threading.Thread(target=lambda: outcomes.append(mm.play(agents.Better, MAZE).outcome)) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert outcomes == ["solved"] * 3


def test_package_contains_the_program(tmp_path):
    assert run_python("-m", "marblemaze.program", "--version").stdout.split()[-1] == mm.__version__
    solved = run_python("-m", "marblemaze.program", "solve", "--seed", "7", "--world", "predicted", "--json")
    assert solved.returncode == 0 and json.loads(solved.stdout)["outcome"] == "solved"
    invalid = run_python("-m", "marblemaze.program", "solve", "--seed", "x")
    assert invalid.returncode == 2 and invalid.stderr.startswith("marblemaze: --seed 'x'")
    bench = subprocess.Popen([sys.executable, "-m", "marblemaze.program", "bench", "--agent", "heuristic", "--seeds", "1-1000000"],
                             cwd=tmp_path, stderr=subprocess.PIPE, text=True)
    while not (tmp_path / "results.db").exists():
        threading.Event().wait(0.1)
    threading.Event().wait(1)
    bench.send_signal(signal.SIGINT)
    assert "run the same command again" in bench.communicate(timeout=30)[1] and bench.returncode == 75
