#!/usr/bin/env python3
"""Checks that every command has a complete man page, and that its examples use existing options.

    check_manuals.py PROGRAM REFERENCE

REFERENCE is the output folder of scripts/packaging/make_reference.py. If groff is installed, it must not report warnings.
"""
import json
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

PARTS = ("NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXIT STATUS", "FILES", "EXAMPLES", "SEE ALSO")


def plain(page):
    return re.sub(r"\\f[BIR]", "", page).replace("\\-", "-").replace("\\&", "").replace("\\e", "\\")


def options_of(tree):
    """Returns the names of all options of a command and its nested commands."""
    words = [word for option in tree["options"] for word in option["names"]]
    return words + [word for command in tree["commands"] for word in options_of(command)]


def examples_of(text):
    block = text.split(".SH EXAMPLES\n")[1].split("\n.SH ")[0]
    return re.findall(r"^    (marblemaze [^\n|>]*)", block, re.MULTILINE)


def check_example(line, commands):
    """Yields unknown commands and options in an example."""
    words = shlex.split(line)[1:]
    tree = commands.get(words[0])
    if tree is None:
        yield f"example '{line}': unknown command"
    elif not tree["takes_the_rest"]:
        for word in words[1:]:
            if word.startswith("-") and word != "-" and word not in options_of(tree):
                yield f"example '{line}': unknown option {word}"


def check_page(tree, folder, commands):
    path = folder / f"program/man/man1/marblemaze-{tree['name']}.1"
    if not path.exists():
        yield f"{tree['name']} has no manual"
        return
    page = path.read_text(encoding="utf-8")
    text = plain(page)
    for part in PARTS:
        if f"\n.SH {part}\n" not in page:
            yield f"{path.name} has no {part}"
    for word in options_of(tree):
        if word not in text:
            yield f"{path.name} does not explain {word}"
    examples = examples_of(text)
    if not examples:
        yield f"{path.name} has no example"
    for line in examples:
        yield from (f"{path.name}: {fault}" for fault in check_example(line, commands))


def check_groff(pages):
    if shutil.which("groff"):
        for page in pages:
            run = subprocess.run(["groff", "-man", "-Tutf8", "-ww", "-k", "-z", page], capture_output=True, text=True, check=False)
            yield from (f"{page.name}: groff: {line}" for line in run.stderr.splitlines())


def main():
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    tree = json.loads(subprocess.run([program, "--command-tree"], check=True, capture_output=True, text=True).stdout)
    commands = {command["name"]: command for command in tree["commands"]}
    pages = sorted(folder.rglob("*.1"))
    faults = [fault for command in tree["commands"] for fault in check_page(command, folder, commands)]
    faults += check_groff(pages)
    for fault in faults:
        print(fault)
    print(f"{len(pages)} pages, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
