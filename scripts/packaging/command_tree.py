"""The commands and options of the programs, as --command-tree tells them."""
from __future__ import annotations

import dataclasses
import json
import subprocess


@dataclasses.dataclass
class Option:
    """An option of a command, or a position (FILE)."""

    name: str
    names: list[str]
    about: str
    takes_value: bool = False
    several: bool = False
    required: bool = False
    default: str = ""
    heading: str = ""
    values: list[str] = dataclasses.field(default_factory=list)
    files: str = ""  # what becomes of the file that it names: read, written, added to

    @property
    def positional(self) -> bool:
        return not self.names


@dataclasses.dataclass
class Command:
    """A command with the path that leads to it: () is the program itself, ("puzzle", "rook") one deep in it."""

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


HELP = Option("--help", ["-h", "--help"], "Print a help text")
OF_PROGRAM = [
    Option("--version", ["--version"], "Print the version"),
    Option("--licences", ["--licences"], "Print the licences of what is linked, embedded and shipped"),
]


def _ask(program: str) -> dict:
    return json.loads(subprocess.run([program, "--command-tree"], check=True, capture_output=True, text=True).stdout)


def _options(tree: dict) -> list[Option]:
    return [HELP, *(Option(**option) for option in tree["options"])]


def _command(tree: dict, path: tuple[str, ...], footer: str, viewer: dict | None) -> Command:
    # The commands that become the viewer take its options; it says what they are.
    options = viewer if tree["takes_the_rest"] and viewer else tree
    # A command that has nothing of its own to add repeats the end of what the one above it adds.
    own = "" if footer.endswith(tree["footer"]) else tree["footer"]
    below = [_command(sub, (*path, sub["name"]), tree["footer"], viewer) for sub in tree["commands"]]
    return Command(path, tree["about"], own, _options(options), below)


def read_programs(program: str, viewer: str | None) -> tuple[Command, Command | None]:
    """The program with its commands, and the viewer as a program of its own."""
    viewer_tree = _ask(viewer) if viewer else None
    root = _command(_ask(program), (), "", viewer_tree)
    root.options[1:1] = OF_PROGRAM
    if viewer_tree is None:
        return root, None
    alone = _command(viewer_tree, (), "", None)
    alone.options[1:1] = OF_PROGRAM[1:]
    return root, alone
