"""Continuous control: mazes that turn about any axis at any time."""
from __future__ import annotations

import ctypes
from ctypes import c_size_t
from typing import Any, Callable, Iterable, NamedTuple, Sequence

from ._library import BadInput, BadType, address, call, encoded, filled, flag, mask_of, shaped, whole
from ._numpy import ArrayLike, NDArray, np
from .agent import Controller, Sight
from .batch import Worlds
from .maze import Maze, Settings, settings_handle
from .names import ControllerName, FreeWorldName

OBSERVATION = 28
"""Number of elements of an observation."""


class FreeState(NamedTuple):
    """Physical state, in the coordinate system of the maze. Arrays have the shape (3,), or (N, 3) for N worlds."""

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
    """Command for FreeWorld.act(), shape (3,)."""
    reason: str
    """Reason for the command, in words."""


def actions_of(actions: ArrayLike | None, shape: tuple[int, ...]) -> NDArray[np.float64] | None:
    """Returns a dense array of commands."""
    if actions is None:
        return None
    try:
        dense = np.asarray(actions)
        if dense.shape != shape:
            raise BadInput(f"actions of shape {dense.shape}: expected {shape}")
        return np.ascontiguousarray(dense, dtype=np.float64)
    except BadInput:
        raise
    except (TypeError, ValueError):
        raise BadType(f"actions: expected numbers of shape {shape}") from None


