"""Grades exercise 5, a forward model."""
from __future__ import annotations

import functools
from typing import Any, NamedTuple

from marblemaze.agent import Walls
from marblemaze.episode import Episode
from marblemaze.maze import Maze, Settings
from marblemaze.local_agents import walls_of

from .graphs import short_repr
from .play import Task, maze_of
from .report import Wrong
from .student import Student

BUILT_IN, TASKS = "single-move-prediction", (Task(3), Task(4), Task(6), Task(7), Task(12))
STEPS = 200_000
# In these mazes, roll() is checked for every cell and orientation. Both mazes reveal each of the mistakes below. Mazes
# of 3x3x3 cells would not reveal mistakes about speed.
ROLLED = {"--size 5 --layers flat --seed 7": lambda: Maze.generate(5, layers="flat", seed=7),
          "--size 4 --seed 8": lambda: Maze.generate(4, seed=8)}

UPWARD = ("These are the sides that point up. Gravity pulls in the negative direction if the bit is 0, and in the "
          "positive direction if it is 1.")
ONE_BIT = ("Each axis has a bit of its own: bit 0 belongs to x, bit 1 to y, bit 2 to z. `orientation >> axis & 1` is "
           "the bit.")
NEVER_FAST = ("The answers are those of a marble that always falls if it can. A fast marble keeps its direction (rule "
              "1): it rolls over the hole.")
ALWAYS_FAST = ("The answers are those of a marble that is fast from its first step. It is fast only if its last two "
               "steps had the same direction, and slow again after every turn.")
KEEPS_ITS_SPEED = ("The answers are those of a marble that stays fast after a turn. A step in a new direction makes it "
                   "slow again.")
ONE_STEP = "The answers are those of a marble that stops after one step. Repeat the rules until it stops (rule 4)."
OLD_ORIENTATION = ("The marble rolls after the maze has turned: use the orientation after the move, orientation ^ (1 "
                   "<< move).")
NO_ORIENTATION = ("A state consists of a cell and an orientation: the state after the move is cell * 8 + the "
                  "orientation after the move.")


class Rules(NamedTuple):
    """Parameters of the rolling rules. The defaults are correct."""

    straight: int | None = 1
    """Number of straight steps after which the marble is fast, or None if it never becomes fast."""
    keeps_speed: bool = False
    most_steps: int = 1000


RIGHT = Rules()
MISTAKES = {NEVER_FAST: Rules(straight=None), ALWAYS_FAST: Rules(straight=0), KEEPS_ITS_SPEED: Rules(keeps_speed=True),
            ONE_STEP: Rules(most_steps=1)}


def _down(orientation: int) -> list[int]:
    return [2 * axis + 1 - (orientation >> axis & 1) for axis in range(3)]


def _neighbour(maze: Walls, cell: int, side: int) -> int:
    step = (1, maze.dims[0], maze.dims[0] * maze.dims[1])[side // 2]
    return cell - step if side % 2 else cell + step


def _path(maze: Walls, cell: int, orientation: int, rules: Rules = RIGHT) -> list[int]:
    """Returns the cells that the marble visits, including the first and the last cell."""
    path, last, straight = [cell], None, 0
    while len(path) <= rules.most_steps:
        onward = last is not None and not maze.wall(path[-1], last)
        fast = onward and rules.straight is not None and straight >= rules.straight
        falls = [side for side in _down(orientation)
                 if not maze.wall(path[-1], side) and (last is None or side // 2 != last // 2)]
        if falls and not fast:
            last, straight = falls[0], straight if rules.keeps_speed else 0
        elif onward:
            straight += 1
        else:
            break
        path.append(_neighbour(maze, path[-1], last))
    return path


def _roll(maze: Walls, cell: int, orientation: int, rules: Rules = RIGHT) -> int:
    return _path(maze, cell, orientation, rules)[-1]


def _predict(maze: Walls, state: int, move: int) -> int:
    orientation = state % 8 ^ 1 << move
    return _roll(maze, state // 8, orientation) * 8 + orientation


@functools.cache
def _mazes() -> dict[str, Walls]:
    return {name: walls_of(make()) for name, make in ROLLED.items()}


def _check_down(student: Student) -> None:
    for orientation in range(8):
        sides, right = student.call("down", orientation), _down(orientation)
        if not isinstance(sides, (list, tuple)) or list(sides) != right:
            hint = None
            if isinstance(sides, (list, tuple)):
                up = [side ^ 1 for side in right]
                same = orientation not in (0, 7) and len({side % 2 for side in sides}) == 1
                hint = UPWARD if list(sides) == up else ONE_BIT if same else None
            raise Wrong(f"For orientation {orientation} (bits {orientation:03b}) down() returned {short_repr(sides)}; "
                        f"expected {right}.",
                        hint)


def _check_roll(student: Student) -> None:
    for name, maze in _mazes().items():
        questions = [(maze, cell, orientation) for cell in range(len(maze.walls)) for orientation in range(8)]
        answers = [student.call("roll", *question) for question in questions]
        wrong = [(_path(*question), question, answer) for question, answer in zip(questions, answers)
                 if answer != _roll(*question)]
        if wrong:
            path, (_, cell, orientation), answer = min(wrong, key=lambda one: len(one[0]))
            hint = next((words for words, rules in MISTAKES.items()
                         if answers == [_roll(*question, rules) for question in questions]), None)
            raise Wrong(f"In the maze of `marblemaze generate {name}` {len(wrong)} of {len(questions)} marbles do not "
                        f"stop where they should. From cell {cell} in orientation {orientation} roll() returned "
                        f"{short_repr(answer)}; expected {path[-1]}, along the cells {' '.join(map(str, path))}.", hint)


def _check_predict(student: Student) -> None:
    maze = next(iter(_mazes().values()))
    for state in range(8 * len(maze.walls)):
        for move in range(3):
            _judge_prediction(student.call("predict", maze, state, move), maze, state, move)


def _judge_prediction(answer: Any, maze: Walls, state: int, move: int) -> None:
    right = _predict(maze, state, move)
    if answer == right:
        return
    hint = None
    if answer in (_roll(maze, state // 8, state % 8) * 8 + state % 8,
                  _roll(maze, state // 8, state % 8) * 8 + right % 8):
        hint = OLD_ORIENTATION
    elif answer in (right // 8, right // 8 * 8 + state % 8):
        hint = NO_ORIENTATION
    raise Wrong(f"For move {move} of state {state}, which is cell {state // 8} in orientation {state % 8}, predict() "
                f"returned {short_repr(answer)}; expected {right}, cell {right // 8} in orientation {right % 8}.", hint)


@functools.cache
def _moves_in_bullet() -> tuple[tuple[Walls, int, int, int], ...]:
    """Returns the moves of breadth-first search in Bullet, as rows of maze, state, move and next state."""
    made = []
    for task in TASKS:
        episode = Episode(maze_of(task), "breadth-first", settings=Settings.exact())
        episode.run()
        made += [(walls_of(maze_of(task)), move.state, move.move, move.to)
                 for move in episode.moves if move.to is not None]
    return tuple(made)


def _remark(student: Student) -> str:
    made = _moves_in_bullet()
    hits = sum(student.call("predict", maze, state, move) == to for maze, state, move, to in made)
    return (f" Of {len(made)} moves that breadth-first search made in these mazes in Bullet, {hits} ended where "
            f"predict() says ({100 * hits / len(made):.1f} %).")


FUNCTIONS = {"down": (_check_down, _down), "roll": (_check_roll, _roll), "predict": (_check_predict, _predict)}
JUDGES, REMARK = {"predict": _judge_prediction}, _remark
