"""A vector environment whose runs, observations and rewards stay on a GPU. It needs Gymnasium, as marblemaze.env does."""
from __future__ import annotations

from typing import Any, Sequence

from ._library import whole
from ._numpy import np
from ._runs import SPLITS, TiltRewards, TiltTask
from .batch import OBSERVATION
from .device import DeviceArray, DeviceBatch
from .env import AutoresetMode  # says how to install Gymnasium
from .maze import Maze, Settings
from .names import Layers, Split

from gymnasium import spaces
from gymnasium.vector import VectorEnv
from gymnasium.vector.utils import batch_space


class MarbleMazeTiltDevice(VectorEnv[Any, Any, Any]):
    """Many runs of MarbleMazeTilt, or of MarbleMazeRest, on a GPU. Observations, rewards, terminated and truncated are DeviceArrays,
    which each step overwrites; infos contains the array "outcome". A run that is over begins again in the next step.

    Args:
        num_envs: Number of runs, n.
        device: "cuda", "cuda:1" and so on, or "host" for the processor.
        mazes: Number of mazes: those of the first seeds of the split. The runs of one environment number change between them only
            if n is no multiple of this number.
        rest: Whether the marble must come to rest in the target.

    All other arguments are those of MarbleMazeTilt.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(self, num_envs: int = 1, *, device: str = "cuda", mazes: int = 1024, rest: bool = False,
                 size: int | Sequence[int] = 3, layers: Layers = "all", split: Split = "training", ticks: int = 4,
                 move_cap: int = 1800, rewards: TiltRewards = TiltRewards(), settings: Settings | None = None) -> None:
        task = TiltTask(size, layers, "imagined", split, move_cap, settings, None, None, rest, True, ticks, rewards)
        first = SPLITS[split]
        pool = [Maze.generate(size, layers=layers, seed=first + i) for i in range(whole("mazes", mazes, 31, least=1))]
        self.num_envs, self._ticks = whole("num_envs", num_envs, 31, least=1), task.ticks
        self.batch = DeviceBatch(pool, num_envs, device=device, rest=rest, settings=settings, limit=move_cap * ticks,
                                 rewards=task.rewards)
        self.single_observation_space = spaces.Box(-np.inf, np.inf, (OBSERVATION,), np.float32)
        self.single_action_space = spaces.Box(-1, 1, (3,), np.float32)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[DeviceArray, dict[str, Any]]:
        """Begins all runs.

        Args:
            seed: Run i begins with the random stream seed + i. By default with its next stream.
            options: None.
        """
        if seed is not None:
            self.batch.streams.write(np.arange(seed, seed + self.num_envs, dtype=np.uint64))
        self.batch.reset(with_streams=seed is not None)
        return self.batch.observations, {"outcome": self.batch.outcomes}

    def step(self, actions: Any) -> tuple[DeviceArray, DeviceArray, DeviceArray, DeviceArray, dict[str, Any]]:
        """Makes a step in each run.

        Args:
            actions: float32 array of shape (n, 3), on the GPU or for NumPy.
        """
        self.batch.step(actions, self._ticks)
        batch = self.batch
        return batch.observations, batch.rewards, batch.terminated, batch.truncated, {"outcome": batch.outcomes}
