from __future__ import annotations

from typing import Any, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray


class Space:
    """A set of values with sample() and contains()."""

    def __init__(self, shape: tuple[int, ...] | None, dtype: Any) -> None:
        self.shape, self.dtype = shape, None if dtype is None else np.dtype(dtype)
        self._random = np.random.default_rng()

    def seed(self, seed: int | None = None) -> None:
        self._random = np.random.default_rng(seed)

    def contains(self, value: Any) -> bool:
        raise NotImplementedError

    def __contains__(self, value: Any) -> bool:
        return self.contains(value)


class Discrete(Space):
    """The integers 0 to n - 1."""

    def __init__(self, n: int) -> None:
        super().__init__((), np.int64)
        self.n, self.start = np.int64(n), np.int64(0)

    def sample(self) -> np.int64:
        return np.int64(self._random.integers(self.n))

    def contains(self, value: Any) -> bool:
        is_number = isinstance(value, (int, np.integer)) or (isinstance(value, np.ndarray) and value.shape == ()
                                                             and np.issubdtype(value.dtype, np.integer))
        return bool(is_number and 0 <= int(value) < self.n)


class Box(Space):
    """Arrays of numbers between low and high."""

    def __init__(self, low: Any, high: Any, shape: Sequence[int], dtype: Any) -> None:
        super().__init__(tuple(shape), dtype)
        self.low, self.high = np.full(shape, low, dtype=dtype), np.full(shape, high, dtype=dtype)

    def sample(self) -> NDArray[Any]:
        if self.dtype is not None and self.dtype.kind == "f":
            return self._random.uniform(np.maximum(self.low, -1e3), np.minimum(self.high, 1e3)).astype(self.dtype)
        return self._random.integers(self.low, self.high, endpoint=True).astype(self.dtype)

    def contains(self, value: Any) -> bool:
        return bool(isinstance(value, np.ndarray) and value.shape == self.shape and np.can_cast(value.dtype, self.dtype)
                    and (value >= self.low).all() and (value <= self.high).all())


class MultiBinary(Box):
    """Arrays of zeros and ones."""

    def __init__(self, n: int | Sequence[int]) -> None:
        super().__init__(0, 1, (n,) if isinstance(n, int) else n, np.int8)


class MultiDiscrete(Box):
    """Arrays of numbers, element i from 0 to nvec[i] - 1."""

    def __init__(self, nvec: Any) -> None:
        self.nvec = np.asarray(nvec, dtype=np.int64)
        super().__init__(0, self.nvec - 1, self.nvec.shape, np.int64)


class Dict(Space):
    """Dictionaries with a value for every name."""

    def __init__(self, spaces: Mapping[str, Space]) -> None:
        super().__init__(None, None)
        self.spaces = dict(spaces)

    def contains(self, value: Any) -> bool:
        return isinstance(value, Mapping) and set(value) == set(self.spaces) and all(
            self.spaces[name].contains(value[name]) for name in self.spaces)
