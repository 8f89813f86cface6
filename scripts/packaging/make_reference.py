#!/usr/bin/env python3
"""Makes completions, man pages and the tables of options from the programs' own options.

    make_reference.py --program marblemaze [--viewer marblemaze-viewer] --pages docs/reference/commands.md --version 1.2.3 FOLDER
    make_reference.py --program marblemaze [--viewer marblemaze-viewer] --pages docs/reference/commands.md --update | --check

FOLDER/program and FOLDER/viewer get what each of them installs under share/. --update writes the tables of options into the page. --check exits with status 1 if the page's tables are not current.
"""
import argparse
import difflib
import pathlib
import shutil
import sys

import completions
import man_pages
import option_tables
from command_tree import Command, read_programs


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True)
    parser.add_argument("--viewer")
    parser.add_argument("--pages", required=True, type=pathlib.Path)
    parser.add_argument("--version")
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("folder", type=pathlib.Path, nargs="?")
    options = parser.parse_args()
    tables = options.update or options.check
    if tables == bool(options.folder) or tables == bool(options.version):
        parser.error("expected --version and FOLDER, or --update or --check")
    root, viewer = read_programs(options.program, options.viewer)
    return write_tables(options, root, viewer) if tables else write_files(options, root, viewer)


def write_tables(options: argparse.Namespace, root: Command, viewer: Command | None) -> int:
    page = options.pages.read_text(encoding="utf-8")
    try:
        current = option_tables.with_options(page, root, viewer)
    except option_tables.Missing as missing:
        print(f"make_reference.py: {missing}", file=sys.stderr)
        return 2
    if options.update:
        options.pages.write_text(current, encoding="utf-8")
    elif current != page:
        print("".join(difflib.unified_diff(page.splitlines(True), current.splitlines(True), "page", "program")) +
              "docs/reference/commands.md does not show the options of the program: run make_reference.py with --update")
        return 1
    return 0


def write_files(options: argparse.Namespace, root: Command, viewer: Command | None) -> int:
    files = {"program/bash-completion/completions/marblemaze": completions.bash(root),
             "program/zsh/vendor-completions/_marblemaze": completions.zsh(root),
             "program/fish/vendor_completions.d/marblemaze.fish": completions.fish(root)}
    try:
        pages = man_pages.manuals(root, viewer, options.pages.read_text(encoding="utf-8"), options.version)
    except man_pages.MissingText as missing:
        print(f"make_reference.py: {missing}", file=sys.stderr)
        return 2
    for name, text in pages.items():
        files[f"{'viewer' if name == 'marblemaze-viewer.1' else 'program'}/man/man1/{name}"] = text
    shutil.rmtree(options.folder, ignore_errors=True)  # a command that is gone leaves no page behind
    for name, text in files.items():
        target = options.folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
