"""The learned policy, an agent that plays with a trained network: docs/results/learning-agents.md.

    marblemaze solve --agent-command "python3 -m marblemaze.learned"

Needs numpy, and neither the shared library nor the tools it was trained with. It never asks a forward model: what it
knows of rolling it learned in imagined mazes, from which scripts/generate/train_policy.py makes learned_policy.json.
"""
from __future__ import annotations

import functools
import heapq
import json
import math
import os
import pathlib
import sys
from typing import Any, NamedTuple

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # the products are small, and other runs want the other cores

from ._numpy import NDArray, np, play
from .agent import Agent, Place, Walls

Array = NDArray[Any]
FORMAT = "marblemaze learned policy 1"
POLICY = pathlib.Path(__file__).with_name("learned_policy.json")
SLOPES = (1.0, 0.89, 0.4048)
"""Of the scheme of 24 orientations, as maze/grid/orientation_scheme.h has them."""
PASSAGE_INPUTS, FRAME_INPUTS, CELL_INPUTS = 4, 2, 7
_SIDES = np.array([(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)])


# ---- what the network sees ----

class Scheme:
    """The control scheme of 4, 8 or 24 orientations."""

    def __init__(self, orientations: int) -> None:
        if orientations not in (4, 8, 24):
            raise ValueError(f"orientations {orientations}: expected 4, 8 or 24")
        self.orientations = orientations
        self.moves = {4: 2, 8: 3, 24: 4}[orientations]
        ups = np.array([self._up(orientation) for orientation in range(orientations)])
        self.gravity = -ups / np.linalg.norm(ups, axis=1, keepdims=True)
        """float, shape (orientations, 3): the direction in which the marble falls, in the maze's coordinates."""

    def _up(self, orientation: int) -> list[float]:
        if self.orientations == 4:
            return [(1, -1, -1, 1)[orientation], (1, 1, -1, -1)[orientation], 0]
        corner, face = (orientation, 0) if self.orientations == 8 else divmod(orientation, 3)
        slopes = (1.0, 1.0, 1.0) if self.orientations == 8 else SLOPES
        return [slopes[(axis - face) % 3] * (-1 if corner >> axis & 1 else 1) for axis in range(3)]

    def destination(self, orientation: int, move: int) -> int:
        if self.orientations == 4:
            return (orientation + (1, 3)[move]) % 4
        if self.orientations == 8:
            return orientation ^ 1 << move
        corner, face = divmod(orientation, 3)
        if move < 2:
            return 3 * corner + (face + 1 + move) % 3
        return 3 * (corner ^ 1 << (face + (2 if move == 2 else 1)) % 3) + face

    def is_close(self, move: int) -> bool:
        """Stays in its corner, so that the marble keeps its cell."""
        return self.orientations == 24 and move < 2


class Passages:
    """A maze as the network sees it: each way from a cell into its neighbour, and what is the same for all moves.

    Passages are numbered from 0 to n - 1. The number n stands for "none", which sends zeros.
    """

    def __init__(self, maze: Walls) -> None:
        w, h, d = maze.dims
        self.cells = w * h * d
        open_sides = ~(np.array(maze.walls)[:, None] >> np.arange(6) & 1).astype(bool)
        self.from_cell, self.side = np.nonzero(open_sides)
        self.to_cell = self.from_cell + (_SIDES @ np.array([1, w, w * h]))[self.side]
        self.count = len(self.side)
        numbers = np.full((self.cells, 6), self.count)
        numbers[self.from_cell, self.side] = np.arange(self.count)
        self.straight, self.back = numbers[self.to_cell, self.side], numbers[self.to_cell, self.side ^ 1]
        self.distance, self._ways = self._ways_to(maze.target, numbers)
        distance = self.distance
        turns = self._turns(maze.target, numbers, distance)
        self.features = np.stack([np.sign(distance[self.from_cell] - distance[self.to_cell]), self.to_cell == maze.target,
                                  np.log1p(distance[self.to_cell]) / 3, np.log1p(turns[self.to_cell]) / 3], axis=1)
        """float, shape (n, PASSAGE_INPUTS): leads nearer, leads into the target, how far it is from there, and how many turns."""
        self._far = np.stack([np.log1p(distance) / 3, np.log1p(turns) / 3, open_sides.sum(1) / 3], axis=1)

    def _ways_to(self, target: int, numbers: Array) -> tuple[Array, Array]:
        """Of each cell: passages to the target, and how many of them lead to each side; 0 for cells without a way."""
        distance, ways = np.zeros(self.cells), np.zeros((self.cells, 6))
        reached, met = [target], {target}
        for cell in reached:
            for passage in numbers[cell][numbers[cell] < self.count]:
                nearer = int(self.to_cell[passage])
                if nearer not in met:
                    met.add(nearer)
                    reached.append(nearer)
                    distance[nearer] = distance[cell] + 1
                    ways[nearer] = ways[cell]
                    ways[nearer, self.side[passage] ^ 1] += 1
        return distance, ways

    def _turns(self, target: int, numbers: Array, distance: Array) -> Array:
        """Of each cell: how often the way to the target changes its direction."""
        turns, side_on = np.zeros(self.cells), np.full(self.cells, -1)
        for cell in np.argsort(distance, kind="stable"):
            for passage in numbers[cell][numbers[cell] < self.count]:
                to = self.to_cell[passage]
                if distance[to] < distance[cell]:
                    side_on[cell] = self.side[passage]
                    turns[cell] = turns[to] + (side_on[to] not in (-1, side_on[cell]))
        return turns

    def frame(self, before: Array, after: Array) -> tuple[Array, Array]:
        """What depends on a move, given gravity before and after it: of each passage, shape (n, FRAME_INPUTS), how steeply it
        falls; and of each cell, shape (cells, CELL_INPUTS), what is told of the whole way to the target."""
        falls = np.stack([_SIDES @ before, _SIDES @ after], axis=1)
        down, up = np.maximum(falls, 0), np.maximum(-falls, 0)
        ways = np.log1p(self._ways @ np.concatenate([down, up], axis=1)) / 3
        return falls[self.side], np.concatenate([self._far, ways], axis=1)


