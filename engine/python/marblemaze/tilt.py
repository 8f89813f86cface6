"""Policies of the environments as tilt policies of the program."""
from __future__ import annotations

from typing import Any, Callable, Sequence

from ._numpy import NDArray, np
from .agent import TiltAgent, Sight


class TiltPolicy(TiltAgent):
    """Runs a policy of the environments MarbleMazeTilt and MarbleMazeRest as a tilt policy of the program.

    Call TiltPolicy(policy).run() at the end of a file. Then the program's commands accept the file:

        marblemaze marblebench --set marblebench-free-1 --agent-command "python3 my_policy.py"

    MarbleBench Free requests 15 commands per second, like the environments with ticks=8.

    Args:
        policy: Function that receives an observation, float32 of shape (28,) or (24,), and returns three numbers.
            Numbers outside [-1, 1] are clipped, as in the environments.
        way: Whether observations contain the direction and the distance of the target, as in the environments.
        name: Name of the policy in score cards and results.
        version: Version of the policy. Change it whenever the policy changes.
    """

    knowledge = "full"

    def __init__(self, policy: Callable[[NDArray[np.float32]], Any], *, way: bool = True, name: str = "tilt-policy",
                 version: str = "1") -> None:
        self._policy, self._way = policy, way
        self.name, self.version = name, version  # type: ignore[misc]

    def observation(self, seen: Sight) -> NDArray[np.float32]:
        """Converts the program's data into an observation of the environments.

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
        return np.array([*(np.array(seen.marble) - middle), *(middle / dims), *seen.velocity, *seen.spin, *seen.down, *rate,
                         *walls, *way], dtype=np.float32)

    def turn(self, seen: Sight) -> Sequence[float]:
        """Returns the policy's command for an observation from the program.

        Args:
            seen: Observation from the program.
        """
        command: Sequence[float] = np.clip(np.asarray(self._policy(self.observation(seen)), dtype=float), -1, 1).tolist()
        return command
