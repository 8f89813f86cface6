#!/usr/bin/env bash
# Runs scripts/cluster/bench_array.slurm under a real Slurm of one node, in which tasks and the node die. Every episode must be
# there once in the end, with the row that one process finds. Run it after a change of bench, merge or results files.
#   scripts/check/cluster.sh
# Slurm's daemons run in namespaces of their own (mounts, network, processes) and leave nothing behind. Debian's packages munge,
# slurmctld, slurmd and slurm-client are installed if they are missing.
# PROGRAM names another marblemaze than the one that scripts/marblemaze.sh builds.
# Cost: minutes.
# Exit status: 0, 1 if something was lost, 77 if Slurm cannot run here.
set -euo pipefail
scripts=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
rows=(--suite thesis --seeds 1-30)
shards=4
namespaces=(--mount --net --pid --uts --fork --mount-proc --kill-child)

fail() {
  echo "cluster.sh: $*" >&2
  exit 1
}
say() { echo "== $*"; }
# Waits up to SECONDS for a command to succeed.
wait_for() {  # SECONDS WHAT COMMAND...
  local limit=$(($(date +%s) + $1)) what=$2
  shift 2
  until "$@" >/dev/null 2>&1; do
    [ "$(date +%s)" -lt "$limit" ] || fail "waited in vain for $what"
    sleep 0.05
  done
}
# Has a shard begun to store episodes, and not come to its end?
at_work() { [ "$(stat -c %s "$1-wal" 2>/dev/null || echo 0)" -gt 40000 ]; }

compare() {  # DATABASE
  "$program" report "$1" --episodes >merged.csv
  cmp merged.csv whole.csv || fail "$1 differs from one process"
  say "$1: $(($(wc -l <merged.csv) - 1)) episodes, the rows that one process found"
}

# Installed where that is possible without a question; no daemon of the machine itself is started.
have() {  # COMMAND PACKAGE
  command -v "$1" >/dev/null && return 0
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 apt-get install -y -qq --no-install-recommends "$2" \
      >/dev/null 2>&1 </dev/null || true
  fi
  command -v "$1" >/dev/null
}

# ---- Slurm

# What keeps Slurm from running here; empty if nothing does.
missing() {
  local tool
  [ "$(id -u)" = 0 ] || { echo "its daemons need root"; return; }
  for tool in munged:munge slurmctld:slurmctld slurmd:slurmd sbatch:slurm-client ip:iproute2 pgrep:procps; do
    have "${tool%:*}" "${tool#*:}" || { echo "${tool#*:} is not installed and could not be installed"; return; }
  done
  unshare "${namespaces[@]}" true 2>/dev/null || echo "no right to make namespaces"
}

# The machine's own folders are covered, not touched: all this is seen in the mount namespace only.
start_slurm() {
  local host=mazenode
  mount --make-rprivate /
  hostname "$host"
  ip link set lo up
  ip address add 10.11.12.13/32 dev lo  # without it getaddrinfo finds no address
  mkdir -p slurm/{etc,spool,state,munge,log}
  cp /etc/hosts slurm/hosts
  echo "10.11.12.13 $host" >>slurm/hosts
  mount --bind slurm/hosts /etc/hosts
  mount -t tmpfs tmpfs /run
  mount -t tmpfs -o mode=700 tmpfs /etc/munge
  mount -t tmpfs tmpfs /var/log
  mkdir -p /run/munge /var/log/munge /etc/slurm
  mount -t tmpfs tmpfs /etc/slurm
  dd if=/dev/urandom of=/etc/munge/munge.key bs=1 count=1024 2>/dev/null
  chmod 400 /etc/munge/munge.key
  chown -R munge: /etc/munge /run/munge /var/log/munge
  su -s /bin/sh munge -c 'munged' || fail "munged does not start"
  cat >/etc/slurm/slurm.conf <<EOF
ClusterName=mazecluster
SlurmctldHost=$host(10.11.12.13)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
CredType=cred/munge
MpiDefault=none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
SlurmdTimeout=10
KillWait=5
SlurmdParameters=config_overrides
SlurmctldPidFile=$PWD/slurm/slurmctld.pid
SlurmdPidFile=$PWD/slurm/slurmd.pid
SlurmctldLogFile=$PWD/slurm/log/slurmctld.log
SlurmdLogFile=$PWD/slurm/log/slurmd.log
StateSaveLocation=$PWD/slurm/state
SlurmdSpoolDir=$PWD/slurm/spool
MailProg=/bin/true
NodeName=$host NodeAddr=10.11.12.13 CPUs=4 Boards=1 SocketsPerBoard=1 CoresPerSocket=4 ThreadsPerCore=1 RealMemory=4000
PartitionName=debug Nodes=ALL Default=YES State=UP
EOF
  echo IgnoreSystemd=yes >/etc/slurm/cgroup.conf
  slurmctld || fail "slurmctld does not start"
  slurmd || fail "slurmd does not start"
  wait_for 60 "the node" node_is_up
}
node_is_down() { sinfo -h -o %T | grep -q down; }
node_is_up() { sinfo -h -o %T | grep -qx -e idle -e mixed -e allocated; }

