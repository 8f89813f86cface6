#!/usr/bin/env python3
"""Makes completions and man pages from what the programs say of themselves.

    make_reference.py --program marblemaze [--viewer marblemaze-viewer] --pages docs/reference/commands.md --version 1.2.3 FOLDER

FOLDER gets bash/marblemaze, zsh/_marblemaze, fish/marblemaze.fish and man1/*.1.
"""
import argparse
import pathlib
import shutil
import sys

import completions
import man_pages
from command_tree import read_programs


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True)
    parser.add_argument("--viewer")
    parser.add_argument("--pages", required=True, type=pathlib.Path)
    parser.add_argument("--version", required=True)
    parser.add_argument("folder", type=pathlib.Path)
    options = parser.parse_args()
    root, viewer = read_programs(options.program, options.viewer)
    files = {"bash/marblemaze": completions.bash(root), "zsh/_marblemaze": completions.zsh(root),
             "fish/marblemaze.fish": completions.fish(root)}
    try:
        pages = man_pages.manuals(root, viewer, options.pages.read_text(encoding="utf-8"), options.version)
    except man_pages.MissingText as missing:
        print(f"make_reference.py: {missing}", file=sys.stderr)
        return 2
    files |= {f"man1/{name}": text for name, text in pages.items()}
    shutil.rmtree(options.folder, ignore_errors=True)  # a command that is gone leaves no page behind
    for name, text in files.items():
        target = options.folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
