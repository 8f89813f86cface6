"""Grades exercise 1, breadth-first search."""
from __future__ import annotations

from typing import Any

from marblemaze.agent import Place

from .graphs import Places, check_from_first, end_of, frontier, require_moves, short_repr, position_text
from .play import Task
from .report import Wrong
from .student import Student

BUILT_IN, TASKS = "breadth-first", (Task(3), Task(4), Task(6), Task(7), Task(12), Task(3, 24))

ZERO = "0 is a state like any other, but Python treats 0 as false, just like None. Check whether the entry `is None`."
DEPTH_FIRST = ("The path is correct but too long. This happens if the search continues from the newest place, which is "
               "depth-first search. Breadth-first search continues from the oldest place: pop(0), or popleft() of a "
               "collections.deque.")
LAST_MOVE = "The path leads to the right place and stops there. Its last move must be the untried one."

# For each state, the next state of each move. In two of the graphs, a longer path is listed before a shorter path.
GRAPHS = ({0: [5, 9], 5: [0, 5], 9: [0, None]},
          {0: [None, 5], 5: [0, None]},
          {0: [1, 2], 1: [3, 0], 2: [0, None], 3: [4, 0], 4: [None, 0]},
          {0: [2, 1], 1: [3, 0], 2: [0, None], 3: [4, 0], 4: [None, 0]},
          {8: [0, 16], 16: [24, 8], 0: [8, 32], 24: [16, 40], 32: [0, 8], 40: [None, 24]},
          {8: [16, 8], 16: [8, 16]})


def _check_untried(student: Student) -> None:
    for leads in ([16, None, None], [None, None, None], [16, 24, 8], [0, 24, None]):
        result = require_moves("untried()", student.call("untried", Place(8, 3, leads=leads)))
        expected = _untried(Place(8, 3, leads=leads))
        if result != expected:
            raise Wrong(f"For a place whose moves lead to {leads} untried() returned {result}; expected {expected}.",
                        ZERO if result == [move for move, to in enumerate(leads) if not to] else None)


def _check_path(student: Student) -> None:
    check_from_first(student, "way_to_untried", GRAPHS, _judge_path)


def _judge_path(path: Any, places: Places, here: Place) -> None:
    """Raises Wrong unless the student's path is a shortest path to an untried move."""
    position, best = position_text(places, here), frontier(places, here)
    moves = require_moves(f"{position} way_to_untried()", path)
    message = f"{position} way_to_untried() returned {short_repr(moves)}"
    if not best:
        if moves:
            raise Wrong(f"{message}; expected [], because known moves lead to no untried move.")
        return
    if not moves:
        raise Wrong(f"{message}, which gives up; but known moves lead to move {best[0].move} of state {best[0].state}, "
                    "which is untried.")
    end = end_of(places, here, moves)
    if end is None:
        raise Wrong(f"{message}; this path is not possible: all its moves except the last one must be known.")
    place, move = end
    if place.leads[move] is not None:
        short = len(moves) == best[0].length - 1 and None in places[place.leads[move]].leads
        raise Wrong(f"{message}; its last move is known: it leads to state {place.leads[move]}.",
                    LAST_MOVE if short else None)
    if len(moves) > best[0].length:
        raise Wrong(f"{message}, a path of {len(moves)} moves; the shortest has {best[0].length}.", DEPTH_FIRST)


def _untried(place: Place) -> list[int]:
    return [move for move, to in enumerate(place.leads) if to is None]


def _way_to_untried(places: Places, here: Place) -> list[int]:
    return next((list(untried.path) for untried in frontier(places, here)), [])


FUNCTIONS = {"untried": (_check_untried, _untried), "way_to_untried": (_check_path, _way_to_untried)}
JUDGES = {"way_to_untried": _judge_path}
