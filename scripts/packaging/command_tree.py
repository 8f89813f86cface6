"""Reads the commands and options of the programs, which --command-tree prints."""
from __future__ import annotations

import dataclasses
import json
import subprocess

FILES = ("INPUT", "OUTPUT", "DATABASE", "FOLDER")  # types of options that name files


@dataclasses.dataclass
class Option:
    """An option of a command, or a position (FILE)."""

    name: str
    names: list[str]
    about: str
    type: str  # as CLI11 prints it: "" for a flag, INT, INPUT, TEXT:{all,outer,flat}
    several: bool
    required: bool
    default: str
    heading: str
    values: list[str] = dataclasses.field(default_factory=list)  # that a shell completes it to

    def __post_init__(self) -> None:
        if self.heading == "Options":  # CLI11's usual one
            self.heading = ""
        if self.type.endswith("}"):
            self.values = self.type[self.type.index("{") + 1:-1].split(",")

    @property
    def takes_value(self) -> bool:
        return self.type != ""

    @property
    def files(self) -> bool:
        return self.type in FILES

    @property
    def positional(self) -> bool:
        return not self.names


@dataclasses.dataclass
class Command:
    """A command and its path: () for the program, ("puzzle", "rook") for a command within a command."""

    path: tuple[str, ...]
    about: str
    footer: str
    options: list[Option]
    commands: list["Command"]

    @property
    def flags(self) -> list[Option]:
        return [option for option in self.options if not option.positional]

    @property
    def positions(self) -> list[Option]:
        return [option for option in self.options if option.positional]

    def all(self) -> list["Command"]:
        """The command and all below it."""
        return [self, *(below for command in self.commands for below in command.all())]


def _ask(program: str, *arguments: str) -> dict | list:
    return json.loads(subprocess.run([program, *arguments], check=True, capture_output=True, text=True).stdout)


class _Reader:
    def __init__(self, program: str, viewer: str | None) -> None:
        self.program = _ask(program, "--command-tree")
        self.viewer = _ask(viewer, "--command-tree") if viewer else None
        self.agents = [agent["name"] for agent in _ask(program, "agents", "--json")]
        self.controllers = [agent["name"] for agent in _ask(program, "agents", "--free", "--json")]

    def options(self, tree: dict) -> list[Option]:
        options = [Option(**option) for option in tree["options"]]
        free = any(option.name == "free" for option in options)
        for option in options:
            if option.name in ("agent", "beside"):
                option.values = self.agents + (self.controllers if free and option.name == "agent" else [])
        return options

    def command(self, tree: dict, path: tuple[str, ...] = (), footer: str = "") -> Command:
        # The commands that start the viewer take its options.
        options = self.viewer if tree["takes_the_rest"] and self.viewer else tree
        # A command without a footer of its own inherits that of the command above it.
        own = "" if footer.endswith(tree["footer"]) else tree["footer"]
        below = [self.command(sub, (*path, sub["name"]), tree["footer"]) for sub in tree["commands"]]
        return Command(path, tree["about"], own, self.options(options), below)


def read_programs(program: str, viewer: str | None) -> tuple[Command, Command | None]:
    """The program with its commands, and the viewer as a program of its own."""
    reader = _Reader(program, viewer)
    return reader.command(reader.program), reader.command(reader.viewer) if reader.viewer else None
