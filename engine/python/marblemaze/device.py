"""Many runs of the fast model on a GPU. Import this module by its name: import marblemaze.device."""
from __future__ import annotations

import ctypes
from typing import Any, Iterable

from ._library import TILT, BadInput, BadType, Held, call, filled, flag, given, listed, new, scheme_of, struct, whole
from ._numpy import NDArray, np
from ._runs import Rewards, TiltRewards
from .batch import OBSERVATION
from .maze import Maze, Settings, setup_of


# Structures of DLPack (https://dmlc.github.io/dlpack/latest/c_api.html), without versions.
class _Tensor(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("device_type", ctypes.c_int32), ("device_id", ctypes.c_int32), ("ndim", ctypes.c_int32),
                ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16),
                ("shape", ctypes.POINTER(ctypes.c_int64)), ("strides", ctypes.c_void_p), ("byte_offset", ctypes.c_uint64),
                ("context", ctypes.c_void_p), ("deleter", ctypes.c_void_p)]


_lent: dict[int, Any] = {}
"""Tensors that consumers hold or may still take, by address, with everything that must live as long."""
_new_capsule = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)(
    ("PyCapsule_New", ctypes.pythonapi))
_is_valid = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p)(("PyCapsule_IsValid", ctypes.pythonapi))
_pointer = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)(("PyCapsule_GetPointer", ctypes.pythonapi))


def _returned(tensor: int) -> None:
    _lent.pop(tensor, None)


def _dropped(capsule: int) -> None:
    if _is_valid(capsule, b"dltensor"):  # nobody took the tensor
        _lent.pop(_pointer(capsule, b"dltensor"), None)


_give_back, _end_capsule = map(ctypes.CFUNCTYPE(None, ctypes.c_void_p), (_returned, _dropped))


class _Runs(Held):
    """The handle of a batch, which its arrays keep alive."""

    device: tuple[int, int]
    """Type and number of the device in DLPack."""


class DeviceArray:
    """An array in the memory of a device, which other libraries use without a copy: torch.from_dlpack(array),
    jax.dlpack.from_dlpack(array), cupy.from_dlpack(array), and on the device "host" numpy.from_dlpack(array)."""

    shape: tuple[int, ...]
    dtype: np.dtype[Any]

    def __init__(self, runs: _Runs, address: int, dtype: str, shape: tuple[int, ...]) -> None:
        self._runs, self._address, self.dtype, self.shape = runs, address, np.dtype(dtype), shape

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        if self._runs.device[0] != 2:
            raise AttributeError("this array is not in the memory of a GPU")
        return {"shape": self.shape, "typestr": self.dtype.str, "data": (self._address, False), "version": 3, "stream": 1}

    def __dlpack_device__(self) -> tuple[int, int]:
        return self._runs.device

    def __dlpack__(self, *, stream: Any = None, **_: Any) -> Any:
        if stream not in (None, -1, 1):  # not the legacy default stream, on which the batch works
            call("device_synchronize", self._runs._handle)
        shape = (ctypes.c_int64 * len(self.shape))(*self.shape)
        code = {"i": 0, "u": 1, "f": 2}[self.dtype.kind]
        tensor = _Tensor(self._address, *self._runs.device, len(shape), code, 8 * self.dtype.itemsize, 1, shape, None, 0, None,
                         ctypes.cast(_give_back, ctypes.c_void_p))
        at = ctypes.addressof(tensor)
        _lent[at] = tensor, shape, self._runs
        return _new_capsule(at, b"dltensor", ctypes.cast(_end_capsule, ctypes.c_void_p))

    def numpy(self) -> NDArray[Any]:
        """Returns a copy in the memory of the processor."""
        array = np.empty(self.shape, self.dtype)
        call("device_copy", self._runs._handle, array.ctypes.data, self._address, array.nbytes)
        return array

    def write(self, values: Any) -> None:
        """Copies values into this array.

        Args:
            values: A dense array on the GPU with the same shape and data type, or anything that NumPy converts to one.
        """
        seen = getattr(values, "__cuda_array_interface__", None)
        if seen is None:
            dense = np.ascontiguousarray(values, self.dtype)
            fits, address = dense.shape == self.shape, dense.ctypes.data
        else:
            fits = (seen["shape"], np.dtype(seen["typestr"]), seen.get("strides")) == (self.shape, self.dtype, None)
            address = seen["data"][0]
        if not fits:
            raise BadType(f"values: expected a dense array of type {self.dtype} and shape {self.shape}")
        call("device_copy", self._runs._handle, self._address, address, self.dtype.itemsize * int(np.prod(self.shape)))


