#!/usr/bin/env bash
# Prints the version of the project, such as 1.2.3.
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)
sed -n 's/^project(marblemaze VERSION \([0-9.]*\) .*/\1/p' "$root/CMakeLists.txt"
