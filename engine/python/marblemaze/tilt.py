"""Adapter from environment policies to external tilt policies."""
from __future__ import annotations

from typing import Any, Callable, Sequence

from ._numpy import NDArray, np
from .agent import TiltAgent, Sight


class TiltPolicy(TiltAgent):
    """Runs a policy for MarbleMazeTilt or MarbleMazeRest as an external tilt policy of the program.

    Call TiltPolicy(policy).run() at the end of a file, and pass the file to a command of the program:

        marblemaze marblebench --set marblebench-free-1 --agent-command "python3 my_policy.py"

    MarbleBench Free requests 15 commands per second, like the environments with ticks=8.

    Args:
        policy: Function from an observation, float32 of shape (28,) or (24,), to an action of three numbers. Numbers
            outside [-1, 1] are clipped, as in the environments.
        way: Whether observations contain the direction and distance of the target, as in the environments.
        name: Name of the policy in score cards and results.
        version: Version of the policy. Change it when the policy changes.
    """

    knowledge = "full"

    def __init__(self, policy: Callable[[NDArray[np.float32]], Any], *, way: bool = True, name: str = "tilt-policy",
                 version: str = "1") -> None:
        self._policy, self._way = policy, way
        self.name, self.version = name, version  # type: ignore[misc]

    def observation(self, seen: Sight) -> NDArray[np.float32]:
        """Converts an observation of the program to an observation of the environments.

        Args:
            seen: Observation from the program.
        """
        assert self.maze is not None and seen.distance is not None and seen.way is not None
        dims, rate = np.array(self.maze.dims), np.array(seen.rate) / self.rate
        x, y, z = np.clip(np.floor(seen.marble), 0, dims - 1).astype(int)
        middle = np.array([x, y, z]) + 0.5
        mask = self.maze.walls[x + dims[0] * (y + dims[1] * z)]
        walls = [mask >> side & 1 for side in range(6)]
        way = [*seen.way, seen.distance] if self._way else []
        return np.array([*(np.array(seen.marble) - middle), *(middle / dims), *seen.velocity, *seen.spin, *seen.down,
                         *rate, *walls, *way], dtype=np.float32)

    def turn(self, seen: Sight) -> Sequence[float]:
        """Returns the command of the policy for an observation of the program.

        Args:
            seen: Observation from the program.
        """
        command: Sequence[float] = np.clip(
            np.asarray(self._policy(self.observation(seen)), dtype=float), -1, 1).tolist()
        return command
