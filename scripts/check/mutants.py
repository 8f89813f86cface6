#!/usr/bin/env python3
"""Do the tests notice when the code is changed by a little? Puts mutants into a copy of the project, runs the tests that reach
each, and lists those that no test noticed; docs/development/reliability.md holds what came of it.

  scripts/check/mutants.py [FOLDER] [--count N] [--seed N] [--jobs N] [--only A-B] [--patience S] [--plan]

Mutants change a comparison, an arithmetic operator, a condition, a constant or a returned value of maze, agent and the
physics modules of the engine, a fifth each. All are compiled at once, each behind a switch (scripts/check/mutants), into
FOLDER/source/build; the variable MUTANT=NUMBER turns one on. The tests run once to tell which mutants each reaches, and then again for
each mutant, the quickest first, until one fails or hangs. A mutant whose object code is that of the code without it changes
nothing: the next one stands in for it. Results are kept in FOLDER and the same command goes on from there. FOLDER (build/mutants) holds all that
the tests need, so that it can be moved to another machine, to the same path, and played there without a compiler.

Cost: about a quarter of an hour on two cores to build, and more to play.

  --plan       lists the mutants and ends
  --build      ends when they are built
  --only A-B   plays these numbers only, which can be done on several machines: merge their FOLDER/results-*.json
  --patience   seconds of tests for one mutant; what is still alive then survives (120)
  --again F    takes over tests that were written since, and plays the survivors with those that GoogleTest's filter F names

Exit status: 0, 1 where fewer than 85 of 100 are killed, 2 bad input, 3 where it does not build, 75 interrupted."""
import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import random
import re
import resource
import shlex
import shutil
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "mutants"))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "measure"))
import candidates  # noqa: E402
from script_parts import whole  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
MODULES = ("maze", "agent", "engine/physics", "engine/imagined", "engine/world", "engine/rollouts")
TEST_PROGRAMS = ("maze_tests", "agent_tests", "engine_tests")
MOST_INCLUDED = 12   # files that a header with mutants may make the compiler read again
BUILD = "source/build/mutants"  # as far from the sources as any other preset, so that ccache knows what has none
SPARE = 1.5          # as many mutants are made, since some compile to nothing or not at all
LEAST_KILLED = 0.85
MEMORY = 8 << 30     # bytes of address space for a test program


class Unable(Exception):
    """What the machine or the compiler refuses."""


# --- the plan

def includers(sources):
    """For each header the .cpp files that read it, directly or not."""
    read_by = collections.defaultdict(set)
    for path, text in sources.items():
        for included in re.findall(r'^#include "([^"]+)"', text, re.MULTILINE):
            read_by[included].add(path)
    result = {}
    for header in (path for path in sources if path.endswith(".h")):
        todo, seen = [header], set()
        while todo:
            for path in read_by[todo.pop()] - seen:
                seen.add(path)
                todo.append(path)
        result[header] = sorted(path for path in seen if path.endswith(".cpp"))
    return result


def sources_of(root):
    return {str(file.relative_to(root)): file.read_text() for component in (*MODULES, "engine", "tests")
            for file in sorted((root / component).rglob("*")) if file.suffix in (".h", ".cpp")}


def make_plan(sources, count, seed):
    """(number, place) from 1, the kinds in turn."""
    read_by, by_kind = includers(sources), {kind: [] for kind in candidates.KINDS}
    for path, text in sources.items():
        if path.startswith(tuple(module + "/" for module in MODULES)) and len(read_by.get(path, ())) <= MOST_INCLUDED:
            for place in candidates.places_of(path, text):
                by_kind[place.kind].append(place)
    dice = random.Random(seed)
    for places in by_kind.values():
        dice.shuffle(places)
    turns = [place for turn in zip(*by_kind.values()) for place in turn]
    return list(enumerate(turns[:int(count * SPARE)], 1))


def unplayable(sources, plan):
    """Numbers of mutants that would change what the compiler computes."""
    return {number for number, place in plan if candidates.computed_by_compiler(sources[place.path], [place])}


def words_for(place):
    becomes = f"`{place.other}`" if place.other else "nothing"
    return f"{place.path}:{place.line}: `{place.usual}` becomes {becomes}"


# --- the copy and its build

