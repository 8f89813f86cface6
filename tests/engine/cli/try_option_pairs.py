#!/usr/bin/env python3
"""Tries pairs of options of every command: one that is taken beside another must change something, or say that it changes
only speed and the like. Commands and options come from the program; only values and small inputs stand here.

    try_option_pairs.py PROGRAM [--every N] [--only NAME]

--every N tries each Nth pair. Exit status: 0, or 1 with a line for each option that is taken and changes nothing.
"""
import argparse
import itertools
import json
import os
import pathlib
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile

REFUSED = 2
ATTEMPTS = 40  # whether an option changes something may be a matter of the maze
REFUSALS = 6  # after so many a pair is taken for refused
KINDS = ("four-bit", "jump", "rook", "nonogram", "binary", "maze-automaton", "sudoku", "tectonic", "kakuro")
TIMES = re.compile(rb'"(cpu_s|wall_s|left_s|silent_s)":[-+0-9.e]+|[0-9.]+ s (of|by)|(last result|heard for) [0-9]+ s'
                   rb'|[0-9]+ +[0-9.]+x')
KEYS = b"4\nw\nd\n1 1 1\nhint\nn\n4\n3\n2\n1\n4\n3\nq\n"  # for games

# They play the thesis's rows, or tell in long searches only.
LONG = {"bench": {"suite"}, "marblebench": {"make", "seeds-from", "shard"},
        "design": {f"weight-{name}" for name in ("moves", "remaining", "traps", "ties", "knife-edge", "failing")}}
# Boards on which rules matter.
SMALL = {"jump": {"size": "6"}, "rook": {"steps": "200"}, "nonogram": {"width": "15", "height": "15", "density": "0.5"}}
# A command, and what must be given so that it ends soon: where such an option is tried, it is left out for its value here.
CASES = {
    "generate": (["generate"], {}),
    "info": (["info"], {}),
    "predict": (["predict"], {}),
    "solve": (["solve"], {"trace": "moves"}),
    "settings": (["settings"], {}),
    "agents": (["agents"], {}),
    "bench": (["bench"], {"size": "2", "seeds": "1-2"}),
    "marblebench": (["marblebench"], {"set": "../set", "agent": "depth-first"}),
    "report": (["report"], {"FILE": "../a.db"}),
    "report of cards": (["report"], {"bench": "../card.json"}),
    "merge": (["merge", "all.db", "../a.db", "../other.db"], {}),
    "map": (["map"], {"size": "3", "model": "imagined"}),
    "design": (["design"], {"size": "3", "layers": "flat", "moves": "9", "steps": "5"}),
    "worlds": (["worlds"], {"world": "four-bit", "agent": "depth-first", "seeds": "1-2"}),
    "export of a maze": (["export", "../designed"], {"svg": "drawing.svg"}),
    "export of parts": (["export", "../designed"], {"stl": "maze.stl"}),
    "export of a recording": (["export", "../run"], {"html": "page.html"}),
    "export of a map": (["export", "../map"], {"dot": "map.dot"}),
    "life": (["puzzle", "life"], {}),
    "elementary": (["puzzle", "elementary"], {}),
    **{f"{kind} {verb}": (["puzzle", kind, verb], {**SMALL.get(kind, {}), **({"json": ""} if verb == "check" else {})})
       for kind in KINDS for verb in ("generate", "solve", "play", "check", "dot")},
}

