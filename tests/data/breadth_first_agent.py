"""Breadth-first as the program has it, over the protocol: the untried move that the fewest known moves lead to.

The program's agent makes a whole plan and drops it where a move ends elsewhere; looking again at every state comes to the
same moves only with the plan kept, as several ways may be equally short.
"""
import marblemaze as mm


class BreadthFirst(mm.Agent):
    name, version, knowledge = "breadth-first-over-the-protocol", "1", "blind"

    def begin(self):
        self.plan = []  # pairs of a move and the state in which it is to begin

    def choose(self, here):
        if not self.plan or self.plan[0][1] != here.state:
            self.plan = self.search(here)
        return self.plan.pop(0)[0] if self.plan else None

    def search(self, here):
        reached, seen = [(here, [])], {here.state}
        for place, way in reached:
            for move, to in enumerate(place.leads):
                if to is None:
                    return [*way, (move, place.state)]
                if to not in seen:
                    seen.add(to)
                    reached.append((self.places[to], [*way, (move, place.state)]))
        return []


BreadthFirst().run()
