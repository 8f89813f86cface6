"""Forward models, and state maps under them."""
from __future__ import annotations

import ctypes
import json
from ctypes import c_int32, c_size_t, c_uint64
from typing import Any, NamedTuple

import numpy as np

from ._library import Held, Struct, address, call, encoded, new, text, whole
from .maze import Maze, Settings, handle_of
from .world import Motion


class Guess(NamedTuple):
    """One way a move could end."""

    state: int | None
    """The state in which the move ends; None where the marble freezes."""
    ending: Motion
    probability: float


class ForwardModel(Held):
    """Predicts where a move could end. Kinds are listed in catalogue()["models"]."""

    def __init__(self, maze: Maze, kind: str = "predictor", *, orientations: int | None = None,
                 settings: Settings | None = None, runs: int = 1, displacement: float = 0.0) -> None:
        """A kind of world tries each move in copies, `runs` times: first from the pose that the state is named for, then
        displaced by at most `displacement` cells."""
        self.maze = maze
        self._runs = whole("runs", runs, 32, True)
        self._handle = new("model_create", encoded(kind), maze._handle, whole("orientations", orientations or 0, 32, True),
                           handle_of(settings), self._runs, float(displacement))

    def predict(self, state: int, move: int) -> list[Guess]:
        """The ways the move could end, likeliest first. Where probabilities add up to less than 1, the model does not know the
        rest. Raises BadInput."""
        room = self._runs + 64
        states, endings = np.empty(room, dtype=np.int32), np.empty(room, dtype=np.int32)
        probabilities, length = np.empty(room), c_size_t()
        call("model_predict", self._handle, whole("state", state, 32, True), whole("move", move, 32, True), address(states),
             address(endings), address(probabilities), room, ctypes.byref(length))
        return [Guess(None if states[i] < 0 else int(states[i]), Motion(int(endings[i])), float(probabilities[i]))
                for i in range(length.value)]


class _Info(Struct):
    _fields_ = [*((name, c_int32) for name in ("start", "states", "arcs", "optimum", "traps", "orientations")),
                ("shortest_solutions", c_uint64)]


class StateMap(Held):
    """Every state that can be reached under a model, and where each of its moves leads."""

    def __init__(self, model: ForwardModel, *, jobs: int = 1) -> None:
        """`jobs` threads try the moves; 0 for all cores. The map does not depend on it."""
        self._handle = new("map_create", model._handle, whole("jobs", jobs, 32, True))
        self._info = _Info()
        call("map_get_info", self._handle, ctypes.byref(self._info))
        count, arcs = self._info.states, self._info.arcs
        self.states = np.empty(count, dtype=np.int32)
        """The states, breadth-first from the start."""
        self.distances = np.empty(count, dtype=np.int32)
        """For each state: moves to a goal, -1 without a way."""
        self.traps = np.empty(count, dtype=np.int32)
        """For each state: the number of its dead-end region, -1 outside."""
        call("map_states", self._handle, address(self.states), address(self.distances), address(self.traps), count)
        self.arcs = np.empty((arcs, 3), dtype=np.int32)
        """Rows of from, move, to; -1 where the marble freezes."""
        self.probabilities = np.empty(arcs)
        call("map_arcs", self._handle, address(self.arcs), address(self.probabilities), arcs)

    @property
    def start(self) -> int:
        return self._info.start

    @property
    def optimum(self) -> int | None:
        """Fewest moves to a goal; None without a way."""
        return None if self._info.optimum < 0 else self._info.optimum

    @property
    def solvable(self) -> bool:
        return self.optimum is not None

    @property
    def shortest_solutions(self) -> int:
        return self._info.shortest_solutions

    def solution(self) -> list[int]:
        """The moves of one shortest solution; empty without one."""
        moves, length = np.empty(max(self._info.optimum, 1), dtype=np.int32), c_size_t()
        call("map_solution", self._handle, address(moves), moves.size, ctypes.byref(length))
        return moves[:length.value].tolist()

    def to_dict(self) -> dict[str, Any]:
        """The document that `marblemaze map --json` prints."""
        return json.loads(text("map_to_json", self._handle))

    def __repr__(self) -> str:
        return f"<StateMap of {len(self.states)} states, optimum {self.optimum}>"
