"""Plays with agents written in Python in this process, and runs commands of the program."""
from __future__ import annotations

import contextlib
import copy
import ctypes
import hashlib
import itertools
import json
import linecache
import math
import os
import pathlib
import re
import signal
import sys
import tempfile
import threading
import types
from ctypes import CFUNCTYPE, POINTER, byref, c_char_p, c_void_p
from typing import Any, Callable, Iterable, Iterator, Sequence, Union, get_args

from ._arguments import TILT, boolean, control_of, encode, instance_of, integer, list_of, one_of, path_of
from ._errors import AgentError, BadInput, BadType, cancellation, raise_pending_error
from ._library import call, call_handle, call_number, call_struct, copy_array, new_struct, struct_type
from ._numpy import NDArray, np
from ._progress import interruptible
from .agent import Agent, Answer, TiltAgent, Copy, Place, Walls, sight_of
from .episode import Episode
from .maze import Maze, Settings, setup_of
from .model import predictions
from .names import RUNNING, SOLVED, AgentName, Layers, TiltPolicyName
from .tables import Results, results
from .world import World

Player = Union[str, "type[Agent]", "type[TiltAgent]", Agent, TiltAgent]
"""Name of an agent, or a subclass or instance of Agent or TiltAgent. Each run uses a copy of an instance."""

SECONDS, CALLS = 60.0, 40_000
"""Limits per decision, as in MarbleBench: time in seconds, and number of predictions and moves in copies."""

MAX_COPIES = 10_000
"""Maximum number of copies that an agent can have at a time, as in the protocol for separate processes."""


class _AgentRun:
    """A run of an agent."""

    _decide: Callable[[Any, Any], None]

    def __init__(self, player: Any, task: Any) -> None:
        self._player = player
        player._link = self
        if task.maze:
            player.maze = walls_of(task.maze)

    def info(self, text: str) -> None:
        self._reason = " ".join(text.split())

    def choose(self, seen: Any, choice: Any) -> None:
        self._reason = ""
        self._decide(seen, choice)
        choice.reason = self._reason.encode(errors="replace")[:255]


class _MoveRun(_AgentRun):
    """A run of an agent that chooses moves. Implements the agent's requests."""

    def __init__(self, agent: Agent, task: Any) -> None:
        super().__init__(agent, task)
        self._run = task.run
        self._copies: dict[int, World] = {}
        self._made = 0
        agent.orientations, agent.recovery, agent.world = task.orientations, task.recovery == 1, task.world.decode()
        agent.places, agent.calls, agent.models = {}, CALLS, tuple(task.models.decode().split())

    def _decide(self, seen: Any, choice: Any) -> None:
        places = self._player.places
        for one in ctypes.cast(seen.places, POINTER(struct_type("place")))[:seen.place_count]:
            places[one.state] = Place(one.state, one.moves, one.cell, one.orientation, one.balanced == 1,
                                      None if one.distance < 0 else one.distance, [None] * one.moves)
        arcs: NDArray[np.int32] = copy_array(seen.arcs, (seen.arc_count, 3), np.int32)
        for state, move, to in arcs.tolist():
            places[state].leads[move] = to
        self._copies.clear()
        self._player._begin_once()
        chosen = self._player.choose(places[seen.state])
        if chosen is not None and not 0 <= integer("move", chosen, 32, True) < seen.moves:
            raise BadInput(f"move {chosen} in state {seen.state}: expected 0 to {seen.moves - 1}, or None")
        choice.move = -1 if chosen is None else chosen

    def ask(self, model: str, state: int, move: int) -> list[Answer]:
        return predictions("agent_predict", self._run, encode("model", model), state=state, move=move)

    def copy(self, of: Copy | None) -> Copy:
        if len(self._copies) == MAX_COPIES:
            raise BadInput(f"copies: the agent has {MAX_COPIES:,}, which is the maximum: delete copies with drop()")
        self._made += 1
        if of is None:
            world = World._of(call_handle("agent_copy", self._run, self._made), _arguments={})
        else:
            world = self._world(of).copy_for_agent(self._made)
        self._copies[self._made] = world
        seen = world._info
        return Copy(self._made, seen.state, seen.moves)

    def play(self, copy: Copy, move: int) -> Copy:
        world = self._world(copy)
        world.move(move)
        seen = world._info
        continues, copy.goal = seen.outcome == RUNNING, seen.outcome == SOLVED
        copy.state = seen.state if continues or copy.goal else None
        copy.moves = seen.moves if continues else 0
        if not continues:
            self.drop(copy)
        return copy

    def drop(self, copy: Copy) -> None:
        self._world(copy)
        del self._copies[copy.number]

    def _world(self, copy: Copy) -> World:
        if instance_of("copy", copy, Copy).number not in self._copies:
            raise BadInput(f"copy {copy.number} has no moves left, was dropped, or belongs to an earlier decision")
        return self._copies[copy.number]


