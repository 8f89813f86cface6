"""Implementation of the environments in marblemaze.env: steps N runs at once."""
from __future__ import annotations

import ctypes
import functools
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, Sequence, get_args

from ._arguments import (address, boolean, control_of, elements_of, instance_of, integer, integer_array, list_of,
                         one_of, real_number)
from ._errors import BadInput, BadType
from ._library import call
from ._numpy import NDArray, np
from .batch import OBSERVATION, Batch, TiltBatch, view_of
from .maze import NOISE_FREE, Maze, Settings
from .names import CAPPED, ESCAPED, FROZEN, OUTCOMES, OVERDUE, RUNNING, SOLVED, Knowledge, Layers, Split, WorldName
from .world import Pose, World, actions_of

SPLITS = {"training": 1_000_000, "validation": 2_000_000, "test": 3_000_000}
SEEDS_OF_A_SPLIT = 1_000_000
MAX_SEEDS_TRIED = 10_000
"""Maximum number of mazes to try until one is solvable."""
_NAMES = np.array(OUTCOMES)
_TERMINATED: NDArray[np.bool_] = np.isin(_NAMES, ["solved", "frozen"])
_TRUNCATED: NDArray[np.bool_] = np.isin(_NAMES, ["overdue", "capped", "escaped"])
_MASKS = {moves: np.repeat(_NAMES == "running", moves).reshape(-1, moves).astype(np.int8) for moves in (2, 3, 4)}


@dataclass(frozen=True)
class Rewards:
    """Rewards of a move, by its outcome."""

    move: float = -1.0
    """Reward if the run continues or is truncated."""
    solved: float = 0.0
    """Reward if the marble comes to rest in the target."""
    frozen: float | None = None
    """Reward if the marble freezes. By default, it is `move` times the number of remaining moves, including this move,
    so freezing is never better than continuing."""

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            if value is not None:
                real_number(name, value)

    @functools.cached_property
    def _table(self) -> NDArray[np.float64]:
        """Rewards by outcome, shape (2, outcomes): a constant and a factor of the number of remaining moves."""
        table = np.zeros((2, len(OUTCOMES)))
        table[0, [RUNNING, OVERDUE, CAPPED]], table[0, SOLVED] = self.move, self.solved
        table[:, FROZEN] = (0, self.move) if self.frozen is None else (self.frozen, 0)
        return table


@dataclass(frozen=True)
class TiltRewards:
    """Weights of the reward under continuous control."""

    step: float = -0.01
    """Reward per step. If the marble escapes, the reward is `step` times the number of remaining steps."""
    way: float = 1.0
    """Reward per cell of progress along the theoretical path. Negative progress is penalized equally."""
    solved: float = 1.0
    """Additional reward for the step that solves the maze."""

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            real_number(name, value)


@functools.lru_cache(100_000)
def _solvable(size: Any, layers: Layers, seed: int, world: WorldName, orientations: int, moves: int,
              settings: Settings) -> bool:
    maze = Maze.generate(size, layers=layers, seed=seed)
    # Without noise, one trial of each move in each state is enough to decide whether the maze is solvable.
    budget = maze.cells * orientations * moves
    return World(maze, world, orientations=orientations, settings=settings).truth(budget=budget).solvable


@dataclass(frozen=True)
class Task:
    """Arguments that all environments share."""

    size: int | Sequence[int] = 3
    layers: Layers = "all"
    world: Any = "imagined"
    split: Split = "training"
    settings: Settings | None = None
    maze: Maze | None = None
    maze_seeds: Sequence[int] | None = None

    def __post_init__(self) -> None:
        one_of("split", self.split, get_args(Split))
        if self.maze is not None:
            instance_of("maze", self.maze, Maze)
        seeds = self.maze_seeds if self.maze_seeds is None else list_of("maze_seeds", self.maze_seeds)
        for seed in seeds or ():
            integer("maze_seeds", seed, 64)
        if seeds is not None and (self.maze is not None or not seeds):
            raise BadInput("maze_seeds: give at least one seed, and no maze")

    @functools.cached_property
    def first_maze(self) -> Maze:
        return self.maze or Maze.generate(self.size, layers=self.layers, seed=SPLITS[self.split])

    def maze_seed(self, random: np.random.Generator) -> int:
        """Samples the seed of a maze."""
        if self.maze_seeds is not None:
            return int(self.maze_seeds[int(random.integers(len(self.maze_seeds)))])
        return SPLITS[self.split] + int(random.integers(SEEDS_OF_A_SPLIT))


