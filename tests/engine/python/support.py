"""Shared helper functions."""
import importlib.util
import json
import os
import pathlib
import subprocess
import sys

PROJECT = pathlib.Path(__file__).resolve().parents[3]
DOCS = PROJECT / "docs"
PROGRAM = pathlib.Path(os.environ["MARBLEMAZE_PROGRAM"])
VIEWER = PROGRAM.with_name("marblemaze-viewer")


def run(*command, **options):
    """Runs a command and captures its output."""
    return subprocess.run([*map(str, command)], capture_output=True, text=True, **options)


def run_program(*arguments, **options):
    return run(PROGRAM, *arguments, **options)


def run_python(*arguments, path=None, **environment):
    """Runs Python without standard input. `path` is prepended to PYTHONPATH."""
    if path is not None:
        environment["PYTHONPATH"] = f"{path}:{os.environ['PYTHONPATH']}"
    return run(sys.executable, *arguments, input="", env={**os.environ, **environment})


def json_of(*arguments):
    """Runs the program with --json and returns its output as a document."""
    return json.loads(run_program(*arguments, "--json").stdout)


def load_script(path):
    """Imports a script of the project as a module."""
    spec = importlib.util.spec_from_file_location(pathlib.Path(path).stem, PROJECT / path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