# ---- the network ----

class Estimate(NamedTuple):
    """Of each cell, for one move of one orientation."""

    success: Array
    """The probability that the target is reached after it."""
    moves: Array
    """How many moves it takes then, this one counted."""


class Network:
    """Messages go along the passages of a maze, against the way that a marble would roll, `rounds` times."""

    def __init__(self, parameters: dict[str, Array], rounds: int) -> None:
        self._p, self.rounds = parameters, rounds

    @staticmethod
    def shapes(messages: int, hidden: int) -> dict[str, tuple[int, ...]]:
        """Of the parameters, by name."""
        return {"passage": (PASSAGE_INPUTS + FRAME_INPUTS, hidden), "straight": (messages, hidden), "others": (messages, hidden),
                "passage_bias": (hidden,), "message": (hidden, messages), "message_bias": (messages,),
                "cell": (messages + CELL_INPUTS, hidden), "cell_bias": (hidden,),
                "estimate": (hidden, 2), "estimate_bias": (2,)}

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Network:
        """Raises ValueError, in one line, for a file that is not a policy, and OSError."""
        try:
            told = json.loads(pathlib.Path(path).read_text(encoding="ascii"))
        except ValueError as error:
            raise ValueError(f"policy '{path}': expected JSON ({error})") from None
        try:
            return cls._from_dict(told)
        except ValueError as error:
            raise ValueError(f"policy '{path}': {error}") from None

    @classmethod
    def _from_dict(cls, told: Any) -> Network:
        if not isinstance(told, dict) or told.get("format") != FORMAT:
            raise ValueError(f"expected the format '{FORMAT}'")
        messages, hidden, rounds = (_size(name, told.get(name)) for name in ("messages", "hidden", "rounds"))
        parameters = told.get("parameters")
        if not isinstance(parameters, dict):
            raise ValueError("expected an object of parameters")
        return cls({name: _numbers(name, parameters.get(name), shape)
                    for name, shape in cls.shapes(messages, hidden).items()}, rounds)

    def estimate(self, passages: Passages, before: Array, after: Array) -> Estimate:
        p = self._p
        falls, told = passages.frame(before, after)
        seen = np.concatenate([passages.features, falls], axis=1) @ p["passage"] + p["passage_bias"]
        sent = np.zeros((passages.count + 1, len(p["message_bias"])))
        for _ in range(self.rounds):
            leaving = _sum_by(passages.from_cell, sent[:-1], passages.cells)
            straight = sent[passages.straight]
            others = leaving[passages.to_cell] - straight - sent[passages.back]
            met = np.maximum(seen + straight @ p["straight"] + others @ p["others"], 0)
            sent[:-1] = np.maximum(met @ p["message"] + p["message_bias"], 0)
        leaving = _sum_by(passages.from_cell, sent[:-1], passages.cells)
        known = np.maximum(np.concatenate([leaving, told], axis=1) @ p["cell"] + p["cell_bias"], 0)
        said = known @ p["estimate"] + p["estimate_bias"]
        return Estimate(1 / (1 + np.exp(-np.clip(said[:, 0], -30, 30))), np.exp(np.clip(said[:, 1], 0, 8)))


