"""Minimal replacement for Gymnasium with the classes that marblemaze.env uses. run_tests.py adds it to the path if
Gymnasium is not installed."""
from __future__ import annotations

from typing import Any, Generic, TypeVar

import numpy as np

from .envs import registration as registration
from . import spaces as spaces, vector as vector

ObsType = TypeVar("ObsType")
ActType = TypeVar("ActType")


class Env(Generic[ObsType, ActType]):
    """Base class of environments."""

    metadata: dict[str, Any] = {"render_modes": []}
    render_mode: str | None = None
    _np_random: np.random.Generator | None = None

    @property
    def np_random(self) -> np.random.Generator:
        if self._np_random is None:
            self._np_random = np.random.default_rng()
        return self._np_random

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        if seed is not None:
            self._np_random = np.random.default_rng(seed)

    def close(self) -> None:
        pass
