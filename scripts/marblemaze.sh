#!/usr/bin/env bash
# Installs and builds what is missing, then runs marblemaze with these arguments.
# Without any: makes a random maze and lets an agent solve it, one line a move.
set -euo pipefail
scripts=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd)
groups=(build)
[ ! -f "$scripts/../render/CMakeLists.txt" ] || groups+=(viewer)
"$scripts/install_dependencies.sh" "${groups[@]}"
"$scripts/build.sh" release marblemaze
[ "$#" -gt 0 ] || set -- solve --seed "$((RANDOM + 1))"
exec "$scripts/../build/release/marblemaze" "$@"
