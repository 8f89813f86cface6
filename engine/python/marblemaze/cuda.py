"""Batches of the fast model on NVIDIA GPUs. Import this module by its name: import marblemaze.cuda.

It needs libmarblemaze_cuda.so, which -DMARBLEMAZE_CUDA=ON builds, beside libmarblemaze.so.2 or where MARBLEMAZE_CUDA_LIBRARY says.
"""
from __future__ import annotations

import ctypes
import os
import pathlib
from typing import Any, Iterable

from ._library import BadInput, BadType, MachineFailure, given, listed, whole
from ._load import _candidates
from .maze import Maze, Settings

_OBSERVATION = 28
_TICKS_AT_ONCE = 512
"""Ticks of moves between two looks at Ctrl-C."""


class _Setup(ctypes.Structure):
    _fields_ = [("mazes", ctypes.POINTER(ctypes.c_char_p)), ("mazes_count", ctypes.c_size_t), ("settings", ctypes.c_char_p),
                ("orientations", ctypes.c_int32), ("rest", ctypes.c_int32), ("limit", ctypes.c_int64), ("runs", ctypes.c_int64),
                ("device", ctypes.c_int32)]


class _Arrays(ctypes.Structure):
    _fields_ = [(name, ctypes.c_void_p) for name in ("rewards", "outcomes", "states", "observations")]


def _load() -> ctypes.CDLL:
    beside = [str(pathlib.Path(path).with_name("libmarblemaze_cuda.so")) for path in _candidates() if "/" in path]
    for path in [os.environ.get("MARBLEMAZE_CUDA_LIBRARY"), *beside]:
        if path and os.path.exists(path):
            library = ctypes.CDLL(path)
            library.mmc_last_error.restype = ctypes.c_char_p
            library.mmc_create.restype = ctypes.c_void_p
            library.mmc_arrays_of.restype = _Arrays
            library.mmc_move.restype = ctypes.c_int64
            return library
    raise MachineFailure("libmarblemaze_cuda.so: not found: build the sources with -DMARBLEMAZE_CUDA=ON, or set "
                         "MARBLEMAZE_CUDA_LIBRARY to its path")


# Structures of DLPack, version 0 (https://dmlc.github.io/dlpack/latest/c_api.html).
class _Tensor(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("device_type", ctypes.c_int32), ("device_id", ctypes.c_int32), ("ndim", ctypes.c_int32),
                ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16),
                ("shape", ctypes.POINTER(ctypes.c_int64)), ("strides", ctypes.POINTER(ctypes.c_int64)),
                ("byte_offset", ctypes.c_uint64)]


class _Managed(ctypes.Structure):
    pass


_Deleter = ctypes.CFUNCTYPE(None, ctypes.POINTER(_Managed))
_Managed._fields_ = [("tensor", _Tensor), ("context", ctypes.c_void_p), ("deleter", _Deleter)]
_lent: dict[int, Any] = {}
"""Tensors that consumers hold, by their addresses, with their owners."""


@_Deleter
def _give_back(managed: Any) -> None:
    _lent.pop(ctypes.addressof(managed.contents), None)


class DeviceArray:
    """An array in device memory, which PyTorch, JAX and CuPy read without a copy: torch.from_dlpack(array),
    jax.dlpack.from_dlpack(array), cupy.asarray(array). The next step of its batch overwrites it."""

    def __init__(self, owner: CudaBatch, address: int, shape: tuple[int, ...], kind: str) -> None:
        self._owner, self._address, self.shape, self.dtype = owner, address, shape, {"f": "float32", "i": "int32"}[kind]
        self.__cuda_array_interface__ = {"shape": shape, "typestr": f"<{kind}4", "data": (address, False), "version": 3,
                                         "strides": None, "stream": 1}

    def __dlpack_device__(self) -> tuple[int, int]:
        return 2, self._owner.device  # kDLCUDA

    def __dlpack__(self, *, stream: Any = None, **_: Any) -> Any:
        if stream not in (None, -1, 0, 1):  # not the legacy default stream, on which the batch works
            self._owner.synchronize()
        shape = (ctypes.c_int64 * len(self.shape))(*self.shape)
        code = 2 if self.dtype == "float32" else 0
        tensor = _Tensor(self._address, *self.__dlpack_device__(), len(self.shape), code, 32, 1, shape, None, 0)
        managed = _Managed(tensor, None, _give_back)
        _lent[ctypes.addressof(managed)] = managed, shape, self._owner
        new = ctypes.pythonapi.PyCapsule_New
        new.restype, new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
        return new(ctypes.addressof(managed), b"dltensor", None)


