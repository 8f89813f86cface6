"""Uses the distance of the next place and ignores its learned value."""


def estimates(learned, places, here):
    return [max(1.0, here.distance - 1) if to is None else places[to].distance for to in here.leads]
