#!/usr/bin/env bash
# Measures again what pages tell: lists the scripts of this folder with what each writes and costs, or runs some of them.
#   scripts/measure/run.sh             only lists
#   scripts/measure/run.sh NAME...     builds the program, and runs these one after another; goes on after a failure
# Exit status: 0, 1 where one failed, 2 bad input, 3 when the program does not build.
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.."
said() { sed -n "s/^\(# \)\?$2: //p" "$1"; }
declare -A scripts
for script in scripts/measure/*.{sh,py}; do
  [ -z "$(said "$script" Writes)" ] || scripts[$(basename "${script%.*}")]=$script
done
for name in "$@"; do
  [ -n "${scripts[$name]:-}" ] || {
    echo "run.sh: '$name': expected one of $(printf '%s\n' "${!scripts[@]}" | sort | xargs)" >&2
    exit 2
  }
done
if [ "$#" -eq 0 ]; then
  for name in $(printf '%s\n' "${!scripts[@]}" | sort); do
    printf '%-18s %s\n%-18s %s\n' "$name" "$(said "${scripts[$name]}" Writes)" "" "$(said "${scripts[$name]}" Cost)"
  done
  exit
fi
scripts/build.sh release
failed=0
for name in "$@"; do
  "${scripts[$name]}" || failed=1
done
exit "$failed"
