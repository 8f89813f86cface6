"""Worlds: simulations of a marble in a maze, and logic mazes."""
from __future__ import annotations

import ctypes
import enum
from ctypes import c_double, c_int32, c_int64, c_size_t, c_uint64
from typing import Any, Callable, NamedTuple, TypeVar

from ._library import Held, NotNow, address, call, data, encoded, filled, flag, new, number, raw, text, whole
from ._numpy import NDArray, np
from .maze import Maze, Settings, setup_of
from .names import Family, WorldName

BALANCED = 10_000_000
"""Number of the first balanced state. In a balanced state the marble lies on edges above a missing wall."""

_T = TypeVar("_T")


class Motion(enum.IntEnum):
    """State of a world after a tick. The last three end a move."""

    SPEEDING = 0
    SLOWING = 1
    ROLLING = 2
    SETTLED = 3
    FROZEN = 4
    OVERDUE = 5


class Pose(NamedTuple):
    """Position of maze and marble. Lengths are in cells. In the world frame z points up, and the origin is the maze's centre."""

    maze_rotation: NDArray[np.float64]
    """Quaternion (w, x, y, z) that rotates the maze's frame into the world frame, shape (4,)."""
    marble_position: NDArray[np.float64]
    """Centre of the marble in the world frame, shape (3,)."""
    marble_in_maze: NDArray[np.float64]
    """Centre of the marble in the maze's frame, 0 to dims, shape (3,)."""
    marble_velocity: NDArray[np.float64]
    """Velocity of the marble in the world frame, cells/s, shape (3,)."""
    marble_radius: float
    """Radius of the marble, cells."""
    kinetic_energy: float
    """Kinetic energy of the marble, J."""
    time: float
    """Simulated time since the last reset, s."""


def pose_from(info: Any) -> Pose:
    """Converts an mm_pose."""
    return Pose(np.array(info.maze_rotation), np.array(info.marble_position), np.array(info.marble_in_maze),
                np.array(info.marble_velocity), info.marble_radius, info.kinetic_energy, info.time)


class Truth(NamedTuple):
    """Reference solution of a world."""

    solvable: bool
    """False if no path to the target was found."""
    solution: list[int]
    """Shortest known sequence of moves from the first state to the target. With noise no sequence is certain: these are the moves
    of the reference policy if each move has its most likely outcome."""
    complete: bool
    """True if all possibilities were tried, False if the budget ended the search."""
    tried: int
    """Number of moves tried."""
    chance: float
    """Probability of reaching the target with the reference policy. Without noise it is 1 or 0."""


def _at_rest(use: Callable[..., _T], *arguments: Any) -> _T:
    """Calls a function that requires a world at rest, and adds the remedy to its error."""
    try:
        return use(*arguments)
    except NotNow as error:
        raise NotNow(f"{error}; call settle() first") from None