class _TiltRun(_AgentRun):
    """A run of a tilt policy."""

    def __init__(self, policy: TiltAgent, task: Any) -> None:
        super().__init__(policy, task)
        policy.rate, policy.acceleration, policy.seconds = task.max_rate, task.max_acceleration, task.seconds
        policy.rest = task.rest == 1

    def _decide(self, seen: Any, choice: Any) -> None:
        self._player._begin_once()
        sight = sight_of([*seen.tilt, *([seen.distance, *seen.way] if seen.distance >= 0 else [])])
        command = [float(x) for x in self._player.turn(sight)]
        if len(command) != 3 or not math.hypot(*command) <= 1e100:
            raise BadInput(f"command {command}: expected three numbers of at most 1e100")
        choice.command[:], choice.move = command, 0


def walls_of(maze: Maze | int) -> Walls:
    """Returns the walls of a maze, or of the maze with this handle, in the format for agents."""
    info = call_struct("maze_get_info", "maze_info", maze if isinstance(maze, int) else maze._handle)
    walls: NDArray[np.uint8] = copy_array(info.walls, (info.cells, 6), np.uint8)
    w, h, d = info.dims
    return Walls((w, h, d), info.start, info.target, tuple((walls.astype(int) << np.arange(6)).sum(axis=1).tolist()))


class _RegisteredAgent:
    """A registered agent and its callbacks for the library."""

    _Begin = CFUNCTYPE(c_void_p, c_void_p, POINTER(struct_type("task")))
    _Choose = CFUNCTYPE(None, c_void_p, POINTER(struct_type("news")), POINTER(struct_type("choice")))
    _Command = CFUNCTYPE(None, c_void_p, POINTER(struct_type("sight")), POINTER(struct_type("choice")))
    _End = CFUNCTYPE(None, c_void_p)

    def __init__(self, name: str, knowledge: str, make: Callable[[], Any], moves: bool) -> None:
        self._name, self.make, self._run = name, make, _MoveRun if moves else _TiltRun
        self._runs: dict[int, Any] = {}
        self._numbers = itertools.count(1)
        self.errors: list[BaseException] = []
        """Exceptions that the agent raised since the first of the current calls began."""
        self.calls = 0  # number of calls in which it plays
        self._functions = (self._Begin(self._begin), self._Choose(self._choose), self._Command(self._choose),
                           self._End(self._end))
        agent = new_struct("agent")
        agent.name = encode("agent", name)
        agent.access = _ACCESS.index(one_of("knowledge", knowledge, _ACCESS))
        agent.seconds, agent.calls = SECONDS, CALLS
        begin, choose, command, end = (ctypes.cast(function, c_void_p).value for function in self._functions)
        agent.begin, agent.end = begin, end
        agent.choose, agent.command = (choose, None) if moves else (None, command)
        call("register_agent", byref(agent))

    def _failed(self, error: BaseException) -> None:
        if isinstance(error, Exception):
            failure = AgentError(f"agent '{self._name}' raised {type(error).__name__}: {error}")
            failure.__cause__ = error
            error = failure
        self.errors.append(error)

    def _begin(self, _: Any, task: Any) -> int:
        run = next(self._numbers)
        try:
            self._runs[run] = self._run(self.make(), task.contents)
        except BaseException as error:
            self._failed(error)
        return run

    def _choose(self, run: int, seen: Any, choice: Any) -> None:
        try:  # if this fails, choice.move keeps its initial value, which means failure
            if run in self._runs and not self.errors and not cancellation.error:
                self._runs[run].choose(seen.contents, choice.contents)
        except BaseException as error:
            self._failed(error)

    def _end(self, run: int) -> None:
        self._runs.pop(run, None)


