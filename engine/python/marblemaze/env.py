"""Gymnasium environments for discrete moves and for continuous control.

This module needs Gymnasium 1.1 or later. The folder docs/reference/environments describes each environment.
"""
from __future__ import annotations

from typing import Any, Sequence

from . import register_envs
from ._arguments import elements_of, integer, one_of
from ._errors import BadInput, NotNow
from ._numpy import ArrayLike, NDArray, np
from ._render import Renderer, RenderMode
from ._runs import MovesTask, MoveRuns, Rewards, TiltRewards, TiltRuns, TiltTask, known_options, seeds_of
from .maze import Maze, Settings
from .names import OUTCOMES, RUNNING, TiltWorldName, Knowledge, Layers, Split, Theme, WorldName
from .world import World

try:
    from gymnasium import Env, spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise ImportError("marblemaze.env needs Gymnasium 1.1 or later, which cannot be loaded "
                      f"({' '.join(str(error).split())}): python3 -m pip install 'gymnasium>=1.1'. Worlds and batches "
                      "do not need it.", name="gymnasium") from None

__all__ = ["AutoresetMode", "MarbleMazeMoves", "MarbleMazeMovesVector", "MarbleMazeRest", "MarbleMazeRestVector",
           "MarbleMazeTilt", "MarbleMazeTiltVector", "Rewards", "TiltRewards"]


class _Environment:
    """Common base of all environments. A closed environment can be reopened with reset()."""

    closed = True  # until the constructor succeeds, so that the destructor does not close a partial environment
    render_mode: str | None
    _all_runs: Any
    _renderer: Renderer

    def _make(self, runs: Any, render_mode: RenderMode | None, render_size: tuple[int, int], theme: Theme) -> None:
        self._all_runs, self.render_mode = runs, render_mode
        self._renderer = Renderer(runs, render_mode, render_size, theme)
        self.closed = False

    def _require_open(self) -> None:
        if self.closed:
            raise NotNow(f"{type(self).__name__}: it is closed; call reset() to open it again")

    @property
    def _runs(self) -> Any:
        self._require_open()
        return self._all_runs

    def _open(self) -> None:
        self._renderer.drop_ended_viewer()
        self.closed = False

    def _close(self) -> None:
        self._renderer.close()
        self.closed = True


class _SingleEnvironment(_Environment, Env[Any, Any]):
    """Base class of environments with a single run. They can be pickled and deep-copied. Copies continue
    bit-identically."""

    metadata: dict[str, Any] = {"render_modes": ["ansi", "rgb_array", "human"], "render_fps": 4}

    def _make(self, runs: Any, *look: Any) -> None:
        self.action_space, self.observation_space = runs.action_space(spaces), runs.observation_space(spaces)
        super()._make(runs, *look)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begins a new run. Reopens the environment if it or its window was closed.

        Args:
            seed: Seed of the random number generator, which selects mazes and actuator noise.
            options: {"maze_seed": n} selects the maze with seed n.

        Returns:
            Observation and info.
        """
        wanted = seeds_of(known_options(options, "maze_seed"), 1)
        super().reset(seed=None if seed is None else integer("seed", seed, 63))
        self._open()
        drawn, stream = self._runs.task.maze_seed(self.np_random), self.np_random.integers(1 << 62)
        self._runs.start(np.array([True]), np.array([drawn], dtype=np.uint64) if wanted is None else wanted,
                         np.array([stream], dtype=np.uint64))
        info = self._info()
        if getattr(self._runs.task, "truth", False):
            info["truth"] = self._runs.truth(0)
        self._show()
        return self._runs.observation(0), info

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Executes a move, or tilts the maze for the number of time steps of the environment.

        Args:
            action: Element of the action space.

        Returns:
            Observation, reward, terminated, truncated and info.

        Raises:
            NotNow: The run has not begun or is over, or the environment is closed. Call reset().
            MachineFailure: The window of render_mode "human" was closed. Call reset().
        """
        chosen = self._runs.one_action(action, self.action_space)
        if self.render_mode == "human":
            self._renderer.require_viewer()
        if self._runs.outcomes[0] != RUNNING:
            raise NotNow("step: no run is in progress; call reset()")
        reward = self._runs.play(chosen)
        self._show()
        return (self._runs.observation(0), float(reward[0]), bool(self._runs.terminated[0]),
                bool(self._runs.truncated[0]), self._info())

    @property
    def maze(self) -> Maze:
        """The current maze."""
        return self._runs.batch.maze(0)  # type: ignore[no-any-return]

    def render(self) -> Any:
        """Renders the current state as text ("ansi") or as an array of shape (height, width, 3) ("rgb_array").

        Raises:
            MachineFailure: The viewer has exited, for example because its window was closed. Call reset().
        """
        self._require_open()
        if self.render_mode == "human":
            return self._renderer.require_viewer()
        return self._renderer.render(0)

    def close(self) -> None:
        """Closes the viewer. After close(), most methods raise NotNow until reset() reopens the environment."""
        self._close()

    def _show(self) -> None:
        if self.render_mode == "human":
            self._renderer.render(0)

    def _info(self) -> dict[str, Any]:
        infos = {name: values[0] for name, values in self._runs.infos().items()}
        return {name: value if isinstance(value, np.ndarray) else value.item() if isinstance(value, np.generic)
                else value
                for name, value in infos.items()}


