"""What the environments of marblemaze.env have in common: Gymnasium's interface, for one run or many side by side."""
from __future__ import annotations

from typing import Any, Literal, Sequence, get_args

from ._library import BadInput, NotNow, listed, one_of, several, whole
from ._many import RUNNING, SavedRun, known_options, seeds_of
from ._numpy import ArrayLike, NDArray, np
from ._pictures import Pictures
from .maze import Maze
from .names import OUTCOMES, Theme

try:
    from gymnasium import Env, spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise ImportError(f"marblemaze.env needs Gymnasium 1.1 or later, which cannot be loaded ({' '.join(str(error).split())}): "
                      "python3 -m pip install 'gymnasium>=1.1'. Worlds and batches do not need it.", name="gymnasium") from None

__all__ = ["AutoresetMode", "ManyRuns", "OneRun", "RenderMode"]

RenderMode = Literal["ansi", "rgb_array", "human"]
_RENDER_MODES = ["ansi", "rgb_array", "human"]


class _Renderer:
    """Says or draws how runs stand."""

    def __init__(self, many: Any, mode: str | None, size: tuple[int, int], theme: Theme) -> None:
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
            many.pose(0)  # raises where there is nothing to see

    def render(self, i: int) -> Any:
        if self._mode is None:
            return None
        if self._mode == "ansi":
            return f"cell {self._many.words(i)}"
        if self._pictures is None:
            self._pictures = Pictures(*self._look, window=self._mode == "human")
        seed = int(self._many.maze_seeds[i])
        if i not in self._mazes or self._mazes[i][0] != seed:
            self._mazes[i] = seed, self._many.batch.maze(i)
        return self._pictures.draw(self._mazes[i][1], self._many.pose(i))

    def require_viewer(self) -> None:
        """Raises MachineFailure if the viewer has ended."""
        if self._pictures is not None:
            self._pictures.require_alive()

    def drop_ended_viewer(self) -> None:
        """Lets the next picture start a viewer if the last one has ended."""
        if self._pictures is not None and not self._pictures.alive:
            self.close()

    def close(self) -> None:
        if self._pictures is not None:
            self._pictures.close()
        self._pictures = None


class _Environment:
    """Runs that can be closed. reset() opens them again."""

    closed = True  # until it is made, so that nobody closes what could not be made
    _runs: Any
    _renderer: _Renderer

    def _require_open(self) -> None:
        if self.closed:
            raise NotNow(f"{type(self).__name__}: it is closed; call reset() to open it again")

    @property
    def _many(self) -> Any:
        self._require_open()
        return self._runs

    def _open(self) -> None:
        self._renderer.drop_ended_viewer()
        self.closed = False

    def _close(self) -> None:
        self._renderer.close()
        self.closed = True


class OneRun(_Environment, Env[Any, Any]):
    """One run."""

    metadata: dict[str, Any] = {"render_modes": _RENDER_MODES, "render_fps": 4}

    def _play(self, many: Any, render_mode: RenderMode | None, render_size: tuple[int, int], theme: Theme) -> None:
        self._runs = many
        self.action_space, self.observation_space = many.actions(spaces), many.spaces(spaces)
        self.render_mode = render_mode
        self._renderer = _Renderer(many, render_mode, render_size, theme)
        self.closed = False

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begins a run. Also opens an environment that was closed, and a window that was closed.

        Parameters
        ----------
        seed : int, optional
            Seeds the generator that draws mazes and the actuator's noise.
        options : dict, optional
            {"maze_seed": n} asks for the maze of a seed.

        Returns
        -------
        observation, info
        """
        wanted = seeds_of(known_options(options, "maze_seed"), 1)
        super().reset(seed=None if seed is None else whole("seed", seed, 63))
        self._open()
        drawn, stream = self._many.task.maze_seed(self.np_random), self.np_random.integers(1 << 62)
        self._many.start(np.array([True]), np.array([drawn], dtype=np.uint64) if wanted is None else wanted,
                         np.array([stream], dtype=np.uint64))
        info = self._info()
        if self._many.task.truth:
            info["truth"] = self._many.truth(0)
        self._show()
        return self._many.observation(0), info

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Plays an action.

        Parameters
        ----------
        action : int or array
            Of the action space: a move, to its end; or where the maze is turned freely float numbers of shape (3,).

        Returns
        -------
        observation, reward, terminated, truncated, info

        Raises
        ------
        NotNow
            Where the run is over, none was begun, or the environment was closed. Call reset().
        MachineFailure
            Where the window of render_mode "human" was closed. Call reset().
        """
        chosen = self._many.one_action(action, self.action_space)
        if self.render_mode == "human":
            self._renderer.require_viewer()
        if self._many.outcomes[0] != RUNNING:
            raise NotNow("step: expected a run that is not over; call reset()")
        reward = self._many.play(chosen)
        self._show()
        return (self._many.observation(0), float(reward[0]), bool(self._many.terminated[0]), bool(self._many.truncated[0]),
                self._info())

    def save(self) -> SavedRun:
        """The run as it stands, with the random numbers to come. It can be pickled; restore() goes on there."""
        saved: SavedRun = self._many.save(0, self.np_random)
        return saved

    def restore(self, saved: SavedRun) -> tuple[Any, dict[str, Any]]:
        """Goes on where a run was saved.

        Parameters
        ----------
        saved : SavedRun
            Of save(), in an environment that was made like this one.

        Returns
        -------
        observation, info
        """
        self._many.restore(0, saved, self.np_random)
        return self._many.observation(0), self._info()

    @property
    def maze(self) -> Maze:
        """The one that is played."""
        maze: Maze = self._many.batch.maze(0)
        return maze

    def render(self) -> Any:
        """How the run stands: a text ("ansi"), uint8 of shape (height, width, 3) ("rgb_array"), or None. Raises MachineFailure
        if the viewer has ended, such as by closing its window."""
        self._require_open()
        if self.render_mode == "human":
            return self._renderer.require_viewer()
        return self._renderer.render(0)

    def close(self) -> None:
        """Ends what draws pictures. After it every method but reset() and close() raises NotNow."""
        self._close()

    def _show(self) -> None:
        if self.render_mode == "human":
            self._renderer.render(0)

    def _info(self) -> dict[str, Any]:
        told = {name: values[0] for name, values in self._many.infos().items()}
        return {name: value if isinstance(value, np.ndarray) else value.item() if isinstance(value, np.generic) else value
                for name, value in told.items()}


