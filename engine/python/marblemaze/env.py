"""MarbleMazeMoves: the marble's maze with Gymnasium's interface, one run or many side by side.

Gymnasium is not needed. Where it can be imported the classes are gymnasium.Env and gymnasium.vector.VectorEnv, and
gymnasium.make("marblemaze/MarbleMazeMoves-v0") knows them once this module was imported. docs/reference/python.md says all else.
"""
from __future__ import annotations

from typing import Any, Sequence

import numpy as np

from ._library import BadInput, NotNow
from ._many import OUTCOMES, RUNNING, Many, Rewards, Task
from .maze import Settings
from .world import World

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector.utils import batch_space

    _Env: Any = gymnasium.Env
    _VectorEnv: Any = gymnasium.vector.VectorEnv
except ImportError:
    import enum

    from . import _spaces as spaces  # type: ignore[no-redef]

    gymnasium = None

    class AutoresetMode(enum.Enum):  # type: ignore[no-redef]
        """When a run that is over begins anew, as gymnasium.vector.AutoresetMode."""

        NEXT_STEP = "NextStep"
        SAME_STEP = "SameStep"
        DISABLED = "Disabled"

    def batch_space(space: Any, n: int) -> Any:
        """The space of n values of a space."""
        if isinstance(space, spaces.Dict):
            return spaces.Dict({name: batch_space(one, n) for name, one in space.spaces.items()})
        if isinstance(space, spaces.Discrete):
            return spaces.MultiDiscrete(np.full(n, space.n))
        return spaces.Box(space.low.min(), space.high.max(), (n, *space.shape), space.dtype)

    class _Env:  # type: ignore[no-redef]
        metadata: dict[str, Any] = {"render_modes": []}
        render_mode: str | None = None
        spec = None
        _np_random: np.random.Generator | None = None

        @property
        def np_random(self) -> np.random.Generator:
            if self._np_random is None:
                self._np_random = np.random.default_rng()
            return self._np_random

        @property
        def unwrapped(self) -> Any:
            return self

        def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
            if seed is not None:
                self._np_random = np.random.default_rng(seed)

        def close(self) -> None:
            pass

        def __enter__(self) -> Any:
            return self

        def __exit__(self, *_: Any) -> bool:
            self.close()
            return False

    class _VectorEnv(_Env):  # type: ignore[no-redef]
        pass


__all__ = ["AutoresetMode", "MarbleMazeMoves", "MarbleMazeMovesVector", "Rewards"]


def _maze_seed(options: dict[str, Any] | None) -> int | None:
    """The maze that a caller of reset() asked for."""
    seed = (options or {}).get("maze_seed")
    if seed is not None and (isinstance(seed, bool) or not isinstance(seed, (int, np.integer)) or not 0 <= seed < 1 << 64):
        raise BadInput(f"maze_seed {seed!r}: expected 0 to {(1 << 64) - 1}")
    return None if seed is None else int(seed)


