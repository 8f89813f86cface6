"""Exercise 3: learning real-time A* (LRTA*).

This agent makes no plan. It looks one move ahead, makes the best move, and learns from it. For each state it keeps a
value: how many moves it believes to be left to the target. Before it leaves a state, it corrects the value of that
state. So it does not go round in circles for ever: a circle becomes less attractive each time.

Read first: "lrta-star" in docs/concepts/agents.md. R. E. Korf, Real-Time Heuristic Search, Artificial Intelligence 42 (1990).

Replace each `raise NotImplementedError` by your code. Then try the examples alone, have the file graded, and play:

    python3 -m doctest exercise3_lrta_star.py
    python3 -m marblemaze.classroom grade exercise3_lrta_star.py
    marblemaze solve --seed 6 --agent-command "python3 exercise3_lrta_star.py"
"""
import marblemaze as mm

EXERCISE = 3


def value(learned, place):
    """What is believed of a place: the learned value of its state, or its distance less 1 where nothing was learned.

    learned maps states to values. A distance counts the cell of the target, so it is 1 at the target; a value is 0 there.

    >>> value({}, mm.Place(state=16, moves=3, distance=6.0)), value({16: 7.5}, mm.Place(state=16, moves=3, distance=6.0))
    (5.0, 7.5)
    """
    raise NotImplementedError


def estimates(learned, places, here):
    """How many moves are left when each move of here is made now, as a list with a number for each move.

    Where a move is known to lead to a place, that is 1 for the move and the value of the place. An untried move is
    believed to lead one step nearer: it counts here.distance less 1, but at least 1.

    >>> places = {0: mm.Place(0, 2, distance=8.0, leads=[9, None]), 9: mm.Place(9, 2, distance=5.0, leads=[None, None])}
    >>> estimates({}, places, places[0])
    [5.0, 7.0]
    """
    raise NotImplementedError


def learn(learned, here, looked_ahead):
    """Corrects learned[here.state] before the marble leaves: to the least of the estimates, but never to less than the
    value that the place had. Returns nothing.

    looked_ahead is what estimates() returned.

    >>> learned = {}
    >>> learn(learned, mm.Place(0, 2, distance=3.0), [6.0, 4.0])
    >>> learned
    {0: 4.0}
    """
    raise NotImplementedError


def anything_untried(places, here):
    """Can an untried move be reached over known moves? Nothing is to be written here."""
    waiting, met = [here.state], {here.state}
    while waiting:
        leads = places[waiting.pop()].leads
        if None in leads:
            return True
        waiting += set(leads) - met
        met |= set(leads)
    return False


class Learner(mm.Agent):
    """Nothing is to be written here."""

    name, version, knowledge = "exercise-3", "1", "heuristic"

    def begin(self):
        self.learned = {}

    def choose(self, here):
        if not anything_untried(self.places, here):
            return None  # it gives up
        looked_ahead = estimates(self.learned, self.places, here)
        learn(self.learned, here, looked_ahead)
        # Of equally good moves an untried one comes first.
        return min(range(here.moves), key=lambda move: (looked_ahead[move], here.leads[move] is not None))


if __name__ == "__main__":
    Learner().run()
