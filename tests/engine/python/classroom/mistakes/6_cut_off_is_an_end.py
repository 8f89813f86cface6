"""Treats a truncated run as terminated."""


def train(env, runs, draw):
    q = {}
    for _ in range(runs):
        observation, _ = env.reset()
        state, over = state_of(observation), False
        while not over:
            move = choose_move(q, state, EXPLORING, draw)
            observation, reward, terminated, truncated, _ = env.step(move)
            after = state_of(observation)
            over = terminated or truncated
            update(q, state, move, reward, after, over)
            state = after
    return q
