"""Grades exercise 4, a Markov decision problem."""
from __future__ import annotations

import numbers
from typing import Any, Mapping, Sequence

from marblemaze.agent import Answer

from .graphs import require_number, require_numbers, short_repr
from .play import Task
from .report import Wrong
from .student import Student, TooManySteps

BUILT_IN, TASKS, TRUTH = "imagination", (Task(3), Task(4), Task(6), Task(2)), True
DISCOUNT = 0.97
STEPS = 1_000_000

ONLY_THE_MOST_LIKELY = ("All outcomes count, each with its probability. For example, a move that freezes the marble in "
                        "one of four trials is worse.")
IGNORES_PROBABILITIES = "Each value counts in proportion to its probability: multiply it by the probability."
NO_DISCOUNT = ("Without DISCOUNT, a distant target is worth as much as a near one. Then every safe move looks equally "
               "good, and the agent may go round in circles.")
AVERAGE = ("The agent makes the best move of a state, so the value of the state is that of its best move: max, not a "
           "mean over moves.")
GOALS_CHANGE = "A goal is worth 1 in every sweep, regardless of its own moves."
TOO_FEW_SWEEPS = ("One sweep carries values one move further from the goal. Sweep again as long as any state changes, "
                  "and compare all states, not only the last one.")
OLD_VALUES_CHANGED = "Compare the new values with the old values before you discard the old values."

_CLOSE = 1e-9

Model = Mapping[int, Sequence[Sequence[Answer]]]


def _sure(state: int) -> list[Answer]:
    return [Answer(state, 1.0)]


# A corridor of six states. Move 0 goes back and move 1 goes forward.
_CHAIN = {state: [_sure(max(state - 8, 0)), _sure(min(state + 8, 40))] for state in range(0, 48, 8)}
# A short risky path and a long safe path.
_RISK = {0: [[Answer(24, 0.6), Answer(None, 0.4)], _sure(8)], 8: [_sure(16), _sure(0)], 16: [_sure(24), _sure(8)],
         24: [_sure(24), _sure(0)], 32: [_sure(32), [Answer(None, 1.0)]]}
MODELS = ((_CHAIN, {40}), (_CHAIN, {0}), (_RISK, {24}))


def _expected(values: Mapping[int, float], answers: Sequence[Answer]) -> float:
    return sum(answer.probability * values.get(answer.state, 0.0) for answer in answers if answer.state is not None)


def _sweep(model: Model, goals: set[int], values: Mapping[int, float], discount: float = DISCOUNT) -> dict[int, float]:
    return {state: 1.0 if state in goals else discount * max(_expected(values, answers) for answers in moves)
            for state, moves in model.items()}


def _values(model: Model, goals: set[int]) -> dict[int, float]:
    values = {state: float(state in goals) for state in model}
    while True:
        new = _sweep(model, goals, values)
        if max(abs(new[state] - values[state]) for state in model) <= 1e-6:
            return new
        values = new


def _check_expected(student: Student) -> None:
    values = {8: 0.5, 16: 0.8}
    for answers in ([Answer(8, 0.5), Answer(16, 0.25), Answer(None, 0.25)], [Answer(16, 0.75), Answer(None, 0.25)],
                    [Answer(16, 1.0)], [Answer(24, 0.5), Answer(8, 0.5)], [Answer(None, 1.0)], []):
        result = require_number("expected()", student.call("expected", dict(values), list(answers)))
        right = _expected(values, answers)
        if abs(result - right) > _CLOSE:
            raise Wrong(f"With the values {values}, for the outcomes {_words(answers)}, expected() returned "
                        f"{result:g}; expected {right:g}.", _hint_of_expected(result, values, answers))


def _hint_of_expected(result: float, values: Mapping[int, float], answers: Sequence[Answer]) -> str | None:
    most_likely = values.get(answers[0].state, 0.0)
    if any(abs(result - wrong) < _CLOSE for wrong in (most_likely, most_likely * answers[0].probability)):
        return ONLY_THE_MOST_LIKELY
    every = [values.get(answer.state, 0.0) for answer in answers]
    if any(abs(result - wrong) < _CLOSE for wrong in (sum(every), sum(every) / len(every))):
        return IGNORES_PROBABILITIES
    return None