class _VectorEnvironment(_Environment, VectorEnv[Any, Any, Any]):
    """Base class of vector environments. They can be pickled and deep-copied. Copies continue bit-identically."""

    def _make_vector(self, runs: Any, autoreset_mode: AutoresetMode | str, render_mode: RenderMode | None,
                     *look: Any) -> None:
        if render_mode is not None:
            one_of("render_mode", render_mode, ["ansi", "rgb_array"])
        self._mode = autoreset_mode if isinstance(autoreset_mode, AutoresetMode) else \
            AutoresetMode(one_of("autoreset_mode", autoreset_mode, [mode.value for mode in AutoresetMode]))
        self.num_envs = runs.count
        self.metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 4, "autoreset_mode": self._mode}
        self.single_action_space = runs.action_space(spaces)
        self.single_observation_space = runs.observation_space(spaces)
        self.action_space = batch_space(self.single_action_space, runs.count)
        self.observation_space = batch_space(self.single_observation_space, runs.count)
        self._random = [np.random.default_rng() for _ in range(runs.count)]
        self._over: NDArray[np.bool_] | None = None
        self._pinned = np.zeros(runs.count, dtype=bool)
        self._pinned_seeds = np.zeros(runs.count, dtype=np.uint64)
        self._all = np.ones(runs.count, dtype=bool)
        self._make(runs, render_mode, *look)

    def reset(self, *, seed: int | Sequence[int | None] | None = None,
              options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begins new runs. Reopens the environment after close(), which requires that all runs begin.

        Args:
            seed: Seed of the first run, to which the index of each other run is added, or one seed per run.
            options: "reset_mask" is a bool array of shape (n,) that selects runs. "maze_seed" is the seed of the maze,
                or one seed per run. Automatic resets of a run use the same maze until reset() begins this run again.

        Returns:
            Observations and infos.
        """
        checked = known_options(options, "maze_seed", "reset_mask")
        mask, wanted = self._reset_mask(checked.get("reset_mask")), seeds_of(checked, self.num_envs)
        if seed is not None:
            seeds = elements_of(seed) or [integer("seed", seed, 63) + i for i in range(self.num_envs)]
            if len(seeds) != self.num_envs:
                raise BadInput(f"seed {seed!r}: expected a number or {self.num_envs}")
            for i in np.flatnonzero(mask):
                if seeds[i] is not None:
                    self._random[i] = np.random.default_rng(integer("seed", seeds[i], 63))
        self._open()
        self._pinned[mask] = wanted is not None
        if wanted is not None:
            self._pinned_seeds[mask] = wanted[mask]
        self._start(mask)
        return self._runs.observations(), self._infos(mask)

    def _reset_mask(self, mask: Any) -> NDArray[np.bool_]:
        if mask is None:
            return self._all
        if not isinstance(mask, np.ndarray) or mask.dtype != bool or mask.shape != (self.num_envs,) or not mask.any():
            raise BadInput(f"reset_mask: expected a bool array of shape ({self.num_envs},) with at least one True")
        if self._over is None and not mask.all():
            raise NotNow("reset_mask: reset all runs first")
        return mask

    def _start(self, mask: NDArray[np.bool_]) -> None:
        seeds, streams = np.zeros(self.num_envs, dtype=np.uint64), np.zeros(self.num_envs, dtype=np.uint64)
        for i in np.flatnonzero(mask):
            seeds[i] = self._runs.task.maze_seed(self._random[i])
            streams[i] = self._random[i].integers(1 << 62)
        self._runs.start(mask, np.where(self._pinned, self._pinned_seeds, seeds), streams)
        self._over = ~mask if self._over is None else self._over & ~mask

    def step(self, actions: ArrayLike) -> tuple[
            Any, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Steps all runs.

        A run that is over is reset in the next step, which ignores its action (NEXT_STEP), in the same step
        (SAME_STEP), or when reset() is called (DISABLED). With SAME_STEP, infos contains "final_obs" and "final_info".

        Args:
            actions: Element of the action space: n moves, or n commands of shape (n, 3).

        Returns:
            Observations, rewards, terminated, truncated and infos, with n rows each.

        Raises:
            NotNow: The runs have not begun, a run is over and must be reset, or the environment is closed.
        """
        chosen = self._runs.all_actions(actions)
        if self._over is None:
            raise NotNow("step: expected runs that have begun; call reset()")
        restarted = self._over if self._over.any() else None
        if restarted is not None:
            if self._mode != AutoresetMode.NEXT_STEP:
                raise NotNow(f"step: expected runs that are not over; run {np.flatnonzero(restarted)[0]} is: call "
                             "reset()")
            self._start(restarted)
        rewards = self._runs.play(chosen, restarted)
        terminated, truncated = self._runs.terminated, self._runs.truncated
        over: NDArray[np.bool_] = terminated | truncated
        self._over = over
        if self._mode == AutoresetMode.SAME_STEP and over.any():
            final = self._final(over)
            self._start(over)
            return self._runs.observations(), rewards, terminated, truncated, {**self._infos(over), **final}
        return self._runs.observations(), rewards, terminated, truncated, self._infos(restarted)

    def _final(self, over: NDArray[np.bool_]) -> dict[str, Any]:
        """Returns the final observations and infos of runs that are over, in the format of Gymnasium's vector
        environments."""
        last = np.full(self.num_envs, None, dtype=object)
        for i in np.flatnonzero(over):
            last[i] = self._runs.observation(i)
        return {"final_obs": last, "_final_obs": over.copy(), "final_info": self._infos(None),
                "_final_info": over.copy()}

    def _infos(self, begun: NDArray[np.bool_] | None) -> dict[str, Any]:
        """Returns the infos of all runs. Includes the reference solutions of the runs in `begun`."""
        every = self._all.copy()
        infos: dict[str, Any] = self._runs.infos()
        infos.update({f"_{name}": every for name in infos})
        if begun is not None and getattr(self._runs.task, "truth", False):
            truths = np.full(self.num_envs, None, dtype=object)
            for i in np.flatnonzero(begun):
                truths[i] = self._runs.truth(int(i))
            infos.update(truth=truths, _truth=begun.copy())
        return infos

    def call(self, name: str, *args: Any) -> tuple[Any, ...]:
        """Returns an attribute of each run, or calls a method of each run and returns the results.

        Args:
            name: "maze", "maze_seed", "moves", "outcome", "render" or, if knowledge is "full", "copy_for_agent".
            *args: Arguments of the method.
        """
        runs = self._runs
        known: dict[str, Any] = {"maze": runs.batch.maze, "maze_seed": lambda i: int(runs.maze_seeds[i]),
                                 "moves": lambda i: int(runs.moves[i]), "outcome": lambda i: OUTCOMES[runs.outcomes[i]],
                                 "render": self._renderer.render, **runs.attributes}
        use = known[one_of("attribute", name, known)]
        return tuple(use(i, *args) for i in range(self.num_envs))

    def get_attr(self, name: str) -> tuple[Any, ...]:
        """Returns an attribute of each run.

        Args:
            name: Name of the attribute, as in call().
        """
        return self.call(name)

    def render(self) -> tuple[Any, ...] | None:
        """Renders all runs as text or as images."""
        self._require_open()
        return None if self.render_mode is None else self.call("render")

    def close_extras(self, **_: Any) -> None:
        """Closes the viewer. After close(), most methods raise NotNow until reset() reopens the environment."""
        self._close()
        self._over = None


class MarbleMazeMoves(_SingleEnvironment):
    """Environment with discrete moves. The goal is to bring the marble to rest in the target.

    A step executes one move of the control scheme and simulates it to its end.

    The action is the index of the move. The observation is a dictionary with "cell", "orientation" and "visited" and,
    depending on `knowledge`, "distances", "target" and "walls". See docs/reference/environments/moves.md.

    Args:
        size: Size of the mazes, as in Maze.generate().
        layers: Layers of the mazes, as in Maze.generate().
        orientations: Control scheme: 4, 8 or 24 orientations. By default, 4 in a flat maze, otherwise 8.
        world: The simulation: "imagined", "bullet" or "predicted".
        knowledge: Contents of the observation: "blind", "heuristic" or "full".
        split: Range of the maze seeds: "training", "validation" or "test".
        move_limit: Number of moves after which a run is truncated.
        rewards: Rewards of a move, by its outcome.
        settings: Physics settings.
        truth: Whether reset() returns the reference solution in info["truth"].
        solvable: Whether all mazes must be solvable without actuator noise. They come from a pool of 1,000 mazes per
            split.
        maze: Maze to use in all runs.
        maze_seeds: Seeds of mazes to use instead of the split.
        render_mode: "ansi" for text, "rgb_array" for images, "human" for a window. Images and windows need the
            viewer.
        render_size: Width and height of images, 64 to 8192 pixels.
        theme: Colours of images: "dark", "light" or "colour-blind".
    """

    def __init__(self, size: int | Sequence[int] = 3, layers: Layers = "all", orientations: int | None = None,
                 world: WorldName = "imagined", knowledge: Knowledge = "heuristic", split: Split = "training",
                 move_limit: int = 200, rewards: Rewards = Rewards(), settings: Settings | None = None,
                 truth: bool = False, solvable: bool = False, maze: Maze | None = None,
                 maze_seeds: Sequence[int] | None = None, render_mode: RenderMode | None = None,
                 render_size: tuple[int, int] = (256, 256), theme: Theme = "dark") -> None:
        task = MovesTask(size=size, layers=layers, orientations=orientations, world=world, knowledge=knowledge,
                         split=split, move_limit=move_limit, rewards=rewards, settings=settings, truth=truth,
                         solvable=solvable, maze=maze, maze_seeds=maze_seeds)
        self._make(MoveRuns(task, 1, 1), render_mode, render_size, theme)

    def copy_for_agent(self, stream: int) -> World:
        """Returns a copy of the world with different noise, in which an agent can try moves. Requires the knowledge
        "full".

        Args:
            stream: Number of the random stream for the noise of the copy, 0 to 2**64 - 1.
        """
        if self._runs.task.knowledge != "full":
            raise NotNow(f"copies: expected knowledge 'full', not '{self._runs.task.knowledge}'")
        copy: World = self._runs.copy_for_agent(0, stream)
        return copy


class MarbleMazeMovesVector(_VectorEnvironment):
    """Vectorized MarbleMazeMoves, which steps many runs in one call.

    Args:
        num_envs: Number of runs, n.
        autoreset_mode: When a run that is over begins again: "NextStep", "SameStep" or "Disabled".
        jobs: Number of threads for the simulation and for the search for solvable mazes; 0 uses all cores. The results
            do not depend on it.
        buffers: Arrays with n rows, by name, that receive the observations. The environment returns these arrays
            instead of copies, so the next step overwrites them.
        render_mode: "ansi" or "rgb_array".

    The other arguments are those of MarbleMazeMoves.
    """

    def __init__(self, num_envs: int = 1, *, autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
                 jobs: int = 1, buffers: dict[str, NDArray[Any]] | None = None, size: int | Sequence[int] = 3,
                 layers: Layers = "all", orientations: int | None = None, world: WorldName = "imagined",
                 knowledge: Knowledge = "heuristic", split: Split = "training", move_limit: int = 200,
                 rewards: Rewards = Rewards(), settings: Settings | None = None, truth: bool = False,
                 solvable: bool = False, maze: Maze | None = None, maze_seeds: Sequence[int] | None = None,
                 render_mode: RenderMode | None = None, render_size: tuple[int, int] = (256, 256),
                 theme: Theme = "dark") -> None:
        task = MovesTask(size=size, layers=layers, orientations=orientations, world=world, knowledge=knowledge,
                         split=split, move_limit=move_limit, rewards=rewards, settings=settings, truth=truth,
                         solvable=solvable, maze=maze, maze_seeds=maze_seeds)
        self._make_vector(MoveRuns(task, num_envs, jobs, buffers), autoreset_mode, render_mode, render_size, theme)


class MarbleMazeTilt(_SingleEnvironment):
    """Environment with continuous control. The goal is to bring the marble into the target.

    The action is a command: the angular velocity of the maze about its axes, as fractions of the maximum. Values
    outside [-1, 1] are clipped. The observation has 28 elements, which TiltBatch.observations() lists. See
    docs/reference/environments/tilt.md.

    Args:
        size: Size of the mazes, as in Maze.generate().
        layers: Layers of the mazes, as in Maze.generate().
        world: The simulation: "imagined" or "bullet".
        split: Range of the maze seeds: "training", "validation" or "test".
        ticks: Number of time steps per step. The default, 4, corresponds to 30 commands per simulated second.
        step_limit: Number of steps after which a run is truncated. The default, 1800, is one simulated minute.
        way: Whether the observation contains its last four elements, the direction and distance of the target.
        rewards: Weights of the reward.
        settings: Physics settings.
        maze: Maze to use in all runs.
        maze_seeds: Seeds of mazes to use instead of the split.
        render_mode: "ansi" for text, "rgb_array" for images, "human" for a window. Images and windows need the
            viewer.
        render_size: Width and height of images, 64 to 8192 pixels.
        theme: Colours of images: "dark", "light" or "colour-blind".
    """

    _rest = False

    def __init__(self, size: int | Sequence[int] = 3, layers: Layers = "all", world: TiltWorldName = "imagined",
                 split: Split = "training", ticks: int = 4, step_limit: int = 1800, way: bool = True,
                 rewards: TiltRewards = TiltRewards(), settings: Settings | None = None, maze: Maze | None = None,
                 maze_seeds: Sequence[int] | None = None, render_mode: RenderMode | None = None,
                 render_size: tuple[int, int] = (256, 256), theme: Theme = "dark") -> None:
        task = TiltTask(size=size, layers=layers, world=world, rest=self._rest, split=split, ticks=ticks,
                        step_limit=step_limit, way=way, rewards=rewards, settings=settings, maze=maze,
                        maze_seeds=maze_seeds)
        self._make(TiltRuns(task, 1, 1), render_mode, render_size, theme)


class MarbleMazeRest(MarbleMazeTilt):
    """MarbleMazeTilt in which the marble must come to rest in the target. See docs/reference/environments/rest.md."""

    _rest = True


class MarbleMazeTiltVector(_VectorEnvironment):
    """Vectorized MarbleMazeTilt, which steps many runs in one call.

    Args:
        num_envs: Number of runs, n.
        autoreset_mode: When a run that is over begins again: "NextStep", "SameStep" or "Disabled".
        jobs: Number of threads; 0 uses all cores. The results do not depend on it.
        buffers: {"state": array} with a float32 array of shape (n, 28) that receives the observations.
        render_mode: "ansi" or "rgb_array".

    The other arguments are those of MarbleMazeTilt.
    """

    _rest = False

    def __init__(self, num_envs: int = 1, *, autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
                 jobs: int = 1, buffers: dict[str, NDArray[Any]] | None = None, size: int | Sequence[int] = 3,
                 layers: Layers = "all", world: TiltWorldName = "imagined", split: Split = "training", ticks: int = 4,
                 step_limit: int = 1800, way: bool = True, rewards: TiltRewards = TiltRewards(),
                 settings: Settings | None = None, maze: Maze | None = None, maze_seeds: Sequence[int] | None = None,
                 render_mode: RenderMode | None = None, render_size: tuple[int, int] = (256, 256),
                 theme: Theme = "dark") -> None:
        task = TiltTask(size=size, layers=layers, world=world, rest=self._rest, split=split, ticks=ticks,
                        step_limit=step_limit, way=way, rewards=rewards, settings=settings, maze=maze,
                        maze_seeds=maze_seeds)
        self._make_vector(TiltRuns(task, num_envs, jobs, buffers), autoreset_mode, render_mode, render_size, theme)


class MarbleMazeRestVector(MarbleMazeTiltVector):
    """Vectorized MarbleMazeRest, which steps many runs in one call."""

    _rest = True


register_envs()
