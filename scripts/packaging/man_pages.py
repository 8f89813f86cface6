"""Man pages of the programs, one a command, from their options and the sections of docs/reference/commands.md."""
from __future__ import annotations

import re
import textwrap

from command_tree import Command, Option


class MissingText(Exception):
    """A command has no section, or the section no part that each manual needs."""


def read_sections(page: str) -> dict[str, dict[str, str]]:
    """{"solve": {"": what stands first, "Examples": ..., "Files": ...}, ...} of the Markdown page."""
    sections = {}
    for chapter in re.split(r"^## ", page, flags=re.MULTILINE)[1:]:
        title, _, text = chapter.partition("\n")
        parts = re.split(r"^### (.+)\n", text, flags=re.MULTILINE)
        sections[title.strip()] = {"": parts[0].strip(), **{name: body.strip() for name, body in zip(parts[1::2], parts[2::2])}}
    return sections


def _escaped(text: str) -> str:
    return text.replace("\\", "\\e").replace("-", "\\-")


def _inline(text: str) -> str:
    """Markdown within a line: code in bold, links as their words."""
    text = re.sub(r"\[([^]]+)\]\([^)]*\)", r"\1", text)
    pieces = re.split(r"`([^`]+)`", text)
    line = "".join(f"\\fB{_escaped(piece)}\\fR" if i % 2 else _escaped(piece.replace("**", "")) for i, piece in enumerate(pieces))
    return line.replace("\n", " ")


def _safe(line: str) -> str:
    return "\\&" + line if line.startswith((".", "'")) else line


def _code(lines: list[str]) -> str:
    return ".PP\n.EX\n" + "\n".join(_safe(_escaped("    " + line)) for line in lines) + "\n.EE\n"


def roff(markdown: str) -> str:
    """Paragraphs, lists and code of a section."""
    pieces = []
    for i, part in enumerate(re.split(r"^```\w*\n(.*?)^```\n?", markdown + "\n", flags=re.MULTILINE | re.DOTALL)):
        if i % 2:
            pieces.append(_code(part.rstrip("\n").split("\n")))
            continue
        for paragraph in re.split(r"\n\s*\n", part.strip()):
            for item in re.split(r"^- ", paragraph, flags=re.MULTILINE)[1:] if paragraph.startswith("- ") else []:
                pieces.append(_entry(*item.split(": ", 1)) if ": " in item else ".IP \\(bu 2\n" + _safe(_inline(item.strip())) + "\n")
            if paragraph and not paragraph.startswith("- "):
                pieces.append(".PP\n" + _safe(_inline(paragraph.strip())) + "\n")
    return "".join(pieces)


def _entry(term: str, text: str) -> str:
    return f".TP\n{_safe(_inline(term))}\n{_safe(_inline(text.strip()))}\n"


def sentence(text: str, names: list[str] = []) -> str:
    """With a capital letter, unless it begins with the name of a value, and a full stop."""
    text = text.strip()
    if re.split(r"[ ,:]", text)[0] not in names:
        text = text[:1].upper() + text[1:]
    return text + ("" if text.endswith((".", "?", "!")) else ".")


def value_name(option: Option) -> str:
    """FILE, or the last word of the option's name in capitals; empty for an option without a value."""
    if not option.takes_value:
        return ""
    return "FILE" if option.files else re.sub("[^A-Z]", "", option.name.split("-")[-1].upper())


def _value(option: Option) -> str:
    word = value_name(option)
    return f" \\fI{word}\\fR" + ("..." if option.several else "") if word else ""


def _option(option: Option) -> str:
    names = ", ".join(f"\\fB{_escaped(name)}\\fR" for name in option.names) or f"\\fI{option.name}\\fR"
    value = _value(option) if option.names else ""
    text = sentence(option.about, option.values)
    missing = [word for word in option.values if word not in option.about]
    if missing:
        text += " " + ("Any" if option.several else "One") + " of " + ", ".join(option.values) + "."
    if option.default and option.takes_value:
        text += f" Default: {option.default.strip('[]')}."
    return f".TP\n{names}{value}\n{_safe(_escaped(' '.join(text.split())))}\n"


