"""Grades exercise 2, heuristic search."""
from __future__ import annotations

from typing import Any, Sequence

from marblemaze.agent import Place

from .graphs import Places, check_from_first, end_of, require_moves, short_repr, position_text
from .graphs import frontier as reference
from .play import Task
from .report import Wrong
from .student import Student

BUILT_IN, TASKS = "heuristic", (Task(3), Task(4), Task(6), Task(7), Task(12), Task(3, 24))

ONLY_HERE = ("Only the place of the marble is considered. Untried moves of other places count as well: follow the "
             "known moves, as in exercise 1, and do not stop at the first untried move.")
ONE_EACH = ("A place can have several untried moves, and each of them gives a pair. Does the loop over the moves end "
            "too early?")
FARTHEST = "This is the candidate that is farthest from the target. Smaller distances are better: min, not max."
SUM = ("This choice adds the length of the path to the distance, as A* does. In this exercise, only the distance "
       "matters; the length matters only if distances are equal.")
LAST_OF_EQUALS = ("Return the first of several equally near candidates. Replace it only if another is nearer: `<`, not "
                  "`<=`.")

GRAPHS = ({0: [None, 9], 9: [None, None]},
          {0: [5, 9], 5: [0, 5], 9: [0, None]},
          {8: [0, 16], 16: [24, None], 0: [8, 32], 24: [None, 40], 32: [0, 8], 40: [None, None]},
          {8: [16, 8], 16: [8, 16]})

# State, distance and path of each candidate.
CANDIDATES = ([(0, 8.0, [0]), (9, 3.0, [1, 0]), (9, 3.0, [1, 1])],
              [(0, 2.0, [0]), (9, 9.0, [1, 0])],
              [(0, 5.0, [0]), (8, 6.0, [1, 1]), (16, 4.0, [1, 0, 0, 1])],
              [(8, 4.0, [2]), (0, 7.0, [0, 1]), (16, 4.0, [0, 0, 1])],
              [])


def _check_frontier(student: Student) -> None:
    check_from_first(student, "frontier", GRAPHS, _judge_frontier)


def _judge_frontier(pairs: Any, places: Places, here: Place) -> None:
    position, expected = position_text(places, here), reference(places, here)
    if not isinstance(pairs, list) or not all(isinstance(pair, (tuple, list)) and len(pair) == 2
                                              and isinstance(pair[0], Place)
                                              for pair in pairs):
        raise Wrong(f"{position} frontier() returned {short_repr(pairs)}; expected a list of pairs of a place and a "
                    "path.")
    found = {}
    for place, path in pairs:
        moves = require_moves(f"{position} frontier() has a path that is not a list of moves: it", path)
        end = end_of(places, here, moves) if moves else None
        if end is None or end[0].state != place.state or end[0].leads[end[1]] is not None:
            raise Wrong(f"{position} frontier() has the path {moves} to an untried move of state {place.state}; but "
                        "this path does not end with an untried move of that state.")
        found[(place.state, end[1])] = len(moves)
    missing = [untried for untried in expected if (untried.state, untried.move) not in found]
    if missing:
        raise Wrong(f"{position} frontier() lacks move {missing[0].move} of state {missing[0].state}, which is "
                    "untried, and to which known moves lead.", _hint_of_missing(found, expected, here))
    for untried in expected:
        if found[(untried.state, untried.move)] > untried.length:
            raise Wrong(f"{position} frontier() has a path of {found[(untried.state, untried.move)]} moves to move "
                        f"{untried.move} of state {untried.state}; the shortest has {untried.length}.")
    lengths = [len(path) for _, path in pairs]
    if lengths != sorted(lengths):
        raise Wrong(f"{position} frontier() has paths of {lengths} moves; expected shorter paths first.")


def _hint_of_missing(found: dict[tuple[int, int], int], expected: Sequence[Any], here: Place) -> str | None:
    if set(found) == {(untried.state, untried.move) for untried in expected if untried.state == here.state}:
        return ONLY_HERE
    if len(found) == len({untried.state for untried in expected}) == len({state for state, _ in found}):
        return ONE_EACH
    return None


def _check_best(student: Student) -> None:
    for rows in CANDIDATES:
        candidates = [(Place(state, 3, distance=distance, leads=[None] * 3), list(path))
                      for state, distance, path in rows]
        _judge_best(student.call("best_way", candidates), candidates)


def _judge_best(path: Any, candidates: Sequence[tuple[Place, list[int]]]) -> None:
    moves = require_moves("best_way()", path)
    if not candidates:
        if moves:
            raise Wrong(f"Without candidates best_way() returned {short_repr(moves)}; expected [].")
        return
    place, expected = min(candidates, key=lambda pair: pair[0].distance)
    if moves == expected:
        return
    rows = ", ".join(f"{other} at distance {its.distance:g}" for its, other in candidates[:6])
    raise Wrong(f"For the paths {rows}{', ...' if len(candidates) > 6 else ''} best_way() returned "
                f"{short_repr(moves)}; expected {expected}, at distance {place.distance:g}.",
                _hint_of_choice(moves, candidates))


def _hint_of_choice(moves: list[int], candidates: Sequence[tuple[Place, list[int]]]) -> str | None:
    distances = [place.distance for place, path in candidates if path == moves]
    if not distances:
        return None
    if distances[0] == min(place.distance for place, _ in candidates):
        return LAST_OF_EQUALS
    adds = distances[0] + len(moves) == min(place.distance + len(path) for place, path in candidates)
    farthest = distances[0] == max(place.distance for place, _ in candidates)
    if adds == farthest:  # ambiguous
        return None
    return SUM if adds else FARTHEST


def _frontier(places: Places, here: Place) -> list[tuple[Place, list[int]]]:
    return [(places[untried.state], list(untried.path)) for untried in reference(places, here)]


def _best_way(candidates: Sequence[tuple[Place, list[int]]]) -> list[int]:
    return min(candidates, key=lambda pair: pair[0].distance)[1] if candidates else []


FUNCTIONS = {"frontier": (_check_frontier, _frontier), "best_way": (_check_best, _best_way)}
JUDGES = {"frontier": _judge_frontier, "best_way": _judge_best}
