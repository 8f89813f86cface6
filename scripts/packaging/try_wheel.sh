#!/usr/bin/env bash
# Tests a wheel in a new virtual environment: installs it, runs the examples of a page, and uninstalls it.
#   try_wheel.sh WHEEL PAGE      PAGE is docs/reference/python.md
# PYTHON is an interpreter with numpy. Without Gymnasium, the examples of the environments are skipped.
# Exit status: 0, or 1 if a step fails.
set -euo pipefail
wheel=$(readlink -f "$1")
page=$(readlink -f "$2")
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
cd "$home"
bare() { env -i PATH=/usr/bin:/bin HOME="$home" LC_ALL=C.UTF-8 "$@"; }
files() { find venv -name __pycache__ -prune -o -print | LC_ALL=C sort; }

bare "${PYTHON:-/usr/bin/python3}" -m venv --system-site-packages venv
files >before
bare venv/bin/pip install -q --no-index "$wheel"
bare venv/bin/python - "$page" <<'EOF'
import doctest
import importlib.metadata
import importlib.util
import pathlib
import sys

import marblemaze

assert importlib.metadata.version("marblemaze") == marblemaze.__version__
blocks = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8").split("```")
examples = [block for block in blocks if "marblemaze.env import" not in block or importlib.util.find_spec("gymnasium")]
page = doctest.DocTestParser().get_doctest("".join(examples), {}, "python.md", None, 0)
tested = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(page)
if len(examples) < len(blocks):
    print("skipped the examples of the environments: Gymnasium is not installed")
loaded = {line.split()[-1] for line in pathlib.Path("/proc/self/maps").read_text().splitlines() if "/lib" in line}
libraries = {pathlib.Path(name).name.split(".so")[0] for name in loaded}
assert str(pathlib.Path(marblemaze.__file__).with_name("libmarblemaze.so.2")) in loaded
assert not [name for name in libraries if name.startswith(("libBullet", "libLinearMath", "libfmt"))]
assert tested.attempted > 30 and tested.failed == 0, tested
print(f"the wheel's {marblemaze.__version__} does all {tested.attempted} examples of its page")
EOF
bare venv/bin/python -m marblemaze.classroom list >/dev/null
bare venv/bin/marblemaze bench --agent heuristic --seeds 1-3 --results runs.db >/dev/null 2>&1
bare venv/bin/marblemaze report runs.db
rm runs.db
bare venv/bin/pip uninstall -q -y marblemaze
files | diff before - >&2
echo "removed, it leaves no file"
