#!/usr/bin/env bash
# Checks the types of all JavaScript with TypeScript, and its format and rules with Biome. Installs Biome and axe-core, with the
# versions in package.json, in FOLDER if they are missing. To correct the format, run
# `biome format --write --config-path=lint.json FILES`. Exit status: 0, 1 for a fault, 3 if a tool cannot be installed.
#   tidy.sh FOLDER
set -euo pipefail
here=$(dirname "$(realpath "${BASH_SOURCE[0]}")")
root=$(realpath "$here/../../../..")
folder=$1
for tool in node npm tsc; do
  command -v "$tool" >/dev/null || { echo "tidy.sh: no $tool" >&2; exit 3; }
done
if ! cmp -s "$here/package.json" "$folder/package.json" || [ ! -d "$folder/node_modules/axe-core" ]; then
  mkdir -p "$folder"
  cp "$here/package.json" "$folder"
  npm install --silent --no-audit --no-fund --no-package-lock --prefix "$folder" || { echo "tidy.sh: npm cannot install" >&2; exit 3; }
fi
mapfile -t sources < <(find "$root/engine/replay_page" "$root/tests/engine/replay_page" "$root/tests/fuzz" -name "*.js")
faults=0
try() { # NAME COMMAND...
  if "${@:2}"; then echo "ok    $1"; else echo "FAULT $1"; faults=1; fi
}
try "the types of the page's modules" tsc -p "$root/engine/replay_page"
try "the format of all JavaScript" "$folder/node_modules/.bin/biome" format --log-level=warn --config-path="$here/lint.json" "${sources[@]}"
try "the linter finds nothing" "$folder/node_modules/.bin/biome" lint --error-on-warnings --log-level=warn --config-path="$here/lint.json" "${sources[@]}"
exit "$faults"
