"""Exercise 1: breadth-first search for an untried move.

This agent does not see the maze. It only knows the results of the moves that it has made. To learn more, it must make a
move that it has never made, an untried move. Moves cannot be undone, so the agent must reach the untried move through
known moves. You write the search for the shortest path to an untried move.

Read first: "Explored state space" and "Arc" in docs/reference/glossary.md, and "Agents of your own" in docs/reference/python.md. Thesis 4.2.

Replace each `raise NotImplementedError` with your code. Then run the examples, grade the file, and run the agent:

    python3 -m doctest exercise1_breadth_first.py
    python3 -m marblemaze.classroom grade exercise1_breadth_first.py
    marblemaze solve --seed 3 --agent-command "python3 exercise1_breadth_first.py"
"""
import marblemaze as mm

EXERCISE = 1


def untried(place):
    """Returns a list of the untried moves of a place, in ascending order.

    place.leads has one entry for each move: the state to which the move led, or None if the move is untried. In this example,
    move 0 led to state 16, and the other moves are untried:

    >>> untried(mm.Place(state=8, moves=3, leads=[16, None, None]))
    [1, 2]
    """
    raise NotImplementedError


def way_to_untried(places, here):
    """Returns the shortest path to an untried move, as a list of moves. Its last move is the untried move. The other moves
    are known and lead from here to the place with the untried move. Returns an empty list if there is no such path.

    places contains the mm.Place of each known state: places[5] is the place of state 5. here is the place of the marble.

    In this example, both moves of state 0 are known: they lead to states 5 and 9. State 5 has no untried moves, but move 1 of
    state 9 is untried. Therefore, the path consists of move 1, which leads to state 9, and again move 1:

    >>> places = {0: mm.Place(0, 2, leads=[5, 9]), 5: mm.Place(5, 2, leads=[0, 5]), 9: mm.Place(9, 2, leads=[0, None])}
    >>> way_to_untried(places, places[0])
    [1, 1]
    """
    raise NotImplementedError


class Explorer(mm.Agent):
    """Follows the path while every move ends in the same state as before. You do not need to change this class."""

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
