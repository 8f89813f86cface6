"""Episodes: runs of agents, and interactive runs."""
from __future__ import annotations

import ctypes
import json
from ctypes import c_int32, c_int64, c_size_t
from typing import Any, NamedTuple

from ._arguments import address, boolean, bytes_of, control_of, encode, instance_of, integer
from ._errors import Unsupported
from ._handles import member, optional
from ._library import (call, call_bytes, call_handle, call_number, call_struct, call_text, catalogue, copy_array,
                       new_struct)
from ._numpy import NDArray, np
from .maze import Renderable, Maze, Settings, setup_of
from .names import OUTCOMES, AgentName, Family, Outcome, WorldName
from .world import BALANCED, Motion


class Move(NamedTuple):
    """A move of a run."""

    state: int
    """State in which the move began."""
    move: int
    """Index of the move, or -1 for a switch to another control scheme. The states after a switch are numbered by the
    new scheme."""
    to: int | None
    """State in which the move ended, or None if the marble froze or did not come to rest."""
    ending: Motion
    """SETTLED, FROZEN or OVERDUE."""


class Hint(NamedTuple):
    """The move that an agent would choose."""

    move: int | None
    """Index of the move, or None if the agent would give up."""
    reason: str
    """Reason for the choice."""


def _limit(move_limit: int | None) -> int:
    return 0 if move_limit is None else integer("move_limit", move_limit, 31, least=1)


