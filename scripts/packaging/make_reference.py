#!/usr/bin/env python3
"""Generates shell completions, man pages and the option tables of docs/reference/commands.md from the programs'
options.

    make_reference.py --program marblemaze [--viewer marblemaze-viewer] --pages PAGE --version 1.2.3 FOLDER
    make_reference.py --program marblemaze [--viewer marblemaze-viewer] --pages PAGE --update | --check

PAGE is docs/reference/commands.md. Writes completions and man pages to FOLDER/program and FOLDER/viewer, which are
installed under share/. --update updates the option tables in the page. --check exits with status 1 if the tables in the
page are outdated.
"""
import argparse
import difflib
import pathlib
import shutil
import sys

import completions
import man_pages
import option_tables
from command_tree import read_programs


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
    if bool(options.folder) != bool(options.version) or bool(options.folder) == (options.update or options.check):
        parser.error("expected --version and FOLDER, or --update or --check")
    root, viewer = read_programs(options.program, options.viewer)
    page = options.pages.read_text(encoding="utf-8")
    try:
        if not options.folder:
            current = option_tables.with_options(page, root, viewer)
        else:
            manuals = man_pages.manuals(root, viewer, page, options.version)
    except LookupError as missing:
        print(f"make_reference.py: {missing.args[0]}", file=sys.stderr)
        return 2
    if options.update:
        options.pages.write_text(current, encoding="utf-8")
    elif options.check and current != page:
        print("".join(difflib.unified_diff(page.splitlines(True), current.splitlines(True), "page", "program")) +
              "docs/reference/commands.md does not show the options of the program: run make_reference.py with "
              "--update")
        return 1
    if options.folder:
        files = {"program/bash-completion/completions/marblemaze": completions.bash(root),
                 "program/zsh/vendor-completions/_marblemaze": completions.zsh(root),
                 "program/fish/vendor_completions.d/marblemaze.fish": completions.fish(root)}
        files |= {f"{'viewer' if title == 'marblemaze-viewer' else 'program'}/man/man1/{title}.1": text
                  for title, text in manuals.items()}
        shutil.rmtree(options.folder, ignore_errors=True)  # removes the pages of commands that no longer exist
        for name, text in files.items():
            (options.folder / name).parent.mkdir(parents=True, exist_ok=True)
            (options.folder / name).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
