"""Learns to solve a maze by Q-learning on a batch of worlds. Needs NumPy, but not Gymnasium."""
import numpy as np

import marblemaze as mm

N, ROUNDS, RATE, EXPLORING = 64, 60, 0.5, 0.2

maze = mm.Maze.generate(3, seed=7)
batch = mm.Batch([maze] * N, "imagined", orientations=8, settings=mm.Settings.exact())
values = np.zeros((maze.cells * 8, 3))                      # expected return of each move of each state
random = np.random.default_rng(1)

states, endings = batch.reset()
for _ in range(ROUNDS):
    explore = random.random(N) < EXPLORING
    moves = np.where(explore, random.integers(0, 3, N), values[states].argmax(axis=1))
    to, endings = batch.step(moves)
    settled = endings == mm.Motion.SETTLED
    solved = settled & (to // 8 == maze.target)
    ahead = np.where(solved | ~settled, 0, values[np.maximum(to, 0)].max(axis=1))
    returns = np.where(solved, 0, np.where(settled, -1, -100)) + ahead
    np.add.at(values, (states, moves), RATE * (returns - values[states, moves]) / 8)
    over = solved | ~settled
    states = np.where(over, batch.reset(over)[0], to) if over.any() else to

state, played = batch.reset()[0][0], []
while state // 8 != maze.target and len(played) < 50:
    played.append(int(values[state].argmax()))
    state = batch.step([played[-1], *[-1] * (N - 1)])[0][0]
print("moves", played, "solved" if state // 8 == maze.target else "not solved")
