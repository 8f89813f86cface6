#!/usr/bin/env python3
"""The fixed sets of problems that `marblemaze marblebench` plays: marblebench-1, and marblebench-free-1 for controllers.

  scripts/generate/marblebench.py make PROGRAM [SET [FILE]]     makes a set anew, with the same bytes; goes on where it was stopped
  scripts/generate/marblebench.py check PROGRAM [SET [EVERY]]   finds the truth of each problem anew, or of every so many

A SET (marblebench-1 unless another is named) is engine/experiments/SET.json. It never changes: a better one gets another name.
Nothing in it is written by hand. Mazes come from `generate` and `design`, logic mazes from their families, and what is possible
in each from `marblebench --truths`. The tables of SETS say which are kept: the first that meet the condition, by seed.
Half of each row goes to development and half to test, in turns. What was found is kept in FILE.work meanwhile.
"""
import hashlib
import itertools
import json
import os
import pathlib
import subprocess
import sys
import tempfile

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "engine/experiments"
STEPS = 800  # exchanges of the designer
MOST_SEEDS = 400


def run(program, *words, statuses=(0,)):
    done = subprocess.run([program, *map(str, words)], capture_output=True, text=True)
    if done.returncode not in statuses:
        raise SystemExit(f"marblebench.py: {' '.join(map(str, words))}: {done.stderr.strip()}")
    return done.stdout


def moves_of(truth):
    return len(truth["solution"]) if "solution" in truth else truth["moves"] / max(truth["reached"], 1)


def chance_of(truth):
    return bool(truth["solution"]) if "solution" in truth else truth["reached"] / truth["runs"]


def possible(truth):
    """Can be solved, and the search came to its end. A policy of less than 5 % is no measure for anybody."""
    return truth["proved"] and chance_of(truth) >= 0.05 and moves_of(truth) >= 2


def reached(truth):
    """By runs of a search, which prove nothing."""
    return truth["reached"] > 0


def on_a_knife_edge(truth):
    """Runs of the best policy differ: some fail, or some need other moves than others."""
    moves = moves_of(truth)
    return possible(truth) and (chance_of(truth) <= 0.98 or abs(moves - round(moves)) >= 0.1)


# ---- candidates: a problem without its truth for each seed, or None for a maze that is not what is looked for ----

def logic(family):
    return lambda program, seed: {"world": family, "seed": seed}


def marble(world, machine, orientations, maze):
    return {"world": world, "machine": machine, "orientations": orientations, "maze": maze}


def drawn(world, machine, size, layers, orientations, keeps=None):
    """Random mazes; `keeps` looks at the map of one without chance."""
    def candidate(program, seed):
        shape = ["--size", size, "--layers", layers, "--seed", seed]
        if keeps:
            told = json.loads(run(program, "map", *shape, "--exact", "--model", world, "--orientations", orientations, "--json"))
            if not keeps(told):
                return None
        maze = json.loads(run(program, "generate", *shape))
        return marble(world, machine, orientations, maze)
    return candidate


def turned(size, layers, goal):
    """Random mazes for controllers."""
    def candidate(program, seed):
        maze = json.loads(run(program, "generate", "--size", size, "--layers", layers, "--seed", seed))
        return {"world": "bullet", "machine": "chance", "goal": goal, "maze": maze}
    return candidate


def designed(size, layers, orientations, moves):
    def candidate(program, seed):
        maze = json.loads(run(program, "design", "--exact", "--size", size, "--layers", layers, "--orientations", orientations,
                              "--moves", moves, "--seed", seed, "--steps", STEPS, statuses=(0, 1)))
        certificate = maze.pop("certificate")
        if (certificate["optimum"] or 0) < moves or certificate["reached"] < certificate["runs"]:
            return None
        return marble("bullet", "exact", orientations, maze)
    return candidate


def far(told):
    """At least as many moves as a random maze of 5x5x5 cells takes."""
    return told["solvable"] and told["optimum"] >= 10


def lost_moves(told):
    """Of the moves in states at most two moves off a shortest way, the share after which the target is out of reach."""
    leads = {}
    for state, _, to in told["transitions"]:
        leads.setdefault(state, []).append(to)
    alive = {state for state in told["states"] if state not in leads}  # goals end a run
    grown = True
    while grown:
        more = {state for state, ends in leads.items() if state not in alive and alive.intersection(ends)}
        grown, alive = bool(more), alive | more
    near = {state for state, _, _ in told["solution"]}
    for _ in range(2):
        near |= {to for state in near for to in leads[state] if to in leads}
    made = [to for state in near & alive for to in leads[state]]
    return sum(to not in alive for to in made) / len(made)


