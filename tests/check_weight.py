#!/usr/bin/env python3
"""Holds the lines of code against the table "Weight" in ARCHITECTURE.md; fails where one of its parts is heavier.

A line of code is neither blank nor comment, nor in a docstring. Whoever raises a number says in the commit what for; whoever
makes a part lighter lowers it, so that it stays so. Tests have no number.

    check_weight.py [PROJECT]
"""
import ast
import pathlib
import re
import sys

C_LIKE = re.compile(r"\s*($|//|\*|/\*)")
SCRIPT_LIKE = re.compile(r"\s*($|#)")
# Of each part: folder, and how the names of its files end.
PARTS = {
    "maze, C++": ("maze", (".cpp", ".h")),
    "agent, C++": ("agent", (".cpp", ".h")),
    "engine, C++": ("engine", (".cpp", ".h")),
    "render, C++": ("render", (".cpp", ".h")),
    "shaders": ("shaders", (".vert", ".frag", ".glsl")),
    "page, JavaScript": ("engine", (".js",)),
    "package, Python": ("engine", (".py",)),
    "scripts": ("scripts", (".py", ".sh", ".slurm", ".cmake")),
}
SLACK = 50  # lines that a part may be lighter than its number


def docstring_lines(text):
    """The numbers of the lines that docstrings of Python take, from 1."""
    lines = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)) and ast.get_docstring(node):
            first = node.body[0]
            lines.update(range(first.lineno, first.end_lineno + 1))
    return lines


def code_lines(file):
    text = file.read_text()
    ignored = docstring_lines(text) if file.suffix == ".py" else set()
    empty = C_LIKE if file.suffix in (".cpp", ".h", ".vert", ".frag", ".glsl", ".js") else SCRIPT_LIKE
    return sum(number not in ignored and not empty.match(line) for number, line in enumerate(text.splitlines(), 1))


def weight_of(project, part):
    folder, endings = PARTS[part]
    return sum(code_lines(file) for file in sorted((project / folder).rglob("*")) if file.suffix in endings)


def table_of(project):
    section = (project / "ARCHITECTURE.md").read_text().split("\n## Weight\n")[1].split("\n## ")[0]
    return {part: int(number.replace(",", "")) for part, number in re.findall(r"^\| ([^|]+) \| ([\d,]+) \|$", section, re.MULTILINE)}


def faults_of(project):
    table = table_of(project)
    for part in PARTS:
        weight, most = weight_of(project, part), table.get(part)
        if most is None:
            yield f"{part}: {weight:,} lines of code, and no number in ARCHITECTURE.md"
        elif weight > most:
            yield f"{part}: {weight:,} lines of code, expected at most {most:,}: take something out, or raise the number and say what for"
        elif weight < most - SLACK:
            yield f"{part}: {weight:,} lines of code: lower the number {most:,}"


def main():
    project = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    faults = list(faults_of(project))
    print(*faults, sep="\n", end="\n" if faults else "")
    print(f"{len(faults)} faults")
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