def _is_policy(agent: Player) -> bool:
    return isinstance(agent, TiltAgent) or isinstance(agent, type) and issubclass(agent, TiltAgent)


_ACCESS = ("blind", "heuristic", "full", "copies")
_registered: dict[str, _RegisteredAgent] = {}
_lock = threading.Lock()


def _parts_of(value: Any) -> Iterable[Any]:
    """Returns the parts of a value that its hash covers. A function is represented by its source file."""
    if isinstance(value, types.FunctionType):
        code = value.__code__
        linecache.checkcache(code.co_filename)
        lines = linecache.getlines(code.co_filename)
        source = (lines, code.co_firstlineno) if lines else code
        return source, value.__defaults__, value.__kwdefaults__, value.__closure__
    if isinstance(value, (types.CodeType, types.CellType, types.ModuleType, type)):
        names = "co_code", "co_names", "co_consts", "cell_contents", "__name__"
        return [getattr(value, name) for name in names if hasattr(value, name)]
    if isinstance(value, (list, tuple, set, frozenset, dict)):
        return value.items() if isinstance(value, dict) else value
    reduced = value.__reduce_ex__(4)  # as for pickle
    if isinstance(reduced, str):
        return [reduced]
    return [list(part) if isinstance(part, Iterator) else part for part in reduced[1:]]


def _hash_of(value: Any, known: dict[int, tuple[Any, str]]) -> str:
    """Returns a hash that is the same in every process. `known` caches the hashes of visited objects by id."""
    if value is None or isinstance(value, (int, float, complex, str)):
        return repr(value)
    if isinstance(value, bytes):  # for example the data of an array
        return hashlib.sha256(value).hexdigest()
    if id(value) not in known:
        known[id(value)] = value, ""  # in case the value contains itself
        parts: list[str] = []
        with contextlib.suppress(Exception):  # for example, locks cannot be pickled
            parts = [_hash_of(part, known) for part in _parts_of(value)]
        ordered = sorted(parts) if isinstance(value, (set, frozenset, dict)) else parts
        known[id(value)] = value, hashlib.sha256("\0".join([type(value).__name__, *ordered]).encode()).hexdigest()
    return known[id(value)][1]


def agent_name(agent: Player) -> str:
    """Returns the name under which the results of an agent are stored. Registers the agent if it is written in Python.

    The name of an agent written in Python is its identifier (docs/reference/protocol.md#identifiers).

    Args:
        agent: Name of an agent, or a subclass or instance of Agent or TiltAgent. Each run uses a copy of an instance.
    """
    if isinstance(agent, str):
        built_in = get_args(AgentName) + get_args(TiltPolicyName)
        return agent if agent in _registered else str(one_of("agent", agent, built_in))
    kind: Any = agent if isinstance(agent, type) else type(agent)
    if not issubclass(kind, (Agent, TiltAgent)):
        raise BadType(f"agent {agent!r}: expected a name, or a subclass of Agent or TiltAgent")
    for what in ("name", "version"):
        if not re.fullmatch("[A-Za-z0-9._+-]{1,40}", str(getattr(agent, what))):
            raise BadInput(f"{what} {getattr(agent, what)!r} of an agent: expected 1 to 40 letters, digits and . _ + -")
    own_classes = [base for base in kind.__mro__ if base not in (*Agent.__mro__, *TiltAgent.__mro__)]
    hashed = own_classes if agent is kind or not vars(agent) else [agent, *own_classes]
    definitions = [[(name, value) for name, value in vars(one).items()
                    if isinstance(value, types.FunctionType) or name[:2] != "__"] for one in hashed]
    name = f"{agent.name} {agent.version} ({_hash_of(definitions, {})[:8]})"
    make = kind if agent is kind else lambda kept=copy.deepcopy(agent): copy.deepcopy(kept)
    if name not in _registered:
        _registered[name] = _RegisteredAgent(name, agent.knowledge, make, issubclass(kind, Agent))
    _registered[name].make = make
    return name


