from __future__ import annotations

from typing import Any

import numpy as np

from ..spaces import Box, Dict, Discrete, MultiDiscrete


def batch_space(space: Any, n: int) -> Any:
    """Returns the space of n values of a space."""
    if isinstance(space, Dict):
        return Dict({name: batch_space(one, n) for name, one in space.spaces.items()})
    if isinstance(space, Discrete):
        return MultiDiscrete(np.full(n, space.n))
    return Box(space.low.min(), space.high.max(), (n, *space.shape), space.dtype)
