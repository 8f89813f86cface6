#!/usr/bin/env bash
# Builds the site into out/site: all pages, references of the C interface and of the Python package, and the laboratory to play in.
# It opens from the folder, without a network: out/site/index.html.
#   build_site.sh
# What is missing is installed. The laboratory is made by build_web.sh where out/web has none. A warning or a broken link is a failure.
# Exit status: 0, 1 for a fault in a page, 3 where something cannot be installed or built.
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
# The first build and each later one say the same: nothing is kept from the one before.
rm -rf "$site"
/usr/bin/python3 -m sphinx -q -W --keep-going -E -b html -c "$root/scripts/generate/site" -d "$work/trees" "$work/pages" "$site"
rm "$site/.buildinfo"  # a hash of where it was built
# Debian's furo takes a style sheet from a web server, and imports a script, which no browser does from a folder.
cd "$site/_static"
cp /usr/share/javascript/normalize.css/normalize.css styles
sed -i 's|url(/javascript/normalize.css/|url(|' styles/furo.css
sed -i '/^import Gumshoe from/d' scripts/furo.js
cat scripts/gumshoe-patched.js scripts/furo.js >"$work/furo.js"
mv "$work/furo.js" scripts/furo.js
/usr/bin/python3 "$root/scripts/generate/site/links.py" "$site"
echo "$site/index.html"
