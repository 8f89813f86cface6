"""Entry point of the command `marblemaze` that pip installs. It needs only the shared library."""
from __future__ import annotations

import ctypes
import os
import signal
import sys

from ._load import load


def main() -> int:
    """Runs the program with the arguments of this process. Returns the exit status."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # the program installs its own handler
    words = [b"marblemaze", *map(os.fsencode, sys.argv[1:])]
    library, status = load(), ctypes.c_int32()
    library.mm_last_error.restype = ctypes.c_char_p
    if library.mm_run_command(ctypes.c_int32(len(words)), (ctypes.c_char_p * (len(words) + 1))(*words),
                              ctypes.byref(status)) != 0:
        print(f"marblemaze: {library.mm_last_error().decode(errors='replace')}", file=sys.stderr)
        return 3
    return status.value


if __name__ == "__main__":
    sys.exit(main())
