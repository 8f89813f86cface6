"""How Sphinx makes the site (scripts/build_site.sh), which tells it where the project and what Doxygen wrote are."""
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
release = version = re.search(r"^project\(marblemaze VERSION ([\d.]+)", (PROJECT / "CMakeLists.txt").read_text(), re.MULTILINE)[1]
language = "en"
smartquotes = False  # options begin with two dashes
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
html_extra_path = [str(PROJECT / "out/web/marblemaze.html")]
html_copy_source = False
html_show_search_summary = False  # a page from a file may not read the others
html_show_copyright = False


def as_lists(app, what, name, item, options, lines):
    """Args, Returns and Raises become lists. A field of a named tuple without a text gets one from Python that says nothing."""
    if lines and lines[0].startswith("Alias for field number"):
        lines.clear()
    elif what in ("class", "exception", "function", "method"):
        lines[:] = GoogleDocstring(lines, Config(), app, what, name, item, options).lines()


def setup(app):
    app.connect("autodoc-process-docstring", as_lists)


# The Python package is read without its library, which only runs need, and with the tests' stand-in if Gymnasium is not installed.
sys.path.insert(0, str(PROJECT / "engine/python"))
sys.path.append(str(PROJECT / "tests/engine/python/stand_in"))
import numpy  # noqa: E402, F401

library = mock.MagicMock()
with mock.patch("ctypes.CDLL", return_value=library):
    import marblemaze._library  # noqa: E402, F401
