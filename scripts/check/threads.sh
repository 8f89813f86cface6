#!/usr/bin/env bash
# Runs the tests of whatever has threads under the thread sanitizer, and fails where it finds a race, a lock that is not
# released or an order of locks that can stop. Run it after a change of maze/base/parallel.h, of thinking in the background,
# of batches, of the C interface or of the viewer.
#   scripts/check/threads.sh [COMPONENT...]     maze, agent, engine, render; all without any
# Cost: a whole build, a quarter of an hour on two cores, and minutes for the tests.
# Builds preset tsan. What is suppressed is Mesa alone (tests/support/mesa_threads.txt).
# Exit status: 0, 1 for a fault, 2 bad input, 3 when it does not build.
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)
build=$root/build/tsan

declare -A threaded=(
  [maze]='ParallelFor*:RunOnThreads*:Stop*'
  [agent]='BackgroundPlanner*:KnowledgeEngine*:HumanOrAgent*:StateMap*'
  [engine]='RunJobs.*:CBatch*:MarbleDesigner*:MazeTruth*:ImaginedTrials*:SimulatingAgents*:TrialModel*:ProtocolPlanner*:OutsideAgents*:*Misbehaving*:BenchProgram*'
  [render]='MarbleRuns*:ShownRun*:Session*:Viewer*')
components=("$@")
[ "$#" -gt 0 ] || components=(maze agent engine render)
for component in "${components[@]}"; do
  [ -n "${threaded[$component]:-}" ] || {
    echo "threads.sh: component '$component': expected maze, agent, engine or render" >&2
    exit 2
  }
done

targets=("${components[@]/%/_tests}")
[[ " ${components[*]} " != *" render "* ]] || targets+=(marblemaze-viewer)  # its tests start it
"$root/scripts/build.sh" tsan "${targets[@]}"
export TSAN_OPTIONS="suppressions=$root/tests/support/mesa_threads.txt halt_on_error=0 exitcode=66 second_deadlock_stack=1"
status=0
for component in "${components[@]}"; do
  log=$build/threads-$component.log
  begun=$SECONDS
  # Without random addresses: the sanitizer of GCC 12 does not find its shadow memory where a kernel has many random bits.
  if setarch -R "$build/tests/${component}_tests" --gtest_filter="${threaded[$component]}" >"$log" 2>&1 </dev/null; then
    said="no fault"
  else
    status=1
    said="FAULT: $(grep -m 1 -E 'SUMMARY: ThreadSanitizer|^\[  FAILED  \]|FATAL' "$log" || tail -n 1 "$log") ($log)"
  fi
  echo "$component: $(sed -n 's/^\[==========\] \([0-9]*\) tests\? from .* ran\..*/\1/p' "$log") tests, $((SECONDS - begun)) s, $said"
done
exit "$status"