# Values that are no default, by the option's name, or after its command's; several are for several attempts.
VALUES = {
    "FILE": [f"../maze{seed}" for seed in range(1, 7)],
    "report FILE": ["../b.db"],
    "report of cards FILE": ["../b.db"],
    "SOURCE": ["../{kind}"],
    "elementary SOURCE": ["#.#"],
    "binary SOURCE": ["../binary", "../equal"],
    "agent": ["breadth-first", "random-walk"],
    "agent-command": ["sh ../agent.sh"],
    "against": ["thesis"],
    "bench": ["../other.json"],
    "budget": ["100000000"],
    "cell-mm": ["25"],
    "check": ["../plan"],
    "clearance-mm": ["0.2"],
    "conflicts": ["conflicts"],
    "core": ["solid"],
    "cube": ["../maze1"],
    "daily": ["2026-03-01", "2026-03-02", "2026-03-03"],
    "decision-limit": ["50"],
    "density": ["0.5", "0.3"],
    "dims": ["3x4x5", "2x3x4"],
    "displacement": ["0.01", "0.05"],
    "dot": ["graph.dot"],
    "end-temperature": ["0.5", "5"],
    "energy": ["distance", "unreaching"],
    "fill": ["0.6", "0.7"],
    "fps": ["1000"],
    "frame-mm": ["7"],
    "generations": ["7"],
    "goal": ["3", "4"],
    "graphml": ["graph.graphml"],
    "height": ["7", "5"],
    "life height": ["30"],
    "html": ["replay.html"],
    "jobs": ["2"],
    "layers": ["outer", "flat"],
    "design layers": ["all"],
    "level": ["2", "1"],
    "limit": ["1"],
    "machine": ["messages", "placements"],
    "marble-mm": ["9"],
    "mazes": ["3"],
    "measure": ["2"],
    "methods": ["2"],
    "min-moves": ["5", "9"],
    "model": ["bullet", "predicted"],
    "move": ["1"],
    "move-limit": ["2"],
    "call-limit": ["2"],
    "moves": ["30"],
    "design moves": ["3"],
    "on-conflict": ["first", "list"],
    "orientations": ["24"],
    "out": ["cards"],
    "output": ["output"],
    "page": ["page.html"],
    "parts": ["halves"],
    "picture": ["drawing.svg"],
    "plan": ["plan.csv"],
    "record": ["run.rec"],
    "problem": ["noise-0-01"],
    "results": ["other.db"],
    "results-version": ["0.1"],
    "rule": ["marked", "walker"],
    "elementary rule": ["110"],
    "run": ["2", "3", "4"],
    "seed": [str(seed) for seed in range(4, 4 + ATTEMPTS)],
    "seeds": ["2-3"],
    "set": ["../set2"],
    "settings": ["../settings"],
    "settings-hash": ["0"],
    "shard": ["1/2"],
    "sheet": ["sheet.svg"],
    "size": ["4", "5"],
    "bench size": ["3"],
    "map size": ["2"],
    "design size": ["2"],
    "jump size": ["6x5", "5x6"],
    "rook size": ["4x3"],
    "binary size": ["6"],
    "spare": ["5"],
    "split": ["development"],
    "start": ["1", "2"],
    "start-limit": ["20"],
    "state": ["0", "9", "4"],
    "status": ["../shards"],
    "steps": ["300", "50"],
    "design steps": ["60"],
    "stl": ["parts.stl"],
    "suite": ["thesis"],
    "svg": ["other.svg"],
    "switch": ["24@2", "8@2"],
    "temperature": ["0.2", "0", "3"],
    "trace": ["other"],
    "trials": ["3", "5"],
    "truths": ["truths"],
    "wall-mm": ["2"],
    "width": ["7"],
    "elementary width": ["31"],
    "life width": ["70"],
    "world": ["imagined", "predicted"],
    "worlds world": ["jump"],
}


def rows_of(file):
    """Of a results file, whose bytes hold times: its rows without them."""
    rows = []
    with sqlite3.connect(file) as database:
        for table in ("episodes", "truths"):
            cursor = database.execute(f"SELECT * FROM {table}")
            names = [column[0] for column in cursor.description]
            rows += [[value for name, value in zip(names, row) if name not in ("cpu_us", "thinking_us", "host")] for row in cursor]
    return json.dumps(rows).encode()


