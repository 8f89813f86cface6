"""The tables of options in docs/reference/commands.md, from the programs' own options."""
from __future__ import annotations

import re

from command_tree import Command, Option
from man_pages import sentence, value_name

BEGIN = "<!-- options: scripts/packaging/make_reference.py --update rewrites what follows -->\n"
END = "<!-- end of options -->\n"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def _option_cell(option: Option) -> str:
    if option.positional:
        return f"`{option.name}{'...' if option.several else ''}`"
    value = value_name(option)
    return ", ".join(f"`{name}{' ' + value if value and name == option.names[-1] else ''}`" for name in option.names)


def _row(option: Option) -> list[str]:
    default = option.default.strip("[]") if option.takes_value else ""
    meaning = sentence(option.about, option.values)
    if any(word not in option.about for word in option.values):
        meaning += f" {'Any' if option.several else 'One'} of {', '.join(option.values)}."
    return [_option_cell(option), f"`{default}`" if default else "", _cell(meaning)]


def _options_of(command: Command) -> list[Option]:
    of_all = ("help", "version", "licences", "command-tree")
    return [*command.positions, *(option for option in command.flags if option.name not in of_all)]


def _table(titles: list[str], rows: list[list[str]]) -> str:
    lines = [titles, ["---"] * len(titles), *rows]
    return "".join(f"| {' | '.join(cells)} |\n".replace("|  |", "| |").replace("|  |", "| |") for cells in lines)


def table(command: Command) -> str:
    """One row per option. A command with commands of its own has a column that names them."""
    if not command.commands:
        return _table(["option", "default", "meaning"], [_row(option) for option in _options_of(command)])
    names = [sub.path[-1] for sub in command.commands]
    users: dict[tuple[str, ...], list[str]] = {}
    for sub in command.commands:
        for option in _options_of(sub):
            users.setdefault(tuple(_row(option)), []).append(sub.path[-1])
    return _table(["option", "of", "default", "meaning"], [[row[0], _kinds(of, names), *row[1:]] for row, of in users.items()])


def _kinds(some: list[str], names: list[str]) -> str:
    others = [name for name in names if name not in some]
    if len(others) > 2:
        return ", ".join(some)
    return "all but " + " and ".join(others) if others else "all"


class Missing(Exception):
    """The page has no place for the options of a command."""


def with_options(page: str, root: Command, viewer: Command | None) -> str:
    """The page with new tables. The commands that start the viewer take its options and have no table."""
    commands = {" ".join(command.path): command for command in root.commands}
    if viewer:
        commands["marblemaze-viewer"] = viewer
    for name, command in commands.items():
        place = re.search(rf"^## {name}\n(?:(?!^## ).*\n)*?{re.escape(BEGIN)}\n((?:.*\n)*?){re.escape(END)}", page, re.MULTILINE)
        if place:
            page = page[:place.start(1)] + table(command) + "\n" + page[place.end(1):]
        elif name not in ("watch", "play", "replay"):
            raise Missing(f"docs/reference/commands.md: section '{name}' has no place for options")
    return page