class Episode(Renderable):
    """A run of a built-in agent, or an interactive run. It is identical to the run of `marblemaze solve`.

    Args:
        maze: The maze.
        agent: Name of the agent, as in agents().
        world: The simulation: "bullet", "imagined" or "predicted".
        orientations: Control scheme: 4, 8 or 24 orientations. By default, 4 in a flat maze, otherwise 8.
        settings: Physics settings.
        run: Run number, which selects the actuator noise.
        move_limit: Maximum number of moves. By default, the same limit as in the program.
        recovery: Whether the run continues if the marble balances on edges.
        record: Whether to record the run for log(), frames() and recording(), with about 60 bytes per tick.
    """

    maze: Maze | None
    """The maze, or None in a logic maze."""

    def __init__(self, maze: Maze, agent: AgentName = "complete-solution-prediction", *, world: WorldName = "bullet",
                 orientations: int | None = None, settings: Settings | None = None, run: int = 1,
                 move_limit: int | None = None, recovery: bool = False, record: bool = False) -> None:
        setup = setup_of(world, instance_of("maze", maze, Maze), settings, control=control_of(orientations),
                         limit=_limit(move_limit))
        self._create(maze, setup, agent, run, recovery, record)

    @classmethod
    def _make(cls, *arguments: Any) -> Episode:
        made = cls.__new__(cls)
        made._create(*arguments)
        return made

    def _create(self, maze: Maze | None, setup: Any, agent: str, run: int, recovery: bool, record: bool) -> None:
        self.maze, self._agent, self._first_scheme = maze, agent, setup.control or (4 if maze and maze.flat else 8)
        player = new_struct("player")
        player.agent, player.run = encode("agent", agent), integer("run", run, 64)
        player.recovery, player.record = boolean("recovery", recovery), boolean("record", record)
        self._handle = call_handle("episode_create", ctypes.byref(setup), ctypes.byref(player))

    @classmethod
    def in_family(cls, family: Family, seed: int, agent: AgentName = "breadth-first", *, move_limit: int | None = None,
                  recovery: bool = False, record: bool = False) -> Episode:
        """Creates a run in a world that a family generates from a seed.

        Args:
            family: Name of a family in catalogue()["families"], such as "rook".
            seed: Seed of the world, 0 to 2**64 - 1.
            agent: Name of the agent, as in agents().
            move_limit: Maximum number of moves. By default, the same limit as in the program.
            recovery: Whether the run continues if the marble balances on edges.
            record: Whether to record the run for log().
        """
        return cls._make(None, setup_of(family, None, seed=seed, limit=_limit(move_limit)), agent, 1, recovery, record)

    def run(self, moves: int | None = None) -> Outcome:
        """Continues the run until it ends, the user must choose a move, or the given number of moves has been made.

        Ctrl-C interrupts the run, and the next call continues it. If the agent was choosing a move, all later calls
        raise NotNow.

        Args:
            moves: Maximum number of moves. By default, there is no limit.

        Returns:
            "solved", "unsolvable", "frozen", "overdue" or "capped", or "running" if the run has not ended.
        """
        call("episode_run", self._handle, -1 if moves is None else integer("moves", moves, 63), -1, None)
        return self.outcome

    def tick(self, most: int = 1) -> int:
        """Simulates time steps until the run ends or the user must choose a move. Returns their number.

        Args:
            most: Maximum number of time steps.
        """
        return call_number("episode_run", self._handle, -1, integer("ticks", most, 63, least=1), of=c_int64)

    def play_by_hand(self, by_hand: bool = True) -> None:
        """Makes the run interactive. From the next decision onwards, run() and tick() return when the user must choose
        a move.

        Args:
            by_hand: Whether the user chooses the moves. False returns control to the agent.
        """
        call("episode_set_player", self._handle, None, boolean("by_hand", by_hand))

    def choose(self, move: int) -> None:
        """Chooses the next move of an interactive run. Raises NotNow if the run is not waiting for a move.

        Args:
            move: Index of the move, 0 to the number of moves - 1.
        """
        call("episode_choose", self._handle, integer("move", move, 32, True))

    def use_agent(self, agent: AgentName) -> None:
        """Replaces the agent. The new agent inherits all knowledge of the maze.

        Args:
            agent: Name of the agent, as in agents().
        """
        call("episode_set_player", self._handle, encode("agent", agent), -1)
        self._agent = agent

    def switch(self, orientations: int) -> None:
        """Changes the control scheme the next time the marble is at rest. Raises NotNow after the end of the run.

        Args:
            orientations: Number of orientations, 8 or 24. The current number cancels a pending change.
        """
        call("episode_switch", self._handle, integer("orientations", orientations, 32, True))

    @property
    def agent(self) -> str:
        """Name of the agent."""
        return self._agent

    @property
    def orientations(self) -> int:
        """Number of orientations of the current control scheme; 0 in a logic maze."""
        return int(self.describe()["orientations"])

    outcome: Outcome = member("outcome", OUTCOMES.__getitem__, "Outcome of the run, as returned by run().")

    @property
    def solved(self) -> bool:
        """True if the run ended in the target."""
        return self.outcome == "solved"

    @property
    def counters(self) -> dict[str, int]:
        """Counters of the thesis's tables: moves, repeated, unrepeatable, predicted_right and predicted_total, and the
        ticks."""
        info = self._info
        return {name: getattr(info, name)
                for name in ("moves", "repeated", "unrepeatable", "predicted_right", "predicted_total", "ticks")}

    @property
    def moves(self) -> list[Move]:
        """Moves made so far, including switches of the control scheme."""
        info = self._info
        records = copy_array(info.records, (info.played, 4), np.int32)
        return [Move(state, move, optional(to), Motion(ending)) for state, move, to, ending in records.tolist()]

    def hint(self) -> Hint:
        """Returns the move that the agent would choose now. Raises NotNow if no move can begin."""
        move = c_int32()
        reason = call_text("episode_hint", self._handle, ctypes.byref(move))
        return Hint(optional(move.value), reason)

    def describe(self) -> dict[str, Any]:
        """Returns the current state of the run.

        Returns:
            Dictionary with outcome, phase, agent, orientations, turning_to, by_hand, waits (True if the user must
            choose a move), ticks, state, state_words, cell (numbered from 1), choices (descriptions of the legal
            moves), counters, rule and why (both for the agent's last decision). In a maze, it also contains
            seconds_per_tick, marble_radius and path (cells numbered from 1).
        """
        return json.loads(call_text("episode_describe", self._handle))  # type: ignore[no-any-return]

    @property
    def _info(self) -> Any:
        return call_struct("episode_get_info", "episode_info", self._handle)

    def log(self, first: int = 0) -> list[dict[str, Any]]:
        """Returns the moves made so far with descriptions. Requires record=True.

        Args:
            first: Index of the first move to return.

        Returns:
            List of dictionaries with number, words, reason, move, states (from, to) and ending. In a maze, they also
            contain from and to (cells numbered from 1), orientations, begin_s and end_s.
        """
        log = call_text("episode_log", self._handle, integer("first", first, 64))
        return json.loads(log)  # type: ignore[no-any-return]

    def frames(self, first: int = 0, stride: int = 1) -> NDArray[np.float32]:
        """Returns the poses of the maze and the marble. Requires record=True and a maze.

        Args:
            first: Index of the first tick to return.
            stride: Number of ticks from one returned tick to the next.

        Returns:
            Array of shape (n, 12): rotation of the maze (w, x, y, z), position of the marble in the maze frame (x, y,
            z, cells), rotation of the marble (w, x, y, z), and phase (0 waiting, 1 stable, 2 accelerating, 3
            decelerating, 4 solved, 5 finished, 6 frozen).
        """
        begin, step = integer("first", first, 63), integer("stride", stride, 63)
        room, length = max(self._info.ticks - begin, 0) // max(step, 1) + 1, c_size_t()
        frames = np.empty((room, 12), dtype=np.float32)
        call("episode_frames", self._handle, begin, step, address(frames), room, ctypes.byref(length))
        return frames[:length.value]

    def recording(self) -> bytes:
        """Returns the bytes of a recording file for `marblemaze verify` and the viewer. Requires record=True and a
        maze."""
        return call_bytes("episode_recording", self._handle)

    @staticmethod
    def recorded(recording: bytes) -> dict[str, Any]:
        """Converts a recording file to a dictionary.

        Args:
            recording: Bytes of a recording file, for example from recording().

        Returns:
            Dictionary with maze, outcome, moves as in log(), and 60 poses per second in the format of the web page.
        """
        contents = call_text("recording_to_json", *bytes_of("recording", recording))
        return json.loads(contents)  # type: ignore[no-any-return]

    def svg(self) -> str:
        """Draws the maze and the cells where the moves ended. Raises Unsupported in a logic maze."""
        if self.maze is None:
            raise Unsupported("episode: svg() requires a marble maze")
        cells, orientations = [], self._first_scheme
        for move in self.moves:
            if move.move < 0:
                orientations = {8: 24, 24: 8}[orientations]
            if move.to is not None:
                cells.append(move.to % BALANCED // orientations)
        return self.maze.svg(rests=cells)

    def _repr_svg_(self) -> str | None:
        return None if self.maze is None else self.svg()

    def __repr__(self) -> str:
        return f"<Episode of {self.agent}: {self.outcome} after {self._info.moves} moves>"


def agents() -> list[dict[str, Any]]:
    """Returns the built-in agents, dictionaries with name, title, knows (the access level as text), summary and
    source."""
    return catalogue()["agents"]
