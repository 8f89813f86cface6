"""Sample solution of exercise 6."""


def choose_move(q, state, exploring, draw):
    if draw.random() < exploring:
        return draw.randrange(MOVES)
    return max(range(MOVES), key=lambda move: q.get((state, move), 0.0))  # max() returns the first of equal elements


def update(q, state, move, reward, after, over):
    goal = reward
    if not over:
        goal += max(q.get((after, other), 0.0) for other in range(MOVES))
    old = q.get((state, move), 0.0)
    q[(state, move)] = old + RATE * (goal - old)


def train(env, runs, draw):
    q = {}
    for _ in range(runs):
        observation, _ = env.reset()
        state, over = state_of(observation), False
        while not over:
            move = choose_move(q, state, EXPLORING, draw)
            observation, reward, terminated, truncated, _ = env.step(move)
            after = state_of(observation)
            update(q, state, move, reward, after, terminated)
            state, over = after, terminated or truncated
    return q
