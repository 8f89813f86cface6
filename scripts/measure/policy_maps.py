"""Maps of imagined moves from which the learned policy learns, what each move in them is worth, and runs on them.

For scripts/generate/train_policy.py. Needs a build with the shared library, and no torch.
"""
from __future__ import annotations

import multiprocessing
import pathlib
import sys
import zlib
from typing import Callable, NamedTuple

import numpy as np

PROJECT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(PROJECT / "engine" / "python"))

import marblemaze as mm
from marblemaze import learned

RUNS, DISPLACEMENT = 4, 0.01  # of a move in a map; cells
DISCOUNT = 0.97  # the best policy makes the mean of DISCOUNT ** moves greatest
MOST_MOVES = 500  # of a run on a map


class Kind(NamedTuple):
    size: int
    layers: str
    orientations: int

    def __str__(self) -> str:
        return f"{self.size} {self.layers} {self.orientations}"


# ---- maps ----

def seeds_of(first: int, kinds: dict[Kind, int]) -> list[tuple[Kind, int]]:
    rows = [kind for kind, count in kinds.items() for _ in range(count)]
    return [(kind, first + i) for i, kind in enumerate(rows)]


def walls_of(maze: mm.Maze) -> mm.Walls:
    """As the protocol tells an agent."""
    bits = maze.walls().reshape(-1, 6) @ (1 << np.arange(6))
    return mm.Walls(maze.dims, maze.start, maze.target, tuple(bits.tolist()))


def explore(task: tuple[Kind, int]) -> dict[str, np.ndarray]:
    kind, seed = task
    maze = mm.Maze.generate(kind.size, layers=kind.layers, seed=seed)
    model = mm.ForwardModel(maze, "imagined", orientations=kind.orientations, runs=RUNS, displacement=DISPLACEMENT)
    found = mm.StateMap(model)
    return {"arcs": found.arcs, "probabilities": found.probabilities, "start": np.array(found.start)}


class Explored:
    """A maze with its map."""

    def __init__(self, kind: Kind, seed: int, found: dict[str, np.ndarray]) -> None:
        self.kind, self.seed = kind, seed
        self.walls = walls_of(mm.Maze.generate(kind.size, layers=kind.layers, seed=seed))
        self.start = int(found["start"])
        self.arcs, self.probabilities = found["arcs"], found["probabilities"]


def explored(name: str, first: int, kinds: dict[Kind, int], work: pathlib.Path) -> list[Explored]:
    """From the work folder, or found now and kept there."""
    tasks, mazes = seeds_of(first, kinds), []
    step = 50
    with multiprocessing.Pool(2) as pool:
        for begin in range(0, len(tasks), step):
            part = tasks[begin:begin + step]
            file = work / f"{name}-{begin}-{zlib.crc32(repr((RUNS, DISPLACEMENT, part)).encode()):08x}.npz"
            if not file.exists():
                found = pool.map(explore, part, chunksize=1)
                unfinished = file.with_suffix(".part.npz")
                np.savez_compressed(unfinished, **{f"{i} {key}": value for i, one in enumerate(found)
                                                   for key, value in one.items()})
                unfinished.rename(file)
            with np.load(file) as kept:
                for i, (kind, seed) in enumerate(part):
                    mazes.append(Explored(kind, seed, {key: kept[f"{i} {key}"] for key in ("arcs", "probabilities", "start")}))
            print(f"{name}: {len(mazes)} of {len(tasks)} mazes", file=sys.stderr, flush=True)
    return mazes


# ---- what moves are worth ----

class Worth(NamedTuple):
    """Of each move of a map under the best policy. A row for each state and move that the map tried."""

    states: np.ndarray
    moves: np.ndarray
    success: np.ndarray
    """The probability that the target is reached."""
    length: np.ndarray
    """The mean moves of those runs that reach it, this one counted; at least 1."""


