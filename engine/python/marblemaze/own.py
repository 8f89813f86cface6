"""Runs your own agents in this process, like built-in agents, and commands of the program."""
from __future__ import annotations

import contextlib
import copy
import ctypes
import hashlib
import inspect
import itertools
import json
import marshal
import os
import pathlib
import pickle
import signal
import sys
import tempfile
import threading
from ctypes import CFUNCTYPE, POINTER, byref, c_char_p, c_void_p
from typing import Any, Callable, Iterable, Iterator, Sequence, Union

from ._library import (TILT, AgentError, BadInput, BadType, call, copied, encoded, failures, filled, flag, listed, number, one_of,
                       path_of, raise_failure, scheme_of, struct, struct_type, watched, whole)
from ._numpy import NDArray, np
from .agent import Agent, Answer, TiltAgent, Copy, Place, Walls, sight_of
from .episode import Episode
from .maze import Maze, Settings, setup_of
from .model import predictions
from .names import RUNNING, SOLVED, Layers
from .tables import Results, results
from .world import World

Player = Union[str, "type[Agent]", "type[TiltAgent]", Agent, TiltAgent]
"""A name, a subclass of Agent or TiltAgent, or an instance, of which every run gets a copy."""

SECONDS, CALLS = 60.0, 40_000
"""Limits of a choice, as in MarbleBench: time, and predictions and moves in copies."""

_Places = POINTER(struct_type("place"))


class _Run:
    """A run of an agent."""

    reason = ""

    def info(self, text: str) -> None:
        self.reason = " ".join(text.split())


class _Moves(_Run):
    """A run of an agent that chooses moves. It answers the agent's questions."""

    def __init__(self, agent: Agent, task: Any) -> None:
        self._agent, self._run = agent, task.run
        self._copies: dict[int, World] = {}
        self._made = 0
        agent._link = self
        agent.orientations, agent.recovery, agent.world = task.orientations, task.recovery == 1, task.world.decode()
        agent.calls = CALLS
        if task.maze:
            agent.maze = _walls(task.maze)
        agent.models = tuple(task.models.decode().split())

    def choose(self, update: Any, choice: Any) -> None:
        places = self._agent.places
        for new in ctypes.cast(update.places, _Places)[:update.place_count]:
            places[new.state] = Place(new.state, new.moves, new.cell, new.orientation, new.balanced == 1,
                                      None if new.distance < 0 else new.distance, [None] * new.moves)
        arcs: NDArray[np.int32] = copied(update.arcs, (update.arc_count, 3), np.int32)
        for state, move, to in arcs.tolist():
            places[state].leads[move] = to
        self._copies.clear()
        self.reason = ""
        self._agent._begin_once()
        chosen = self._agent.choose(places[update.state])
        if chosen is not None and not 0 <= whole("move", chosen, 32, True) < update.moves:
            raise BadInput(f"move {chosen} in state {update.state}: expected 0 to {update.moves - 1}, or None")
        choice.reason = self.reason.encode(errors="replace")[:255]
        choice.move = -1 if chosen is None else chosen

    def ask(self, model: str, state: int, move: int) -> list[Answer]:
        return predictions("agent_predict", self._run, encoded("model", model), state=state, move=move)

    def copy(self, of: Copy | None) -> Copy:
        self._made += 1
        if of is None:
            world = World._of(number("agent_copy", self._run, self._made, of=ctypes.c_uint64), maze=None)
        else:
            world = self._copies[of.number].copy_for_agent(self._made)
        self._copies[self._made] = world
        seen = world._seen()
        return Copy(self._made, seen.state, seen.moves)

    def play(self, copy: Copy, move: int) -> Copy:
        world = self._copies[copy.number]
        world.move(move)
        seen = world._seen()
        continues, copy.goal = seen.outcome == RUNNING, seen.outcome == SOLVED
        copy.state = seen.state if continues or copy.goal else None
        copy.moves = seen.moves if continues else 0
        if not continues:
            self.drop(copy)
        return copy

    def drop(self, copy: Copy) -> None:
        del self._copies[copy.number]


