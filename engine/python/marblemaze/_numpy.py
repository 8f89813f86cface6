"""Imports NumPy for the package. If NumPy is missing, programs of the package restart with Debian's Python."""
from __future__ import annotations

import os
import sys

__all__ = ["ArrayLike", "NDArray", "np"]

try:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray
except ImportError as error:
    _why = (f"marblemaze needs numpy, which cannot be loaded ({' '.join(str(error).split())}): "
            "use python3 -m pip install numpy, or Debian's python3-numpy")
    _program = getattr(sys.modules["__main__"], "__spec__", None)
    if _program is None or _program.parent != __package__:
        raise ImportError(_why, name="numpy") from None
    # A module of this package was started as a program. Debian's Python can have NumPy.
    _debians = "/usr/bin/python3"
    if sys.executable != _debians and os.access(_debians, os.X_OK):
        os.execv(_debians, [_debians, "-m", _program.name, *sys.argv[1:]])
    print(f"{_program.name}: {_why}", file=sys.stderr)
    sys.exit(3)
