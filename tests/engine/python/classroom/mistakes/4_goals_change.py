"""Treats goals like any other state."""


def sweep(model, goals, values):
    return {state: DISCOUNT * max(expected(values, answers) for answers in moves) for state, moves in model.items()}
