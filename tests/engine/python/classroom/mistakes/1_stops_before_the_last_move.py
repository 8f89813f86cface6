"""Returns the path to the place, without the untried move."""


def way_to_untried(places, here):
    waiting, met = [(here, [])], {here.state}
    for place, way in waiting:
        if untried(place) and way:
            return way
        for move, to in enumerate(place.leads):
            if to is not None and to not in met:
                met.add(to)
                waiting.append((places[to], [*way, move]))
    return untried(here)[:1]