def _size(name: str, value: Any) -> int:
    if type(value) is not int or not 1 <= value <= 256:
        raise ValueError(f"{name} {value!r}: expected a whole number from 1 to 256")
    return value


def _numbers(name: str, value: Any, shape: tuple[int, ...]) -> Array:
    try:
        numbers = np.array(value, dtype=float)
    except (TypeError, ValueError):
        numbers = np.array(math.nan)
    if numbers.shape != shape or not np.isfinite(numbers).all():
        raise ValueError(f"parameter {name}: expected numbers of shape {shape}")
    return numbers


def _sum_by(group: Array, rows: Array, groups: int) -> Array:
    """Sums of the rows of each group. The groups stand in order."""
    sums = np.zeros((groups, rows.shape[1]))
    begins = np.flatnonzero(np.diff(group, prepend=-1))
    if len(begins):
        sums[group[begins]] = np.add.reduceat(rows, begins)
    return sums


# ---- the agent ----

class Guide:
    """What the network says of one maze in one control scheme."""

    RISK = 30.0
    """Moves that a move is worse for each factor e in its probability of success."""

    def __init__(self, network: Network, maze: Walls, orientations: int) -> None:
        self._network, self._passages, self._scheme = network, Passages(maze), Scheme(orientations)

    @functools.cache
    def _costs(self, orientation: int, move: int) -> list[float]:
        gravity = self._scheme.gravity
        told = self._network.estimate(self._passages, gravity[orientation],
                                      gravity[self._scheme.destination(orientation, move)])
        # Rounded, so that the last bits, which may differ from machine to machine, hardly ever decide.
        return [float(cost) for cost in np.round(told.moves - self.RISK * np.log(told.success), 6)]

    def cost(self, place: Place, move: int) -> float:
        """Moves that it will take to the target by an untried move, and what its risk is worth in moves."""
        return self._costs(place.orientation, move)[place.cell]


class Learned(Agent):
    """Goes to the untried move that costs least: known moves to get there, and what the network says of the rest.

    Each untried move is made at most once, so the agent cannot go round in circles for ever. It gives up when known moves
    lead to no untried one. In worlds without walls, which the network cannot see, the rest is the distance.
    """

    name, version, knowledge = "learned", "1", "full"
    STEP = 3.0
    """Without walls: moves for each step of the distance."""

    def __init__(self, network: Network) -> None:
        super().__init__()
        self._network = network
        self._guide: Guide | None = None
        self._failed: dict[tuple[int, int], int] = {}  # how often a known move ended elsewhere than before
        self._expected: tuple[int, int, int | None] | None = None  # state, move, where it led before

    def begin(self) -> None:
        if self.maze is not None:
            self._guide = Guide(self._network, self.maze, self.orientations)

    def choose(self, here: Place) -> int | None:
        self._note_surprise(here)
        move = self._best_move(here)
        if move is not None:
            self._expected = (here.state, move, here.leads[move])
        return move

    def _note_surprise(self, here: Place) -> None:
        if self._expected is None:
            return
        state, move, to = self._expected
        if to is not None and to != here.state:
            self._failed[state, move] = self._failed.get((state, move), 0) + 1

    def _best_move(self, here: Place) -> int | None:
        best: tuple[float, int | None] = (math.inf, None)
        done: set[int] = set()
        queue: list[tuple[float, int, int | None]] = [(0.0, here.state, None)]  # moves so far, state, first move
        while queue and queue[0][0] < best[0]:
            so_far, state, first = heapq.heappop(queue)
            if state in done:
                continue
            done.add(state)
            place = self.places[state]
            for move, to in enumerate(place.leads):
                begun = move if first is None else first
                if to is None:
                    best = min(best, (so_far + self._rest(place, move), begun), key=lambda choice: choice[0])
                elif to not in done:
                    heapq.heappush(queue, (so_far + 1 + self._failed.get((state, move), 0), to, begun))
        return best[1]

    def _rest(self, place: Place, move: int) -> float:
        if self._guide is not None:
            return self._guide.cost(place, move)
        return self.STEP * (place.distance or 0.0)


def main(arguments: list[str]) -> int:
    """Plays with the policy in the package, or with the file that is named. 2 for a file that is not a policy."""
    return play("marblemaze.learned", arguments, POLICY, lambda file: Learned(Network.load(file)))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
