#!/usr/bin/env python3
"""Injects faults into the code and shows which test detects each fault.

  tests/faults/run.py                     injects all faults, one at a time
  tests/faults/run.py 05 glass            injects only the faults whose file names contain one of these words
  tests/faults/run.py --together          injects all faults in one build, which is faster; but a test may then detect another fault
  tests/faults/run.py --tests -L maze     runs ctest with these arguments instead of the expected tests
  tests/faults/run.py --list              prints the faults and the expected tests

Each patch in this folder changes one file. Its header contains a description, a regular expression of the expected tests (for
`ctest -R`), and the targets to build. The patches are applied to the last commit in a separate git worktree (--tree build/faults) with
preset `checked`. A test run stops at the first failure.
Run the script after a change that removes or shortens tests. If a patch no longer applies, repair or replace it.
Cost: a build, then one to two minutes of processor time per fault.
Exit status: 0 if all faults are detected, 1 if not, 3 if a patch does not apply or does not build.
"""
import argparse
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]


class Fault:
    def __init__(self, path):
        self.path, self.name = path, path.stem
        self.words, *fields = path.read_text().split("\n\n")[0].splitlines()
        fields = dict(line.split(": ", 1) for line in fields)
        self.tests, self.targets = fields["Tests"], fields["Build"].split()


def output_of(command, tree):
    """Returns the exit status and the combined output of a command."""
    run = subprocess.run(command, cwd=tree, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                         errors="replace")
    return run.returncode, run.stdout


def must(command, tree):
    status, text = output_of(command, tree)
    if status != 0:
        raise RuntimeError(f"'{' '.join(map(str, command))}' failed: exit status {status}\n{text[-2000:]}")


def prepare(tree):
    """Creates a worktree of the last commit, or updates the existing one for an incremental build."""
    if (tree / ".git").exists():
        head = subprocess.check_output(["git", "rev-parse", "HEAD"], cwd=ROOT, text=True).strip()
        must(["git", "reset", "--hard", "--quiet"], tree)
        must(["git", "checkout", "--quiet", "--detach", head], tree)
    else:
        must(["git", "worktree", "add", "--detach", tree, "HEAD"], ROOT)
    must(["cmake", "--preset", "checked"], tree)


def build(faults, tree, tests):
    targets = sorted({target for fault in faults for target in fault.targets})
    must(["cmake", "--build", "build/checked", *([] if tests else ["--target", *targets])], tree)


def finder(fault, tree, tests):
    """Returns the first test that fails with this fault, or None."""
    _, text = output_of(["ctest", "--test-dir", "build/checked", "--no-tests=error", "--stop-on-failure", *(tests or ["-R", fault.tests])],
                        tree)
    if "No tests were found" in text:
        raise RuntimeError(f"no test matches {fault.tests}")
    failed = re.search(r"Test +#\d+: (\S+) .*\*\*\*", text)
    return failed[1] if failed else None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--tree", type=pathlib.Path, default=ROOT / "build/faults")
    parser.add_argument("--together", action="store_true")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--tests", nargs=argparse.REMAINDER, default=[])
    options = parser.parse_args()
    faults = [Fault(path) for path in sorted(HERE.glob("*.patch"))]
    faults = [each for each in faults if not options.names or any(name in each.name for name in options.names)]
    if options.list:
        for fault in faults:
            print(f"{fault.name}: {fault.words} Expected: {fault.tests}")
        return 0
    tree, missed, broken = options.tree.resolve(), 0, 0
    prepare(tree)
    for group in [faults] if options.together else [[fault] for fault in faults]:
        try:
            for fault in group:
                must(["git", "apply", fault.path], tree)
            build(group, tree, options.tests)
            for fault in group:
                found = finder(fault, tree, options.tests)
                missed += found is None
                print(f"{fault.name}: {'found by ' + found if found else 'NOT FOUND'}", flush=True)
        except RuntimeError as failure:
            broken += 1
            print(f"{fault.name}: BROKEN: {failure}", flush=True)
        must(["git", "checkout", "--quiet", "."], tree)
    print(f"{len(faults)} faults, {missed} not found, {broken} broken")
    return 3 if broken else int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())
