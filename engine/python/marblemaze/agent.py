"""Agents of your own, which the program plays: docs/reference/protocol.md. Needs neither numpy nor the shared library."""
from __future__ import annotations

import os
import sys
from dataclasses import dataclass, field
from typing import ClassVar, Literal, NamedTuple, Sequence, TextIO, Tuple

Vector = Tuple[float, float, float]


@dataclass(eq=False)
class Place:
    """A known state: the marble rested in it, or a known move is certain to lead to it."""

    state: int
    moves: int
    """Number of its moves: they are 0 to moves - 1."""
    cell: int = -1
    orientation: int = -1
    balanced: bool = False
    """True where the marble is frozen on edges. Only a run with recovery goes on from there."""
    distance: float | None = None
    """Distance to the target, in cells of the theoretical path; None for a blind agent."""
    leads: list[int | None] = field(default_factory=list)
    """The state to which each move led last; None where it was never made."""


class Answer(NamedTuple):
    """One way a move may end, as a forward model sees it."""

    state: int | None
    """The state in which the move ends; None where the marble freezes."""
    probability: float
    """Of this ending, 0 to 1."""


@dataclass(frozen=True)
class Walls:
    """The walls of the maze, for an agent that knows them."""

    dims: tuple[int, int, int]
    start: int
    target: int
    walls: tuple[int, ...]
    """For each cell: bit 0 for a wall towards +x, then -x, +y, -y, +z, -z."""

    def wall(self, cell: int, side: int) -> bool:
        """Does a wall stand on that side of the cell? Sides are 0 to 5: +x, -x, +y, -y, +z, -z."""
        return bool(self.walls[cell] >> side & 1)


@dataclass(eq=False)
class Copy:
    """A copy of the world at rest, in which an agent plays moves. What the world draws, it draws otherwise."""

    number: int
    state: int | None
    """In which it rests; None where the marble froze for good, or the move did not end in its time."""
    moves: int
    """Number of its moves: 0 where a run would end."""
    goal: bool = False
    """Did the last move bring the marble to the target?"""


class Sight(NamedTuple):
    """What a controller sees, along the maze's axes as it stands."""

    marble: Vector
    """Its centre in the maze's frame, 0 to dims, cells."""
    velocity: Vector
    """Of the marble as seen in the turning maze, cells/s."""
    spin: Vector
    """The same of its rotation, rad/s."""
    down: Vector
    """Where gravity pulls, a unit vector."""
    rate: Vector
    """Angular velocity of the maze, rad/s."""
    distance: float | None = None
    """Cells along the theoretical path to the middle of the target; None for a blind controller."""
    way: Vector | None = None
    """Out of the cell towards the target, a unit vector, 0 in the target; None for a blind controller."""


class _Player:
    """What agents and controllers have in common: they speak with the program, line by line."""

    name: ClassVar[str] = "agent"
    version: ClassVar[str] = "1"
    """Raise it when the agent changes: stored results of different versions are kept apart."""
    knowledge: ClassVar[Literal["blind", "heuristic", "full", "copies"]] = "blind"

    def __init__(self) -> None:
        self.maze: Walls | None = None
        """The maze; None unless the information set is "full" or "copies"."""
        self._maze: dict[str, str] = {}
        self._begun = False

    def begin(self) -> None:
        """Called once, before the first decision."""

    def info(self, text: str) -> None:
        """Gives the reason of the next move; solve and recordings keep it. Call it within choose()."""
        self._tell("info " + " ".join(text.split()))

    def run(self, lines: TextIO | None = None, answers: TextIO | None = None) -> None:
        """Plays until the program says that the run is over. What choose() prints goes to standard error."""
        if answers is None:
            answers = os.fdopen(os.dup(1), "w", encoding="ascii", errors="replace")
            sys.stdout.flush()
            os.dup2(2, 1)
        self._lines, self._answers = lines or sys.stdin, answers
        while words := self._hear():
            if words[0] == "quit":
                return
            getattr(self, "_on_" + words[0].replace("-", "_"), lambda *rest: None)(*words[1:])

    # ---- one function for each line of the protocol; others are passed over ----

    def _on_marblemaze(self, protocol: str, *_: str) -> None:
        if protocol != "1":
            raise SystemExit(f"this agent speaks protocol 1, not {protocol}")
        self._tell(f"agent {self.name} {self.version} {self.knowledge}")

    def _on_maze(self, *words: str) -> None:
        self._maze = _pairs(words)

    def _on_walls(self, *walls: str) -> None:
        told = {name: int(value) for name, value in self._maze.items()}
        self.maze = Walls((told["width"], told["height"], told["depth"]), told["start"], told["target"],
                          tuple(int(mask) for mask in walls))

    def _tell(self, line: str) -> None:
        try:
            self._answers.write(line + "\n")
            self._answers.flush()
        except BrokenPipeError:  # the program has ended; what is left must not be tried again
            os.dup2(os.open(os.devnull, os.O_WRONLY), self._answers.fileno())
            raise SystemExit(1) from None

    def _hear(self) -> list[str]:
        """The words of the next line that has any; none at the end."""
        for line in self._lines:
            if words := line.split():
                return words
        return []


