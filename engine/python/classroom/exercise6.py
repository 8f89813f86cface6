"""Grades exercise 6, learning."""
from __future__ import annotations

import functools
import random
from collections import Counter
from typing import Any, Mapping, NamedTuple

from marblemaze.agent import Agent, Place
from marblemaze.maze import Maze, Settings
from marblemaze.model import ForwardModel
from marblemaze.local_agents import walls_of
from marblemaze.world import World

from .graphs import short_repr
from .play import Task
from .report import Part, Wrong
from .runs import ImaginedRuns
from .student import Student

BUILT_IN, TASKS, TRUTH = "imagination", (Task(3), Task(4), Task(6)), True
STEPS = 3_000_000
LEARNED = "what is learned"
RUNS, MAX_MOVES = 100, 40

NEVER_EXPLORES = ("With the probability `exploring` the move must be a random one. Otherwise the agent never tries "
                  "moves that look worse.")
ALWAYS_EXPLORES = ("The move is random only with the probability `exploring`. Otherwise it is the move with the "
                   "largest number.")
TAKES_THE_LEAST = ("The numbers are sums of rewards, which are negative: the largest number is the best, so max, not "
                   "min.")
LOOKS_PAST_THE_END = ("After the end of a run nothing follows. Change the number towards the reward alone; otherwise "
                      "the agent expects rewards after the end.")
FORGETS_ALL = ("Only the share RATE of the difference counts: q + RATE * (goal - q). Otherwise one unlucky move erases "
               "everything learned.")
WITHOUT_THE_NEXT = ("The following moves count as well: add the largest number of the state after the move to the "
                    "reward.")
CUT_OFF_IS_NO_END = "A truncated run was only cut off: for update(), a run is over only if terminated is true."
STAYS_BEHIND = "After each step the marble is in a new state: choose the next move and learn from there."
LAST_MOVE = "The last move of a run is the most informative one. Learn from it, too, before the loop ends."

Numbers = Mapping[tuple[int, int], float]


def _choose(q: Numbers, state: int, exploring: float, draw: random.Random) -> int:
    if draw.random() < exploring:
        return draw.randrange(3)
    return max(range(3), key=lambda move: q.get((state, move), 0.0))


def _update(q: dict[tuple[int, int], float], state: int, move: int, reward: float, after: int, over: bool) -> None:
    old = q.get((state, move), 0.0)
    q[(state, move)] = old + 0.5 * (_goal(q, reward, after, over) - old)


def _goal(q: Numbers, reward: float, after: int, over: bool) -> float:
    return reward if over else reward + max(q.get((after, move), 0.0) for move in range(3))


def _check_choose(student: Student) -> None:
    q = {(9, 0): -4.0, (9, 1): -2.0, (9, 2): -3.0, (16, 0): -1.0}
    draw = random.Random(1)
    for state, best in ((9, 1), (16, 1), (24, 0)):
        move = student.call("choose_move", dict(q), state, 0.0, draw)
        if move != best:
            numbers = [q.get((state, each), 0.0) for each in range(3)]
            least = move == min(range(3), key=lambda each: numbers[each])
            raise Wrong(f"Where the numbers of the moves are {numbers} and exploring is 0, choose_move() returned "
                        f"{short_repr(move)}; expected {best}.",
                        TAKES_THE_LEAST if least and state == 9 else _hint_of_best(student, q))
    for exploring, least, most in ((1.0, 240, 360), (0.3, 50, 130)):
        made = Counter(student.call("choose_move", dict(q), 9, exploring, draw) for _ in range(900))
        for move in (0, 2):
            if not least <= made[move] <= most:
                raise Wrong(f"Of 900 moves with exploring {exploring:g}, {made[move]} were move {move}, which is not "
                            f"the best; about {300 * exploring:.0f} were expected.",
                            NEVER_EXPLORES if made[1] == 900 else
                            ALWAYS_EXPLORES if made[move] > most else None)


def _hint_of_best(student: Student, q: Numbers) -> str | None:
    """Returns a hint if the move is random although `exploring` is 0."""
    draw = random.Random(2)
    made = {student.call("choose_move", dict(q), 9, 0.0, draw) for _ in range(50)}
    return ALWAYS_EXPLORES if len(made) == 3 else None


class _Case(NamedTuple):
    state: int
    move: int
    reward: float
    after: int
    over: bool


