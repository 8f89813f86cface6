"""Tests of Python agents in this process, and of the commands of the program."""
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
    assert first.agent == mm.agent_name(instance) == mm.agent_name(agents.Better)


def make_agent(answer):
    class Same(mm.Agent):
        name = "same"

        def choose(self, here):
            return answer

    return Same


def test_classes_with_equal_names_play_their_own_code():
    for make in (make_agent, lambda move: type("Same", (mm.Agent,), {"name": "same", "choose": lambda self, here: move}),
                 lambda move: type("Same", (make_agent(0),), {"move": move, "choose": lambda self, here: self.move})):
        classes = [make(move) for move in range(3)]
        for move, agent in enumerate(classes):
            assert [made.move for made in mm.play(agent, MAZE, move_limit=3).moves] == [move] * 3
        found = mm.bench(classes, seeds="1-2", world="imagined", move_limit=2)
        assert found.rows == 6 and set(found["agent"]) == {mm.agent_name(agent) for agent in classes}


def test_agents_with_the_same_identifier_are_rejected():
    agent = make_agent(1)
    assert mm.agent_name(agent) == mm.agent_name(make_agent(1)), "it does not depend on addresses"
    with pytest.raises(mm.BadInput, match=r"'same 1 \(\w{8}\)' is the identifier of two agents: give them different versions"):
        mm.bench([agent, make_agent(1)], seeds="1-2")
    assert mm.bench([agent, agent], seeds="1-2", world="imagined", move_limit=2).rows == 2


IDENTIFIED = """
import marblemaze as mm
class Walker(mm.Agent):
    name, preferred = "walker", 0
    def __init__(self, words=()):
        self.words, self.table, self.itself = set(words), {word: len(word) for word in set(words)}, self
    def choose(self, here):
        return self.preferred
class Wanderer(mm.Agent):
    name = "wanderer"
    def choose(self, here):
        return 0
words = [mm.agent_name(agent) for agent in (Wanderer, Wanderer(), Walker, Walker("abcdefg"), Walker("abcdef"))]
Walker.preferred = 1
print(*words, mm.agent_name(Walker), sep=",")
"""


def test_identifier_depends_on_file_and_attributes_only(tmp_path):
    def identifiers(text, seed):
        (tmp_path / "identified.py").write_text(text)
        return run_python(tmp_path / "identified.py", PYTHONHASHSEED=str(seed)).stdout.strip().split(",")

    names = identifiers(IDENTIFIED, 1)
    assert names[0] == names[1] and len(set(names)) == 5
    assert identifiers(IDENTIFIED, 2) == identifiers(IDENTIFIED, 3) == names
    assert not set(identifiers(IDENTIFIED.replace("return 0", "return 1"), 1)) & set(names), "the file was edited"


@pytest.mark.parametrize("method, base, options", [("choose", "Agent", ["--move-limit", "3"]), ("turn", "TiltAgent", ["--tilt"])])
def test_agent_needs_no_call_of_the_base_constructor(method, base, options, tmp_path):
    source = f"import marblemaze as mm\nclass Mine(mm.{base}):\n    def __init__(self, answer):\n        self.answer = answer\n" \
             f"    def {method}(self, seen):\n        assert self.maze is None\n        return self.answer\n"
    answer, namespace = 1 if base == "Agent" else (0, 0, 0), {}
    exec(source, namespace)
    assert mm.play(namespace["Mine"](answer), MAZE, move_limit=3).outcome == "capped"
    (tmp_path / "agent.py").write_text(source + f"Mine({answer}).run()\n")
    result = json_of("solve", *options, "--agent-command", f"'{sys.executable}' '{tmp_path / 'agent.py'}'")
    assert result["outcome"] in ("capped", "overdue", "solved"), result


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
    ("Peeks", lambda agent, here: agent.ask("predictor", here.state, 0),
     "Unsupported: agent: this function requires the access level full or copies"),
    ("Bool", lambda agent, here: True, "BadType: move True: expected an integer"),
    ("Odd", lambda agent, here: agent.copy(0), "BadType: copy 0: expected a Copy"),
    ("Drops", lambda agent, here: [copy := agent.copy(), agent.drop(copy), agent.play(copy, 0)],
     "copy 1 has no moves left, was dropped, or belongs to an earlier decision"),
    ("Hoards", lambda agent, here: [agent.copy() for _ in range(10_001)],
     r"copies: the agent has 10,000, which is the maximum: delete copies with drop\(\)"),
    ("None", mm.Agent.choose, r"NotImplementedError: expected a choose\(\) method")])
