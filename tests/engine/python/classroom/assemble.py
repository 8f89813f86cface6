#!/usr/bin/env python3
"""Prints an exercise that is completed with the sample solution, optionally with a mistake from mistakes.py.

  assemble.py EXERCISE [MISTAKE]      assemble.py 1      assemble.py 1 depth_first
"""
import ast
import pathlib
import sys

from mistakes import MISTAKES

HERE = pathlib.Path(__file__).resolve().parent
HANDOUTS = HERE.parents[3] / "engine/python/classroom/exercises"


def assembled(exercise, mistake=None, **bodies):
    """Returns the text of a completed exercise. `bodies` replaces function bodies of the sample solution."""
    text, answer = (path.read_text() for path in (next(HANDOUTS.glob(f"exercise{exercise}_*.py")), HERE / f"answer{exercise}.py"))
    for right, wrong in MISTAKES[int(exercise)][mistake][1].items() if mistake else ():
        assert answer.count(right) == 1
        answer = answer.replace(right, wrong)
    for name, node in _functions(answer).items():
        body = bodies[name].splitlines() if name in bodies else answer.splitlines()[node.lineno:node.end_lineno]
        gap, lines = _functions(text)[name].body[-1], text.splitlines()
        assert isinstance(gap, ast.Raise) and gap.exc.id == "NotImplementedError"
        text = "\n".join([*lines[:gap.lineno - 1], *body, *lines[gap.end_lineno:]]) + "\n"
    return text


def _functions(text):
    return {node.name: node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)}


if __name__ == "__main__":
    print(assembled(*sys.argv[1:]), end="")
