"""Sample solution of exercise 4."""


def expected(values, answers):
    return sum(answer.probability * values.get(answer.state, 0.0) for answer in answers)


def sweep(model, goals, values):
    return {state: 1 if state in goals else DISCOUNT * max(expected(values, answers) for answers in moves)
            for state, moves in model.items()}


def value_iteration(model, goals):
    values = {state: 1.0 if state in goals else 0.0 for state in model}
    while True:
        new = sweep(model, goals, values)
        if all(abs(new[state] - values[state]) <= 0.000001 for state in model):
            return new
        values = new


def best_move(model, values, state):
    promises = [expected(values, answers) for answers in model[state]]
    return promises.index(max(promises))