# State of a task, or of the merge: RUNNING, PENDING, COMPLETED...
state() { scontrol show job "$1" 2>/dev/null | sed -n 's/.*JobState=\([A-Z_]*\).*/\1/p' | head -n 1; }
is() { [ "$(state "$1")" = "$2" ]; }
begun() { is "$1" RUNNING || is "$1" COMPLETED; }
database() { printf 'slurm-out/shard-%04d-of-%04d.db' "$1" "$shards"; }
bench_of() { pgrep -x -f "$program bench .*--results $(database "$1")"; }

rehearse() {
  start_slurm
  local array merge
  array=$(OUT=slurm-out PROGRAM=$program sbatch --parsable --array="1-$shards" --cpus-per-task=1 \
    --mem-per-cpu=100M --time=60 --output=slurm-out-%a.log "$scripts/cluster/bench_array.slurm" "${rows[@]}")
  merge=$(sbatch --parsable --dependency="afterok:$array" --output=slurm-merge.log --wrap \
    "$program merge slurm.db slurm-out/shard-*.db")
  local task bench waiters=()
  for task in $(seq "$shards"); do
    { wait_for 120 "task $task to be at work" at_work "$(database "$task")"
      kill -STOP "$(bench_of "$task")"; } &  # in mid-episode, until its turn
    waiters+=($!)
  done
  for task in "${waiters[@]}"; do wait "$task" || fail "no task to kill: give them more SEEDS"; done

  say "task 1 gets the signal before its time is up, and requeues itself"
  scancel --signal=TERM --batch "${array}_1"
  kill -CONT "$(bench_of 1)"
  wait_for 60 "task 1 to be requeued" is "${array}_1" PENDING

  say "task 2's program is killed in mid-episode, and requeues itself"
  kill -KILL "$(bench_of 2)"
  wait_for 60 "task 2 to be requeued" is "${array}_2" PENDING

  say "task 3 is killed altogether, and requeued by hand"
  bench=$(bench_of 3)
  # Slurm may be the first to end what is left of a task.
  kill -KILL "$(ps -o ppid= -p "$bench" | tr -d ' ')" "$bench" 2>/dev/null || true
  wait_for 60 "task 3 to fail" is "${array}_3" FAILED
  scontrol requeue "${array}_3"

  say "the node dies in the middle of task 4"
  kill -KILL "$(cat slurm/slurmd.pid)" $(pgrep -x slurmstepd) $(pgrep -f "$program bench") 2>/dev/null || true
  "$program" bench --status slurm-out
  wait_for 120 "the node to be given up" node_is_down
  slurmd
  wait_for 60 "the node" node_is_up
  # Requeued tasks would wait two minutes. Within the second in which one was ended, slurmd takes it
  # for the one that it has just ended.
  sleep 2
  for task in $(seq "$shards"); do
    wait_for 60 "task $task to be requeued" is "${array}_$task" PENDING
    scontrol update "JobId=${array}_$task" StartTime=now
  done

  # Slurm had given the merge up for good, and does again while a failed task has not begun anew, or
  # where the array is named as a whole.
  local tasks=
  for task in $(seq "$shards"); do
    wait_for 60 "task $task to begin" begun "${array}_$task"
    tasks+=:${array}_$task
  done
  scontrol update "JobId=$merge" "Dependency=afterok$tasks"
  say "the merge waits for all tasks (afterok)"
  wait_for 300 "the merge" ended "$merge"
  cat slurm-merge.log
  is "$merge" COMPLETED || fail "the merge: $(state "$merge")"
  compare slurm.db
}
ended() {
  case "$(state "$1")" in COMPLETED | FAILED | CANCELLED | TIMEOUT) ;; *) return 1 ;; esac
}

# ---- the check

if [ "${1:-}" = --inside ]; then
  rehearse
  exit
fi
why=$(missing)
[ -z "$why" ] || {
  echo "skipped: $why" >&2
  exit 77
}
[ -n "${PROGRAM:-}" ] || "$scripts/marblemaze.sh" --help >/dev/null  # builds what is missing
# The program itself: processes are looked for by its name.
program=$(readlink -f "${PROGRAM:-$scripts/../build/release/marblemaze}")
folder=$(mktemp -d)
inside=
trap '[ -z "$inside" ] || { kill -KILL "$inside"; wait "$inside"; } 2>/dev/null || true; rm -rf "$folder"' EXIT
trap 'exit 143' INT TERM
cd "$folder"
say "one process: ${rows[*]}"
"$program" bench "${rows[@]}" --results whole.db
"$program" report whole.db --episodes >whole.csv
# When the shell in the process namespace ends, whatever runs there ends with it.
program=$program unshare "${namespaces[@]}" "$scripts/check/cluster.sh" --inside &
inside=$!
wait "$inside" || fail "Slurm: see above"
inside=
say "nothing was lost and nothing is there twice"
