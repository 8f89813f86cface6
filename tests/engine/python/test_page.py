"""Tests that examples and tables in the documentation match the package."""
import doctest
import inspect

import numpy
import pytest

import marblemaze
from marblemaze import env
from support import DOCS, PROJECT


@pytest.mark.parametrize("page, least", [("python.md", 30), ("environments/moves.md", 3), ("environments/tilt.md", 3),
                                         ("environments/rest.md", 3)])
def test_examples_on_the_page_print_the_shown_results(page, least):
    result = doctest.testfile(str(DOCS / "reference" / page), module_relative=False, optionflags=doctest.ELLIPSIS,
                              globs={"np": numpy, "mm": marblemaze})
    assert result.attempted >= least and result.failed == 0


@pytest.mark.parametrize("name", ["Moves", "Tilt", "Rest"])
def test_page_of_an_environment_lists_its_arguments_and_defaults(name):
    kind = getattr(env, f"MarbleMaze{name}")
    page = (DOCS / f"reference/environments/{name.lower()}.md").read_text()
    page += (DOCS / "reference/environments/tilt.md").read_text() if name == "Rest" else ""
    arguments = page.split("## Arguments")[1].split("\n## ")[0].split("### ")[0]
    for parameter in inspect.signature(kind).parameters.values():
        assert f"`{parameter.name}`" in arguments
        if parameter.name not in ("orientations", "rewards", "settings", "theme", "maze"):
            assert str(parameter.default).replace("'", "") in arguments.replace(",", "").replace('"', "") or \
                parameter.name == "render_size" and "(256, 256)" in arguments


def test_example_in_the_readme_solves_its_maze(capsys):
    text = (PROJECT / "README.md").read_text()
    example = text.split("```python\n")[1].split("```")[0]
    assert len(example.splitlines()) <= 15
    exec(example, {})
    assert capsys.readouterr().out.startswith("solved in ")