@dataclass(frozen=True)
class MovesTask(Task):
    """Arguments of an environment with discrete moves."""

    orientations: int | None = None
    knowledge: Knowledge = "heuristic"
    rewards: Rewards = field(default_factory=Rewards)
    move_limit: int = 200
    truth: bool = False
    solvable: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        integer("move_limit", self.move_limit, 31, least=1)
        one_of("knowledge", self.knowledge, get_args(Knowledge))
        boolean("truth", self.truth)
        boolean("solvable", self.solvable)
        instance_of("rewards", self.rewards, Rewards)
        if control_of(self.orientations) not in (0, 4, 8, 24):  # the number of moves is needed before a world exists
            raise BadInput(f"orientations {self.orientations}: expected 4, 8 or 24")

    @functools.cached_property
    def scheme(self) -> int:
        return self.orientations or (4 if self.first_maze.flat else 8)

    @functools.cached_property
    def moves(self) -> int:
        return {4: 2, 8: 3, 24: 4}[self.scheme]

    def maze_seed(self, random: np.random.Generator) -> int:
        """Samples the seed of a maze. Solvable mazes come from a pool of 1,000 mazes, because the search for a solvable
        maze is slow and its result is cached."""
        seed = super().maze_seed(random)
        return seed - seed % 1000 if self.solvable and self.maze_seeds is None else seed

    @functools.cached_property
    def _noise_free(self) -> Settings:
        """The settings without noise, so that a maze is either solvable or unsolvable."""
        return Settings(**{**(self.settings or Settings()).to_dict(), **NOISE_FREE})

    def first_solvable(self, seed: int) -> int:
        """Returns the first seed >= `seed` whose maze is solvable."""
        size = tuple(elements_of(self.size) or ()) or self.size
        for tried in range(seed, seed + MAX_SEEDS_TRIED):
            if _solvable(size, self.layers, tried, self.world, self.scheme, self.moves, self._noise_free):
                return tried
        raise BadInput(f"solvable: none of the {MAX_SEEDS_TRIED:,} mazes from seed {seed} can be solved: use another "
                       "size or control scheme")


@dataclass(frozen=True)
class TiltTask(Task):
    """Arguments of an environment with continuous control."""

    step_limit: int = 1800
    rest: bool = False
    way: bool = True
    ticks: int = 4
    rewards: TiltRewards = field(default_factory=TiltRewards)

    def __post_init__(self) -> None:
        super().__post_init__()
        integer("step_limit", self.step_limit, 31, least=1)
        boolean("way", self.way)
        instance_of("rewards", self.rewards, TiltRewards)
        if not 1 <= integer("ticks", self.ticks, 31) <= 1000:
            raise BadInput(f"ticks {self.ticks}: expected 1 to 1000")


