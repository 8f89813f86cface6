"""Learned tilt policy, which tilts mazes with a small trained network (docs/results/learning-agents.md).

    marblemaze solve --tilt --agent-command "python3 -m marblemaze.learned_turns"

The policy needs NumPy, but not the shared library. scripts/generate/train_tilt_policy.py trains the network and writes
learned_turns.json.
"""
from __future__ import annotations

import os
import pathlib
import sys
from typing import Sequence

from .agent import TiltAgent, Sight, Walls
from .learned import Array, Passages, numbers_of, play, read_policy
from ._numpy import np

FORMAT = "marblemaze learned turns 1"
POLICY = pathlib.Path(__file__).with_name("learned_turns.json")
INPUTS, HIDDEN = 26, 16
FULL_TURN = 1.0
"""Angle above which the maze turns at its maximum rate, rad."""
_SIDES = np.array([(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1), (0, 0, 0)], dtype=float)
_NONE = 6


class Paths:
    """Theoretical paths from all cells of one or more mazes. The cells of the mazes are concatenated."""

    def __init__(self, mazes: Sequence[Walls]) -> None:
        parts = [_paths_of(maze) for maze in mazes]
        self.first = np.cumsum([0] + [len(part[0]) for part in parts[:-1]])
        """Index of the first cell of each maze."""
        w, h, _ = mazes[0].dims
        self.strides = np.array([1, w, w * h])
        self.out, self.bend, self.straight = (np.concatenate([part[i] for part in parts]) for i in range(3))
        """For each cell, the direction of the path out of the cell (_NONE in the target), its direction after the next
        bend, and the number of cells before that bend."""
        self.walls = np.concatenate([part[3] for part in parts])
        self.next = np.concatenate([part[4] + first for part, first in zip(parts, self.first)])


def _paths_of(maze: Walls) -> tuple[Array, ...]:
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
    """Inputs of the network for several marbles. The axes of the frame are the direction of the path, its direction
    after the next bend, and the direction across."""

    def __init__(self, paths: Paths, maze: Array, marble: Array, velocity: Array, down: Array, rate: Array) -> None:
        place = np.maximum(np.floor(marble), 0)
        cell = paths.first[maze] + (place @ paths.strides).astype(int)
        cell = np.minimum(cell, len(paths.out) - 1)
        self._down, self._walls = down, paths.walls[cell]
        self.there = paths.out[cell] == _NONE
        """True if the marble is in the target."""
        along, bend = _SIDES[paths.out[cell]], _SIDES[paths.bend[cell]]
        across = np.where(np.abs(along) > 0.5, 0, down)  # without another bend, use the side below the marble
        below = np.zeros_like(down)
        rows, axis = np.arange(len(down)), np.abs(across).argmax(axis=1)
        below[rows, axis] = np.where(across[rows, axis] < 0, -1, 1)
        bend = np.where((paths.bend[cell] == _NONE)[:, None], below, bend)
        third = np.cross(along, bend)
        third *= np.where(_dot(third, down) < 0, -1, 1)[:, None]
        self.frame = np.stack([along, bend, third], axis=1)
        """Axes of the frame of each marble in the maze frame, one per row, shape (n, 3, 3)."""
        vectors = np.stack([marble - place - 0.5, velocity / 3, down, np.cross(down, rate)], axis=2)
        after = paths.walls[paths.next[cell]]
        self.inputs = np.concatenate([(self.frame @ vectors).reshape(len(down), 12), self._sided(self._walls),
                                      self._sided(after), (1 / paths.straight[cell])[:, None],
                                      (paths.bend[cell] != _NONE)[:, None]], axis=1)

    def _sided(self, walls: Array) -> Array:
        """Returns the walls of each cell in the positive and then in the negative directions of the three axes."""
        ahead, behind = walls[:, 0::2, None], walls[:, 1::2, None]
        there, back = np.maximum(self.frame, 0), np.maximum(-self.frame, 0)
        sided: Array = np.concatenate([there @ ahead + back @ behind, there @ behind + back @ ahead], axis=1)[:, :, 0]
        return sided

    def commands(self, answers: Array) -> Array:
        """Returns the commands that turn gravity towards the outputs of the network or, in the target, towards its
        walls."""
        wanted = np.einsum("nij,ni->nj", self.frame, answers)
        held = self._walls @ _SIDES[:6]
        held = np.where(_dot(held, held)[:, None] < 0.25, self._down, held)
        wanted = np.where(self.there[:, None], held, wanted)
        wanted = wanted / np.maximum(np.sqrt(_dot(wanted, wanted)), 1e-9)[:, None]
        axis = np.cross(wanted, self._down)
        sine = np.sqrt(_dot(axis, axis))
        angle = np.where(_dot(wanted, self._down) > 0, sine, 1.0)
        commands: Array = axis * (np.minimum(angle / FULL_TURN, 1) / np.maximum(sine, 1e-9))[:, None]
        return commands


SHAPES = {"hidden": (INPUTS + 1, HIDDEN), "answer": (HIDDEN + 1, 3)}
SIZE = sum(a * b for a, b in SHAPES.values())


def answers(parameters: Array, inputs: Array) -> Array:
    """Evaluates networks with parameters of shape (..., SIZE) on inputs of shape (..., n, INPUTS). Returns the desired
    directions of gravity."""
    split = (INPUTS + 1) * HIDDEN
    hidden = parameters[..., :split].reshape(*parameters.shape[:-1], *SHAPES["hidden"])
    last = parameters[..., split:].reshape(*parameters.shape[:-1], *SHAPES["answer"])
    activation = np.tanh(inputs @ hidden[..., :-1, :] + hidden[..., -1:, :])
    wanted: Array = activation @ last[..., :-1, :] + last[..., -1:, :] + np.array([1.0, 0, 0])
    return wanted


class LearnedTurns(TiltAgent):
    """Tilts the maze with a network that observes the walls of two cells and the direction of the theoretical path."""

    name, version, knowledge = "learned-turns", "1", "full"

    def __init__(self, parameters: Array) -> None:
        self._parameters = parameters
        self._paths: Paths | None = None

    def turn(self, seen: Sight) -> Sequence[float]:
        if self._paths is None:
            assert self.maze is not None
            self._paths = Paths([self.maze])
        rows = (np.array([part]) for part in (seen.marble, seen.velocity, seen.down, seen.rate))
        sights = Sights(self._paths, np.zeros(1, dtype=int), *rows)
        # The last bits can differ between machines, but the world rounds commands, so this hardly ever affects the
        # result.
        command: list[float] = sights.commands(answers(self._parameters, sights.inputs))[0].tolist()
        return command


def load(path: str | os.PathLike[str] | None = None) -> Array:
    """Reads the parameters of a policy, by default those of the package. Raises ValueError if the file is invalid, and
    OSError if it cannot be read."""
    return read_policy(POLICY if path is None else path, FORMAT,
                       lambda policy: numbers_of("parameters", policy.get("parameters"), (SIZE,)))


if __name__ == "__main__":
    sys.exit(play("marblemaze.learned_turns", sys.argv[1:], lambda *file: LearnedTurns(load(*file))))
