"""What the environments of marblemaze.env have in common: many mazes that are played by moves."""
from __future__ import annotations

import ctypes
import functools
from dataclasses import dataclass, field
from typing import Any, Sequence, get_args

from ._library import BadInput, BadType, address, call, flag, given, listed, one_of, real, scheme_of, several, shaped, struct, whole
from ._numpy import NDArray, np
from .batch import Batch
from .maze import NOISE_FREE, Maze, Settings
from .names import OUTCOMES, Knowledge, Layers, Outcome, Split, WorldName
from .world import World

SPLITS = {"training": 1_000_000, "validation": 2_000_000, "test": 3_000_000}
SEEDS_OF_A_SPLIT = 1_000_000

RUNNING, SOLVED, FROZEN, OVERDUE, CAPPED, ESCAPED = map(
    OUTCOMES.index, ("running", "solved", "frozen", "overdue", "capped", "escaped"))
WORDS = np.array(OUTCOMES)
_TERMINATED: NDArray[np.bool_] = np.isin(WORDS, ["solved", "frozen"])
_TRUNCATED: NDArray[np.bool_] = np.isin(WORDS, ["overdue", "capped", "escaped"])
_MASKS = {moves: np.repeat(WORDS == "running", moves).reshape(-1, moves).astype(np.int8) for moves in (2, 3, 4)}


@dataclass(frozen=True)
class Rewards:
    """What a move earns, by how it ends."""

    move: float = -1.0
    """The run goes on, or is cut off."""
    solved: float = 0.0
    """The marble rests in the target."""
    frozen: float | None = None
    """It rests, but not in a settled state, so no move can begin. None: as much as this move and all that are left of the cap,
    so that it is never better than to go on."""

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            if value is not None:
                real(name, value)

    @functools.cached_property
    def _table(self) -> NDArray[np.float64]:
        """By outcome: what is earned, and how much for each move that was left."""
        table = np.zeros((2, len(OUTCOMES)))
        table[0, [RUNNING, OVERDUE, CAPPED]], table[0, SOLVED] = self.move, self.solved
        table[:, FROZEN] = (0, self.move) if self.frozen is None else (self.frozen, 0)
        return table


@dataclass(frozen=True)
class MazeTask:
    """What an environment of any kind is made of. docs/reference/python.md says what the fields mean."""

    size: int | Sequence[int] = 3
    layers: Layers = "all"
    kind: Any = "imagined"
    split: Split = "training"
    move_cap: int = 200
    settings: Settings | None = None
    truth: bool = False
    maze: Maze | None = None
    maze_seeds: Sequence[int] | None = None

    def __post_init__(self) -> None:
        one_of("split", self.split, get_args(Split))
        flag("truth", self.truth)
        if whole("move cap", self.move_cap, 31) < 1:
            raise BadInput(f"move cap {self.move_cap}: expected 1 or more")
        if self.maze is not None:
            given("maze", self.maze, Maze)
        seeds = self.maze_seeds if self.maze_seeds is None else listed("maze_seeds", self.maze_seeds)
        for seed in seeds or ():
            whole("maze_seeds", seed, 64)
        if seeds is not None and (self.maze is not None or not seeds):
            raise BadInput("maze_seeds: expected 1 or more, and no maze beside them")
    @functools.cached_property
    def first_maze(self) -> Maze:
        return self.maze or self.maze_of(SPLITS[self.split])

    def maze_seed(self, random: np.random.Generator) -> int:
        if self.maze_seeds is not None:
            return int(self.maze_seeds[int(random.integers(len(self.maze_seeds)))])
        return SPLITS[self.split] + int(random.integers(SEEDS_OF_A_SPLIT))

    def maze_of(self, seed: int) -> Maze:
        return Maze.generate(self.size, layers=self.layers, seed=seed)