def test_agent_error_names_agent_and_cause(name, choose, words):
    knowledge = "copies" if name in ("Drops", "Hoards") else "blind"
    agent = type(name, (mm.Agent,), {"name": "broken", "choose": choose, "knowledge": knowledge})
    for use in (lambda: mm.play(agent, MAZE), lambda: mm.bench([agent], seeds="1-4", jobs=2)):
        with pytest.raises(mm.AgentError, match=rf"^agent 'broken 1 \(\w{{8}}\)' .*{words}") as raised:
            use()
        assert raised.value.__cause__ is not None
    assert mm.play("heuristic", MAZE).solved, "later calls work"


@pytest.mark.parametrize("command", [(float("nan"), 0, 0), (0, float("inf"), 0), (1e300, 0, 0), (0, 0)])
def test_tilt_policy_must_return_three_numbers(command):
    policy = type("Odd", (mm.TiltAgent,), {"turn": lambda self, seen: command})
    with pytest.raises(mm.AgentError, match=r"BadInput: command \[.*\]: expected three numbers of at most 1e100"):
        mm.play(policy, MAZE)


def test_failing_agent_does_not_affect_another_thread():
    failed, played = threading.Event(), []

    class Fails(mm.Agent):
        def choose(self, here):
            failed.set()
            raise ValueError("no idea")

    class Plays(mm.Agent):
        def choose(self, here):
            failed.wait(60)
            return 0

    thread = threading.Thread(target=lambda: played.append(mm.play(Plays, MAZE, move_limit=5)))
    thread.start()
    with pytest.raises(mm.AgentError, match="no idea") as raised:
        mm.bench([Fails], seeds="1-4", jobs=2)
    assert isinstance(raised.value.__cause__, ValueError)
    thread.join()
    assert played[0].outcome in ("capped", "frozen", "solved")


def test_unknown_agents_and_names_are_rejected():
    mm.play(make_agent(None), MAZE)
    with pytest.raises(mm.BadInput, match="agent 'nobody': expected one of depth-first, .*floor$"):
        mm.bench("nobody", seeds="1-2")
    with pytest.raises(mm.BadInput, match="agent 'nobody': expected one of depth-first, .*"):
        mm.Episode(MAZE, "nobody")
    with pytest.raises(TypeError, match="expected a name, or a subclass"):
        mm.play(len, MAZE)
    for member in ({"name": ""}, {"name": "a b/c"}, {"version": "1,2"}):
        with pytest.raises(mm.BadInput, match="expected 1 to 40 letters, digits and"):
            mm.play(type("Odd", (mm.Agent,), member), MAZE)


@pytest.mark.parametrize("seeds, words", [("3-1", "^seeds '3-1': expected A-B with"), ([1, 2], r"^seeds \[1, 2\]: expected consecutive"),
                                          (range(1, 9, 2), "expected consecutive numbers"), ("x", "^seeds 'x': expected A-B")])
def test_error_of_a_benchmark_has_the_message_of_the_program(seeds, words, capfd):
    with pytest.raises(mm.BadInput, match=words):
        mm.bench("heuristic", seeds=seeds)
    assert capfd.readouterr().err == ""


def test_benchmark_reports_its_progress_but_no_temporary_files(capfd):
    reports = []

    def stop_later(done, total):
        reports.append((done, total))
        if done > 20:
            raise LookupError

    with pytest.raises(LookupError), mm.progress(stop_later):
        mm.bench("heuristic", seeds="1-1000", jobs=2)
    assert reports == sorted(reports) and reports[-1][1] == 1000
    printed = capfd.readouterr()
    assert "results in" not in printed.out and "run the same command again" not in printed.err


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
    with pytest.raises(mm.BadInput, match=r"--size 'x': .* \(see marblemaze solve --help\)"):
        mm.command("solve", "--size", "x")
    assert capfd.readouterr().err == ""
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
