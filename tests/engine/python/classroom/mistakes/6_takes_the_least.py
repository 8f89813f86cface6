"""Treats the smallest number as the best."""


def choose_move(q, state, exploring, draw):
    if draw.random() < exploring:
        return draw.randrange(MOVES)
    return min(range(MOVES), key=lambda move: q.get((state, move), 0.0))