class Agent(_Player):
    """Subclass it, say who you are, write choose(), and call run() at the end of the file:

        marblemaze solve --agent-command "python3 my_agent.py"
    """

    def __init__(self) -> None:
        super().__init__()
        self.orientations = 0
        self.recovery = False
        self.world = ""
        """The kind of world: "bullet"."""
        self.models: tuple[str, ...] = ()
        """The forward models that ask() can be asked for."""
        self.calls = 0
        """So many moves may be asked and played in copies for a decision; 0: any number."""
        self.places: dict[int, Place] = {}
        """All known states."""

    def choose(self, here: Place) -> int | None:
        """The next move, or None to give up. Must be written by the subclass."""
        raise NotImplementedError

    def ask(self, model: str, state: int, move: int) -> list[Answer]:
        """What a forward model (one of models) says of a move, likeliest first. Call it within choose(). Needs the
        information set "full" or "copies"."""
        self._tell(f"ask {model} {state} {move}")
        words = self._hear()[1:]
        return [Answer(int(state) if ending == "settled" else None, float(probability))
                for state, ending, probability in zip(words[::3], words[1::3], words[2::3])]

    def copy(self, of: Copy | None = None) -> Copy:
        """A new copy of the world as it stands, or of a copy in which moves are left. It ends with the decision. Call it
        within choose(). Needs the information set "copies"."""
        self._tell(f"copy {of.number if of else 0}")
        told = _pairs(("copied", *self._hear()[1:]))
        return Copy(int(told["copied"]), int(told["state"]), int(told["moves"]))

    def play(self, copy: Copy, move: int) -> Copy:
        """Plays a move in a copy, which is changed and returned."""
        self._tell(f"try {copy.number} {move}")
        state, _, *words = self._hear()[1:]
        told = _pairs(tuple(words))
        copy.state, copy.moves, copy.goal = None if state == "-1" else int(state), int(told["moves"]), told["goal"] == "1"
        return copy

    def drop(self, copy: Copy) -> None:
        """Lets go of a copy in which moves are left: at most 10,000 can be held."""
        self._tell(f"drop {copy.number}")

    def _on_begin(self, *words: str) -> None:
        told = _pairs(words)
        self.orientations, self.recovery = int(told["orientations"]), told["recovery"] == "1"
        self.world, self.calls = told.get("world", ""), int(told.get("calls", 0))

    def _on_models(self, *models: str) -> None:
        self.models = models

    def _on_state(self, state: str, *words: str) -> None:
        told = _pairs(words)
        moves = int(told["moves"])
        self.places[int(state)] = Place(
            int(state), moves, int(told.get("cell", -1)), int(told.get("orientation", -1)), told.get("balanced") == "1",
            float(told["distance"]) if "distance" in told else None, [None] * moves)

    def _on_arc(self, state: str, *words: str) -> None:
        told = _pairs(words)
        self.places[int(state)].leads[int(told["move"])] = int(told["to"])

    def _on_go(self, state: str, *_: str) -> None:
        if not self._begun:
            self._begun = True
            self.begin()
        move = self.choose(self.places[int(state)])
        self._tell("resign" if move is None else f"move {int(move)}")


class Controller(_Player):
    """Turns a maze freely. Subclass it, write turn(), and call run() at the end of the file:

        marblemaze solve --free --agent-command "python3 my_controller.py"
    """

    name = "controller"

    def __init__(self) -> None:
        super().__init__()
        self.rate = self.acceleration = self.seconds = 0.0
        """What the mount can, rad/s and rad/s², and the time from one action to the next."""
        self.rest = False
        """Must the marble rest in the target?"""

    def turn(self, seen: Sight) -> Sequence[float]:
        """The angular velocity to strive for, three shares of rate about the maze's axes. Must be written by the subclass."""
        raise NotImplementedError

    def _on_free(self, *words: str) -> None:
        told = _pairs(words)
        self.rate, self.acceleration, self.seconds = (float(told[name]) for name in ("rate", "acceleration", "seconds"))
        self.rest = told["rest"] == "1"

    def _on_see(self, *words: str) -> None:
        if not self._begun:
            self._begun = True
            self.begin()
        numbers = [float(word) for word in words if word not in ("distance", "way")]
        marble, velocity, spin, down, rate = ((numbers[i], numbers[i + 1], numbers[i + 2]) for i in range(0, 15, 3))
        seen = Sight(marble, velocity, spin, down, rate)
        if len(numbers) >= 19:
            seen = seen._replace(distance=numbers[15], way=(numbers[16], numbers[17], numbers[18]))
        x, y, z = self.turn(seen)
        self._tell(f"turn {float(x)!r} {float(y)!r} {float(z)!r}")


def _pairs(words: tuple[str, ...]) -> dict[str, str]:
    return dict(zip(words[::2], words[1::2]))
