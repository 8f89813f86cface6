"""Sample solution of exercise 1."""


def untried(place):
    return [move for move, to in enumerate(place.leads) if to is None]


def way_to_untried(places, here):
    waiting, met = [(here, [])], {here.state}
    for place, way in waiting:  # also visits elements that are appended to the list
        if untried(place):
            return [*way, untried(place)[0]]
        for move, to in enumerate(place.leads):
            if to not in met:
                met.add(to)
                waiting.append((places[to], [*way, move]))
    return []
