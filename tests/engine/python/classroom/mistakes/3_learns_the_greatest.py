"""Learns from the worst move."""


def learn(learned, here, looked_ahead):
    learned[here.state] = max(value(learned, here), max(looked_ahead))
