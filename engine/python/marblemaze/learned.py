"""Learned agent, which chooses moves with a trained network (docs/results/learning-agents.md).

    marblemaze solve --agent-command "python3 -m marblemaze.learned"

The agent needs NumPy, but not the shared library. It never queries a forward model, because the network has learned how
marbles roll. scripts/generate/train_policy.py trains the network and writes learned_policy.json.
"""
from __future__ import annotations

import heapq
import json
import math
import os
import pathlib
import sys
from typing import Any, Callable, NamedTuple, TypeVar

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # the matrices are small, and other runs need the other cores

from ._numpy import NDArray, np
from .agent import Agent, TiltAgent, Place, Walls

Array = NDArray[Any]
FORMAT = "marblemaze learned policy 1"
POLICY = pathlib.Path(__file__).with_name("learned_policy.json")
SLOPES = (1.0, 0.89, 0.4048)
"""Slopes of the scheme with 24 orientations, as in maze/grid/orientation_scheme.h."""
PASSAGE_INPUTS, FRAME_INPUTS, CELL_INPUTS = 4, 2, 7
_SIDES = np.array([(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)])


class Scheme:
    """A control scheme with 4, 8 or 24 orientations."""

    def __init__(self, orientations: int) -> None:
        if orientations not in (4, 8, 24):
            raise ValueError(f"orientations {orientations}: expected 4, 8 or 24")
        self.orientations = orientations
        self.moves = {4: 2, 8: 3, 24: 4}[orientations]
        ups = np.array([self._up(orientation) for orientation in range(orientations)])
        self.gravity = -ups / np.linalg.norm(ups, axis=1, keepdims=True)
        """Direction of gravity in the maze frame for each orientation, shape (orientations, 3)."""

    def _up(self, orientation: int) -> list[float]:
        if self.orientations == 4:
            return [(1, -1, -1, 1)[orientation], (1, 1, -1, -1)[orientation], 0]
        corner, face = (orientation, 0) if self.orientations == 8 else divmod(orientation, 3)
        slopes = (1.0, 1.0, 1.0) if self.orientations == 8 else SLOPES
        return [slopes[(axis - face) % 3] * (-1 if corner >> axis & 1 else 1) for axis in range(3)]

    def destination(self, orientation: int, move: int) -> int:
        """Returns the orientation after a move."""
        if self.orientations == 4:
            return (orientation + (1, 3)[move]) % 4
        if self.orientations == 8:
            return orientation ^ 1 << move
        corner, face = divmod(orientation, 3)
        if move < 2:
            return 3 * corner + (face + 1 + move) % 3
        return 3 * (corner ^ 1 << (face + (2 if move == 2 else 1)) % 3) + face

    def is_close(self, move: int) -> bool:
        """Returns True if the maze stays on the same corner during a move, so that the marble stays in its cell."""
        return self.orientations == 24 and move < 2


