#!/usr/bin/env bash
# Fuzzes every reader of what strangers hand in, with clang's libFuzzer and the sanitizers for addresses and undefined
# behaviour, and prints a table in Markdown; docs/development/reliability.md holds one. Run it after a change of a reader, of the C
# interface or of the command line, and before a release. The tests run the seeds and a few changes of them.
#   scripts/check/fuzz.sh [TARGET...] [--runs N]
# TARGET is the name of a file of tests/fuzz; without any: all. N inputs for each; without it 10 million for all together,
# most for the fastest. A fault is named with the file that holds its input:
#   build/fuzz/tests/fuzz/fuzz_TARGET FILE     runs it again
#   cp FILE tests/fuzz/seeds/TARGET/           makes it a test, once it is mended
# Cost: hours.
# What was found to reach new code is kept in build/fuzz/corpus and is where the next run begins. SEED=1 is libFuzzer's.
# Exit status: 0, 1 for a fault, 2 bad input, 3 when it does not build, 77 where there is no clang.
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)
build=$root/build/fuzz
seeds=$root/tests/fuzz/seeds
faults=0

declare -A usual_runs=(
  [maze_file]=1500000 [certificate]=1000000 [settings]=1500000 [recording]=600000 [plan]=1000000 [progress]=1000000
  [puzzle_texts]=2000000 [agent_replies]=500000 [results_database]=60000 [results_rows]=60000 [command_line]=80000
  [c_interface]=200000 [page_links]=500000)
declare -A longest=([recording]=12000 [results_database]=8192 [command_line]=512 [c_interface]=512)  # bytes; else 4096
all=(maze_file certificate settings recording plan progress puzzle_texts agent_replies results_database results_rows
  command_line c_interface page_links)

refuse() {
  echo "fuzz.sh: $*" >&2
  exit 2
}

runs=
targets=()
while [ "$#" -gt 0 ]; do
  case $1 in
    --runs)
      runs=${2:-}
      [[ $runs =~ ^[1-9][0-9]{0,9}$ ]] || refuse "--runs '$runs': expected a number from 1 to 9999999999"
      shift
      ;;
    *)
      [ -n "${usual_runs[$1]:-}" ] || refuse "target '$1': expected one of ${all[*]}"
      targets+=("$1")
      ;;
  esac
  shift
done
[ "${#targets[@]}" -gt 0 ] || targets=("${all[@]}")

row() { # TARGET INPUTS RATE EDGES FEATURES CORPUS RESULT
  # shellcheck disable=SC2016  # Markdown's marks
  printf '| `%s` | %s | %s | %s | %s | %s | %s |\n' "$@"
}

# The reader of the page's address is JavaScript: changed seeds, without coverage.
fuzz_page_links() { # RUNS
  local said
  if ! command -v node >/dev/null; then
    row page_links 0 - - - - "skipped: no node (Debian's nodejs)"
  elif said=$(node "$root/tests/fuzz/page_links.js" "$1" "${SEED:-1}"); then
    row page_links "${said%% *}" "$(sed -n 's/.* \([0-9]*\) a second$/\1/p' <<<"$said")" - - \
      "$(find "$seeds/page_links" -type f | wc -l)" "no fault"
  else
    faults=$((faults + 1))
    row page_links - - - - - "$(head -n 1 <<<"$said")"
  fi
}

fuzz() { # TARGET RUNS
  local target=$1 log=$build/logs/$1.log result="no fault" last inputs rate
  local corpus=$build/corpus/$target options=()
  mkdir -p "$corpus" "$build/faults" "$build/logs"
  [ ! -f "$root/tests/fuzz/dictionaries/$target.dict" ] || options=("-dict=$root/tests/fuzz/dictionaries/$target.dict")
  if ! "$build/tests/fuzz/fuzz_$target" "-runs=$2" "-seed=${SEED:-1}" "-max_len=${longest[$target]:-4096}" -timeout=20 \
    -rss_limit_mb=2048 -malloc_limit_mb=256 -print_final_stats=1 "-artifact_prefix=$build/faults/$target-" "${options[@]}" \
    "$corpus" "$seeds/$target" >"$log" 2>&1 </dev/null; then
    faults=$((faults + 1))
    result="FAULT: $(grep -m 1 -oE 'FAULT: .*|(ERROR|runtime error): .*|Assertion.*' "$log" || echo "see the log") ($log)"
  fi
  last=$(grep -aE '^#[0-9]+.* cov: ' "$log" | tail -n 1)
  inputs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
  rate=$(sed -n 's/^stat::average_exec_per_sec: *//p' "$log")
  row "$target" "${inputs:--}" "${rate:--}" "$(sed -n 's/.* cov: \([0-9]*\).*/\1/p' <<<"$last")" \
    "$(sed -n 's/.* ft: \([0-9]*\).*/\1/p' <<<"$last")" "$(sed -n 's/.* corp: \([0-9]*\).*/\1/p' <<<"$last")" "$result"
}

if ! command -v clang++ >/dev/null || ! ls "$(clang++ -print-resource-dir)"/lib/linux/libclang_rt.fuzzer-*.a >/dev/null 2>&1; then
  echo "skipped: no clang++ with libFuzzer (Debian's clang)" >&2
  exit 77
fi
"$root/scripts/build.sh" fuzz fuzzers
echo "| target | inputs | a second | edges | features | corpus | result |"
echo "| --- | ---: | ---: | ---: | ---: | ---: | --- |"
for target in "${targets[@]}"; do
  if [ "$target" = page_links ]; then
    fuzz_page_links "${runs:-${usual_runs[$target]}}"
  else
    fuzz "$target" "${runs:-${usual_runs[$target]}}"
  fi
done
[ "$faults" -eq 0 ]
