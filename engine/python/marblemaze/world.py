"""Worlds: what is acted on."""
from __future__ import annotations

import ctypes
import enum
from ctypes import c_double, c_int32, c_int64, c_size_t, c_uint64
from typing import Any, NamedTuple

from ._library import Held, address, call, data, encoded, filled, flag, new, number, raw, text, whole
from ._numpy import NDArray, np
from .maze import Maze, Settings, setup_of
from .names import Family, WorldName

BALANCED = 10_000_000
"""States from here on are balanced ones: the marble lies on edges, with a wall missing below it."""


class Motion(enum.IntEnum):
    """How a tick left a world. The last three end a move."""

    SPEEDING = 0
    SLOWING = 1
    ROLLING = 2
    SETTLED = 3
    FROZEN = 4
    OVERDUE = 5


class Pose(NamedTuple):
    """The maze and the marble in space. Lengths in cells; the world frame has z up, its origin is the maze's centre."""

    maze_rotation: NDArray[np.float64]
    """Shape (4,). Quaternion w, x, y, z: turns the maze's frame into the world's."""
    marble_position: NDArray[np.float64]
    """Shape (3,). Centre of the marble in the world frame."""
    marble_in_maze: NDArray[np.float64]
    """Shape (3,). Centre of the marble in the maze frame, 0 to dims."""
    marble_velocity: NDArray[np.float64]
    """Shape (3,). Velocity in the world frame, cells/s."""
    marble_radius: float
    """Radius of the marble, cells."""
    kinetic_energy: float
    """Kinetic energy of the marble, J."""
    time: float
    """Seconds simulated since the last reset."""


def pose_from(told: Any) -> Pose:
    """Of an mm_pose."""
    return Pose(np.array(told.maze_rotation), np.array(told.marble_position), np.array(told.marble_in_maze),
                np.array(told.marble_velocity), told.marble_radius, told.kinetic_energy, told.time)


class Truth(NamedTuple):
    """What is possible in a world: the optimum, or with noise a policy tried in new runs. Copies of the world try the moves."""

    solvable: bool
    """False where no way to a goal was found."""
    solution: list[int]
    """The fewest moves found from the first state to a goal."""
    complete: bool
    """Was every way tried? False where the budget of moves ended first."""
    tried: int
    """Moves tried."""
    chance: float
    """Probability of reaching the goal: 1 or 0, and between only with noise. With noise no moves are sure to lead to it: the
    solution is then that policy's, if each move ends as is likeliest."""


