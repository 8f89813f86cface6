"""Lays the project's pages out for Sphinx: as they are, with an index by folder, a page to play on, and pages for references.

    pages.py PROJECT FOLDER     FOLDER gets the pages, and doxygen/marblemaze.h
"""
import pathlib
import re
import shutil
import sys

FOLDERS = ["tutorial", "how-to", "concepts", "results", "reference", "development"]  # in this order; others follow
LINK = re.compile(r"(\]\()([^)\s#]+)((?:#[^)\s]*)?\))")
PYTHON = "engine/python/marblemaze"
HEADER = "engine/c_api/marblemaze.h"
SECTION = re.compile(r"^/\* --- (.+?) -+(\s*\*/|\n \*\n)", re.MULTILINE)  # text may follow in the same comment

PLAY = """---
hide-toc: true
---
# In the browser

```{raw} html
<style>.content { width: 100%; max-width: none; padding: 0 1em } .page { max-width: none } .toc-drawer { display: none }</style>
<iframe src="marblemaze.html" title="The laboratory" style="width: 100%; height: calc(100vh - 9rem); min-height: 30rem; border: 0"></iframe>
<p><a href="marblemaze.html">The laboratory alone</a></p>
```
"""


def write(file, text):
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def first_page(folder):
    """What a link to a folder means."""
    return min((file.name for file in folder.glob("*.md")), default="")


class Pages:
    def __init__(self, project, folder):
        self.project, self.folder = project.resolve(), folder
        self.files = [*sorted(self.project.glob("*.md")), *sorted((self.project / "docs").rglob("*.md"))]

    def copy(self, file):
        write(self.folder / self.name(file), LINK.sub(lambda link: self.mended(file, link), file.read_text(encoding="utf-8")))

    def name(self, file):
        name = str(file.relative_to(self.project))
        return "index.md" if name == "README.md" else name

    def mended(self, file, link):
        """README is the index, a folder its first page. What is linked and no page comes along as a file."""
        target = (file.parent / link[2]).resolve()
        if re.match(r"[a-z]+:", link[2]) or not target.exists():
            return link[0]  # what is not there is a warning of Sphinx
        if target.is_dir():
            return link[1] + link[2].rstrip("/") + "/" + first_page(target) + link[3]
        if target == self.project / "README.md":
            return link[1] + link[2].replace("README.md", "index.md") + link[3]
        if target in self.files:
            return link[0]
        copied = self.folder / target.relative_to(self.project)
        copied.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(target, copied)
        return link[0]

    def contents(self):
        """A list of pages for each folder of docs/: those that the README names in its order, then the others."""
        readme = (self.project / "README.md").read_text(encoding="utf-8")
        lists = {name: [] for name in FOLDERS}
        for file in self.files:
            parts = file.relative_to(self.project).parts
            if parts[0] == "docs":
                lists.setdefault(parts[1] if len(parts) > 2 else "", []).append(self.name(file))
        for pages in lists.values():
            pages.sort(key=lambda page: (readme.find(page) if page in readme else len(readme), page))
        lists["reference"] += ["functions.rst", "classes.rst"]
        lists["development"] += [self.name(file) for file in self.files if file.parent == self.project and file.name != "README.md"]
        for name, pages in lists.items():
            if pages:
                yield name.capitalize() or "Pages", pages

    def index(self):
        trees = [("Play", ["play.md"]), *self.contents()]
        with (self.folder / "index.md").open("a", encoding="utf-8") as index:
            for caption, pages in trees:
                index.write(f"\n```{{toctree}}\n:caption: {caption}\n:hidden:\n\n" + "\n".join(pages) + "\n```\n")


def underlined(title, mark):
    return f"{title}\n{mark * len(title)}\n\n"


def documented(header):
    """Titles of sections, and the header with Doxygen's comments: groups, and comments that tell of the code before them."""
    body = header[header.index("#ifndef"):]
    groups = []

    def group(found):
        groups.append(found[1])
        return ("/** @} */\n" if len(groups) > 1 else "") + f"/** @defgroup section{len(groups)} {found[1]}\n * @{{ */" + (
            "" if found[2].endswith("/") else "\n/**\n")

    body = re.sub(r"^/\* (?!---)", "/** ", body, flags=re.MULTILINE)
    body = re.sub(r"(?<=\S)( +)/\* ", r"\1/**< ", body)
    body = SECTION.sub(group, body)
    end = body.index("#ifdef __cplusplus\n}")
    return groups, body[:end] + "/** @} */\n" + body[end:]


def functions_page(header, groups):
    rules = header[2:header.index("*/")]
    rules = re.sub(r"^ \* ?", "", rules, flags=re.MULTILINE).strip().replace("`", "``")
    sections = "".join(underlined(title, "-") + f".. doxygengroup:: section{number}\n   :content-only:\n\n"
                       for number, title in enumerate(groups, 1))
    return underlined("C functions", "=") + f"{rules}\n\n" + sections


def classes_page(package):
    """A section for each public module."""
    text = underlined("Python classes", "=")
    text += "``import marblemaze as mm`` brings all names below but those of ``marblemaze.env`` and ``marblemaze.learned``.\n\n"
    for file in sorted(package.glob("[a-z]*.py")):
        text += underlined(f"marblemaze.{file.stem}", "-") + f".. automodule:: marblemaze.{file.stem}\n   :members:\n   :inherited-members: tuple, int, str, Exception, Mapping, Env, VectorEnv\n   :member-order: bysource\n\n"
    errors = "Error BadInput NotNow Busy Unsupported MachineFailure".split()
    return text + underlined("Errors", "-") + "".join(f".. autoexception:: marblemaze.{name}\n" for name in errors)


def main():
    project, folder = map(pathlib.Path, sys.argv[1:])
    shutil.rmtree(folder, ignore_errors=True)  # a page that is gone leaves nothing behind
    pages = Pages(project, folder)
    for file in pages.files:
        pages.copy(file)
    pages.index()
    write(folder / "play.md", PLAY)
    header = (project / HEADER).read_text(encoding="utf-8")
    groups, text = documented(header)
    write(folder / "doxygen/marblemaze.h", text)
    write(folder / "functions.rst", functions_page(header, groups))
    write(folder / "classes.rst", classes_page(project / PYTHON))


if __name__ == "__main__":
    main()
