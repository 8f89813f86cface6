"""Adds the values without their probabilities."""


def expected(values, answers):
    return sum(values.get(answer.state, 0.0) for answer in answers)
