"""The examples of the documentation give the printed results."""
import doctest
import inspect
import pathlib

import numpy
import pytest

import marblemaze
from marblemaze import env

PROJECT = pathlib.Path(__file__).resolve().parents[3]


def test_every_example_of_the_page_does_what_it_says():
    page = PROJECT / "docs" / "reference" / "python.md"
    result = doctest.testfile(str(page), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert result.attempted > 30
    assert result.failed == 0


@pytest.mark.parametrize("name", ["moves", "tilt", "rest"])
def test_every_example_of_an_environment_does_what_its_page_says(name):
    page = PROJECT / "docs" / "reference" / "environments" / f"{name}.md"
    result = doctest.testfile(str(page), module_relative=False, globs={"np": numpy, "mm": marblemaze})
    assert result.attempted > 2 and result.failed == 0


@pytest.mark.parametrize("name", ["Moves", "Tilt", "Rest"])
def test_an_environments_page_has_its_arguments_with_their_defaults(name):
    kind = getattr(env, f"MarbleMaze{name}")
    page = (PROJECT / "docs" / "reference" / "environments" / f"{name.lower()}.md").read_text()
    page += (PROJECT / "docs" / "reference" / "environments" / "tilt.md").read_text() if name == "Rest" else ""
    arguments = page.split("## Arguments")[1].split("\n## ")[0].split("### ")[0]
    for parameter in inspect.signature(kind).parameters.values():
        assert f"`{parameter.name}`" in arguments
        if parameter.name not in ("orientations", "rewards", "settings", "theme", "maze"):
            assert str(parameter.default).replace("'", "") in arguments.replace(",", "").replace('"', "") or \
                parameter.name == "render_size" and "(256, 256)" in arguments


def test_the_readmes_example_solves_its_maze(capsys):
    text = (PROJECT / "README.md").read_text()
    example = text.split("```python\n")[1].split("```")[0]
    assert len(example.splitlines()) <= 15
    exec(example, {})
    assert capsys.readouterr().out.startswith("solved in ")


@pytest.mark.parametrize("name", [name for name in marblemaze.__all__ if isinstance(getattr(marblemaze, name), type)
                                  and not issubclass(getattr(marblemaze, name), (Exception, tuple, int))])
def test_every_class_has_an_example_on_the_page(name):
    assert f"mm.{name}" in (PROJECT / "docs" / "reference" / "python.md").read_text()
