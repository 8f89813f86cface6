"""Exercise 6: learning from runs (Q-learning).

This agent has no model and no search. It plays the same maze again and again, and keeps a number for each move of each
state: what it earns from there to the end of the run, if it makes this move and then the best ones. A move earns -1, one
that freezes the marble -100, and the one into the target 0. After some hundred runs the best numbers lead to the target.

The environment has Gymnasium's interface, as marblemaze.env.MarbleMazeMoves does. To play a maze only once, as `solve`
does, the agent learns in imagined runs before its first move.

Read first: "An environment for learning" in docs/reference/python.md. R. S. Sutton and A. G. Barto, Reinforcement Learning, 6.5.

Replace each `raise NotImplementedError` by your code. Then try the examples alone, have the file graded, and play:

    python3 -m doctest exercise6_learning.py
    python3 -m marblemaze.classroom grade exercise6_learning.py
    marblemaze solve --seed 3 --agent-command "python3 exercise6_learning.py"
"""
import random

import marblemaze as mm
from marblemaze.classroom.runs import ImaginedRuns

EXERCISE = 6
MOVES, ORIENTATIONS = 3, 8
RATE = 0.5  # how far a number moves towards what was just found: 1 forgets what it was
EXPLORING = 0.2  # the chance of a random move while learning


def state_of(observation):
    """The number of the state that an environment shows. Nothing is to be written here."""
    return int(observation["cell"]) * ORIENTATIONS + int(observation["orientation"])


def choose_move(q, state, exploring, draw):
    """A move of the state. With the chance `exploring` it is a random one, else the one with the largest number, and of
    equal ones the lowest.

    q maps (state, move) to numbers. A pair that is not in q counts as 0: use q.get((state, move), 0.0). draw is a
    random.Random: draw.random() is a number from 0 to below 1, and draw.randrange(MOVES) a random move. Take no other
    source of chance, so that a run can be repeated.

    >>> choose_move({(9, 0): -4.0, (9, 1): -2.0, (9, 2): -3.0}, 9, 0.0, random.Random(1))
    1
    """
    raise NotImplementedError


def update(q, state, move, reward, after, over):
    """Learns from one move: moves q[(state, move)] by the share RATE towards reward + (the largest number of the state
    after it). Where the run is over nothing follows, and it moves towards the reward alone. Returns nothing.

    The number was -4. The move cost 1, and the best number of the state after it is -1. So -4 moves half way to -2:

    >>> q = {(9, 0): -4.0, (16, 0): -1.0, (16, 1): -5.0, (16, 2): -5.0}
    >>> update(q, 9, 0, -1.0, 16, False)
    >>> q[(9, 0)]
    -3.0
    """
    raise NotImplementedError


def train(env, runs, draw):
    """Plays so many runs with choose_move(..., EXPLORING, draw), learns from every move by update(), and returns q.

    env.reset() begins a run and returns (observation, info). env.step(move) returns (observation, reward, terminated,
    truncated, info). A run ends where terminated or truncated is true. Where it is truncated it was only cut off: for
    update() it is over only where terminated is true. state_of() makes a state of an observation.

    With no runs nothing is learned:

    >>> train(None, 0, random.Random(1))
    {}
    """
    raise NotImplementedError


class Dreamer(mm.Agent):
    """Learns in imagined runs before its first move, and from its real moves after that. Nothing is to be written here."""

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