class Runs:
    """N runs, each in its own maze. Arrays have one row per run."""

    task: Any
    batch: Batch | TiltBatch
    seen: dict[str, NDArray[Any]]
    """Observations."""

    def __init__(self, task: Task, count: int, buffers: Any) -> None:
        self.task, first = task, task.first_maze
        self.count = count = integer("num_envs", count, 31, least=1)
        self.dims, self.cells, self.target = first.dims, first.cells, first.target
        self.maze_seeds = np.full(count, first.seed if task.maze else SPLITS[task.split], dtype=np.uint64)
        self.moves, self.outcomes = np.zeros(count, dtype=np.int64), np.full(count, CAPPED, dtype=np.int64)
        self._returns_copies = buffers is None
        self._out: dict[str, NDArray[Any]] = {}

    def _arrays(self, shapes: dict[str, tuple[tuple[int, ...], Any]], buffers: Any) -> dict[str, NDArray[Any]]:
        """Returns an array for each part of the observations: the caller's buffer if there is one, otherwise a new
        array."""
        arrays = {name: np.zeros((self.count, *shape), dtype=kind) for name, (shape, kind) in shapes.items()}
        for name, array in (instance_of("buffers", buffers, dict) if buffers is not None else {}).items():
            if name not in arrays:
                raise BadInput(f"buffer {name!r}: expected one of {', '.join(arrays)}")
            expected = arrays[name]
            if not isinstance(array, np.ndarray) or array.shape != expected.shape or array.dtype != expected.dtype:
                raise BadType(f"buffer {name!r}: expected {expected.dtype} of shape {expected.shape}")
            self._out[name] = array
            if array.flags.carray:
                arrays[name] = array
        return arrays

    @property
    def terminated(self) -> NDArray[np.bool_]:
        return _TERMINATED.take(self.outcomes)

    @property
    def truncated(self) -> NDArray[np.bool_]:
        return _TRUNCATED.take(self.outcomes)

    def pose(self, i: int) -> Pose:
        return self.batch.world(i).pose()

    def _connect(self) -> None:
        """Passes the addresses of the arrays to the library."""

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name not in ("_view", "_view_address")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._connect()

    def infos(self) -> dict[str, NDArray[Any]]:
        return {"outcome": _NAMES.take(self.outcomes), "maze_seed": self.maze_seeds.copy(), "moves": self.moves.copy()}

    def observations(self) -> Any:
        """Returns the observations of all runs in new arrays, or in the caller's buffers."""
        if self._returns_copies:
            return {name: array.copy() for name, array in self.seen.items()}
        for name, array in self._out.items():
            if array is not self.seen[name]:  # the library writes only to dense arrays
                array[...] = self.seen[name]
        return {**self.seen, **self._out}

    def observation(self, i: int) -> Any:
        return {name: array[i].copy() for name, array in self.seen.items()}


