"""Exercise 1: breadth-first search for an untried move.

This agent sees no maze. All it knows is where the moves led that it has made. To learn more, it has to make a move that
it never made: an untried move. Moves cannot be undone, so it must find a way there over moves that it knows. You write
the search for the shortest such way.

Read first: "Explored state space" and "Arc" in docs/reference/glossary.md, and "Agents of your own" in docs/reference/python.md. Thesis 4.2.

Replace each `raise NotImplementedError` by your code. Then try the examples alone, have the file graded, and play:

    python3 -m doctest exercise1_breadth_first.py
    python3 -m marblemaze.classroom grade exercise1_breadth_first.py
    marblemaze solve --seed 3 --agent-command "python3 exercise1_breadth_first.py"
"""
import marblemaze as mm

EXERCISE = 1


def untried(place):
    """The moves of a place that were never made, lowest first, as a list.

    place.leads has one entry for each move: the state to which the move led, or None where it was never made. Here move
    0 led to state 16, and the others were never made:

    >>> untried(mm.Place(state=8, moves=3, leads=[16, None, None]))
    [1, 2]
    """
    raise NotImplementedError


def way_to_untried(places, here):
    """The shortest way to an untried move, as a list of moves. The last one is the untried move itself. The moves before
    it are known, and lead from here to the place where it can be made. An empty list where there is no such way.

    places has the mm.Place of each known state: places[5] is the place of state 5. here is the place of the marble.

    In this example both moves of state 0 are known: they lead to 5 and to 9. At 5 everything was tried, at 9 move 1 was
    not. So the way is move 1, which leads to 9, and there move 1:

    >>> places = {0: mm.Place(0, 2, leads=[5, 9]), 5: mm.Place(5, 2, leads=[0, 5]), 9: mm.Place(9, 2, leads=[0, None])}
    >>> way_to_untried(places, places[0])
    [1, 1]
    """
    raise NotImplementedError


class Explorer(mm.Agent):
    """Follows a way as long as each move ends where it ended before. Nothing is to be written here."""

    name, version, knowledge = "exercise-1", "1", "blind"

    def begin(self):
        self.way, self.expected = [], None

    def choose(self, here):
        if not self.way or here.state != self.expected:
            self.way = list(way_to_untried(self.places, here))
        if not self.way:
            return None  # it gives up
        move = self.way.pop(0)
        self.expected = here.leads[move]
        return move


if __name__ == "__main__":
    Explorer().run()
