"""Man pages: one page per command, from its options and its section in docs/reference/commands.md."""
from __future__ import annotations

import re

from command_tree import Command, Option, sentence

Sections = dict[str, dict[str, str]]


def read_sections(page: str) -> Sections:
    """Returns the parts of each section: {"solve": {"": text before the first part, "Examples": ...}, ...}."""
    sections = {}
    for chapter in re.split(r"^## ", page, flags=re.MULTILINE)[1:]:
        title, _, text = chapter.partition("\n")
        parts = re.split(r"^### (.+)\n", text, flags=re.MULTILINE)
        sections[title.strip()] = {"": parts[0].strip(),
                                   **{name: body.strip() for name, body in zip(parts[1::2], parts[2::2])}}
    return sections


def escaped(text: str) -> str:
    return text.replace("\\", "\\e").replace("-", "\\-")


def bold(text: str) -> str:
    return f"\\fB{escaped(text)}\\fR"


def line(text: str) -> str:
    """Returns text as one line. Escapes a leading period or quote, which would start a request."""
    return ("\\&" if text.startswith((".", "'")) else "") + text.replace("\n", " ") + "\n"


def inline(markdown: str) -> str:
    """Converts a paragraph of Markdown. Code becomes bold, and a link becomes its text."""
    pieces = re.split(r"`([^`]+)`", re.sub(r"\[([^]]+)\]\([^)]*\)", r"\1", markdown.strip()))
    return line("".join(bold(piece) if i % 2 else escaped(piece.replace("**", "")) for i, piece in enumerate(pieces)))


def code(text: str) -> str:
    return ".PP\n.EX\n" + "".join(line(escaped("    " + each)) for each in text.rstrip("\n").split("\n")) + ".EE\n"


def paragraph(markdown: str) -> str:
    if not markdown.startswith("- "):
        return ".PP\n" + inline(markdown) if markdown else ""
    text = ""
    for item in re.split(r"^- ", markdown, flags=re.MULTILINE)[1:]:
        term, colon, meaning = item.partition(": ")
        text += ".TP\n" + inline(term) + inline(meaning) if colon else ".IP \\(bu 2\n" + inline(item)
    return text


def roff(markdown: str) -> str:
    """Converts paragraphs, lists and code blocks. The first paragraph needs no request, because it follows a
    heading."""
    pieces = re.split(r"^```\w*\n(.*?)^```\n?", markdown + "\n", flags=re.MULTILINE | re.DOTALL)
    text = "".join(code(piece) if i % 2 else "".join(map(paragraph, re.split(r"\n\s*\n", piece.strip())))
                   for i, piece in enumerate(pieces))
    return text.removeprefix(".PP\n")


def ellipsis(option: Option) -> str:
    return "..." if option.several else ""


def option_entry(option: Option) -> str:
    names = ", ".join(map(bold, option.names)) or f"\\fI{option.name}\\fR"
    value = f" \\fI{option.placeholder}\\fR{ellipsis(option)}" if option.names and option.placeholder else ""
    default = f" Default: {option.default.strip('[]')}." if option.default and option.type else ""
    return f".TP\n{names}{value}\n" + line(escaped(option.meaning + default))


def options(command: Command) -> str:
    text = "".join(map(option_entry, command.positions))
    for heading in dict.fromkeys(option.heading for option in command.flags):
        text += f".SS {escaped(heading)}\n" if heading != "Options" else ""
        text += "".join(option_entry(option) for option in command.flags if option.heading == heading)
    return text


def synopsis(program: str, command: Command) -> str:
    words = ["[\\fIOPTION\\fR]..."] + (["\\fICOMMAND\\fR"] if command.commands else [])
    for option in command.positions:
        word = f"\\fI{option.name}\\fR{ellipsis(option)}"
        words.append(word if option.required else f"[{word}]")
    return f".B {escaped(' '.join((program, *command.path)))}\n{' '.join(words)}\n"


def commands_within(command: Command) -> str:
    text = ".SH COMMANDS\n"
    if not command.path:
        text += "Each has a manual of its own, as \\fBmarblemaze\\-solve\\fR(1).\n"
        return text + "".join(f".TP\n{bold(sub.path[0])}\n{escaped(sentence(sub.about))}\n" for sub in command.commands)
    for sub in command.commands:
        text += f".SS {escaped(' '.join(sub.path))}\n{line(escaped(sentence(sub.about)))}"
        text += f".PP\n{synopsis('marblemaze', sub)}"
        text += options(Command(sub.path, "", "", sub.options[1:], []))  # without --help
    return text


def manual(title: str, program: str, command: Command, sections: Sections, version: str, others: list[str]) -> str:
    """Returns a man page. If the command's section lacks the exit status or the files, uses those of the section
    `marblemaze`.

    Raises LookupError if the command has no section or a part is missing.
    """
    name = " ".join(command.path) or program
    if name not in sections:
        raise LookupError(f"docs/reference/commands.md has no section '{name}'")
    section = sections[name]
    about = " ".join((section.get("Name") or command.about).split()).split(". ")[0].rstrip(".")
    about = about if about[:2].isupper() else about[:1].lower() + about[1:]
    text = f'.TH {escaped(title.upper())} 1 "" "marblemaze {version}" "User Commands"\n'
    text += f".SH NAME\n{escaped(title)} \\- {escaped(about)}\n"
    text += ".SH SYNOPSIS\n" + synopsis(program, command) + ".SH DESCRIPTION\n" + roff(section[""])
    text += code(command.footer) if command.footer and command.path else ""
    text += (commands_within(command) if command.commands else "") + ".SH OPTIONS\n" + options(command)
    for part in ("Exit status", "Files", "Examples"):
        body = section.get(part) or (sections["marblemaze"].get(part) if part != "Examples" else None)
        if not body:
            raise LookupError(f"docs/reference/commands.md: section '{name}' has no part '{part}'")
        text += f".SH {part.upper()}\n" + roff(body)
    return text + ".SH SEE ALSO\n" + ",\n".join(f"{bold(other)}(1)" for other in others if other != title) + "\n"


def manuals(root: Command, viewer: Command | None, page: str, version: str) -> dict[str, str]:
    """Returns the man pages by title. Raises LookupError if a text is missing."""
    sections = read_sections(page)
    pages = {"-".join(("marblemaze", *command.path)): ("marblemaze", command) for command in (root, *root.commands)}
    if viewer:
        pages["marblemaze-viewer"] = "marblemaze-viewer", viewer
    made = {}
    for title, (program, command) in pages.items():
        near = sections.get(" ".join(command.path) or program, {}).get("See also", "").replace("`", "").split(", ")
        others = [other for other in ("marblemaze", *(f"marblemaze-{word}" for word in near)) if other in pages]
        made[title] = manual(title, program, command, sections, version, list(pages) if command is root else others)
    return made
