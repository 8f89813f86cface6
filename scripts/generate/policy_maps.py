"""Training data for train_policy.py: state maps, values of moves, and runs on the maps."""
from __future__ import annotations

import multiprocessing
import pathlib
import sys
import zlib
from typing import Any, Callable, NamedTuple

import numpy as np
from numpy.typing import NDArray

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "engine" / "python"))

import marblemaze as mm  # noqa: E402
from marblemaze import learned  # noqa: E402

RUNS, DISPLACEMENT = 4, 0.01  # trials per move, and random displacement of the marble in cells
DISCOUNT = 0.97  # the optimal policy maximises the mean of DISCOUNT ** moves
MOVE_LIMIT = 500
Array = NDArray[Any]


class Kind(NamedTuple):
    size: int
    layers: str
    orientations: int

    def __str__(self) -> str:
        return f"{self.size} {self.layers} {self.orientations}"


def walls_of(maze: mm.Maze) -> mm.Walls:
    """Returns the walls in the form that an agent receives."""
    bits = maze.walls().reshape(-1, 6) @ (1 << np.arange(6))
    return mm.Walls(maze.dims, maze.start, maze.target, tuple(bits.tolist()))


class Explored:
    """A maze with its state map."""

    def __init__(self, kind: Kind, seed: int, found: dict[str, Array]) -> None:
        self.kind, self.seed = kind, seed
        self.walls = walls_of(mm.Maze.generate(kind.size, layers=kind.layers, seed=seed))
        self.start, self.arcs, self.probabilities = int(found["start"]), found["arcs"], found["probabilities"]


def explore(task: tuple[Kind, int]) -> dict[str, Array]:
    kind, seed = task
    maze = mm.Maze.generate(kind.size, layers=kind.layers, seed=seed)
    found = mm.StateMap(mm.ForwardModel(maze, "imagined", orientations=kind.orientations, runs=RUNS,
                                        displacement=DISPLACEMENT))
    return {"arcs": found.arcs, "probabilities": found.probabilities, "start": np.array(found.start)}


def explored(name: str, first: int, kinds: dict[Kind, int], work: pathlib.Path) -> list[Explored]:
    """Computes the maps of mazes with consecutive seeds. Caches them in the work folder, 50 maps per file."""
    tasks = [(kind, first + i) for i, kind in enumerate(kind for kind, count in kinds.items() for _ in range(count))]
    mazes: list[Explored] = []
    with multiprocessing.Pool(2) as pool:
        for begin in range(0, len(tasks), 50):
            part = tasks[begin:begin + 50]
            file = work / f"{name}-{begin}-{zlib.crc32(repr((RUNS, DISPLACEMENT, part)).encode()):08x}.npz"
            if not file.exists():
                found = pool.map(explore, part, chunksize=1)
                unfinished = file.with_suffix(".part.npz")
                np.savez_compressed(unfinished, **{f"{i} {key}": value for i, one in enumerate(found)
                                                   for key, value in one.items()})
                unfinished.rename(file)
            with np.load(file) as kept:
                mazes += [Explored(kind, seed, {key: kept[f"{i} {key}"] for key in ("arcs", "probabilities", "start")})
                          for i, (kind, seed) in enumerate(part)]
            print(f"{name}: {len(mazes)} of {len(tasks)} mazes", file=sys.stderr, flush=True)
    return mazes


class MoveValues(NamedTuple):
    """Values of all moves in a map under the optimal policy. Each state and move has a row."""

    states: Array
    moves: Array
    success: Array
    """Probability that the marble reaches the target."""
    length: Array
    """Mean number of moves of the successful runs, including this move."""


