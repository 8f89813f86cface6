"""Always makes the move with the largest number."""


def choose_move(q, state, exploring, draw):
    return max(range(MOVES), key=lambda move: q.get((state, move), 0.0))
