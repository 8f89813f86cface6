"""For modules that are programs and need numpy, which the first Python on the path need not have."""
from __future__ import annotations

import os
import pathlib
import sys
from collections.abc import Callable
from typing import Protocol


class Player(Protocol):
    """What speaks the protocol of agents: an Agent or a Controller."""

    def run(self) -> None:
        """Plays until it is told to quit."""


def play(name: str, arguments: list[str], policy: pathlib.Path, player: Callable[[str], Player]) -> int:
    """Plays with the policy in the package, or with the file that is named. 2 for a file that is not a policy."""
    try:
        made = player(*(arguments[:1] or [str(policy)]))
    except (OSError, ValueError) as error:
        print(f"{name}: {error}", file=sys.stderr)
        return 2
    made.run()
    return 0


def require_numpy(name: str) -> None:
    """For the module of this name: where it is run and numpy is missing, it starts again in Debian's Python, whose python3-numpy
    has it, or ends with status 3 and one line."""
    try:
        import numpy  # noqa: F401
    except ImportError:
        spec = sys.modules["__main__"].__spec__
        if name != "__main__" or spec is None:
            raise
        debians = "/usr/bin/python3"
        if sys.executable != debians and os.access(debians, os.X_OK):
            os.execv(debians, [debians, "-m", spec.name, *sys.argv[1:]])
        print(f"{spec.name}: numpy cannot be loaded; Debian's python3-numpy has it", file=sys.stderr)
        sys.exit(3)
