#!/usr/bin/env python3
"""Checks that no library calls functions of the C library whose results depend on its version or on the processor.

    check_imports.py NM LIBRARY...

Use the functions in maze/base/arithmetic instead. Square roots, rounding, fabs, frexp and ldexp are exact and therefore allowed.
"""
import re
import subprocess
import sys

FORBIDDEN = re.compile(
    r"(a?(sin|cos|tan)h?|sincos|atan2|pow|exp(2|10|m1)?|pow10|log(2|10|1p)?|fmod|remainder|remquo|hypot|cbrt"
    r"|erfc?|[lt]gamma|gamma|[jy][01n]|fma)[fl]?$")


def main():
    nm, libraries = sys.argv[1], sys.argv[2:]
    faults = 0
    for library in libraries:
        listing = subprocess.run([nm, "-A", "-u", library], capture_output=True, text=True, check=True).stdout
        for line in listing.splitlines():
            source, name = line.split(" U ")[0] if " U " in line else line, line.split()[-1]
            if FORBIDDEN.match(name.split("@")[0]):
                print(f"{source.strip(': ')} calls {name} of the C library")
                faults += 1
    print(f"{len(libraries)} libraries, {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