def values_of(maze: Explored) -> MoveValues:
    """Computes the values of all moves in a map by value iteration."""
    arcs, probabilities = maze.arcs.astype(np.int64), maze.probabilities
    numbers, rows = np.unique(arcs[:, 0], return_inverse=True)
    pairs, pair_of = np.unique(rows * 4 + arcs[:, 1], return_inverse=True)
    state_of = pairs // 4
    target = np.flatnonzero(arcs[:, 2] // maze.kind.orientations == maze.walls.target)
    place = np.searchsorted(numbers, arcs[:, 2])
    # terminal states
    place[(place == len(numbers)) | (numbers[np.minimum(place, len(numbers) - 1)] != arcs[:, 2])] = len(numbers)

    def backed_up(values: Array, at_target: float) -> Array:
        ends = np.append(values, 0.0)[place]
        ends[target] = at_target
        return np.bincount(pair_of, probabilities * ends, len(pairs))

    def converged(step: Callable[[Array], Array]) -> Array:
        values = np.zeros(len(numbers))
        for _ in range(3000):
            after = step(values)
            if np.abs(after - values).max(initial=0) < 1e-9:
                break
            values = after
        return values

    begins = np.flatnonzero(np.diff(state_of, prepend=-1))
    gains = backed_up(converged(lambda values: np.maximum.reduceat(DISCOUNT * backed_up(values, 1.0), begins)), 1.0)
    best = np.array([begin + np.argmax(gains[begin:end]) for begin, end in zip(begins, [*begins[1:], len(pairs)])])
    reached = backed_up(converged(lambda values: backed_up(values, 1.0)[best]), 1.0)
    # Each move adds 1 to the length of the successful runs.
    total = converged(lambda values: (backed_up(values, 0.0) + reached)[best])
    length = (backed_up(total, 0.0) + reached) / np.maximum(reached, 1e-12)
    return MoveValues(numbers[state_of], pairs % 4, reached, np.maximum(length, 1.0))


class MapRun:
    """A deterministic world in which each move has its most likely outcome in the map."""

    def __init__(self, maze: Explored) -> None:
        self.maze, self.scheme = maze, learned.Scheme(maze.kind.orientations)
        self._leads: dict[tuple[int, int], int] = {}
        likeliest: dict[tuple[int, int], float] = {}
        for (state, move, to), probability in zip(maze.arcs.tolist(), maze.probabilities.tolist()):
            if probability > likeliest.get((state, move), 0.0):
                likeliest[state, move], self._leads[state, move] = probability, to

    def fewest(self) -> int | None:
        """Returns the number of moves to the target, or None if it cannot be reached."""
        reached, moves = [self.maze.start], {self.maze.start: 0}
        for state in reached:
            if self._is_target(state):
                return moves[state]
            for to in (self._leads.get((state, move), -1) for move in range(self.scheme.moves)):
                if to >= 0 and to not in moves:
                    moves[to] = moves[state] + 1
                    reached.append(to)
        return None

    def play(self, agent: mm.Agent) -> int | None:
        """Returns the agent's moves to the target, or None if it does not reach the target."""
        agent.orientations, agent.maze = self.scheme.orientations, self.maze.walls
        here = self._meet(agent, self.maze.start)
        agent.begin()
        for made in range(MOVE_LIMIT):
            if self._is_target(here.state):
                return made
            move = agent.choose(here)
            to = -1 if move is None else self._leads.get((here.state, move), -1)
            if move is None or to < 0:
                return None
            before, here = here, self._meet(agent, to)
            before.leads[move] = to
        return None

    def _is_target(self, state: int) -> bool:
        return state // self.scheme.orientations == self.maze.walls.target

    def _meet(self, agent: mm.Agent, state: int) -> mm.Place:
        """Adds a place and the destinations of its close moves to the agent's knowledge, as the program does."""
        if state not in agent.places:
            cell, orientation = divmod(state, self.scheme.orientations)
            place = agent.places[state] = mm.Place(state, self.scheme.moves, cell, orientation,
                                                   leads=[None] * self.scheme.moves)
            for move in filter(self.scheme.is_close, range(self.scheme.moves)):
                close = cell * self.scheme.orientations + self.scheme.destination(orientation, move)
                place.leads[move] = self._meet(agent, close).state
        return agent.places[state]


class Score(NamedTuple):
    solved: float
    """Proportion of solvable mazes that were solved."""
    spl: float
    """Mean path efficiency: minimum number of moves / moves, or 0 for an unsolved maze."""


def score(runs: list[tuple[MapRun, int]], agent_of: Callable[[], mm.Agent]) -> Score:
    """Plays each run with a new agent. `runs` contains each run with its minimum number of moves."""
    solved, spl = 0, 0.0
    for run, fewest in runs:
        moves = run.play(agent_of())
        solved += moves is not None
        spl += fewest / moves if moves else float(moves == fewest)
    return Score(solved / len(runs), spl / len(runs))


def solvable(mazes: list[Explored]) -> list[tuple[MapRun, int]]:
    return [(run, fewest) for run in map(MapRun, mazes) if (fewest := run.fewest()) is not None]


class ByDistance(learned.Learned):
    """A baseline without a network. It expects a fixed number of moves per remaining cell of the path."""

    def begin(self) -> None:
        assert self.maze is not None
        self._distance = learned.Passages(self.maze).distance

    def _rest(self, place: mm.Place, move: int) -> float:
        return self.STEP * float(self._distance[place.cell])