class _Commands(_Run):
    """A run of a tilt policy."""

    def __init__(self, policy: TiltAgent, task: Any) -> None:
        self._policy = policy
        policy._link = self  # type: ignore[assignment]
        policy.rate, policy.acceleration, policy.seconds = task.max_rate, task.max_acceleration, task.seconds
        policy.rest = task.rest == 1
        if task.maze:
            policy.maze = _walls(task.maze)

    def choose(self, sight: Any, choice: Any) -> None:
        self._policy._begin_once()
        x, y, z = self._policy.turn(sight_of([*sight.tilt, *([sight.distance, *sight.way] if sight.distance >= 0 else [])]))
        choice.reason = self.reason.encode(errors="replace")[:255]
        choice.command[:] = float(x), float(y), float(z)
        choice.move = 0


def _walls(handle: int) -> Walls:
    info = filled("maze_get_info", "maze_info", handle)
    walls: NDArray[np.uint8] = copied(info.walls, (info.cells, 6), np.uint8)
    w, h, d = info.dims
    return Walls((w, h, d), info.start, info.target, tuple((walls.astype(int) << np.arange(6)).sum(axis=1).tolist()))


# --- registration ---
class _Own:
    """A registered agent, with the functions that the library calls."""

    _Begin = CFUNCTYPE(c_void_p, c_void_p, POINTER(struct_type("task")))
    _Choose = CFUNCTYPE(None, c_void_p, POINTER(struct_type("news")), POINTER(struct_type("choice")))
    _Command = CFUNCTYPE(None, c_void_p, POINTER(struct_type("sight")), POINTER(struct_type("choice")))
    _End = CFUNCTYPE(None, c_void_p)

    def __init__(self, name: str, knowledge: str, make: Callable[[], Any], moves: bool) -> None:
        self._name, self._make, self._run = name, make, _Moves if moves else _Commands
        self._runs: dict[int, Any] = {}
        self._numbers = itertools.count(1)
        self._functions = (self._Begin(self._begin), self._Choose(self._choose), self._Command(self._choose), self._End(self._end))
        agent = struct("agent")
        agent.name = encoded("agent", name)
        agent.access = _ACCESS.index(one_of("knowledge", knowledge, _ACCESS))
        agent.seconds, agent.calls = SECONDS, CALLS
        begin, choose, command, end = (ctypes.cast(function, c_void_p).value for function in self._functions)
        agent.begin, agent.choose, agent.command, agent.end = begin, choose if moves else None, None if moves else command, end
        call("register_agent", byref(agent))

    def _failed(self, error: BaseException) -> None:
        if isinstance(error, Exception):
            failure = AgentError(f"agent '{self._name}' raised {type(error).__name__}: {error}")
            failure.__cause__ = error
            error = failure
        failures.append(error)

    def _begin(self, _: Any, task: Any) -> int:
        run = next(self._numbers)
        try:
            self._runs[run] = self._run(self._make(), task.contents)
        except BaseException as error:
            self._failed(error)
        return run

    def _choose(self, run: int, seen: Any, choice: Any) -> None:
        try:  # until the choice is made, it counts as a failure of the agent
            if run in self._runs and not failures:
                self._runs[run].choose(seen.contents, choice.contents)
        except BaseException as error:
            self._failed(error)

    def _end(self, run: int) -> None:
        self._runs.pop(run, None)


def _kind_of(agent: Player) -> type:
    return agent if isinstance(agent, type) else type(agent)


def _is_policy(agent: Player) -> bool:
    return issubclass(_kind_of(agent), TiltAgent)


_ACCESS = ("blind", "heuristic", "full", "copies")
_own: dict[str, _Own] = {}


def _code_of(values: Iterable[Any]) -> bytes:
    return b"".join(marshal.dumps(value.__code__) for value in values if inspect.isfunction(value))


def _source_of(agent: Any) -> bytes:
    """Returns the source of an agent: the name of its class, the file or the functions of the class, and the members of an instance."""
    kind = _kind_of(agent)
    try:
        source = kind.__qualname__.encode() + pathlib.Path(inspect.getsourcefile(kind) or "").read_bytes()
    except (OSError, TypeError):
        source = _code_of(vars(kind).values())
    if agent is kind:
        return source
    held = {name: value for name, value in vars(agent).items() if not inspect.isfunction(value)}
    return source + _code_of(vars(agent).values()) + pickle.dumps(held)


