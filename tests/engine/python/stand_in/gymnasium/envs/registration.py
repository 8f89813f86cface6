from __future__ import annotations

from typing import Any

registry: dict[str, dict[str, Any]] = {}


def register(id: str, **spec: Any) -> None:
    registry[id] = spec
