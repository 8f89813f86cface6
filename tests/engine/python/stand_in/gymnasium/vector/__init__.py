from __future__ import annotations

import enum
from typing import Any, Generic, TypeVar

ObsType = TypeVar("ObsType")
ActType = TypeVar("ActType")
ArrayType = TypeVar("ArrayType")


class AutoresetMode(enum.Enum):
    """When a run that is over begins anew."""

    NEXT_STEP = "NextStep"
    SAME_STEP = "SameStep"
    DISABLED = "Disabled"


class VectorEnv(Generic[ObsType, ActType, ArrayType]):
    """What an environment of many has beside its own."""

    metadata: dict[str, Any] = {}
    render_mode: str | None = None
    spec: Any = None

    def close(self, **_: Any) -> None:
        self.close_extras()

    def close_extras(self, **_: Any) -> None:
        pass