class Runner:
    """Runs commands, each in an empty folder beside the inputs."""

    def __init__(self, program, folder):
        self.program, self.folder, self.here, self.ended = program, folder, folder / "here", {}

    def run(self, words):
        """Status, and all that was made, of which two runs are alike."""
        key = tuple(words)
        if key not in self.ended:
            self.ended[key] = self._run(words)
        return self.ended[key]

    def _run(self, words):
        shutil.rmtree(self.here, ignore_errors=True)
        self.here.mkdir()
        ended = subprocess.run([self.program, *words], cwd=self.here, input=KEYS, capture_output=True, timeout=300)
        self.said = ended.stderr
        made = [TIMES.sub(b"", ended.stdout)]
        for file in sorted(self.here.rglob("*")):
            if file.is_file() and "timings" not in file.parts and not file.name.endswith("-journal"):
                made += [file.name.encode(), rows_of(file) if file.suffix == ".db" else TIMES.sub(b"", file.read_bytes())]
        return ended.returncode, b"\n".join(made)


def make_inputs(runner):
    """Files to read, in the folder above that of each command."""
    def make(name, *words):
        status, _ = runner._run(words)
        if status >= REFUSED:
            sys.exit(f"try_option_pairs.py: {name}: {runner.said.decode()}")
        (runner.here / name).rename(runner.folder / name)

    def printed(name, *words):
        with open(runner.folder / name, "wb") as file:
            subprocess.run([runner.program, *words], cwd=runner.folder, stdout=file, stderr=subprocess.DEVNULL, check=False)

    for seed in range(1, 7):
        make(f"maze{seed}", "generate", "--layers", "outer", "--seed", str(seed), "-o", f"maze{seed}")
    make("designed", "design", "--layers", "outer", "--moves", "2", "--seed", "3", "-o", "designed")
    printed("map", "map", "--size", "2", "--model", "predicted", "--json")
    for kind in KINDS:
        printed(kind, "puzzle", kind, "generate", "--seed", "9")
    (runner.folder / "life").write_text(".#.\n..#\n###\n")
    (runner.folder / "equal").write_text("0011\n1100\n0011\n1.00\n")
    make("a.db", "bench", "--size", "2", "--seeds", "1-4", "--truth", "--results", "a.db")
    for flags in ([], ["--exact"]):
        subprocess.run([runner.program, "bench", "--size", "2", "--seeds", "3-6", *flags, "--results", "b.db"], cwd=runner.folder,
                       capture_output=True, check=True)
    (runner.folder / "other.db").write_bytes((runner.folder / "a.db").read_bytes())
    with sqlite3.connect(runner.folder / "other.db") as database:
        database.execute("UPDATE episodes SET moves = moves + 1 WHERE seed = 2")
    printed("plan", "bench", "--size", "2", "--seeds", "1-6", "--plan", "-")
    (runner.folder / "shards").mkdir()
    subprocess.run([runner.program, "bench", "--size", "2", "--seeds", "1-2", "--shard", "1/2", "--results", "shards/a.db"],
                   cwd=runner.folder, capture_output=True, check=True)
    settings = json.loads(subprocess.run([runner.program, "settings", "--json"], capture_output=True, check=True).stdout)
    settings.update(gravity=8.0, slope_large=5.0, predictor_threshold=0)
    (runner.folder / "settings").write_text(json.dumps(settings))
    root = pathlib.Path(__file__).resolve().parents[3]
    whole = json.loads((root / "engine/experiments/marblebench-2.json").read_text())
    small = [problem for problem in whole["problems"] if problem["name"] in ("noise-0-01", "noise-0-03", "hopeless-01", "hopeless-03")]
    for name, chosen in (("set", small), ("set2", small[1:])):
        (runner.folder / name).write_text(json.dumps({**whole, "name": name, "problems": chosen}))
    for card, agent in (("card.json", "depth-first"), ("other.json", "breadth-first")):
        subprocess.run([runner.program, "marblebench", "--set", "set", "--agent", agent, "--out", "cards"], cwd=runner.folder,
                       capture_output=True, check=True)
        (runner.folder / f"cards/{agent}.json").rename(runner.folder / card)
    (runner.folder / "agent.sh").write_text("""read x; echo agent mine 1 blind; n=0
while read verb rest; do case $verb in quit) exit;; go) n=$((n+1))
if [ $n -gt 3 ]; then echo resign; else echo move $((n-1)); fi;; esac; done
""")
    viewer = pathlib.Path(runner.program).with_name("marblemaze-viewer")
    if viewer.exists():
        subprocess.run([viewer, "--size", "2", "--save-run", "run"], cwd=runner.folder, capture_output=True, check=True)


