"""Exercise 4: a Markov decision problem.

The outcome of a move is uncertain. This agent queries a simulation, which tries each move several times with small
variations and returns the probability of each outcome. The agent uses these probabilities to compute the value of every
state. Then it makes the moves with the highest expected value. You write this computation, which is called value
iteration.

The value of a state is 1 in the target and 0 if the marble freezes. The value of any other state is the expected value
of its best move, times DISCOUNT. The discount makes a distant target worth less. Therefore, the agent prefers safe
paths, and among safe paths, it prefers short paths.

Read first: "Forward model" in docs/reference/glossary.md, and "Bounds with noise" in docs/results/optima.md.
R. S. Sutton and A. G. Barto, Reinforcement Learning, chapter 4.

Replace each `raise NotImplementedError` with your code. Then run the examples, grade the file, and run the agent:

    python3 -m doctest exercise4_decision_problem.py
    python3 -m marblemaze.classroom grade exercise4_decision_problem.py
    marblemaze solve --seed 3 --agent-command "python3 exercise4_decision_problem.py"
"""
import marblemaze as mm

EXERCISE = 4
DISCOUNT = 0.97


def expected(values, answers):
    """Returns the expected value of a move: the sum of probability times value over all its outcomes.

    answers is a list of mm.Answer objects, each with a state and a probability. The state is None if the marble freezes, which
    is worth 0. A state that is not in values is worth 0 as well. In this example, the sum is 0.75 * 0.8 + 0.25 * 0:

    >>> round(expected({16: 0.8}, [mm.Answer(16, 0.75), mm.Answer(None, 0.25)]), 6)
    0.6
    """
    raise NotImplementedError


def sweep(model, goals, values):
    """Computes new values of all states of the model once from the old values, and returns them as a new dictionary.

    model[state] contains a list of answers for each move. A state in goals is worth 1. Any other state is worth DISCOUNT times
    the expected value of its best move.

    In this example, move 0 of state 5 leads to the goal 9, and move 1 leads back to state 5:

    >>> model = {5: [[mm.Answer(9, 1.0)], [mm.Answer(5, 1.0)]], 9: [[mm.Answer(5, 1.0)], [mm.Answer(9, 1.0)]]}
    >>> sweep(model, {9}, {5: 0.0, 9: 1.0}) == {5: 0.97, 9: 1}
    True
    """
    raise NotImplementedError


def value_iteration(model, goals):
    """Returns the values of all states. Start with 1 for goals and 0 for other states. Call sweep() until no value
    changes by more than 0.000001.

    In this example, the goal 9 is two moves from state 0, and 0.97 * 0.97 = 0.9409:

    >>> model = {0: [[mm.Answer(5, 1.0)]], 5: [[mm.Answer(9, 1.0)]], 9: [[mm.Answer(9, 1.0)]]}
    >>> values = value_iteration(model, {9})
    >>> [round(float(values[state]), 4) for state in (0, 5, 9)]
    [0.9409, 0.97, 1.0]
    """
    raise NotImplementedError


def best_move(model, values, state):
    """Returns the move with the highest expected value in a state. If several moves are equally good,
    returns the first of them.

    >>> best_move({5: [[mm.Answer(5, 1.0)], [mm.Answer(9, 1.0)]]}, {5: 0.97, 9: 1}, 5)
    1
    """
    raise NotImplementedError


class Planner(mm.Agent):
    """Builds a model of all reachable states. You do not need to change this class."""

    name, version, knowledge = "exercise-4", "1", "full"

    def begin(self):
        self.model, self.values = {}, {}

    def choose(self, here):
        if here.state not in self.model:  # the first move, or the simulation has never ended in this state
            self.measure(here)
            goals = {state for state in self.model if state // self.orientations == self.maze.target}
            self.values = value_iteration(self.model, goals)
        if self.values[here.state] == 0:
            return None  # there is no path to the target, so it gives up
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
