#!/usr/bin/env python3
"""Checks that files that are compiled for one kind of processor define no function that other files could use.

    check_lanes.py NM ARCHIVE

The linker chooses any one of several equal inline functions. A copy that was compiled for AVX-512 could therefore run on every
processor.
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
