"""The commands and options of the programs, read from the JSON document that --command-tree prints."""
from __future__ import annotations

import dataclasses
import json
import subprocess
from typing import Any


@dataclasses.dataclass
class Option:
    """An option of a command, or a positional argument, which has no names."""

    name: str
    names: list[str]
    about: str
    type: str  # as CLI11 prints it: "" for a flag, INT, INPUT, TEXT:{all,outer,flat}
    several: bool
    required: bool
    default: str
    heading: str  # title of the group in --help; CLI11 calls the first group "Options"
    values: list[str] = dataclasses.field(default_factory=list)  # completions that a shell offers

    def __post_init__(self) -> None:
        if self.type.endswith("}"):
            self.values = self.type[self.type.index("{") + 1:-1].split(",")

    @property
    def files(self) -> bool:
        return self.type.split(":")[0] in ("INPUT", "OUTPUT", "DATABASE", "FOLDER")

    @property
    def placeholder(self) -> str:
        """FILE, or the last word of the option's name in capitals. Empty for a flag."""
        return "FILE" if self.files else self.type and "".join(filter(str.isalpha, self.name.split("-")[-1].upper()))

    @property
    def meaning(self) -> str:
        """The description as a sentence, followed by the values that it does not mention."""
        text = sentence(self.about, self.values)
        if any(value not in self.about for value in self.values):
            text += f" {'Any' if self.several else 'One'} of {', '.join(self.values)}."
        return " ".join(text.split())


@dataclasses.dataclass
class Command:
    """A command. Its path is () for the program and ("puzzle", "rook") for a command within a command."""

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
        """Returns the command and all commands below it."""
        return [self, *(below for command in self.commands for below in command.all())]


def sentence(text: str, names: list[str] = []) -> str:
    """Returns the text with a full stop and with a capital letter, unless it begins with one of the names."""
    text = text.strip()
    if text.replace(",", " ").replace(":", " ").split(" ")[0] not in names:
        text = text[:1].upper() + text[1:]
    return text + ("" if text.endswith((".", "?", "!")) else ".")


def read_programs(program: str, viewer: str | None) -> tuple[Command, Command | None]:
    """Returns the program and, if a path of the viewer is given, the viewer as a separate program."""
    def ask(*command: str) -> Any:
        return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)

    def command(tree: Any, path: tuple[str, ...] = (), footer: str = "") -> Command:
        below = [command(sub, (*path, sub["name"]), tree["footer"]) for sub in tree["commands"]]
        # Commands that start the viewer accept its options.
        options = [Option(**option) for option in (viewer_tree if tree["takes_the_rest"] and viewer_tree else tree)["options"]]
        tilt = any(option.name == "tilt" for option in options)
        for option in options:
            if option.name in ("agent", "beside"):
                option.values = agents + (policies if tilt and option.name == "agent" else [])
        # A command without a footer inherits the footer of the command above it.
        return Command(path, tree["about"], "" if footer.endswith(tree["footer"]) else tree["footer"], options, below)

    agents = [agent["name"] for agent in ask(program, "agents", "--json")]
    policies = [policy["name"] for policy in ask(program, "agents", "--json", "--tilt")]
    viewer_tree = ask(viewer, "--command-tree") if viewer else None
    return command(ask(program, "--command-tree")), command(viewer_tree) if viewer_tree else None