def agent_name(agent: Player) -> str:
    """Returns the name under which results of an agent are stored, and registers your own agents.

    The name of your own agent contains its name, its version, and a hash of its class name and of the file that
    defines it. Results of an edited agent are therefore stored separately.

    Args:
        agent: A name, a subclass of Agent or TiltAgent, or an instance, of which every run gets a copy.
    """
    if isinstance(agent, str):
        return agent
    kind = _kind_of(agent)
    if not issubclass(kind, (Agent, TiltAgent)):
        raise BadType(f"agent {agent!r}: expected a name, or a subclass of Agent or TiltAgent")
    name = f"{agent.name} {agent.version} ({hashlib.sha256(_source_of(agent)).hexdigest()[:8]})"
    if name not in _own:
        made = kind if isinstance(agent, type) else lambda kept=copy.deepcopy(agent): copy.deepcopy(kept)
        _own[name] = _Own(name, agent.knowledge, made, issubclass(kind, Agent))
    return name


# --- playing ---
def play(agent: Player, maze: Maze, *, world: Any = "bullet", orientations: int | None = None, settings: Settings | None = None,
         run: int = 1, limit: int | None = None, recovery: bool = False, rest: bool = False, record: bool = False) -> Episode:
    """Plays a run to its end and returns it.

    Args:
        agent: A name as in agents(), or your own agent or tilt policy: a subclass of Agent or TiltAgent, or an
            instance.
        maze: The maze.
        world: The simulation: "bullet", "imagined" or "predicted".
        orientations: Control scheme: 4, 8 or 24 orientations. By default, 4 in a flat maze and 8 in any other maze.
        settings: Settings of the physics.
        run: Run number, which selects the actuator noise.
        limit: Maximum number of moves, or of time steps under continuous control; by default, the program's limit.
        recovery: Whether the run continues after the marble froze on edges.
        rest: Whether a tilt policy must bring the marble to rest in the target.
        record: Whether to record the run.

    Raises:
        AgentError: The agent raised an exception, which is the cause of this exception.
    """
    tilt = _is_policy(agent)
    control = TILT if tilt else scheme_of(orientations)
    episode = Episode._make(maze, setup_of(world, maze, settings, control=control, rest=rest, limit=limit or 0), agent_name(agent), run,
                            recovery, record)
    with _playing():
        episode.run()
    return episode


def _note_interrupt(*_: Any) -> None:
    failures.append(KeyboardInterrupt())
    raise KeyboardInterrupt


@contextlib.contextmanager
def _playing() -> Iterator[None]:
    """Runs your own agents inside a `with` block, and raises their exception at its end. Also raises the
    KeyboardInterrupt of a Ctrl-C that arrived while the library called an agent, because Python cannot raise an
    exception there."""
    failures.clear()
    usual = signal.getsignal(signal.SIGINT)
    noted = threading.current_thread() is threading.main_thread() and usual is signal.default_int_handler
    if noted:
        signal.signal(signal.SIGINT, _note_interrupt)
    try:
        with watched():
            yield
    finally:
        if noted:
            signal.signal(signal.SIGINT, usual)
    raise_failure()


def command(*arguments: Any) -> int:
    """Runs a command of the program, for example command("bench", "--agent", "heuristic"). It prints to the standard streams.

    Args:
        *arguments: Words of the command line, without the program's name.

    Returns:
        The exit status: 0 done, 1 not reached, 2 bad input, 3 machine failure, 75 interrupted.
    """
    words = [b"marblemaze", *(os.fsencode(str(argument)) for argument in arguments)]
    sys.stdout.flush()
    with _playing():
        return number("run_command", len(words), (c_char_p * len(words))(*words))


def _checked(*arguments: Any) -> None:
    """Runs a command that must complete."""
    status = command(*arguments)
    if status == 75:
        raise KeyboardInterrupt
    if status != 0:
        raise BadInput(f"marblemaze {arguments[0]}: exit status {status}; see the message on standard error")


def _options(**values: Any) -> list[Any]:
    """Returns options of the command line: True means an option without a value, None and False mean no option, a
    list means several options."""
    words: list[Any] = []
    for name, value in values.items():
        for one in value if isinstance(value, list) else [value]:
            if one is not None and one is not False:
                words += ["--" + name.replace("_", "-")] + ([] if one is True else [one])
    return words