class DeviceBatch:
    """N runs of the fast model on a GPU, each with the bits that it has on the processor. Its arrays stay in the memory of the GPU;
    steps overwrite them.

    Run i begins with the random stream i of the noise, and its next run has stream i + N, then i + 2N. A run with stream s is in
    maze s modulo the number of mazes.

    Args:
        mazes: Mazes with the same side lengths and layers.
        runs: N; by default one run for each maze.
        device: "cuda", "cuda:1" and so on, or "host" for a loop on the processor, for tests.
        orientations: Control scheme of moves: 4, 8 or 24 orientations. By default continuous control.
        rest: Continuous control: whether the marble must come to rest in the target, or only reach it.
        settings: Settings of the physics.
        limit: Moves or time steps after which the outcome is "capped"; 0 for no limit.
        rewards: Rewards of marblemaze.env. By default 1 for a step that solves the maze and 0 for any other.
    """

    actions: DeviceArray
    """Commands, float32 (N, 3), or moves, int32 (N,), where -1 makes no move. step() reads them."""
    mask: DeviceArray
    """uint8 (N,): 1 for runs that reset(masked=True) begins."""
    streams: DeviceArray
    """uint64 (N,): streams of the runs that reset(with_streams=True) begins."""
    rewards: DeviceArray
    """float32 (N,)."""
    outcomes: DeviceArray
    """int32 (N,): outcomes, as indices of mm.OUTCOMES."""
    terminated: DeviceArray
    """uint8 (N,): 1 if the run is solved or frozen."""
    truncated: DeviceArray
    """uint8 (N,): 1 if the run is over for another reason."""
    observations: DeviceArray
    """With continuous control: float32 (N, 28), as in TiltBatch.observations()."""
    states: DeviceArray
    """With moves: int32 (N,), states in which the marbles rest or last rested; -1 if there is none."""
    action_mask: DeviceArray
    """With moves: int8 (N, moves), 1 for moves that can begin."""
    runs: DeviceArray
    """uint8 (N, bytes): complete states. A copy of these bytes is a copy of the runs."""

    def __init__(self, mazes: Iterable[Maze], runs: int | None = None, *, device: str = "cuda", orientations: int | None = None,
                 rest: bool = False, settings: Settings | None = None, limit: int = 0,
                 rewards: Rewards | TiltRewards | None = None) -> None:
        held = listed("mazes", mazes)
        handles = np.array([given("maze", maze, Maze)._handle for maze in held], dtype=np.uint64)
        setup = setup_of("imagined", None, settings, control=scheme_of(orientations) or TILT, rest=rest, limit=limit)
        asked = struct("device_runs")
        kind, _, number = given("device", device, str).partition(":")
        if kind not in ("cuda", "host") or not (number or "0").isdecimal():
            raise BadInput(f"device {device!r}: expected cuda, cuda:1 and so on, or host")
        asked.device = -1 if kind == "host" else whole("device", int(number or 0), 31)
        asked.count, asked.solved = len(held) if runs is None else whole("runs", runs, 63, least=1), 1.0
        if rewards is not None:
            given("rewards", rewards, TiltRewards if orientations is None else Rewards)
            asked.solved, asked.way = rewards.solved, getattr(rewards, "way", 0.0)
            asked.step = rewards.step if isinstance(rewards, TiltRewards) else rewards.move
            asked.frozen = np.nan if getattr(rewards, "frozen", 0.0) is None else getattr(rewards, "frozen", 0.0)
        self._runs = _Runs()
        self._runs._handle = new("device_create", ctypes.byref(setup), handles.ctypes.data, len(held), ctypes.byref(asked))
        made = filled("device_get_arrays", "device_arrays", self._runs._handle)
        self._runs.device, self._count = (made.device_type, made.device_id), int(asked.count)
        for name, field, dtype, *columns in (
                ("actions", "commands", "f4", 3), ("actions", "move", "i4"), ("mask", "mask", "u1"), ("streams", "streams", "u8"),
                ("rewards", "rewards", "f4"), ("outcomes", "outcomes", "i4"), ("terminated", "terminated", "u1"),
                ("truncated", "truncated", "u1"), ("observations", "observations", "f4", OBSERVATION), ("states", "states", "i4"),
                ("action_mask", "action_mask", "i1", made.moves), ("runs", "runs", "u1", made.run_bytes)):
            if getattr(made, field):
                setattr(self, name, DeviceArray(self._runs, getattr(made, field), dtype, (self._count, *columns)))

    def __len__(self) -> int:
        return self._count

    def reset(self, *, masked: bool = False, with_streams: bool = False) -> None:
        """Begins runs again, by default all, each with its next stream.

        Args:
            masked: Whether to begin only the runs of the array `mask`.
            with_streams: Whether the runs begin with the streams of the array `streams`.
        """
        call("device_reset", self._runs._handle, flag("masked", masked), flag("with_streams", with_streams))

    def step(self, actions: Any = None, ticks: int = 4, *, again: bool = True) -> None:
        """Makes a step in each run. If Ctrl-C ends a step with moves, the next step continues the moves under way.

        Args:
            actions: Commands or moves, which are copied into the array `actions`; by default those that are there.
            ticks: Number of time steps under continuous control.
            again: Whether a run that is over begins again instead of making a step; otherwise it makes no step.
        """
        if actions is not None:
            self.actions.write(actions)
        call("device_step", self._runs._handle, whole("ticks", ticks, 31), flag("again", again))

    def synchronize(self) -> None:
        """Waits for the device."""
        call("device_synchronize", self._runs._handle)