def play(agent: Player, maze: Maze, *, world: Any = "bullet", orientations: int | None = None,
         settings: Settings | None = None, run: int = 1, move_limit: int | None = None, recovery: bool = False,
         rest: bool = False, record: bool = False) -> Episode:
    """Plays a complete run and returns it.

    Args:
        agent: Name of a built-in agent or tilt policy, or a subclass or instance of Agent or TiltAgent.
        maze: The maze.
        world: The simulation: "bullet", "imagined" or "predicted".
        orientations: Control scheme: 4, 8 or 24 orientations. By default, 4 in a flat maze, otherwise 8.
        settings: Physics settings.
        run: Run number, which selects the actuator noise.
        move_limit: Maximum number of moves, or of time steps under continuous control. By default, the same limit as in
            the program.
        recovery: Whether the run continues if the marble balances on edges.
        rest: Whether a tilt policy must bring the marble to rest in the target.
        record: Whether to record the run.

    Raises:
        AgentError: The agent raised an exception, which is the `__cause__` of this exception.
    """
    control = TILT if _is_policy(agent) else control_of(orientations)
    setup = setup_of(world, maze, settings, control=control, rest=rest, limit=move_limit or 0)
    name = agent_name(agent)
    episode = Episode._make(maze, setup, name, run, recovery, record)
    with _agent_errors_raised([name]):
        episode.run()
    return episode


def _record_interrupt(*_: Any) -> None:
    cancellation.error = KeyboardInterrupt()
    raise KeyboardInterrupt


@contextlib.contextmanager
def _agent_errors_raised(names: Iterable[str]) -> Iterator[None]:
    """Raises exceptions of these agents at the end of a `with` block, because they cannot pass through the library.

    This includes a KeyboardInterrupt during a callback.
    """
    agents = [_registered[name] for name in names if name in _registered]
    with _lock:
        for agent in agents:
            if agent.calls == 0:
                agent.errors.clear()
            agent.calls += 1
    previous_errors = cancellation.agent_errors
    cancellation.agent_errors = tuple(agent.errors for agent in agents)
    previous_handler = signal.getsignal(signal.SIGINT)
    handles_sigint = (threading.current_thread() is threading.main_thread()
                      and previous_handler is signal.default_int_handler)
    if handles_sigint:
        signal.signal(signal.SIGINT, _record_interrupt)
    try:
        with interruptible():
            yield
        raise_pending_error()
    finally:
        if handles_sigint:
            signal.signal(signal.SIGINT, previous_handler)
        cancellation.error, cancellation.agent_errors = None, previous_errors
        with _lock:
            for agent in agents:
                agent.calls -= 1


def command(*arguments: Any) -> int:
    """Runs a command of the program, for example command("bench", "--agent", "heuristic").

    The command prints to the standard streams.

    Args:
        *arguments: Command-line arguments, without the name of the program.

    Returns:
        Exit status: 0 done, 1 not reached, 75 interrupted.
    """
    words = list(map(str, arguments))
    argv = [b"marblemaze", *map(os.fsencode, words)]
    sys.stdout.flush()
    with _agent_errors_raised(name for name in list(_registered) if any(name in word for word in words)):
        return call_number("run_command", len(argv), (c_char_p * len(argv))(*argv))


def _options(**values: Any) -> list[Any]:
    """Converts keyword arguments to command-line options. True means a flag, None and False omit the option, and a list
    repeats it."""
    arguments: list[Any] = []
    for name, value in values.items():
        for one in value if isinstance(value, list) else [value]:
            if one is not None and one is not False:
                arguments += ["--" + name.replace("_", "-")] + ([] if one is True else [one])
    return arguments


def _names_of(agents: Player | Iterable[Player]) -> tuple[list[str], bool]:
    """Returns the names of the agents, and True if one of them is a tilt policy written in Python."""
    chosen: list[Player] = [agents] if isinstance(agents, (str, type, Agent, TiltAgent)) else list_of("agents", agents)
    if not chosen:
        raise BadInput("agents: name at least one agent")
    names = [agent_name(agent) for agent in chosen]
    for name, agent in zip(names, chosen):
        if agent != chosen[names.index(name)]:
            raise BadInput(f"agents: '{name}' is the identifier of two agents: give them different versions")
    return names, any(map(_is_policy, chosen))


