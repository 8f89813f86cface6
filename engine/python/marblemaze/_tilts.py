"""What the environments in which mazes are turned freely are made of."""
from __future__ import annotations

import functools
from dataclasses import dataclass, field
from typing import Any

from ._library import BadInput, flag, given, real, whole
from ._many import CAPPED, ESCAPED, RUNNING, SOLVED, WORDS, MazeTask, Runs, SavedRun
from ._numpy import NDArray, np
from .free import OBSERVATION, FreeBatch, actions_of
from .maze import Settings
from .names import OUTCOMES
from .world import Pose

_WITHOUT_WAY = OBSERVATION - 4  # the way's direction and length are the last


@dataclass(frozen=True)
class TiltRewards:
    """What a step earns."""

    step: float = -0.01
    """Each; a marble that escapes, a fault of the physics, costs this step and all that are left of the cap."""
    way: float = 1.0
    """For each cell along the theoretical path by which the marble comes nearer to the target; as much less for the way back."""
    solved: float = 1.0
    """For the last step of a run that is solved."""

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            real(name, value)


@dataclass(frozen=True)
class TiltTask(MazeTask):
    """Of an environment in which mazes are turned freely."""

    rest: bool = False
    way: bool = True
    ticks: int = 4
    rewards: TiltRewards = field(default_factory=TiltRewards)

    def __post_init__(self) -> None:
        super().__post_init__()
        flag("way", self.way)
        given("rewards", self.rewards, TiltRewards)
        if not 1 <= whole("ticks", self.ticks, 31) <= 1000:
            raise BadInput(f"ticks {self.ticks}: expected 1 to 1000")


class Tilts(Runs):
    """Runs in mazes that are turned freely."""

    def __init__(self, task: TiltTask, count: int, jobs: int, buffers: dict[str, NDArray[Any]] | None = None) -> None:
        super().__init__(task, count, buffers)
        self.task, count = task, self.count
        self.batch = FreeBatch([task.first_maze] * count, task.kind, settings=task.settings, jobs=jobs)
        self._told = np.zeros((count, OBSERVATION), dtype=np.float32)
        self.seen = self._arrays({"state": ((OBSERVATION if task.way else _WITHOUT_WAY,), np.float32)}, buffers)
        self._left = np.zeros(count)

    # --- the course of the runs ---
    def start(self, mask: NDArray[np.bool_], seeds: NDArray[np.uint64], streams: NDArray[np.uint64]) -> None:
        """New mazes for the runs of the mask."""
        if self.task.maze:
            self.batch.reset(mask)
        else:
            self.batch.new_mazes(seeds, mask)
            self.maze_seeds[mask] = seeds[mask]
        self.batch.draw_for_run(streams, mask)
        self.moves[mask], self.outcomes[mask] = 0, RUNNING
        self._look()

    def _look(self) -> NDArray[np.float64]:
        """Notes how the runs stand; returns by how many cells each marble is nearer to the target than before."""
        self.batch.observations(self._told)
        self.seen["state"][:] = self._told[:, :self.seen["state"].shape[1]]
        before, self._left = self._left, self._told[:, -1].astype(np.float64)
        return before - self._left

    def play(self, actions: NDArray[Any], idle: NDArray[np.bool_] | None = None) -> NDArray[np.float64]:
        """Makes a step in each run that is not idle, and returns all rewards: 0 for those."""
        moving = np.ones(self.count, dtype=bool) if idle is None else ~idle
        self.batch.act(actions, self.task.ticks, None if idle is None else moving)
        solved, escaped = self.batch.rests() if self.task.rest else self.batch.reached(), self.batch.escaped()
        left = self.task.move_cap - self.moves
        self.moves += moving
        outcomes = np.where(left <= 1, CAPPED, RUNNING)
        outcomes[solved], outcomes[escaped] = SOLVED, ESCAPED
        self.outcomes = np.where(moving, outcomes, self.outcomes)
        earn, nearer = self.task.rewards, self._look()
        rewards: NDArray[np.float64] = np.where(escaped, earn.step * left, earn.step + earn.way * nearer) + earn.solved * solved
        return np.where(moving, rewards, 0)

    # --- what is told of them ---
    def observations(self) -> Any:
        return super().observations()["state"]

    def observation(self, i: int) -> Any:
        return self.seen["state"][i].copy()

    def infos(self) -> dict[str, NDArray[Any]]:
        return {"outcome": WORDS[self.outcomes], "maze_seed": self.maze_seeds.copy(), "moves": self.moves.copy(),
                "seconds": self.moves * (self.task.ticks * self.batch.tick)}

    def words(self, i: int) -> str:
        cell = int((self._told[i, 3:6] * self.dims).astype(int) @ (1, self.dims[0], self.dims[0] * self.dims[1]))
        return f"{cell + 1}, {OUTCOMES[self.outcomes[i]]} after {self.moves[i]} steps"

    @functools.cached_property
    def _radius(self) -> float:
        return float((self.task.settings or Settings())["marble_radius"])

    def pose(self, i: int) -> Pose:
        frame = self.batch.frame(i).astype(np.float64)
        turn, axis, place = frame[0], frame[1:4], frame[4:7] - np.array(self.dims) / 2
        turned = place + 2 * np.cross(axis, np.cross(axis, place) + turn * place)
        return Pose(frame[:4], turned, frame[4:7], np.zeros(3), self._radius, 0.0, float(self.moves[i] * self.batch.tick))

    def one_action(self, action: Any, space: Any) -> NDArray[Any]:
        chosen = actions_of(action, (3,))
        return self.all_actions(None if chosen is None else chosen[None])

    def all_actions(self, actions: Any) -> NDArray[Any]:
        chosen = actions_of(actions, (self.count, 3))
        if chosen is None or not np.isfinite(chosen).all():
            raise BadInput(f"actions: expected numbers of shape ({self.count}, 3)")
        return chosen

    def actions(self, spaces: Any) -> Any:
        return spaces.Box(-1, 1, (3,), np.float32)

    def spaces(self, spaces: Any) -> Any:
        return spaces.Box(-np.inf, np.inf, self.seen["state"].shape[1:], np.float32)

    # --- going back ---
    @property
    def _made(self) -> str:
        task = self.task
        return f"{task.kind} {self.dims} {task.layers} turned freely {task.rest} {task.ticks} {task.settings} {task.maze}"

    def save(self, i: int, random: np.random.Generator) -> SavedRun:
        return SavedRun(self._made, int(self.maze_seeds[i]), self.batch.save(i), 0, int(self.moves[i]), OUTCOMES[self.outcomes[i]],
                        {}, dict(random.bit_generator.state))

    def restore(self, i: int, saved: SavedRun, random: np.random.Generator) -> None:
        if given("saved", saved, SavedRun).made != self._made:
            raise BadInput(f"saved run of an environment {saved.made}: expected one {self._made}")
        if not self.task.maze:
            self.batch.new_mazes(np.full(self.count, saved.maze_seed, dtype=np.uint64), self._rows == i)
        if saved.world is not None:
            self.batch.restore(i, saved.world)
        self.maze_seeds[i], self.moves[i], self.outcomes[i] = saved.maze_seed, saved.moves, OUTCOMES.index(saved.outcome)
        self._look()
        random.bit_generator.state = saved.random
