"""Tests of the classroom: the handouts, the reports on correct, wrong and unfinished files, and the page for
teachers."""
import doctest
import importlib
import json
import pathlib
import re
import shutil
import sys

import pytest

from marblemaze.classroom import __main__ as command
from marblemaze.classroom import grading
from support import DOCS, PROJECT, json_of, load_script, run_python

sys.path.insert(0, str(pathlib.Path(__file__).with_name("classroom")))
from assemble import assembled  # noqa: E402
from mistakes import MISTAKES  # noqa: E402

pytestmark = pytest.mark.usefixtures("empty_folder")

PAGE = (DOCS / "for-teachers.md").read_text()
EXERCISES = range(1, 7)
ALL_MISTAKES = [(exercise, mistake) for exercise in EXERCISES for mistake in MISTAKES[exercise]]


def write(text, name="mine.py"):
    pathlib.Path(name).write_text(text)
    return name


def graded(text, **options):
    return grading.grade(write(text), **options)


def part(report, name):
    return next(each for each in report.parts if each.name.startswith(name))


def exercise_module(exercise):
    return importlib.import_module(f"marblemaze.classroom.exercise{exercise}")


@pytest.mark.parametrize("exercise", EXERCISES)
def test_handout_fails_and_report_names_every_missing_function(exercise):
    handout = grading.handouts()[exercise - 1]
    report, functions = grading.grade(str(handout)), exercise_module(exercise).FUNCTIONS
    assert not report.passed and "raise NotImplementedError" in handout.read_text()
    for name in functions:
        assert part(report, name).verdict == "not passed"
        assert f"{name}() has not been written yet" in part(report, name).message
    played = report.parts[len(functions):]
    assert played and all(each.verdict == "not tried" and "which has not been written yet" in each.message for each in played)


@pytest.mark.parametrize("exercise", EXERCISES)
def test_sample_solution_satisfies_the_examples_in_the_handout(exercise):
    module, functions = load_script(pathlib.Path(write(assembled(exercise))).resolve()), exercise_module(exercise).FUNCTIONS
    result = doctest.testmod(module)
    assert result.failed == 0 and result.attempted >= len(functions)
    assert all(">>>" in getattr(module, name).__doc__ for name in functions)


@pytest.mark.parametrize("exercise", EXERCISES)
def test_sample_solution_passes_and_plays_the_same_run_in_the_program(exercise):
    file, task = write(assembled(exercise)), exercise_module(exercise).TASKS[0]
    report = grading.grade(file)
    assert report.passed, str(report)
    assert all(not each.message and not each.hint for each in report.parts)
    rows = part(report, "the agent plays").table[1:]
    assert any(row[2].startswith("solved") for row in rows)
    if exercise in (1, 2, 3, 5):  # the sample solution makes the same decisions as the built-in agent
        assert all(row[2] == row[3] for row in rows)
    result = json_of("solve", "--exact", "--seed", task.seed, "--orientations", task.orientations,
                     "--agent-command", f"'{sys.executable}' {file}")
    assert rows[0][2] == f"{result['outcome']}, {result['moves']} moves"


def test_solution_in_another_style_passes():
    body = ('    paths = {here.state: []}\n'
            '    layer = [here.state]\n'
            '    while layer:\n'
            '        for state in layer:\n'
            '            for move in reversed(untried(places[state])):\n'
            '                return paths[state] + [move]\n'
            '        following = []\n'
            '        for state in layer:\n'
            '            for move, to in reversed(list(enumerate(places[state].leads))):\n'
            '                if to not in paths:\n'
            '                    paths[to] = paths[state] + [move]\n'
            '                    following.append(to)\n'
            '        layer = following\n'
            '    return []')
    assert graded(assembled(1, way_to_untried=body)).passed


@pytest.mark.parametrize("exercise, mistake", ALL_MISTAKES)
def test_each_mistake_has_its_hint(exercise, mistake):
    report = graded(assembled(exercise, mistake), plays=False)
    wrong = [each for each in report.parts if each.verdict != "passed"]
    assert len(wrong) == 1, str(report)
    assert wrong[0].message and MISTAKES[exercise][mistake][0] in wrong[0].hint


def test_report_compares_a_wrong_agent_with_the_built_in_agent():
    played = part(graded(assembled(1, "state_0_is_false")), "the agent plays")
    assert played.verdict == "not passed" and "Maze" in played.message
    assert played.table[0][2:] == ["your agent", "breadth-first"]
    assert any(row[2].startswith("capped") and not row[3].startswith("capped") for row in played.table)


def test_infinite_loop_is_reported_with_its_line():
    message = part(graded(assembled(1, untried="    while True:\n        place = place"), plays=False), "untried").message
    assert re.search("stopped after 30,000 lines: it seems to contain an infinite loop. "
                     r"It was in line \d+: (while True:|place = place)", message)
    endless = assembled(1).replace("def choose(self, here):\n", "def choose(self, here):\n        while True:\n            here = here\n")
    assert "infinite loop" in part(graded(endless), "the agent plays").message
    report = graded("EXERCISE = 1\nwhile True:\n    pass\n")
    assert [each.name for each in report.parts] == ["the file"] and "infinite loop" in report.parts[0].message


