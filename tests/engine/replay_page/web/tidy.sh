#!/usr/bin/env bash
# Holds all JavaScript to its types, by Debian's TypeScript, and to the format and the rules of Biome. Biome and axe-core, which the
# visit uses, are npm's, of the versions in package.json; they are installed into a folder where they are missing there. Status 3
# where something cannot be had. `biome format --write --config-path=lint.json FILES` puts the format right.
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
