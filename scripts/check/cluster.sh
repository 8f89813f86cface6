#!/usr/bin/env bash
# Tests scripts/cluster/bench_array.slurm with stand-ins for Slurm's commands. Interrupts each task in a different way
# and resumes it. Then checks that the merged results contain the same rows as those of a single process.
#   scripts/check/cluster.sh
# PROGRAM is the program to test (build/release/marblemaze).
# Cost: half a minute of CPU time.
# Exit status: 0, or 1 if a task behaves differently or a row is lost.
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)
PROGRAM=$(readlink -f "${PROGRAM:-$root/build/release/marblemaze}")
export PROGRAM OUT=shards SLURM_CPUS_PER_TASK=1 SLURM_ARRAY_TASK_COUNT=4 SLURM_ARRAY_TASK_MIN=0
rows=(--suite thesis --seeds 1-20)
folder=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$folder"' EXIT
cd "$folder"

# The stand-in of squeue prints the state of the task, which is empty after scancel. The stand-in of scontrol logs
# requeued tasks.
mkdir bin
printf '#!/bin/sh\ncat state\n' >bin/squeue
# shellcheck disable=SC2016
printf '#!/bin/sh\n[ "$1" = requeue ] && echo "$2" >>requeued\n' >bin/scontrol
chmod +x bin/*
export PATH=$folder/bin:$PATH

fail() {
  echo "cluster.sh: $*" >&2
  exit 1
}
database() { printf 'shards/shard-%04d-of-0004.db' $(($1 + 1)); }

# Starts a task, interrupts it with COMMAND, and checks its exit status and whether it is requeued. COMMAND can use the
# process ids $task and $bench.
try_task() { # NUMBER STATE COMMAND STATUS REQUEUED
  local task bench status=0
  echo "$2" >state
  : >requeued
  SLURM_ARRAY_TASK_ID=$1 SLURM_JOB_ID=$1 setsid "$root/scripts/cluster/bench_array.slurm" "${rows[@]}" >>log 2>&1 &
  task=$!
  until [ "$(stat -c %s "$(database "$1")-wal" 2>/dev/null || echo 0)" -gt 40000 ]; do
    kill -0 "$task" 2>/dev/null || fail "task $1 ended before it was interrupted: $(tail -n 1 log)"
    sleep 0.05
  done
  # shellcheck disable=SC2034
  bench=$(pgrep -P "$task" -f ' bench ')
  eval "$3"
  wait "$task" || status=$?
  [ "$status" = "$4" ] || fail "task $1: exit status $status, expected $4"
  [ "$(cat requeued)" = "$5" ] || fail "task $1: requeued '$(cat requeued)', expected '$5'"
  echo "task $1 ($3): exit status $status${5:+, requeued}"
}

# The single quotes delay the expansion of the variables.
# shellcheck disable=SC2016
{
  try_task 0 RUNNING 'kill -TERM $task' 75 0           # the time limit
  try_task 1 RUNNING 'kill -KILL $bench' 137 1         # out of memory
  try_task 2 RUNNING 'kill -KILL -- -$task' 137 ''     # the node fails
  try_task 3 '' 'kill -TERM $task' 75 ''               # scancel
}
for task in 0 1 2 3; do
  SLURM_ARRAY_TASK_ID=$task "$root/scripts/cluster/bench_array.slurm" "${rows[@]}" >>log 2>&1 ||
    fail "task $task cannot resume: $(tail -n 1 log)"
done
"$PROGRAM" merge merged.db shards/*.db >>log 2>&1
"$PROGRAM" bench "${rows[@]}" --results whole.db >>log 2>&1
for file in merged whole; do "$PROGRAM" report $file.db --episodes >$file.csv; done
cmp merged.csv whole.csv || fail "the merged rows differ from those of a single process"
echo "the merged file has the $(($(wc -l <merged.csv) - 1)) rows of a single process"
