"""Reference search in graphs of known moves for exercises 1 to 3, and checks of returned values."""
from __future__ import annotations

import numbers
from typing import Any, Callable, Mapping, NamedTuple, Sequence

from marblemaze.agent import Place

from .report import Wrong
from .student import Student, TooManySteps

Places = Mapping[int, Place]

CIRCLES = ("Known moves go round in circles. Keep a set of the visited states, begin with the first state, and skip "
           "every state that is already in the set.")


def graph(leads: Mapping[int, Sequence[int | None]], distances: Mapping[int, float] | None = None) -> dict[int, Place]:
    """Creates places from the next states of all moves."""
    return {state: Place(state, len(row), distance=distances[state] if distances else None, leads=list(row))
            for state, row in leads.items()}


class Untried(NamedTuple):
    """An untried move that is reachable through known moves."""

    state: int
    path: tuple[int, ...]
    """Shortest path, including the untried move at its end."""

    @property
    def move(self) -> int:
        return self.path[-1]

    @property
    def length(self) -> int:
        return len(self.path)


def frontier(places: Places, here: Place) -> list[Untried]:
    """Returns all untried moves that are reachable through known moves, nearest first."""
    found, visited = [], {here.state}
    reached: list[tuple[int, tuple[int, ...]]] = [(here.state, ())]
    for state, path in reached:
        for move, to in enumerate(places[state].leads):
            if to is None:
                found.append(Untried(state, (*path, move)))
            elif to not in visited:
                visited.add(to)
                reached.append((to, (*path, move)))
    return found


def position_text(places: Places, here: Place) -> str:
    """Describes the current state and, in a small graph, all known moves, for the beginning of a message."""
    if len(places) > 6:
        return f"From state {here.state}"
    rows = ", ".join(f"{state}: {place.leads}" for state, place in places.items())
    return f"From state {here.state}, with the known moves {{{rows}}},"


def check_from_first(student: Student, function: str, graphs: Sequence[Mapping[int, Sequence[int | None]]],
                     judge: Callable[[Any, Places, Place], None]) -> None:
    """Calls the student's function for the first place of each graph and judges its result."""
    for leads in graphs:
        places = graph(leads)
        here = places[next(iter(leads))]
        try:
            result = student.call(function, places, here)
        except Wrong as wrong:
            raise _from_there(places, here, function, wrong) from None
        judge(result, places, here)


def _from_there(places: Places, here: Place, function: str, wrong: Wrong) -> Wrong:
    """Adds the current state and a hint to an error about a call that did not return."""
    if not wrong.message.startswith(function):
        return wrong
    endless = isinstance(wrong, TooManySteps) or "RecursionError" in wrong.message
    return Wrong(f"{position_text(places, here)} {wrong.message}", CIRCLES if endless else None)


def require_moves(what: str, result: Any) -> list[int]:
    """Returns the result. Raises Wrong if it is not a list of moves."""
    if not isinstance(result, list) or not all(isinstance(move, numbers.Integral) for move in result):
        raise Wrong(f"{what} returned {short_repr(result)}; expected a list of moves.")
    return result


def end_of(places: Places, here: Place, path: Sequence[int]) -> tuple[Place, int] | None:
    """Returns the last place and the last move of a path. Returns None if an earlier move is untried or a move is
    invalid."""
    place: Place | None = here
    for move in path[:-1]:
        if place is None or not 0 <= move < place.moves or place.leads[move] is None:
            return None
        place = places.get(place.leads[move])
    return None if place is None or not 0 <= path[-1] < place.moves else (place, path[-1])


def short_repr(value: Any) -> str:
    """Returns the repr of a value, shortened to 80 characters."""
    words = repr(value)
    return words if len(words) <= 80 else words[:77] + "..."


def require_numbers(what: str, result: Any) -> list[float]:
    """Returns the result as a list. Raises Wrong if it is not a sequence of numbers."""
    if not isinstance(result, (list, tuple)) or not all(isinstance(number, numbers.Real) for number in result):
        raise Wrong(f"{what} returned {short_repr(result)}; expected numbers.")
    return list(result)


def require_number(what: str, result: Any) -> float:
    if not isinstance(result, numbers.Real):
        raise Wrong(f"{what} returned {short_repr(result)}; expected a number.")
    return float(result)
