"""Worlds: simulated marble mazes, and logic mazes."""
from __future__ import annotations

import contextlib
import ctypes
import enum
from ctypes import c_int32, c_int64
from typing import Any, Iterator, NamedTuple

from ._arguments import TILT, address, boolean, control_of, encode, instance_of, integer
from ._errors import BadInput, BadType, NotNow, Unsupported
from ._handles import Copyable, member, optional
from ._library import call, call_handle, call_struct, call_text, copy_array
from ._numpy import ArrayLike, NDArray, np
from .maze import Maze, Settings, setup_of
from .names import OUTCOMES, Family, Outcome, TiltPolicyName, TiltWorldName, WorldName

BALANCED = 10_000_000
"""Smallest number of a balanced state. In a balanced state, the marble rests on edges above an open side of its
cell."""


class Motion(enum.IntEnum):
    """Phase of a move after a tick. Every move ends with one of the last three values."""

    SPEEDING = 0
    SLOWING = 1
    ROLLING = 2
    SETTLED = 3
    FROZEN = 4
    OVERDUE = 5


class TiltState(NamedTuple):
    """Physical state under continuous control, in the maze frame. Arrays have the shape (3,), or (N, 3) for N
    worlds."""

    marble: NDArray[np.float64]
    """Centre of the marble, 0 to dims, cells."""
    velocity: NDArray[np.float64]
    """Velocity of the marble relative to the maze, cells/s."""
    spin: NDArray[np.float64]
    """Angular velocity of the marble relative to the maze, rad/s."""
    down: NDArray[np.float64]
    """Direction of gravity, a unit vector."""
    rate: NDArray[np.float64]
    """Angular velocity of the maze, rad/s."""


class Choice(NamedTuple):
    """Command of a built-in tilt policy."""

    action: NDArray[np.float64]
    """Command for TiltWorld.act(), shape (3,)."""
    reason: str
    """Reason for the command."""


class Pose(NamedTuple):
    """Poses of the maze and the marble. In the world frame, z points up and the origin is the centre of the maze."""

    maze_rotation: NDArray[np.float64]
    """Quaternion (w, x, y, z) from the maze frame to the world frame, shape (4,)."""
    marble_position: NDArray[np.float64]
    """Centre of the marble in the world frame, cells, shape (3,)."""
    marble_in_maze: NDArray[np.float64]
    """Centre of the marble in the maze frame, 0 to dims, cells, shape (3,)."""
    marble_velocity: NDArray[np.float64]
    """Velocity of the marble in the world frame, cells/s, shape (3,)."""
    marble_radius: float
    """Radius of the marble, cells."""
    kinetic_energy: float
    """Kinetic energy of the marble, J."""
    time: float
    """Simulated time since the last reset, s."""


class Truth(NamedTuple):
    """Reference solution of a world."""

    solvable: bool
    """True if a path to the target was found."""
    solution: list[int]
    """Shortest path found from the first state to the target, as moves. With noise, these are the moves of the
    reference policy if every move has its most likely outcome."""
    complete: bool
    """True if the search tried all moves, False if it ran out of budget."""
    tried: int
    """Number of moves tried."""
    chance: float
    """Probability of reaching the target with the reference policy. 0 or 1 without noise."""


@contextlib.contextmanager
def _at_rest() -> Iterator[None]:
    """Adds a hint to the error message of calls that require a world at rest."""
    try:
        yield
    except NotNow as error:
        raise NotNow(f"{error}; call settle() first") from None


class _WorldBase(Copyable):
    """Common base of World and TiltWorld."""

    def _create(self, setup: Any, **arguments: Any) -> None:
        self._handle, self._arguments = call_handle("world_create", ctypes.byref(setup)), arguments

    @property
    def _info(self) -> Any:
        return call_struct("world_observe", "observation", self._handle)

    @property
    def maze(self) -> Maze | None:
        """The maze, or None in a world of a family."""
        return self._arguments.get("maze")

    kind: str = member("kind", bytes.decode, 'Name of the simulation or of the family, for example "bullet".')
    deterministic: bool = member("deterministic", bool, "True if the simulation uses no random numbers.")
    outcome: Outcome = member("outcome", OUTCOMES.__getitem__, "Outcome after the last move or tick.")
    ticks: int = member("ticks", int, "Number of time steps since the last reset; 0 in worlds without positions.")

    def pose(self) -> Pose:
        """Returns the poses of the maze and the marble. Raises Unsupported in a world without positions."""
        seen = self._info
        if not seen.posed:
            raise Unsupported("world: this world has no positions")
        return Pose(np.array(seen.maze_rotation), np.array(seen.marble_position), np.array(seen.marble_in_maze),
                    np.array(seen.marble_velocity), seen.marble_radius, seen.kinetic_energy, seen.time)

    def frame(self) -> NDArray[np.float32]:
        """Returns the pose, shape (12,), as in Episode.frames()."""
        return np.array(self._info.frame, dtype=np.float32)

    state_hash: int = member("hash", int, "Hash of the complete state of the world.")

    def reset(self) -> None:
        """Resets the world to its initial state and restarts its random stream."""
        call("world_reset", self._handle)

    def draw_from(self, stream: int) -> None:
        """Selects the random stream of the actuator noise.

        Args:
            stream: Number of the random stream, 0 to 2**64 - 1.
        """
        call("world_draw_from", self._handle, integer("stream", stream, 64), 0)

    def draw_for_run(self, run: int) -> None:
        """Selects the actuator noise of a run, like the option --run of the program.

        Args:
            run: Run number.
        """
        call("world_draw_from", self._handle, integer("run", run, 64), 1)


