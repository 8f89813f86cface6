#!/usr/bin/env python3
"""Types partial commands and Tab in bash, zsh and fish, and checks the completed commands.

    try_completions.py REFERENCE [--viewer]

REFERENCE is the output folder of scripts/packaging/make_reference.py. Shells that are not installed are skipped.
"""
import os
import pathlib
import pty
import re
import select
import shutil
import signal
import sys
import tempfile
import time

CASES = [  # text before Tab, and the completed words
    ("sol", ["solve"]),
    ("solve --agent dep", ["solve", "--agent", "depth-first"]),
    ("solve --tilt --agent ce", ["solve", "--tilt", "--agent", "cem"]),
    ("solve --agent=dep", ["solve", "--agent=depth-first"]),
    ("solve --world ima", ["solve", "--world", "imagined"]),
    ("solve --orientations 2", ["solve", "--orientations", "24"]),
    ("solve --layers ou", ["solve", "--layers", "outer"]),
    ("solve --recov", ["solve", "--recovery"]),
    ("solve my", ["solve", "my maze.json"]),
    ("solve --size 4 my", ["solve", "--size", "4", "my maze.json"]),
    ("generate -o my", ["generate", "-o", "my maze.json"]),
    ("marblebench --set marblebench-f", ["marblebench", "--set", "marblebench-free-1"]),
    ("marblebench --set my", ["marblebench", "--set", "my maze.json"]),
    ("puzzle non", ["puzzle", "nonogram"]),
    ("puzzle rook gen", ["puzzle", "rook", "generate"]),
    ("puzzle rook solve --dai", ["puzzle", "rook", "solve", "--daily"]),
]
WITH_VIEWER = [
    ("watch --tilt --agent flo", ["watch", "--tilt", "--agent", "floor"]),
    ("watch --theme col", ["watch", "--theme", "colour-blind"]),
    ("play --world roo", ["play", "--world", "rook"]),
    ("replay my", ["replay", "my maze.json"]),
]
SHELLS = {  # command, and a setup that replaces marblemaze by a function that prints its arguments
    "bash": (["bash", "--norc", "--noprofile", "-i"],
             "bind 'set bell-style none'; source '{folder}/program/bash-completion/completions/marblemaze'; marblemaze() {{ printf '<%s>' \"$@\"; echo; }}"),
    "zsh": (["zsh", "-f", "-i"],
            "fpath=('{folder}/program/zsh/vendor-completions' $fpath); autoload -Uz compinit; compinit -D -u; unsetopt beep"
            "; marblemaze() {{ printf '<%s>' \"$@\"; echo; }}"),
    "fish": (["fish", "--no-config", "-i"],
             "source '{folder}/program/fish/vendor_completions.d/marblemaze.fish'; function marblemaze; printf '<%s>' $argv; echo; end"),
}


class Terminal:
    """A shell in a pseudo-terminal."""

    def __init__(self, command, folder):
        environment = {**os.environ, "TERM": "dumb" if command[0] != "fish" else "xterm", "HOME": folder,
                       "INPUTRC": "/dev/null", "PS1": "$ ", "HISTFILE": ""}
        self.process, self.controller = pty.fork()
        if self.process == 0:
            os.chdir(folder)
            os.execvpe(command[0], command, environment)
        self.read(1.0)

    def read(self, patience, until=None):
        """Reads output until it pauses for `patience` seconds or, with `until`, until it matches a regular expression."""
        text, end = "", time.monotonic() + (20 if until else patience)
        while time.monotonic() < end and not (until and re.search(until, text)):
            if not select.select([self.controller], [], [], patience if not until else 1)[0]:
                if not until:
                    break
                continue
            text += os.read(self.controller, 65536).decode(errors="replace")
        return text

    def type(self, text):
        os.write(self.controller, text.encode())

    def close(self):
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        os.close(self.controller)


def words_of(output):
    printed = re.findall(r"((?:<[^<>\x1b]*>)+)\r?\n", output)
    return re.findall("<([^<>]*)>", printed[-1]) if printed else None


def try_shell(shell, reference, cases):
    command, setup = SHELLS[shell]
    faults = 0
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "my maze.json").write_text("{}")
        terminal = Terminal(command, folder)
        terminal.type(setup.format(folder=reference) + "\n")
        terminal.type("echo rea''dy\n")
        terminal.read(0.5, "ready\r?\n")
        terminal.read(0.3)
        for typed, expected in cases:
            terminal.type("marblemaze " + typed + "\t\n")
            seen = terminal.read(0.3, r">\s*\r?\n")
            terminal.read(0.05)
            if words_of(seen) != expected:
                faults += 1
                print(f"{shell}: 'marblemaze {typed}' and Tab: {words_of(seen)}, expected {expected}\n{seen!r}")
        terminal.close()
    print(f"{shell}: {len(cases)} completions tried, {faults} faults")
    return faults


def main():
    reference = pathlib.Path(sys.argv[1]).resolve()
    cases = CASES + (WITH_VIEWER if "--viewer" in sys.argv else [])
    return 1 if sum(try_shell(shell, reference, cases) for shell in SHELLS if shutil.which(shell)) else 0


if __name__ == "__main__":
    sys.exit(main())
