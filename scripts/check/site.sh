#!/usr/bin/env bash
# Builds the website, and tests its search and the browser version in Chromium without a network.
#   scripts/check/site.sh [FOLDER]      writes screenshots to FOLDER
# Cost: a minute, and a build of the browser version if out/web does not contain it.
# Exit status: 0, 1 for a fault, 3 if something cannot be built.
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)
"$root/scripts/build_site.sh"
[ "$#" -eq 0 ] || mkdir -p "$1"
exec timeout 300 node "$root/tests/engine/replay_page/web/site_checks.js" "$root/out/site" "$@"
