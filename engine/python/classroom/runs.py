"""Simulated training runs for exercise 6, with the interface of a Gymnasium environment."""
from __future__ import annotations

import random
from typing import Any

from marblemaze.agent import Agent, Answer, Place

_MOVE, _FROZEN = -1.0, -100.0


class ImaginedRuns:
    """Runs that are simulated with an agent's forward model "imagination". Every run begins at the given place.

    Requires an agent with the access level "full". This class needs neither NumPy nor the shared library.
    """

    def __init__(self, agent: Agent, start: Place, *, moves: int = 50, seed: int = 1) -> None:
        """`moves` is the maximum number of moves, after which a run is truncated. `seed` selects the random
        outcomes."""
        assert agent.maze is not None, "only an agent with the access level 'full' may ask"
        self._agent, self._start, self._target, self._most = agent, start, agent.maze.target, moves
        self._draw = random.Random(seed)
        self._answers: dict[tuple[int, int], list[Answer]] = {}
        self._state, self._made = start.state, 0

    def reset(self) -> tuple[dict[str, int], dict[str, Any]]:
        self._state, self._made = self._start.state, 0
        return self._observation(), {}

    def step(self, move: int) -> tuple[dict[str, int], float, bool, bool, dict[str, Any]]:
        """Returns observation, reward, terminated, truncated and info, like a Gymnasium environment."""
        self._made += 1
        to = self._outcome(move)
        if to is not None:
            self._state = to
        solved = to is not None and to // self._agent.orientations == self._target
        terminated = solved or to is None
        # A move into the target has the reward 0, as in marblemaze.env.Rewards.
        reward = 0.0 if solved else _FROZEN if to is None else _MOVE
        return self._observation(), reward, terminated, not terminated and self._made >= self._most, {}

    def _outcome(self, move: int) -> int | None:
        key = (self._state, move)
        if key not in self._answers:
            self._answers[key] = self._agent.ask("imagination", *key)
        answers = self._answers[key]
        if not answers:
            return None
        return self._draw.choices(answers, [answer.probability for answer in answers])[0].state

    def _observation(self) -> dict[str, int]:
        return {"cell": self._state // self._agent.orientations, "orientation": self._state % self._agent.orientations}