class CudaBatch:
    """N runs of the fast model on a GPU, with the bits that they have on the processor. Nothing leaves the device.

    Run i is in maze i modulo the number of mazes, and its noise is that of stream i. A run that begins again stays in its maze and
    takes stream s + N after stream s.

    Args:
        mazes: Mazes with the same side lengths and layers.
        runs: N; by default one for each maze.
        orientations: Control scheme of moves: 4, 8 or 24 orientations. By default continuous control.
        rest: Continuous control: whether the marble must come to rest in the target, or only reach it.
        settings: Settings of the physics.
        limit: Moves or time steps after which the outcome is "capped"; 0 for no limit.
        device: Number of the GPU.
    """

    rewards: DeviceArray
    """float32 (N,): 1 for a step that solved the maze, 0 for any other."""
    outcomes: DeviceArray
    """int32 (N,): outcomes as indices of mm.OUTCOMES."""
    states: DeviceArray
    """int32 (N,): states in which the marbles rest or last rested; -1 with continuous control."""
    observations: DeviceArray
    """float32 (N, 28), with continuous control only: as TiltBatch.observations()."""

    def __init__(self, mazes: Iterable[Maze], runs: int | None = None, *, orientations: int | None = None, rest: bool = False,
                 settings: Settings | None = None, limit: int = 0, device: int = 0) -> None:
        self._library, self._batch = _load(), None
        texts = [given("maze", maze, Maze).to_json().encode() for maze in listed("mazes", mazes)]
        count = len(texts) if runs is None else whole("runs", runs, 64, True)
        of_settings = None if settings is None else given("settings", settings, Settings).to_json().encode()
        setup = _Setup((ctypes.c_char_p * len(texts))(*texts), len(texts), of_settings, orientations or 0, rest,
                       whole("limit", limit, 64, True), count, whole("device", device, 32, True))
        self._batch = ctypes.c_void_p(self._checked(self._library.mmc_create(ctypes.byref(setup))))
        self._count, self.device, self._tilted = count, device, not orientations
        arrays = self._library.mmc_arrays_of(self._batch)
        self.rewards = DeviceArray(self, arrays.rewards, (count,), "f")
        self.outcomes = DeviceArray(self, arrays.outcomes, (count,), "i")
        self.states = DeviceArray(self, arrays.states, (count,), "i")
        if self._tilted:
            self.observations = DeviceArray(self, arrays.observations, (count, _OBSERVATION), "f")

    def __len__(self) -> int:
        return self._count

    def __repr__(self) -> str:
        return f"<CudaBatch of {self._count} runs on device {self.device}>"

    def __del__(self) -> None:
        if getattr(self, "_batch", None):
            self._library.mmc_free(self._batch)

    def _checked(self, result: Any) -> Any:
        if result in (None, -1):
            raise MachineFailure(self._library.mmc_last_error().decode())
        return result

    def _input(self, what: str, array: Any, shape: tuple[int, ...], kinds: tuple[str, ...]) -> ctypes.c_void_p:
        seen = getattr(array, "__cuda_array_interface__", {})
        if seen.get("shape") != shape or seen.get("typestr") not in kinds or seen.get("strides") is not None:
            raise BadType(f"{what}: expected a C-contiguous array of shape {shape} and type {kinds[0]} on the device")
        return ctypes.c_void_p(seen["data"][0])

    def reset(self, mask: Any = None) -> None:
        """Begins runs again, each with the noise of its next stream.

        Args:
            mask: N bools or bytes on the device that select runs; by default all.
        """
        chosen = None if mask is None else self._input("mask", mask, (self._count,), ("|b1", "|u1"))
        self._checked(self._library.mmc_reset(self._batch, chosen))

    def step(self, actions: Any, ticks: int = 4, *, again: bool = True) -> None:
        """Makes a step in each run and writes its results to the arrays of this batch. A run that is over makes no step.

        Args:
            actions: Arrays on the device: commands, float32 (N, 3), with continuous control; otherwise moves, int32 (N,), where -1
                makes none.
            ticks: Number of time steps under continuous control.
            again: Whether a run that is over begins again in this step.
        """
        if self._tilted:
            commands = self._input("actions", actions, (self._count, 3), ("<f4",))
            if whole("ticks", ticks, 32, True) < 0:
                raise BadInput(f"ticks {ticks}: expected 0 or more")
            self._checked(self._library.mmc_turn(self._batch, commands, ticks, again))
            return
        moves = self._input("actions", actions, (self._count,), ("<i4",))
        while self._checked(self._library.mmc_move(self._batch, moves, _TICKS_AT_ONCE, again)):
            moves = None  # Ctrl-C is raised between two calls

    def synchronize(self) -> None:
        """Waits for the device."""
        self._checked(self._library.mmc_synchronize(self._batch))
