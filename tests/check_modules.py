#!/usr/bin/env python3
"""Holds the code against the list of modules in ARCHITECTURE.md; says what breaks it, and fails.

The section "Modules" lists every folder with source files, each component from the lowest module up, and what each
links: modules listed before it, and libraries. A file may include what stands in its own module and in those that its
module links, directly or through others. A library stays in the modules that name it. Tests mirror the modules.
CMakeLists.txt makes the libraries from the same rows.

    check_modules.py [PROJECT]      check
    check_modules.py --draw         modules, layers and arrows of each component
"""
import pathlib
import re
import sys

COMPONENTS = ("maze", "agent", "engine", "render")
MOST_MODULES = 15  # of a component, without the folders within a module
LIBRARIES = {  # what an #include names -> the library as a row names it
    r"(bt[A-Z]|bullet/|LinearMath|BulletCollision|BulletDynamics)": "Bullet",
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
    """The modules in the order of ARCHITECTURE.md, each with the modules and libraries that it links."""
    rows = re.findall(r"^\| `((?:maze|agent|engine|render)/[\w/]+)` \|.*\|([^|]*)\|$",
                      (project / "ARCHITECTURE.md").read_text(), re.MULTILINE)
    return {module: re.findall(r"[^ ,]+", links) for module, links in rows}


def reach_of(links):
    """Of each module the modules that it links, directly or through others, and itself."""
    reach = {}
    for module, linked in links.items():
        reach[module] = {module}.union(*(reach.get(link, set()) for link in linked))
    return reach


def sources_of(project):
    return [
        file.relative_to(project)
        for component in COMPONENTS
        for file in sorted((project / component).rglob("*"))
        if file.suffix in (".h", ".cpp", ".py")
    ]


def check_links(links):
    known = set(LIBRARIES.values())
    for module, linked in links.items():
        for link in linked:
            if link not in known:
                yield f"ARCHITECTURE.md: {module} links {link}, which is no library and no module listed before it"
        known.add(module)


def check_includes(links, files, project):
    reach = reach_of(links)
    for file in files:
        module = str(file.parent)
        if module not in links:
            yield f"{file} is in no module that ARCHITECTURE.md lists"
            continue
        for included in INCLUDE.findall((project / file).read_text()):
            target = included.rsplit("/", 1)[0]
            if target.split("/")[0] in COMPONENTS and target not in reach[module]:
                yield f"{file} includes {included}, which {module} does not link"


def check_libraries(links, files, project):
    for file in files:
        for included in INCLUDE.findall((project / file).read_text()):
            for include, library in LIBRARIES.items():
                if re.match(include, included) and library not in links.get(str(file.parent), ()):
                    yield f"{file} includes {included} of {library}, which its module does not link"
            if included.startswith("nlohmann/") and file.name != "json.cpp":
                yield f"{file} includes {included}, which belongs in maze/base/json.cpp"


def check_printing(files, project):
    """Foreign text reaches a terminal through engine/cli/common/print.h alone."""
    for file in files:
        if "fmt::print(" in (project / file).read_text() and file.name != "first_maze_main.cpp":
            yield f"{file} prints with fmt::print(), expected print_out() or print_error() of engine/cli/common/print.h"


def check_list(modules, files):
    used = {str(file.parent) for file in files}
    for module in modules:
        if module not in used:
            yield f"ARCHITECTURE.md lists {module}, which holds no source file"
    for component in COMPONENTS:
        count = len({"/".join(module.split("/")[:2]) for module in modules if module.startswith(component)})
        if count > MOST_MODULES:
            yield f"{component} has {count} modules, more than {MOST_MODULES}"


def check_tests(modules, project):
    for file in sorted((project / "tests").rglob("*_test.cpp")):
        module = str(file.relative_to(project / "tests").parent)
        if module not in modules:
            yield f"tests/{module}/{file.name} mirrors no module"


def check_circles(files, project):
    """Among the files of one module, where the order of modules says nothing."""
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
    for component in COMPONENTS:
        own = {module: [link for link in linked if link.startswith(component + "/")]
               for module, linked in links.items() if module.startswith(component + "/")}
        layer = {}
        for module, linked in own.items():  # listed from the lowest up, so that what a module needs is known already
            layer[module] = 1 + max((layer[link] for link in linked), default=0)
        count = sum(map(len, own.values()))
        print(f"{component}: {len(own)} modules on {max(layer.values())} layers, {count} arrows")
        for module, linked in own.items():
            print(f"  {layer[module]}  {module:22} <- {', '.join(linked)}")


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
    print(f"{len(files)} files in {len(links)} modules, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
