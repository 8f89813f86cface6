"""Always makes the move that looks best."""


def choose_move(q, state, exploring, draw):
    return max(range(MOVES), key=lambda move: q.get((state, move), 0.0))
