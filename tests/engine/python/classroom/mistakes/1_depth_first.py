"""Looks at the newest place first."""


def way_to_untried(places, here):
    waiting, met = [(here, [])], {here.state}
    while waiting:
        place, way = waiting.pop()
        if untried(place):
            return [*way, untried(place)[0]]
        for move, to in enumerate(place.leads):
            if to not in met:
                met.add(to)
                waiting.append((places[to], [*way, move]))
    return []
