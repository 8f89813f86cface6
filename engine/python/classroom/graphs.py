"""What exercises 1 and 2 have in common: small graphs of known moves, and the reference search over any of them."""
from __future__ import annotations

import numbers
from typing import Any, Callable, Mapping, NamedTuple, Sequence

from marblemaze.agent import Place

from .report import Wrong
from .student import Student, TooManySteps

Places = Mapping[int, Place]

CIRCLES = ("Known moves go round in circles. Keep a set of the states that were met, put the first state into it, and pass "
           "over a state that is in it.")


def graph(leads: Mapping[int, Sequence[int | None]], distances: Mapping[int, float] | None = None) -> dict[int, Place]:
    """Places from where the moves of each state lead."""
    return {state: Place(state, len(row), distance=distances[state] if distances else None, leads=list(row))
            for state, row in leads.items()}


class Untried(NamedTuple):
    """An untried move that can be reached."""

    state: int
    way: tuple[int, ...]
    """A shortest one. Its last move is the untried one."""

    @property
    def move(self) -> int:
        return self.way[-1]

    @property
    def length(self) -> int:
        return len(self.way)


def frontier(places: Places, here: Place) -> list[Untried]:
    """All of them, the nearest first."""
    found, met = [], {here.state}
    reached: list[tuple[int, tuple[int, ...]]] = [(here.state, ())]
    for state, way in reached:
        for move, to in enumerate(places[state].leads):
            if to is None:
                found.append(Untried(state, (*way, move)))
            elif to not in met:
                met.add(to)
                reached.append((to, (*way, move)))
    return found


def words_of(places: Places, here: Place) -> str:
    """Where one stands, for a message; with the known moves where they are few."""
    if len(places) > 6:
        return f"From state {here.state}"
    rows = ", ".join(f"{state}: {place.leads}" for state, place in places.items())
    return f"From state {here.state}, with the known moves {{{rows}}},"


def check_from_first(student: Student, function: str, graphs: Sequence[Mapping[int, Sequence[int | None]]],
                     judge: Callable[[Any, Places, Place], None]) -> None:
    """Calls the student's function in the first place of each graph, and has its result judged."""
    for leads in graphs:
        places = graph(leads)
        here = places[next(iter(leads))]
        try:
            result = student.call(function, places, here)
        except Wrong as wrong:
            raise _from_there(places, here, function, wrong) from None
        judge(result, places, here)


def _from_there(places: Places, here: Place, function: str, wrong: Wrong) -> Wrong:
    """The same complaint about a call that did not return, with where it began."""
    if not wrong.message.startswith(function):
        return wrong
    endless = isinstance(wrong, TooManySteps) or "RecursionError" in wrong.message
    return Wrong(f"{words_of(places, here)} {wrong.message}", CIRCLES if endless else None)


def require_moves(what: str, result: Any) -> list[int]:
    """A list of moves, or a complaint."""
    if not isinstance(result, list) or not all(isinstance(move, numbers.Integral) for move in result):
        raise Wrong(f"{what} returned {shown(result)}; expected a list of moves.")
    return result


def end_of(places: Places, here: Place, way: Sequence[int]) -> tuple[Place, int] | None:
    """The place and the move with which a way ends; None where it cannot be gone so far."""
    place: Place | None = here
    for move in way[:-1]:
        if place is None or not 0 <= move < place.moves or place.leads[move] is None:
            return None
        place = places.get(place.leads[move])
    return None if place is None or not 0 <= way[-1] < place.moves else (place, way[-1])


def shown(value: Any) -> str:
    """A value in a message, cut where it is long."""
    words = repr(value)
    return words if len(words) <= 80 else words[:77] + "..."


def require_numbers(what: str, result: Any) -> list[float]:
    """A list of numbers, or a complaint."""
    if not isinstance(result, (list, tuple)) or not all(isinstance(number, numbers.Real) for number in result):
        raise Wrong(f"{what} returned {shown(result)}; expected numbers.")
    return list(result)


def require_number(what: str, result: Any) -> float:
    if not isinstance(result, numbers.Real):
        raise Wrong(f"{what} returned {shown(result)}; expected a number.")
    return float(result)
