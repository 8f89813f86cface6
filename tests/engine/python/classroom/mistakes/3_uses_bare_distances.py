"""Uses the distance of the next place, whatever was learned of it."""


def estimates(learned, places, here):
    return [max(1.0, here.distance - 1) if to is None else places[to].distance for to in here.leads]