class Case:
    def __init__(self, runner, tree, name):
        self.runner, self.name = runner, name
        self.command, self.given = CASES[name]
        at = tree
        for word in self.command:
            at = next((below for below in at["commands"] if below["name"] == word), at)
        self.options = {option["name"]: option for option in at["options"]
                        if not option["required"] and option["name"] not in LONG.get(name, ())}

    def value(self, option, attempt):
        if not self.options[option]["takes_value"]:
            return ""
        word = self.command[1] if self.command[0] == "puzzle" else self.command[0]
        values = next(VALUES[key] for key in (f"{self.name} {option}", f"{word} {option}", option) if key in VALUES)
        return values[attempt % len(values)].format(kind=word)

    def run(self, given):
        positions = [value for name, value in given.items() if not self.options[name]["names"]]
        flags = ["--" + name + (f"={value}" if self.options[name]["takes_value"] else "")
                 for name, value in sorted(given.items()) if self.options[name]["names"]]
        return self.runner.run([*self.command, *positions, *flags])

    def try_pair(self, pair):
        """Whether it is taken, and the options of the pair that change nothing."""
        idle, taken = {name for name in pair if not self.options[name]["changes_only"]}, False
        for attempt in range(ATTEMPTS):
            usual = {name: value for name, value in self.given.items() if "SOURCE" not in pair or name == "json"}
            if attempt and "seed" in self.options and not {"FILE", "SOURCE", "daily"} & set(pair):
                usual["seed"] = str(attempt + 10)
            both = {**usual, **{name: self.value(name, attempt) for name in pair}}
            whole = self.run(both)
            if whole[0] == REFUSED and not taken and attempt >= REFUSALS:
                break
            if whole[0] == REFUSED:
                continue
            taken = True
            for name in list(idle):
                without = {other: value for other, value in both.items() if other != name}
                if usual.get(name):
                    without[name] = usual[name]
                if self.run(without) != whole:
                    idle.remove(name)
            if not idle:
                break
        return taken, sorted(idle) if taken else []


def without_case(tree, command=()):
    """Commands of which pairs of options could be tried, and that no case is of."""
    for below in tree["commands"]:
        yield from without_case(below, (*command, below["name"]))
    tried = {tuple(words[:len(command)]) for words, _ in CASES.values()}
    if not tree["commands"] and sum(not option["required"] for option in tree["options"]) > 1 and command not in tried:
        yield " ".join(command)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("program")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--only")
    options = parser.parse_args()
    program = str(pathlib.Path(options.program).resolve())
    tree = json.loads(subprocess.run([program, "--command-tree"], capture_output=True, check=True).stdout)
    tried = refused = faults = 0
    if missing := ", ".join(without_case(tree)):
        sys.exit(f"try_option_pairs.py: expected a case of {missing}")
    with tempfile.TemporaryDirectory(prefix="option-pairs-") as folder:
        runner = Runner(program, pathlib.Path(folder))
        make_inputs(runner)
        for name in CASES:
            if options.only and not re.fullmatch(options.only, name):
                continue
            case = Case(runner, tree, name)
            before = tried, refused
            for pair in itertools.islice(itertools.combinations(sorted(case.options), 2), 0, None, options.every):
                taken, idle = case.try_pair(pair)
                tried, refused, faults = tried + 1, refused + (not taken), faults + len(idle)
                for option in idle:
                    print(f"{name}: {option} changes nothing beside {' '.join(other for other in pair if other != option)}", flush=True)
            print(f"{name}: {tried - before[0]} pairs tried, {refused - before[1]} refused", flush=True)
            runner.ended.clear()
    used = os.times()
    print(f"{tried} pairs tried, {refused} refused, {faults} options change nothing, "
          f"{sum(used[:4]):.0f} s of processor time")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
