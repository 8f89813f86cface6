"""Prepares the project's pages for Sphinx. Adds tables of contents, a page with the browser version, and the API
references.

    pages.py PROJECT FOLDER     writes the pages and doxygen/marblemaze.h to FOLDER
"""
import pathlib
import re
import shutil
import sys

# in this order; other folders follow
FOLDERS = ["tutorial", "how-to", "concepts", "results", "reference", "development"]
LINK = re.compile(r"(\]\()([^)\s#]+)((?:#[^)\s]*)?\))")
SECTION = re.compile(r"^// --- (.+)$", re.MULTILINE)

PLAY = """---
hide-toc: true
myst:
  html_meta:
    description: "Tip a glass maze in your browser until the red marble rests in the green target. Moves cannot be undone."
    "property=og:title": marblemaze
    "property=og:description": "Bring red to green. Moves cannot be undone."
    "property=og:image": marblemaze.png
    "twitter:card": summary_large_image
---
# In the browser

```{raw} html
<style>.content { width: 100%; max-width: none; padding: 0 1em } .page { max-width: none } .toc-drawer { display: none }</style>
<iframe src="marblemaze.html" title="The laboratory" allow="accelerometer; gyroscope; clipboard-write; web-share" style="width: 100%; height: calc(100vh - 9rem); min-height: 30rem; border: 0"></iframe>
<p><a href="marblemaze.html">The laboratory alone</a></p>
```
"""


def write(file, text):
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def name_of(project, page):
    name = str(page.relative_to(project))
    return "index.md" if name == "README.md" else name


def copy_page(project, folder, page, pages):
    """Copies a page and the files that it links. Renames README.md to index.md. Replaces a link to a folder by its
    first page."""
    def replaced(link):
        target = (page.parent / link[2]).resolve()
        if re.match(r"[a-z]+:", link[2]) or not target.exists():
            return link[0]  # Sphinx warns about a missing file
        if target.is_dir():
            first = min((file.name for file in target.glob("*.md")), default="")
            return f"{link[1]}{link[2].rstrip('/')}/{first}{link[3]}"
        if target == project / "README.md":
            return link[1] + link[2].replace("README.md", "index.md") + link[3]
        if target not in pages:
            copied = folder / target.relative_to(project)
            copied.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(target, copied)
        return link[0]

    write(folder / name_of(project, page), LINK.sub(replaced, page.read_text(encoding="utf-8")))


def contents(project, pages):
    """Returns the pages of each folder, in the order of README.md. Pages that README.md does not mention come last."""
    readme = (project / "README.md").read_text(encoding="utf-8")
    lists = {name: [] for name in FOLDERS}
    for page in pages:
        parts = page.relative_to(project).parts
        if parts[0] == "docs":
            lists.setdefault(parts[1] if len(parts) > 2 else "", []).append(name_of(project, page))
    for names in lists.values():
        names.sort(key=lambda name: (readme.find(name) if name in readme else len(readme), name))
    lists["reference"] += ["functions.rst", "classes.rst"]
    lists["development"] += [page.name for page in pages if page.parent == project and page.name != "README.md"]
    return lists


def underlined(title, mark):
    return f"{title}\n{mark * len(title)}\n\n"


def documented(header):
    """Returns the titles of the sections, and the header with comments for Doxygen. Each section becomes a group."""
    body = header[header.index("#ifndef"):]
    titles = []

    def group(found):
        titles.append(found[1])
        return ("/** @} */\n" if len(titles) > 1 else "") + f"/** @defgroup section{len(titles)} {found[1]}\n * @{{ */"

    body = SECTION.sub(group, body)
    body = re.sub(r"^( *)//(?= |$)", r"\1///", body, flags=re.MULTILINE)
    body = re.sub(r"(?<=\S)( +)/\* ", r"\1/**< ", body)  # a comment after a member
    if not titles:
        sys.exit("pages.py: marblemaze.h has no sections such as '// --- Mazes'")
    end = body.index("#ifdef __cplusplus\n}")
    return titles, body[:end] + "/** @} */\n" + body[end:]


def functions_page(header, titles):
    rules = re.sub(r"^// ?", "", header[:header.index("#ifndef")], flags=re.MULTILINE).strip().replace("`", "``")
    return underlined("C functions", "=") + f"{rules}\n\n" + "".join(
        underlined(title, "-") + f".. doxygengroup:: section{number}\n   :content-only:\n\n"
        for number, title in enumerate(titles, 1))


def classes_page(package):
    text = underlined("Python classes", "=")
    text += ("``import marblemaze as mm`` brings all names below but those of ``marblemaze.env`` and "
             "``marblemaze.learned``.\n\n")
    for file in sorted(package.glob("[a-z]*.py")):
        text += underlined(f"marblemaze.{file.stem}", "-")
        text += (f".. automodule:: marblemaze.{file.stem}\n   :members:\n"
                 "   :inherited-members: tuple, int, str, Exception, Mapping, Env, VectorEnv\n"
                 "   :member-order: bysource\n\n")
    errors = "Error BadInput BadType BadKey NotNow Busy Unsupported MachineFailure FileError AgentError".split()
    return text + underlined("Errors", "-") + "".join(f".. autoexception:: marblemaze.{name}\n" for name in errors)


def main():
    project, folder = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
    shutil.rmtree(folder, ignore_errors=True)  # removes pages that no longer exist
    pages = [*sorted(project.glob("*.md")), *sorted((project / "docs").rglob("*.md"))]
    for page in pages:
        copy_page(project, folder, page, pages)
    with (folder / "index.md").open("a", encoding="utf-8") as index:
        for name, names in {"play": ["play.md"], **contents(project, pages)}.items():
            if names:
                index.write(f"\n```{{toctree}}\n:caption: {name.capitalize() or 'Pages'}\n:hidden:\n\n"
                            + "\n".join(names) + "\n```\n")
    write(folder / "play.md", PLAY)
    header = (project / "engine/c_api/marblemaze.h").read_text(encoding="utf-8")
    titles, text = documented(header)
    write(folder / "doxygen/marblemaze.h", text)
    write(folder / "functions.rst", functions_page(header, titles))
    write(folder / "classes.rst", classes_page(project / "engine/python/marblemaze"))


if __name__ == "__main__":
    main()