class World(Held):
    """A marble in a maze, or a logic maze, in which moves cannot be undone.

    In a new world the marble is not at rest. Call settle() to let it come to rest, then move() until `goal` is True.

    A world can be pickled and deep-copied at any time, also during a move. The copy continues bit-identically, including its noise.

    Args:
        maze: The maze.
        world: The simulation: "bullet", "imagined" (the fast planning model) or "predicted" (the thesis's path predictor).
        orientations: Control scheme: 4, 8 or 24 orientations. By default 4 in a flat maze and 8 in others.
        settings: Settings of the physics.
    """

    maze: Maze | None
    """The maze, or None in a world of a family."""

    def __init__(self, maze: Maze, world: WorldName = "bullet", *, orientations: int | None = None,
                 settings: Settings | None = None) -> None:
        self.maze = maze
        self._setup: tuple[Any, ...] = maze, world, orientations, settings
        self._handle = new("world_create", *setup_of(world, maze, orientations, settings))

    @classmethod
    def in_family(cls, family: Family, seed: int) -> World:
        """Creates the world of a seed in a family.

        Args:
            family: Name of a family in catalogue()["families"], such as "four-bit".
            seed: Seed of the world, 0 to 2**64 - 1.
        """
        handle = new("world_create_in_family", encoded("family", family), whole("seed", seed, 64))
        return cls._of(handle, (None, family, seed, None))

    @classmethod
    def _of(cls, handle: int, setup: tuple[Any, ...]) -> World:
        made = cls.__new__(cls)
        made._handle, made.maze, made._setup = handle, setup[0], setup
        return made

    @classmethod
    def _restored(cls, maze: Maze | None, world: Any, number: Any, settings: Settings | None, saved: bytes) -> World:
        made = cls.in_family(world, number) if maze is None else cls(maze, world, orientations=number, settings=settings)
        made.restore(saved)
        return made

    def __reduce__(self) -> Any:
        return World._restored, (*self._setup, self.save())

    def _info(self) -> Any:
        return filled("world_get_info", "world_info", self._handle)

    # --- the current state ---
    @property
    def kind(self) -> str:
        """Name of the simulation or of the family, such as "bullet"."""
        return text("world_kind", self._handle)

    @property
    def orientations(self) -> int:
        """Number of orientations of the current control scheme; 0 in a logic maze."""
        return int(self._info().orientations)

    @property
    def deterministic(self) -> bool:
        """True if the world uses no random numbers."""
        return bool(self._info().deterministic)

    @property
    def at_rest(self) -> bool:
        """True if a move can begin."""
        return bool(self._info().at_rest)

    @property
    def state(self) -> int | None:
        """State in which the marble rests or last rested. None before the first rest, or if it froze outside all states."""
        state = self._info().state
        return None if state < 0 else int(state)

    @property
    def goal(self) -> bool:
        """True if the state is a goal."""
        return bool(self._info().goal)

    @property
    def moves(self) -> range:
        """Moves of the current state."""
        return range(self._info().moves)

    def cell(self, state: int) -> int:
        """Returns the cell of a state.

        Args:
            state: A state of the current control scheme, which may be balanced.
        """
        return whole("state", state, 31) % BALANCED // self.orientations

    def pose(self) -> Pose:
        """Returns the positions of maze and marble. Raises Unsupported in a world without positions."""
        return pose_from(filled("world_pose", "pose", self._handle))

    @property
    def state_hash(self) -> int:
        """Hash of the mechanical state."""
        return number("world_state_hash", self._handle, of=c_uint64)

    # --- acting ---
    def reset(self) -> None:
        """Puts the marble back into the start cell, where it is not yet at rest."""
        call("world_reset", self._handle)

    def settle(self) -> Motion:
        """Simulates until the marble rests or its time is up."""
        return Motion(number("world_settle", self._handle))

    def move(self, move: int) -> Motion:
        """Makes a move and simulates it to its end.

        Args:
            move: Number of the move, 0 to the number of moves - 1.

        Returns:
            SETTLED, FROZEN or OVERDUE.

        Raises:
            NotNow: The world is not at rest.
        """
        return Motion(_at_rest(number, "world_move", self._handle, whole("move", move, 32, True)))

    def begin(self, move: int) -> None:
        """Begins a move, which tick() or settle() continue. Raises NotNow if the world is not at rest.

        Args:
            move: Number of the move, 0 to the number of moves - 1.
        """
        _at_rest(call, "world_begin", self._handle, whole("move", move, 32, True))

    def begin_switch(self, orientations: int) -> None:
        """Begins the turn to another control scheme, which tick() or settle() continue.

        Args:
            orientations: The other scheme, 8 or 24.

        Raises:
            NotNow: The world is not at rest.
            Unsupported: The world has only one scheme.
        """
        _at_rest(call, "world_begin_switch", self._handle, whole("orientations", orientations, 32, True))

    def tick(self, most: int = 1) -> tuple[Motion, int]:
        """Makes time steps until the move ends.

        Args:
            most: Maximum number of time steps.

        Returns:
            The motion after the last step, and the number of steps.
        """
        motion, ticks = c_int32(), c_int64()
        call("world_tick", self._handle, whole("ticks", most, 64, True), ctypes.byref(motion), ctypes.byref(ticks))
        return Motion(motion.value), ticks.value

    # --- the rules, for any state ---
    def moves_of(self, state: int) -> range:
        """Returns the moves of a state.

        Args:
            state: Any state of the world.
        """
        return range(number("world_move_count", self._handle, whole("state", state, 32, True)))

    def is_goal(self, state: int) -> bool:
        """Returns whether a state is a goal.

        Args:
            state: Any state of the world.
        """
        return bool(number("world_is_goal", self._handle, whole("state", state, 32, True)))

    def certain_result(self, state: int, move: int) -> int | None:
        """Returns the state in which a move is certain to end, or None if only a trial shows it.

        Args:
            state: Any state of the world.
            move: A move of this state.
        """
        to = number("world_certain_result", self._handle, whole("state", state, 32, True), whole("move", move, 32, True))
        return None if to < 0 else to

    def describe(self, state: int, move: int | None = None) -> str:
        """Describes a state, or a move from it, in words.

        Args:
            state: Any state of the world.
            move: A move of this state.
        """
        if move is None:
            return text("world_describe_state", self._handle, whole("state", state, 32, True))
        return text("world_describe_move", self._handle, whole("state", state, 32, True), whole("move", move, 32, True))

    # --- noise and copies ---
    def draw_from(self, stream: int) -> None:
        """Takes the actuator noise from a random stream from now on.

        Args:
            stream: Number of the stream, 0 to 2**64 - 1.
        """
        call("world_draw_from", self._handle, whole("stream", stream, 64))

    def draw_for_run(self, run: int) -> None:
        """Takes the actuator noise from the stream that the program's option --run selects.

        Args:
            run: Number of the run.
        """
        call("world_draw_for_run", self._handle, whole("run", run, 64))

    def copy(self) -> World:
        """Returns an exact copy, whose future noise is that of this world. At any time, also during a move."""
        return World._of(new("world_copy", self._handle), self._setup)

    def copy_for_agent(self, stream: int) -> World:
        """Returns a copy with other noise, for agents and environments. Raises NotNow if the world is not at rest.

        Args:
            stream: Random stream of the copy's noise, 0 to 2**64 - 1.
        """
        return World._of(_at_rest(new, "world_copy_for_agent", self._handle, whole("stream", stream, 64)), self._setup)

    def save(self) -> bytes:
        """Returns the complete state, including the noise to come. At any time, also during a move."""
        return data("world_save", self._handle)

    def restore(self, saved: bytes) -> None:
        """Continues from a saved state, which may come from another process.

        Args:
            saved: Bytes from save(), of a world with the same arguments.
        """
        call("world_restore", self._handle, *raw("saved", saved))

    def truth(self, *, recovery: bool = False, budget: int = 0) -> Truth:
        """Computes the reference solution from the start. This world does not change. It takes seconds, with noise minutes.

        Args:
            recovery: Whether a run continues after the marble froze on edges.
            budget: Maximum number of moves to try; 0 stands for the program's default.
        """
        solvable, complete, tried, length = c_int32(), c_int32(), c_int64(), c_size_t()
        moves, chance = np.empty(1 << 16, dtype=np.int32), c_double()
        call("world_truth", self._handle, flag("recovery", recovery), whole("budget", budget, 64, True), ctypes.byref(solvable),
             ctypes.byref(complete), ctypes.byref(tried), ctypes.byref(chance), address(moves), moves.size, ctypes.byref(length))
        solution = [int(move) for move in moves[:length.value]]
        return Truth(bool(solvable.value), solution, bool(complete.value), tried.value, chance.value)

    def __repr__(self) -> str:
        state = self.state
        return f"<World {self.kind}: {'no state' if state is None else self.describe(state)}>"
