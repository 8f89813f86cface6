"""Worlds: simulations of a marble in a maze, and logic mazes."""
from __future__ import annotations

import contextlib
import ctypes
import enum
from ctypes import c_int32, c_int64
from typing import Any, Iterator, NamedTuple

from ._library import (TILT, BadInput, BadType, Copyable, NotNow, Unsupported, address, call, copied, encoded, filled, flag, given,
                       new, scheme_of, text, whole)
from ._numpy import ArrayLike, NDArray, np
from .maze import Maze, Settings, setup_of
from .names import OUTCOMES, Family, Outcome, TiltPolicyName, TiltWorldName, WorldName

BALANCED = 10_000_000
"""Number of the first balanced state. In a balanced state, the marble rests on edges above a missing wall."""

class Motion(enum.IntEnum):
    """State of a world after a tick. The last three values end a move."""

    SPEEDING = 0
    SLOWING = 1
    ROLLING = 2
    SETTLED = 3
    FROZEN = 4
    OVERDUE = 5


class TiltState(NamedTuple):
    """Physical state under continuous control, in the coordinate system of the maze. Arrays have the shape (3,), or (N, 3) for
    N worlds."""

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
    """Reason for the command, as text."""


class Pose(NamedTuple):
    """Positions of the maze and the marble. Lengths are in cells. In the world frame, z points up, and the origin is
    the centre of the maze."""

    maze_rotation: NDArray[np.float64]
    """Quaternion (w, x, y, z) that rotates the maze frame into the world frame, shape (4,)."""
    marble_position: NDArray[np.float64]
    """Centre of the marble in the world frame, shape (3,)."""
    marble_in_maze: NDArray[np.float64]
    """Centre of the marble in the maze frame, 0 to dims, shape (3,)."""
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
    """False if no path to the target was found."""
    solution: list[int]
    """Shortest known sequence of moves from the first state to the target. With noise, no sequence is certain: these
    are the moves of the reference policy if each move has its most likely outcome."""
    complete: bool
    """True if all possibilities were tried, False if the search ran out of budget."""
    tried: int
    """Number of moves tried."""
    chance: float
    """Probability of reaching the target with the reference policy. Without noise, it is 1 or 0."""


@contextlib.contextmanager
def _at_rest() -> Iterator[None]:
    """Adds the remedy to the error of a call that requires a world at rest."""
    try:
        yield
    except NotNow as error:
        raise NotNow(f"{error}; call settle() first") from None


class _World(Copyable):
    """Common base of World and TiltWorld."""

    def _create(self, setup: Any, **arguments: Any) -> None:
        self._handle, self._arguments = new("world_create", ctypes.byref(setup)), arguments

    def _seen(self) -> Any:
        return filled("world_observe", "observation", self._handle)

    @property
    def maze(self) -> Maze | None:
        """The maze, or None in a world of a family."""
        return self._arguments.get("maze")

    @property
    def kind(self) -> str:
        """Name of the simulation or of the family, such as "bullet"."""
        return str(self._seen().kind.decode())

    @property
    def deterministic(self) -> bool:
        """True if the world uses no random numbers."""
        return bool(self._seen().deterministic)

    @property
    def outcome(self) -> Outcome:
        """Outcome of the last move, or of continuous control."""
        return OUTCOMES[int(self._seen().outcome)]

    @property
    def ticks(self) -> int:
        """Number of time steps since the last reset; 0 in worlds without positions."""
        return int(self._seen().ticks)

    def pose(self) -> Pose:
        """Returns the positions of the maze and the marble. Raises Unsupported in a world without positions."""
        seen = self._seen()
        if not seen.posed:
            raise Unsupported("world: this world has no positions")
        return Pose(np.array(seen.maze_rotation), np.array(seen.marble_position), np.array(seen.marble_in_maze),
                    np.array(seen.marble_velocity), seen.marble_radius, seen.kinetic_energy, seen.time)

    def frame(self) -> NDArray[np.float32]:
        """Returns the pose, shape (12,), as in Episode.frames()."""
        return np.array(self._seen().frame, dtype=np.float32)

    @property
    def state_hash(self) -> int:
        """Hash of the mechanical state."""
        return int(self._seen().hash)

    def reset(self) -> None:
        """Returns the world to its start and restarts its noise."""
        call("world_reset", self._handle)

    def draw_from(self, stream: int) -> None:
        """Selects the random stream of the actuator noise from now on.

        Args:
            stream: Stream number, 0 to 2**64 - 1.
        """
        call("world_draw_from", self._handle, whole("stream", stream, 64), 0)

    def draw_for_run(self, run: int) -> None:
        """Selects the actuator noise that the program uses for this value of its --run option.

        Args:
            run: Run number.
        """
        call("world_draw_from", self._handle, whole("run", run, 64), 1)


