#!/usr/bin/env python3
"""Checks that all links are valid, that every page and picture is linked, and that pages named in the code exist.

    check_pages.py PROJECT
"""
import pathlib
import re
import sys

OUTSIDE_DOCS = ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md")


def pages(project):
    """Returns the text of each page by its path."""
    files = [project / name for name in OUTSIDE_DOCS] + sorted((project / "docs").rglob("*.md"))
    return {str(file.relative_to(project)): file.read_text() for file in files}


def anchors(text):
    """Returns the anchors that GitHub generates for the headings."""
    headings = re.findall(r"^#+ (.*)$", re.sub(r"^```.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def links(text):
    return [target for target in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"^```.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE))
            if not re.match(r"[a-z]+:", target)]


def broken_links(project, texts):
    for name, text in texts.items():
        for target in links(text):
            path, _, anchor = target.partition("#")
            file = (project / name).parent / path if path else project / name
            if not file.exists():
                yield f"{name}: broken link to {target}"
            elif file.is_dir() and not any(file.glob("*.md")):
                yield f"{name}: link to {target}, a folder without a page"
            elif anchor and anchor not in anchors(file.read_text()):
                yield f"{name}: link to {target}, which has no such heading"


def unreached_pages(project, texts):
    reached, waiting = set(), ["README.md"]
    while waiting:
        name = waiting.pop()
        if name in reached or name not in texts:
            continue
        reached.add(name)
        for target in links(texts[name]):
            file = ((project / name).parent / target.partition("#")[0]).resolve()
            if file.suffix == ".md" and file.is_relative_to(project):
                waiting.append(str(file.relative_to(project)))
    yield from (f"{name} cannot be reached from README.md" for name in texts if name not in reached)


def unshown_pictures(project, texts):
    shown = {((project / name).parent / target).resolve() for name, text in texts.items() for target in links(text)}
    scripts = "".join(file.read_text() for file in (project / "scripts").rglob("*.sh"))  # may use pictures
    yield from (f"{picture.relative_to(project)} is not in any page" for picture in sorted((project / "docs/pictures").iterdir())
                if picture not in shown and f"docs/pictures/{picture.name}" not in scripts)


def missing_pages(project):
    """Yields references in code, scripts and tests to pages that do not exist."""
    for folder in ("maze", "agent", "engine", "render", "scripts", "tests"):
        for file in sorted((project / folder).rglob("*")):
            if file.suffix not in (".h", ".cpp", ".py", ".sh", ".cmake", ".slurm"):
                continue
            for page in re.findall(r"\bdocs/[\w/-]+\.md\b", file.read_text(errors="replace")):
                if not (project / page).exists():
                    yield f"{file.relative_to(project)} names {page}, which does not exist"


def main(project):
    project = pathlib.Path(project).resolve()
    texts = pages(project)
    faults = [*broken_links(project, texts), *unreached_pages(project, texts), *unshown_pictures(project, texts),
              *missing_pages(project)]
    print("\n".join(faults or [f"{len(texts)} pages, no fault"]))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