def _several(agents: Player | Iterable[Player]) -> list[Player]:
    chosen: list[Player] = [agents] if isinstance(agents, (str, type, Agent, TiltAgent)) else listed("agents", agents)
    if not chosen:
        raise BadInput("agents: expected one or more")
    return chosen


def bench(agents: Player | Iterable[Player], *, seeds: str | range = "1-100", runs: int = 1, size: int = 3, layers: Layers = "all",
          orientations: int | None = None, world: Any = "bullet", settings: Settings | None = None, move_limit: int | None = None,
          recovery: bool = False, rest: bool = False, results_file: str | os.PathLike[str] | None = None, jobs: int = 0) -> Results:
    """Runs agents in many mazes, like the program's command `bench`, and returns their results.

    Args:
        agents: One agent or several: names as in agents(), and your own agents or tilt policies, as for play().
        seeds: Seeds of the mazes, such as "1-100" or range(1, 101).
        runs: Runs in each maze, which differ in noise.
        size: Number of cells per side of the mazes.
        layers: Cells that belong to the mazes: "all", "outer" or "flat".
        orientations: Control scheme: 4, 8 or 24 orientations. By default, 4 in flat mazes and 8 in other mazes.
        world: The simulation: "bullet", "imagined" or "predicted".
        settings: Settings of the physics.
        move_limit: Maximum number of moves; by default, the program's limit.
        recovery: Whether runs continue after the marble froze on edges.
        rest: Whether tilt policies must bring the marble to rest in the target.
        results_file: Results file, to which missing runs are added. By default, the results are not stored.
        jobs: Number of threads; 0 uses all cores. Your own agents alternate, because Python runs one thread at a
            time.
    """
    chosen = _several(agents)
    names = [agent_name(agent) for agent in chosen]
    if isinstance(seeds, range):
        if seeds.step != 1 or not seeds:
            raise BadInput(f"seeds {seeds!r}: expected consecutive numbers")
        seeds = f"{seeds.start}-{seeds.stop - 1}"
    with tempfile.TemporaryDirectory(prefix="marblemaze-") as folder:
        file = path_of(results_file) if results_file is not None else pathlib.Path(folder, "results.db")
        if settings is not None:
            settings.save(changes := pathlib.Path(folder, "settings.json"))
        _checked("bench", *_options(
            agent=names, seeds=seeds, runs=runs, size=size, layers=layers, world=world, results=file, jobs=jobs,
            settings=None if settings is None else changes, orientations=orientations, move_limit=move_limit,
            free=any(map(_is_policy, chosen)), rest=bool(rest), recovery=bool(flag("recovery", recovery))))
        found = results(file)
    return Results({name: column[np.isin(found["agent"], names)] for name, column in found.items()})


def marblebench(agents: Player | Iterable[Player], *, set: str | None = None, split: str = "test", problems: Sequence[str] = (),
                results_file: str | os.PathLike[str] | None = None, jobs: int = 0) -> list[dict[str, Any]]:
    """Runs agents on the problems of MarbleBench, like the program's command `marblebench`, and prints a leaderboard.

    Args:
        agents: One agent or several, as for bench().
        set: Name or file of the set; by default, "marblebench-2", or "marblebench-free-1" for tilt policies.
        split: Part of the set: "test", "development" or "all".
        problems: Names of problems, which replace the split.
        results_file: Results file, to which missing runs are added. By default, the results are not stored.
        jobs: Number of threads; 0 uses all cores.

    Returns:
        The score cards of the agents, in the format of the program.
    """
    chosen = _several(agents)
    names = [agent_name(agent) for agent in chosen]
    usual = "marblebench-free-1" if any(map(_is_policy, chosen)) else "marblebench-2"
    with tempfile.TemporaryDirectory(prefix="marblemaze-") as folder:
        file = path_of(results_file) if results_file is not None else pathlib.Path(folder, "results.db")
        _checked("marblebench", *_options(agent=names, set=set or usual, out=folder, results=file, jobs=jobs,
                                          problem=list(problems), split=None if problems else split))
        cards = [json.loads(card.read_text(encoding="utf-8")) for card in pathlib.Path(folder).glob("*.json")]
    return sorted(cards, key=lambda card: names.index(card["agent"]))
