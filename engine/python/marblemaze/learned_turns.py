"""The trained controller, which turns mazes freely with a small network: docs/results/learning-agents.md.

    marblemaze solve --free --agent-command "python3 -m marblemaze.learned_turns"

Needs numpy, and neither the shared library nor the tools it was trained with. scripts/generate/train_controller.py makes
learned_turns.json.
"""
from __future__ import annotations

import json
import os
import pathlib
import sys
from typing import Any, Sequence

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from ._numpy import NDArray, np, play
from .agent import Controller, Sight, Walls
from .learned import Passages

Array = NDArray[Any]
FORMAT = "marblemaze learned turns 1"
POLICY = pathlib.Path(__file__).with_name("learned_turns.json")
INPUTS, HIDDEN = 26, 16
FULL_TURN = 1.0
"""Angle, rad, from which on the maze turns at full rate."""
_SIDES = np.array([(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1), (0, 0, 0)], dtype=float)
_NONE = 6


class Ways:
    """Of each cell of a maze, or of several mazes one after the other: where the theoretical path leads."""

    def __init__(self, mazes: Sequence[Walls]) -> None:
        parts = [_ways(maze) for maze in mazes]
        self.first = np.cumsum([0] + [len(part[0]) for part in parts[:-1]])
        """Of each maze its first cell."""
        w, h, _ = mazes[0].dims
        self.strides = np.array([1, w, w * h])
        self.out, self.bend, self.straight = (np.concatenate([part[i] for part in parts]) for i in range(3))
        """The side that the path leaves by, _NONE in the target; the other side that it then turns to; cells before that."""
        self.walls = np.concatenate([part[3] for part in parts])
        self.next = np.concatenate([part[4] + first for part, first in zip(parts, self.first)])


def _ways(maze: Walls) -> tuple[Array, ...]:
    passages = Passages(maze)
    distance, n = passages.distance, passages.cells
    nearer = distance[passages.to_cell] < distance[passages.from_cell]
    out, bend, following, straight = np.full(n, _NONE), np.full(n, _NONE), np.arange(n), np.ones(n)
    out[passages.from_cell[nearer]] = passages.side[nearer]
    following[passages.from_cell[nearer]] = passages.to_cell[nearer]
    for cell in np.argsort(distance, kind="stable"):
        after = following[cell]
        on = out[after] == out[cell] != _NONE
        bend[cell], straight[cell] = (bend[after], straight[after] + 1) if on else (out[after], 1)
    return out, bend, straight, (np.array(maze.walls)[:, None] >> np.arange(6) & 1).astype(float), following


def _dot(a: Array, b: Array) -> Array:
    product: Array = np.einsum("...i,...i", a, b)
    return product


