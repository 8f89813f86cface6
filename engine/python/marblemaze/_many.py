"""What the environments of marblemaze.env have in common: many mazes that are played by moves."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ._library import BadInput
from .batch import Batch
from .maze import Maze, Settings
from .world import BALANCED, Motion

KNOWLEDGE = ("blind", "heuristic", "full")
SPLITS = {"training": 1_000_000, "validation": 2_000_000, "test": 3_000_000}
SEEDS_OF_A_SPLIT = 1_000_000

RUNNING, SOLVED, FROZEN, NOTHING_LEFT, OVERDUE, CAPPED = range(6)
OUTCOMES = np.array(["running", "solved", "frozen", "nothing-left", "overdue", "capped"])


@dataclass(frozen=True)
class Rewards:
    """What a move earns, by how it ends."""

    move: float = -1.0
    """The run goes on, or is cut off."""
    solved: float = 0.0
    """The marble rests in the target."""
    frozen: float = -100.0
    """It rests in no settled state, from which no move can begin."""
    nothing_left: float = -100.0
    """No state that can be reached by known ways has a move that was not made."""

    def of(self, outcomes: np.ndarray) -> np.ndarray:
        table = np.array([self.move, self.solved, self.frozen, self.nothing_left, self.move, self.move])
        return table[outcomes]


@dataclass(frozen=True)
class Task:
    """What the environments of a kind are made of."""

    size: int = 3
    layers: str = "all"
    orientations: int | None = None
    kind: str = "imagined"
    knowledge: str = "heuristic"
    split: str = "training"
    move_cap: int = 200
    rewards: Rewards = field(default_factory=Rewards)
    settings: Settings | None = None
    truth: bool = False

    def __post_init__(self) -> None:
        for what, value, known in (("knowledge", self.knowledge, KNOWLEDGE), ("split", self.split, tuple(SPLITS))):
            if value not in known:
                raise BadInput(f"{what} '{value}': expected one of {', '.join(known)}")
        if self.move_cap < 1:
            raise BadInput(f"move cap {self.move_cap}: expected 1 or more")

    @property
    def scheme(self) -> int:
        return self.orientations or (4 if self.layers == "flat" else 8)

    @property
    def moves(self) -> int:
        return {4: 2, 8: 3, 24: 4}[self.scheme]

    def maze_seed(self, random: np.random.Generator) -> int:
        return SPLITS[self.split] + int(random.integers(SEEDS_OF_A_SPLIT))

    def maze(self, seed: int) -> Maze:
        return Maze.generate(self.size, layers=self.layers, seed=seed)


class Explored:
    """The ways that were gone in one maze, to tell when nothing is left."""

    def __init__(self, moves: int) -> None:
        self._moves = moves
        self._known: dict[int, dict[int, int]] = {}

    def learn(self, state: int, move: int, to: int) -> None:
        self._known.setdefault(state, {})[move] = to

    def nothing_left(self, state: int) -> bool:
        """From this state, along known ways, is there no state with a move that was not made?"""
        waiting, met = [state], {state}
        while waiting:
            known = self._known.get(waiting.pop(), {})
            if len(known) < self._moves:
                return False
            new = set(known.values()) - met
            met |= new
            waiting += new
        return True


class Many:
    """`count` runs side by side. Arrays have one row a run."""

    def __init__(self, task: Task, count: int, jobs: int) -> None:
        self.task, self.count = task, count
        first = task.maze(SPLITS[task.split])
        self.dims, self.cells, self.target = first.dims, first.cells, first.target
        self.batch = Batch([first] * count, task.kind, orientations=task.scheme, settings=task.settings, jobs=jobs)
        self.maze_seeds = np.full(count, SPLITS[task.split], dtype=np.uint64)
        self.states = np.zeros(count, dtype=np.int64)
        self.moves = np.zeros(count, dtype=np.int64)
        self.outcomes = np.full(count, CAPPED)
        self._explored = [Explored(task.moves) for _ in range(count)]
        self._visited = np.zeros((count, self.cells * task.scheme), dtype=np.int8)
        self._known_distances = np.zeros((count, self.cells), dtype=np.int32)
        self._distances = np.zeros((count, self.cells), dtype=np.int32)
        w, h, d = self.dims
        self._walls = np.zeros((count, d, h, w, 6), dtype=np.int8)

    # --- the course of the runs ---
    def start(self, mask: np.ndarray, seeds: np.ndarray, streams: np.ndarray) -> None:
        """New mazes for the runs of the mask. One in which the marble does not settle at the start is passed over for that
        of the next seed."""
        waiting, seeds = mask.copy(), seeds.copy()
        while waiting.any():
            self.batch.new_mazes(seeds, waiting)
            self.batch.draw_from(streams, waiting)
            states, endings = self.batch.reset(waiting)
            self.states[waiting] = states[waiting]
            waiting &= endings != Motion.SETTLED
            seeds[waiting] += np.uint64(1)
        self.maze_seeds[mask] = seeds[mask]
        self.moves[mask], self.outcomes[mask] = 0, RUNNING
        self._visited[mask], self._known_distances[mask] = 0, 0
        for i in np.flatnonzero(mask):
            self._explored[i] = Explored(self.task.moves)
            self._look_at_maze(i)
        self._note_places(mask)

    def _look_at_maze(self, i: int) -> None:
        if self.task.knowledge == "blind":
            return
        maze = self.batch.maze(i)
        self._distances[i] = maze.distances().reshape(-1)
        if self.task.knowledge == "full":
            self._walls[i] = maze.walls()

    def play(self, actions: np.ndarray, mask: np.ndarray) -> np.ndarray:
        """Makes a move in each run of the mask, and returns all rewards: 0 for those that took no part."""
        before = self.states.copy()
        states, endings = self.batch.step(np.where(mask, actions, -1))
        self.moves[mask] += 1
        settled = mask & (endings == Motion.SETTLED)
        # A marble that froze in no state at all was seen last where the move began.
        placed = mask & (states >= 0)
        self.states[placed] = states[placed] % BALANCED
        self.outcomes[mask] = RUNNING
        self.outcomes[mask & (endings == Motion.FROZEN)] = FROZEN
        self.outcomes[mask & (endings == Motion.OVERDUE)] = OVERDUE
        self.outcomes[settled & (self.states // self.task.scheme == self.target)] = SOLVED
        for i in np.flatnonzero(settled & (self.outcomes == RUNNING)):
            explored = self._explored[i]
            explored.learn(int(before[i]), int(actions[i]), int(self.states[i]))
            if explored.nothing_left(int(self.states[i])):
                self.outcomes[i] = NOTHING_LEFT
        self.outcomes[mask & (self.outcomes == RUNNING) & (self.moves >= self.task.move_cap)] = CAPPED
        self._note_places(mask)
        return np.where(mask, self.task.rewards.of(self.outcomes), 0.0)

    def _note_places(self, mask: np.ndarray) -> None:
        rows = np.flatnonzero(mask)
        cells = self.states[rows] // self.task.scheme
        self._visited[rows, self.states[rows]] = 1
        self._known_distances[rows, cells] = self._distances[rows, cells]

    @property
    def terminated(self) -> np.ndarray:
        return np.isin(self.outcomes, (SOLVED, FROZEN, NOTHING_LEFT))

    @property
    def truncated(self) -> np.ndarray:
        return np.isin(self.outcomes, (OVERDUE, CAPPED))

    # --- what is told of them ---
    def observations(self) -> dict[str, np.ndarray]:
        seen = {"cell": self.states // self.task.scheme, "orientation": self.states % self.task.scheme,
                "visited": self._visited.copy()}
        if self.task.knowledge != "blind":
            seen["distances"] = self._known_distances.copy()
        if self.task.knowledge == "full":
            seen["target"] = np.full(self.count, self.target, dtype=np.int64)
            seen["walls"] = self._walls.copy()
        return seen

    def action_masks(self) -> np.ndarray:
        """All moves of a scheme can be made wherever the marble rests, and none when the run is over."""
        return np.repeat((self.outcomes == RUNNING).astype(np.int8)[:, None], self.task.moves, axis=1)

    def truth(self, i: int) -> dict[str, Any]:
        """Of the maze of run i: can it be solved, and in how many moves?"""
        from .world import World

        found = World(self.batch.maze(i), self.task.kind, orientations=self.task.scheme, settings=self.task.settings).truth()
        return {"solvable": found.solvable, "fewest_moves": len(found.solution), "complete": found.complete}

    def spaces(self, spaces: Any) -> Any:
        """The observation space of one run, made of `spaces`, Gymnasium's module or ours."""
        w, h, d = self.dims
        all_ = {"cell": spaces.Discrete(self.cells), "orientation": spaces.Discrete(self.task.scheme),
                "visited": spaces.MultiBinary(self.cells * self.task.scheme)}
        if self.task.knowledge != "blind":
            all_["distances"] = spaces.Box(0, self.cells, (self.cells,), np.int32)
        if self.task.knowledge == "full":
            all_["target"] = spaces.Discrete(self.cells)
            all_["walls"] = spaces.MultiBinary([d, h, w, 6])
        return spaces.Dict(all_)
