#!/usr/bin/env bash
# Builds the website in out/site: all pages, the API references for C and Python, and the browser version. The website
# works without a network: open out/site/index.html.
#   build_site.sh
# Installs missing packages. Builds the browser version if out/web does not contain it.
# Exit status: 0, 1 for a warning, such as a broken link, 3 if something cannot be installed or built.
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
work=$root/build/site
site=$root/out/site
"$root/scripts/install_dependencies.sh" site
[ -f "$root/out/web/marblemaze.html" ] || "$root/scripts/build_web.sh"

mkdir -p "$work/doxygen" "$site"
export MARBLEMAZE_PROJECT=$root PYTHONDONTWRITEBYTECODE=1
/usr/bin/python3 "$root/scripts/generate/site/pages.py" "$root" "$work/pages"
doxygen - <<END
PROJECT_NAME = marblemaze
INPUT = $work/pages/doxygen/marblemaze.h
OUTPUT_DIRECTORY = $work/doxygen
GENERATE_XML = YES
GENERATE_HTML = NO
GENERATE_LATEX = NO
OPTIMIZE_OUTPUT_FOR_C = YES
TYPEDEF_HIDES_STRUCT = YES
MACRO_EXPANSION = YES
PREDEFINED = MM_API=
WARN_IF_UNDOCUMENTED = NO
WARN_AS_ERROR = FAIL_ON_WARNINGS
QUIET = YES
END
# Sphinx's output depends on existing files, so it starts with an empty folder.
rm -rf "$site"
/usr/bin/python3 -m sphinx -q -W --keep-going -E -b html -c "$root/scripts/generate/site" -d "$work/trees" "$work/pages" "$site"
rm "$site/.buildinfo"  # depends on the path of the build
# Debian's theme furo loads a style sheet from the root of a web server and imports a script. Browsers reject both in a
# local file.
cd "$site/_static"
cp /usr/share/javascript/normalize.css/normalize.css styles
sed -i 's|url(/javascript/normalize.css/|url(|' styles/furo.css
sed -i '/^import Gumshoe from/d' scripts/furo.js
cat scripts/gumshoe-patched.js scripts/furo.js >"$work/furo.js"
mv "$work/furo.js" scripts/furo.js
echo "$site/index.html"
