"""Runs of the built-in agents."""
from __future__ import annotations

import contextlib
import ctypes
import json
from ctypes import c_int32, c_int64, c_size_t
from typing import Any, NamedTuple

from ._library import (Error, Held, Unsupported, address, call, catalogue, data, encoded, filled, flag, new, number, picture, raw,
                       text, whole)
from ._numpy import NDArray, np
from .maze import Maze, Settings, setup_of
from .names import OUTCOMES, AgentName, Family, Outcome, Theme, WorldName
from .world import BALANCED, Motion


class Move(NamedTuple):
    """A move that was made."""

    state: int
    """The state in which it began."""
    move: int
    """Its number among the moves of that state; -1 for a switch of the control scheme, from whose number on states count."""
    to: int | None
    """The state in which it ended; None where the marble froze or did not come to rest."""
    ending: Motion
    """SETTLED, FROZEN or OVERDUE."""


class Hint(NamedTuple):
    """What an agent would do."""

    move: int | None
    """The move; None where the agent knows nothing to try."""
    reason: str
    """Why, in words."""


def _cap_of(move_cap: int | None) -> int:
    """0 stands for the program's own."""
    return 0 if move_cap is None else whole("move cap", move_cap, 32, True)


class Episode(Held):
    """One run of an agent, or of a person. In a maze it is the same run as of `marblemaze solve`.

    Parameters
    ----------
    maze : Maze
        In which it is played.
    agent : str, default "complete-solution-prediction"
        A name of agents().
    world : {"bullet", "imagined", "predicted"}, default "bullet"
        The physics.
    orientations : {4, 8, 24}, optional
        The control scheme; by default the maze's first, 4 where it is flat and 8 elsewhere.
    settings : Settings, optional
        Of the physics.
    run : int, default 1
        Numbers runs that differ in the noise of the actuator only.
    move_cap : int, optional
        Limit of moves; by default the program's.
    recovery : bool, default False
        Does a balanced marble go on?

    Raises
    ------
    BadInput
        For a value that makes no sense.
    """

    maze: Maze | None
    """The maze; None in a logic maze."""

    def __init__(self, maze: Maze, agent: AgentName = "complete-solution-prediction", *, world: WorldName = "bullet",
                 orientations: int | None = None, settings: Settings | None = None, run: int = 1,
                 move_cap: int | None = None, recovery: bool = False) -> None:
        self._handle = new("episode_create", *setup_of(world, maze, orientations, settings), encoded("agent", agent),
                           whole("run", run, 64), _cap_of(move_cap), flag("recovery", recovery))
        self.maze, self._first_scheme = maze, orientations or (4 if maze.flat else 8)

    @classmethod
    def in_family(cls, family: Family, seed: int, agent: AgentName = "breadth-first", *, move_cap: int | None = None,
                  recovery: bool = False) -> Episode:
        """A run in the world of a seed in a family.

        Parameters
        ----------
        family : str
            One of catalogue()["families"]: "rook" and the other logic mazes have no maze to draw.
        seed : int
            0 to 2**64 - 1.
        agent : str, default "breadth-first"
            A name of agents().
        move_cap : int, optional
            Limit of moves; by default the program's.
        recovery : bool, default False
            Does a balanced marble go on?
        """
        made = cls.__new__(cls)
        made.maze = None
        made._handle = new("episode_create_in_family", encoded("family", family), whole("seed", seed, 64),
                           encoded("agent", agent), _cap_of(move_cap), flag("recovery", recovery))
        return made

    # --- playing ---
    def run(self, moves: int | None = None) -> Outcome:
        """Plays, until moves are used up, the run ends or a person must choose.

        Parameters
        ----------
        moves : int, optional
            Moves to play; by default to the end.

        Returns
        -------
        str
            "solved", "unsolvable", "frozen", "overdue" or "capped"; "running" where the run has not ended.

        Raises
        ------
        KeyboardInterrupt
            With Ctrl-C. The run goes on with the next call, unless its agent was just thinking: then NotNow is raised from then
            on.
        """
        return OUTCOMES[number("episode_run", self._handle, -1 if moves is None else whole("moves", moves, 63))]

    def tick(self, most: int = 1) -> int:
        """Makes fixed steps, until the run ends or a person must choose.

        Parameters
        ----------
        most : int, default 1
            Steps at most.

        Returns
        -------
        int
            Steps made.
        """
        return number("episode_tick", self._handle, whole("ticks", most, 64, True), of=c_int64)

    def play_by_hand(self, by_hand: bool = True) -> None:
        """Hands the choice to a person from the next decision on: run() and tick() return where choose() must be called.

        Parameters
        ----------
        by_hand : bool, default True
            False hands it back to the agent.
        """
        call("episode_play_by_hand", self._handle, flag("by_hand", by_hand))

    def choose(self, move: int) -> None:
        """The person's move, which the next tick makes.

        Parameters
        ----------
        move : int
            0 to the number of moves - 1.

        Raises
        ------
        NotNow
            Where nobody waits for a move.
        """
        call("episode_choose", self._handle, whole("move", move, 32, True))

    def use_agent(self, agent: AgentName) -> None:
        """Another agent goes on with what is known.

        Parameters
        ----------
        agent : str
            A name of agents().
        """
        call("episode_use_agent", self._handle, encoded("agent", agent))

    def switch(self, orientations: int) -> None:
        """At the next rest the maze turns to another control scheme.

        Parameters
        ----------
        orientations : {8, 24}
            Of the scheme; the one in force cancels the request.

        Raises
        ------
        NotNow
            After the end.
        """
        call("episode_switch", self._handle, whole("orientations", orientations, 32, True))

    # --- how it stands ---
    @property
    def agent(self) -> str:
        """The name of the agent that plays."""
        return str(self.describe()["agent"])

    @property
    def orientations(self) -> int:
        """Orientations of the control scheme in force; 0 in a logic maze."""
        return int(self.describe()["orientations"])

    @property
    def outcome(self) -> Outcome:
        """How it ended, as run() says; "running" before."""
        return OUTCOMES[int(self._info().outcome)]

    @property
    def solved(self) -> bool:
        """Did it end in the target?"""
        return self.outcome == "solved"

    @property
    def counters(self) -> dict[str, int]:
        """The columns of the thesis's tables: moves, repeated, unrepeatable, predicted_right, predicted_total; and ticks."""
        info = self._info()
        return {name: getattr(info, name)
                for name in ("moves", "repeated", "unrepeatable", "predicted_right", "predicted_total", "ticks")}

    @property
    def moves(self) -> list[Move]:
        """The moves made so far."""
        length = c_size_t()
        with contextlib.suppress(Error):  # where it would not fit it says how many there are
            call("episode_moves", self._handle, None, 0, ctypes.byref(length))
        records = np.empty((length.value, 4), dtype=np.int32)
        call("episode_moves", self._handle, address(records), length.value, ctypes.byref(length))
        return [Move(state, move, None if to < 0 else to, Motion(ending)) for state, move, to, ending in records.tolist()]

    def hint(self) -> Hint:
        """What the agent would do now. Changes nothing.

        Raises
        ------
        NotNow
            Where no move can begin.
        """
        move = c_int32()
        reason = text("episode_hint", self._handle, ctypes.byref(move))
        return Hint(None if move.value < 0 else move.value, reason)

    def describe(self) -> dict[str, Any]:
        """How the run stands.

        Returns
        -------
        dict
            outcome, phase, agent, orientations, turning_to, by_hand, waits (for choose()), ticks, state, state_words, cell (from
            1), choices (the moves of the state with their words), counters, and rule and why (the agent's last decision); in a
            maze also seconds_per_tick, marble_radius and path (cells from 1).
        """
        return json.loads(text("episode_describe", self._handle))  # type: ignore[no-any-return]

    def _info(self) -> Any:
        return filled("episode_get_info", "episode_info", self._handle)

    # --- the record ---
    def record(self) -> None:
        """From now on every tick and move is kept, about 60 bytes a tick, for log(), frames() and recording().

        Raises
        ------
        NotNow
            After the first tick.
        """
        call("episode_record", self._handle)

    def log(self, first: int = 0) -> list[dict[str, Any]]:
        """The moves made, in words. Needs record().

        Parameters
        ----------
        first : int, default 0
            Index of the first one told.

        Returns
        -------
        list of dict
            number, words, reason, move, states (from, to), ending, and in a maze from and to (cells from 1), orientations,
            begin_s and end_s.
        """
        return json.loads(text("episode_log", self._handle, whole("first", first, 64)))  # type: ignore[no-any-return]

    def frames(self, first: int = 0, stride: int = 1) -> NDArray[np.float32]:
        """The poses of maze and marble. Needs record().

        Parameters
        ----------
        first : int, default 0
            The first tick told.
        stride : int, default 1
            From one tick to the next that is told.

        Returns
        -------
        float32 array, shape (n, 12)
            The maze's rotation (w, x, y, z), the marble's place in the maze's frame (x, y, z; cells) and rotation (w, x, y, z),
            and the phase: waiting 0, stable, accelerating, decelerating, solved, finished, frozen 6.

        Raises
        ------
        NotNow
            Without a record.
        Unsupported
            In a logic maze.
        """
        begin, step = whole("first", first, 63), whole("stride", stride, 63)
        room, length = max(self._info().ticks - begin, 0) // max(step, 1) + 1, c_size_t()
        frames = np.empty((room, 12), dtype=np.float32)
        call("episode_frames", self._handle, begin, step, address(frames), room, ctypes.byref(length))
        return frames[:length.value]

    def recording(self) -> bytes:
        """The bytes of a recording file, which `marblemaze verify` and the viewer open. Needs record().

        Raises
        ------
        NotNow
            Without a record.
        Unsupported
            In a logic maze.
        """
        return data("episode_recording", self._handle)

    @staticmethod
    def recorded(recording: bytes) -> dict[str, Any]:
        """What the bytes of a recording file show: maze, outcome, moves as log() tells them, and poses 60 times a second as the
        page for browsers reads them.

        Parameters
        ----------
        recording : bytes
            Of a file, or of recording().

        Raises
        ------
        BadInput
            Where it is not a recording.
        """
        return json.loads(text("recording_to_json", *raw("recording", recording)))  # type: ignore[no-any-return]

    # --- pictures ---
    def svg(self) -> str:
        """The maze with the cells in which the moves ended.

        Raises
        ------
        Unsupported
            Where there is no maze.
        """
        if self.maze is None:
            raise Unsupported("episode: expected one in a maze")
        cells, orientations = [], self._first_scheme
        for move in self.moves:
            if move.move < 0:
                orientations = {8: 24, 24: 8}[orientations]
            if move.to is not None:
                cells.append(move.to % BALANCED // orientations)
        return self.maze.svg(rests=cells)

    def png(self, width: int = 1280, height: int = 720, *, theme: Theme = "dark") -> bytes:
        """The glass maze in space after the last finished move, as a PNG file. Takes about a second.

        Parameters
        ----------
        width, height : int, default 1280 and 720
            Pixels, 64 to 8192.
        theme : {"dark", "light", "colour-blind"}, default "dark"
            Colours.

        Raises
        ------
        Unsupported
            Without the viewer or a maze.
        BadInput
            For a value that makes no sense.
        """
        return picture("episode_png", self._handle, width, height, theme)

    def _repr_svg_(self) -> str | None:
        return None if self.maze is None else self.svg()

    def __repr__(self) -> str:
        return f"<Episode of {self.agent}: {self.outcome} after {self._info().moves} moves>"


def agents() -> list[dict[str, Any]]:
    """The built-in agents.

    Returns
    -------
    list of dict
        name, title, knows (the information set in words), summary and source of each.
    """
    return catalogue()["agents"]
