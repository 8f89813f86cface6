#!/usr/bin/env bash
# Builds a preset into build/PRESET, quietly; says what is wrong when it fails.
#   build.sh PRESET [TARGET...]
# A build in a folder that cannot be written is taken as it is.
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
preset=${1:?usage: build.sh PRESET [TARGET...]}
shift
folder=$root/build/$preset

if [ -f "$folder/CMakeCache.txt" ] && [ ! -w "$folder" ]; then exit 0; fi
if ! mkdir -p "$folder" 2>/dev/null; then
  echo "build.sh: cannot write to $folder" >&2
  exit 3
fi

# Without a home to write to, ccache would fail and take the compiler with it.
[ -w "${CCACHE_DIR:-${HOME:-/nonexistent}}" ] || export CCACHE_DISABLE=1

# Two builds at once in one folder would break each other: the second waits for the first.
exec 9>"$folder/.lock"
flock 9
log=$folder/build.log
[ -f "$folder/build.ninja" ] || echo "building preset $preset; the first time takes a few minutes" >&2
cd "$root"
run() { "$@" </dev/null >>"$log" 2>&1 9>&-; }
: >"$log"
configured() { [ -f "$folder/build.ninja" ] && [ ! CMakePresets.json -nt "$folder/CMakeCache.txt" ]; }
if { configured || run cmake --preset "$preset"; } &&
   run cmake --build "$folder" --parallel "$(nproc)" ${1:+--target "$@"}; then
  exit 0
fi
tail -n 60 "$log" >&2
echo "build.sh: preset $preset does not build; the whole log is $log" >&2
exit 3
