"""Base classes of external agents and tilt policies (docs/reference/protocol.md).

This module needs neither NumPy nor the shared library.
"""
from __future__ import annotations

import os
import sys
from dataclasses import dataclass, field
from typing import ClassVar, Literal, NamedTuple, Protocol, Sequence, TextIO, Tuple

Vector = Tuple[float, float, float]


@dataclass(eq=False)
class Place:
    """A state that the agent knows: the marble has rested in it, or a known move certainly leads to it."""

    state: int
    moves: int
    """Number of legal moves, which are numbered 0 to moves - 1."""
    cell: int = -1
    orientation: int = -1
    balanced: bool = False
    """True if the marble balances on edges. A run continues from such a state only with recovery."""
    distance: float | None = None
    """Number of cells on the theoretical path to the target; None for a blind agent."""
    leads: list[int | None] = field(default_factory=list)
    """For each move, the state where it most recently ended, or None if the move is untried."""


class Answer(NamedTuple):
    """A predicted outcome of a move."""

    state: int | None
    """State in which the move ends, or None if the marble freezes."""
    probability: float
    """Probability of this outcome, 0 to 1."""


@dataclass(frozen=True)
class Walls:
    """Walls of a maze."""

    dims: tuple[int, int, int]
    start: int
    target: int
    walls: tuple[int, ...]
    """Bit mask of each cell. Bits 0 to 5 are set for walls on the sides +x, -x, +y, -y, +z, -z."""

    def wall(self, cell: int, side: int) -> bool:
        """Returns True if a cell has a wall on a side, 0 to 5: +x, -x, +y, -y, +z, -z."""
        return bool(self.walls[cell] >> side & 1)


@dataclass(eq=False)
class Copy:
    """A copy of the world at rest, with independent noise, in which the agent can try moves."""

    number: int
    state: int | None
    """State in which the marble rests, or None if the last move did not end in a state."""
    moves: int
    """Number of legal moves, or 0 if a run would end here."""
    goal: bool = False
    """True if the last move brought the marble to the target."""


class Sight(NamedTuple):
    """Observation of a tilt policy, in the maze frame."""

    marble: Vector
    """Centre of the marble, 0 to dims, cells."""
    velocity: Vector
    """Velocity of the marble relative to the maze, cells/s."""
    spin: Vector
    """Angular velocity of the marble relative to the maze, rad/s."""
    down: Vector
    """Direction of gravity, a unit vector."""
    rate: Vector
    """Angular velocity of the maze, rad/s."""
    distance: float | None = None
    """Distance to the centre of the target along the theoretical path, cells. None for a blind policy."""
    way: Vector | None = None
    """Direction of the theoretical path out of the cell, a unit vector. 0 in the target. None for a blind policy."""


def sight_of(numbers: Sequence[float]) -> Sight:
    """Converts the numbers of an observation, 15 for a blind policy and 19 otherwise."""
    def vector(first: int) -> Vector:
        return numbers[first], numbers[first + 1], numbers[first + 2]

    seen = Sight(vector(0), vector(3), vector(6), vector(9), vector(12))
    return seen if len(numbers) < 19 else seen._replace(distance=numbers[15], way=vector(16))


class _Link(Protocol):
    """Requests that an agent can send to the program."""

    def info(self, text: str) -> None: ...
    def ask(self, model: str, state: int, move: int) -> list[Answer]: ...
    def copy(self, of: Copy | None) -> Copy: ...
    def play(self, copy: Copy, move: int) -> Copy: ...
    def drop(self, copy: Copy) -> None: ...


class _Pipe:
    """Connection to the program over standard streams (docs/reference/protocol.md)."""

    def __init__(self, lines: TextIO, answers: TextIO) -> None:
        self._lines, self._answers = lines, answers

    def send(self, line: str) -> None:
        try:
            self._answers.write(line + "\n")
            self._answers.flush()
        except BrokenPipeError:  # the program has exited; discard buffered output, which Python would flush at exit
            os.dup2(os.open(os.devnull, os.O_WRONLY), self._answers.fileno())
            raise SystemExit(1) from None

    def receive(self) -> list[str]:
        """Returns the words of the next non-empty line, or an empty list at the end of the input."""
        for line in self._lines:
            if words := line.split():
                return words
        return []

    def info(self, text: str) -> None:
        self.send("info " + " ".join(text.split()))

    def ask(self, model: str, state: int, move: int) -> list[Answer]:
        self.send(f"ask {model} {state} {move}")
        words = self.receive()[1:]
        return [Answer(int(state) if outcome == "settled" else None, float(probability))
                for state, outcome, probability in zip(words[::3], words[1::3], words[2::3])]

    def copy(self, of: Copy | None) -> Copy:
        self.send(f"copy {of.number if of else 0}")
        words = _pairs(("copied", *self.receive()[1:]))
        return Copy(int(words["copied"]), int(words["state"]), int(words["moves"]))

    def play(self, copy: Copy, move: int) -> Copy:
        self.send(f"try {copy.number} {move}")
        state, _, *rest = self.receive()[1:]
        words = _pairs(tuple(rest))
        copy.state = None if state == "-1" else int(state)
        copy.moves, copy.goal = int(words["moves"]), words["goal"] == "1"
        return copy

    def drop(self, copy: Copy) -> None:
        self.send(f"drop {copy.number}")


