#!/usr/bin/env python3
"""Holds the code against the list of rooms in ARCHITECTURE.md; says what breaks it, and fails.

The section "Rooms" lists every folder with source files, each floor from the ground up, and what each
links: rooms listed before it, and libraries. A file may include what stands in its own room and in those
that its room links, directly or through others. A library stays in the rooms that name it. Tests mirror
the rooms. CMakeLists.txt makes the libraries from the same rows.

    check_rooms.py [PROJECT]        check
    check_rooms.py --draw           rooms, layers and arrows of each floor
"""
import pathlib
import re
import sys

FLOORS = ("maze", "agent", "engine", "render")
MOST_ROOMS = 15  # of a floor, alcoves (folders within a room) not counted
LIBRARIES = {  # what an #include names -> the library as a row names it
    r"(bt[A-Z]|bullet/|LinearMath|BulletCollision|BulletDynamics)": "Bullet",
    r"ode/": "ODE",
    r"CLI/": "CLI11",
    r"nlohmann/": "nlohmann_json",
    r"sqlite3\.h": "SQLite",
    r"(GL/|GLES|epoxy/)": "epoxy",
    r"EGL/": "EGL",
    r"GLFW/": "GLFW",
    r"imgui": "imgui",
}
INCLUDE = re.compile(r'^#include [<"]([^>"]+)[>"]', re.MULTILINE)


def links_of(project):
    """The rooms in the order of ARCHITECTURE.md, each with the rooms and libraries that it links."""
    rows = re.findall(r"^\| `((?:maze|agent|engine|render)/[\w/]+)` \|.*\|([^|]*)\|$",
                      (project / "ARCHITECTURE.md").read_text(), re.MULTILINE)
    return {room: re.findall(r"[^ ,]+", links) for room, links in rows}


def reach_of(links):
    """Of each room the rooms that it links, directly or through others, and itself."""
    reach = {}
    for room, linked in links.items():
        reach[room] = {room}.union(*(reach.get(link, set()) for link in linked))
    return reach


def sources_of(project):
    return [
        file.relative_to(project)
        for floor in FLOORS
        for file in sorted((project / floor).rglob("*"))
        if file.suffix in (".h", ".cpp", ".py")
    ]


def check_links(links):
    known = set(LIBRARIES.values())
    for room, linked in links.items():
        for link in linked:
            if link not in known:
                yield f"ARCHITECTURE.md: {room} links {link}, which is no library and no room listed before it"
        known.add(room)


def check_includes(links, files, project):
    reach = reach_of(links)
    for file in files:
        room = str(file.parent)
        if room not in links:
            yield f"{file} is in no room that ARCHITECTURE.md lists"
            continue
        for included in INCLUDE.findall((project / file).read_text()):
            target = included.rsplit("/", 1)[0]
            if target.split("/")[0] in FLOORS and target not in reach[room]:
                yield f"{file} includes {included}, which {room} does not link"


def check_libraries(links, files, project):
    for file in files:
        for included in INCLUDE.findall((project / file).read_text()):
            for include, library in LIBRARIES.items():
                if re.match(include, included) and library not in links.get(str(file.parent), ()):
                    yield f"{file} includes {included} of {library}, which its room does not link"
            if included.startswith("nlohmann/") and file.name != "json.cpp":
                yield f"{file} includes {included}, which belongs in maze/base/json.cpp"


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


def draw(links):
    for floor in FLOORS:
        own = {room: [link for link in linked if link.startswith(floor + "/")]
               for room, linked in links.items() if room.startswith(floor + "/")}
        layer = {}
        for room, linked in own.items():  # listed from the ground up, so that what a room needs is known already
            layer[room] = 1 + max((layer[link] for link in linked), default=0)
        count = sum(map(len, own.values()))
        print(f"{floor}: {len(own)} rooms on {max(layer.values())} layers, {count} arrows")
        for room, linked in own.items():
            print(f"  {layer[room]}  {room:22} <- {', '.join(linked)}")


def main():
    arguments = [word for word in sys.argv[1:] if word != "--draw"]
    project = pathlib.Path(arguments[0] if arguments else ".").resolve()
    links, files = links_of(project), sources_of(project)
    if "--draw" in sys.argv:
        return draw(links)
    faults = [
        *check_list(links, files),
        *check_links(links),
        *check_includes(links, files, project),
        *check_libraries(links, files, project),
        *check_printing(files, project),
        *check_tests(links, project),
        *check_circles(files, project),
    ]
    for fault in faults:
        print(fault)
    print(f"{len(files)} files in {len(links)} rooms, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
