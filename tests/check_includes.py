#!/usr/bin/env python3
"""Checks the layers maze <- agent <- engine <- render: a folder includes only itself and the folders to its left.

    check_includes.py PROJECT
"""
import pathlib
import re
import sys

ORDER = ("maze", "agent", "engine", "render")


def main():
    project = pathlib.Path(sys.argv[1])
    files = faults = 0
    for rank, folder in enumerate(ORDER):
        for file in sorted((project / folder).rglob("*")):
            if file.suffix not in (".h", ".cpp"):
                continue
            files += 1
            for included in re.findall(r'^#include "(\w+)/', file.read_text(), re.MULTILINE):
                if included not in ORDER[:rank + 1]:
                    print(f"{file.relative_to(project)} includes a file of {included}/, which is above {folder}/")
                    faults += 1
    print(f"{files} files, {faults} faults")
    return 0 if files and not faults else 1


if __name__ == "__main__":
    sys.exit(main())