@pytest.mark.parametrize("text, words", [
    (assembled(1, untried="    return None"), "untried() returned None; expected a list of moves"),
    (assembled(1, untried="    return 1 // 0"), "untried() raised ZeroDivisionError: integer division or modulo by zero in line"),
    (assembled(1, untried="    raise SystemExit"), "untried() ended the program"),
    (assembled(1, untried="    return untried(place)"), "RecursionError"),
    (assembled(1, untried="    import itertools\n    return sum(itertools.repeat(0))"), "It was stopped"),
    (assembled(1, untried="    import os\n    os._exit(0)"), "It was stopped"),
    ("EXERCISE = 1\ndef untried(place:\n", "Python cannot read the file: line 2"),
    ("EXERCISE = 1\nimport nothing_of_the_kind\n", "ModuleNotFoundError"),
    ("EXERCISE = 1\n", "The function untried() is missing"),
    (assembled(1).replace("def untried(place)", "def untried()"), "untried() cannot be called as the exercise calls it"),
])
def test_report_explains_a_broken_file_in_one_line(text, words, monkeypatch):
    monkeypatch.setattr(grading, "_CPU_S", 1)
    report = graded(text, plays=False)
    first = report.parts[0]
    assert not report.passed and first.verdict == "not passed" and words in first.message and "\n" not in first.message


def test_output_of_a_function_does_not_disturb_the_report(capfd):
    file = write(assembled(1, untried="    print('here', place.state)\n    return [m for m, t in enumerate(place.leads) if t is None]"))
    assert command.main(["grade", file, "--json"]) == 0
    out, err = capfd.readouterr()
    assert json.loads(out)[0]["passed"]
    assert "here 8" in err and err.count("here") <= 41 and "left out" in err


def test_exit_status_is_0_only_if_all_files_passed(capsys):
    good, bad = write(assembled(2), "good.py"), write(assembled(2, "takes_the_farthest"), "bad.py")
    assert command.main(["grade", good]) == 0
    assert command.main(["grade", good, bad]) == 1
    out = capsys.readouterr().out
    assert out.count("Passed.") == 2 and out.count("Not passed: ") == 1 and "Hint: " in out


@pytest.mark.parametrize("arguments, words", [
    (["grade", "nowhere.py"], "file 'nowhere.py': expected an exercise, a Python file"),
    (["grade", "seven.py"], "EXERCISE = 7: expected 1 to 6"),
    (["grade", "none.py"], "expected a line EXERCISE = N with a number from 1 to 6"),
    (["grade"], "FILE"),
    (["mark", "seven.py"], "'mark'"),
    (["copy", "seven.py"], "cannot write to the folder 'seven.py'"),
])
def test_bad_input_is_reported_in_one_line_with_status_2(arguments, words, capsys):
    write("EXERCISE = 7\n", "seven.py")
    write("print('hello')\n", "none.py")
    try:
        status = command.main(arguments)
    except SystemExit as ended:
        status = ended.code
    out, err = capsys.readouterr()
    assert status == 2 and out == "" and err.count("\n") == 1 and words in err


def test_copy_never_overwrites_a_file(capsys):
    assert command.main(["copy", "course"]) == 0
    files = sorted(pathlib.Path("course").iterdir())
    assert [file.name for file in files] == [handout.name for handout in grading.handouts()] and len(files) == 6
    files[0].write_text("mine")
    assert command.main(["copy", "course"]) == 0
    assert files[0].read_text() == "mine" and "stays as it is" in capsys.readouterr().out
    assert command.main(["list"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 6


def test_installed_classroom_grades_a_file():
    package = PROJECT / "engine" / "python"
    shutil.copytree(package / "marblemaze", "site/marblemaze")
    shutil.copytree(package / "classroom", "site/marblemaze/classroom")
    write(assembled(2))
    done = run_python("-m", "marblemaze.classroom", "grade", "mine.py", PYTHONPATH="site")
    assert done.returncode == 0 and done.stdout.endswith("\nPassed.\n"), done.stderr


@pytest.mark.parametrize("exercise", EXERCISES)
def test_handout_loads_neither_numpy_nor_the_library(exercise):
    script = f"import sys; sys.argv = ['x']; import runpy; runpy.run_path({str(grading.handouts()[exercise - 1])!r}); " \
             "print('numpy' in sys.modules, 'marblemaze._library' in sys.modules)"
    assert run_python("-c", script, MARBLEMAZE_LIBRARY="/nowhere").stdout == "False False\n"


def test_transcripts_on_the_page_are_exact(capsys):
    write(grading.handouts()[0].read_text(), "unfinished.py")
    write(assembled(1, "depth_first"), "wrong.py")
    shown = re.findall(r"\$ python3 -m marblemaze.classroom grade (\S+)\n(.*?)\n```", PAGE, re.DOTALL)
    assert [file for file, _ in shown] == ["unfinished.py", "wrong.py"]
    for file, words in shown:
        command.main(["grade", file])
        assert capsys.readouterr().out.strip() == words.strip()


def test_page_names_every_exercise_and_an_existing_mistake():
    for handout in grading.handouts():
        assert f"`{handout.name}`" in PAGE
    exercise, mistake = re.search(r"`assemble.py (\d) (\w+)`.* `classroom/mistakes.py`", PAGE).groups()
    assert (int(exercise), mistake) in ALL_MISTAKES