class MarbleMazeMoves(_Env):
    """One run. An action is a move of the control scheme, a step is the move to its end."""

    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(self, size: int = 3, layers: str = "all", orientations: int | None = None, kind: str = "imagined",
                 knowledge: str = "heuristic", split: str = "training", move_cap: int = 200,
                 rewards: Rewards = Rewards(), settings: Settings | None = None, truth: bool = False,
                 render_mode: str | None = None) -> None:
        if render_mode not in (None, "ansi"):
            raise BadInput(f"render_mode '{render_mode}': expected None or 'ansi'")
        self._many = Many(Task(size, layers, orientations, kind, knowledge, split, move_cap, rewards, settings, truth), 1, 1)
        self.action_space = spaces.Discrete(self._many.task.moves)
        self.observation_space = self._many.spaces(spaces)
        self.render_mode = render_mode

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begins a run in a maze of the split, drawn by the generator that `seed` seeds; options={"maze_seed": n} asks for
        the maze of a seed."""
        super().reset(seed=seed)
        wanted = _maze_seed(options)
        drawn, stream = self._many.task.maze_seed(self.np_random), self.np_random.integers(1 << 62)
        self._many.start(np.array([True]), np.array([drawn if wanted is None else wanted], dtype=np.uint64),
                         np.array([stream], dtype=np.uint64))
        info = self._info()
        if self._many.task.truth:
            info["truth"] = self._many.truth(0)
        return self._observation(), info

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        if not self.action_space.contains(action):
            raise BadInput(f"action {action!r}: expected 0 to {int(self.action_space.n) - 1}")
        if self._many.outcomes[0] != RUNNING:
            raise NotNow("step: expected a run that is not over; call reset()")
        reward = self._many.play(np.array([int(action)]), np.array([True]))
        return (self._observation(), float(reward[0]), bool(self._many.terminated[0]), bool(self._many.truncated[0]),
                self._info())

    def copy_for_agent(self, stream: int) -> World:
        """A copy of the world, with new random numbers, for trying moves. Needs the information set "full"."""
        if self._many.task.knowledge != "full":
            raise NotNow(f"copies: expected knowledge 'full', not '{self._many.task.knowledge}'")
        return self._many.batch.copy_for_agent(0, stream)

    def render(self) -> str | None:
        """With render_mode "ansi": where the marble is."""
        if self.render_mode is None:
            return None
        state = int(self._many.states[0])
        return f"cell {state // self._many.task.scheme + 1}, orientation {state % self._many.task.scheme}, " \
               f"{OUTCOMES[self._many.outcomes[0]]} after {self._many.moves[0]} moves"

    def _observation(self) -> dict[str, Any]:
        seen = self._many.observations()
        return {name: np.int64(values[0]) if values.ndim == 1 else values[0] for name, values in seen.items()}

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._many.action_masks()[0], "outcome": str(OUTCOMES[self._many.outcomes[0]]),
                "maze_seed": int(self._many.maze_seeds[0]), "moves": int(self._many.moves[0])}


class MarbleMazeMovesVector(_VectorEnv):
    """Many runs side by side, stepped in one call. Arguments are those of MarbleMazeMoves; `jobs` threads play, which changes
    no result."""

    def __init__(self, num_envs: int = 1, size: int = 3, layers: str = "all", orientations: int | None = None,
                 kind: str = "imagined", knowledge: str = "heuristic", split: str = "training", move_cap: int = 200,
                 rewards: Rewards = Rewards(), settings: Settings | None = None, truth: bool = False,
                 autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP, jobs: int = 1,
                 render_mode: str | None = None) -> None:
        if num_envs < 1:
            raise BadInput(f"num_envs {num_envs}: expected 1 or more")
        if render_mode is not None:
            raise BadInput(f"render_mode '{render_mode}': expected None")
        self.num_envs, self.render_mode = num_envs, render_mode
        self._mode = AutoresetMode(autoreset_mode)
        self.metadata = {"render_modes": [], "autoreset_mode": self._mode}
        self._many = Many(Task(size, layers, orientations, kind, knowledge, split, move_cap, rewards, settings, truth), num_envs,
                          jobs)
        self.single_action_space = spaces.Discrete(self._many.task.moves)
        self.single_observation_space = self._many.spaces(spaces)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._random = [np.random.default_rng() for _ in range(num_envs)]
        self._over = np.ones(num_envs, dtype=bool)

    def reset(self, *, seed: int | Sequence[int | None] | None = None,
              options: dict[str, Any] | None = None) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        """Begins all runs, or those of options["reset_mask"]. A seed n seeds run i with n + i, a list names each."""
        mask = self._reset_mask(options)
        seeds = [seed + i for i in range(self.num_envs)] if isinstance(seed, (int, np.integer)) else seed
        if seeds is not None:
            if len(seeds) != self.num_envs:
                raise BadInput(f"seed of {len(seeds)} numbers: expected {self.num_envs}")
            for i in np.flatnonzero(mask):
                if seeds[i] is not None:
                    self._random[i] = np.random.default_rng(seeds[i])
        self._start(mask, _maze_seed(options))
        return self._many.observations(), self._infos(mask)

    def _reset_mask(self, options: dict[str, Any] | None) -> np.ndarray:
        mask = (options or {}).get("reset_mask")
        if mask is None:
            return np.ones(self.num_envs, dtype=bool)
        if not isinstance(mask, np.ndarray) or mask.dtype != bool or mask.shape != (self.num_envs,) or not mask.any():
            raise BadInput(f"reset_mask: expected a bool array of shape ({self.num_envs},) with at least one True")
        return mask

    def _start(self, mask: np.ndarray, wanted: int | None = None) -> None:
        seeds, streams = np.zeros(self.num_envs, dtype=np.uint64), np.zeros(self.num_envs, dtype=np.uint64)
        for i in np.flatnonzero(mask):
            drawn = self._many.task.maze_seed(self._random[i])
            seeds[i] = drawn if wanted is None else wanted
            streams[i] = self._random[i].integers(1 << 62)
        self._many.start(mask, seeds, streams)
        self._over[mask] = False

    def step(self, actions: Any) -> tuple[dict[str, np.ndarray], np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Plays actions[i] in run i. Runs that are over: with NEXT_STEP the next step begins them anew, whatever its action,
        for a reward of 0; with SAME_STEP this very step does, and infos holds "final_obs" and "final_info"; with DISABLED
        reset() must."""
        chosen = np.asarray(actions)
        whole = np.issubdtype(chosen.dtype, np.integer)
        if not whole or not self.action_space.contains(chosen.astype(np.int64, copy=False)):
            raise BadInput(f"actions: expected {self.num_envs} numbers from 0 to {int(self.single_action_space.n) - 1}")
        anew = self._over.copy()
        if anew.any() and self._mode != AutoresetMode.NEXT_STEP:
            raise NotNow(f"step: expected runs that are not over; run {np.flatnonzero(anew)[0]} is: call reset()")
        if anew.any():
            self._start(anew)
        rewards = self._many.play(chosen, ~anew)
        terminated, truncated = self._many.terminated & ~anew, self._many.truncated & ~anew
        self._over = terminated | truncated
        final: dict[str, Any] = {}
        begun = anew
        if self._mode == AutoresetMode.SAME_STEP and self._over.any():
            begun = self._over.copy()
            final = self._final(begun)
            self._start(begun)
        return self._many.observations(), rewards, terminated, truncated, {**self._infos(begun), **final}

    def _final(self, over: np.ndarray) -> dict[str, Any]:
        """What a run that ended was last: as Gymnasium's own vector environments tell it."""
        seen, last = self._many.observations(), np.full(self.num_envs, None, dtype=object)
        for i in np.flatnonzero(over):
            last[i] = {name: np.int64(values[i]) if values.ndim == 1 else values[i] for name, values in seen.items()}
        return {"final_obs": last, "_final_obs": over.copy(), "final_info": self._infos(np.zeros_like(over)),
                "_final_info": over.copy()}

    def _infos(self, begun: np.ndarray) -> dict[str, Any]:
        """Infos of all runs; the truth only of those that have just begun."""
        every = np.ones(self.num_envs, dtype=bool)
        infos = {"action_mask": self._many.action_masks(), "outcome": OUTCOMES[self._many.outcomes],
                 "maze_seed": self._many.maze_seeds.copy(), "moves": self._many.moves.copy()}
        infos.update({"_" + name: every.copy() for name in list(infos)})
        if self._many.task.truth and begun.any():
            truths = np.full(self.num_envs, None, dtype=object)
            for i in np.flatnonzero(begun):
                truths[i] = self._many.truth(int(i))
            infos.update(truth=truths, _truth=begun.copy())
        return infos


if gymnasium is not None:
    _NAME = "marblemaze/MarbleMazeMoves-v0"
    if _NAME not in gymnasium.registry:
        gymnasium.register(id=_NAME, entry_point="marblemaze.env:MarbleMazeMoves",
                           vector_entry_point="marblemaze.env:MarbleMazeMovesVector")
