#!/usr/bin/env python3
"""Holds the words: no page, help text, message, report, window label or comment uses one that the glossary marks as replaced.

    check_words.py PROJECT

Read are the prose of pages, the strings and comments of C++, Python and JavaScript, the comments of scripts and CMake, and the
page for browsers with its lessons. Names of flags, keys, columns, groups and functions keep their words, since files and programs
of others hold them.
"""
import io
import pathlib
import re
import sys
import tokenize

from check_pages import pages, without_code

COMPONENTS = ("maze", "agent", "engine", "render", "scripts", "shaders", "tests")
# A string that is nothing but one of these is a name: a key of JSON, a column, a group of the benchmark.
NAMES = ("traps", "trap", "knife-edge", "regret", "efficiency")
# Lines of tests/data/behaviour_signature.txt, with which a later version is compared.
SIGNATURE_LINES = ("recording of a machine with chance",)

CPP = re.compile(r'R"(?P<fence>\w*)\((?P<raw>.*?)\)(?P=fence)"|"(?P<text>(?:\\.|[^"\\\n])*)"|\'(?:\\.|[^\'\\\n])\''
                 r'|(?P<line>//[^\n]*(?:\n[ \t]*//[^\n]*)*)|/\*(?P<block>.*?)\*/', re.DOTALL)


def of_cpp(text):
    """Whether it is a comment, and the text; strings of several parts and comments of several lines are one each."""
    text = re.sub(r'(?<!R)"\s*\n\s*"', "", re.sub(r"^#include.*$", "", text, flags=re.MULTILINE))
    for found in CPP.finditer(text):
        if found["raw"] is not None or found["text"] is not None:
            yield False, found["raw"] or found["text"] or ""
        elif found["line"] or found["block"]:
            yield True, prose_of(re.sub(r"^\s*(///?<?|\*)", "", found["line"] or found["block"], flags=re.MULTILINE))


def of_python(text):
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield True, prose_of(token.string)
        elif token.type == tokenize.STRING or tokenize.tok_name[token.type] == "FSTRING_MIDDLE":
            yield False, re.sub(r"^\w*(\"{3}|'{3}|\"|')|(\"{3}|'{3}|\"|')$|\{[^}]*\}", "", token.string)


def of_page(text):
    """All of it: its code has the words in no other sense."""
    yield True, text


def of_script(text):
    """Comments alone: `trap` is a command of the shell, too."""
    for found in re.finditer(r"^\s*#(.*)", text, re.MULTILINE):
        yield True, prose_of(found[1])


READERS = {".cpp": of_cpp, ".h": of_cpp, ".glsl": of_cpp, ".frag": of_cpp, ".vert": of_cpp, ".py": of_python, ".js": of_page,
           ".html": of_page, ".css": of_page, "lessons.json": of_page, ".sh": of_script, ".slurm": of_script, ".cmake": of_script,
           "CMakeLists.txt": of_script}


def prose_of(comment):
    """Without the names that a comment quotes, and without arrays: "traps", `traps`, traps[i]."""
    return re.sub(r'"[^"]*"|`[^`]*`|\w+\[', " ", comment)


def texts_of(project):
    """Where a text stands, and the text without flags and names. The strings of tests are quoted output: only comments are read."""
    for name, text in pages(project).items():
        if name == "CHANGELOG.md":  # a release is told in the words of its time
            text = "\n## ".join(text.split("\n## ")[:2])
        yield name, without_code(text.split("\n## Words that are no longer used\n")[0])
    for folder in (*COMPONENTS, "CMakeLists.txt"):
        for file in [project / folder, *sorted((project / folder).rglob("*"))]:
            reader = READERS.get(file.name) or READERS.get(file.suffix)
            for is_comment, text in reader(file.read_text()) if reader else ():
                if (is_comment or folder != "tests") and text not in (*NAMES, *SIGNATURE_LINES):
                    yield str(file.relative_to(project)), re.sub(r"--[\w-]+", " ", text)


def replaced_words(glossary):
    """Word -> what to say instead, from the table at the end of the glossary."""
    table = glossary.split("| replaced | now |\n")[1].split("\n\n")[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()[1:]]
    return {word: now for words, now in rows for word in re.sub(r" \(.*\)", "", words).split(", ")}


def faults_of(project):
    words = replaced_words((project / "docs/reference/glossary.md").read_text())
    assert len(words) > 15, "the glossary's table of replaced words was not found"
    any_word = re.compile(rf"\b({'|'.join(map(re.escape, words))})s?\b", re.IGNORECASE)
    for name, text in texts_of(project):
        text = " ".join(text.split())
        for found in any_word.finditer(text):
            around = text[max(0, found.start() - 30):found.end() + 20]
            yield f"{name}: '{found.group()}' in '...{around}...': say {words[found[1].lower()]}"


def main(project):
    faults = list(faults_of(pathlib.Path(project).resolve()))
    print("\n".join(faults or ["no fault"]))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