class FreeBatch(Worlds):
    """N mazes under continuous control, with the same side lengths and layers. The marbles start at rest in their start cells.

    A command is an angular velocity about the maze's axes x, y and z, as fractions of max_rate. It is in force until the next
    one. Vectors longer than 1 are shortened to length 1, and components are rounded to multiples of 1/4096. After Ctrl-C some
    worlds have moved and others have not. A pickled or deep-copied batch has no tilt policies.

    Args:
        mazes: The maze of each world. A maze may occur several times.
        world: The simulation: "bullet" or "imagined".
        settings: Settings of the physics.
        jobs: Number of threads; 0 uses all cores. The results do not depend on it.
    """

    _FAMILY = "tilt"

    max_rate: float
    """Maximum angular velocity of the mazes, rad/s. Larger mazes turn more slowly."""
    max_acceleration: float
    """Maximum angular acceleration of the mazes, rad/s²."""
    tick: float
    """Length of a time step, s."""

    def __init__(self, mazes: Iterable[Maze], world: FreeWorldName = "imagined", *, settings: Settings | None = None,
                 jobs: int = 1) -> None:
        self._make(mazes, world, {"settings": settings, "jobs": jobs}, settings_handle(settings), whole("jobs", jobs, 32, True))
        info = filled("tilt_get_info", "tilt_info", self._handle)
        self.max_rate, self.max_acceleration, self.tick = info.max_rate, info.max_acceleration, info.tick

    def act(self, actions: ArrayLike | None, ticks: int = 4, mask: ArrayLike | None = None) -> None:
        """Sets commands and makes time steps.

        Args:
            actions: Commands, shape (N, 3), or None to keep the current ones. A command that is not a number raises BadInput
                before any world has changed.
            ticks: Number of time steps, 0 or more. By default a step takes 1/120 s.
            mask: N bools that select worlds; by default all.
        """
        chosen, dense = mask_of(mask, self._count), actions_of(actions, (self._count, 3))
        call("tilt_act", self._handle, address(chosen), address(dense), whole("ticks", ticks, 32, True), self._count)

    def states(self) -> FreeState:
        """Returns the physical states of all worlds, in new arrays."""
        states = np.empty((self._count, 5, 3))
        call("tilt_states", self._handle, address(states), None, None, self._count)
        return FreeState(*states.swapaxes(0, 1))

    def ticks(self) -> NDArray[np.int64]:
        """Returns the number of time steps since the last reset, shape (N,)."""
        ticks = np.empty(self._count, dtype=np.int64)
        call("tilt_states", self._handle, None, address(ticks), None, self._count)
        return ticks

    def _flags(self, bit: int) -> NDArray[np.bool_]:
        flags = np.empty(self._count, dtype=np.uint8)
        call("tilt_states", self._handle, None, None, address(flags), self._count)
        return np.not_equal(flags & bit, 0)

    def reached(self) -> NDArray[np.bool_]:
        """Returns whether the marble's centre has been in the target cell after any time step, shape (N,)."""
        return self._flags(1)

    def rests(self) -> NDArray[np.bool_]:
        """Returns whether the marble now rests in the target cell, held by walls, shape (N,)."""
        return self._flags(2)

    def escaped(self) -> NDArray[np.bool_]:
        """Returns whether the marble is outside the maze, which is a simulation failure, shape (N,). Reset such worlds."""
        return self._flags(4)

    def observations(self, out: NDArray[np.float32] | None = None) -> NDArray[np.float32]:
        """Returns the observations of all worlds, shape (N, 28).

        The elements are: 0-2 position of the marble relative to the centre of its cell (cells), 3-5 centre of this cell as
        fractions of the side lengths, 6-8 velocity relative to the maze (cells/s), 9-11 spin (rad/s), 12-14 direction of gravity,
        15-17 angular velocity of the maze as fractions of max_rate, 18-23 walls of the cell on the sides +x, -x, +y, -y, +z, -z,
        24-26 direction of the theoretical path out of the cell, 27 distance to the centre of the target along this path (cells).

        Args:
            out: C-contiguous float32 array of shape (N, 28) that receives the observations; by default a new one.
        """
        shape = self._count, OBSERVATION
        to: NDArray[np.float32] = np.empty(shape, dtype=np.float32) if out is None else out
        if not isinstance(to, np.ndarray) or to.shape != shape or to.dtype != np.float32 or not to.flags.carray:
            raise BadType(f"out: expected a C-contiguous float32 array of shape {shape}")
        call("tilt_observe", self._handle, address(to), self._count)
        return to

    def reset(self, mask: ArrayLike | None = None) -> None:
        """Puts marbles back into their start cells, restarts the noise and removes tilt policies.

        Args:
            mask: N bools that select worlds; by default all.
        """
        call("tilt_reset", self._handle, address(mask_of(mask, self._count)), self._count)

    def draw_for_run(self, runs: ArrayLike, mask: ArrayLike | None = None) -> None:
        """Restarts the noise with the streams that the program's option --run selects. At first these are those of run 1.

        Args:
            runs: N numbers of runs, 0 to 2**64 - 1.
            mask: N bools that select worlds; by default all.
        """
        chosen, dense = mask_of(mask, self._count), shaped("runs", runs, self._count, np.uint64)
        call("tilt_draw_for_run", self._handle, address(chosen), address(dense), self._count)

    def frame(self, index: int) -> NDArray[np.float32]:
        """Returns the pose of a world, shape (12,), as in Episode.frames().

        Args:
            index: Number of the world, 0 to N - 1.
        """
        frame = np.empty(12, dtype=np.float32)
        call("tilt_frame", self._handle, self._index(index), address(frame))
        return frame

    def use_controller(self, index: int, controller: ControllerName, *, rest: bool = False) -> None:
        """Selects a built-in tilt policy for a world. decide() returns its commands.

        Args:
            index: Number of the world, 0 to N - 1.
            controller: Name of a policy in catalogue()["controllers"]: "cem" or "floor".
            rest: Whether the marble must come to rest in the target, or only reach it.
        """
        call("tilt_use_controller", self._handle, self._index(index), encoded("controller", controller), flag("rest", rest))

    def decide(self, index: int) -> Choice:
        """Returns the policy's command for the current state, which holds for 8 time steps. Raises NotNow without a policy.

        Args:
            index: Number of the world, 0 to N - 1.
        """
        action = np.empty(3)
        needed, buffer = c_size_t(), ctypes.create_string_buffer(4096)
        call("tilt_decide", self._handle, self._index(index), address(action), ctypes.addressof(buffer), len(buffer),
             ctypes.byref(needed))
        return Choice(action, buffer.value.decode())