def _words(answers: Sequence[Answer]) -> str:
    return "[" + ", ".join(f"{'frozen' if answer.state is None else answer.state} ({answer.probability:g})"
                           for answer in answers) + "]"


def _check_sweep(student: Student) -> None:
    for model, goals in MODELS:
        values = {state: float(state in goals) for state in model}
        for _ in range(3):
            right = _sweep(model, goals, values)
            new = student.call("sweep", model, set(goals), dict(values))
            _require_values("sweep()", new, model)
            wrong = [state for state in model if abs(new[state] - right[state]) > _CLOSE]
            if wrong:
                raise Wrong(f"In a model with the goal {min(goals)}, where the moves of state {wrong[0]} end in "
                            f"{' and '.join(map(_words, model[wrong[0]]))} and the old values are {values}, sweep() "
                            f"gave it {new[wrong[0]]:g}; expected {right[wrong[0]]:g}.",
                            _hint_of_sweep(new, model, goals, values))
            values = right


def _require_values(what: str, values: Any, model: Model) -> None:
    if not isinstance(values, dict) or values.keys() != dict(model).keys():
        raise Wrong(f"{what} returned {short_repr(values)}; expected a dictionary with a value of each state of the "
                    f"model, {short_repr(list(model))}.")
    require_numbers(what, list(values.values()))


def _hint_of_sweep(new: Mapping[int, float], model: Model, goals: set[int], values: Mapping[int, float]) -> str | None:
    def fits(other: Mapping[int, float]) -> bool:
        return all(abs(new[state] - other[state]) <= _CLOSE for state in model)

    def mean(moves: Sequence[Sequence[Answer]]) -> float:
        return sum(_expected(values, answers) for answers in moves) / len(moves)

    means = {state: 1.0 if state in goals else DISCOUNT * mean(moves) for state, moves in model.items()}
    if fits(_sweep(model, goals, values, 1.0)):
        return NO_DISCOUNT
    if fits(_sweep(model, set(), values)):
        return GOALS_CHANGE
    return AVERAGE if fits(means) else None


def _check_iteration(student: Student) -> None:
    for model, goals in MODELS:
        try:
            values = student.call("value_iteration", model, set(goals))
        except TooManySteps as wrong:
            raise Wrong(wrong.message, OLD_VALUES_CHANGED) from None
        _judge_values(values, model, goals)


def _judge_values(values: Any, model: Model, goals: set[int]) -> None:
    _require_values("value_iteration()", values, model)
    right = _values(model, goals)
    wrong = [state for state in model if abs(values[state] - right[state]) > 1e-4]
    if wrong:
        worst = max(wrong, key=lambda state: abs(values[state] - right[state]))
        small = all(values[state] <= right[state] + 1e-4 for state in model)
        raise Wrong(f"In a model of {len(model)} states value_iteration() gave state {worst} the value "
                    f"{values[worst]:g}; expected {right[worst]:.4f}.", TOO_FEW_SWEEPS if small else None)


def _check_best(student: Student) -> None:
    for model, goals in MODELS:
        values = _values(model, goals)
        for state in model:
            _judge_move(student.call("best_move", model, values, state), model, values, state)


def _judge_move(move: Any, model: Model, values: Mapping[int, float], state: int) -> None:
    promises = [_expected(values, answers) for answers in model[state]]
    if not isinstance(move, numbers.Integral) or not 0 <= move < len(promises):
        raise Wrong(f"best_move() returned {short_repr(move)}; expected a move, 0 to {len(promises) - 1}.")
    if promises[move] < max(promises) - _CLOSE:
        raise Wrong(f"In state {state}, whose moves have the expected values "
                    f"{[round(promise, 4) for promise in promises]}, best_move() returned {move}; expected "
                    f"{promises.index(max(promises))}.")


def _best_move(model: Model, values: Mapping[int, float], state: int) -> int:
    promises = [_expected(values, answers) for answers in model[state]]
    return promises.index(max(promises))


FUNCTIONS = {"expected": (_check_expected, _expected), "sweep": (_check_sweep, _sweep),
             "value_iteration": (_check_iteration, _values), "best_move": (_check_best, _best_move)}
JUDGES = {"value_iteration": _judge_values, "best_move": _judge_move}
