#!/usr/bin/env bash
# Fuzzes the file and text parsers and the C interface with libFuzzer and sanitizers. Prints a table
# (docs/development/fuzz.csv).
#   scripts/check/fuzz.sh [TARGET...] [--runs N]
# TARGET is the name of a file in tests/fuzz. Without arguments, the script runs all targets. N is the number of inputs
# per target. By default, a target runs for about an hour. If a target fails, its log contains the path of the input:
#   build/fuzz/tests/fuzz/fuzz_TARGET FILE     reproduces the failure
#   cp FILE tests/fuzz/seeds/TARGET/           adds the input to the test suite
# build/fuzz/corpus stores inputs that reach new code, for later runs. SEED=1 is the seed of libFuzzer.
# Cost: hours.
# Exit status: 0, 1 for a fault, 2 for invalid input, 3 if the build fails, 77 if clang is missing.
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)
build=$root/build/fuzz
seeds=$root/tests/fuzz/seeds
status=0
declare -A default_runs=(
  [maze_file]=2500000 [settings]=1500000 [recording]=600000 [puzzle_texts]=2000000 [agent_replies]=500000
  [c_interface]=200000 [page_links]=500000)
declare -A longest=([recording]=12000 [c_interface]=512)  # bytes; the default is 4096

runs=
targets=()
while [ "$#" -gt 0 ]; do
  if [ "$1" = --runs ] && [[ ${2:-} =~ ^[1-9][0-9]{0,9}$ ]]; then
    runs=$2
    shift
  elif [ -n "${default_runs[$1]:-}" ]; then
    targets+=("$1")
  else
    echo "fuzz.sh: unknown target '$1'; available: ${!default_runs[*]}, and --runs N" >&2
    exit 2
  fi
  shift
done
[ "${#targets[@]}" -gt 0 ] || targets=("${!default_runs[@]}")
if ! ls "$(clang++ -print-resource-dir 2>/dev/null)"/lib/linux/libclang_rt.fuzzer-*.a >/dev/null 2>&1; then
  echo "skipped: no clang++ with libFuzzer: install the Debian package clang" >&2
  exit 77
fi
"$root/scripts/build.sh" fuzz fuzzers
mkdir -p "$build/faults" "$build/logs"

fuzz() { # TARGET RUNS
  local dictionary=$root/tests/fuzz/dictionaries/$1.dict corpus=$build/corpus/$1
  if [ "$1" = page_links ]; then  # JavaScript, without coverage guidance
    node "$root/tests/fuzz/page_links.js" "$2" "${SEED:-1}"
    return
  fi
  mkdir -p "$corpus"
  [ -f "$dictionary" ] || dictionary=
  "$build/tests/fuzz/fuzz_$1" "-runs=$2" "-seed=${SEED:-1}" "-max_len=${longest[$1]:-4096}" -timeout=20 -rss_limit_mb=2048 \
    -malloc_limit_mb=256 -print_final_stats=1 "-artifact_prefix=$build/faults/$1-" \
    ${dictionary:+"-dict=$dictionary"} "$corpus" "$seeds/$1"
}
number() { sed -n "s/^stat::$1: *//p" "$log"; }

printf '| target | inputs | inputs per second | result |\n| --- | ---: | ---: | --- |\n'
for target in "${targets[@]}"; do
  log=$build/logs/$target.log
  result="no fault"
  fuzz "$target" "${runs:-${default_runs[$target]}}" >"$log" 2>&1 </dev/null || {
    status=1
    result="FAULT: $(grep -m 1 -oE 'FAULT: .*|(ERROR|runtime error): .*|Assertion.*' "$log" || echo "see the log") ($log)"
  }
  [ "$target" != page_links ] || result+=": $(tail -n 1 "$log")"
  echo "| \`$target\` | $(number number_of_executed_units) | $(number average_exec_per_sec) | $result |"
done
exit "$status"
