"""An agent of the track "copies" in 70 lines: it plays each move of each state a few times in copies, and takes the best.

marblemaze marblebench --agent-command "python3 docs/tutorial/sampler.py" --out cards
"""
from __future__ import annotations

from collections import Counter, deque

import marblemaze as mm

SAMPLES = 6
"""Of each move."""
PATIENCE = 0.99
"""What a chance is worth a move later: of equal chances the nearer one is taken."""
SWEEPS = 200
GOAL, LOST = -1, -2
"""Beside the numbers of states: what ends a run."""


class Sampler(mm.Agent):
    name, version, knowledge = "sampler", "1", "copies"

    def begin(self) -> None:
        self.endings: dict[int, list[Counter[int]]] = {}
        """Of each state that was looked into, for each move how often it ended where."""
        self.worth: dict[int, float] = {}

    def choose(self, here: mm.Place) -> int | None:
        if here.state not in self.endings:
            self.look_from(here)
            self.weigh()
        worths = [self.worth_of(ends) for ends in self.endings.get(here.state, [])] or [0]
        self.info(f"chances with patience: {', '.join(f'{worth:.2f}' for worth in worths)}")
        return worths.index(max(worths)) if max(worths) > 0 else None

    def look_from(self, here: mm.Place) -> None:
        """Looks into the states that can be reached, nearest first, as far as the calls of a decision go."""
        left = self.calls or 1_000_000
        waiting: deque[tuple[int, int, mm.Copy | None]] = deque([(here.state, here.moves, None)])
        met = {here.state, *self.endings}
        while waiting:
            state, moves, copy = waiting.popleft()
            if left >= moves * SAMPLES:
                left -= moves * SAMPLES
                self.endings[state] = [Counter() for _ in range(moves)]
                for move in range(moves):
                    for _ in range(SAMPLES):
                        tried = self.play(self.copy(copy), move)
                        end = GOAL if tried.goal else tried.state if tried.moves else LOST
                        self.endings[state][move][end] += 1
                        if tried.moves and end not in met:
                            met.add(end)
                            waiting.append((end, tried.moves, tried))
                        elif tried.moves:
                            self.drop(tried)
            if copy:
                self.drop(copy)

    def weigh(self) -> None:
        """Value iteration over what was seen."""
        self.worth = {GOAL: 1.0}
        for _ in range(SWEEPS):
            new = {state: PATIENCE * max((self.worth_of(ends) for ends in moves), default=0) for state, moves in self.endings.items()}
            if all(abs(worth - self.worth.get(state, 0)) < 1e-6 for state, worth in new.items()):
                return
            self.worth.update(new)

    def worth_of(self, ends: Counter[int]) -> float:
        return sum(times * self.worth.get(end, 0) for end, times in ends.items()) / max(ends.total(), 1)


if __name__ == "__main__":
    Sampler().run()
