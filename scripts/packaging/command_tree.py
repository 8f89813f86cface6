"""The commands and options of the programs, read from the output of --command-tree."""
from __future__ import annotations

import dataclasses
import json
import subprocess
from typing import Any


@dataclasses.dataclass
class Option:
    """An option or a positional argument of a command. A positional argument has no names."""

    name: str
    names: list[str]
    about: str
    type: str  # CLI11's type name, for example INT, INPUT or TEXT:{all,outer,flat}; "" for a flag
    several: bool
    required: bool
    default: str
    heading: str  # title of the group in --help; the first group is "Options"
    values: list[str] = dataclasses.field(default_factory=list)  # values for completion

    def __post_init__(self) -> None:
        if self.type.endswith("}"):
            self.values = self.type[self.type.index("{") + 1:-1].split(",")

    @property
    def files(self) -> bool:
        return self.type.split(":")[0] in ("INPUT", "OUTPUT", "DATABASE", "FOLDER")

    @property
    def placeholder(self) -> str:
        """The placeholder of the value: FILE, or the last word of the option's name in capitals. Empty for a flag."""
        return "FILE" if self.files else self.type and "".join(filter(str.isalpha, self.name.split("-")[-1].upper()))

    @property
    def meaning(self) -> str:
        """The description as a sentence. Lists the possible values if the description does not mention them."""
        text = sentence(self.about, self.values)
        if any(value not in self.about for value in self.values):
            text += f" {'Any' if self.several else 'One'} of {', '.join(self.values)}."
        return " ".join(text.split())


@dataclasses.dataclass
class Command:
    """A command. The path is () for the program, and for example ("puzzle", "rook") for a nested command."""

    path: tuple[str, ...]
    about: str
    footer: str
    options: list[Option]
    commands: list[Command]

    @property
    def flags(self) -> list[Option]:
        return [option for option in self.options if option.names]

    @property
    def positions(self) -> list[Option]:
        return [option for option in self.options if not option.names]

    def all(self) -> list[Command]:
        """Returns the command and all nested commands."""
        return [self, *(below for command in self.commands for below in command.all())]


def sentence(text: str, names: list[str] = []) -> str:
    """Returns the text with a full stop and a capital letter. A text that begins with one of the names keeps its first
    letter."""
    text = text.strip()
    if text.replace(",", " ").replace(":", " ").split(" ")[0] not in names:
        text = text[:1].upper() + text[1:]
    return text + ("" if text.endswith((".", "?", "!")) else ".")


def read_programs(program: str, viewer: str | None) -> tuple[Command, Command | None]:
    """Reads the commands of the program and, if `viewer` is not None, of the viewer."""
    def ask(*command: str) -> Any:
        return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)

    def command(tree: Any, path: tuple[str, ...] = (), footer: str = "") -> Command:
        below = [command(sub, (*path, sub["name"]), tree["footer"]) for sub in tree["commands"]]
        # Commands that start the viewer accept the viewer's options.
        options = [Option(**option)
                   for option in (viewer_tree if tree["takes_the_rest"] and viewer_tree else tree)["options"]]
        tilt = any(option.name == "tilt" for option in options)
        for option in options:
            if option.name in ("agent", "beside"):
                option.values = agents + (policies if tilt and option.name == "agent" else [])
        # CLI11 prints the footer of the enclosing command for a command without a footer.
        return Command(path, tree["about"], "" if footer.endswith(tree["footer"]) else tree["footer"], options, below)

    agents = [agent["name"] for agent in ask(program, "agents", "--json")]
    policies = [policy["name"] for policy in ask(program, "agents", "--json", "--tilt")]
    viewer_tree = ask(viewer, "--command-tree") if viewer else None
    return command(ask(program, "--command-tree")), command(viewer_tree) if viewer_tree else None
