"""MarbleMazeMoves: the marble's maze with Gymnasium's interface, one run or many side by side.

Gymnasium is not needed. Where it can be imported the classes are gymnasium.Env and gymnasium.vector.VectorEnv.
docs/reference/python.md says what observations, rewards and endings are.
"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, Sequence, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._library import BadInput, NotNow, listed, one_of, several, whole
from ._many import OUTCOMES, RUNNING, Many, Rewards, SavedRun, Task, known_options, seeds_of
from ._pictures import Pictures
from .maze import Maze, Settings
from .names import Knowledge, Layers, Split, Theme, WorldName
from .world import World

if TYPE_CHECKING:
    from . import _standin as spaces
    from ._standin import AutoresetMode, Env, VectorEnv, batch_space
else:
    try:
        from gymnasium import Env, spaces
        from gymnasium.vector import AutoresetMode, VectorEnv
        from gymnasium.vector.utils import batch_space
    except ImportError:
        from . import _standin as spaces
        from ._standin import AutoresetMode, Env, VectorEnv, batch_space

__all__ = ["AutoresetMode", "MarbleMazeMoves", "MarbleMazeMovesVector", "Rewards", "SavedRun"]

RenderMode = Literal["ansi", "rgb_array", "human"]
_RENDER_MODES = ["ansi", "rgb_array", "human"]


class _Renderer:
    """Says or draws how runs stand."""

    def __init__(self, many: Many, mode: str | None, size: tuple[int, int], theme: Theme) -> None:
        if mode is not None:
            one_of("render_mode", mode, _RENDER_MODES)
        one_of("theme", theme, get_args(Theme))
        sides = [whole("render_size", side, 31) for side in listed("render_size", size)]
        if len(sides) != 2 or not all(64 <= side <= 8192 for side in sides):
            raise BadInput(f"render_size {size}: expected a width and a height from 64 to 8192")
        self._many, self._mode, self._look = many, mode, (size, theme)
        self._pictures: Pictures | None = None
        self._mazes: dict[int, tuple[int, Maze]] = {}
        if mode in ("rgb_array", "human"):
            many.batch.pose(0)  # raises where there is nothing to see

    def render(self, i: int) -> Any:
        if self._mode is None:
            return None
        if self._mode == "ansi":
            return f"cell {self._many.seen['cell'][i] + 1}, orientation {self._many.seen['orientation'][i]}, " \
                   f"{OUTCOMES[self._many.outcomes[i]]} after {self._many.moves[i]} moves"
        if self._pictures is None:
            self._pictures = Pictures(*self._look, window=self._mode == "human")
        seed = int(self._many.maze_seeds[i])
        if i not in self._mazes or self._mazes[i][0] != seed:
            self._mazes[i] = seed, self._many.batch.maze(i)
        return self._pictures.draw(self._mazes[i][1], self._many.batch.pose(i))

    def close(self) -> None:
        if self._pictures is not None:
            self._pictures.close()


class MarbleMazeMoves(Env):
    """One run. An action is a move of the control scheme, a step is the move to its end.

    Parameters
    ----------
    size, layers, orientations : optional
        The mazes, as of Maze.generate(), and the control scheme: 4, 8 or 24. By default 3, "all" and the mazes' first.
    kind, settings : optional
        The physics; by default "imagined" and its defaults.
    knowledge : {"blind", "heuristic", "full"}, default "heuristic"
        What is observed.
    split : {"training", "validation", "test"}, default "training"
        Where seeds of mazes come from.
    move_cap : int, default 200
        Moves after which a run is cut off.
    rewards : Rewards, optional
        What a move earns.
    truth : bool, default False
        Does info["truth"] of reset() say whether the maze can be solved, and in how many moves?
    solvable : bool, default False
        Are only mazes drawn that can be solved? Without the noise of the actuator, where there is any.
    maze : Maze, optional
        The one that is always played.
    maze_seeds : sequence of int, optional
        Those from which mazes are drawn instead of the split.
    render_mode : {"ansi", "rgb_array", "human"}, optional
        Words, pictures or a window. The last two need the viewer.
    render_size : (int, int), default (256, 256)
        Width and height of pictures, 64 to 8192.
    theme : {"dark", "light", "colour-blind"}, default "dark"
        Colours of pictures.

    Raises
    ------
    BadInput
        For a value that makes no sense.
    """

    metadata: dict[str, Any] = {"render_modes": _RENDER_MODES, "render_fps": 4}

    def __init__(self, size: int | Sequence[int] = 3, layers: Layers = "all", orientations: int | None = None,
                 kind: WorldName = "imagined", knowledge: Knowledge = "heuristic", split: Split = "training",
                 move_cap: int = 200, rewards: Rewards = Rewards(), settings: Settings | None = None, truth: bool = False,
                 solvable: bool = False, maze: Maze | None = None, maze_seeds: Sequence[int] | None = None,
                 render_mode: RenderMode | None = None, render_size: tuple[int, int] = (256, 256),
                 theme: Theme = "dark") -> None:
        self._many = Many(Task(size, layers, orientations, kind, knowledge, split, move_cap, rewards, settings, truth, solvable,
                               maze, maze_seeds), 1, 1)
        self.action_space = spaces.Discrete(self._many.task.moves)
        self.observation_space = self._many.spaces(spaces)
        self.render_mode = render_mode
        self._renderer = _Renderer(self._many, render_mode, render_size, theme)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begins a run.

        Parameters
        ----------
        seed : int, optional
            Seeds the generator that draws mazes and the actuator's noise.
        options : dict, optional
            {"maze_seed": n} asks for the maze of a seed.

        Returns
        -------
        observation, info : dict, dict
        """
        wanted = seeds_of(known_options(options, "maze_seed"), 1)
        super().reset(seed=None if seed is None else whole("seed", seed, 63))
        drawn, stream = self._many.task.maze_seed(self.np_random), self.np_random.integers(1 << 62)
        self._many.start(np.array([True]), np.array([drawn], dtype=np.uint64) if wanted is None else wanted,
                         np.array([stream], dtype=np.uint64))
        info = self._info()
        if self._many.task.truth:
            info["truth"] = self._many.truth(0)
        self._show()
        return self._many.observation(0), info

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Makes a move to its end.

        Parameters
        ----------
        action : int
            0 to the number of moves - 1.

        Returns
        -------
        observation, reward, terminated, truncated, info : dict, float, bool, bool, dict

        Raises
        ------
        NotNow
            Where the run is over, or none was begun.
        """
        if not self.action_space.contains(action):
            raise BadInput(f"action {action!r}: expected 0 to {int(self.action_space.n) - 1}")
        if self._many.outcomes[0] != RUNNING:
            raise NotNow("step: expected a run that is not over; call reset()")
        reward = self._many.play(np.array([int(action)]))
        self._show()
        return (self._many.observation(0), float(reward[0]), bool(self._many.terminated[0]), bool(self._many.truncated[0]),
                self._info())

    def copy_for_agent(self, stream: int) -> World:
        """A copy of the world, with new random numbers, for trying moves. Needs the information set "full".

        Parameters
        ----------
        stream : int
            From which it draws, 0 to 2**64 - 1.
        """
        if self._many.task.knowledge != "full":
            raise NotNow(f"copies: expected knowledge 'full', not '{self._many.task.knowledge}'")
        return self._many.batch.copy_for_agent(0, stream)

    def save(self) -> SavedRun:
        """The run as it stands, with the random numbers to come. It can be pickled; restore() goes on there."""
        return self._many.save(0, self.np_random)

    def restore(self, saved: SavedRun) -> tuple[dict[str, Any], dict[str, Any]]:
        """Goes on where a run was saved.

        Parameters
        ----------
        saved : SavedRun
            Of save(), in an environment that was made like this one.

        Returns
        -------
        observation, info : dict, dict
        """
        self._many.restore(0, saved, self.np_random)
        return self._many.observation(0), self._info()

    @property
    def maze(self) -> Maze:
        """The one that is played."""
        return self._many.batch.maze(0)

    def render(self) -> Any:
        """How the run stands: a text ("ansi"), uint8 of shape (height, width, 3) ("rgb_array"), or None."""
        return None if self.render_mode == "human" else self._renderer.render(0)

    def close(self) -> None:
        """Ends what draws pictures."""
        self._renderer.close()

    def _show(self) -> None:
        if self.render_mode == "human":
            self._renderer.render(0)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._many.action_masks()[0], "outcome": str(OUTCOMES[self._many.outcomes[0]]),
                "maze_seed": int(self._many.maze_seeds[0]), "moves": int(self._many.moves[0])}


class MarbleMazeMovesVector(VectorEnv):
    """Many runs side by side, stepped in one call.

    Parameters
    ----------
    num_envs : int, default 1
        Number of runs, n.
    autoreset_mode : AutoresetMode or str, default "NextStep"
        When a run that is over begins anew: "NextStep", "SameStep" or "Disabled".
    jobs : int, default 1
        Threads that play, 0 for all cores; no result depends on it.
    buffers : dict of array, optional
        The caller's arrays, by the names of the observation, each with n rows. They hold the observations and are handed out
        without a copy: the next step changes them.
    size, layers, orientations, kind, knowledge, split, move_cap, rewards, settings, truth, solvable, maze, maze_seeds, \
