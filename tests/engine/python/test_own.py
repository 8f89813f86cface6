"""The agents of a user play in this process as in a process of their own, together with built-in agents and by the same rules."""
import json
import os
import pathlib
import signal
import subprocess
import sys
import textwrap
import threading

import numpy as np
import pytest

import marblemaze as mm

MAZE = mm.Maze.generate(3, seed=7)

SOURCE = '''
import marblemaze as mm

class Better(mm.Agent):
    name, version, knowledge = "better", "1", "heuristic"

    def choose(self, here):
        best, reached, seen = (float("inf"), [None]), [(here, [])], {here.state}
        for place, way in reached:
            for move, leads_to in enumerate(place.leads):
                if leads_to is None:
                    best = min(best, (3 * place.distance + len(way), [*way, move]))
                elif leads_to not in seen:
                    seen.add(leads_to)
                    reached.append((self.places[leads_to], [*way, move]))
        self.info(f"costs {best[0]:.0f}")
        return best[1][0]

class Still(mm.Controller):
    name, knowledge = "still", "full"

    def turn(self, seen):
        assert len(self.maze.walls) > 8 and self.rate > 0.5 and seen.distance > 0 and len(seen.way) == 3
        return 0, 0, 0

class Trier(mm.Agent):
    """Goes where a copy finds the target in two moves, else anywhere new."""
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
def test_an_agent_plays_the_same_run_here_as_in_a_process_of_its_own(agents, name, tmp_path):
    script = tmp_path / "agent.py"
    script.write_text(f"import sys; sys.path.insert(0, {str(pathlib.Path(agents.__file__).parent)!r})\n"
                      f"import own_agents; own_agents.{name}().run()\n")
    told = subprocess.run([os.environ["MARBLEMAZE_PROGRAM"], "solve", "--seed", "7", "--json", "--agent-command",
                           f"'{sys.executable}' '{script}'"], capture_output=True, text=True).stdout
    here, there = mm.play(getattr(agents, name), MAZE), json.loads(told)
    assert (here.outcome, [move.move for move in here.moves]) == (there["outcome"], there["played"])
    assert here.counters["moves"] > 2


def test_reasons_and_copies_of_an_instance_are_the_runs_own(agents):
    instance = agents.Better()
    first, second = (mm.play(instance, MAZE, record=True) for _ in range(2))
    assert first.moves == second.moves and not instance.places
    assert first.log()[0]["reason"].startswith("costs ")
    assert first.agent == mm.agent_name(instance) != mm.agent_name(agents.Better)


def test_own_and_built_in_agents_are_in_one_results_file_and_are_compared(agents, tmp_path):
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


def test_marblebench_gives_a_card(agents, capfd):
    assert mm.command("marblebench", "--set", "marblebench-free-1", "--list", "--json") == 0
    problem = json.loads(capfd.readouterr().out)["problems"][0]["name"]
    card, = mm.marblebench(agents.Still, problems=[problem])
    assert card["agent"] == mm.agent_name(agents.Still) and "still" in capfd.readouterr().out


def test_what_an_agent_raises_comes_out_and_names_it():
    class Broken(mm.Agent):
        name = "broken"

        def choose(self, here):
            return 0 if len(self.places) < 2 else 1 // 0

    class Wrong(mm.Agent):
        name = "wrong"

        def choose(self, here):
            return 7

    class Greedy(mm.Agent):
        name = "greedy"

        def choose(self, here):
            return self.ask("predictor", here.state, 0)

    with pytest.raises(mm.AgentError, match=r"^agent 'broken 1 \(\w{8}\)' raised ZeroDivisionError: .*zero$") as raised:
        mm.play(Broken, MAZE)
    assert isinstance(raised.value.__cause__, ZeroDivisionError)
    with pytest.raises(mm.AgentError, match="ZeroDivisionError"):
        mm.bench([Broken], seeds="1-4", jobs=2)
    with pytest.raises(mm.AgentError, match="move 7 in state 0: expected 0 to 2, or None"):
        mm.play(Wrong, MAZE)
    with pytest.raises(mm.AgentError, match="Unsupported: agent: expected the access level full or copies"):
        mm.play(Greedy, MAZE)
    assert mm.play("heuristic", MAZE).solved, "the library goes on"
    with pytest.raises(mm.BadInput, match="status 2"):
        mm.bench("nobody", seeds="1-2")
    with pytest.raises(TypeError, match="expected a name, or a subclass"):
        mm.play(len, MAZE)


@pytest.mark.parametrize("use", ["mm.play(Endless, mm.Maze.generate(3, seed=7))", "mm.bench([Endless, 'heuristic'], seeds='1-50', jobs=2)",
                                 "mm.bench('heuristic', seeds='1-100000')"])
def test_an_interrupt_ends_it_at_once(use, tmp_path):
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


def test_commands_run_in_the_library(capfd, tmp_path):
    assert mm.command("solve", "--seed", 7, "--world", "predicted", "--json") in (0, 1)
    assert json.loads(capfd.readouterr().out)["moves"] > 0
    assert mm.command("solve", "--size", "x") == 2 and "--size" in capfd.readouterr().err
    before = signal.getsignal(signal.SIGINT)
    assert mm.command("bench", "--agent", "heuristic", "--seeds", "1-2", "--results", tmp_path / "r.db") == 0
    assert signal.getsignal(signal.SIGINT) is before


def test_agents_play_in_threads(agents):
    outcomes = []
    threads = [threading.Thread(target=lambda: outcomes.append(mm.play(agents.Better, MAZE).outcome)) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert outcomes == ["solved"] * 3 and np.all([outcome == outcomes[0] for outcome in outcomes])


def test_the_package_brings_the_program(tmp_path):
    def program(*arguments):
        return subprocess.run([sys.executable, "-m", "marblemaze.program", *arguments], capture_output=True, text=True, cwd=tmp_path)

    assert program("--version").stdout.split()[-1] == mm.__version__
    solved = program("solve", "--seed", "7", "--world", "predicted", "--json")
    assert solved.returncode == 0 and json.loads(solved.stdout)["outcome"] == "solved"
    wrong = program("solve", "--seed", "x")
    assert wrong.returncode == 2 and wrong.stderr.startswith("marblemaze: --seed 'x'")
    bench = subprocess.Popen([sys.executable, "-m", "marblemaze.program", "bench", "--agent", "heuristic", "--seeds", "1-1000000"],
                             cwd=tmp_path, stderr=subprocess.PIPE, text=True)
    while not (tmp_path / "results.db").exists():
        threading.Event().wait(0.1)
    threading.Event().wait(1)
    bench.send_signal(signal.SIGINT)
    assert "give the same command again" in bench.communicate(timeout=30)[1] and bench.returncode == 75