class MoveRuns(Runs):
    """Runs with discrete moves."""

    batch: Batch

    def __init__(self, task: MovesTask, count: int, jobs: int, buffers: dict[str, NDArray[Any]] | None = None) -> None:
        super().__init__(task, count, buffers)
        w, h, d = self.dims
        self._jobs = jobs
        shapes: dict[str, tuple[tuple[int, ...], Any]] = {
            "cell": ((), np.int64), "orientation": ((), np.int64), "visited": ((self.cells * task.scheme,), np.int8)}
        if task.knowledge != "blind":
            shapes["distances"] = ((self.cells,), np.int32)
        if task.knowledge == "full":
            shapes.update(target=((), np.int64), walls=((d, h, w, 6), np.int8))
        self.seen = self._arrays(shapes, buffers)
        if "target" in self.seen:
            self.seen["target"][:] = self.target
        self.batch = Batch([task.first_maze] * self.count, task.world, orientations=task.scheme, settings=task.settings,
                           move_limit=task.move_limit, jobs=jobs)
        self._connect()

    def _connect(self) -> None:
        arrays = {"moves": self.moves, "outcomes": self.outcomes, "cells": self.seen["cell"],
                  "orientations": self.seen["orientation"], "visited": self.seen["visited"]}
        if "distances" in self.seen:
            arrays["distances"] = self.seen["distances"]
        self._view = view_of(arrays)
        self._view_address = ctypes.byref(self._view)

    @property
    def attributes(self) -> dict[str, Any]:
        """Additional functions for VectorEnv.call()."""
        return {"copy_for_agent": self.copy_for_agent} if self.task.knowledge == "full" else {}

    def copy_for_agent(self, i: int, stream: int) -> World:
        return self.batch.world(i).copy_for_agent(stream)

    def start(self, mask: NDArray[np.bool_], seeds: NDArray[np.uint64], streams: NDArray[np.uint64]) -> None:
        """Begins the selected runs in new mazes. Tries the next seed if the marble does not settle in the start cell,
        or if the maze must be solvable and is not."""
        seeds, rows = seeds.copy(), mask.nonzero()[0]
        if self.task.solvable and not self.task.maze:
            wanted = seeds[rows].tolist()
            if self._jobs == 1 or len(rows) == 1:
                seeds[rows] = [self.task.first_solvable(seed) for seed in wanted]
            else:
                with ThreadPoolExecutor(self._jobs or None) as pool:
                    seeds[rows] = list(pool.map(self.task.first_solvable, wanted))
        call("batch_reset", self.batch._handle, address(mask), None if self.task.maze else address(seeds),
             address(streams), self._view_address, self.count)
        if (self.outcomes[rows] != RUNNING).any():
            raise BadInput("maze: the marble must come to rest in the start cell, outside of the target")
        if not self.task.maze:
            self.maze_seeds[rows] = seeds[rows]
        if "walls" in self.seen:
            for i in rows:
                self.seen["walls"][i] = self.batch.maze(i).walls()

    def play(self, actions: NDArray[Any], idle: NDArray[np.bool_] | None = None) -> NDArray[np.float64]:
        """Steps all runs that are not idle. Returns the rewards, which are 0 for idle runs."""
        chosen = np.array(actions, dtype=np.int32)
        if idle is not None:
            chosen[idle] = -1
        left = self.task.move_limit - self.moves
        call("batch_step", self.batch._handle, address(chosen), self._view_address, self.count)
        constant, for_each_left = self.task.rewards._table.take(self.outcomes, axis=1)
        rewards: NDArray[np.float64] = constant + for_each_left * left
        if idle is not None:
            rewards[idle] = 0
        return rewards

    def infos(self) -> dict[str, NDArray[Any]]:
        # During a run, all moves are legal. After the run, none are.
        return {"action_mask": _MASKS[self.task.moves].take(self.outcomes, axis=0), **super().infos()}

    def describe(self, i: int) -> str:
        """Describes the current state of run i."""
        return (f"{self.seen['cell'][i] + 1}, orientation {self.seen['orientation'][i]}, {OUTCOMES[self.outcomes[i]]} "
                f"after {self.moves[i]} moves")

    def one_action(self, action: Any, space: Any) -> NDArray[Any]:
        if not space.contains(action):
            raise BadInput(f"action {action!r}: expected 0 to {self.task.moves - 1}")
        return np.array([int(action)])

    def all_actions(self, actions: Any) -> NDArray[Any]:
        chosen = np.asarray(actions)
        if chosen.dtype.kind not in "iu" or chosen.shape != (self.count,) or \
                not (chosen.astype(np.uint64) < self.task.moves).all():
            raise BadInput(f"actions: expected {self.count} numbers from 0 to {self.task.moves - 1}")
        return chosen

    def truth(self, i: int) -> dict[str, Any]:
        """Returns the reference solution of the maze of run i."""
        found = World(self.batch.maze(i), self.task.world, orientations=self.task.scheme,
                      settings=self.task.settings).truth()
        return {"solvable": found.solvable, "fewest_moves": len(found.solution), "complete": found.complete}

    def action_space(self, spaces: Any) -> Any:
        return spaces.Discrete(self.task.moves)

    def observation_space(self, spaces: Any) -> Any:
        w, h, d = self.dims
        all_ = {"cell": spaces.Discrete(self.cells), "orientation": spaces.Discrete(self.task.scheme),
                "visited": spaces.MultiBinary(self.cells * self.task.scheme),
                "distances": spaces.Box(0, self.cells, (self.cells,), np.int32), "target": spaces.Discrete(self.cells),
                "walls": spaces.MultiBinary([d, h, w, 6])}
        return spaces.Dict({name: space for name, space in all_.items() if name in self.seen})


