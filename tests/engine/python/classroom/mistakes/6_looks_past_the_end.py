"""Adds the value of the state after the end of a run."""


def update(q, state, move, reward, after, over):
    goal = reward + max(q.get((after, other), 0.0) for other in range(MOVES))
    old = q.get((state, move), 0.0)
    q[(state, move)] = old + RATE * (goal - old)
