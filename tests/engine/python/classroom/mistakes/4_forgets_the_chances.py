"""Adds the values up, whatever their chances."""


def expected(values, answers):
    return sum(values.get(answer.state, 0.0) for answer in answers)
