#!/usr/bin/env bash
# Runs the other scripts of this folder one after another. Says before each what it costs, and goes on after a failure.
#   scripts/check/all.sh            takes many hours
#   scripts/check/all.sh --costs    only says what each costs
# Exit status: 0, 1 where one failed, 2 bad input, 3 when the program does not build.
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.."
if [ "$#" -gt 0 ] && [ "$*" != --costs ]; then
  echo "all.sh: '$*': expected --costs, or nothing" >&2
  exit 2
fi
[ "$#" -gt 0 ] || scripts/build.sh release
skipped=()
failed=()
for script in scripts/check/*.{sh,py}; do
  [ "$script" != scripts/check/all.sh ] || continue
  echo "== $script: $(sed -n 's/^\(# \)\?Cost: //p' "$script")"
  [ "$#" -eq 0 ] || continue
  status=0
  "$script" </dev/null || status=$?
  case $status in
    0) ;;
    77) skipped+=("$script") ;;
    *) failed+=("$script, status $status") ;;
  esac
done
[ "${#skipped[@]}" -eq 0 ] || printf 'skipped: %s\n' "${skipped[@]}"
[ "${#failed[@]}" -eq 0 ] || {
  printf 'failed: %s\n' "${failed[@]}"
  exit 1
}