class TiltRuns(Runs):
    """Runs under continuous control."""

    attributes: dict[str, Any] = {}
    batch: TiltBatch

    def __init__(self, task: TiltTask, count: int, jobs: int, buffers: dict[str, NDArray[Any]] | None = None) -> None:
        super().__init__(task, count, buffers)
        self._left = np.zeros(self.count)
        self._complete = np.zeros((self.count, OBSERVATION), dtype=np.float32)
        length = OBSERVATION if task.way else OBSERVATION - 4  # the last four elements describe the path to the target
        self.seen = self._arrays({"state": ((length,), np.float32)}, buffers)
        self.batch = TiltBatch([task.first_maze] * self.count, task.world, rest=task.rest, settings=task.settings,
                               tick_limit=task.step_limit * task.ticks, jobs=jobs)
        self._connect()

    def _connect(self) -> None:
        self._view = view_of({"outcomes": self.outcomes, "observations": self._complete})
        self._view_address = ctypes.byref(self._view)

    def start(self, mask: NDArray[np.bool_], seeds: NDArray[np.uint64], streams: NDArray[np.uint64]) -> None:
        """Begins the selected runs in new mazes."""
        call("batch_reset", self.batch._handle, address(mask), None if self.task.maze else address(seeds),
             address(streams), self._view_address, self.count)
        if not self.task.maze:
            self.maze_seeds[mask] = seeds[mask]
        self.moves[mask] = 0
        self._progress()

    def _progress(self) -> NDArray[np.float64]:
        """Updates the observations. Returns the progress of each marble towards the target since the last call,
        cells."""
        self.seen["state"][:] = self._complete[:, :self.seen["state"].shape[1]]
        before, self._left = self._left, self._complete[:, -1].astype(np.float64)
        return before - self._left

    def play(self, actions: NDArray[Any], idle: NDArray[np.bool_] | None = None) -> NDArray[np.float64]:
        """Steps all runs that are not idle. Returns the rewards, which are 0 for idle runs."""
        moving = None if idle is None else ~idle
        call("batch_turn", self.batch._handle, address(moving), address(actions), self.task.ticks, self._view_address,
             self.count)
        left = self.task.step_limit - self.moves
        self.moves += 1 if moving is None else moving
        weights, progress = self.task.rewards, self._progress()
        rewards: NDArray[np.float64] = np.where(self.outcomes == ESCAPED, weights.step * left,
                                                weights.step + weights.way * progress)
        rewards += weights.solved * (self.outcomes == SOLVED)
        return rewards if moving is None else np.where(moving, rewards, 0)

    def observations(self) -> Any:
        return super().observations()["state"]

    def observation(self, i: int) -> Any:
        return self.seen["state"][i].copy()

    def infos(self) -> dict[str, NDArray[Any]]:
        return {**super().infos(), "seconds": self.moves * (self.task.ticks * self.batch.tick)}

    def describe(self, i: int) -> str:
        """Describes the current state of run i."""
        cell = int((self._complete[i, 3:6] * self.dims).astype(int) @ (1, self.dims[0], self.dims[0] * self.dims[1]))
        return f"{cell + 1}, {OUTCOMES[self.outcomes[i]]} after {self.moves[i]} steps"

    def one_action(self, action: Any, space: Any) -> NDArray[Any]:
        chosen = actions_of(action, (3,))
        return self.all_actions(None if chosen is None else chosen[None])

    def all_actions(self, actions: Any) -> NDArray[Any]:
        """Returns commands, clipped to [-1, 1]."""
        chosen = actions_of(actions, (self.count, 3))
        largest = np.nan if chosen is None else np.abs(chosen).max()
        if chosen is None or not largest < np.inf:
            raise BadInput(f"actions: expected numbers of shape ({self.count}, 3)")
        return chosen if largest <= 1 else chosen.clip(-1, 1)

    def action_space(self, spaces: Any) -> Any:
        return spaces.Box(-1, 1, (3,), np.float32)

    def observation_space(self, spaces: Any) -> Any:
        return spaces.Box(-np.inf, np.inf, self.seen["state"].shape[1:], np.float32)


def seeds_of(options: dict[str, Any], count: int) -> NDArray[np.uint64] | None:
    """Returns the option "maze_seed" of reset() as an array with one seed per run, or None."""
    wanted = options.get("maze_seed")
    if wanted is None:
        return None
    return integer_array("maze_seed", elements_of(wanted) or [wanted] * count, count, np.uint64)


def known_options(options: dict[str, Any] | None, *known: str) -> dict[str, Any]:
    """Returns the options of reset(). Raises BadInput if an option is unknown."""
    checked = {} if options is None else instance_of("options", options, dict)
    for name in checked:
        if name not in known:
            raise BadInput(f"option {name!r}: expected {' or '.join(known)}")
    return checked