@dataclass(frozen=True)
class Task(MazeTask):
    """Of an environment that is played by moves."""

    orientations: int | None = None
    knowledge: Knowledge = "heuristic"
    rewards: Rewards = field(default_factory=Rewards)
    solvable: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        one_of("knowledge", self.knowledge, get_args(Knowledge))
        flag("solvable", self.solvable)
        given("rewards", self.rewards, Rewards)
        # As the control scheme's moves are asked for before any world is made.
        if scheme_of(self.orientations) not in (0, 4, 8, 24):
            raise BadInput(f"orientations {self.orientations}: expected 4, 8 or 24")

    @functools.cached_property
    def scheme(self) -> int:
        return self.orientations or (4 if self.first_maze.flat else 8)

    @functools.cached_property
    def moves(self) -> int:
        return {4: 2, 8: 3, 24: 4}[self.scheme]

    @functools.cached_property
    def _quiet(self) -> Settings:
        """The physics without the noise of the actuator, in which a maze can be solved for certain or not at all."""
        return Settings(**{**(self.settings or Settings()).to_dict(), **NOISE_FREE})

    @functools.cached_property
    def can_be_solved(self) -> Any:
        """Can the maze of a seed?"""
        def solvable(seed: int) -> bool:
            world = World(self.maze or self.maze_of(seed), self.kind, orientations=self.scheme, settings=self._quiet)
            # Each move of each state once is enough for a proof that it can, and soon done where it cannot.
            return world.truth(budget=self.first_maze.cells * self.scheme * self.moves).solvable
        return functools.lru_cache(100_000)(solvable)


@dataclass(frozen=True)
class SavedRun:
    """A run as it stood, with all that it was told and that is to come. It can be pickled."""

    made: str
    """Of what environment, in words."""
    maze_seed: int
    world: bytes | None
    """None where the run was over."""
    state: int
    moves: int
    outcome: Outcome
    seen: dict[str, NDArray[Any]]
    random: dict[str, Any]
    """State of the generator of mazes to come."""

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Raises BadInput if another version of marblemaze pickled the run."""
        if state.keys() != self.__dataclass_fields__.keys():
            raise BadInput(f"cannot restore the saved run: it has the members {', '.join(state)} of another version of marblemaze: "
                           "save the run again with this version")
        self.__dict__.update(state)


class Runs:
    """`count` runs side by side, each in a maze of its own. Arrays have one row a run."""

    seen: dict[str, NDArray[Any]]
    """What is told of the runs."""
    attributes: dict[str, Any] = {}
    """What VectorEnv.call() can ask of a run, beside what all kinds have."""

    def __init__(self, task: MazeTask, count: int, buffers: Any) -> None:
        self.count = count = whole("num_envs", count, 31)
        if count < 1:
            raise BadInput(f"num_envs {count}: expected 1 or more")
        first = task.first_maze
        self.dims, self.cells, self.target = first.dims, first.cells, first.target
        self.maze_seeds = np.full(count, first.seed if task.maze else SPLITS[task.split], dtype=np.uint64)
        self.moves = np.zeros(count, dtype=np.int64)
        self.outcomes = np.full(count, CAPPED)
        self._rows = np.arange(count)
        self._own = buffers is None
        self._out: dict[str, NDArray[Any]] = {}

    def _arrays(self, shapes: dict[str, tuple[tuple[int, ...], Any]], buffers: Any) -> dict[str, NDArray[Any]]:
        """Our own arrays, or the caller's."""
        arrays = {name: np.zeros((self.count, *shape), dtype=kind) for name, (shape, kind) in shapes.items()}
        for name, array in (given("buffers", buffers, dict) if buffers is not None else {}).items():
            if name not in arrays:
                raise BadInput(f"buffer {name!r}: expected one of {', '.join(arrays)}")
            if not isinstance(array, np.ndarray) or (array.shape, array.dtype) != (arrays[name].shape, arrays[name].dtype):
                raise BadType(f"buffer {name!r}: expected {arrays[name].dtype} of shape {arrays[name].shape}")
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

    def observations(self) -> Any:
        """New arrays, or the caller's."""
        if self._own:
            return {name: array.copy() for name, array in self.seen.items()}
        for name, array in self._out.items():
            if array is not self.seen[name]:  # in pieces, where the library cannot write
                array[...] = self.seen[name]
        return {**self.seen, **self._out}

    def observation(self, i: int) -> Any:
        """Of run i."""
        return {name: array[i].copy() for name, array in self.seen.items()}