def write_if_changed(file, text):
    file.parent.mkdir(parents=True, exist_ok=True)
    if not file.exists() or file.read_text() != text:
        file.write_text(text)


def copy_project(folder, changed):
    """All files of the project that differ there, but for those that will be changed."""
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "-z"], cwd=ROOT, check=True,
                            stdout=subprocess.PIPE).stdout.decode()
    for name in filter(None, listed.split("\0")):
        source, copy = ROOT / name, folder / "source" / name
        if name in changed or not source.is_file() or copy.exists() and copy.read_bytes() == source.read_bytes():
            continue
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source, copy)


def write_mutants(folder, sources, plan, left_out):
    by_path = collections.defaultdict(list)
    for number, place in plan:
        if number not in left_out:
            by_path[place.path].append((number, place))
    for path in {place.path for _, place in plan}:
        text = candidates.with_switches(sources[path], by_path[path]) if by_path[path] else sources[path]
        write_if_changed(folder / "source" / path, text)
    own = ROOT / "scripts/check/mutants"
    write_if_changed(folder / "source/mutant_switch.h", (own / "mutant_switch.h").read_text())
    for component in ("maze", "agent", "engine"):
        write_if_changed(folder / f"source/tests/{component}/reached_listener.cpp", (own / "reached_listener.cpp").read_text())


def numbers_in_errors(said, plan):
    """Mutants that the compiler's errors name, or that stand in a line that has one."""
    numbers = {int(number) for number in re.findall(r"\bint id = (\d+)", said)}
    at_line = collections.defaultdict(set)
    for number, place in plan:
        at_line[place.path, place.line + 1].add(number)  # a line was put before the first
    for path, line in re.findall(r"((?:maze|agent|engine)/[\w/]+\.(?:h|cpp)):(\d+):\d+: error", said):
        numbers |= at_line[path, int(line)]
    return numbers


def build(folder, sources, plan):
    """Builds what compiles; returns the numbers of what does not."""
    record = folder / "left_out.json"
    left_out = set(json.loads(record.read_text())) if record.exists() else set()
    copy_project(folder, {place.path for _, place in plan})
    log = folder / "build.log"
    for _ in range(20):
        write_mutants(folder, sources, plan, left_out)
        commands = []
        if not (folder / BUILD / "build.ninja").exists():
            commands.append(["cmake", "--preset", "checked", "-B", str(folder / BUILD), "-DMARBLEMAZE_VIEWER=OFF",
                             "-DCMAKE_UNITY_BUILD=OFF"])  # one command a file
        commands.append(["ninja", "-k", "0", "-C", str(folder / BUILD), *TEST_PROGRAMS])
        for command in commands:
            with log.open("w") as output:
                status = subprocess.run(command, cwd=folder / "source", stdout=output, stderr=subprocess.STDOUT,
                                        stdin=subprocess.DEVNULL).returncode
        record.write_text(json.dumps(sorted(left_out)))
        if status == 0:
            return left_out
        refused = numbers_in_errors(log.read_text(), plan) - left_out
        if not refused:
            break
        print(f"{len(refused)} mutants do not compile", file=sys.stderr, flush=True)
        left_out |= refused
    raise Unable(f"does not build; the whole log is {log}")


# --- which test reaches what

def test_program(folder, name):
    return str(folder / BUILD / "tests" / name)


def record_reached(folder, jobs, tests_named=None):
    """{number: [(seconds, program, test)]} of tests that pass without mutants; of all of them kept in FOLDER/reached.json."""
    kept = folder / ("reached-again.json" if tests_named else "reached.json")
    if tests_named or not kept.exists():
        def shard(program, index):
            said = folder / f"reached-{program}-{index}.txt"
            said.unlink(missing_ok=True)
            environment = {**os.environ, "MUTANT_REACHED": str(said), "GTEST_TOTAL_SHARDS": str(jobs), "GTEST_SHARD_INDEX": str(index),
                           "GTEST_FILTER": tests_named or "*"}
            subprocess.run([test_program(folder, program)], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                           stdin=subprocess.DEVNULL, cwd=folder)
            return program, said.read_text() if said.exists() else ""
        reached, tests, failed = collections.defaultdict(set), {}, []
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            for future in [pool.submit(shard, program, index) for program in TEST_PROGRAMS[::-1] for index in range(jobs)]:
                program, said = future.result()
                for kind, *words in map(str.split, said.splitlines()):
                    if kind == "R":
                        reached[int(words[1])].add((program, words[0]))
                    elif words[1] == "0":
                        tests[program, words[0]] = int(words[2]) / 1000
                    else:
                        failed.append(words[0])
        for test in failed:
            print(f"fails without mutants, and is left out: {test}", file=sys.stderr)
        if not tests:
            raise Unable(f"no test of {folder} passes")
        # What a program reaches before its first test concerns all of them.
        every = {number: sorted((seconds, *test) for test, seconds in tests.items()
                                if test in names or (test[0], "-") in names) for number, names in reached.items()}
        kept.write_text(json.dumps(every))
    return {int(number): tests for number, tests in json.loads(kept.read_text()).items()}


