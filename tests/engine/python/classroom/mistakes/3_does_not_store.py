"""Computes the new value and lets it go."""


def learn(learned, here, looked_ahead):
    new = max(value(learned, here), min(looked_ahead))
