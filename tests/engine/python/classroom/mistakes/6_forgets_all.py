"""Replaces the number instead of moving it."""


def update(q, state, move, reward, after, over):
    q[(state, move)] = reward if over else reward + max(q.get((after, other), 0.0) for other in range(MOVES))