class World(Held):
    """An environment in which a move cannot be undone. It begins at its start: settle() brings it to its first state. Then
    move(), and look at the state, until goal is true.

    Parameters
    ----------
    maze : Maze
        In which the marble is.
    kind : {"bullet", "imagined", "predicted"}, default "bullet"
        The physics.
    orientations : {4, 8, 24}, optional
        The control scheme; by default the maze's first.
    settings : Settings, optional
        Of the physics.

    Raises
    ------
    BadInput
        For a value that makes no sense.
    """

    maze: Maze | None
    """The maze; None in a world of a family."""

    def __init__(self, maze: Maze, kind: WorldName = "bullet", *, orientations: int | None = None,
                 settings: Settings | None = None) -> None:
        self.maze = maze
        self._handle = new("world_create", *setup_of(kind, maze, orientations, settings))

    @classmethod
    def in_family(cls, family: Family, seed: int) -> World:
        """The world of a seed in a family.

        Parameters
        ----------
        family : str
            One of catalogue()["families"], such as "four-bit".
        seed : int
            0 to 2**64 - 1.
        """
        return cls._of(new("world_create_in_family", encoded("family", family), whole("seed", seed, 64)), None)

    @classmethod
    def _of(cls, handle: int, maze: Maze | None) -> World:
        made = cls.__new__(cls)
        made._handle, made.maze = handle, maze
        return made

    def _info(self) -> Any:
        return filled("world_get_info", "world_info", self._handle)

    # --- how it stands ---
    @property
    def kind(self) -> str:
        """The kind of world in a word: "bullet"."""
        return text("world_kind", self._handle)

    @property
    def orientations(self) -> int:
        """Orientations of the present control scheme; 0 in a logic maze."""
        return int(self._info().orientations)

    @property
    def deterministic(self) -> bool:
        """True where it draws no random numbers."""
        return bool(self._info().deterministic)

    @property
    def at_rest(self) -> bool:
        """True where a move can begin."""
        return bool(self._info().at_rest)

    @property
    def state(self) -> int | None:
        """The state in which it rests, or rested last. None before the first rest, and where it froze outside all states."""
        state = self._info().state
        return None if state < 0 else int(state)

    @property
    def goal(self) -> bool:
        """True where its state is a goal."""
        return bool(self._info().goal)

    @property
    def moves(self) -> range:
        """The moves of its state."""
        return range(self._info().moves)

    def cell(self, state: int) -> int:
        """The cell of a state of a marble's maze.

        Parameters
        ----------
        state : int
            Of the control scheme in force; a balanced one, too.
        """
        return whole("state", state, 31) % BALANCED // self.orientations

    def pose(self) -> Pose:
        """Position and velocity in space. Raises Unsupported in a world without them."""
        return pose_from(filled("world_pose", "pose", self._handle))

    @property
    def state_hash(self) -> int:
        """A number that differs wherever the mechanical state does."""
        return number("world_state_hash", self._handle, of=c_uint64)

    # --- acting ---
    def reset(self) -> None:
        """Puts the world back to its start, where it is not at rest."""
        call("world_reset", self._handle)

    def settle(self) -> Motion:
        """Ticks until it rests or is overdue."""
        return Motion(number("world_settle", self._handle))

    def move(self, move: int) -> Motion:
        """Makes a move to its end.

        Parameters
        ----------
        move : int
            0 to the number of moves - 1.

        Returns
        -------
        Motion
            SETTLED, FROZEN or OVERDUE.

        Raises
        ------
        NotNow
            Where the world is not at rest.
        BadInput
            For a move that the state does not have.
        """
        return Motion(number("world_move", self._handle, whole("move", move, 32, True)))

    def begin(self, move: int) -> None:
        """Begins a move; tick() or settle() carry it on.

        Parameters
        ----------
        move : int
            0 to the number of moves - 1.

        Raises
        ------
        NotNow
            Where the world is not at rest.
        """
        call("world_begin", self._handle, whole("move", move, 32, True))

    def begin_switch(self, orientations: int) -> None:
        """Begins the turn to another control scheme; tick() or settle() carry it on.

        Parameters
        ----------
        orientations : {8, 24}
            Of the other scheme.

        Raises
        ------
        NotNow
            Where the world is not at rest.
        Unsupported
            In a world that has one scheme.
        """
        call("world_begin_switch", self._handle, whole("orientations", orientations, 32, True))

    def tick(self, most: int = 1) -> tuple[Motion, int]:
        """Makes fixed steps until the move ends.

        Parameters
        ----------
        most : int, default 1
            Steps at most.

        Returns
        -------
        Motion, int
            How the last step left the world, and their number.
        """
        motion, ticks = c_int32(), c_int64()
        call("world_tick", self._handle, whole("ticks", most, 64, True), ctypes.byref(motion), ctypes.byref(ticks))
        return Motion(motion.value), ticks.value

    # --- the rules, of any state ---
    def moves_of(self, state: int) -> range:
        """The moves of a state.

        Parameters
        ----------
        state : int
            Any state of the world.
        """
        return range(number("world_move_count", self._handle, whole("state", state, 32, True)))

    def is_goal(self, state: int) -> bool:
        """Is a state a goal?

        Parameters
        ----------
        state : int
            Any state of the world.
        """
        return bool(number("world_is_goal", self._handle, whole("state", state, 32, True)))

    def certain_result(self, state: int, move: int) -> int | None:
        """Where a move is certain to lead.

        Parameters
        ----------
        state : int
            Any state of the world.
        move : int
            One of its moves.

        Returns
        -------
        int or None
            None where that needs a trial.
        """
        to = number("world_certain_result", self._handle, whole("state", state, 32, True), whole("move", move, 32, True))
        return None if to < 0 else to

    def describe(self, state: int, move: int | None = None) -> str:
        """A state, or a move from it, in words.

        Parameters
        ----------
        state : int
            Any state of the world.
        move : int, optional
            One of its moves.
        """
        if move is None:
            return text("world_describe_state", self._handle, whole("state", state, 32, True))
        return text("world_describe_move", self._handle, whole("state", state, 32, True), whole("move", move, 32, True))

    # --- draws and copies ---
    def draw_from(self, stream: int) -> None:
        """The noise of the actuator is drawn from this stream from now on.

        Parameters
        ----------
        stream : int
            0 to 2**64 - 1.
        """
        call("world_draw_from", self._handle, whole("stream", stream, 64))

    def draw_for_run(self, run: int) -> None:
        """The same with the stream that the program's --run names.

        Parameters
        ----------
        run : int
            Of this maze.
        """
        call("world_draw_for_run", self._handle, whole("run", run, 64))

    def copy(self) -> World:
        """The owner's copy, with the same random numbers to come.

        Raises
        ------
        NotNow
            Where the world is not at rest.
        """
        return World._of(new("world_copy", self._handle), self.maze)

    def copy_for_agent(self, stream: int) -> World:
        """A copy with new random numbers, for agents and environments. Raises as copy() does.

        Parameters
        ----------
        stream : int
            From which it draws, 0 to 2**64 - 1.
        """
        return World._of(new("world_copy_for_agent", self._handle, whole("stream", stream, 64)), self.maze)

    def save(self) -> bytes:
        """The owner's copy as bytes. Another process can restore them. Raises as copy() does."""
        return data("world_save", self._handle)

    def restore(self, saved: bytes) -> None:
        """Continues where the bytes were saved.

        Parameters
        ----------
        saved : bytes
            Of save(), in a world that was made like this one.

        Raises
        ------
        BadInput
            For other bytes.
        """
        call("world_restore", self._handle, *raw("saved", saved))

    def truth(self, *, recovery: bool = False, budget: int = 0) -> Truth:
        """What is possible from the start of a world made like this one. This world is not touched. Takes seconds, with noise
        minutes.

        Parameters
        ----------
        recovery : bool, default False
            Does a balanced marble go on?
        budget : int, default 0
            Moves to try; 0 stands for the program's own number.
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
