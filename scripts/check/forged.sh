#!/usr/bin/env bash
# Flips single bits of recordings, makes the checksum anew, and fails where `verify` passes what nobody ever played.
#   scripts/check/forged.sh [FLIPS]     20,000 without it
# Cost: a build of the tests, and half a minute.
# Exit status: 0, 1 where one passes, 2 bad input, 3 when the tests do not build.
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.."
[[ ${1:-20000} =~ ^[1-9][0-9]{0,7}$ ]] || {
  echo "forged.sh: FLIPS '$1': expected a number of at most 8 digits" >&2
  exit 2
}
scripts/build.sh checked engine_tests
MARBLEMAZE_FLIPS=${1:-20000} exec build/checked/tests/engine_tests --gtest_filter='ForgedRecordings.*'
