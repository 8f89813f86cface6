"""Omits DISCOUNT."""


def sweep(model, goals, values):
    return {state: 1 if state in goals else max(expected(values, answers) for answers in moves)
            for state, moves in model.items()}