class FreeWorld:
    """A maze under continuous control. The same commands give the same run as `marblemaze solve --free`.

    It is a FreeBatch with one world. It can be pickled and deep-copied in the same way.

    Args:
        maze: The maze.
        world: The simulation: "bullet" or "imagined".
        run: Number of the run, which selects the noise.
        settings: Settings of the physics.
    """

    maze: Maze
    """The maze."""
    max_rate: float
    """Maximum angular velocity of the maze, rad/s."""
    max_acceleration: float
    """Maximum angular acceleration of the maze, rad/s²."""
    tick: float
    """Length of a time step, s."""

    def __init__(self, maze: Maze, world: FreeWorldName = "bullet", *, run: int = 1, settings: Settings | None = None) -> None:
        self._batch = batch = FreeBatch([maze], world, settings=settings)
        batch.draw_for_run([whole("run", run, 64)])
        self.maze, self.max_rate, self.max_acceleration, self.tick = maze, batch.max_rate, batch.max_acceleration, batch.tick

    def act(self, action: ArrayLike | None, ticks: int = 4) -> None:
        """Sets a command and makes time steps.

        Args:
            action: Command as in FreeBatch, shape (3,), or None to keep the current one.
            ticks: Number of time steps, 0 or more.
        """
        chosen = actions_of(action, (3,))
        self._batch.act(None if chosen is None else chosen[None], ticks)

    @property
    def state(self) -> FreeState:
        """Physical state."""
        return FreeState(*(part[0] for part in self._batch.states()))

    @property
    def ticks(self) -> int:
        """Number of time steps since the last reset."""
        return int(self._batch.ticks()[0])

    @property
    def reached(self) -> bool:
        """True if the marble's centre has been in the target cell after any time step."""
        return bool(self._batch.reached()[0])

    @property
    def rests(self) -> bool:
        """True if the marble now rests in the target cell, held by walls."""
        return bool(self._batch.rests()[0])

    @property
    def escaped(self) -> bool:
        """True if the marble is outside the maze, which is a simulation failure."""
        return bool(self._batch.escaped()[0])

    def observation(self) -> NDArray[np.float32]:
        """Returns the observation, shape (28,), as in FreeBatch.observations()."""
        return self._batch.observations().reshape(-1)

    def frame(self) -> NDArray[np.float32]:
        """Returns the pose, shape (12,), as in Episode.frames()."""
        return self._batch.frame(0)

    def reset(self) -> None:
        """Puts the marble back into the start cell, restarts the noise and removes the tilt policy."""
        self._batch.reset()

    def save(self) -> bytes:
        """Returns the complete state, including the noise to come."""
        return self._batch.save(0)

    def restore(self, saved: bytes) -> None:
        """Continues from a saved state, which may come from another process.

        Args:
            saved: Bytes from save(), of a world with the same simulation, maze and settings.
        """
        self._batch.restore(0, saved)

    def use_controller(self, controller: ControllerName, *, rest: bool = False) -> None:
        """Selects a built-in tilt policy. decide() returns its commands.

        Args:
            controller: Name of a policy in catalogue()["controllers"]: "cem" or "floor".
            rest: Whether the marble must come to rest in the target, or only reach it.
        """
        self._batch.use_controller(0, controller, rest=rest)

    def decide(self) -> Choice:
        """Returns the policy's command for the current state, which holds for 8 time steps. Raises NotNow without a policy."""
        return self._batch.decide(0)

    def __repr__(self) -> str:
        return f"<FreeWorld {self._batch._world} after {self.ticks * self.tick:.2f} s>"


class TiltPolicy(Controller):
    """Runs a policy of the environments MarbleMazeTilt and MarbleMazeRest as a tilt policy of the program.

    Call TiltPolicy(policy).run() at the end of a file. Then the program's commands accept the file:

        marblemaze marblebench --set marblebench-free-1 --agent-command "python3 my_policy.py"

    MarbleBench Free asks for 15 commands per second, as the environments do with ticks=8.

    Args:
        policy: Function that receives an observation, float32 of shape (28,) or (24,), and returns three numbers. Numbers
            outside of [-1, 1] are clipped, as in the environments.
        way: Whether observations contain the direction and the distance of the target, as in the environments.
        name: Name of the policy in score cards and results.
        version: Version of the policy. Change it whenever the policy changes.
    """

    knowledge = "full"

    def __init__(self, policy: Callable[[NDArray[np.float32]], Any], *, way: bool = True, name: str = "tilt-policy",
                 version: str = "1") -> None:
        super().__init__()
        self._policy, self._way = policy, way
        self.name, self.version = name, version  # type: ignore[misc]

    def observation(self, seen: Sight) -> NDArray[np.float32]:
        """Converts what the program sends into an observation of the environments.

        Args:
            seen: Observation from the program.
        """
        assert self.maze is not None and seen.distance is not None and seen.way is not None
        dims, rate = np.array(self.maze.dims), np.array(seen.rate) / self.rate
        x, y, z = np.clip(np.floor(seen.marble), 0, dims - 1).astype(int)
        middle = np.array([x, y, z]) + 0.5
        mask = self.maze.walls[x + dims[0] * (y + dims[1] * z)]
        walls = [mask >> side & 1 for side in range(6)]
        way = [*seen.way, seen.distance] if self._way else []
        return np.array([*(np.array(seen.marble) - middle), *(middle / dims), *seen.velocity, *seen.spin, *seen.down, *rate,
                         *walls, *way], dtype=np.float32)

    def turn(self, seen: Sight) -> Sequence[float]:
        """Returns the policy's command for an observation from the program.

        Args:
            seen: Observation from the program.
        """
        command: Sequence[float] = np.clip(np.asarray(self._policy(self.observation(seen)), dtype=float), -1, 1).tolist()
        return command
