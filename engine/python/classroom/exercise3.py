"""Grades exercise 3, learning real-time A*."""
from __future__ import annotations

from typing import Any, Mapping, Sequence

from marblemaze.agent import Place

from .graphs import Places, graph, require_number, require_numbers, short_repr, position_text
from .play import Task
from .report import Wrong
from .student import Student

BUILT_IN, TASKS = "lrta-star", (Task(3), Task(4), Task(6), Task(7), Task(12), Task(3, 24))

FORGETS_THE_MOVE = "The move itself counts as well: add 1 to the value of the place to which it leads."
IGNORES_THE_LEARNED = "A learned value replaces the distance: use value() for the place."
FROM_THE_TARGET = "A distance includes the target cell, but a value does not: take 1 from the distance."
ZERO = "0 is a state like any other, but Python treats 0 as false, just like None. Check whether the entry `is None`."
NOT_STORED = "Put the new value into the dictionary: learned[here.state] = ..."
FALLS = ("A value must not fall, or the agent forgets that it went round in a circle: use the larger of the old and "
         "the new value.")
GREATEST = ("The agent makes the best move, so the value follows from the best move: the smallest estimate, not the "
            "greatest.")

GRAPH = {0: [9, None, 0], 9: [0, 0, 17], 17: [9, 0, 17]}
DISTANCES = {0: 8.0, 9: 5.0, 17: 1.0}


def _value(learned: Mapping[int, float], place: Place) -> float:
    return learned.get(place.state, place.distance - 1)


def _estimates(learned: Mapping[int, float], places: Places, here: Place) -> list[float]:
    return [max(1.0, here.distance - 1) if to is None else 1 + _value(learned, places[to]) for to in here.leads]


def _check_value(student: Student) -> None:
    place = Place(16, 3, distance=6.0)
    for learned, expected in (({}, 5.0), ({16: 7.5}, 7.5), ({8: 2.0}, 5.0), ({16: 0.0}, 0.0)):
        result = require_number("value()", student.call("value", dict(learned), place))
        if result != expected:
            hint = FROM_THE_TARGET if result == place.distance and not learned else None
            raise Wrong(f"With the learned values {learned}, for state 16 at distance 6, value() returned {result:g}; "
                        f"expected {expected:g}.", hint)


def _check_estimates(student: Student) -> None:
    places = graph(GRAPH, DISTANCES)
    for learned in ({}, {9: 6.0}, {0: 11.0, 17: 3.0}):
        for place in places.values():
            _judge_estimates(student.call("estimates", dict(learned), places, place), learned, places, place)


def _judge_estimates(result: Any, learned: Mapping[int, float], places: Places, here: Place) -> None:
    expected = _estimates(learned, places, here)
    numbers = require_numbers(f"{position_text(places, here)} estimates()", result)
    if len(numbers) != len(expected):
        raise Wrong(f"{position_text(places, here)} estimates() returned {short_repr(numbers)}; expected {here.moves} "
                    "numbers, one for each move.")
    for move, to in enumerate(here.leads):
        if numbers[move] != expected[move]:
            reason = (f"it is untried, and the distance of state {here.state} is {here.distance:g}" if to is None else
                      f"it leads to state {to}, whose value is {_value(learned, places[to]):g}")
            raise Wrong(f"In state {here.state} estimates() returned {short_repr(numbers)}. For move {move} it should "
                        f"be {expected[move]:g}: {reason}.", _hint_of_estimates(numbers, learned, places, here))


def _hint_of_estimates(numbers: list[float], learned: Mapping[int, float], places: Places, here: Place) -> str | None:
    def with_known(estimate: Any) -> list[float]:
        return [max(1.0, here.distance - 1) if to is None else estimate(places[to]) for to in here.leads]

    if numbers == with_known(lambda place: _value(learned, place)):
        return FORGETS_THE_MOVE
    if numbers == with_known(lambda place: place.distance):
        return IGNORES_THE_LEARNED
    if numbers == [1 + _value(learned, places[to]) if to else max(1.0, here.distance - 1) for to in here.leads]:
        return ZERO
    return None


def _check_learn(student: Student) -> None:
    place = Place(8, 2, distance=3.0)
    for before, looked_ahead, expected in (({}, [6.0, 4.0], 4.0), ({8: 9.0}, [6.0, 4.0], 9.0),
                                           ({8: 5.0}, [6.0, 7.0], 6.0),
                                           ({}, [1.0, 4.0], 2.0)):
        learned = {**before, 24: 1.0}
        student.call("learn", learned, place, list(looked_ahead))
        message = (f"learn() was called for state 8 at distance 3, with the learned values {before} and the estimates "
                   f"{looked_ahead}. After it the state has ")
        if learned.get(8) != expected:
            raise Wrong(f"{message}{'no value' if 8 not in learned else f'the value {learned[8]:g}'}; expected "
                        f"{expected:g}.",
                        _hint_of_learning(before.get(8), learned.get(8), looked_ahead))
        if learned.get(24) != 1.0 or len(learned) != 2:
            raise Wrong(f"{message}the right value, but values of other states have changed, too.")


def _hint_of_learning(before: float | None, after: float | None, looked_ahead: list[float]) -> str | None:
    if after == before:
        return NOT_STORED
    if after == max(looked_ahead):
        return GREATEST
    return FALLS if after == min(looked_ahead) else None


def _learn(learned: dict[int, float], here: Place, looked_ahead: Sequence[float]) -> None:
    learned[here.state] = max(_value(learned, here), min(looked_ahead))


FUNCTIONS = {"value": (_check_value, _value), "estimates": (_check_estimates, _estimates),
             "learn": (_check_learn, _learn)}
JUDGES = {"estimates": _judge_estimates}
