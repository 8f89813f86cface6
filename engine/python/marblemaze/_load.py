"""Finds and loads the shared library."""
from __future__ import annotations

import ctypes
import os
import pathlib
import sysconfig

_MULTIARCH = sysconfig.get_config_var("MULTIARCH") or "lib"  # for example "x86_64-linux-gnu"


def _candidates() -> list[str]:
    """Returns the paths to try: MARBLEMAZE_LIBRARY if it is set, otherwise build folders, installation folders and the
    system."""
    if chosen := os.environ.get("MARBLEMAZE_LIBRARY"):
        return [chosen]
    here = pathlib.Path(__file__).resolve().parent
    # PREFIX/lib/python3/dist-packages/marblemaze and PREFIX/lib/x86_64-linux-gnu, for any PREFIX.
    above = [here, *here.parents[:4]]
    builds = [folder / "build" / preset for folder in above[3:4]
              for preset in ("release", "headless", "checked", "debug")]
    folders = [here, *builds, *(folder / name for folder in above[1:] for name in ("", _MULTIARCH))]
    return [*(str(path) for folder in folders if (path := folder / "libmarblemaze.so.2").exists()),
            "libmarblemaze.so.2"]


def load() -> ctypes.CDLL:
    """Loads the library. Raises ImportError if it cannot be found."""
    reasons = []
    for name in _candidates():
        try:
            return ctypes.CDLL(name)
        except OSError as error:
            reasons.append(str(error))
    raise ImportError("libmarblemaze.so.2 cannot be loaded; in the sources scripts/build.sh release marblemaze_shared "
                      "builds it, elsewhere MARBLEMAZE_LIBRARY names it: " + "; ".join(reasons))
