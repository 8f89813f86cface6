"""Plays with the student's agent in Bullet and compares it with a built-in agent."""
from __future__ import annotations

import functools
from typing import Any, Callable, NamedTuple

from marblemaze import AgentError
from marblemaze.episode import Episode
from marblemaze.maze import Maze, Settings
from marblemaze.local_agents import play
from marblemaze.world import World

from .report import Part, Wrong
from .student import Student

PLAY = "the agent plays"
MAX_MOVES = 500


class Task(NamedTuple):
    """A maze of 3x3x3 cells and a control scheme."""

    seed: int
    orientations: int = 8


class Run(NamedTuple):
    outcome: str
    moves: int

    def __str__(self) -> str:
        return f"{self.outcome}, {self.moves} moves"


def maze_of(task: Task) -> Maze:
    return Maze.generate(3, seed=task.seed)


def _play(student: Student, task: Task) -> Run:
    """Plays with the student's agent. Raises Wrong or Unfinished."""
    try:
        episode = play(student.agent_class(), maze_of(task), orientations=task.orientations, settings=Settings.exact(),
                       move_limit=MAX_MOVES)
    except AgentError as error:
        raise (error.__cause__ or error) from None
    return Run(episode.outcome, episode.counters["moves"])


@functools.cache
def built_in(task: Task, agent: str) -> Run:
    episode = Episode(maze_of(task), agent, orientations=task.orientations, settings=Settings.exact())
    return Run(episode.run(), len(episode.moves))


@functools.cache
def fewest(task: Task) -> str:
    """Returns the minimum number of moves as text."""
    truth = World(maze_of(task), "bullet", orientations=task.orientations, settings=Settings.exact()).truth()
    return f"{len(truth.solution)} moves" if truth.solvable else "unsolvable"


def prepare(exercise: Any) -> None:
    """Computes and caches the results that do not depend on the student's file."""
    for task in exercise.TASKS:
        built_in(task, exercise.BUILT_IN)
        if getattr(exercise, "TRUTH", False):
            fewest(task)


def play_part(student: Student, exercise: Any) -> Part:
    """Grades the runs of the student's agent. They pass if the JUDGES of the exercise find no mistake."""
    mistakes: list[Wrong] = []

    def collect_mistake(judge: Callable[..., None], *arguments: Any) -> None:
        try:
            judge(*arguments)
        except Wrong as mistake:
            mistakes.append(mistake)

    for name, judge in getattr(exercise, "JUDGES", {}).items():
        student.watch(name, functools.partial(collect_mistake, judge))
    agent, truth = exercise.BUILT_IN, getattr(exercise, "TRUTH", False)
    part = Part(PLAY, "passed", table=[["maze", "orientations", "your agent", agent, *["possible"] * truth]])
    for task in exercise.TASKS:
        row = [str(task.seed), str(task.orientations), "", str(built_in(task, agent)),
               *([fewest(task)] if truth else [])]
        part.table.append(row)
        try:
            row[2] = str(_play(student, task))
        except Wrong as wrong:
            row[2] = "stopped"
            part.verdict, part.message, part.hint = "not passed", f"Maze {task.seed}: {wrong.message}", wrong.hint
            break
        if mistakes and part.verdict == "passed":
            part.verdict, part.hint = "not passed", mistakes[0].hint
            part.message = f"Maze {task.seed}: {mistakes[0].message}"
    part.remark = (f'To watch a run: marblemaze watch --exact --seed {task.seed} --orientations {task.orientations} '
                   f'--agent-command "python3 {student.path}". A run in which the marble freezes does not count as a '
                   'mistake.')
    if part.verdict == "passed" and hasattr(exercise, "REMARK"):
        part.remark += exercise.REMARK(student)
    return part
