"""Forward models, and state maps under them."""
from __future__ import annotations

import ctypes
import html
import json
from ctypes import c_size_t
from typing import Any, NamedTuple

from ._library import Held, address, call, encoded, filled, given, new, real, text, whole
from ._numpy import NDArray, np
from .maze import Maze, Settings, setup_of
from .names import ModelName
from .world import Motion


def table(caption: str, rows: dict[str, object]) -> str:
    """A table for notebooks, in HTML."""
    lines = "".join(f"<tr><th>{html.escape(name)}</th><td>{html.escape(str(value))}</td></tr>" for name, value in rows.items())
    return f"<table><caption>{html.escape(caption)}</caption>{lines}</table>"


class Guess(NamedTuple):
    """One way a move could end."""

    state: int | None
    """The state in which the move ends; None where the marble freezes."""
    ending: Motion
    """SETTLED or FROZEN."""
    probability: float
    """Of this ending, 0 to 1."""


class ForwardModel(Held):
    """Predicts where a move could end.

    Parameters
    ----------
    maze : Maze
        In which the marble is.
    kind : str, default "predictor"
        One of catalogue()["models"]. A kind of world tries each move in copies: first from the pose that the state is named
        for, then displaced.
    orientations : {4, 8, 24}, optional
        The control scheme; by default the maze's first.
    settings : Settings, optional
        Of the physics.
    runs : int, default 1
        Trials of each move by a kind of world, 1 to 10,000.
    displacement : float, default 0
        Of the second trial and later ones, at most: 0 to 0.1 cells.

    Raises
    ------
    BadInput
        For a value that makes no sense.
    """

    def __init__(self, maze: Maze, kind: ModelName = "predictor", *, orientations: int | None = None,
                 settings: Settings | None = None, runs: int = 1, displacement: float = 0.0) -> None:
        setup = setup_of(kind, maze, orientations, settings)
        self.maze, self.kind = maze, kind
        self._runs = whole("runs", runs, 32, True)
        self._told = {"kind": kind, "maze": repr(maze), "orientations": orientations or (4 if maze.flat else 8),
                      "runs": runs, "displacement": displacement}
        self._handle = new("model_create", *setup, self._runs, real("displacement", displacement))

    def predict(self, state: int, move: int) -> list[Guess]:
        """The ways a move could end.

        Parameters
        ----------
        state : int
            cell * orientations + orientation.
        move : int
            0 to the number of moves - 1.

        Returns
        -------
        list of Guess
            Likeliest first. Where probabilities add up to less than 1, the model does not know the rest.

        Raises
        ------
        BadInput
            For a state or move that the maze does not have.
        """
        room = self._runs + 64
        states, endings = np.empty(room, dtype=np.int32), np.empty(room, dtype=np.int32)
        probabilities, length = np.empty(room), c_size_t()
        call("model_predict", self._handle, whole("state", state, 32, True), whole("move", move, 32, True), address(states),
             address(endings), address(probabilities), room, ctypes.byref(length))
        return [Guess(None if states[i] < 0 else int(states[i]), Motion(int(endings[i])), float(probabilities[i]))
                for i in range(length.value)]

    def _repr_html_(self) -> str:
        return table("Forward model", self._told)

    def __repr__(self) -> str:
        return f"<ForwardModel {self.kind} of {self.maze!r}>"


class StateMap(Held):
    """Every state that can be reached under a model, and where each of its moves leads.

    Parameters
    ----------
    model : ForwardModel
        Is asked for every move of every state.
    jobs : int, default 1
        Threads that try the moves; 0 for all cores. The map does not depend on it.
    """

    def __init__(self, model: ForwardModel, *, jobs: int = 1) -> None:
        self._handle = new("map_create", given("model", model, ForwardModel)._handle, whole("jobs", jobs, 32, True))
        self._info = filled("map_get_info", "map_info", self._handle)
        count, arcs = self._info.states, self._info.arcs
        self.states: NDArray[np.int32] = np.empty(count, dtype=np.int32)
        """int32, shape (n,): the states, breadth-first from the start."""
        self.distances: NDArray[np.int32] = np.empty(count, dtype=np.int32)
        """int32, shape (n,). For each state: moves to a goal, -1 without a way."""
        self.traps: NDArray[np.int32] = np.empty(count, dtype=np.int32)
        """int32, shape (n,). For each state: the number of its dead-end region, -1 outside."""
        call("map_states", self._handle, address(self.states), address(self.distances), address(self.traps), count)
        self.arcs: NDArray[np.int32] = np.empty((arcs, 3), dtype=np.int32)
        """int32, shape (m, 3). Rows of from, move, to; -1 where the marble freezes."""
        self.probabilities: NDArray[np.float64] = np.empty(arcs)
        """float64, shape (m,): of each arc, that the move ends so."""
        call("map_arcs", self._handle, address(self.arcs), address(self.probabilities), arcs)

    @property
    def start(self) -> int:
        """The state in which the marble begins."""
        return int(self._info.start)

    @property
    def optimum(self) -> int | None:
        """Fewest moves to a goal; None without a way."""
        return None if self._info.optimum < 0 else int(self._info.optimum)

    @property
    def solvable(self) -> bool:
        """Is there a way to a goal?"""
        return self.optimum is not None

    @property
    def shortest_solutions(self) -> int:
        """Number of ways of that many moves."""
        return int(self._info.shortest_solutions)

    def solution(self) -> list[int]:
        """The moves of one shortest solution; empty without one."""
        moves, length = np.empty(max(self._info.optimum, 1), dtype=np.int32), c_size_t()
        call("map_solution", self._handle, address(moves), moves.size, ctypes.byref(length))
        return [int(move) for move in moves[:length.value]]

    def to_dict(self) -> dict[str, Any]:
        """The document that `marblemaze map --json` prints."""
        return json.loads(text("map_to_json", self._handle))  # type: ignore[no-any-return]

    def _repr_html_(self) -> str:
        return table("State map", {"states": len(self.states), "moves": len(self.arcs), "optimum": self.optimum,
                                   "shortest solutions": self.shortest_solutions, "dead-end regions": self._info.traps})

    def __repr__(self) -> str:
        return f"<StateMap of {len(self.states)} states, optimum {self.optimum}>"
