#!/usr/bin/env bash
# Asks scripts/release.sh for notes, with changelogs that have a section of the version, and with some that lack it.
#   try_release_notes.sh PROJECT
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/scripts"
cp "$1/scripts/release.sh" "$work/scripts"
echo 'project(marblemaze VERSION 1.2.3 LANGUAGES CXX)' >"$work/CMakeLists.txt"

notes() { # SECTIONS: what release.sh says of a changelog with them, and its status
  printf '# Changelog\n\n%b' "$1" >"$work/CHANGELOG.md"
  local status=0
  "$work/scripts/release.sh" --notes 2>&1 || status=$?
  echo "status $status"
}
expect() { # SECTIONS ANSWER
  diff <(notes "$1") <(printf '%b' "$2") || exit 1
}
none="release.sh: CHANGELOG.md has no section '## 1.2.3 - YEAR-MONTH-DAY' with text\nstatus 1\n"
expect '## 1.2.3 - 2026-12-01\n### Added\n- A thing.\n## 1.2.2 - 2026-11-01\n- Old.\n' '### Added\n- A thing.\nstatus 0\n'
expect '## Unreleased\n- A thing.\n## 1.2.2 - 2026-11-01\n- Old.\n' "$none"
expect '## 1.2.3\n- A thing.\n' "$none"
expect '## 1.2.3 - 2026-12-01\n\n## 1.2.2 - 2026-11-01\n- Old.\n' "$none"
