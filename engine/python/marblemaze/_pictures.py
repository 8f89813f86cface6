"""Pictures of poses, drawn by a viewer that stays alive."""
from __future__ import annotations

import json
import os
import pathlib
import subprocess
import weakref
from typing import Any

from ._library import MachineFailure, Unsupported, library_path
from ._numpy import NDArray, np
from .maze import Maze
from .names import Theme
from .world import Pose


def _viewer() -> str:
    """As the C header says of pictures."""
    beside = pathlib.Path(library_path()).with_name("marblemaze-viewer")
    return os.environ.get("MARBLEMAZE_VIEWER") or (str(beside) if beside.exists() else "marblemaze-viewer")


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.communicate()


class Pictures:
    """Draws poses of mazes, in memory or in a window. The viewer ends with this object, or when its window is closed."""

    def __init__(self, size: tuple[int, int], theme: Theme, window: bool) -> None:
        self._shape = size[1], size[0], 3
        self._maze: Maze | None = None
        self._answer = 1 if window else size[0] * size[1] * 3
        try:
            self._process = subprocess.Popen(
                [_viewer(), "--poses", "window" if window else "pictures", f"--resolution={size[0]}x{size[1]}",
                 f"--theme={theme}"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as error:
            raise Unsupported(f"viewer '{_viewer()}': expected a program that can be run ({error.strerror})") from None
        self.close = weakref.finalize(self, _end, self._process)

    @property
    def alive(self) -> bool:
        """Is the viewer running?"""
        return self._process.poll() is None

    def require_alive(self) -> None:
        """Raises MachineFailure if the viewer has ended."""
        if not self.alive:
            raise MachineFailure("viewer: its window was closed, or it ended for the reason on standard error; call reset() to start "
                                 "it again")

    def draw(self, maze: Maze, pose: Pose) -> NDArray[np.uint8] | None:
        """uint8, shape (height, width, 3), red first; None where it is shown in a window. Raises MachineFailure if the viewer has
        ended."""
        self.require_alive()
        numbers = " ".join(repr(float(x)) for x in (*pose.maze_rotation, *pose.marble_position, pose.marble_radius))
        told = "" if self._maze is maze else json.dumps(json.loads(maze.to_json())) + "\n"
        self._maze = maze
        stdin: Any = self._process.stdin
        stdout: Any = self._process.stdout
        try:
            stdin.write(f"{told}{numbers}\n".encode())
            stdin.flush()
            answer = stdout.read(self._answer)
        except BrokenPipeError:
            answer = b""
        except BaseException:  # such as Ctrl-C: the next answer would be that of this pose
            self.close()
            raise
        if len(answer) < self._answer:
            self.close()
            self.require_alive()
        return np.frombuffer(answer, dtype=np.uint8).reshape(self._shape) if self._answer > 1 else None
