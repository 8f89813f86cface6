from __future__ import annotations

import enum
from typing import Any, Generic, TypeVar

ObsType = TypeVar("ObsType")
ActType = TypeVar("ActType")
ArrayType = TypeVar("ArrayType")


class AutoresetMode(enum.Enum):
    """Time at which a finished run is reset."""

    NEXT_STEP = "NextStep"
    SAME_STEP = "SameStep"
    DISABLED = "Disabled"


class VectorEnv(Generic[ObsType, ActType, ArrayType]):
    """Members that Gymnasium adds to a vector environment."""

    metadata: dict[str, Any] = {}
    render_mode: str | None = None

    def close(self, **_: Any) -> None:
        self.close_extras()

    def close_extras(self, **_: Any) -> None:
        pass
