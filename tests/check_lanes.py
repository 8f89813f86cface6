#!/usr/bin/env python3
"""Checks that files compiled for AVX2 or AVX-512 define no functions that other files could call.

    check_lanes.py NM ARCHIVE

The linker keeps one copy of each inline function. If it kept a copy compiled for AVX-512, the program would crash on other processors.
"""
import re
import subprocess
import sys

OWN = re.compile(r"play_in_lanes_avx")
CALLED = re.compile(r"octant_of|memset|memcpy|_GLOBAL_OFFSET_TABLE_|__stack_chk_fail|__gcov")


def main():
    nm, archive = sys.argv[1:]
    listing = subprocess.run([nm, "-A", "-C", archive], capture_output=True, text=True, check=True).stdout
    faults, found = 0, set()
    for line in listing.splitlines():
        symbol = re.match(r".*:(lanes_avx\w+)\.cpp\.o:\s*[0-9a-f]* (\w) (.*)", line)
        if not symbol:
            continue
        file, kind, name = symbol.groups()
        found.add(file)
        if kind.islower() and kind not in "vwu" or kind == "T" and OWN.search(name) or kind == "U" and CALLED.search(name):
            continue
        print(f"{file}: {kind} {name}")
        faults += 1
    print(f"{len(found)} files, {faults} faults")
    return 1 if faults or not found else 0


if __name__ == "__main__":
    sys.exit(main())
