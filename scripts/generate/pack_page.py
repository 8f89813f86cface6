#!/usr/bin/env python3
"""Packs the laboratory for browsers into one file that needs no network.

  scripts/generate/pack_page.py FOLDER PAGE      FOLDER holds web_engine.js and web_engine.wasm; PAGE is written

The engine stands in the page as gzip in base64. The same files give the same bytes.
"""
import base64
import gzip
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "engine/replay_page"
SHARED = ["linear.js", "recording.js", "walls.js", "studio.js", "ribbons.js", "scene.js", "player.js"]
OWN = ["engine.js", "worker.js", "live_run.js", "lessons.js", "link.js", "graph.js", "board.js", "inflate.js",
       "words.js", "keys.js", "keep.js", "thinker.js", "laboratory.js", "begin.js"]


def text_of(*files):
    return "".join(file.read_text() for file in files)


def safe_json(value):
    return json.dumps(value, separators=(",", ":")).replace("<", "\\u003c")


def shader(file):
    """A shader with the files that it includes in their places, and the studio's colours as they are."""
    return re.sub(r'#include "(.+)"', lambda found: shader(file.with_name(found[1])), file.read_text())


def worker(glue):
    """All that the worker runs: Emscripten's function, the C interface, the desk."""
    source = glue + text_of(PAGE / "web/engine.js", PAGE / "web/worker.js") + "serve(makeEngine);\n"
    return re.sub(r"</(?=script)|<!--", lambda found: found[0].replace("<", "\\x3c"), source)


def pieces(folder):
    wasm = (folder / "web_engine.wasm").read_bytes()
    return {
        "style": text_of(PAGE / "replay.css", PAGE / "web/page.css"),
        "given": "null",
        "shaders": safe_json({file.name: shader(file) for file in sorted((ROOT / "shaders").iterdir())}),
        "daily": (PAGE / "web/daily.txt").read_text(),
        "worker": worker((folder / "web_engine.js").read_text()),
        "engine": base64.b64encode(gzip.compress(wasm, 9, mtime=0)).decode(),
        "script": text_of(*(PAGE / name for name in SHARED), *(PAGE / "web" / name for name in OWN)),
    }


def main(folder, page):
    made = pieces(pathlib.Path(folder))
    frame = (PAGE / "web/page.html").read_text()
    text = re.sub(r"\{\{(\w+)\}\}", lambda found: made[found[1]], frame)
    pathlib.Path(page).parent.mkdir(parents=True, exist_ok=True)
    pathlib.Path(page).write_text(text)
    print(f"{page}: {len(text.encode()) / 1e6:.2f} MB, of which the engine {len(made['engine']) / 1e6:.2f} MB")
    return 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
