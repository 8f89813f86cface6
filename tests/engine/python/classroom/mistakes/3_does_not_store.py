"""Computes the new value but does not store it."""


def learn(learned, here, looked_ahead):
    new = max(value(learned, here), min(looked_ahead))
