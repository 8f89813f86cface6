"""Treats state 0 as "never made"."""


def untried(place):
    return [move for move, to in enumerate(place.leads) if not to]
