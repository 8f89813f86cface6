#!/usr/bin/env bash
# Runs the tests of multithreaded code with the thread sanitizer, which finds data races and potential deadlocks.
# tests/support/mesa_threads.txt suppresses reports about Mesa.
#   scripts/check/threads.sh
# Cost: a build of preset tsan, which takes a quarter of an hour on two cores, and minutes for the tests.
# Exit status: 0, 1 for a fault, 3 if the build fails.
set -euo pipefail
[ "$#" -eq 0 ] || {
  echo "threads.sh: unknown argument '$1'; expected none" >&2
  exit 2
}
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)
build=$root/build/tsan

declare -A suites=(
  [maze]='RunOnThreads*:Stop*'
  [agent]='BackgroundPlanner*:KnowledgeEngine*:Player*'
  [engine]='RunJobs.*:CBatch*:MarbleDesigner*:ImaginedTrials*:RolloutModel*:ProtocolPlanner*:ExternalAgents*:*MisbehavingAgents*:BenchProgram*'
  [render]='Run*:Session*:Viewer*')
"$root/scripts/build.sh" tsan {maze,agent,engine,render}_tests marblemaze-viewer  # the tests start the viewer
export TSAN_OPTIONS="suppressions=$root/tests/support/mesa_threads.txt halt_on_error=0 exitcode=66 second_deadlock_stack=1"
status=0
for component in maze agent engine render; do
  log=$build/threads-$component.log
  begun=$SECONDS
  # setarch disables address randomisation, because GCC 12's sanitizer does not support the high entropy of recent
  # kernels.
  if setarch -R "$build/tests/${component}_tests" --gtest_filter="${suites[$component]}" >"$log" 2>&1 </dev/null; then
    result="no fault"
  else
    status=1
    result="FAULT: $(grep -m 1 -E 'SUMMARY: ThreadSanitizer|^\[  FAILED  \]|FATAL' "$log" || tail -n 1 "$log") ($log)"
  fi
  echo "$component: $(sed -n 's/^\[==========\] \([0-9]*\) tests\? from .* ran\..*/\1/p' "$log") tests, $((SECONDS - begun)) s, $result"
done
exit "$status"
