"""Sphinx configuration. scripts/build_site.sh sets MARBLEMAZE_PROJECT to the folder of the project."""
import os
import pathlib
import re
import sys
from unittest import mock

from sphinx.ext.napoleon import Config, GoogleDocstring

PROJECT = pathlib.Path(os.environ["MARBLEMAZE_PROJECT"])

project = "marblemaze"
author = "the authors of marblemaze"
copyright = author
release = version = re.search(r"^project\(marblemaze VERSION ([\d.]+)", (PROJECT / "CMakeLists.txt").read_text(),
                              re.MULTILINE)[1]
language = "en"
smartquotes = False  # would change the two dashes of options
default_role = "code"

extensions = ["myst_parser", "breathe", "sphinx.ext.autodoc"]
exclude_patterns = ["doxygen"]
myst_heading_anchors = 4

breathe_projects = {"marblemaze": str(PROJECT / "build/site/doxygen/xml")}
breathe_default_project = "marblemaze"
breathe_domain_by_extension = {"h": "c"}
breathe_show_include = False
add_module_names = False
highlight_language = "none"

html_theme = "furo"
html_title = f"marblemaze {release}"
html_logo = html_favicon = str(PROJECT / "scripts/packaging/desktop/org.marblemaze.viewer.svg")
html_extra_path = [str(PROJECT / "out/web" / name) for name in ("marblemaze.html", "marblemaze.png")]
html_copy_source = False
html_show_search_summary = False  # a local file cannot read the other pages
html_show_copyright = False


def as_lists(app, what, name, item, options, lines):
    """Formats the sections Args, Returns and Raises. Removes Python's default docstrings of named tuple fields."""
    if lines and lines[0].startswith("Alias for field number"):
        lines.clear()
    elif what in ("class", "exception", "function", "method"):
        lines[:] = GoogleDocstring(lines, Config(), app, what, name, item, options).lines()


def setup(app):
    app.connect("autodoc-process-docstring", as_lists)


# Imports the Python package without its shared library. Without Gymnasium, uses the stand-in of the tests.
sys.path.insert(0, str(PROJECT / "engine/python"))
sys.path.append(str(PROJECT / "tests/engine/python/stand_in"))
import numpy  # noqa: E402, F401

library = mock.MagicMock()
with mock.patch("ctypes.CDLL", return_value=library):
    import marblemaze._progress  # noqa: E402, F401
