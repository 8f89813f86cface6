#!/usr/bin/env bash
# Runs the tests of multithreaded code with the thread sanitizer, which finds data races and potential deadlocks.
# tests/support/mesa_threads.txt suppresses reports about Mesa.
#   scripts/check/threads.sh [COMPONENT...]     without arguments: maze agent engine render
# Cost: a build of preset tsan, which takes a quarter of an hour on two cores, and minutes for the tests.
# Exit status: 0, 1 for a fault, 2 for invalid input, 3 if the build fails.
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)
build=$root/build/tsan

declare -A threaded=(
  [maze]='ParallelFor*:RunOnThreads*:Stop*'
  [agent]='BackgroundPlanner*:KnowledgeEngine*:HumanOrAgent*:StateMap*'
  [engine]='RunJobs.*:CBatch*:MarbleDesigner*:ImaginedTrials*:SimulatingAgents*:TrialModel*:ProtocolPlanner*:OutsideAgents*:*MisbehavingAgents*:BenchProgram*'
  [render]='Run*:Session*:Viewer*')
components=("$@")
[ "$#" -gt 0 ] || components=(maze agent engine render)
for component in "${components[@]}"; do
  [ -n "${threaded[$component]:-}" ] || {
    echo "threads.sh: unknown component '$component'; available: maze, agent, engine, render" >&2
    exit 2
  }
done

targets=("${components[@]/%/_tests}")
[[ " ${components[*]} " != *" render "* ]] || targets+=(marblemaze-viewer)  # the tests start the viewer
"$root/scripts/build.sh" tsan "${targets[@]}"
export TSAN_OPTIONS="suppressions=$root/tests/support/mesa_threads.txt halt_on_error=0 exitcode=66 second_deadlock_stack=1"
status=0
for component in "${components[@]}"; do
  log=$build/threads-$component.log
  begun=$SECONDS
  # setarch disables address randomisation, because GCC 12's sanitizer does not support the high entropy of recent kernels.
  if setarch -R "$build/tests/${component}_tests" --gtest_filter="${threaded[$component]}" >"$log" 2>&1 </dev/null; then
    said="no fault"
  else
    status=1
    said="FAULT: $(grep -m 1 -E 'SUMMARY: ThreadSanitizer|^\[  FAILED  \]|FATAL' "$log" || tail -n 1 "$log") ($log)"
  fi
  echo "$component: $(sed -n 's/^\[==========\] \([0-9]*\) tests\? from .* ran\..*/\1/p' "$log") tests, $((SECONDS - begun)) s, $said"
done
exit "$status"
