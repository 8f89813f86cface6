"""Exercise 2: heuristic search.

Breadth-first search chooses the nearest untried move. This agent also knows the distance of each place from the target, in
cells of the theoretical path. It chooses an untried move in the place that is nearest to the target, even if the path
to this place is long. You write the search for all reachable untried moves and the choice between them.

Read first: "Theoretical path" in docs/reference/glossary.md. Thesis 4.3. Exercise 1 helps.

Replace each `raise NotImplementedError` with your code. Then run the examples, grade the file, and run the agent:

    python3 -m doctest exercise2_heuristic.py
    python3 -m marblemaze.classroom grade exercise2_heuristic.py
    marblemaze solve --seed 6 --agent-command "python3 exercise2_heuristic.py"
"""
import marblemaze as mm

EXERCISE = 2


def frontier(places, here):
    """Returns a list of pairs (place, path), one for each untried move that is reachable through known moves. Shorter
    paths come first.

    The path is a list of moves as in exercise 1. It begins at `here`, it is as short as possible, and its last move is
    the untried move. The place is where the last move is made. A place with two untried moves gives two pairs.

    >>> places = {0: mm.Place(0, 2, leads=[None, 9]), 9: mm.Place(9, 2, leads=[None, None])}
    >>> [(place.state, way) for place, way in frontier(places, places[0])]
    [(0, [0]), (9, [1, 0]), (9, [1, 1])]
    """
    raise NotImplementedError


def best_way(candidates):
    """Returns the path to the candidate whose place is nearest to the target. If several places are equally near,
    returns the first of their paths. Returns an empty list if there are no candidates.

    candidates is a list from frontier(). place.distance is the distance of a place from the target.

    >>> far, near = mm.Place(0, 2, distance=8.0), mm.Place(9, 2, distance=3.0)
    >>> best_way([(far, [0]), (near, [1, 0]), (near, [1, 1])])
    [1, 0]
    """
    raise NotImplementedError


class Seeker(mm.Agent):
    """Follows the path while every move ends in the same state as before. You do not need to change this class."""

    name, version, knowledge = "exercise-2", "1", "heuristic"

    def begin(self):
        self.way, self.expected = [], None

    def choose(self, here):
        if not self.way or here.state != self.expected:
            self.way = list(best_way(frontier(self.places, here)))
        if not self.way:
            return None  # it gives up
        move = self.way.pop(0)
        self.expected = here.leads[move]
        return move


if __name__ == "__main__":
    Seeker().run()
