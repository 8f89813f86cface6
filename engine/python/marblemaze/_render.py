"""Renders runs as text, as images or in a window."""
from __future__ import annotations

import json
import os
import pathlib
import shutil
import subprocess
import weakref
from typing import Any, Literal, get_args

from ._arguments import integer, list_of, one_of
from ._errors import BadInput, MachineFailure, Unsupported
from ._library import LIBRARY_PATH
from ._numpy import NDArray, np
from .maze import Maze
from .names import Theme
from .world import Pose

RenderMode = Literal["ansi", "rgb_array", "human"]


def _viewer() -> str:
    """Returns the path of the viewer: MARBLEMAZE_VIEWER, or marblemaze-viewer next to the library or in PATH."""
    beside = pathlib.Path(LIBRARY_PATH).with_name("marblemaze-viewer")
    return os.environ.get("MARBLEMAZE_VIEWER") or (str(beside) if beside.exists() else "marblemaze-viewer")


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.communicate()


class _Viewer:
    """A viewer process that draws poses in memory or in a window. It ends when this object is deleted or its window is
    closed."""

    def __init__(self, size: tuple[int, int], theme: Theme, window: bool) -> None:
        self._shape = size[1], size[0], 3
        self._maze: Maze | None = None
        self._answer = 1 if window else size[0] * size[1] * 3
        try:
            self._process: Any = subprocess.Popen(
                [_viewer(), "--poses", "window" if window else "pictures", f"--resolution={size[0]}x{size[1]}",
                 f"--theme={theme}"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as error:
            raise Unsupported(f"cannot start the viewer '{_viewer()}': {error.strerror}: set MARBLEMAZE_VIEWER to its "
                              "path") from None
        self.close = weakref.finalize(self, _end, self._process)

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    def require_alive(self) -> None:
        if not self.alive:
            raise MachineFailure("viewer: its window was closed, or it failed with the message on standard error; call "
                                 "reset() to start it again")

    def draw(self, maze: Maze, pose: Pose) -> NDArray[np.uint8] | None:
        """Draws a pose. Returns an RGB image of shape (height, width, 3), or None if it is shown in a window."""
        self.require_alive()
        numbers = " ".join(repr(float(x)) for x in (*pose.maze_rotation, *pose.marble_position, pose.marble_radius))
        new_maze = "" if self._maze is maze else json.dumps(json.loads(maze.to_json())) + "\n"
        self._maze = maze
        try:
            self._process.stdin.write(f"{new_maze}{numbers}\n".encode())
            self._process.stdin.flush()
            answer = self._process.stdout.read(self._answer)
        except BrokenPipeError:
            answer = b""
        except BaseException:  # for example Ctrl-C: the next call would read the image of this pose
            self.close()
            raise
        if len(answer) < self._answer:
            self.close()
            self.require_alive()
        return np.frombuffer(answer, dtype=np.uint8).reshape(self._shape) if self._answer > 1 else None


class Renderer:
    """Renders runs. A copied or unpickled Renderer starts its own viewer.

    Raises:
        Unsupported: The viewer does not exist, or the world has no positions to draw.
    """

    def __init__(self, runs: Any, mode: str | None, size: tuple[int, int], theme: Theme) -> None:
        if mode is not None:
            one_of("render_mode", mode, get_args(RenderMode))
        one_of("theme", theme, get_args(Theme))
        sides = [integer("render_size", side, 31) for side in list_of("render_size", size)]
        if len(sides) != 2 or not all(64 <= side <= 8192 for side in sides):
            raise BadInput(f"render_size {size}: expected a width and a height from 64 to 8192")
        self._runs, self._mode, self._look = runs, mode, (size, theme)
        self._viewer: _Viewer | None = None
        self._mazes: dict[int, tuple[int, Maze]] = {}
        if mode in ("rgb_array", "human"):
            runs.pose(0)
            if shutil.which(_viewer()) is None:
                raise Unsupported(f"render_mode '{mode}': cannot find the viewer '{_viewer()}': set MARBLEMAZE_VIEWER "
                                  "to its path")

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_viewer": None}

    def render(self, i: int) -> Any:
        """Renders run i as text, as an image or in the window."""
        if self._mode is None:
            return None
        if self._mode == "ansi":
            return f"cell {self._runs.describe(i)}"
        if self._viewer is None:
            self._viewer = _Viewer(*self._look, window=self._mode == "human")
        seed = int(self._runs.maze_seeds[i])
        if i not in self._mazes or self._mazes[i][0] != seed:
            self._mazes[i] = seed, self._runs.batch.maze(i)
        return self._viewer.draw(self._mazes[i][1], self._runs.pose(i))

    def require_viewer(self) -> None:
        """Raises MachineFailure if the viewer has ended."""
        if self._viewer is not None:
            self._viewer.require_alive()

    def drop_ended_viewer(self) -> None:
        """Closes a viewer that has ended, so that the next render() starts a new one."""
        if self._viewer is not None and not self._viewer.alive:
            self.close()

    def close(self) -> None:
        """Closes the viewer."""
        if self._viewer is not None:
            self._viewer.close()
        self._viewer = None
