#!/usr/bin/env python3
"""Fails where the C interface needs embedded files, which Python's wheel and the page's engine are linked without.

    check_core.py NM FILE...     the object files of engine/c_api, and the archives of all modules

Goes through the archives as a linker does: from what the object files lack to those that have it.
"""
import re
import subprocess
import sys

WITHOUT = re.compile(r"marblemaze::embedded_file\b")


def main():
    nm, *files = sys.argv[1:]
    defines, lacks = {}, {}
    for line in subprocess.run([nm, "-A", "-C", *files], capture_output=True, text=True, check=True).stdout.splitlines():
        symbol = re.match(r"(.*?\.o):\s*[0-9a-f]* (\w) (.*)", line)
        if symbol:
            member, kind, name = symbol.groups()
            lacks.setdefault(member, set())
            if kind == "U":
                lacks[member].add(name)
            elif kind.isupper():
                defines.setdefault(name, member)
    waiting = [member for member in lacks if ".a:" not in member]
    begun, needed = bool(waiting), {member: None for member in waiting}
    faults = 0
    for member in waiting:
        for name in lacks[member]:
            if WITHOUT.search(name):
                print(f"{member} needs {name}, and is needed by {needed[member]}")
                faults += 1
            elif (other := defines.get(name)) and other not in needed:
                needed[other] = member
                waiting.append(other)
    print(f"{len(needed)} object files, {faults} faults")
    return 1 if faults or not begun else 0


if __name__ == "__main__":
    sys.exit(main())
