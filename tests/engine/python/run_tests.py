#!/usr/bin/env python3
"""Runs the Python package's tests with an interpreter that has numpy and pytest; exits with 3 where there is none.

  run_tests.py PROJECT LIBRARY PROGRAM [arguments of pytest...]
"""
import os
import pathlib
import subprocess
import sys


def has_all(python):
    try:
        return subprocess.run([python, "-c", "import numpy, pytest"], stderr=subprocess.DEVNULL).returncode == 0
    except OSError:
        return False


def main(project, library, program, *rest):
    python = next((name for name in (sys.executable, "/usr/bin/python3") if has_all(name)), None)
    if python is None:
        print("no Python with numpy and pytest; scripts/install_dependencies.sh tests installs them")
        return 3
    package = str(pathlib.Path(project, "engine/python"))
    environment = {**os.environ, "MARBLEMAZE_LIBRARY": library, "MARBLEMAZE_PROGRAM": program, "PYTHONPATH": package,
                   "PYTHONDONTWRITEBYTECODE": "1"}
    tests = str(pathlib.Path(project, "tests/engine/python"))
    return subprocess.run([python, "-m", "pytest", "-q", "-p", "no:cacheprovider", tests, *rest],
                          env=environment).returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