# --- playing

def groups_of(tests, patience):
    """Tests in groups that are run by one command each: a second of them, then four times as many each time."""
    group, used, size, total = [], 0.0, 1.0, 0.0
    for seconds, program, test in tests:
        total += seconds
        if total > patience:
            break
        if group and (program != group[0][1] or used + seconds > size):
            yield group
            size = size * 4 if used + seconds > size else size
            group, used = [], 0.0
        group.append((seconds, program, test))
        used += seconds
    if group:
        yield group


def limits(seconds):
    def apply():
        most = int(10 + 8 * seconds)
        resource.setrlimit(resource.RLIMIT_CPU, (most, most + 1))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    return apply


def killer_of(folder, number, tests, patience):
    """The first test that notices, with the way it does; None for a survivor."""
    for group in groups_of(tests, patience):
        seconds = sum(test[0] for test in group)
        command = [test_program(folder, group[0][1]), "--gtest_fail_fast", "--gtest_filter=" + ":".join(test[2] for test in group)]
        process = subprocess.Popen(command, env={**os.environ, "MUTANT": str(number)}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                   stdin=subprocess.DEVNULL, cwd=folder, preexec_fn=limits(seconds), start_new_session=True)
        try:
            said = process.communicate(timeout=60 + 30 * seconds)[0].decode(errors="replace")
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, 9)
            said = process.communicate()[0].decode(errors="replace")
        if process.returncode == 0:
            continue
        running = re.findall(r"\[ RUN      \] (\S+)", said)
        way = "fails" if process.returncode == 1 else "crashes or hangs"
        return f"{running[-1] if running else group[0][2]} {way}"
    return None


