"""Exercise 2: heuristic search.

Breadth-first search takes the nearest untried move. This agent knows more: how far each place is from the target, in
cells of the theoretical path. It takes the untried move of the place that is nearest the target, even if the way to that
place is long. You write the list of all untried moves that can be reached, and the choice among them.

Read first: "Theoretical path" in docs/reference/glossary.md. Thesis 4.3. Exercise 1 helps.

Replace each `raise NotImplementedError` by your code. Then try the examples alone, have the file graded, and play:

    python3 -m doctest exercise2_heuristic.py
    python3 -m marblemaze.classroom grade exercise2_heuristic.py
    marblemaze solve --seed 6 --agent-command "python3 exercise2_heuristic.py"
"""
import marblemaze as mm

EXERCISE = 2


def frontier(places, here):
    """Every untried move that can be reached over known moves, as a list of pairs (place, way), shorter ways first.

    The way is a list of moves as in exercise 1: it begins here, it is as short as possible, and its last move is the
    untried one. The place is the one where that last move is made. A place with two untried moves gives two pairs.

    >>> places = {0: mm.Place(0, 2, leads=[None, 9]), 9: mm.Place(9, 2, leads=[None, None])}
    >>> [(place.state, way) for place, way in frontier(places, places[0])]
    [(0, [0]), (9, [1, 0]), (9, [1, 1])]
    """
    raise NotImplementedError


def best_way(candidates):
    """The way to the candidate whose place is nearest the target. Of equally near ones the first, which has a shortest
    way. An empty list where there are no candidates.

    candidates is what frontier() returns. place.distance says how far a place is from the target.

    >>> far, near = mm.Place(0, 2, distance=8.0), mm.Place(9, 2, distance=3.0)
    >>> best_way([(far, [0]), (near, [1, 0]), (near, [1, 1])])
    [1, 0]
    """
    raise NotImplementedError


class Seeker(mm.Agent):
    """Follows a way as long as each move ends where it ended before. Nothing is to be written here."""

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
