"""Learns to solve a maze by Q-learning, plays it with the learned values, and shows the run.

    python3 learner.py              learns, plays, and writes learned.rec and learned.html
    python3 learner.py --film       also writes learned.mp4, which requires the viewer

Requires Gymnasium: python3 -m pip install 'gymnasium>=1.1'.
The program starts this file with --play as an external agent. If the program is not in PATH, set MARBLEMAZE to its path.
"""
import os
import subprocess
import sys

import numpy as np

import marblemaze as mm
from marblemaze.env import MarbleMazeMoves

PROGRAM = os.environ.get("MARBLEMAZE", "marblemaze")
ORIENTATIONS = 8
ROUNDS, LEARNING_RATE, EXPLORING = 300, 0.5, 0.2


def state_of(observation):
    """Returns the number of a state, which is its row in the table of values."""
    return int(observation["cell"]) * ORIENTATIONS + int(observation["orientation"])


def learn(maze, seed=1):
    """Returns the value of each move of each state: the expected sum of rewards until the end of the run."""
    env = MarbleMazeMoves(maze=maze, orientations=ORIENTATIONS, knowledge="blind", settings=mm.Settings.exact())
    rng = np.random.default_rng(seed)
    values = np.zeros((np.prod(maze.dims) * ORIENTATIONS, env.action_space.n))
    for _ in range(ROUNDS):
        observation, info = env.reset(seed=int(rng.integers(1 << 31)))
        over = False
        while not over:
            here = state_of(observation)
            allowed = np.flatnonzero(info["action_mask"])
            best = allowed[values[here, allowed].argmax()]
            move = int(rng.choice(allowed) if rng.random() < EXPLORING else best)
            observation, reward, terminated, truncated, info = env.step(move)
            ahead = 0.0 if terminated else values[state_of(observation)].max()
            values[here, move] += LEARNING_RATE * (reward + ahead - values[here, move])
            over = terminated or truncated
    return values


class Learned(mm.Agent):
    """Makes the move with the highest value."""

    name, version, knowledge = "learned", "1", "blind"

    def begin(self):
        self.values = np.load("values.npy")

    def choose(self, here):
        worth = self.values[here.cell * self.orientations + here.orientation, :here.moves]
        self.info(f"worth {worth.max():.1f} rewards")
        return int(worth.argmax())


def tell(*words):
    print("$", PROGRAM, *words, flush=True)
    subprocess.run([PROGRAM, *words], check=True)


def main():
    if "--play" in sys.argv:
        return Learned().run()
    maze = mm.Maze.generate(3, seed=7)
    maze.save("maze.json")
    np.save("values.npy", learn(maze))
    tell("solve", "maze.json", "--exact", "--agent-command", f"{sys.executable} {os.path.abspath(__file__)} --play",
         "--record", "learned.rec")
    tell("export", "learned.rec", "--html", "learned.html")
    if "--film" in sys.argv:
        tell("replay", "learned.rec", "--record", "learned.mp4")


if __name__ == "__main__":
    main()