class World(_World):
    """A marble in a maze, or a logic maze, in which moves cannot be undone.

    In a new world, the marble is not at rest. Call settle() to let it come to rest, then move() until `goal` is True.

    A world can be pickled and copied at any time, even during a move. The copy continues bit-identically, including
    its noise.

    Args:
        maze: The maze.
        world: The simulation: "bullet", "imagined" (the fast planning model) or "predicted" (the thesis's path predictor).
        orientations: Control scheme: 4, 8 or 24 orientations. By default, 4 in a flat maze and 8 in any other maze.
        settings: Settings of the physics.
    """

    def __init__(self, maze: Maze, world: WorldName = "bullet", *, orientations: int | None = None,
                 settings: Settings | None = None) -> None:
        self._create(setup_of(world, given("maze", maze, Maze), settings, control=scheme_of(orientations)), maze=maze,
                     world=world, orientations=orientations, settings=settings)

    @classmethod
    def in_family(cls, family: Family, seed: int) -> World:
        """Creates the world of a seed in a family.

        Args:
            family: Name of a family in catalogue()["families"], such as "four-bit".
            seed: Seed of the world, 0 to 2**64 - 1.
        """
        made = cls.__new__(cls)
        made._create(setup_of(family, None, seed=seed), family=family, seed=seed)
        return made

    # --- the current state ---
    @property
    def orientations(self) -> int:
        """Number of orientations of the current control scheme; 0 in a logic maze."""
        return int(self._seen().orientations)

    @property
    def at_rest(self) -> bool:
        """True if a move can begin."""
        return bool(self._seen().at_rest)

    @property
    def state(self) -> int | None:
        """State in which the marble rests or last rested, or None if there is none."""
        state = int(self._seen().state)
        return None if state < 0 else state

    @property
    def goal(self) -> bool:
        """True if the marble is at rest in the target."""
        return bool(self._seen().goal)

    @property
    def moves(self) -> range:
        """Moves of the current state."""
        return range(self._seen().moves)

    def cell(self, state: int) -> int:
        """Returns the cell of a state.

        Args:
            state: A state of the current control scheme, which may be balanced.
        """
        return whole("state", state, 31) % BALANCED // self.orientations

    # --- acting ---
    def _step(self, move: int, ticks: int) -> tuple[Motion, int]:
        motion, made = c_int32(), c_int64()
        with _at_rest():
            call("world_step", self._handle, move, ticks, ctypes.byref(motion), ctypes.byref(made))
        return Motion(motion.value), made.value

    def settle(self) -> Motion:
        """Simulates until the marble rests or the move times out."""
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
        return self._step(whole("move", move, 31), -1)[0]

    def begin(self, move: int) -> None:
        """Begins a move, which tick() or settle() continue. Raises NotNow if the world is not at rest.

        Args:
            move: Index of the move, 0 to the number of moves - 1.
        """
        self._step(whole("move", move, 31), 0)

    def begin_switch(self, orientations: int) -> None:
        """Begins the turn to another control scheme, which tick() or settle() continue.

        Args:
            orientations: The other scheme, 8 or 24.

        Raises:
            NotNow: The world is not at rest.
            Unsupported: The world has only one scheme.
        """
        with _at_rest():
            call("world_begin_switch", self._handle, whole("orientations", orientations, 32, True))

    def tick(self, most: int = 1) -> tuple[Motion, int]:
        """Advances by time steps until the move ends.

        Args:
            most: Maximum number of time steps.

        Returns:
            The motion after the last step, and the number of steps.
        """
        return self._step(-1, whole("ticks", most, 63, least=1))

    # --- the rules, for any state ---
    def _rule(self, state: int, move: int = -1) -> Any:
        return filled("world_rule", "rule", self._handle, whole("state", state, 32, True), move)

    def moves_of(self, state: int) -> range:
        """Returns the moves of a state.

        Args:
            state: Any state of the world.
        """
        return range(self._rule(state).moves)

    def is_goal(self, state: int) -> bool:
        """Returns whether a state is a goal.

        Args:
            state: Any state of the world.
        """
        return bool(self._rule(state).goal)

    def certain_result(self, state: int, move: int) -> int | None:
        """Returns the state in which a move is certain to end, or None if the rules do not determine it.

        Args:
            state: Any state of the world.
            move: A move of this state.
        """
        to = int(self._rule(state, whole("move", move, 31)).to)
        return None if to < 0 else to

    def describe(self, state: int, move: int | None = None) -> str:
        """Describes a state, or a move from it, as text.

        Args:
            state: Any state of the world.
            move: A move of this state.
        """
        return text("world_describe", self._handle, whole("state", state, 32, True), -1 if move is None else whole("move", move, 31))

    def copy_for_agent(self, stream: int) -> World:
        """Returns a copy with other noise, for agents and environments. Raises NotNow if the world is not at rest.

        Args:
            stream: Random stream of the copy's noise, 0 to 2**64 - 1.
        """
        with _at_rest():
            return World._of(new("world_copy_for_agent", self._handle, whole("stream", stream, 64)), _arguments=self._arguments)

    def truth(self, *, recovery: bool = False, budget: int = 0) -> Truth:
        """Computes the reference solution from the start. This world does not change. This takes seconds, or minutes
        with noise.

        Args:
            recovery: Whether a run continues after the marble froze on edges.
            budget: Maximum number of moves to try; 0 means the program's default.
        """
        found = filled("world_truth", "truth", self._handle, flag("recovery", recovery), whole("budget", budget, 64, True))
        solution = copied(found.solution, (found.length,), np.int32).tolist()
        return Truth(bool(found.solvable), solution, bool(found.complete), int(found.tried), float(found.chance))

    def __repr__(self) -> str:
        state = self.state
        return f"<World {self.kind}: {'no state' if state is None else self.describe(state)}>"


