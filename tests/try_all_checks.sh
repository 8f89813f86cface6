#!/usr/bin/env bash
# Runs scripts/check/all.sh beside made-up checks: one that fails, one that passes and one that is skipped.
#   try_all_checks.sh PROJECT
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder/scripts/check"
cp "$1/scripts/check/all.sh" "$folder/scripts/check/"
made() { # FILE COMMAND
  printf '#!/bin/sh\n# Cost: nothing.\n%s\n' "$2" >"$folder/scripts/$1"
  chmod +x "$folder/scripts/$1"
}
made build.sh 'echo builds "$@"'
made check/a_fails.sh 'echo a; exit 3'
made check/b_passes.sh 'echo b'
made check/c_skips.py 'echo c; exit 77'

checks=scripts/check
status=0
said=$("$folder/scripts/check/all.sh") || status=$?
diff - <(echo "$said") <<END
builds release
== $checks/a_fails.sh: nothing.
a
== $checks/b_passes.sh: nothing.
b
== $checks/c_skips.py: nothing.
c
skipped: $checks/c_skips.py
failed: $checks/a_fails.sh, status 3
END
[ "$status" = 1 ]
rm "$folder/$checks/a_fails.sh"
"$folder/scripts/check/all.sh" >/dev/null
[ "$("$folder/scripts/check/all.sh" --costs | grep -c nothing)" = 2 ]
