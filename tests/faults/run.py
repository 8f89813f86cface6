#!/usr/bin/env python3
"""Injects faults into the code and shows which test detects each fault.

  tests/faults/run.py                     injects all faults, one at a time
  tests/faults/run.py lrta glass          injects only the faults whose names contain one of these words
  tests/faults/run.py --together          injects all faults in one build, which is faster; but a test may then detect another fault
  tests/faults/run.py --tests -L maze     runs ctest with these arguments instead of the expected tests
  tests/faults/run.py --list              prints the faults and the expected tests

The faults are injected into the last commit in a separate git worktree (--tree build/faults) with preset `checked`. A test run stops at
the first failure. Run the script after a change that removes or shortens tests. If the code of a fault no longer exists, update or
replace the fault.
Cost: a build, then one to two minutes of processor time per fault.
Exit status: 0 if all faults are detected, 1 if not, 3 if a fault cannot be injected or does not build.
"""
import argparse
import pathlib
import re
import subprocess
import sys
from typing import NamedTuple

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Fault(NamedTuple):
    name: str
    effect: str
    tests: str  # regular expression for `ctest -R`
    targets: str  # targets to build for these tests
    file: str
    correct: str  # text that occurs once in the file
    wrong: str  # replacement


FAULTS = [
    Fault("turn-sign", "The maze turns in the wrong direction.", r"^OrientationScheme\.|Orientations\.", "maze_tests",
          "maze/grid/orientation_scheme.cpp", "glm::cross(b, a)", "glm::cross(a, b)"),
    Fault("cell-number", "A drawing numbers the cells from 0.", "MazeSvg", "maze_tests",
          "maze/files/drawing.cpp", "std::to_string(cell_number(cell))", "std::to_string(cell.index)"),
    Fault("permissions", "A file that replaces a private file can be read by all users.", "OutputFile", "maze_tests",
          "maze/base/file_io.cpp", "return copy_permissions();", "return;"),
    Fault("jump-u-turn", "A jump maze forbids going straight on instead of turning back.", "JumpMaze|JumpWorld", "maze_tests",
          "maze/puzzles/jump_maze.cpp", "opposite(heading) ==", "heading =="),
    Fault("lrta-learns", "LRTA* never raises the value of a state, so it circles in dead ends.", "LrtaStar|Baselines", "agent_tests",
          "agent/search/searches.cpp", "std::max(value(here), decision.why.front().value)", "value(here)"),
    Fault("uct-explores", "UCT avoids the moves that it has tried least.", "TreeSearch", "agent_tests",
          "agent/search/mdp.cpp", "+ kExploration * std::sqrt(log_visits", "- kExploration * std::sqrt(log_visits"),
    Fault("move-limit", "An agent can make one move more than the limit.", "Controller|NextPhase", "agent_tests",
          "agent/play/simulation_controller.cpp", "moves_ >= move_limit_) {", "moves_ > move_limit_) {"),
    Fault("equal-choices", "Of several equally good moves, the last is chosen instead of the first.",
          "Heuristic|BlindSearches|Searches|SingleMovePrediction", "agent_tests",
          "agent/search/searches.cpp", "candidate.value < why[best].value", "candidate.value <= why[best].value"),
    Fault("copy-draws", "An agent's copy of the world contains the future noise.", "CInterface|CBatch", "engine_tests",
          "engine/c_api/world_api.cpp", "Snapshot::of(*of.world)->world(stream)", "(static_cast<void>(stream), of.world->clone())"),
    Fault("edge-normal", "The marble bounces off an edge in the wrong direction.", "WallFeatures|PhysicsOf", "engine_tests",
          "engine/sim/wall_contacts.h", "octant.side[a] * out[a] / distance", "out[a] / distance"),
    Fault("rows-at-the-end", "A benchmark stores its rows only at the end, so kill -9 loses all of them.", r"^BenchProgram\.|ResultsStore",
          "engine_tests", "engine/bench/results_store.cpp", '->execute("PRAGMA synchronous=NORMAL");',
          '->execute("PRAGMA synchronous=NORMAL");\n  database_->execute("BEGIN");'),
    Fault("wrong-column", "The column `ticks` of results contains the length of the theoretical path.",
          r"^ResultsStoreTest\.|^TableRow\.|^BenchProgram\.", "engine_tests",
          "engine/bench/results_store.cpp", 'visit("ticks", row.ticks, result)', 'visit("ticks", row.path_cells, result)'),
    Fault("forged-game", "`verify` accepts a game whose maze is not the maze of its seed.", "Verification|ForgedRecordings", "engine_tests",
          "engine/recording/verification.cpp", "if (!is_of_seed(recorded))", "if (recorded.text.empty())"),
    Fault("default-agent", "`solve` has the wrong default agent.", r"^SolveCommand\.Plays", "engine_tests",
          "engine/cli/solve_command.cpp", 'agent = "complete-solution-prediction";', 'agent = "single-move-prediction";'),
    Fault("interrupted-trace", "`solve` writes no trace, and the viewer no recording, if Ctrl-C stops it.", r"^Interrupts\.", "marblemaze",
          "engine/cli/common/interrupts.cpp", "    ended = false;\n  }", "    ended = false;\n  }\n  if (!ended) throw Interrupted{};"),
    Fault("glass-order", "The near walls between the camera and the centre are drawn before the far ones.", r"^Walls\.", "render_tests",
          "render/scene/walls.cpp", "const int turn = k < eye ? k + 1 :", "const int turn = k < eye ? eye - k :"),
    Fault("reduced-motion", 'The viewer forgets the setting "reduced motion" when it closes.', r"^Settings\.", "render_tests",
          "render/session/session_files.cpp", '  visit("reduced_motion", view.reduced_motion, 0, 1);\n', ""),
    Fault("dead-button", 'The action "Next maze" does nothing.', r"^Window\.", "window_tests",
          "render/panels/actions.cpp", "act<&S::next_maze>", "[](S&) {}"),
    Fault("truncated", "A run that ends at the limit of moves is not reported as truncated.", r"^Python\.", "marblemaze marblemaze_shared",
          "engine/python/marblemaze/_runs.py", '["overdue", "capped", "escaped"]', '["overdue", "escaped"]'),
    Fault("current-move", "When a move begins, the replay page still shows the previous move.", "^HtmlReplay", "engine_tests",
          "engine/replay_page/recording.js", "move.begin_s <= time + 1e-9", "move.begin_s < time - 1e-9"),
]


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


def inject(fault, tree):
    text = (tree / fault.file).read_text()
    if text.count(fault.correct) != 1:
        raise RuntimeError(f"{fault.file} does not contain '{fault.correct}' exactly once")
    (tree / fault.file).write_text(text.replace(fault.correct, fault.wrong))


def build(faults, tree, tests):
    targets = sorted({target for fault in faults for target in fault.targets.split()})
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
    faults = [fault for fault in FAULTS if not options.names or any(name in fault.name for name in options.names)]
    if options.list:
        for fault in faults:
            print(f"{fault.name}: {fault.effect} Expected: {fault.tests}")
        return 0
    tree, missed, broken = options.tree.resolve(), 0, 0
    prepare(tree)
    for group in [faults] if options.together else [[fault] for fault in faults]:
        try:
            for fault in group:
                inject(fault, tree)
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
