"""Tests of the types of the package with mypy, and of its docstrings."""
import inspect
import os
import pathlib
import re
import typing

import pytest

import marblemaze as mm
from marblemaze import env, names
from support import run

PACKAGE = pathlib.Path(mm.__file__).parent
STAND_IN = str(pathlib.Path(__file__).with_name("stand_in"))


@pytest.fixture(scope="module")
def cache(tmp_path_factory):
    """Shared cache of mypy, which spends most of its time on NumPy."""
    return tmp_path_factory.mktemp("mypy")


def mypy(cache, folder, target, path):
    return run("mypy", "--strict", "--ignore-missing-imports", "--cache-dir", cache, target, cwd=folder,
               env={**os.environ, "PYTHONPATH": "", "MYPYPATH": path})


def test_package_passes_mypy_strict(cache):
    checked = mypy(cache, PACKAGE.parent, PACKAGE, STAND_IN)
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_mypy_rejects_an_unknown_agent(tmp_path, cache):
    (tmp_path / "wrong.py").write_text("import marblemaze as mm\nmm.Episode(mm.Maze.generate(3, seed=1), 'nobody').svg()\n")
    checked = mypy(cache, tmp_path, "wrong.py", f"{PACKAGE.parent}:{STAND_IN}")
    assert checked.returncode == 1 and 'incompatible type "Literal[\'nobody\']"' in checked.stdout, checked.stdout


def test_literal_types_match_the_catalogue():
    catalogue = {kind: [entry["name"] for entry in entries] for kind, entries in mm.catalogue().items()}
    assert list(typing.get_args(names.AgentName)) == catalogue["agents"]
    assert list(typing.get_args(names.Family)) == catalogue["families"]
    assert list(typing.get_args(names.TiltPolicyName)) == catalogue["policies"]
    assert set(catalogue["worlds"]) == set(typing.get_args(names.WorldName))
    assert set(catalogue["models"]) == set(typing.get_args(names.ModelName))


def public():
    """Yields the names and values of all public classes, functions and methods of the package."""
    things = [getattr(mm, name) for name in mm.__all__] + [getattr(env, name) for name in env.__all__]
    for thing in things:
        if inspect.isclass(thing) and thing.__module__.startswith("marblemaze"):
            yield thing.__name__, thing
            inherited = {name: member for base in reversed(thing.__mro__) if base.__module__.startswith("marblemaze") and
                         not base.__module__.endswith("_handles") for name, member in vars(base).items()}
            for name, member in inherited.items():
                member = getattr(member, "__func__", member)
                if not name.startswith("_") and (inspect.isfunction(member) or isinstance(member, property)):
                    yield f"{thing.__name__}.{name}", member
        elif inspect.isfunction(thing):
            yield thing.__name__, thing


@pytest.mark.parametrize("name, thing", list(public()), ids=lambda value: value if isinstance(value, str) else "is")
def test_docstring_describes_every_argument(name, thing):
    docstring = inspect.getdoc(thing)
    assert docstring and docstring != inspect.getdoc(object)
    if inspect.isclass(thing) and issubclass(thing, tuple):
        source = inspect.getsource(thing)
        assert source.count('"""') // 2 - 1 == len(thing._fields), "each field has a docstring"
    elif inspect.isfunction(thing) and not name.startswith(("Agent.", "TiltAgent.", "Walls.", "TiltPolicy.info", "TiltPolicy.run")):
        names = [parameter for parameter in inspect.signature(thing).parameters if parameter not in ("self", "cls", "_")]
        section = re.search(r"^Args:\n((?: +.*\n?)+)", docstring, re.MULTILINE)
        assert not names or names == re.findall(r"^    \*{0,2}(\w+): ", section[1], re.MULTILINE), \
            "one line per argument in the section Args"
