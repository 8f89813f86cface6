"""Tests of benchmark results, and of the environments' policies in the program."""
import json
import os
import pathlib
import subprocess
import sys

import numpy as np
import pytest

import marblemaze as mm

DOCS = pathlib.Path(__file__).resolve().parents[3] / "docs"


def program(*arguments):
    return subprocess.run([os.environ["MARBLEMAZE_PROGRAM"], *map(str, arguments)], capture_output=True, text=True, check=True).stdout


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = tmp_path_factory.mktemp("bench") / "results.db"
    program("bench", "--agent", "heuristic", "random-walk", "--seeds", "1-5", "--size", 3, "--world", "predicted", "--truth",
            "--results", path)
    return path


def test_results_are_the_rows_of_the_file(file):
    found = mm.results(file)
    assert found.rows == 10 and {"agent", "seed", "outcome", "moves"} <= set(found) and all(len(found[name]) == 10 for name in found)
    assert found["seed"].dtype == np.uint64 and found["moves"].dtype.kind == "i" and found["agent"].dtype.kind == "U"
    lines = [line.split(",") for line in program("report", file, "--episodes").splitlines()]
    rows = [dict(zip(lines[0], line)) for line in lines[1:]]
    told = {(row["agent"], int(row["seed"])): (row["outcome"], int(row["moves"])) for row in rows}
    assert {(str(found["agent"][i]), int(found["seed"][i])): (str(found["outcome"][i]), int(found["moves"][i]))
            for i in range(10)} == told
    mine = found.where(agent="heuristic")
    assert mine.rows == 5 and set(mine["agent"]) == {"heuristic"} and mine.where(seed=99).rows == 0
    assert set(mm.results(file, "truths")["seed"]) == {1, 2, 3, 4, 5}


def test_results_become_a_data_frame_if_pandas_is_there(file, monkeypatch):
    class Pandas:
        DataFrame = dict

    monkeypatch.setitem(sys.modules, "pandas", Pandas)
    assert list(mm.results(file).to_pandas()) == list(mm.results(file))


def test_a_file_that_holds_no_results_is_rejected_and_a_column_that_is_none(file, tmp_path):
    (tmp_path / "text.db").write_text("no database" * 100)
    for path in (tmp_path / "none.db", tmp_path / "text.db", tmp_path):
        with pytest.raises(mm.BadInput, match="cannot read"):
            mm.results(path)
    assert not (tmp_path / "none.db").exists()
    with pytest.raises(mm.BadInput, match="table 'runs': expected one of episodes, truths"):
        mm.results(file, "runs")
    with pytest.raises(KeyError, match="column 'speed': expected one of layers"):
        mm.results(file)["speed"]


def policy_of_the_page():
    page = (DOCS / "reference/environments/tilt.md").read_text()
    return page.split("file such as `my_policy.py`")[1].split("```python\n")[1].split("```")[0]


def test_a_policy_plays_in_the_program_as_in_the_environment(tmp_path):
    from marblemaze.env import MarbleMazeTilt
    (tmp_path / "my_policy.py").write_text(policy_of_the_page())
    told = json.loads(program("solve", "--free", "--seed", 7, "--json", "--agent-command",
                              f"'{sys.executable}' '{tmp_path / 'my_policy.py'}'"))
    assert told["outcome"] == "solved"
    namespace = {"__name__": "policy"}
    exec(policy_of_the_page().rsplit("\n\n\n", 1)[0], namespace)
    # The same run: equal maze, simulation and noise (of run 1), with a command every 8 ticks.
    env = MarbleMazeTilt(maze=mm.Maze.generate(3, seed=7), world="bullet", ticks=8)
    observation = env.reset(seed=1)[0]
    env._runs.batch.reset(streams=[1])
    steps, over = 0, False
    while not over:
        observation, _, over, _, info = env.step(namespace["policy"](observation))
        steps += 1
    assert info["outcome"] == "solved" and f"{steps} commands" in program(
        "solve", "--free", "--seed", 7, "--agent-command", f"'{sys.executable}' '{tmp_path / 'my_policy.py'}'")


def test_q_learning_on_a_batch_needs_no_gymnasium():
    script = DOCS / "tutorial/q_learning.py"
    told = subprocess.run([sys.executable, "-c", f"import sys; sys.modules['gymnasium'] = None; exec(open({str(script)!r}).read())"],
                          capture_output=True, text=True, check=True).stdout
    assert told.endswith("solved\n") and len(script.read_text().splitlines()) <= 31


# --- comparisons ---

@pytest.mark.parametrize("runs", [1, 3])
def test_a_comparison_has_the_numbers_that_the_program_reports(tmp_path, runs):
    path = tmp_path / "results.db"
    program("bench", "--agent", "heuristic", "random-walk", "--seeds", "1-12", "--size", 3, "--world", "imagined", "--runs", runs,
            "--results", path)
    found = mm.results(path)
    ours = mm.compare(found.where(agent="heuristic"), found.where(agent="random-walk"))
    theirs = json.loads(program("report", path, "--compare", "heuristic", "random-walk", "--json"))["comparisons"][0]
    counts = ("maze_count", "run_count", "both_solved_count", "only_first_solved_count", "only_second_solved_count",
              "neither_solved_count")
    assert ours[:6] == tuple(theirs[name] for name in counts) and ours.runs == 12 * runs and ours.both > 1
    names = ("first_pct_solved", "second_pct_solved", "solved_points", "first_moves", "second_moves", "moves_difference")
    for interval, name in zip(ours[6:], names):
        assert interval == pytest.approx(tuple(theirs[name].values()), abs=0.0051)  # the program rounds its output


def test_runs_that_cannot_be_compared_are_rejected(file):
    found = mm.results(file)
    heuristic, walk = found.where(agent="heuristic"), found.where(agent="random-walk")
    with pytest.raises(mm.BadInput, match=r"^b: several rows of a run: select one agent with where\(\)$"):
        mm.compare(heuristic, found)
    with pytest.raises(mm.BadInput, match="found 0 kinds"):
        mm.compare(heuristic.where(seed=1), walk.where(seed=2))
    with pytest.raises(TypeError, match="a 'heuristic': expected a Results"):
        mm.compare("heuristic", walk)
    alone = mm.compare(heuristic.where(seed=1), walk.where(seed=1))
    assert alone.mazes == alone.runs == 1 and np.isnan(alone.solved.low) and alone.first_solved.low >= 0


@pytest.mark.parametrize("freedom, factor", [(1, 12.7062047), (2, 4.3026527), (3, 3.1824463), (10, 2.2281389), (101, 1.9837310)])
def test_intervals_are_students(freedom, factor):
    from marblemaze import tables
    assert tables._student_95(freedom) == pytest.approx(factor, abs=1e-6)