def worth_of(maze: Explored) -> Worth:
    arcs, chance = maze.arcs.astype(np.int64), maze.probabilities
    numbers, rows = np.unique(arcs[:, 0], return_inverse=True)
    pairs, pair_of = np.unique(rows * 4 + arcs[:, 1], return_inverse=True)
    state_of = pairs // 4
    target = np.flatnonzero(arcs[:, 2] // maze.kind.orientations == maze.walls.target)
    place = np.searchsorted(numbers, arcs[:, 2])
    place[(place == len(numbers)) | (numbers[np.minimum(place, len(numbers) - 1)] != arcs[:, 2])] = len(numbers)  # no way on

    def backed_up(values: np.ndarray, at_target: float) -> np.ndarray:
        ends = np.append(values, 0.0)[place]
        ends[target] = at_target
        return np.bincount(pair_of, chance * ends, len(pairs))

    def settled(step, size: int) -> np.ndarray:
        values = np.zeros(size)
        for _ in range(3000):
            after = step(values)
            if np.abs(after - values).max(initial=0) < 1e-9:
                break
            values = after
        return values

    begins = np.flatnonzero(np.diff(state_of, prepend=-1))
    discounted = settled(lambda v: np.maximum.reduceat(DISCOUNT * backed_up(v, 1.0), begins), len(numbers))
    gains = backed_up(discounted, 1.0)
    best = np.array([begin + np.argmax(gains[begin:end]) for begin, end in zip(begins, [*begins[1:], len(pairs)])])
    success = settled(lambda v: backed_up(v, 1.0)[best], len(numbers))
    reached = backed_up(success, 1.0)
    # Moves of the runs that succeed: each adds one for every run that goes on to success.
    total = settled(lambda v: (backed_up(v, 0.0) + reached)[best], len(numbers))
    length = (backed_up(total, 0.0) + reached) / np.maximum(reached, 1e-12)
    return Worth(numbers[state_of], pairs % 4, reached, np.maximum(length, 1.0))


# ---- runs on maps ----

class MapRun:
    """The likeliest ending of each move of a map, as a world for an agent."""

    def __init__(self, maze: Explored) -> None:
        self.maze, self.moves = maze, learned.Scheme(maze.kind.orientations).moves
        self._leads: dict[tuple[int, int], int] = {}
        likeliest: dict[tuple[int, int], float] = {}
        for (state, move, to), chance in zip(maze.arcs.tolist(), maze.probabilities.tolist()):
            if chance > likeliest.get((state, move), 0.0):
                likeliest[state, move], self._leads[state, move] = chance, to

    def fewest(self) -> int | None:
        """Moves to the target; None where it cannot be reached."""
        reached, moves = [self.maze.start], {self.maze.start: 0}
        for state in reached:
            if self._is_target(state):
                return moves[state]
            for move in range(self.moves):
                to = self._leads.get((state, move), -1)
                if to >= 0 and to not in moves:
                    moves[to] = moves[state] + 1
                    reached.append(to)
        return None

    def play(self, agent: mm.Agent) -> int | None:
        """Moves to the target; None where the marble froze or the agent gave up or had too many."""
        agent.orientations, agent.maze = self.maze.kind.orientations, self.maze.walls
        here = self._meet(agent, self.maze.start)
        agent.begin()
        for made in range(MOST_MOVES):
            if self._is_target(here.state):
                return made
            move = agent.choose(here)
            to = -1 if move is None else self._leads.get((here.state, move), -1)
            if to < 0:
                return None
            before, here = here, self._meet(agent, to)
            before.leads[move] = to
        return None

    def _is_target(self, state: int) -> bool:
        return state // self.maze.kind.orientations == self.maze.walls.target

    def _meet(self, agent: mm.Agent, state: int) -> mm.Place:
        """With the places to which close moves lead, as the program tells them."""
        if state not in agent.places:
            cell, orientation = divmod(state, self.maze.kind.orientations)
            place = agent.places[state] = mm.Place(state, self.moves, cell, orientation, leads=[None] * self.moves)
            scheme = learned.Scheme(self.maze.kind.orientations)
            for move in filter(scheme.is_close, range(self.moves)):
                to = cell * self.maze.kind.orientations + scheme.destination(orientation, move)
                place.leads[move] = self._meet(agent, to).state
        return agent.places[state]


class Score(NamedTuple):
    solved: float
    """Of the mazes that can be solved."""
    spl: float
    """Fewest moves / moves, 0 where it was not solved; the mean."""


def score(runs: list[tuple[MapRun, int]], agent_of: Callable[[], mm.Agent]) -> Score:
    """With a new agent for each run, in mazes that can be solved in so many moves."""
    solved, spl = 0, 0.0
    for run, fewest in runs:
        moves = run.play(agent_of())
        solved += moves is not None
        spl += fewest / moves if moves else float(moves == fewest)
    return Score(solved / len(runs), spl / len(runs))


def solvable(mazes: list[Explored]) -> list[tuple[MapRun, int]]:
    runs = [MapRun(maze) for maze in mazes]
    return [(run, fewest) for run in runs if (fewest := run.fewest()) is not None]


class ByDistance(learned.Learned):
    """The same agent without a network: the rest of the way is three moves for each cell of it, from where a move begins."""

    def begin(self) -> None:
        assert self.maze is not None
        self._distance = learned.Passages(self.maze).distance

    def _rest(self, place: mm.Place, move: int) -> float:
        return self.STEP * float(self._distance[place.cell])