def among_traps(told):
    return told["solvable"] and told["optimum"] >= 5 and lost_moves(told) >= 0.03


# group, how many, first seed, candidates, condition
MOVES = [
    ("logic", 4, 1, logic("four-bit"), possible),
    ("logic", 4, 1, logic("four-bit-strict"), possible),
    ("logic", 6, 1, logic("jump"), possible),
    ("logic", 4, 1, logic("jump-no-u-turn"), possible),
    ("logic", 6, 1, logic("rook"), possible),
    ("predicted", 2, 1, drawn("predicted", "exact", 4, "flat", 4), possible),
    ("predicted", 2, 1, drawn("predicted", "exact", 8, "flat", 4), possible),
    ("predicted", 2, 1, drawn("predicted", "exact", 3, "all", 8), possible),
    ("predicted", 2, 1, drawn("predicted", "exact", 5, "all", 8), possible),
    ("predicted", 2, 1, drawn("predicted", "exact", 8, "all", 8), possible),
    ("predicted", 2, 1, drawn("predicted", "exact", 3, "all", 24), possible),
    ("predicted", 2, 1, drawn("predicted", "exact", 6, "all", 24), possible),
    ("predicted", 2, 1, drawn("predicted", "exact", 9, "outer", 24), possible),
    ("predicted", 4, 1, drawn("predicted", "exact", 12, "all", 24), possible),
    ("chance", 4, 1, drawn("bullet", "chance", 4, "flat", 4), possible),
    ("chance", 8, 1, drawn("bullet", "chance", 3, "all", 8), possible),
    ("chance", 4, 1, drawn("bullet", "chance", 3, "all", 24), possible),
    ("chance", 2, 1, drawn("bullet", "chance", 5, "outer", 8), possible),
    ("knife-edge", 4, 1001, drawn("bullet", "chance", 4, "flat", 4), on_a_knife_edge),
    ("knife-edge", 8, 1001, drawn("bullet", "chance", 3, "all", 8), on_a_knife_edge),
    ("knife-edge", 2, 1001, drawn("bullet", "chance", 3, "all", 24), on_a_knife_edge),
    ("trap", 2, 2001, drawn("bullet", "exact", 6, "flat", 4, among_traps), possible),
    ("trap", 4, 2001, drawn("bullet", "exact", 3, "all", 8, among_traps), possible),
    ("trap", 4, 2001, drawn("bullet", "exact", 5, "outer", 8, among_traps), possible),
    ("trap", 4, 2001, drawn("imagined", "exact", 6, "outer", 8, among_traps), possible),
    ("designed", 2, 1, designed(4, "flat", 4, 5), possible),
    ("designed", 2, 1, designed(4, "flat", 4, 8), possible),
    ("designed", 2, 1, designed(3, "all", 8, 7), possible),
    ("designed", 2, 1, designed(3, "all", 8, 12), possible),
    ("designed", 2, 1, designed(3, "all", 24, 10), possible),
    ("designed", 2, 1, designed(4, "all", 8, 18), possible),
    ("designed", 2, 1, designed(5, "outer", 8, 25), possible),
    ("designed", 2, 10, designed(5, "outer", 8, 40), possible),
    ("designed", 2, 1, designed(6, "outer", 8, 48), possible),
    ("large", 2, 1, drawn("imagined", "exact", 6, "outer", 8, far), possible),
    ("large", 2, 1, drawn("imagined", "exact", 6, "outer", 24, far), possible),
    ("large", 2, 1, drawn("imagined", "exact", 6, "all", 24, far), possible),
    ("large", 2, 1, drawn("imagined", "exact", 8, "outer", 8, far), possible),
    ("large", 2, 1, drawn("imagined", "exact", 8, "outer", 24, far), possible),
    ("large", 2, 1, drawn("imagined", "exact", 10, "outer", 24, far), possible),
    ("large", 4, 1, drawn("imagined", "exact", 12, "outer", 24, far), possible),
]
FREE = [(f"{goal}-{size}-{layers}", 12, first, turned(size, layers, goal), reached)
        for goal, first in (("reach", 400_001), ("rest", 500_001)) for size, layers in ((3, "all"), (5, "outer"), (8, "outer"), (8, "all"))]
