"""Runs of a student's agent in Bullet, compared with runs of a built-in agent."""
from __future__ import annotations

import functools
import numbers
from typing import Any, Callable, NamedTuple

from marblemaze.agent import Answer, Place, Walls
from marblemaze.episode import Episode
from marblemaze.maze import Maze, Settings
from marblemaze.model import ForwardModel
from marblemaze.world import Motion, World

from .report import Part, Wrong
from .student import Student

PLAY = "the agent plays"
MOST_MOVES = 500


class Task(NamedTuple):
    """A maze of 3x3x3 cells, and a control scheme."""

    seed: int
    orientations: int = 8


class Run(NamedTuple):
    outcome: str
    moves: int

    def __str__(self) -> str:
        return f"{self.outcome}, {self.moves} moves"


def maze_of(task: Task) -> Maze:
    return Maze.generate(3, seed=task.seed)


def walls_of(maze: Maze) -> Walls:
    """Returns the walls as an agent with the access level "full" receives them."""
    bits = maze.walls().reshape(-1, 6)
    return Walls(maze.dims, maze.start, maze.target, tuple(sum(1 << side for side in range(6) if row[side]) for row in bits))


class _Game:
    """Plays a maze with an agent, as the program does over the agent protocol (docs/reference/protocol.md)."""

    def __init__(self, student: Student, task: Task) -> None:
        self._student, self._task = student, task
        maze, settings = maze_of(task), Settings.exact()
        self._world = World(maze, "bullet", orientations=task.orientations, settings=settings)
        self._distances = maze.distances().reshape(-1)
        self._agent = student.agent()
        self._agent.orientations = task.orientations
        self._agent.info = lambda text: None  # type: ignore[method-assign]
        if self._agent.knowledge == "full":
            self._agent.maze = walls_of(maze)
            self._model = ForwardModel(maze, "imagination", orientations=task.orientations, settings=settings)
            self._agent.ask = self._ask  # type: ignore[method-assign]

    def _ask(self, model: str, state: int, move: int) -> list[Answer]:
        assert model == "imagination", "the only model that exercises ask"
        return self._model.predict(state, move)

    def play(self) -> Run:
        made, ending = 0, self._world.settle()
        while ending == Motion.SETTLED:
            here = self._meet(self._world.state)
            if self._world.goal:
                return Run("solved", made)
            if made == MOST_MOVES:
                return Run("capped", made)
            if made == 0:
                self._student.begin(self._agent)
            move = self._student.choose(self._agent, here)
            if move is None:
                return Run("unsolvable", made)
            if not isinstance(move, numbers.Integral) or not 0 <= move < here.moves:
                raise Wrong(f"In maze {self._task.seed} choose() returned {move!r} for move {made + 1}; expected 0 to "
                            f"{here.moves - 1}, or None to give up.")
            ending = self._world.move(int(move))
            made += 1
            if ending == Motion.SETTLED:
                here.leads[move] = self._meet(self._world.state).state
        return Run("frozen" if ending == Motion.FROZEN else "overdue", made)

    def _meet(self, state: int) -> Place:
        """Returns the place of a state. Also creates the places of all states to which certain moves lead from there."""
        places: dict[int, Place] = self._agent.places
        if state not in places:
            cell = self._world.cell(state)
            moves = len(self._world.moves_of(state))
            sees = self._agent.knowledge != "blind"
            places[state] = Place(state, moves, cell, state % self._task.orientations,
                                  distance=float(self._distances[cell]) if sees else None, leads=[None] * moves)
            for move in range(moves):
                certain = self._world.certain_result(state, move)
                if certain is not None:
                    places[state].leads[move] = self._meet(certain).state
        return places[state]


@functools.cache
def built_in(task: Task, agent: str) -> Run:
    episode = Episode(maze_of(task), agent, orientations=task.orientations, settings=Settings.exact())
    return Run(episode.run(), len(episode.moves))


@functools.cache
def fewest(task: Task) -> str:
    """Returns the minimum number of moves, in words."""
    truth = World(maze_of(task), "bullet", orientations=task.orientations, settings=Settings.exact()).truth()
    return f"{len(truth.solution)} moves" if truth.solvable else "unsolvable"


def prepare(exercise: Any) -> None:
    """Plays the runs that are the same for all files, before the process for one of them begins."""
    for task in exercise.TASKS:
        built_in(task, exercise.BUILT_IN)
        if getattr(exercise, "TRUTH", False):
            fewest(task)


def play_part(student: Student, exercise: Any) -> Part:
    """Grades the runs of the student's agent. The part passes if the exercise's JUDGES find no mistake in its decisions."""
    complaints: list[Wrong] = []

    def noting(judge: Callable[..., None], *arguments: Any) -> None:
        try:
            judge(*arguments)
        except Wrong as complaint:
            complaints.append(complaint)

    for name, judge in getattr(exercise, "JUDGES", {}).items():
        student.watch(name, functools.partial(noting, judge))
    agent, truth = exercise.BUILT_IN, getattr(exercise, "TRUTH", False)
    part = Part(PLAY, "passed", table=[["maze", "orientations", "your agent", agent, *["possible"] * truth]])
    for task in exercise.TASKS:
        row = [str(task.seed), str(task.orientations), "", str(built_in(task, agent)), *([fewest(task)] if truth else [])]
        part.table.append(row)
        try:
            row[2] = str(_Game(student, task).play())
        except Wrong as wrong:
            row[2] = "stopped"
            part.verdict, part.message, part.hint = "not passed", f"Maze {task.seed}: {wrong.message}", wrong.hint
            break
        if complaints and part.verdict == "passed":
            part.verdict, part.hint = "not passed", complaints[0].hint
            part.message = f"Maze {task.seed}: {complaints[0].message}"
    part.remark = (f'To watch a run: marblemaze watch --exact --seed {task.seed} --orientations {task.orientations} --agent-command '
                   f'"python3 {student.path}". A run in which the marble freezes does not count as a mistake.')
    if part.verdict == "passed" and hasattr(exercise, "REMARK"):
        part.remark += exercise.REMARK(student)
    return part

