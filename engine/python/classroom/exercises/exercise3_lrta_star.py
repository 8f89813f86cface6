"""Exercise 3: learning real-time A* (LRTA*).

This agent makes no plan. It looks one move ahead, makes the best move, and learns from it. For each state, it stores a
value, which is an estimate of the number of moves to the target. Before it leaves a state, it updates the value of this
state. Therefore, the agent does not go round in circles forever: every round makes the circle less attractive.

Read first: "lrta-star" in docs/concepts/agents.md. R. E. Korf, Real-Time Heuristic Search, Artificial Intelligence 42 (1990).

Replace each `raise NotImplementedError` with your code. Then run the examples, grade the file, and run the agent:

    python3 -m doctest exercise3_lrta_star.py
    python3 -m marblemaze.classroom grade exercise3_lrta_star.py
    marblemaze solve --seed 6 --agent-command "python3 exercise3_lrta_star.py"
"""
import marblemaze as mm

EXERCISE = 3


def value(learned, place):
    """Returns the value of a place: the learned value of its state, or its distance minus 1 if there is no learned value.

    learned maps states to values. A distance includes the target cell, so it is 1 in the target, where the value is 0.

    >>> value({}, mm.Place(state=16, moves=3, distance=6.0)), value({16: 7.5}, mm.Place(state=16, moves=3, distance=6.0))
    (5.0, 7.5)
    """
    raise NotImplementedError


def estimates(learned, places, here):
    """Returns a list with one number for each move of here: the estimated number of moves to the target, including
    this move.

    If a move is known to lead to a place, the number is 1 plus the value of this place. An untried move is assumed to lead one
    step nearer to the target: its number is here.distance minus 1, but at least 1.

    >>> places = {0: mm.Place(0, 2, distance=8.0, leads=[9, None]), 9: mm.Place(9, 2, distance=5.0, leads=[None, None])}
    >>> estimates({}, places, places[0])
    [5.0, 7.0]
    """
    raise NotImplementedError


def learn(learned, here, looked_ahead):
    """Updates learned[here.state] before the marble leaves the state. The new value is the smallest estimate, but never
    less than the previous value of the place. Returns nothing.

    looked_ahead is the list from estimates().

    >>> learned = {}
    >>> learn(learned, mm.Place(0, 2, distance=3.0), [6.0, 4.0])
    >>> learned
    {0: 4.0}
    """
    raise NotImplementedError


def anything_untried(places, here):
    """Returns True if an untried move is reachable through known moves. You do not need to change this function."""
    waiting, met = [here.state], {here.state}
    while waiting:
        leads = places[waiting.pop()].leads
        if None in leads:
            return True
        waiting += set(leads) - met
        met |= set(leads)
    return False


class Learner(mm.Agent):
    """The agent. You do not need to change this class."""

    name, version, knowledge = "exercise-3", "1", "heuristic"

    def begin(self):
        self.learned = {}

    def choose(self, here):
        if not anything_untried(self.places, here):
            return None  # it gives up
        looked_ahead = estimates(self.learned, self.places, here)
        learn(self.learned, here, looked_ahead)
        # If several moves are equally good, prefer an untried move.
        return min(range(here.moves), key=lambda move: (looked_ahead[move], here.leads[move] is not None))


if __name__ == "__main__":
    Learner().run()