def _check_update(student: Student) -> None:
    known = {(9, 0): -4.0, (16, 0): -1.0, (16, 1): -5.0, (16, 2): -5.0, (24, 0): -8.0, (24, 1): -8.0, (24, 2): -8.0}
    for case in (_Case(9, 0, -1.0, 16, False), _Case(9, 0, -1.0, 24, False), _Case(9, 1, -1.0, 40, False),
                 _Case(9, 0, -100.0, 24, True), _Case(9, 0, 0.0, 24, True)):
        q, right = dict(known), dict(known)
        student.call("update", q, *case)
        _update(right, *case)
        key = (case.state, case.move)
        new = q.get(key)
        if not isinstance(new, (int, float)):
            raise Wrong(f"After update() q[{key}] is {short_repr(new)}; expected a number.")
        if abs(new - right[key]) > 1e-9:
            after = [known.get((case.after, move), 0.0) for move in range(3)]
            raise Wrong(f"The number was {known.get(key, 0.0):g}, the reward {case.reward:g}, the numbers of the state "
                        f"after the move {after}, and the run was {'over' if case.over else 'not over'}. After "
                        f"update() the number is {new:g}; expected {right[key]:g}.", _hint_of_update(new, known, case))
        if {other: number for other, number in q.items() if other != key and known.get(other, 0.0) != number}:
            raise Wrong(f"update() changed other numbers than q[{key}].")


def _hint_of_update(new: float, known: Numbers, case: _Case) -> str | None:
    old, right = known.get((case.state, case.move), 0.0), _goal(known, case.reward, case.after, case.over)
    if abs(new - right) < 1e-9:
        return FORGETS_ALL
    if case.over and abs(new - (old + 0.5 * (_goal(known, case.reward, case.after, False) - old))) < 1e-9:
        return LOOKS_PAST_THE_END
    if not case.over and abs(new - (old + 0.5 * (case.reward - old))) < 1e-9:
        return WITHOUT_THE_NEXT
    least = case.reward + min(known.get((case.after, move), 0.0) for move in range(3))
    return TAKES_THE_LEAST if not case.over and abs(new - (old + 0.5 * (least - old))) < 1e-9 else None


class _Corridor:
    """Environment of five cells in a row. Move 0 goes forward, move 1 back, and move 2 stays.

    A run ends in the last cell, or is truncated after 8 moves.
    """

    def __init__(self) -> None:
        self.made: list[_Case] = []
        """Expected arguments of update()."""
        self.runs, self._cell, self._moves, self._over = 0, 0, 0, True

    def reset(self) -> tuple[dict[str, int], dict[str, Any]]:
        self.runs, self._cell, self._moves, self._over = self.runs + 1, 0, 0, False
        return self._seen(), {}

    def step(self, move: int) -> tuple[dict[str, int], float, bool, bool, dict[str, Any]]:
        if self._over:
            raise Wrong("train() calls env.step() when the run is over. A new run begins with env.reset().")
        if move not in (0, 1, 2):
            raise Wrong(f"train() calls env.step({short_repr(move)}); expected a move, 0 to 2.")
        before = self._cell
        self._cell, self._moves = min(max(before + (1, -1, 0)[move], 0), 4), self._moves + 1
        solved = self._cell == 4
        cut = not solved and self._moves == 8
        self._over = solved or cut
        reward = 0.0 if solved else -1.0
        self.made.append(_Case(8 * before, move, reward, 8 * self._cell, solved))
        return self._seen(), reward, solved, cut, {}

    def _seen(self) -> dict[str, int]:
        return {"cell": self._cell, "orientation": 0}


def _check_train(student: Student) -> None:
    received: list[_Case] = []
    own = student.module.update

    def record_call(q: Any, state: int, move: int, reward: float, after: int, over: bool) -> None:
        received.append(_Case(state, move, reward, after, bool(over)))
        own(q, state, move, reward, after, over)

    corridor, runs = _Corridor(), 12
    student.module.update = record_call  # type: ignore[attr-defined]
    try:
        q = student.call("train", corridor, runs, random.Random(1))
    finally:
        student.module.update = own  # type: ignore[attr-defined]
    if not isinstance(q, dict):
        raise Wrong(f"train() returned {short_repr(q)}; expected the dictionary q.")
    if corridor.runs != runs:
        raise Wrong(f"train(env, {runs}, draw) began {corridor.runs} runs with env.reset(); expected {runs}.")
    if received != corridor.made:
        raise Wrong(*_first_difference(received, corridor.made))
    if not q:
        raise Wrong("train() returned an empty dictionary after it had learned; expected the one that update() filled.")


