"""The examples of the documentation are true."""
import doctest
import pathlib

import pytest

import marblemaze

PROJECT = pathlib.Path(__file__).resolve().parents[3]


def test_every_example_of_the_page_does_what_it_says():
    page = PROJECT / "docs" / "reference" / "python.md"
    result = doctest.testfile(str(page), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert result.attempted > 30
    assert result.failed == 0


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
