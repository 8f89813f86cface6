"""Exercise 4: a Markov decision problem.

Nobody can say for certain where a move ends. This agent measures it: it has each move tried in a simulation, a few times
and each time a little differently, and gets the chance of each ending. From the chances it computes the value of every
state, and makes the moves that promise most. You write the computation, which is called value iteration.

The value of a state is 1 in the target and 0 where the marble freezes. Elsewhere it is what the best move promises, times
DISCOUNT: a target that is far away is worth less. So the agent prefers safe ways, and of safe ways the short ones.

Read first: "Forward model" in docs/reference/glossary.md, and "Bounds with noise" in docs/results/optima.md.
R. S. Sutton and A. G. Barto, Reinforcement Learning, chapter 4.

Replace each `raise NotImplementedError` by your code. Then try the examples alone, have the file graded, and play:

    python3 -m doctest exercise4_decision_problem.py
    python3 -m marblemaze.classroom grade exercise4_decision_problem.py
    marblemaze solve --seed 3 --agent-command "python3 exercise4_decision_problem.py"
"""
import marblemaze as mm

EXERCISE = 4
DISCOUNT = 0.97


def expected(values, answers):
    """What a move promises: the sum of chance times value over all its endings.

    answers is a list of mm.Answer: each has a state and a probability. The state is None where the marble freezes: that
    is worth 0. A state that values does not have is worth 0 as well. Here 0.75 * 0.8 + 0.25 * 0:

    >>> round(expected({16: 0.8}, [mm.Answer(16, 0.75), mm.Answer(None, 0.25)]), 6)
    0.6
    """
    raise NotImplementedError


def sweep(model, goals, values):
    """New values of all states of the model, computed once from the old ones, as a new dictionary.

    model[state] has a list of answers for each move. A state in goals is worth 1. Any other state is worth DISCOUNT times
    what its best move promises.

    In this example move 0 of state 5 leads to the goal 9, and move 1 stays where it is:

    >>> model = {5: [[mm.Answer(9, 1.0)], [mm.Answer(5, 1.0)]], 9: [[mm.Answer(5, 1.0)], [mm.Answer(9, 1.0)]]}
    >>> sweep(model, {9}, {5: 0.0, 9: 1.0}) == {5: 0.97, 9: 1}
    True
    """
    raise NotImplementedError


def value_iteration(model, goals):
    """The values of all states. Begin with 1 for goals and 0 for other states, and sweep until no value changes by more
    than 0.000001.

    Here the goal 9 is two moves from state 0, and 0.97 * 0.97 = 0.9409:

    >>> model = {0: [[mm.Answer(5, 1.0)]], 5: [[mm.Answer(9, 1.0)]], 9: [[mm.Answer(9, 1.0)]]}
    >>> values = value_iteration(model, {9})
    >>> [round(float(values[state]), 4) for state in (0, 5, 9)]
    [0.9409, 0.97, 1.0]
    """
    raise NotImplementedError


def best_move(model, values, state):
    """The move of a state that promises most; of equally good ones the lowest.

    >>> best_move({5: [[mm.Answer(5, 1.0)], [mm.Answer(9, 1.0)]]}, {5: 0.97, 9: 1}, 5)
    1
    """
    raise NotImplementedError


class Planner(mm.Agent):
    """Measures all states that can be reached. Nothing is to be written here."""

    name, version, knowledge = "exercise-4", "1", "full"

    def begin(self):
        self.model, self.values = {}, {}

    def choose(self, here):
        if here.state not in self.model:  # the first move, or the marble is where no trial ended
            self.measure(here)
            goals = {state for state in self.model if state // self.orientations == self.maze.target}
            self.values = value_iteration(self.model, goals)
        if self.values[here.state] == 0:
            return None  # no way is seen: it gives up
        return best_move(self.model, self.values, here.state)

    def measure(self, here):
        waiting = [here.state]
        while waiting:
            state = waiting.pop()
            if state not in self.model:
                self.model[state] = [self.ask("imagination", state, move) for move in range(here.moves)]
                waiting += [answer.state for answers in self.model[state] for answer in answers if answer.state is not None]


if __name__ == "__main__":
    Planner().run()