class Many(Runs):
    """Runs that are played by moves."""

    def __init__(self, task: Task, count: int, jobs: int, buffers: dict[str, NDArray[Any]] | None = None) -> None:
        super().__init__(task, count, buffers)
        self.task, count = task, self.count
        self.batch = Batch([task.first_maze] * count, task.kind, orientations=task.scheme, settings=task.settings, jobs=jobs)
        self.pose = self.batch.pose
        if task.knowledge == "full":
            self.attributes = {"copy_for_agent": self.batch.copy_for_agent}
        self.states = np.zeros(count, dtype=np.int64)
        self._chosen = np.zeros(count, dtype=np.int32)
        self._chosen_address = address(self._chosen)
        self._distances = np.zeros((count, self.cells), dtype=np.int32)
        w, h, d = self.dims
        shapes: dict[str, tuple[tuple[int, ...], Any]] = {
            "cell": ((), np.int64), "orientation": ((), np.int64), "visited": ((self.cells * task.scheme,), np.int8)}
        if task.knowledge != "blind":
            shapes["distances"] = ((self.cells,), np.int32)
        if task.knowledge == "full":
            shapes.update(target=((), np.int64), walls=((d, h, w, 6), np.int8))
        self.seen = self._arrays(shapes, buffers)
        if "target" in self.seen:
            self.seen["target"][:] = self.target
        self._runs = self._course_of_runs()
        self._course = ctypes.byref(self._runs)

    # --- the course of the runs ---
    def start(self, mask: NDArray[np.bool_], seeds: NDArray[np.uint64], streams: NDArray[np.uint64]) -> None:
        """New mazes for the runs of the mask. One in which the marble does not settle at the start, or that cannot be solved
        where that is asked for, is passed over for that of the next seed."""
        seeds, rows = seeds.copy(), mask.nonzero()[0]
        if self.task.solvable and not self.task.maze:
            for i in rows:
                while not self.task.can_be_solved(int(seeds[i])):
                    seeds[i] += np.uint64(1)
        call("batch_begin", self.batch._handle, address(mask), None if self.task.maze else address(seeds), address(streams),
             self._course, self.count)
        if not self.task.maze:
            self.maze_seeds[rows] = seeds[rows]
        if "walls" in self.seen:
            for i in rows:
                self.seen["walls"][i] = self.batch.maze(i).walls()

    def play(self, actions: NDArray[Any], idle: NDArray[np.bool_] | None = None) -> NDArray[np.float64]:
        """Makes a move in each run that is not idle, and returns all rewards: 0 for those."""
        self._chosen[:] = actions
        if idle is not None:
            self._chosen[idle] = -1
        left = self.task.move_cap - self.moves
        call("batch_play", self.batch._handle, self._chosen_address, self._course, self.count)
        earned, for_each_left = self.task.rewards._table.take(self.outcomes, axis=1)
        rewards: NDArray[np.float64] = earned + for_each_left * left
        if idle is not None:
            rewards[idle] = 0
        return rewards

    def _course_of_runs(self) -> Any:
        """What the library is told of where the arrays are."""
        runs = struct("batch_runs")
        runs.move_cap = self.task.move_cap
        arrays = {"states": self.states, "moves": self.moves, "outcomes": self.outcomes, "cells": self.seen["cell"],
                  "orientations": self.seen["orientation"], "visited": self.seen["visited"]}
        if "distances" in self.seen:
            arrays.update(distances=self._distances, seen_distances=self.seen["distances"])
        for name, array in arrays.items():
            setattr(runs, name, address(array))
        return runs

    # --- what is told of them ---
    def infos(self) -> dict[str, NDArray[Any]]:
        # All moves of a scheme can be made wherever the marble rests, and none when the run is over.
        return {"action_mask": _MASKS[self.task.moves].take(self.outcomes, axis=0), "outcome": WORDS.take(self.outcomes),
                "maze_seed": self.maze_seeds.copy(), "moves": self.moves.copy()}

    def words(self, i: int) -> str:
        return f"{self.seen['cell'][i] + 1}, orientation {self.seen['orientation'][i]}, {OUTCOMES[self.outcomes[i]]} after " \
               f"{self.moves[i]} moves"

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
        """Of the maze of run i: can it be solved, and in how many moves?"""
        found = World(self.batch.maze(i), self.task.kind, orientations=self.task.scheme, settings=self.task.settings).truth()
        return {"solvable": found.solvable, "fewest_moves": len(found.solution), "complete": found.complete}

    def actions(self, spaces: Any) -> Any:
        return spaces.Discrete(self.task.moves)

    def spaces(self, spaces: Any) -> Any:
        """The observation space of one run, made of `spaces`, Gymnasium's module."""
        w, h, d = self.dims
        all_ = {"cell": spaces.Discrete(self.cells), "orientation": spaces.Discrete(self.task.scheme),
                "visited": spaces.MultiBinary(self.cells * self.task.scheme),
                "distances": spaces.Box(0, self.cells, (self.cells,), np.int32), "target": spaces.Discrete(self.cells),
                "walls": spaces.MultiBinary([d, h, w, 6])}
        return spaces.Dict({name: space for name, space in all_.items() if name in self.seen})

    # --- going back ---
    def save(self, i: int, random: np.random.Generator) -> SavedRun:
        world = self.batch.save(i) if self.outcomes[i] == RUNNING else None
        return SavedRun(self._made, int(self.maze_seeds[i]), world, int(self.states[i]), int(self.moves[i]),
                        OUTCOMES[self.outcomes[i]], {name: array[i].copy() for name, array in self.seen.items()},
                        dict(random.bit_generator.state))

    @property
    def _made(self) -> str:
        task = self.task
        return f"{task.kind} {self.dims} {task.layers} {task.scheme} {task.knowledge} {task.settings} {task.maze}"

    def restore(self, i: int, saved: SavedRun, random: np.random.Generator) -> None:
        if given("saved", saved, SavedRun).made != self._made:
            raise BadInput(f"saved run of an environment {saved.made}: expected one {self._made}")
        mask = self._rows == i
        if not self.task.maze:
            self.batch.new_mazes(np.full(self.count, saved.maze_seed, dtype=np.uint64), mask)
        if saved.world is not None:
            self.batch.restore(i, saved.world)
        self.maze_seeds[i] = saved.maze_seed
        if "distances" in self.seen:
            self._distances[i] = self.batch.maze(i).distances().reshape(-1)
        self.states[i], self.moves[i], self.outcomes[i] = saved.state, saved.moves, OUTCOMES.index(saved.outcome)
        for name, value in saved.seen.items():
            self.seen[name][i] = value
        random.bit_generator.state = saved.random


def seeds_of(options: dict[str, Any], count: int) -> NDArray[np.uint64] | None:
    """The mazes that a caller of reset() asked for, one for each run."""
    wanted = options.get("maze_seed")
    return None if wanted is None else shaped("maze_seed", several(wanted) or [wanted] * count, count, np.uint64)


def known_options(options: dict[str, Any] | None, *known: str) -> dict[str, Any]:
    """What a caller of reset() asked for; raises for what it cannot be asked."""
    told = {} if options is None else given("options", options, dict)
    for name in told:
        if name not in known:
            raise BadInput(f"option {name!r}: expected {' or '.join(known)}")
    return told