class _Player:
    """Common base of Agent and TiltAgent. Runs in a separate process or, with marblemaze.play(), in this process."""

    name: ClassVar[str] = "agent"
    version: ClassVar[str] = "1"
    """Version, which is part of the identifier in results. Change it when a module that the agent imports changes."""
    knowledge: ClassVar[Literal["blind", "heuristic", "full", "copies"]] = "blind"
    """Access level."""

    maze: Walls | None = None
    """The maze, or None unless the access level is "full" or "copies"."""
    _link: _Link
    _maze: dict[str, str]
    _begun = False

    def begin(self) -> None:
        """Prepares the agent. Called once, before its first decision."""

    def info(self, text: str) -> None:
        """Sets the reason for the next decision, which is shown to spectators. Call this in choose() or turn()."""
        self._link.info(text)

    def run(self, lines: TextIO | None = None, answers: TextIO | None = None) -> None:
        """Plays until the program ends the run. Output that the agent prints is redirected to standard error."""
        if answers is None:
            answers = os.fdopen(os.dup(1), "w", encoding="ascii", errors="replace")
            sys.stdout.flush()
            os.dup2(2, 1)
        self._link = pipe = _Pipe(lines or sys.stdin, answers)
        self._send = pipe.send
        while words := pipe.receive():
            if words[0] == "quit":
                return
            getattr(self, "_on_" + words[0].replace("-", "_"), lambda *rest: None)(*words[1:])

    def _begin_once(self) -> None:
        if not self._begun:
            self._begun = True
            self.begin()

    def _on_marblemaze(self, protocol: str, *_: str) -> None:
        if protocol != "1":
            raise SystemExit(f"this agent speaks protocol 1, not {protocol}")
        self._send(f"agent {self.name} {self.version} {self.knowledge}")

    def _on_maze(self, *words: str) -> None:
        self._maze = _pairs(words)

    def _on_walls(self, *walls: str) -> None:
        maze = {name: int(value) for name, value in self._maze.items()}
        self.maze = Walls((maze["width"], maze["height"], maze["depth"]), maze["start"], maze["target"],
                          tuple(int(mask) for mask in walls))


class Agent(_Player):
    """Base class of agents. Define a subclass with a name and a choose() method, and call run() at the end of the file:

        marblemaze solve --agent-command "python3 my_agent.py"
    """

    orientations = 0
    recovery = False
    world = ""
    """The simulation, such as "bullet"."""
    models: tuple[str, ...] = ()
    """Forward models that ask() accepts."""
    calls = 0
    """Maximum number of predictions and moves in copies per decision, or 0 if there is no limit."""
    places: dict[int, Place] = {}  # replaced at the beginning of a run
    """All states that the agent knows, by number."""

    def choose(self, here: Place) -> int | None:
        """Returns the next move, or None to give up. Subclasses must implement this."""
        raise NotImplementedError("expected a choose() method in the class of the agent")

    def ask(self, model: str, state: int, move: int) -> list[Answer]:
        """Returns the outcomes that a forward model predicts for a move, most likely first.

        Call this in choose(). Requires the access level "full" or "copies".
        """
        return self._link.ask(model, state, move)

    def copy(self, of: Copy | None = None) -> Copy:
        """Returns a new copy of the world, or of another copy in which a move can begin. It exists until the next
        decision.

        Call this in choose(). Requires the access level "copies".
        """
        return self._link.copy(of)

    def play(self, copy: Copy, move: int) -> Copy:
        """Executes a move in a copy. Updates and returns the copy."""
        return self._link.play(copy, move)

    def drop(self, copy: Copy) -> None:
        """Deletes a copy. An agent can have up to 10,000 copies. Copies in which the run ended are deleted
        automatically."""
        self._link.drop(copy)

    def _on_begin(self, *words: str) -> None:
        begin, self.places = _pairs(words), {}
        self.orientations, self.recovery = int(begin["orientations"]), begin["recovery"] == "1"
        self.world, self.calls = begin.get("world", ""), int(begin.get("calls", 0))

    def _on_models(self, *models: str) -> None:
        self.models = models

    def _on_state(self, state: str, *rest: str) -> None:
        words = _pairs(rest)
        moves = int(words["moves"])
        self.places[int(state)] = Place(
            int(state), moves, int(words.get("cell", -1)), int(words.get("orientation", -1)),
            words.get("balanced") == "1", float(words["distance"]) if "distance" in words else None, [None] * moves)

    def _on_arc(self, state: str, *rest: str) -> None:
        words = _pairs(rest)
        self.places[int(state)].leads[int(words["move"])] = int(words["to"])

    def _on_go(self, state: str, *_: str) -> None:
        self._begin_once()
        move = self.choose(self.places[int(state)])
        self._send("resign" if move is None else f"move {int(move)}")


class TiltAgent(_Player):
    """Base class of tilt policies. Define a subclass with a turn() method, and call run() at the end of the file:

        marblemaze solve --tilt --agent-command "python3 my_policy.py"
    """

    name = "tilt-agent"

    rate = acceleration = seconds = 0.0
    """Maximum angular velocity and acceleration of the maze, rad/s and rad/s², and time between two commands, s."""
    rest = False
    """True if the marble must come to rest in the target."""

    def turn(self, seen: Sight) -> Sequence[float]:
        """Returns the command: the angular velocity about the three maze axes, as fractions of `rate`.

        Subclasses must implement this.
        """
        raise NotImplementedError("expected a turn() method in the class of the policy")

    def _on_free(self, *rest: str) -> None:
        words = _pairs(rest)
        names = ("rate", "acceleration", "seconds")
        self.rate, self.acceleration, self.seconds = (float(words[name]) for name in names)
        self.rest = words["rest"] == "1"

    def _on_see(self, *words: str) -> None:
        self._begin_once()
        x, y, z = self.turn(sight_of([float(word) for word in words if word not in ("distance", "way")]))
        self._send(f"turn {float(x)!r} {float(y)!r} {float(z)!r}")


def _pairs(words: tuple[str, ...]) -> dict[str, str]:
    return dict(zip(words[::2], words[1::2]))