def _options(command: Command) -> str:
    text = "".join(_option(option) for option in command.positions)
    headings = list(dict.fromkeys(option.heading for option in command.flags))
    for heading in headings:
        text += f".SS {_escaped(heading)}\n" if heading else ""
        text += "".join(_option(option) for option in command.flags if option.heading == heading)
    return text


def _synopsis(program: str, command: Command) -> str:
    words = [f".B {_escaped(' '.join((program, *command.path)))}", "[\\fIOPTION\\fR]..."]
    if command.commands:
        words.append("\\fICOMMAND\\fR")
    for option in command.positions:
        word = f"\\fI{option.name}\\fR" + ("..." if option.several else "")
        words.append(word if option.required else f"[{word}]")
    return words[0] + "\n" + " ".join(words[1:]) + "\n"


def _head(title: str, about: str, version: str) -> str:
    line = " ".join(about.split())
    line = line[:1].lower() + line[1:] if not line[:2].isupper() else line
    return (f'.TH {_escaped(title.upper())} 1 "" "marblemaze {version}" "User Commands"\n'
            f".SH NAME\n{_escaped(title)} \\- {_escaped(line.split('. ')[0].rstrip('.'))}\n")


def _below(command: Command) -> str:
    """The commands within a command: their own options below their names."""
    text = ".SH COMMANDS\n"
    for sub in command.commands:
        text += f".SS {_escaped(' '.join(sub.path))}\n{_safe(_escaped(sentence(sub.about)))}\n"
        text += _synopsis("marblemaze", sub).replace(".B ", ".PP\n.B ", 1)
        text += _options(Command(sub.path, "", "", sub.options[1:], []))
    return text


def _list_of_commands(root: Command) -> str:
    return ".SH COMMANDS\nEach has a manual of its own, as \\fBmarblemaze\\-solve\\fR(1).\n" + "".join(
        f".TP\n\\fB{_escaped(command.path[0])}\\fR\n{_escaped(sentence(command.about))}\n" for command in root.commands)


def _part(section: dict[str, str], name: str, title: str, otherwise: dict[str, str]) -> str:
    text = section.get(name) or otherwise.get(name)
    if not text:
        raise MissingText(f"docs/reference/commands.md: section '{title}' has no part '{name}'")
    return f".SH {name.upper()}\n" + re.sub(r"^\.PP\n", "", roff(text))


def manual(program: str, command: Command, sections: dict[str, dict[str, str]], version: str, others: list[str]) -> str:
    """One page. Parts that a command's section leaves out are those of the section `marblemaze`."""
    title = "-".join((program, *command.path))
    name = " ".join(command.path) or program
    section, common = sections.get(name), sections["marblemaze"]
    if section is None:
        raise MissingText(f"docs/reference/commands.md has no section '{name}'")
    text = _head(title, section.get("Name") or command.about, version) + ".SH SYNOPSIS\n" + _synopsis(program, command)
    text += ".SH DESCRIPTION\n" + re.sub(r"^\.PP\n", "", roff(section[""]))
    if command.footer and command.path:
        text += roff("```\n" + command.footer + "\n```\n")
    if command.commands:
        text += _list_of_commands(command) if not command.path else _below(command)
    text += ".SH OPTIONS\n" + _options(command)
    for part in ("Exit status", "Files", "Examples"):
        text += _part(section, part, name, common if part != "Examples" else {})
    also = [other for other in others if other != title]
    return text + ".SH SEE ALSO\n" + ",\n".join(f"\\fB{_escaped(other)}\\fR(1)" for other in also) + "\n"


def manuals(root: Command, viewer: Command | None, page: str, version: str) -> dict[str, str]:
    """Name of the file -> its text."""
    sections = read_sections(page)
    pages = [("marblemaze", root), *(("marblemaze", command) for command in root.commands)]
    pages += [("marblemaze-viewer", viewer)] if viewer else []
    titles = ["-".join((program, *command.path)) for program, command in pages]
    made = {}
    for title, (program, command) in zip(titles, pages):
        section = sections.get(" ".join(command.path) or program, {})
        near = ["marblemaze", *(f"marblemaze-{word}" for word in section.get("See also", "").replace("`", "").split(", ") if word)]
        others = titles if title == "marblemaze" else [other for other in near if other in titles]
        made[title + ".1"] = manual(program, command, sections, version, others)
    return made
