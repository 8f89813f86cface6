#!/usr/bin/env python3
"""Holds the code against the list of rooms in ARCHITECTURE.md; says what breaks it, and fails.

The section "Rooms" lists every folder with source files, each floor from the ground up. A file may
include what stands in its own room, in a room listed before it, or on a floor below. Tests mirror the
rooms. Each of the libraries below stays in the rooms named.

    check_rooms.py [PROJECT]        check
    check_rooms.py --draw           rooms, layers and arrows of each floor
"""
import collections
import pathlib
import re
import sys

FLOORS = ("maze", "agent", "engine", "render")
MOST_ROOMS = 15  # of a floor, alcoves (folders within a room) not counted
LIBRARIES = {  # what an #include names -> the rooms or files that may
    r"(bt[A-Z]|bullet/|LinearMath|BulletCollision|BulletDynamics)": ("engine/physics/bullet",),
    r"ode/": ("engine/physics/ode",),
    r"CLI/": ("engine/cli/common",),
    r"nlohmann/": ("maze/base/json.cpp",),
    r"sqlite3\.h": ("engine/results",),
    r"(GL/|GLES|epoxy/|EGL/)": ("render/gl", "render/app"),
    r"(GLFW/|imgui)": ("render/panels", "render/app"),
}
INCLUDE = re.compile(r'^#include [<"]([^>"]+)[>"]', re.MULTILINE)


def rooms_of(project):
    """The rooms in the order of ARCHITECTURE.md."""
    text = (project / "ARCHITECTURE.md").read_text()
    section = text.split("\n## Rooms\n")[1].split("\n## ")[0]
    return re.findall(r"^\| `((?:maze|agent|engine|render)/[\w/]+)` \|", section, re.MULTILINE)


def sources_of(project):
    return [
        file.relative_to(project)
        for floor in FLOORS
        for file in sorted((project / floor).rglob("*"))
        if file.suffix in (".h", ".cpp", ".py")
    ]


def check_order(rooms, files, project):
    rank = {room: position for position, room in enumerate(rooms)}
    for file in files:
        room = str(file.parent)
        if room not in rank:
            yield f"{file} is in no room that ARCHITECTURE.md lists"
            continue
        for included in INCLUDE.findall((project / file).read_text()):
            target = included.rsplit("/", 1)[0]
            if target.split("/")[0] in FLOORS and rank.get(target, len(rooms)) > rank[room]:
                yield f"{file} includes {included}, which stands above it"


def check_libraries(files, project):
    for file in files:
        for included in INCLUDE.findall((project / file).read_text()):
            for library, allowed in LIBRARIES.items():
                if re.match(library, included) and not str(file).startswith(allowed):
                    yield f"{file} includes {included}, which belongs in {' and '.join(allowed)}"


def check_printing(files, project):
    """Foreign text reaches a terminal through engine/cli/common/print.h alone."""
    for file in files:
        if "fmt::print(" in (project / file).read_text() and file.name != "first_maze_main.cpp":
            yield f"{file} prints with fmt::print(), expected print_out() or print_error() of engine/cli/common/print.h"


def check_list(rooms, files):
    used = {str(file.parent) for file in files}
    for room in rooms:
        if room not in used:
            yield f"ARCHITECTURE.md lists {room}, which holds no source file"
    for floor in FLOORS:
        count = len({"/".join(room.split("/")[:2]) for room in rooms if room.startswith(floor)})
        if count > MOST_ROOMS:
            yield f"{floor} has {count} rooms, more than {MOST_ROOMS}"


def check_tests(rooms, project):
    for file in sorted((project / "tests").rglob("*_test.cpp")):
        room = str(file.relative_to(project / "tests").parent)
        if room not in rooms:
            yield f"tests/{room}/{file.name} mirrors no room"


def check_circles(files, project):
    """Among the files of one room, where the order of rooms says nothing."""
    includes = {str(f): INCLUDE.findall((project / f).read_text()) for f in files}
    done, path = set(), []

    def visit(file):
        if file in path:
            yield "circle of includes: " + " -> ".join(path[path.index(file):] + [file])
        elif file in includes and file not in done:
            path.append(file)
            for included in includes[file]:
                yield from visit(included)
            path.pop()
            done.add(file)

    for file in includes:
        yield from visit(file)


def draw(rooms, files, project):
    arrows = collections.defaultdict(set)
    for file in files:
        for included in INCLUDE.findall((project / file).read_text()):
            target = included.rsplit("/", 1)[0]
            if target in rooms and target != str(file.parent):
                arrows[str(file.parent)].add(target)
    for floor in FLOORS:
        own = [room for room in rooms if room.startswith(floor + "/")]
        layer = {}
        for room in own:  # listed from the ground up, so that what a room needs is known already
            layer[room] = 1 + max((layer[t] for t in arrows[room] if t in layer), default=0)
        count = sum(len(arrows[room] & set(own)) for room in own)
        print(f"{floor}: {len(own)} rooms on {max(layer.values())} layers, {count} arrows")
        for room in own:
            print(f"  {layer[room]}  {room:22} <- {', '.join(sorted(arrows[room] & set(own)))}")


def main():
    arguments = [word for word in sys.argv[1:] if word != "--draw"]
    project = pathlib.Path(arguments[0] if arguments else ".").resolve()
    rooms, files = rooms_of(project), sources_of(project)
    if "--draw" in sys.argv:
        return draw(rooms, files, project)
    faults = [
        *check_list(rooms, files),
        *check_order(rooms, files, project),
        *check_libraries(files, project),
        *check_printing(files, project),
        *check_tests(rooms, project),
        *check_circles(files, project),
    ]
    for fault in faults:
        print(fault)
    print(f"{len(files)} files in {len(rooms)} rooms, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
