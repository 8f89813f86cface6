#!/usr/bin/env python3
"""Runs the commands of README.md and of the tutorials in an empty folder and compares their output with the page.

    run_pages.py PROJECT PROGRAM [--viewer]

A block marked `sh` contains commands. If an unmarked block follows, the output must contain its lines. A Python block after
"Write `FILE`:" is written to that file. PROGRAM replaces scripts/marblemaze.sh. Commands that open a window write a screenshot instead,
or are skipped without --viewer.
"""
import os
import pathlib
import re
import shlex
import stat
import subprocess
import sys
import tempfile

BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
WINDOWS = ("watch", "play", "replay")
OUTPUTS = ("--screenshot", "--record", "--save-run")
# These scripts take minutes, so they are not run.
LONG_SCRIPTS = ("scripts/build_web.sh", "scripts/test.sh")


def executable(file, text):
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    file.chmod(file.stat().st_mode | stat.S_IXUSR)


def python_with_numpy():
    def has_numpy(python):
        return subprocess.run([python, "-c", "import numpy"], stderr=subprocess.DEVNULL).returncode == 0
    return next(name for name in (sys.executable, "/usr/bin/python3") if has_numpy(name))


def prepare(folder, program):
    executable(folder / "bin/marblemaze", f'#!/bin/sh\nexec "{program}" "$@"\n')
    executable(folder / "bin/python3", f'#!/bin/sh\nexec "{python_with_numpy()}" "$@"\n')
    first = "solve --size 5 --layers outer --orientations 24 --agent imagination --seed 1"
    executable(folder / "scripts/marblemaze.sh", f'#!/bin/sh\n[ $# -gt 0 ] || set -- {first}\nexec "{program}" "$@"\n')


def run(command, folder, project, viewer):
    """Returns the output of a command, or None if the command is skipped. Allows exit status 1, because a maze may be unsolvable."""
    words = shlex.split(command, comments=True)
    if words[0] == "alias":
        return "" if (project / "scripts/marblemaze.sh").exists() else None
    if words[0] == "export":
        return ""
    if len(words) > 1 and words[1] in WINDOWS:
        if not viewer:
            return None
        if not any(word in OUTPUTS for word in words):
            command += " --at-move 1 --screenshot window.png"
        if "--quality" not in words:
            command += " --quality fast"  # the software renderer is slow
    path = f"{folder / 'bin'}:{os.environ['PATH']}"
    done = subprocess.run(["bash", "-c", command], cwd=folder, capture_output=True, text=True, timeout=300,
                          env={**os.environ, "PATH": path, "PYTHONPATH": str(project / "engine/python"), "HOME": str(folder)})
    if done.returncode > 1 or "Traceback" in done.stderr:
        raise RuntimeError(f"'{command}' failed: exit status {done.returncode}: {done.stderr.strip() or done.stdout[-500:]}")
    return done.stdout


def try_page(name, text, folder, project, viewer):
    """Runs the commands of a page. Returns the number of commands. Raises RuntimeError if a command fails or its output differs."""
    printed, count = None, 0
    for block in BLOCK.finditer(text):
        kind, body = block.groups()
        if kind == "sh":
            outputs = []
            for command in body.strip().splitlines():
                print(f"{name}: {command}", flush=True)
                outputs.append(run(command, folder, project, viewer))
                count += outputs[-1] is not None
            printed = None if None in outputs else "".join(outputs)
        elif kind == "python" and (file := re.search(r"Write `([\w.]+)`:\s*$", text[:block.start()])):
            (folder / file.group(1)).write_text(body)
        elif not kind and printed is not None:
            at = 0
            for line in body.splitlines():
                found = printed.find(line, at)
                if found < 0:
                    raise RuntimeError(f"{name}: the output does not contain '{line}'")
                at = found + len(line)
    for code in set(re.findall(r"`([^`\n]+)`", BLOCK.sub("", text))):
        if code in LONG_SCRIPTS and not os.access(project / code, os.X_OK):
            raise RuntimeError(f"{name}: {code} is missing or not executable")
        if re.match(r"(marblemaze|python3 -m) ", code):
            print(f"{name}: {code}", flush=True)
            run(code, folder, project, viewer)
            count += 1
    return count


def main(project, program, *options):
    project = pathlib.Path(project).resolve()
    count = 0
    for page in [project / "README.md", *sorted((project / "docs/tutorial").glob("*.md"))]:
        with tempfile.TemporaryDirectory() as folder:
            prepare(pathlib.Path(folder), pathlib.Path(program).resolve())
            try:
                count += try_page(page.name, page.read_text(), pathlib.Path(folder), project, "--viewer" in options)
            except RuntimeError as fault:
                print(fault)
                return 1
    print(f"{count} commands, no fault")
    return 0 if count > 20 else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
