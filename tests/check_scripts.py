#!/usr/bin/env python3
"""Fails where a script stands in no page, where a text names one that is not there, where a check or a measurement does not say
what it costs and writes, or where a page links to a CSV without saying where it comes from.

    check_scripts.py [PROJECT]

A script is an executable file of scripts/. Pages are those of docs/ and the Markdown files at the top; the changelog tells of older ones.
"""
import pathlib
import re
import sys

NAMED = re.compile(r"(?<![\w/.])scripts/[\w/.]*\.(?:sh|py|slurm|cmake)\b")
TEXTS = {".md", ".txt", ".sh", ".py", ".slurm", ".cmake", ".cpp", ".h", ".js", ".json", ".html", ""}
FOLDERS = (".ci", "agent", "docs", "engine", "maze", "render", "scripts", "tests")


def texts_of(project):
    """Names and contents of all files that a person reads."""
    files = [file for file in project.iterdir() if file.name not in ("CHANGELOG.md", "THIRD-PARTY")]
    for folder in FOLDERS:
        files += (project / folder).rglob("*")
    for file in sorted(files):
        if file.suffix in TEXTS and file.is_file() and "__pycache__" not in file.parts:
            yield file.relative_to(project), file.read_text(encoding="utf-8", errors="replace")


def faults_of(project):
    scripts = {str(file.relative_to(project)) for file in (project / "scripts").rglob("*") if file.is_file()}
    in_pages = set()
    for name, text in texts_of(project):
        named = set(NAMED.findall(text))
        yield from (f"{name}: there is no {script}" for script in sorted(named - scripts))
        if name.suffix == ".md":
            in_pages |= named
    for script in sorted(scripts - in_pages):
        if (project / script).stat().st_mode & 0o100 and not script.startswith("scripts/packaging/debian/"):
            yield f"{script}: no page says what it is for"
    for script in sorted(scripts):
        run = re.fullmatch(r"scripts/(check|measure)/(?!all\.|run\.)\w+\.(sh|py)", script)
        for said in ("Cost", "Writes")[:1 if run[1] == "check" else 2] if run and (project / script).stat().st_mode & 0o100 else ():
            if not re.search(rf"^(# )?{said}: .+\.$", (project / script).read_text(), re.MULTILINE):
                yield f"{script}: expected a line '{said}: ...' in its head, which all.sh and run.sh say"


def tables_of_nowhere(project):
    """CSV files of docs/ that no script names, whose paragraph names none, and whose link does not end with a day, as a record's."""
    scripts = "".join(file.read_text(errors="replace") for file in (project / "scripts").rglob("*") if file.suffix in (".py", ".sh"))
    told = {table for table in (project / "docs").rglob("*.csv") if table.name in scripts or f'"{table.stem}"' in scripts}
    for page in (project / "docs").rglob("*.md"):
        for paragraph in page.read_text().split("\n\n"):
            for words, target in re.findall(r"\[([^\]]*)\]\(([^)\s]+\.csv)\)", paragraph):
                if NAMED.search(paragraph) or re.search(r"\b\d{4}-\d\d-\d\d$", words):
                    told.add((page.parent / target).resolve())
    for table in sorted(set((project / "docs").rglob("*.csv")) - told):
        yield f"{table.relative_to(project)}: expected a script that writes it, or a link that ends with the day of the record"


def main():
    project = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
    faults = [*faults_of(project), *tables_of_nowhere(project)]
    print(*faults, sep="\n", end="\n" if faults else "")
    print(f"{len(faults)} faults")
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