def _first_difference(received: list[_Case], made: list[_Case]) -> tuple[str, str | None]:
    if received == [case for case in made if not case.over] and received:
        return (f"{len(made)} moves were made, and update() was called for {len(received)}: not for those into the "
                "target."), LAST_MOVE
    at = next((i for i, (actual, case) in enumerate(zip(received, made)) if actual != case),
              min(len(received), len(made)))
    if at == min(len(received), len(made)):
        return (f"{len(made)} moves were made, and update() was called {len(received)} times; expected one call for "
                "each move."), None
    actual, case = received[at], made[at]
    hint = None
    if actual._replace(over=case.over) == case:
        hint = CUT_OFF_IS_NO_END
    elif actual._replace(state=case.state) == case:
        hint = STAYS_BEHIND
    return (f"For move {at + 1} of its runs train() called update() with (state, move, reward, after, over) = "
            f"{tuple(actual)}; expected {tuple(case)}."), hint


@functools.cache
def _long_mazes() -> list[tuple[int, int]]:
    """Returns two mazes that need at least five moves, as pairs of seed and minimum number of moves.

    Random moves would solve easier mazes.
    """
    found: list[tuple[int, int]] = []
    seed = 0
    while len(found) < 2:
        seed += 1
        truth = World(Maze.generate(3, seed=seed), "imagined", settings=Settings.exact()).truth(budget=500)
        if truth.solvable and len(truth.solution) >= 5:
            found.append((seed, len(truth.solution)))
    return found


def _runs_in(seed: int) -> ImaginedRuns:
    maze = Maze.generate(3, seed=seed)
    agent, model = Agent(), ForwardModel(maze, "imagination", settings=Settings.exact())
    agent.maze, agent.orientations = walls_of(maze), 8
    agent.ask = lambda _, state, move: model.predict(state, move)  # type: ignore[method-assign]
    return ImaginedRuns(agent, Place(maze.start * 8, 3), moves=MAX_MOVES)


def _learned(student: Student) -> Part:
    """Grades the policy that train() learns."""
    part = Part(LEARNED, "passed", table=[["maze", "after learning", "possible"]])
    for seed, possible in _long_mazes():
        runs = _runs_in(seed)
        q = student.call("train", runs, RUNS, random.Random(1))
        outcome, moves = _play_best_moves(q, runs)
        part.table.append([str(seed), f"{outcome}, {moves} moves", f"{possible} moves"])
        if outcome != "solved" and part.verdict == "passed":
            part.verdict = "not passed"
            part.message = f"After {RUNS} runs in maze {seed} the best moves do not lead to the target."
    part.remark = f"Learned in {RUNS} runs of each maze."
    return part


def _play_best_moves(q: Numbers, runs: ImaginedRuns) -> tuple[str, int]:
    """Plays the greedy policy of q. Returns the outcome and the number of moves."""
    observation = runs.reset()[0]
    for made in range(1, 31):
        state = observation["cell"] * 8 + observation["orientation"]
        observation, reward, over, _, _ = runs.step(max(range(3), key=lambda move: q.get((state, move), 0.0)))
        if over:
            return "solved" if reward == 0.0 else "frozen", made
    return "capped", 30


def _train(env: Any, runs: int, draw: random.Random) -> dict[tuple[int, int], float]:
    q: dict[tuple[int, int], float] = {}
    for _ in range(runs):
        observation, over = env.reset()[0], False
        while not over:
            state = int(observation["cell"]) * 8 + int(observation["orientation"])
            move = _choose(q, state, 0.2, draw)
            observation, reward, terminated, truncated, _ = env.step(move)
            after = int(observation["cell"]) * 8 + int(observation["orientation"])
            _update(q, state, move, reward, after, terminated)
            over = terminated or truncated
    return q


FUNCTIONS = {"choose_move": (_check_choose, _choose), "update": (_check_update, _update),
             "train": (_check_train, _train)}
PARTS = {LEARNED: _learned}
