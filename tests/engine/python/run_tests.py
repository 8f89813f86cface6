#!/usr/bin/env python3
"""Runs the tests of the Python package with an interpreter that has NumPy and pytest. Exit status 3 if there is none.

  run_tests.py PROJECT LIBRARY PROGRAM [arguments of pytest...]
"""
import os
import pathlib
import subprocess
import sys


def can_import(python, modules, environment=None):
    try:
        return subprocess.run([python, "-c", f"import {modules}"], stderr=subprocess.DEVNULL, env=environment).returncode == 0
    except OSError:
        return False


def main(project, library, program, *rest):
    python = next((name for name in (sys.executable, "/usr/bin/python3") if can_import(name, "numpy, pytest")), None)
    if python is None:
        print("no Python with numpy and pytest; scripts/install_dependencies.sh tests installs them")
        return 3
    tests = pathlib.Path(project, "tests/engine/python")
    environment = {**os.environ, "MARBLEMAZE_LIBRARY": library, "MARBLEMAZE_PROGRAM": program,
                   "PYTHONPATH": str(pathlib.Path(project, "engine/python")), "PYTHONDONTWRITEBYTECODE": "1"}
    if not can_import(python, "gymnasium", environment):
        environment["PYTHONPATH"] += f":{tests}/stand_in"
    return subprocess.run([python, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tests), *rest],
                          env=environment).returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
