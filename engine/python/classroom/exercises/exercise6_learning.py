"""Exercise 6: learning from runs (Q-learning).

This agent has no model and no search. It plays the same maze again and again. For each move in each state, it stores a
number: an estimate of the sum of rewards until the end of the run, if it makes this move first and the best moves
afterwards. The reward of a move is 0 if it ends in the target, -100 if it freezes the marble, and -1 otherwise. After a
few hundred runs, the moves with the largest numbers lead to the target.

The environment has the interface of Gymnasium, like marblemaze.env.MarbleMazeMoves. The command `solve` plays a maze
only once, so the agent learns in simulated runs before its first move.

Read first: docs/reference/environments/moves.md. R. S. Sutton and A. G. Barto, Reinforcement Learning, 6.5.

Replace each `raise NotImplementedError` with your code. Then run the examples, grade the file, and run the agent:

    python3 -m doctest exercise6_learning.py
    python3 -m marblemaze.classroom grade exercise6_learning.py
    marblemaze solve --seed 3 --agent-command "python3 exercise6_learning.py"
"""
import random

import marblemaze as mm
from marblemaze.classroom.runs import ImaginedRuns

EXERCISE = 6
MOVES, ORIENTATIONS = 3, 8
RATE = 0.5  # learning rate: fraction of the difference by which update() changes a number
EXPLORING = 0.2  # probability of a random move during learning


def state_of(observation):
    """Returns the number of the observed state. You do not need to change this function."""
    return int(observation["cell"]) * ORIENTATIONS + int(observation["orientation"])


def choose_move(q, state, exploring, draw):
    """Returns a random move with the probability `exploring`. Otherwise, returns the move with the largest number in
    the state. If several moves have this number, returns the first of them.

    q maps pairs (state, move) to numbers. A pair that is not in q counts as 0: use q.get((state, move), 0.0). draw is a
    random.Random object: draw.random() returns a number from 0 to 1, and draw.randrange(MOVES) returns a random move.
    Do not use any other source of random numbers, so that runs are reproducible.

    >>> choose_move({(9, 0): -4.0, (9, 1): -2.0, (9, 2): -3.0}, 9, 0.0, random.Random(1))
    1
    """
    raise NotImplementedError


def update(q, state, move, reward, after, over):
    """Learns from a move. Changes q[(state, move)] by the fraction RATE of its difference from a new estimate. The new
    estimate is the reward plus the largest number in the state after the move. If the run is over, it is only the
    reward. Returns nothing.

    In this example, the number was -4, the reward was -1, and the largest number of the state after the move is -1. The new
    estimate is therefore -2, and the number changes from -4 halfway to -2:

    >>> q = {(9, 0): -4.0, (16, 0): -1.0, (16, 1): -5.0, (16, 2): -5.0}
    >>> update(q, 9, 0, -1.0, 16, False)
    >>> q[(9, 0)]
    -3.0
    """
    raise NotImplementedError


def train(env, runs, draw):
    """Plays a number of runs with choose_move(..., EXPLORING, draw) and calls update() after every move. Returns q.

    env.reset() begins a run and returns (observation, info). env.step(move) returns (observation, reward, terminated,
    truncated, info). A run ends if terminated or truncated is true. If only truncated is true, the run was cut off: for
    update(), a run is over only if terminated is true. state_of() converts an observation into a state.

    Without any runs, q is empty:

    >>> train(None, 0, random.Random(1))
    {}
    """
    raise NotImplementedError


class Dreamer(mm.Agent):
    """Learns in simulated runs and then from its own moves. You do not need to change this class."""

    name, version, knowledge = "exercise-6", "1", "full"

    def begin(self):
        self.draw = random.Random(1)
        self.q, self.before, self.made = None, None, 0

    def choose(self, here):
        if self.q is None:
            self.q = train(ImaginedRuns(self, here), 300, self.draw)
        if self.before is not None:
            update(self.q, *self.before, -1.0, here.state, False)
        if self.made == 200:
            return None  # it gives up
        self.made += 1
        move = choose_move(self.q, here.state, 0.0, self.draw)
        self.before = (here.state, move)
        return move


if __name__ == "__main__":
    Dreamer().run()