class Sights:
    """What controllers see, as rows for a network: along the way, towards its next bend, and across."""

    def __init__(self, ways: Ways, maze: Array, marble: Array, velocity: Array, down: Array, rate: Array) -> None:
        place = np.maximum(np.floor(marble), 0)
        cell = ways.first[maze] + (place @ ways.strides).astype(int)
        cell = np.minimum(cell, len(ways.out) - 1)
        self._down, self._walls = down, ways.walls[cell]
        self.there = ways.out[cell] == _NONE
        """Is the marble in the target?"""
        along, bend = _SIDES[ways.out[cell]], _SIDES[ways.bend[cell]]
        across = np.where(np.abs(along) > 0.5, 0, down)  # where no bend is left: to the wall that is below
        below = np.zeros_like(down)
        rows, axis = np.arange(len(down)), np.abs(across).argmax(axis=1)
        below[rows, axis] = np.where(across[rows, axis] < 0, -1, 1)
        bend = np.where((ways.bend[cell] == _NONE)[:, None], below, bend)
        third = np.cross(along, bend)
        third *= np.where(_dot(third, down) < 0, -1, 1)[:, None]
        self.frame = np.stack([along, bend, third], axis=1)
        """float, shape (n, 3, 3): rows are the three directions."""
        vectors = np.stack([marble - place - 0.5, velocity / 3, down, np.cross(down, rate)], axis=2)
        after = ways.walls[ways.next[cell]]
        self.inputs = np.concatenate([(self.frame @ vectors).reshape(len(down), 12), self._sided(self._walls), self._sided(after),
                                      (1 / ways.straight[cell])[:, None], (ways.bend[cell] != _NONE)[:, None]], axis=1)

    def _sided(self, walls: Array) -> Array:
        """Walls towards the three directions, and away from them."""
        ahead, behind = walls[:, 0::2, None], walls[:, 1::2, None]
        there, back = np.maximum(self.frame, 0), np.maximum(-self.frame, 0)
        sided: Array = np.concatenate([there @ ahead + back @ behind, there @ behind + back @ ahead], axis=1)[:, :, 0]
        return sided

    def wishes(self, answers: Array) -> Array:
        """The angular velocities that bring gravity to where a network wants it; in the target, to its walls."""
        wanted = np.einsum("nij,ni->nj", self.frame, answers)
        held = self._walls @ _SIDES[:6]
        held = np.where(_dot(held, held)[:, None] < 0.25, self._down, held)
        wanted = np.where(self.there[:, None], held, wanted)
        wanted = wanted / np.maximum(np.sqrt(_dot(wanted, wanted)), 1e-9)[:, None]
        axis = np.cross(wanted, self._down)
        sine = np.sqrt(_dot(axis, axis))
        way = np.where(_dot(wanted, self._down) > 0, sine, 1.0)
        wishes: Array = axis * (np.minimum(way / FULL_TURN, 1) / np.maximum(sine, 1e-9))[:, None]
        return wishes


SHAPES = {"hidden": (INPUTS + 1, HIDDEN), "answer": (HIDDEN + 1, 3)}
SIZE = sum(a * b for a, b in SHAPES.values())


def answers(parameters: Array, inputs: Array) -> Array:
    """Of networks, shape (..., SIZE), to rows of inputs, (..., n, INPUTS): where gravity shall pull."""
    split = (INPUTS + 1) * HIDDEN
    hidden = parameters[..., :split].reshape(*parameters.shape[:-1], *SHAPES["hidden"])
    last = parameters[..., split:].reshape(*parameters.shape[:-1], *SHAPES["answer"])
    met = np.tanh(inputs @ hidden[..., :-1, :] + hidden[..., -1:, :])
    said: Array = met @ last[..., :-1, :] + last[..., -1:, :] + np.array([1.0, 0, 0])
    return said


class LearnedTurns(Controller):
    """Tilts the maze as a network says. It sees the walls of two cells, and where the theoretical path leads."""

    name, version, knowledge = "learned-turns", "1", "full"

    def __init__(self, parameters: Array) -> None:
        super().__init__()
        self._parameters = parameters
        self._ways: Ways | None = None

    def turn(self, seen: Sight) -> Sequence[float]:
        if self._ways is None:
            assert self.maze is not None
            self._ways = Ways([self.maze])
        rows = (np.array([part]) for part in (seen.marble, seen.velocity, seen.down, seen.rate))
        sights = Sights(self._ways, np.zeros(1, dtype=int), *rows)
        # The world rounds wishes, so that last bits, which may differ from machine to machine, hardly ever decide.
        wish: list[float] = sights.wishes(answers(self._parameters, sights.inputs))[0].tolist()
        return wish


def load(path: str | os.PathLike[str] = POLICY) -> Array:
    """Raises ValueError, in one line, for a file that is not a policy, and OSError."""
    try:
        told = json.loads(pathlib.Path(path).read_text(encoding="ascii"))
        parameters = np.array(told["parameters"], dtype=float)
        if told["format"] != FORMAT or parameters.shape != (SIZE,) or not np.isfinite(parameters).all():
            raise ValueError(f"not {SIZE} numbers")
    except (ValueError, KeyError, TypeError) as error:
        raise ValueError(f"policy '{path}': expected the format '{FORMAT}' ({error})") from None
    return parameters


def main(arguments: list[str]) -> int:
    """Plays with the policy in the package, or with the file that is named. 2 for a file that is not a policy."""
    return play("marblemaze.learned_turns", arguments, POLICY, lambda file: LearnedTurns(load(file)))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
