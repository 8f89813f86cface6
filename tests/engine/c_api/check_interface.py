#!/usr/bin/env python3
"""Checks that the shared library exports exactly the functions in exported.map and in the header, which must be C99.

  check_interface.py NM COMPILER LIBRARY FOLDER     FOLDER contains marblemaze.h and exported.map
"""
import pathlib
import re
import subprocess
import sys


def main(nm, compiler, library, folder):
    folder = pathlib.Path(folder)
    listed = set(re.findall(r"^    (\w+);", (folder / "exported.map").read_text(), re.MULTILINE))
    declared = set(re.findall(r"^MM_API [^(]*?(\w+)\(", (folder / "marblemaze.h").read_text(), re.MULTILINE))
    table = subprocess.run([nm, "-D", "--defined-only", library], capture_output=True, text=True, check=True).stdout
    symbols = {line.split()[2].split("@")[0] for line in table.splitlines() if line.split()[1] != "A"}
    faults = []
    for name, others in (("exported.map", listed), ("the header", declared)):
        faults += [f"{symbol} is exported, but not in {name}" for symbol in sorted(symbols - others)]
        faults += [f"{symbol} is in {name}, but not exported" for symbol in sorted(others - symbols)]
    compiled = subprocess.run([compiler, "-x", "c", "-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror",
                               "-fsyntax-only", folder / "marblemaze.h"], capture_output=True, text=True)
    if compiled.returncode != 0:
        faults.append(f"marblemaze.h is not C99:\n{compiled.stderr}")
    print("\n".join(faults) or f"{len(symbols)} functions")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