class World(_WorldBase):
    """A marble maze with discrete moves, or a logic maze.

    In a new world, the marble is not at rest. Call settle() first, then call move() until `goal` is True.

    Worlds can be pickled and copied, even during a move. The copy continues bit-identically, including its random
    numbers.

    Args:
        maze: The maze.
        world: The simulation: "bullet", "imagined" (the fast planning model) or "predicted" (the thesis's path
            predictor).
        orientations: Control scheme: 4, 8 or 24 orientations. By default, 4 in a flat maze, otherwise 8.
        settings: Physics settings.
    """

    def __init__(self, maze: Maze, world: WorldName = "bullet", *, orientations: int | None = None,
                 settings: Settings | None = None) -> None:
        self._create(setup_of(world, instance_of("maze", maze, Maze), settings, control=control_of(orientations)),
                     maze=maze, world=world, orientations=orientations, settings=settings)

    @classmethod
    def in_family(cls, family: Family, seed: int) -> World:
        """Creates a world that a family generates from a seed.

        Args:
            family: Name of a family in catalogue()["families"], such as "four-bit".
            seed: Seed of the world, 0 to 2**64 - 1.
        """
        made = cls.__new__(cls)
        made._create(setup_of(family, None, seed=seed), family=family, seed=seed)
        return made

    orientations: int = member("orientations", int,
                               "Number of orientations of the current control scheme; 0 in a logic maze.")
    at_rest: bool = member("at_rest", bool, "True if a move can begin.")
    state: int | None = member("state", optional,
                               "State in which the marble rests or last rested, or None if there is none.")
    goal: bool = member("goal", bool, "True if the marble is at rest in the target.")
    moves: range = member("moves", range, "Legal moves in the current state.")

    def cell(self, state: int) -> int:
        """Returns the cell of a state.

        Args:
            state: State of the current control scheme, including balanced states.
        """
        return integer("state", state, 31) % BALANCED // self.orientations

    def _step(self, move: int, ticks: int) -> tuple[Motion, int]:
        motion, made = c_int32(), c_int64()
        with _at_rest():
            call("world_step", self._handle, move, ticks, ctypes.byref(motion), ctypes.byref(made))
        return Motion(motion.value), made.value

    def settle(self) -> Motion:
        """Simulates until the marble is at rest or the move times out."""
        return self._step(-1, -1)[0]

    def move(self, move: int) -> Motion:
        """Executes a move and simulates it to its end.

        Args:
            move: Index of the move, 0 to the number of moves - 1.

        Returns:
            SETTLED, FROZEN or OVERDUE.

        Raises:
            NotNow: The world is not at rest.
        """
        return self._step(integer("move", move, 31), -1)[0]

    def begin(self, move: int) -> None:
        """Begins a move. Call tick() or settle() to continue it. Raises NotNow if the world is not at rest.

        Args:
            move: Index of the move, 0 to the number of moves - 1.
        """
        self._step(integer("move", move, 31), 0)

    def begin_switch(self, orientations: int) -> None:
        """Begins the turn to another control scheme. Call tick() or settle() to continue it.

        Args:
            orientations: Number of orientations of the new scheme, 8 or 24.

        Raises:
            NotNow: The world is not at rest.
            Unsupported: The world has only one scheme.
        """
        with _at_rest():
            call("world_begin_switch", self._handle, integer("orientations", orientations, 32, True))

    def tick(self, most: int = 1) -> tuple[Motion, int]:
        """Simulates time steps until the move ends.

        Args:
            most: Maximum number of time steps.

        Returns:
            The motion after the last step, and the number of steps.
        """
        return self._step(-1, integer("ticks", most, 63, least=1))

    def _rule(self, state: int, move: int = -1) -> Any:
        return call_struct("world_rule", "rule", self._handle, integer("state", state, 32, True), move)

    def moves_of(self, state: int) -> range:
        """Returns the legal moves in a state.

        Args:
            state: Any state of the world.
        """
        return range(self._rule(state).moves)

    def is_goal(self, state: int) -> bool:
        """Returns True if a state is a goal.

        Args:
            state: Any state of the world.
        """
        return bool(self._rule(state).goal)

    def certain_result(self, state: int, move: int) -> int | None:
        """Returns the state in which a move ends, or None if the rules do not determine it.

        Args:
            state: Any state of the world.
            move: A move of this state.
        """
        return optional(self._rule(state, integer("move", move, 31)).to)

    def describe(self, state: int, move: int | None = None) -> str:
        """Describes a state or one of its moves as text.

        Args:
            state: Any state of the world.
            move: A move of this state.
        """
        return call_text("world_describe", self._handle, integer("state", state, 32, True),
                         -1 if move is None else integer("move", move, 31))

    def copy_for_agent(self, stream: int) -> World:
        """Returns a copy with different noise, for use by agents. Raises NotNow if the world is not at rest.

        Args:
            stream: Number of the random stream for the noise of the copy, 0 to 2**64 - 1.
        """
        with _at_rest():
            copy = call_handle("world_copy_for_agent", self._handle, integer("stream", stream, 64))
        return World._of(copy, _arguments=self._arguments)

    def truth(self, *, recovery: bool = False, budget: int = 0) -> Truth:
        """Computes the reference solution from the start. The world does not change. Takes seconds, or minutes with
        noise.

        Args:
            recovery: Whether runs continue if the marble balances on edges.
            budget: Maximum number of moves to try. 0 means the default of the program.
        """
        found = call_struct("world_truth", "truth", self._handle, boolean("recovery", recovery),
                            integer("budget", budget, 64, True))
        solution = copy_array(found.solution, (found.length,), np.int32).tolist()
        return Truth(bool(found.solvable), solution, bool(found.complete), int(found.tried), float(found.chance))

    def __repr__(self) -> str:
        state = self.state
        return f"<World {self.kind}: {'no state' if state is None else self.describe(state)}>"