def bench(agents: Player | Iterable[Player], *, seeds: str | range = "1-100", runs: int = 1, size: int = 3,
          layers: Layers = "all", orientations: int | None = None, world: Any = "bullet",
          settings: Settings | None = None, move_limit: int | None = None, recovery: bool = False, rest: bool = False,
          results_file: str | os.PathLike[str] | None = None, jobs: int = 0) -> Results:
    """Runs agents in many mazes, like `marblemaze bench`, and returns their results.

    Args:
        agents: One or more agents or tilt policies, as for play().
        seeds: Seeds of the mazes, such as "1-100" or range(1, 101).
        runs: Number of runs per maze. They differ in actuator noise.
        size: Side length of the mazes, cells.
        layers: "all" cells of the cube, only its "outer" layer, or a "flat" maze with a single layer.
        orientations: Control scheme: 4, 8 or 24 orientations. By default, 4 in a flat maze, otherwise 8.
        world: The simulation: "bullet", "imagined" or "predicted".
        settings: Physics settings.
        move_limit: Maximum number of moves. By default, the same limit as in the program.
        recovery: Whether a run continues if the marble balances on edges.
        rest: Whether tilt policies must bring the marble to rest in the target.
        results_file: Results file. Only runs that it does not contain are played and added. The returned results
            contain all runs of these agents in the file, including those of earlier calls with other arguments; select
            rows with Results.where(). By default, results are not stored.
        jobs: Number of threads; 0 uses all cores. Agents written in Python share one interpreter lock.
    """
    names, tilt = _names_of(agents)
    if isinstance(seeds, range) and seeds and seeds.step == 1:
        seeds = f"{seeds.start}-{seeds.stop - 1}"
    if not isinstance(seeds, str):
        raise BadType(f'seeds {seeds!r}: expected consecutive numbers: a range, or a text such as "1-100"')
    with tempfile.TemporaryDirectory(prefix="marblemaze-") as folder:
        file = path_of(results_file) if results_file is not None else pathlib.Path(folder, "results.db")
        if settings is not None:
            settings.save(changes := pathlib.Path(folder, "settings.json"))
        command("bench", *_options(
            agent=names, seeds=seeds, runs=runs, size=size, layers=layers, world=world, results=file, jobs=jobs,
            settings=None if settings is None else changes, orientations=orientations, move_limit=move_limit,
            tilt=tilt, rest=bool(rest), recovery=bool(boolean("recovery", recovery))))
        found = results(file)
    return Results({name: column[np.isin(found["agent"], names)] for name, column in found.items()})


def marblebench(agents: Player | Iterable[Player], *, set: str | None = None, split: str = "test",
                problems: Sequence[str] = (), results_file: str | os.PathLike[str] | None = None,
                jobs: int = 0) -> list[dict[str, Any]]:
    """Runs agents on MarbleBench, like `marblemaze marblebench`, and prints a leaderboard.

    Args:
        agents: One or more agents or tilt policies, as for play().
        set: Name or file of the set. By default, "marblebench-2", or "marblebench-free-1" for tilt policies.
        split: Part of the set: "test", "development" or "all".
        problems: Names of problems to run instead of the split.
        results_file: Results file. Only runs that it does not contain are played and added. By default, results are not
            stored.
        jobs: Number of threads; 0 uses all cores.

    Returns:
        Score cards of the agents, in the format of the program.
    """
    names, tilt = _names_of(agents)
    default_set = "marblebench-free-1" if tilt else "marblebench-2"
    with tempfile.TemporaryDirectory(prefix="marblemaze-") as folder:
        file = path_of(results_file) if results_file is not None else pathlib.Path(folder, "results.db")
        command("marblebench", *_options(agent=names, set=set or default_set, out=folder, results=file, jobs=jobs,
                                         problem=list(problems), split=None if problems else split))
        cards = [json.loads(card.read_text(encoding="utf-8")) for card in pathlib.Path(folder).glob("*.json")]
    return sorted(cards, key=lambda card: names.index(card["agent"]))
