#!/usr/bin/env bash
# Builds the site and opens it from its folder in Chromium, without a network: the laboratory plays in it, the search finds pages.
# That there is no warning and no broken link build_site.sh itself sees to. Run it after a change of pages, of marblemaze.h
# or of the Python package.
#   scripts/check/site.sh [PICTURES]      PICTURES is a folder for pictures of the site
# Cost: a minute, and a build of the laboratory where out/web has none.
# Exit status: 0, 1 for a fault, 3 where something is missing or cannot be built.
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)
"$root/scripts/build_site.sh"
for browser in chromium-headless-shell chromium chromium-browser google-chrome ''; do
  command -v "$browser" >/dev/null && break
done
if [ -z "$browser" ] || ! command -v node >/dev/null; then
  echo "site.sh: no Chromium or no node here: the site was not opened" >&2
  exit 3
fi
[ "$#" -eq 0 ] || mkdir -p "$1"
exec timeout 300 node "$root/tests/engine/replay_page/web/visit_site.js" "$browser" "$root/out/site" "$@"