class TiltWorld(_WorldBase):
    """A marble maze under continuous control. The simulation is identical to that of `marblemaze solve --tilt`.

    A command is an angular velocity about the maze axes x, y and z, in fractions of max_rate. It applies until the next
    command. The vector is clamped to length 1, and its components are rounded to multiples of 1/4096.

    Worlds can be pickled and copied. The copy continues bit-identically, including its random numbers, but has no tilt
    policy.

    Args:
        maze: The maze.
        world: The simulation: "bullet" or "imagined".
        rest: Whether the marble must come to rest in the target. By default, it must only reach the target.
        run: Run number, which selects the actuator noise.
        settings: Physics settings.
    """

    max_rate: float = member("max_rate", float,
                             "Maximum angular velocity of the maze, rad/s. Larger mazes turn more slowly.")
    max_acceleration: float = member("max_acceleration", float, "Maximum angular acceleration of the maze, rad/s².")
    tick: float = member("tick", float, "Length of a time step, s.")
    reached: bool = member("goal", bool,
                           "True if the centre of the marble has been in the target cell since the last reset.")
    rests: bool = member("rests", bool, "True if the marble now rests against walls in the target cell.")
    escaped: bool = member("escaped", bool, "True if the marble has left the maze because of a simulation failure.")

    def __init__(self, maze: Maze, world: TiltWorldName = "bullet", *, rest: bool = False, run: int = 1,
                 settings: Settings | None = None) -> None:
        self._create(setup_of(world, instance_of("maze", maze, Maze), settings, control=TILT, rest=rest), maze=maze,
                     world=world, rest=rest, run=run, settings=settings)
        self.draw_for_run(run)

    def act(self, action: ArrayLike | None, ticks: int = 4) -> None:
        """Sets the command and simulates a number of time steps.

        Args:
            action: Command, shape (3,), or None to keep the current command.
            ticks: Number of time steps, 0 or more. By default, a time step takes 1/120 s.
        """
        chosen = actions_of(action, (3,))
        call("world_turn", self._handle, address(chosen), integer("ticks", ticks, 32, True))

    @property
    def state(self) -> TiltState:
        """Physical state."""
        return TiltState(*np.array(self._info.tilt).reshape(5, 3))

    def observation(self) -> NDArray[np.float32]:
        """Returns the observation, shape (28,), as in TiltBatch.observations()."""
        return np.array(self._info.observation, dtype=np.float32)

    def decide(self, policy: TiltPolicyName = "cem") -> Choice:
        """Returns the command that a built-in tilt policy chooses for the next 8 time steps.

        Args:
            policy: Name of a policy in catalogue()["policies"]: "cem" or "floor". The policy keeps its internal state
                until reset() is called or another policy is selected.
        """
        action = np.empty(3)
        reason = call_text("world_decide", self._handle, encode("policy", policy), address(action))
        return Choice(action, reason)

    def __repr__(self) -> str:
        return f"<TiltWorld {self.kind} after {self.ticks * self.tick:.2f} s>"


def actions_of(actions: ArrayLike | None, shape: tuple[int, ...]) -> NDArray[np.float64] | None:
    """Converts commands to a contiguous array. Raises BadInput if the shape differs."""
    if actions is None:
        return None
    try:
        dense = np.ascontiguousarray(actions, dtype=np.float64)
    except (TypeError, ValueError):
        raise BadType(f"actions: expected numbers of shape {shape}") from None
    if dense.shape != shape:
        raise BadInput(f"actions of shape {dense.shape}: expected {shape}")
    return dense
