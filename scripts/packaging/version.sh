#!/usr/bin/env bash
# Prints the version of the project, such as 1.2.3.
set -euo pipefail
sed -n 's/^project(marblemaze VERSION \([0-9.]*\) .*/\1/p' "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../../CMakeLists.txt"
