"""Forward models and state maps."""
from __future__ import annotations

import ctypes
import json
from ctypes import c_size_t
from typing import Any, get_args

from ._arguments import control_of, instance_of, integer, one_of, real_number
from ._handles import Handle, member, optional
from ._library import call, call_handle, call_struct, call_text, copy_array, struct_type
from ._numpy import NDArray, np
from .agent import Answer
from .maze import Maze, Settings, setup_of
from .names import ModelName


_Guess = struct_type("guess")


def predictions(function: str, *arguments: Any, state: int, move: int) -> list[Answer]:
    """Calls mm_<function>, which predicts the outcomes of a move."""
    guesses, count = ctypes.POINTER(_Guess)(), c_size_t()
    call(function, *arguments, integer("state", state, 32, True), integer("move", move, 32, True),
         ctypes.byref(guesses), ctypes.byref(count))
    return [Answer(optional(guess.state), guess.probability) for guess in guesses[:count.value]]


class ForwardModel(Handle):
    """Predicts the outcomes of moves.

    Args:
        maze: The maze.
        model: Name of a model in catalogue()["models"]. The models "bullet", "imagined" and "predicted" simulate each
            move: first from the exact pose of the state, then from displaced poses.
        orientations: Control scheme: 4, 8 or 24 orientations. By default, 4 in a flat maze, otherwise 8.
        settings: Physics settings.
        runs: Number of times that each move is simulated, 1 to 10,000.
        displacement: Maximum displacement of the marble after the first simulation, 0 to 0.1 cells.
    """

    def __init__(self, maze: Maze, model: ModelName = "predictor", *, orientations: int | None = None,
                 settings: Settings | None = None, runs: int = 1, displacement: float = 0.0) -> None:
        instance_of("maze", maze, Maze)
        setup = setup_of(one_of("model", model, get_args(ModelName)), maze, settings, control=control_of(orientations))
        self.maze, self.model = maze, model
        self._handle = call_handle("model_create", ctypes.byref(setup), integer("runs", runs, 32, True),
                                   real_number("displacement", displacement))

    def predict(self, state: int, move: int) -> list[Answer]:
        """Returns the predicted outcomes of a move, most likely first.

        The probabilities can sum to less than 1. The remainder is the probability of an unknown outcome.

        Args:
            state: The state, cell * orientations + orientation.
            move: Index of the move, 0 to the number of moves - 1.
        """
        return predictions("model_predict", self._handle, state=state, move=move)

    def __repr__(self) -> str:
        return f"<ForwardModel {self.model} of {self.maze!r}>"


class StateMap(Handle):
    """All states that are reachable under a forward model, and the outcomes of their moves.

    Args:
        model: Forward model that predicts every move of every state.
        jobs: Number of threads; 0 uses all cores. The result does not depend on it.
    """

    def __init__(self, model: ForwardModel, *, jobs: int = 1) -> None:
        self._handle = call_handle("map_create", instance_of("model", model, ForwardModel)._handle,
                                   integer("jobs", jobs, 32, True))
        self._info = call_struct("map_get_info", "map_info", self._handle)
        info, count, arcs = self._info, self._info.states, self._info.arcs
        self.states: NDArray[np.int32] = copy_array(info.state, (count,), np.int32)
        """States in breadth-first order from the start, shape (n,)."""
        self.distances: NDArray[np.int32] = copy_array(info.distance, (count,), np.int32)
        """Minimum number of moves from each state to a goal, or -1 if there is no path, shape (n,)."""
        self.traps: NDArray[np.int32] = copy_array(info.trap, (count,), np.int32)
        """Index of the dead-end region of each state, or -1 outside all regions, shape (n,)."""
        self.arcs: NDArray[np.int32] = copy_array(info.arc, (arcs, 3), np.int32)
        """Outcomes of all moves, as rows of state, move and next state (-1 if the marble freezes), shape (m, 3)."""
        self.probabilities: NDArray[np.float64] = copy_array(info.probability, (arcs,), np.float64)
        """Probability of each outcome in `arcs`, shape (m,)."""

    start: int = member("start", int, "Start state.")
    optimum: int | None = member("optimum", optional, "Minimum number of moves to a goal, or None if there is no path.")

    @property
    def solvable(self) -> bool:
        """True if there is a path to a goal."""
        return self.optimum is not None

    shortest_solutions: int = member("shortest_solutions", int, "Number of shortest paths from the start to a goal.")

    def solution(self) -> list[int]:
        """Returns the moves of a shortest path from the start to a goal, or an empty list if there is no path."""
        moves: list[int] = copy_array(self._info.solution, (max(self._info.optimum, 0),), np.int32).tolist()
        return moves

    def to_dict(self) -> dict[str, Any]:
        """Returns the same JSON document as `marblemaze map --json`."""
        return json.loads(call_text("map_to_json", self._handle))  # type: ignore[no-any-return]

    def __repr__(self) -> str:
        return f"<StateMap of {len(self.states)} states, optimum {self.optimum}>"
