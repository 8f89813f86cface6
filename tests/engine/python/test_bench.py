"""Tests of benchmark results and comparisons, and of environment policies in the program."""
import csv
import sys

import numpy as np
import pytest

import marblemaze as mm
from support import DOCS, json_of, run_program, run_python


def bench(path, *options):
    run_program("bench", "--agent", "heuristic", "random-walk", "--size", 3, "--results", path, *options, check=True)
    return path


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    return bench(tmp_path_factory.mktemp("bench") / "results.db", "--seeds", "1-5", "--world", "predicted", "--truth")


def test_results_are_the_rows_of_the_file(file):
    found = mm.results(file)
    assert found.rows == 10 and {"agent", "seed", "outcome", "moves"} <= set(found) and all(len(found[name]) == 10 for name in found)
    assert [found[name].dtype.kind for name in ("seed", "moves", "agent")] == ["u", "i", "U"]
    rows = csv.DictReader(run_program("report", file, "--episodes").stdout.splitlines())
    columns = ("agent", "seed", "outcome", "moves")
    assert {tuple(row[name] for name in columns) for row in rows} == set(zip(*(found[name].astype(str) for name in columns)))
    heuristic = found.where(agent="heuristic")
    assert heuristic.rows == 5 and set(heuristic["agent"]) == {"heuristic"} and heuristic.where(seed=99).rows == 0
    assert set(mm.results(file, "truths")["seed"]) == {1, 2, 3, 4, 5}


def test_unreadable_files_and_unknown_names_are_rejected(file, tmp_path):
    (tmp_path / "text.db").write_text("no database" * 100)
    for path in (tmp_path / "missing.db", tmp_path / "text.db", tmp_path):
        with pytest.raises(mm.BadInput, match="cannot read"):
            mm.results(path)
    assert not (tmp_path / "missing.db").exists()
    with pytest.raises(mm.BadInput, match="table 'runs': expected one of episodes, truths"):
        mm.results(file, "runs")
    with pytest.raises(KeyError, match="column 'speed': expected one of layers"):
        mm.results(file)["speed"]


def test_policy_plays_the_same_run_in_program_and_environment(tmp_path):
    from marblemaze.env import MarbleMazeTilt
    page = (DOCS / "reference/environments/tilt.md").read_text()
    code = page.split("file such as `my_policy.py`")[1].split("```python\n")[1].split("```")[0]
    (tmp_path / "my_policy.py").write_text(code)
    result = json_of("solve", "--tilt", "--seed", 7, "--agent-command", f"'{sys.executable}' '{tmp_path / 'my_policy.py'}'")
    assert result["outcome"] == "solved"
    namespace = {"__name__": "policy"}
    exec(code.rsplit("\n\n\n", 1)[0], namespace)
    env = MarbleMazeTilt(maze=mm.Maze.generate(3, seed=7), world="bullet", ticks=8)
    observation = env.reset(seed=1)[0]
    env._runs.batch.reset(streams=[1])  # noise of run 1
    steps, over = 0, False
    while not over:
        observation, _, over, _, info = env.step(namespace["policy"](observation))
        steps += 1
    assert info["outcome"] == "solved" and result["seconds"] == pytest.approx(steps * 8 / 120, abs=8 / 120)


def test_q_learning_tutorial_solves_its_maze_without_gymnasium():
    script = DOCS / "tutorial/q_learning.py"
    done = run_python("-c", f"import sys; sys.modules['gymnasium'] = None; exec(open({str(script)!r}).read())")
    assert done.stdout.endswith("solved\n") and len(script.read_text().splitlines()) <= 31


@pytest.mark.parametrize("seeds, runs", [("1-12", 1), ("1-12", 3), ("1-15", 2)])
def test_comparison_matches_the_program(tmp_path, seeds, runs):
    path = bench(tmp_path / "results.db", "--seeds", seeds, "--world", "imagined", "--runs", runs)
    found = mm.results(path)
    own = mm.compare(found.where(agent="heuristic"), found.where(agent="random-walk"))
    reported = json_of("report", path, "--compare", "heuristic", "random-walk")["comparisons"][0]
    counts = ("maze_count", "run_count", "both_solved_count", "only_first_solved_count", "only_second_solved_count",
              "neither_solved_count")
    assert own[:6] == tuple(reported[name] for name in counts) and own.runs == own.mazes * runs and own.both > 1
    names = ("first_pct_solved", "second_pct_solved", "solved_points", "first_moves", "second_moves", "moves_difference")
    for interval, name in zip(own[6:], names):
        assert interval == pytest.approx(tuple(reported[name].values()), abs=0.0051)  # the program rounds its output


def test_runs_that_cannot_be_compared_are_rejected(file):
    found = mm.results(file)
    heuristic, walk = found.where(agent="heuristic"), found.where(agent="random-walk")
    for a, b, words in ((heuristic, found, r"^b: several rows of a run: select one agent with where\(\)$"),
                        (heuristic.where(seed=1), walk.where(seed=2), "found 0 kinds"),
                        ("heuristic", walk, "a 'heuristic': expected a Results")):
        with pytest.raises(mm.BadInput, match=words):
            mm.compare(a, b)
    single = mm.compare(heuristic.where(seed=1), walk.where(seed=1))
    assert single.mazes == single.runs == 1 and np.isnan(single.solved.low) and single.first_solved.low >= 0