class Passages:
    """Graph of the network: the directed passages between adjacent cells of a maze.

    The n passages are numbered from 0. The number n means "no passage". Its messages are 0.
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
        self.distance, self._sides_to_target = self._paths_to(maze.target, numbers)
        distance, turns = self.distance, self._turns(numbers, self.distance)
        self.features = np.stack([np.sign(distance[self.from_cell] - distance[self.to_cell]),
                                  self.to_cell == maze.target, np.log1p(distance[self.to_cell]) / 3,
                                  np.log1p(turns[self.to_cell]) / 3], axis=1)
        """Features of each passage, shape (n, PASSAGE_INPUTS): 1 towards the target and -1 away from it, 1 if it ends
        in the target, and the scaled distance and number of turns from its end to the target."""
        self._cell_features = np.stack([np.log1p(distance) / 3, np.log1p(turns) / 3, open_sides.sum(1) / 3], axis=1)

    def _paths_to(self, target: int, numbers: Array) -> tuple[Array, Array]:
        """Returns the distance of each cell from the target, and the number of passages in each direction on the path
        to the target. Both are 0 for cells without a path."""
        distance, sides = np.zeros(self.cells), np.zeros((self.cells, 6))
        reached, visited = [target], {target}
        for cell in reached:
            for passage in numbers[cell][numbers[cell] < self.count]:
                before = int(self.to_cell[passage])
                if before not in visited:
                    visited.add(before)
                    reached.append(before)
                    distance[before] = distance[cell] + 1
                    sides[before] = sides[cell]
                    sides[before, self.side[passage] ^ 1] += 1
        return distance, sides

    def _turns(self, numbers: Array, distance: Array) -> Array:
        """Returns the number of turns on the path from each cell to the target."""
        turns, out = np.zeros(self.cells), np.full(self.cells, -1)
        for cell in np.argsort(distance, kind="stable"):
            for passage in numbers[cell][numbers[cell] < self.count]:
                to = self.to_cell[passage]
                if distance[to] < distance[cell]:
                    out[cell] = self.side[passage]
                    turns[cell] = turns[to] + (out[to] not in (-1, out[cell]))
        return turns

    def frame(self, before: Array, after: Array) -> tuple[Array, Array]:
        """Returns the features that depend on the directions of gravity before and after a move: the slope of each
        passage, shape (n, FRAME_INPUTS), and the features of the path from each cell, shape (cells, CELL_INPUTS)."""
        falls = np.stack([_SIDES @ before, _SIDES @ after], axis=1)
        down, up = np.maximum(falls, 0), np.maximum(-falls, 0)
        paths = np.log1p(self._sides_to_target @ np.concatenate([down, up], axis=1)) / 3
        return falls[self.side], np.concatenate([self._cell_features, paths], axis=1)


class Estimate(NamedTuple):
    """Estimates of the network for a move from one orientation, one per cell."""

    success: Array
    """Probability of reaching the target."""
    moves: Array
    """Expected number of moves to the target, including this move."""


class Network:
    """A message-passing network. Messages travel along the passages, against the direction of rolling, `rounds`
    times."""

    def __init__(self, parameters: dict[str, Array], rounds: int) -> None:
        self._p, self.rounds = parameters, rounds

    @staticmethod
    def shapes(messages: int, hidden: int) -> dict[str, tuple[int, ...]]:
        """Returns the shape of each parameter by name."""
        return {"passage": (PASSAGE_INPUTS + FRAME_INPUTS, hidden), "straight": (messages, hidden),
                "others": (messages, hidden),
                "passage_bias": (hidden,), "message": (hidden, messages), "message_bias": (messages,),
                "cell": (messages + CELL_INPUTS, hidden), "cell_bias": (hidden,),
                "estimate": (hidden, 2), "estimate_bias": (2,)}

    @classmethod
    def load(cls, path: str | os.PathLike[str] | None = None) -> Network:
        """Reads the parameters, by default those of the package.

        Raises ValueError if the file is invalid, and OSError if it cannot be read.
        """
        def parse(policy: dict[str, Any]) -> Network:
            messages, hidden, rounds = (_size(name, policy.get(name)) for name in ("messages", "hidden", "rounds"))
            parameters = policy.get("parameters")
            if not isinstance(parameters, dict):
                raise ValueError("expected an object of parameters")
            return cls({name: numbers_of(name, parameters.get(name), shape)
                        for name, shape in cls.shapes(messages, hidden).items()}, rounds)

        return read_policy(POLICY if path is None else path, FORMAT, parse)

    def estimate(self, passages: Passages, before: Array, after: Array) -> Estimate:
        """Returns the estimates for a move with the given directions of gravity before and after it."""
        p = self._p
        falls, cell_features = passages.frame(before, after)
        seen = np.concatenate([passages.features, falls], axis=1) @ p["passage"] + p["passage_bias"]
        sent = np.zeros((passages.count + 1, len(p["message_bias"])))
        for _ in range(self.rounds):
            leaving = _sum_by(passages.from_cell, sent[:-1], passages.cells)
            straight = sent[passages.straight]
            others = leaving[passages.to_cell] - straight - sent[passages.back]
            hidden = np.maximum(seen + straight @ p["straight"] + others @ p["others"], 0)
            sent[:-1] = np.maximum(hidden @ p["message"] + p["message_bias"], 0)
        leaving = _sum_by(passages.from_cell, sent[:-1], passages.cells)
        known = np.maximum(np.concatenate([leaving, cell_features], axis=1) @ p["cell"] + p["cell_bias"], 0)
        estimates = known @ p["estimate"] + p["estimate_bias"]
        return Estimate(1 / (1 + np.exp(-np.clip(estimates[:, 0], -30, 30))), np.exp(np.clip(estimates[:, 1], 0, 8)))


_Policy = TypeVar("_Policy")


def read_policy(path: str | os.PathLike[str], format: str, parse: Callable[[dict[str, Any]], _Policy]) -> _Policy:
    """Reads a policy file, which is JSON with a "format" member. Raises ValueError if the file is invalid, and OSError
    if it cannot be read."""
    text = pathlib.Path(path).read_bytes()
    try:
        policy = json.loads(text.decode("ascii"))
        if not isinstance(policy, dict) or policy.get("format") != format:
            raise ValueError(f"expected the format '{format}'")
        return parse(policy)
    except ValueError as error:
        syntax = "expected JSON: " if isinstance(error, (json.JSONDecodeError, UnicodeError)) else ""
        raise ValueError(f"policy '{path}': {syntax}{error}") from None


def play(name: str, arguments: list[str], make: Callable[..., Agent | TiltAgent]) -> int:
    """Plays with the policy of the package, or with the policy file in `arguments`. Returns the exit status."""
    try:
        player = make(*arguments[:1])
    except (OSError, ValueError) as error:
        print(f"{name}: {error}", file=sys.stderr)
        return 2
    player.run()
    return 0


def _size(name: str, value: Any) -> int:
    if type(value) is not int or not 1 <= value <= 256:
        raise ValueError(f"{name} {value!r}: expected an integer from 1 to 256")
    return value


def numbers_of(name: str, value: Any, shape: tuple[int, ...]) -> Array:
    try:
        numbers = np.array(value, dtype=float)
    except (TypeError, ValueError):
        numbers = np.array(math.nan)
    if numbers.shape != shape or not np.isfinite(numbers).all():
        raise ValueError(f"parameter {name}: expected numbers of shape {shape}")
    return numbers


def _sum_by(group: Array, rows: Array, groups: int) -> Array:
    """Sums the rows of each group. Requires: `group` is in ascending order."""
    sums = np.zeros((groups, rows.shape[1]))
    begins = np.flatnonzero(np.diff(group, prepend=-1))
    if len(begins):
        sums[group[begins]] = np.add.reduceat(rows, begins)
    return sums


class Guide:
    """Cost function for untried moves in a maze, based on the network."""

    RISK = 30.0
    """Cost, in moves, of reducing the success probability by a factor of e."""

    def __init__(self, network: Network, maze: Walls, orientations: int) -> None:
        self._network, self._passages, self._scheme = network, Passages(maze), Scheme(orientations)
        self._known: dict[tuple[int, int], list[float]] = {}

    def _costs(self, orientation: int, move: int) -> list[float]:
        if (orientation, move) not in self._known:
            gravity = self._scheme.gravity
            estimate = self._network.estimate(self._passages, gravity[orientation],
                                              gravity[self._scheme.destination(orientation, move)])
            # Rounding keeps the choice reproducible, because the last bits can differ between machines.
            costs = np.round(estimate.moves - self.RISK * np.log(estimate.success), 6)
            self._known[orientation, move] = costs.tolist()
        return self._known[orientation, move]

    def cost(self, place: Place, move: int) -> float:
        """Returns the cost of an untried move: the expected number of moves to the target plus a risk term, in
        moves."""
        return self._costs(place.orientation, move)[place.cell]


class Learned(Agent):
    """Makes the untried move with the lowest cost, which is the number of known moves that lead to it plus the estimate
    of the network.

    Every untried move is made only once, so the agent cannot loop forever. It gives up if known moves lead to no
    untried move. In worlds without walls, the cost of an untried move is the distance from the target.
    """

    name, version, knowledge = "learned", "1", "full"
    STEP = 3.0
    """Number of moves per unit of distance in worlds without walls."""

    def __init__(self, network: Network) -> None:
        self._network = network
        self._guide: Guide | None = None
        self._failed: dict[tuple[int, int], int] = {}  # number of times that a known move ended differently
        self._expected: tuple[int, int, int | None] | None = None  # last state, last move, and its known result

    def begin(self) -> None:
        if self.maze is not None:
            self._guide = Guide(self._network, self.maze, self.orientations)

    def choose(self, here: Place) -> int | None:
        if self._expected is not None:
            state, made, to = self._expected
            if to is not None and to != here.state:
                self._failed[state, made] = self._failed.get((state, made), 0) + 1
        move = self._best_move(here)
        if move is not None:
            self._expected = (here.state, move, here.leads[move])
        return move

    def _best_move(self, here: Place) -> int | None:
        best: tuple[float, int | None] = (math.inf, None)
        done: set[int] = set()
        queue: list[tuple[float, int, int | None]] = [(0.0, here.state, None)]  # number of moves, state, first move
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
        return self._guide.cost(place, move) if self._guide is not None else self.STEP * (place.distance or 0.0)


if __name__ == "__main__":
    sys.exit(play("marblemaze.learned", sys.argv[1:], lambda *file: Learned(Network.load(*file))))
