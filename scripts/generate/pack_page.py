#!/usr/bin/env python3
"""Packs the page for browsers into one file that needs no network.

  pack_page.py OUTPUT [ENGINE [ADDRESS]]

Replaces each {{name}} in engine/replay_page/page.html by the file of that name. ENGINE is a folder with web_engine.js,
web_engine.gz64 (the engine as gzip in base64) and web_engine.json (its first answers); without it the page can only
replay a recording. ADDRESS is the address of the folder with the page and marblemaze.png, which a shared link shows.
Equal files give equal bytes.

The modules are concatenated without their imports and exports: each module follows those that it imports, no two
modules define the same name at top level, and an import takes one line.
"""
import re
import sys
from pathlib import Path

output, engine, address = (sys.argv[1:] + ["", ""])[:3]
root = Path(__file__).resolve().parents[2]


def icon() -> str:
    """Returns the viewer's icon as the content of a data URL without any other address."""
    svg = (root / "scripts/packaging/desktop/org.marblemaze.viewer.svg").read_text()
    svg = re.sub(r"<[?!][^>]*>", "", svg)
    return svg.replace('"', "'").replace("#", "%23").replace("http:", "http%3A")


def piece(name: str) -> str:
    """Returns the text that replaces {{name}}."""
    if name == "shaders":
        files = sorted(file for file in (root / "shaders").iterdir() if file.is_file())
        return "".join(f"=== {file.name}\n{file.read_text()}" for file in files)
    if name == "icon":
        return icon()
    if name == "shared_picture":
        return f'<meta property="og:image" content="{address}marblemaze.png">\n' if engine else ""
    if name.startswith("web_engine"):
        text = (Path(engine) / name).read_text() if engine else ""
    else:
        text = (root / "engine/replay_page" / name).read_text()
    if name.endswith(".js"):
        text = re.sub(r"^import .*", "", text, flags=re.MULTILINE)
        text = re.sub(r"^export ", "", text, flags=re.MULTILINE)
        # Neither may end the script element, nor begin a comment in it.
        text = text.replace("</script", "\\x3c/script").replace("<!--", "\\x3c!--")
    return text


page = (root / "engine/replay_page/page.html").read_text()
Path(output).write_text(re.sub(r"{{([a-zA-Z0-9_./]+)}}", lambda hole: piece(hole[1]), page))
