#!/usr/bin/env python3
"""Packs the web page into one file that works without a network.

  pack_page.py OUTPUT [ENGINE [ADDRESS]]

Replaces each {{name}} in engine/replay_page/page.html by the file of that name. ENGINE is a folder with web_engine.js,
web_engine.gz64 (the engine, gzip in base64) and web_engine.json (its first answers). Without an engine, the page can
only replay a recording. ADDRESS is the URL of the folder that will contain the page and marblemaze.png, the preview of
shared links. The output is reproducible.

{{design}} becomes CSS properties for the colours and sizes of engine/replay_page/design.json. For example,
var(--text-1) is the colour `text_1` of the current theme, and var(--radius-card) is the radius `card`.

JavaScript modules are concatenated without imports, exports and comments. Therefore page.html lists each module after
the modules that it imports, and no two modules may define the same top-level name.

The security policy allows only the page's own script and style, by their hashes: {{hash script}} and {{hash style}}.
"""
import base64
import hashlib
import json
import re
import sys
from pathlib import Path

SHADERS = ("backdrop", "background", "ball", "halo", "line", "panel", "tone", "tube")

output, engine, address = (sys.argv[1:] + ["", ""])[:3]
root = Path(__file__).resolve().parents[2]


def icon() -> str:
    """Returns the viewer's icon as the content of a data URL."""
    svg = (root / "scripts/packaging/desktop/org.marblemaze.viewer.svg").read_text()
    svg = re.sub(r"<[?!][^>]*>", "", svg)
    return svg.replace('"', "'").replace("#", "%23").replace("http:", "http%3A")


def design() -> str:
    """Returns the CSS properties of design.json. Lengths are in rem."""
    tokens = json.loads((root / "engine/replay_page/design.json").read_text())

    def block(selector: str, values: dict[str, str]) -> str:
        lines = "".join(f"  --{name.replace('_', '-')}: {value};\n" for name, value in values.items())
        return f"{selector} {{\n{lines}}}\n"

    sizes = {f"radius-{name}": f"{value / 16:g}rem" for name, value in tokens["radius"].items()}
    for name, (size, line, weight) in tokens["type"].items():
        number = {"regular": 400, "medium": 500, "semibold": 600}[weight]
        sizes[f"type-{name}"] = f"{number} {size / 16:g}rem/{line / 16:g}rem var(--typeface)"
    sizes |= {f"motion-{name}": f"{value}ms" for name, value in tokens["motion_ms"].items()}
    dark, light = (tokens["themes"][theme] for theme in ("dark", "light"))
    # While the page is loading, it follows the system setting. Later, the check box selects the theme.
    early = block(":root:has(body[data-dock=none])", light)
    return (block(":root", sizes | dark) + block(":root:has(#light:checked)", light)
            + f"@media (prefers-color-scheme: light) {{\n{early}}}\n:root {{ color-scheme: var(--scheme); }}\n")


def shader(file: Path) -> str:
    """Returns the source of a shader without comments and with the files that it includes."""
    source = re.sub(r"\s*//.*", "", file.read_text())
    return re.sub(r'#include "(.+)"', lambda found: shader(file.with_name(found[1])), source)


def levels() -> str:
    """Returns the name, orientations, minimum number of moves and maze of each level, as JSON."""
    all_levels = []
    for file in sorted((root / "render/session/levels").glob("level-*.json")):
        document = json.loads(file.read_text())
        certificate = document["certificate"]
        maze = {name: document[name] for name in ("dims", "layers", "start", "target", "open")}
        all_levels.append({"name": document["level"]["name"], "orientations": certificate["orientations"],
                           "best": certificate["optimum"], "maze": maze})
    return json.dumps(all_levels, separators=(",", ":"))


def with_hashes(page: str) -> str:
    """Replaces {{hash script}} and {{hash style}}."""
    for name, pattern in (("script", r"<script type=\"module\" async>(.*?)</script>"),
                          ("style", r"<style>(.*?)</style>")):
        digest = hashlib.sha256(re.search(pattern, page, re.DOTALL)[1].encode()).digest()
        page = page.replace("{{hash " + name + "}}", f"'sha256-{base64.b64encode(digest).decode()}'", 1)
    return page


def piece(name: str) -> str:
    """Returns the text that replaces {{name}}."""
    if name == "shaders":
        files = sorted(file for name in SHADERS for file in (root / "shaders").glob(f"{name}.[vf]*"))
        sources = {file.name: shader(file) for file in [*files, root / "shaders/studio.json"]}
        return json.dumps(sources).replace("<", "\\u003c")
    if name == "design":
        return design()
    if name == "icon":
        return icon()
    if name == "levels":
        return levels() if engine else "[]"
    if name == "shared_picture":
        alt = "A glass maze with a red marble at the bottom and a green target at the top"
        tags = {"image": f"{address}marblemaze.png", "image:width": 1200, "image:height": 630, "image:alt": alt,
                "type": "website"}
        if not engine:
            return ""
        return "".join(f'<meta property="og:{name}" content="{value}">\n' for name, value in tags.items())
    if name.startswith("web_engine"):
        text = (Path(engine) / name).read_text() if engine else ""
    else:
        text = (root / "engine/replay_page" / name).read_text()
    if name.endswith(".js"):
        text = re.sub(r"^import [^;]*;", "", text, flags=re.MULTILINE)
        text = re.sub(r"^export ", "", text, flags=re.MULTILINE)
        if not name.startswith("web_engine"):  # removes comments
            text = re.sub(r"/\*\*.*?\*/\s*", "", text, flags=re.DOTALL)
            text = re.sub(r"^\s*//.*\n", "", text, flags=re.MULTILINE)
        # Escapes text that would end the script element or begin an HTML comment.
        text = text.replace("</script", "\\x3c/script").replace("<!--", "\\x3c!--")
    return text


page = (root / "engine/replay_page/page.html").read_text()
Path(output).write_text(with_hashes(re.sub(r"{{([a-zA-Z0-9_./]+)}}", lambda hole: piece(hole[1]), page)))