SETS = {"marblebench-1": ({"move_limit": 1000}, MOVES), "marblebench-free-1": ({"time_limit": 60}, FREE)}


def line_of(value):
    return json.dumps(value, separators=(",", ":"))


def document(name, machines, problems):
    lines = ",\n  ".join(map(line_of, problems))
    head = line_of({"format": "marblemaze-benchmark", "version": 1, "name": name, **SETS[name][0]}).rstrip("}")
    return f'{head},\n "machines":{line_of(machines)},\n "problems":[\n  {lines}]}}\n'


def machines_of(program, name):
    """Settings; a set of moves has none of the mount, which is moved by controllers alone."""
    def machine(*flags):
        settings = json.loads(run(program, "settings", "--json", *flags))
        return {key: value for key, value in settings.items() if "time_limit" in SETS[name][0] or not key.startswith("mount_")}
    return {"chance": machine(), "exact": machine("--exact")}


def truths(program, file):
    """What `marblebench --truths` tells of the problems of a file."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "truths"
        run(program, "marblebench", "--set", file, "--split", "all", "--truths", out)
        return [json.loads(line) for line in out.read_text().splitlines()]


class Workshop:
    """What was found, by what it was found for."""

    def __init__(self, program, name, file):
        self.program, self.name, self.file = program, name, pathlib.Path(f"{file}.work")
        lines = self.file.read_text().splitlines() if self.file.exists() else []
        self.known = dict(map(json.loads, lines))
        self.machines = machines_of(program, name)

    def recall(self, key, find):
        if key not in self.known:
            self.known[key] = find()
            with self.file.open("a") as out:
                out.write(line_of([key, self.known[key]]) + "\n")
        return self.known[key]

    def measured(self, problems):
        """Finds what is not known yet in one call, which uses all cores."""
        keys = [hashlib.sha256(line_of(problem).encode()).hexdigest() for problem in problems]
        new = [(key, problem) for key, problem in zip(keys, problems) if key not in self.known]
        if new:
            named = [{"name": key, "group": "new", "split": "test", **problem} for key, problem in new]
            with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
                file.write(document(self.name, self.machines, named))
                file.flush()
                for told in truths(self.program, file.name):
                    self.recall(told.pop("name"), lambda found=told: found)
        return [{**problem, **self.known[key]} for key, problem in zip(keys, problems)]

    def stratum(self, number, row):
        group, count, first, candidate, keeps = row
        kept, seeds = [], iter(range(first, first + MOST_SEEDS))
        while len(kept) < count:
            made = (self.recall(f"{number} {seed}", lambda s=seed: candidate(self.program, s)) for seed in seeds)
            batch = list(itertools.islice(filter(None, made), count - len(kept)))
            if not batch:
                raise SystemExit(f"marblebench.py: row {number}, {group}: {len(kept)} of {count} in {MOST_SEEDS} seeds")
            kept += [problem for problem in self.measured(batch) if keeps(problem["truth"])]
        print(f"{number:2} {group}: {[round(moves_of(p['truth']), 1) for p in kept]}", flush=True)
        return kept


def make(program, name, file):
    shop, groups, all_problems = Workshop(program, name, file), {}, []
    for number, row in enumerate(SETS[name][1], 1):
        for index, problem in enumerate(shop.stratum(number, row)):
            groups[row[0]] = groups.get(row[0], 0) + 1
            split = "test" if index % 2 else "development"
            all_problems.append({"name": f"{row[0]}-{groups[row[0]]:02}", "group": row[0], "split": split, **problem})
    file.write_text(document(name, shop.machines, all_problems))
    print(f"{len(all_problems)} problems in {file}")
    return 0


def check(program, name, every):
    told = json.loads((FOLDER / f"{name}.json").read_text())
    told["problems"] = told["problems"][::every]
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(told, file)
        file.flush()
        found = {one["name"]: one["truth"] for one in truths(program, file.name)}
    faults = [p["name"] for p in told["problems"] if p["truth"] != found[p["name"]]]
    print(f"{len(told['problems'])} truths found anew, {len(faults)} differ {' '.join(faults)}")
    return 1 if faults else 0


def main(verb="", program="", name="marblebench-1", more=None):
    if verb not in ("make", "check") or not os.access(program, os.X_OK) or name not in SETS:
        print(__doc__, file=sys.stderr)
        return 2
    return make(program, name, pathlib.Path(more or FOLDER / f"{name}.json")) if verb == "make" else check(program, name, int(more or 1))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
