"""Replaces a value by a smaller one."""


def learn(learned, here, looked_ahead):
    learned[here.state] = min(looked_ahead)
