#!/usr/bin/env bash
# Builds a preset in build/PRESET. Prints the progress, and the end of the log if the build fails. Does nothing if the
# folder of an existing build is read-only.
#   build.sh PRESET [TARGET...]
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
preset=${1:?usage: build.sh PRESET [TARGET...]}
shift
folder=$root/build/$preset

if [ -f "$folder/CMakeCache.txt" ] && [ ! -w "$folder" ]; then exit 0; fi
if ! mkdir -p "$folder" 2>/dev/null; then
  echo "build.sh: cannot write to $folder: make it writable" >&2
  exit 3
fi

# ccache, and therefore the compiler, would fail without a writable home folder.
[ -w "${CCACHE_DIR:-${HOME:-/nonexistent}}" ] || export CCACHE_DISABLE=1

# Waits for another build in the same folder.
exec 9>"$folder/.lock"
flock 9
log=$folder/build.log
[ -f "$folder/build.ninja" ] || echo "building preset $preset; the first time takes a few minutes" >&2
cd "$root"
run() { "$@" </dev/null >>"$log" 2>&1 9>&-; }
: >"$log"
configured() { [ -f "$folder/build.ninja" ] && [ ! CMakePresets.json -nt "$folder/CMakeCache.txt" ]; }

# Prints a line after each tenth of the steps. Reads the number of steps from lines such as [37/183] in Ninja's log.
report_progress() { # PROCESS
  local done_steps all_steps tenth=0
  while kill -0 "$1" 2>/dev/null; do
    sleep 0.5
    IFS=/ read -r done_steps all_steps < <(grep -o '^\[[0-9]*/[0-9]*\]' "$log" | tail -n 1 | tr -d '[]') || continue
    if [ "$all_steps" -ge 10 ] && [ $((10 * done_steps / all_steps)) -gt "$tenth" ]; then
      tenth=$((10 * done_steps / all_steps))
      echo "building ${what:-everything}: $done_steps of $all_steps steps" >&2
    fi
  done
}

what=$*
if configured || run cmake --preset "$preset"; then
  run cmake --build "$folder" --parallel "$(nproc)" ${1:+--target "$@"} &
  builder=$!
  report_progress "$builder"
  if wait "$builder"; then exit 0; fi
fi
tail -n 60 "$log" >&2
echo "build.sh: cannot build preset $preset: see $log" >&2
exit 3