render_mode, render_size, theme : optional
        As of MarbleMazeMoves; "human" is not offered.
    """

    def __init__(self, num_envs: int = 1, size: int | Sequence[int] = 3, layers: Layers = "all",
                 orientations: int | None = None, kind: WorldName = "imagined", knowledge: Knowledge = "heuristic",
                 split: Split = "training", move_cap: int = 200, rewards: Rewards = Rewards(), settings: Settings | None = None,
                 truth: bool = False, autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP, jobs: int = 1,
                 render_mode: RenderMode | None = None, solvable: bool = False, maze: Maze | None = None,
                 maze_seeds: Sequence[int] | None = None, buffers: dict[str, NDArray[Any]] | None = None,
                 render_size: tuple[int, int] = (256, 256), theme: Theme = "dark") -> None:
        num_envs = whole("num_envs", num_envs, 31)
        if num_envs < 1:
            raise BadInput(f"num_envs {num_envs}: expected 1 or more")
        if render_mode is not None:
            one_of("render_mode", render_mode, _RENDER_MODES[:2])
        self.num_envs, self.render_mode = num_envs, render_mode
        self._mode = autoreset_mode if isinstance(autoreset_mode, AutoresetMode) else \
            AutoresetMode(one_of("autoreset_mode", autoreset_mode, [mode.value for mode in AutoresetMode]))
        self.metadata = {"render_modes": _RENDER_MODES[:2], "render_fps": 4, "autoreset_mode": self._mode}
        self._many = Many(Task(size, layers, orientations, kind, knowledge, split, move_cap, rewards, settings, truth, solvable,
                               maze, maze_seeds), num_envs, jobs, buffers)
        self._renderer = _Renderer(self._many, render_mode, render_size, theme)
        self.single_action_space = spaces.Discrete(self._many.task.moves)
        self.single_observation_space = self._many.spaces(spaces)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._random = [np.random.default_rng() for _ in range(num_envs)]
        self._over: NDArray[np.bool_] | None = None
        self._wanted: NDArray[np.uint64] | None = None
        self._all = np.ones(num_envs, dtype=bool)

    def reset(self, *, seed: int | Sequence[int | None] | None = None,
              options: dict[str, Any] | None = None) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
        """Begins all runs, or some.

        Parameters
        ----------
        seed : int or sequence, optional
            A number s seeds run i with s + i; a list names each.
        options : dict, optional
            "reset_mask", a bool array of shape (n,): which runs begin. "maze_seed": of the maze of all runs, or of each; runs
            that begin anew by themselves keep it until the next reset().

        Returns
        -------
        observations, infos : dict, dict
        """
        told = known_options(options, "maze_seed", "reset_mask")
        mask, wanted = self._reset_mask(told.get("reset_mask")), seeds_of(told, self.num_envs)
        if seed is not None:
            seeds = several(seed) or [whole("seed", seed, 63) + i for i in range(self.num_envs)]
            if len(seeds) != self.num_envs:
                raise BadInput(f"seed {seed!r}: expected a number or {self.num_envs}")
            for i in np.flatnonzero(mask):
                if seeds[i] is not None:
                    self._random[i] = np.random.default_rng(whole("seed", seeds[i], 63))
        if wanted is not None or mask.all():
            self._wanted = wanted
        self._start(mask)
        return self._many.observations(), self._infos(mask)

    def _reset_mask(self, mask: Any) -> NDArray[np.bool_]:
        if mask is None:
            return self._all
        if not isinstance(mask, np.ndarray) or mask.dtype != bool or mask.shape != (self.num_envs,) or not mask.any():
            raise BadInput(f"reset_mask: expected a bool array of shape ({self.num_envs},) with at least one True")
        if self._over is None and not mask.all():
            raise NotNow("reset_mask: expected all runs to begin first")
        return mask

    def _start(self, mask: NDArray[np.bool_]) -> None:
        seeds, streams = np.zeros(self.num_envs, dtype=np.uint64), np.zeros(self.num_envs, dtype=np.uint64)
        for i in np.flatnonzero(mask):
            seeds[i] = self._many.task.maze_seed(self._random[i])
            streams[i] = self._random[i].integers(1 << 62)
        self._many.start(mask, seeds if self._wanted is None else self._wanted, streams)
        self._over = ~mask if self._over is None else self._over & ~mask

    def step(self, actions: ArrayLike) -> tuple[dict[str, NDArray[Any]], NDArray[np.float64], NDArray[np.bool_],
                                                NDArray[np.bool_], dict[str, Any]]:
        """Plays an action in each run.

        Runs that are over: with NEXT_STEP the next step begins them anew, whatever its action, for a reward of 0; with SAME_STEP
        this very step does, and infos holds "final_obs" and "final_info"; with DISABLED reset() must.

        Parameters
        ----------
        actions : array of n int
            0 to the number of moves - 1.

        Returns
        -------
        observations, rewards, terminated, truncated, infos : dict, float64, bool, bool, dict
            Arrays of n rows.

        Raises
        ------
        NotNow
            Before the first reset(), and for a run that is over where reset() must begin it.
        """
        chosen = np.asarray(actions)
        if chosen.dtype.kind not in "iu" or chosen.shape != (self.num_envs,) or \
                not (chosen.astype(np.uint64) < self._many.task.moves).all():
            raise BadInput(f"actions: expected {self.num_envs} numbers from 0 to {self._many.task.moves - 1}")
        if self._over is None:
            raise NotNow("step: expected runs that have begun; call reset()")
        anew = self._over if self._over.any() else None
        if anew is not None:
            if self._mode != AutoresetMode.NEXT_STEP:
                raise NotNow(f"step: expected runs that are not over; run {np.flatnonzero(anew)[0]} is: call reset()")
            self._start(anew)
        rewards = self._many.play(chosen, anew)
        terminated, truncated = self._many.terminated, self._many.truncated
        self._over = terminated | truncated
        if self._mode == AutoresetMode.SAME_STEP and self._over.any():
            begun = self._over
            final = self._final(begun)
            self._start(begun)
            return self._many.observations(), rewards, terminated, truncated, {**self._infos(begun), **final}
        return self._many.observations(), rewards, terminated, truncated, self._infos(anew)

    def _final(self, over: NDArray[np.bool_]) -> dict[str, Any]:
        """What a run that ended was last: as Gymnasium's own vector environments tell it."""
        last = np.full(self.num_envs, None, dtype=object)
        for i in np.flatnonzero(over):
            last[i] = self._many.observation(i)
        return {"final_obs": last, "_final_obs": over.copy(), "final_info": self._infos(None), "_final_info": over.copy()}

    def _infos(self, begun: NDArray[np.bool_] | None) -> dict[str, Any]:
        """Infos of all runs; the truth only of those that have just begun."""
        every = self._all.copy()
        infos = {"action_mask": self._many.action_masks(), "_action_mask": every, "outcome": OUTCOMES[self._many.outcomes],
                 "_outcome": every, "maze_seed": self._many.maze_seeds.copy(), "_maze_seed": every,
                 "moves": self._many.moves.copy(), "_moves": every}
        if self._many.task.truth and begun is not None:
            truths = np.full(self.num_envs, None, dtype=object)
            for i in np.flatnonzero(begun):
                truths[i] = self._many.truth(int(i))
            infos.update(truth=truths, _truth=begun.copy())
        return infos

    # --- one by one ---
    def call(self, name: str, *args: Any) -> tuple[Any, ...]:
        """Calls a method for each run, or looks at an attribute, as Gymnasium's own vector environments do.

        Parameters
        ----------
        name : str
            "maze", "maze_seed", "moves", "outcome", "render", or "copy_for_agent" with knowledge "full".
        *args
            Of the method.
        """
        many = self._many
        known: dict[str, Any] = {"maze": many.batch.maze, "maze_seed": lambda i: int(many.maze_seeds[i]),
                                 "moves": lambda i: int(many.moves[i]), "outcome": lambda i: str(OUTCOMES[many.outcomes[i]]),
                                 "render": self._renderer.render}
        if many.task.knowledge == "full":
            known["copy_for_agent"] = many.batch.copy_for_agent
        asked = known[one_of("attribute", name, known)]
        return tuple(asked(i, *args) for i in range(self.num_envs))

    def get_attr(self, name: str) -> tuple[Any, ...]:
        """An attribute of each run.

        Parameters
        ----------
        name : str
            As of call().
        """
        return self.call(name)

    def render(self) -> tuple[Any, ...] | None:
        """Of each run, as MarbleMazeMoves.render() says it."""
        return None if self.render_mode is None else self.call("render")

    def close_extras(self, **_: Any) -> None:
        """Ends what draws pictures."""
        self._renderer.close()
