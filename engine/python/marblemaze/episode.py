"""Runs of the built-in agents."""
from __future__ import annotations

import ctypes
from ctypes import c_int32, c_int64, c_size_t
from typing import Any, NamedTuple

import numpy as np

from ._library import Held, Struct, Unsupported, address, call, catalogue, encoded, new, number, picture, whole
from .maze import Maze, Settings, handle_of
from .world import BALANCED, Motion

_OUTCOMES = ("running", "solved", "unsolvable", "frozen", "overdue", "capped")


class Move(NamedTuple):
    """A move that was made."""

    state: int
    """The state in which it began."""
    move: int
    to: int | None
    """The state in which it ended; None where the marble froze or did not come to rest."""
    ending: Motion


class _Info(Struct):
    _fields_ = [*((name, c_int32) for name in ("outcome", "moves", "repeated", "unrepeatable", "predicted_right",
                                               "predicted_total", "first_state", "state")), ("ticks", c_int64)]


class Episode(Held):
    """One run of an agent. In a maze it is the same run as of `marblemaze solve`."""

    maze: Maze | None
    """The maze; None in a logic maze."""
    agent: str
    orientations: int
    """Orientations of the control scheme; 0 in a logic maze."""

    def __init__(self, maze: Maze, agent: str = "complete-solution-prediction", *, world: str = "bullet",
                 orientations: int | None = None, settings: Settings | None = None, run: int = 1,
                 move_cap: int | None = None, recovery: bool = False) -> None:
        """`agent` is a name of agents(), `run` numbers runs that differ in the noise of the actuator only. Raises
        BadInput."""
        self.maze, self.agent = maze, agent
        self.orientations = orientations or (4 if maze.flat else 8)
        self._handle = new("episode_create", encoded(world), maze._handle, whole("orientations", self.orientations, 32, True),
                           handle_of(settings), encoded(agent), whole("run", run, 64),
                           whole("move cap", move_cap or 0, 32, True), int(recovery))

    @classmethod
    def in_family(cls, family: str, seed: int, agent: str = "breadth-first", *, move_cap: int | None = None,
                  recovery: bool = False) -> Episode:
        """A run in the world of a seed in a family of catalogue()["families"]: "rook" and the other logic mazes, which have no
        maze to draw. Raises BadInput."""
        made = cls.__new__(cls)
        made.maze, made.agent, made.orientations = None, agent, 0
        made._handle = new("episode_create_in_family", encoded(family), whole("seed", seed, 64), encoded(agent),
                           whole("move cap", move_cap or 0, 32, True), int(recovery))
        return made

    def run(self, moves: int | None = None) -> str:
        """Plays `moves` more moves, or to the end, and returns the outcome: "solved", "unsolvable", "frozen", "overdue" or
        "capped"; "running" where moves are left."""
        return _OUTCOMES[number("episode_run", self._handle, -1 if moves is None else whole("moves", moves, 63))]

    def _info(self) -> _Info:
        info = _Info()
        call("episode_get_info", self._handle, ctypes.byref(info))
        return info

    @property
    def outcome(self) -> str:
        return _OUTCOMES[self._info().outcome]

    @property
    def solved(self) -> bool:
        return self.outcome == "solved"

    @property
    def counters(self) -> dict[str, int]:
        """The columns of the thesis's tables: moves, repeated, unrepeatable, predicted_right, predicted_total; and ticks."""
        info = self._info()
        return {name: getattr(info, name)
                for name in ("moves", "repeated", "unrepeatable", "predicted_right", "predicted_total", "ticks")}

    @property
    def moves(self) -> list[Move]:
        """The moves made so far."""
        count, length = max(self._info().moves, 1), c_size_t()
        records = np.empty((count, 4), dtype=np.int32)
        call("episode_moves", self._handle, address(records), count, ctypes.byref(length))
        return [Move(state, move, None if to < 0 else to, Motion(ending))
                for state, move, to, ending in records[:length.value].tolist()]

    def svg(self) -> str:
        """The maze with the cells in which the moves ended. Raises Unsupported where there is no maze."""
        if self.maze is None:
            raise Unsupported("episode: expected one in a maze")
        return self.maze.svg(rests=[move.to % BALANCED // self.orientations for move in self.moves if move.to is not None])

    def png(self, width: int = 1280, height: int = 720, *, theme: str = "dark") -> bytes:
        """The glass maze in space after the last finished move, as a PNG file. `theme` is "dark", "light" or "colour-blind".
        Needs the viewer. Raises BadInput, and Unsupported without a viewer or a maze."""
        return picture("episode_png", self._handle, width, height, theme)

    def _repr_svg_(self) -> str | None:
        return None if self.maze is None else self.svg()

    def __repr__(self) -> str:
        return f"<Episode of {self.agent}: {self.outcome} after {self._info().moves} moves>"


def agents() -> list[dict[str, Any]]:
    """The built-in agents: name, title, what they know, and a line on each."""
    return catalogue()["agents"]
