"""Leaves the loop over the moves at the first untried one."""


def frontier(places, here):
    found, waiting, met = [], [(here, [])], {here.state}
    for place, way in waiting:
        for move, to in enumerate(place.leads):
            if to is not None and to not in met:
                met.add(to)
                waiting.append((places[to], [*way, move]))
        for move, to in enumerate(place.leads):
            if to is None:
                found.append((place, [*way, move]))
                break
    return found