def play(folder, plan, reached, options):
    """{number: how it was killed, or None}, of all that were played so far; of survivors again with --again."""
    kept = folder / (f"results-{options.only[0]}-{options.only[1]}.json" if options.only else "results.json")
    results = json.loads(kept.read_text()) if kept.exists() else {}
    if options.again:
        results = {number: killer for number, killer in results.items() if killer or not reached.get(int(number))}
    todo = [number for number, _ in plan if str(number) not in results and
            (not options.only or options.only[0] <= number <= options.only[1])]
    began, done = time.monotonic(), 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        running = {pool.submit(killer_of, folder, number, reached.get(number, []), options.patience): number for number in todo}
        try:
            for future in concurrent.futures.as_completed(running):
                results[str(running[future])] = future.result()
                new = kept.with_suffix(".new")
                new.write_text(json.dumps(results, indent=1))
                new.replace(kept)
                done += 1
                print(f"{done} of {len(todo)}, {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    for other in folder.glob("results-*.json"):
        results.update(json.loads(other.read_text()))
    return {int(number): killer for number, killer in results.items()}


# --- mutants that change nothing

def stripped_object(folder, command, number, cache):
    if (command["file"], number) not in cache:
        words = [word for word in shlex.split(command["command"])]
        target = folder / f"object-{number}.o"
        words[words.index("-o") + 1] = str(target)
        words.insert(words.index("-c"), f"-DMUTANT_FIXED={number}")
        status = subprocess.run(words, cwd=command["directory"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode
        if status == 0:
            subprocess.run(["strip", "-g", str(target)], check=True)
        cache[command["file"], number] = target.read_bytes() if status == 0 else None
        target.unlink(missing_ok=True)
    return cache[command["file"], number]


def equal_objects(folder, sources, plan, survivors):
    """Of the survivors those with which the compiler makes the same code; kept in FOLDER/equal.json."""
    kept = folder / "equal.json"
    known = json.loads(kept.read_text()) if kept.exists() else {}
    places, read_by, cache = dict(plan), includers(sources), {}
    commands = {command["file"]: command for command in json.loads((folder / BUILD / "compile_commands.json").read_text())}
    for number in survivors:
        if str(number) in known or not shutil.which("g++"):
            continue
        path = places[number].path
        files = [str(folder / "source" / file) for file in ([path] if path.endswith(".cpp") else read_by[path])]
        known[str(number)] = all((usual := stripped_object(folder, commands[file], 0, cache)) is not None and
                                 usual == stripped_object(folder, commands[file], number, cache)
                                 for file in files if file in commands)
        kept.write_text(json.dumps(known))
    return {int(number) for number, equal in known.items() if equal}


# --- the report

def report(plan, counted, results, reached):
    killed = [number for number in counted if results[number]]
    print("| kind | mutants | killed |\n| --- | ---: | ---: |")
    places = dict(plan)
    for kind in candidates.KINDS:
        own = [number for number in counted if places[number].kind == kind]
        print(f"| {kind} | {len(own)} | {sum(number in killed for number in own)} |")
    print(f"| all | {len(counted)} | {len(killed)} |\n\nSurvivors:\n")
    for number in counted:
        if not results[number]:
            print(f"- {number}: {words_for(places[number])}{'' if reached.get(number) else ' (no test reaches it)'}")
    return len(killed) >= LEAST_KILLED * len(counted)


def span(text):
    found = re.fullmatch(r"([1-9]\d{0,5})-([1-9]\d{0,5})", text)
    if not found or int(found[1]) > int(found[2]):
        raise argparse.ArgumentTypeError(f"'{text}': expected A-B, such as 1-50")
    return int(found[1]), int(found[2])


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=lambda text: pathlib.Path(text).resolve(), default=ROOT / "build/mutants")
    parser.add_argument("--count", type=whole(5, 2000), default=200)
    parser.add_argument("--seed", type=whole(0, 10**15), default=1)
    parser.add_argument("--jobs", type=whole(1, 1000), default=os.cpu_count())
    parser.add_argument("--only", type=span)
    parser.add_argument("--patience", type=whole(1, 100000), default=120)
    parser.add_argument("--again", metavar="F")
    parser.add_argument("--plan", action="store_true")
    parser.add_argument("--build", action="store_true")
    options = parser.parse_args()
    folder = options.folder
    if folder == ROOT or (folder.exists() and any(folder.iterdir()) and not (folder / "plan.json").exists()):
        parser.error(f"folder '{folder}': expected a new one, or one of an earlier run")
    return options


def main():
    options = parse()
    sources = sources_of(ROOT)
    plan = make_plan(sources, options.count, options.seed)
    if options.plan:
        for number, place in plan:
            print(f"{number}: {words_for(place)}")
        return 0
    folder = options.folder
    folder.mkdir(parents=True, exist_ok=True)
    told = folder / "plan.json"
    keys = [place.key() for _, place in plan]
    if told.exists() and json.loads(told.read_text()) != keys:
        raise Unable(f"{folder} holds mutants of other sources, another seed or count; use a new folder")
    told.write_text(json.dumps(keys))
    if (folder / "reached.json").exists() and not options.again:
        left_out = set(json.loads((folder / "left_out.json").read_text()))
    else:
        left_out = build(folder, sources, plan)
    if options.build:
        return 0
    all_reached = record_reached(folder, options.jobs)
    reached = record_reached(folder, options.jobs, options.again) if options.again else all_reached
    made = [(number, place) for number, place in plan if number not in left_out | unplayable(sources, plan)]
    results = play(folder, made, reached, options)
    survivors = [number for number, _ in made if number in results and not results[number]]
    equal = equal_objects(folder, sources, plan, survivors)
    counted = [number for number, _ in made if number in results and number not in equal][:options.count]
    return 0 if report(plan, counted, results, all_reached) else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        print("mutants.py: interrupted; the same command goes on", file=sys.stderr)
        sys.exit(75)
    except (Unable, OSError, subprocess.CalledProcessError) as failure:
        print(f"mutants.py: {failure}", file=sys.stderr)
        sys.exit(3)
