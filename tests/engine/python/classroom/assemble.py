#!/usr/bin/env python3
"""Prints an exercise with its gaps filled by the correct answer. With a mistake, one function contains this mistake.

  assemble.py EXERCISE [MISTAKE]      assemble.py 1      assemble.py 1 depth_first
"""
import ast
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
HANDOUTS = HERE.parents[3] / "engine" / "python" / "classroom" / "exercises"


def answer(exercise):
    return HERE / f"answer{exercise}.py"


def mistakes(exercise):
    """Returns the files of an exercise's mistakes by name."""
    return {file.stem.split("_", 1)[1]: file for file in sorted((HERE / "mistakes").glob(f"{exercise}_*.py"))}


def assembled(exercise, mistake=None, **others):
    """Returns the text of a completed exercise. `others` are bodies of functions that replace those of the answer."""
    text = next(HANDOUTS.glob(f"exercise{exercise}_*.py")).read_text()
    bodies = _bodies(answer(exercise))
    if mistake is not None:
        bodies.update(_bodies(mistakes(exercise)[mistake]))
    bodies.update({name: body.splitlines() for name, body in others.items()})
    for name, body in bodies.items():
        text = _filled(text, name, body)
    return text


def _functions(text):
    return {node.name: node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)}


def _bodies(file):
    """Returns the lines inside each function of a file."""
    text = file.read_text()
    return {name: text.splitlines()[node.lineno:node.end_lineno] for name, node in _functions(text).items()}


def _filled(text, name, body):
    """Returns the text after replacing the last statement of a function, which is its gap."""
    gap, lines = _functions(text)[name].body[-1], text.splitlines()
    assert isinstance(gap, ast.Raise) and gap.exc.id == "NotImplementedError"
    return "\n".join([*lines[:gap.lineno - 1], *body, *lines[gap.end_lineno:]]) + "\n"


if __name__ == "__main__":
    print(assembled(*sys.argv[1:]), end="")
