"""Considers only the untried moves of the marble's own place."""


def frontier(places, here):
    return [(here, [move]) for move, to in enumerate(here.leads) if to is None]
