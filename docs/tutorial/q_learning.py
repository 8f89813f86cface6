"""Learns to solve a maze by Q-learning on a batch of worlds. Needs NumPy, but not Gymnasium."""
import numpy as np

import marblemaze as mm

N, ROUNDS, RATE, EXPLORING, DISCOUNT = 64, 60, 0.5, 0.2, 0.95
RUNNING = mm.OUTCOMES.index("running")

maze = mm.Maze.generate(3, seed=7)
batch = mm.Batch([maze] * N, "imagined", orientations=8, settings=mm.Settings.exact())
values = np.zeros((maze.cells * 8, 3))                      # expected return of each move of each state
random = np.random.default_rng(1)

states = batch.reset().states
for _ in range(ROUNDS):
    explore = random.random(N) < EXPLORING
    guess = random.random((N, 3)) * 1e-6                    # equal values are equally likely
    moves = np.where(explore, random.integers(0, 3, N), (values[states] + guess).argmax(axis=1))
    step = batch.step(moves)
    running = step.outcomes == RUNNING                      # else solved or frozen
    ahead = np.where(running, values[np.maximum(step.states, 0)].max(axis=1), 0)
    returns = step.rewards + DISCOUNT * ahead
    np.add.at(values, (states, moves), RATE * (returns - values[states, moves]) / 8)
    states = batch.reset(~running).states

state, played = batch.reset().states[0], []
while state // 8 != maze.target and len(played) < 50:
    played.append(int(values[state].argmax()))
    state = batch.step([played[-1], *[-1] * (N - 1)]).states[0]
print("moves", played, "solved" if state // 8 == maze.target else "not solved")
