"""Option tables in docs/reference/commands.md."""
from __future__ import annotations

import re

from command_tree import Command, Option

BEGIN = "<!-- options: scripts/packaging/make_reference.py --update rewrites what follows -->\n"
END = "<!-- end of options -->\n"
COMMON = ("help", "version", "licences", "command-tree")
WITHOUT_TABLE = ("watch", "play", "replay")  # these accept the options of the viewer


def row(option: Option) -> tuple[str, str, str]:
    """Returns the names, default and meaning of an option, as cells of a table."""
    names = [f"`{name}`" for name in option.names] or [f"`{option.name}{'...' if option.several else ''}`"]
    if option.names and option.placeholder:
        names[-1] = f"`{option.names[-1]} {option.placeholder}`"
    default = option.default.strip("[]") if option.type else ""
    return ", ".join(names), f"`{default}`" if default else "", option.meaning.replace("|", "\\|")


def rows_of(command: Command) -> list[tuple[str, str, str]]:
    return [row(option) for option in command.positions + command.flags if option.name not in COMMON]


def table(command: Command) -> str:
    """Returns a table with one row per option. For nested commands, a column lists the commands that have the
    option."""
    if not command.commands:
        lines: list[tuple[str, ...]] = [("option", "default", "meaning"), ("---",) * 3, *rows_of(command)]
    else:
        kinds = [sub.path[-1] for sub in command.commands]
        users: dict[tuple[str, str, str], list[str]] = {}
        for sub in command.commands:
            for cells in rows_of(sub):
                users.setdefault(cells, []).append(sub.path[-1])
        lines = [("option", "of", "default", "meaning"), ("---",) * 4]
        for cells, some in users.items():
            others = [kind for kind in kinds if kind not in some]
            of = "all" if not others else ", ".join(some) if len(others) > 2 else "all but " + " and ".join(others)
            lines.append((cells[0], of, *cells[1:]))
    return "".join("|" + "|".join(f" {cell} " if cell else " " for cell in cells) + "|\n" for cells in lines)


def with_options(page: str, root: Command, viewer: Command | None) -> str:
    """Returns the page with updated tables. Raises LookupError if the page has no place for the table of a command."""
    commands = {command.path[0]: command for command in root.commands}
    if viewer:
        commands["marblemaze-viewer"] = viewer
    for name, command in commands.items():
        place = re.search(rf"^## {name}\n(?:(?!^## ).*\n)*?{re.escape(BEGIN)}\n((?:.*\n)*?){re.escape(END)}", page,
                          re.MULTILINE)
        if place:
            page = page[:place.start(1)] + table(command) + "\n" + page[place.end(1):]
        elif name not in WITHOUT_TABLE:
            raise LookupError(f"docs/reference/commands.md: section '{name}' has no comments that enclose an option "
                              "table")
    return page
