#!/usr/bin/env bash
# Runs clang-tidy with the checks of .clang-tidy on all C++ code.
#   scripts/check/tidy.sh [PART]     checks only the files whose paths contain PART
# Cost: about 25 minutes on two cores.
# Exit status: 0, 1 if there is a warning, 2 if no file matches, 3 if clang-tidy fails, 77 if it is missing.
set -euo pipefail
command -v clang-tidy >/dev/null || {
  echo "skipped: clang-tidy is missing (Debian package clang-tidy)"
  exit 77
}
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)
build=$root/build/tidy
cd "$root"
# The unity build saves time, because each header is parsed once for several files.
unity=$([ "$#" -eq 0 ] && echo ON || echo OFF)
cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Debug -DCMAKE_UNITY_BUILD="$unity" >/dev/null
if [ "$#" -eq 0 ]; then
  find "$build" -name 'unity_*.cxx' -o -name 'version.cpp'
else
  find "$root"/{maze,agent,engine,render,tests} -name '*.cpp' | grep -F "$1"
fi | sort >"$build/files.txt" || {
  echo "tidy.sh: no C++ file has '$1' in its path" >&2
  exit 2
}
xargs -P "$(nproc)" -n 1 clang-tidy -p "$build" --quiet --header-filter="^$root/(maze|agent|engine|render|tests)/" \
  --extra-arg=-Wno-unknown-warning-option <"$build/files.txt" >"$build/warnings.txt" 2>"$build/errors.txt" || {
  tail -n 5 "$build/errors.txt" >&2
  grep -q "warning" "$build/warnings.txt" || exit 3
}
! grep -E "^$root.*(warning|error):" "$build/warnings.txt" | sort -u | grep .
