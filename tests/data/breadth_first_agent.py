"""The breadth-first agent as an external agent: it makes the untried move that it can reach with the fewest known moves.

Like the built-in agent, it keeps its plan until a move has an unexpected outcome. Without the plan, it could choose a different one
of several equally short paths after each move.
"""
import marblemaze as mm


class BreadthFirst(mm.Agent):
    name, version, knowledge = "breadth-first-over-the-protocol", "1", "blind"

    def begin(self):
        self.plan = []  # pairs of a move and the state before it

    def choose(self, here):
        if not self.plan or self.plan[0][1] != here.state:
            self.plan = self.search(here)
        return self.plan.pop(0)[0] if self.plan else None

    def search(self, here):
        reached, seen = [(here, [])], {here.state}
        for place, path in reached:
            for move, to in enumerate(place.leads):
                if to is None:
                    return [*path, (move, place.state)]
                if to not in seen:
                    seen.add(to)
                    reached.append((self.places[to], [*path, (move, place.state)]))
        return []


BreadthFirst().run()