class TiltWorld(_World):
    """A maze under continuous control. The same commands always give the same run as `marblemaze solve --tilt`.

    A command is an angular velocity. Its components about the maze axes x, y and z are fractions of max_rate. The
    command applies until the next one. Vectors longer than 1 are shortened to length 1, and components are rounded to multiples of 1/4096.

    It can be pickled and copied at any time. The copy continues bit-identically, including its noise, but has no tilt
    policy.

    Args:
        maze: The maze.
        world: The simulation: "bullet" or "imagined".
        rest: Whether the marble must come to rest in the target to solve the maze, or only reach it.
        run: Run number, which selects the noise.
        settings: Settings of the physics.
    """

    max_rate: float
    """Maximum angular velocity of the maze, rad/s. Larger mazes turn more slowly."""
    max_acceleration: float
    """Maximum angular acceleration of the maze, rad/s²."""
    tick: float
    """Length of a time step, s."""

    def __init__(self, maze: Maze, world: TiltWorldName = "bullet", *, rest: bool = False, run: int = 1,
                 settings: Settings | None = None) -> None:
        self._create(setup_of(world, given("maze", maze, Maze), settings, control=TILT, rest=rest), maze=maze, world=world,
                     rest=rest, run=run, settings=settings)
        self.draw_for_run(run)

    def act(self, action: ArrayLike | None, ticks: int = 4) -> None:
        """Sets a command and advances by time steps.

        Args:
            action: Command, shape (3,), or None to leave the current command unchanged.
            ticks: Number of time steps, 0 or more. By default, a step takes 1/120 s.
        """
        chosen = actions_of(action, (3,))
        call("world_turn", self._handle, address(chosen), whole("ticks", ticks, 32, True))

    def __getattr__(self, name: str) -> Any:
        if name not in ("max_rate", "max_acceleration", "tick"):
            raise AttributeError(f"TiltWorld has no attribute {name!r}")
        return float(getattr(self._seen(), name))

    @property
    def state(self) -> TiltState:
        """Physical state."""
        return TiltState(*np.array(self._seen().tilt).reshape(5, 3))

    def observation(self) -> NDArray[np.float32]:
        """Returns the observation, shape (28,), as in TiltBatch.observations()."""
        return np.array(self._seen().observation, dtype=np.float32)

    @property
    def reached(self) -> bool:
        """True if the centre of the marble has been in the target cell after any time step."""
        return bool(self._seen().goal)

    @property
    def rests(self) -> bool:
        """True if the marble now rests in the target cell, held by walls."""
        return bool(self._seen().rests)

    @property
    def escaped(self) -> bool:
        """True if the marble is outside the maze, which is a simulation failure."""
        return bool(self._seen().escaped)

    def decide(self, policy: TiltPolicyName = "cem") -> Choice:
        """Returns the command of a built-in tilt policy for the current state, which applies for 8 time steps.

        Args:
            policy: Name of a policy in catalogue()["policies"]: "cem" or "floor". The world uses the same policy
                object until reset(), or until another policy is named.
        """
        action = np.empty(3)
        reason = text("world_decide", self._handle, encoded("policy", policy), address(action))
        return Choice(action, reason)

    def __repr__(self) -> str:
        return f"<TiltWorld {self.kind} after {self.ticks * self.tick:.2f} s>"


def actions_of(actions: ArrayLike | None, shape: tuple[int, ...]) -> NDArray[np.float64] | None:
    """Returns a dense array of commands."""
    if actions is None:
        return None
    try:
        dense = np.ascontiguousarray(actions, dtype=np.float64)
    except (TypeError, ValueError):
        raise BadType(f"actions: expected numbers of shape {shape}") from None
    if dense.shape != shape:
        raise BadInput(f"actions of shape {dense.shape}: expected {shape}")
    return dense