class ManyRuns(_Environment, VectorEnv[Any, Any, Any]):
    """Many runs side by side, stepped in one call."""

    def _play(self, many: Any, autoreset_mode: AutoresetMode | str, render_mode: RenderMode | None, render_size: tuple[int, int],
              theme: Theme) -> None:
        if render_mode is not None:
            one_of("render_mode", render_mode, _RENDER_MODES[:2])
        self.num_envs, self.render_mode = many.count, render_mode
        self._mode = autoreset_mode if isinstance(autoreset_mode, AutoresetMode) else \
            AutoresetMode(one_of("autoreset_mode", autoreset_mode, [mode.value for mode in AutoresetMode]))
        self.metadata = {"render_modes": _RENDER_MODES[:2], "render_fps": 4, "autoreset_mode": self._mode}
        self._runs = many
        self._renderer = _Renderer(many, render_mode, render_size, theme)
        self.single_action_space, self.single_observation_space = many.actions(spaces), many.spaces(spaces)
        self.action_space = batch_space(self.single_action_space, many.count)
        self.observation_space = batch_space(self.single_observation_space, many.count)
        self._random = [np.random.default_rng() for _ in range(many.count)]
        self._over: NDArray[np.bool_] | None = None
        self._wanted: NDArray[np.uint64] | None = None
        self._all = np.ones(many.count, dtype=bool)
        self.closed = False

    def reset(self, *, seed: int | Sequence[int | None] | None = None,
              options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begins all runs, or some. Also opens an environment that was closed; then all runs must begin.

        Parameters
        ----------
        seed : int or sequence, optional
            A number s seeds run i with s + i; a list names each.
        options : dict, optional
            "reset_mask", a bool array of shape (n,): which runs begin. "maze_seed": of the maze of all runs, or of each; runs
            that begin anew by themselves keep it until the next reset().

        Returns
        -------
        observations, infos
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
        self._open()
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

    def step(self, actions: ArrayLike) -> tuple[Any, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Plays an action in each run.

        Runs that are over: with NEXT_STEP the next step begins them anew, whatever its action, for a reward of 0; with SAME_STEP
        this very step does, and infos holds "final_obs" and "final_info"; with DISABLED reset() must.

        Parameters
        ----------
        actions : array
            n moves; or where mazes are turned freely float numbers of shape (n, 3).

        Returns
        -------
        observations, rewards, terminated, truncated, infos
            Arrays of n rows: rewards float64, then bool.

        Raises
        ------
        NotNow
            Before the first reset(), after close(), and for a run that is over where reset() must begin it.
        """
        chosen = self._many.all_actions(actions)
        if self._over is None:
            raise NotNow("step: expected runs that have begun; call reset()")
        anew = self._over if self._over.any() else None
        if anew is not None:
            if self._mode != AutoresetMode.NEXT_STEP:
                raise NotNow(f"step: expected runs that are not over; run {np.flatnonzero(anew)[0]} is: call reset()")
            self._start(anew)
        rewards = self._many.play(chosen, anew)
        terminated, truncated = self._many.terminated, self._many.truncated
        begun: NDArray[np.bool_] = terminated | truncated
        self._over = begun
        if self._mode == AutoresetMode.SAME_STEP and begun.any():
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
        infos: dict[str, Any] = self._many.infos()
        infos.update({f"_{name}": every for name in infos})
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
                                 "moves": lambda i: int(many.moves[i]), "outcome": lambda i: OUTCOMES[many.outcomes[i]],
                                 "render": self._renderer.render, **many.attributes}
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
        self._require_open()
        return None if self.render_mode is None else self.call("render")

    def close_extras(self, **_: Any) -> None:
        """Ends what draws pictures. After close() every method but reset() and close() raises NotNow."""
        self._close()
        self._over = None
