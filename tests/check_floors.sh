#!/usr/bin/env bash
# Fails when a floor of maze <- agent <- engine <- render includes what stands right of it, when
# Bullet leaves engine/*.cpp, or when GL, GLFW or ImGui appear below render/.
set -euo pipefail
cd "${1:-.}"
fault=0
complain() { echo "floor violation: $1"; fault=1; }

floors=(maze agent engine render)
for below in 0 1 2; do
  for ((above = below + 1; above < 4; ++above)); do
    while read -r hit; do [ -z "$hit" ] || complain "$hit"; done < <(
      grep -rnE "^#include [\"<](\.\./)*${floors[above]}/" "${floors[below]}" --include='*.h' --include='*.cpp' || true)
  done
done
bullet='^#include [<"]([^>"]*/)?(bt[A-Z]|LinearMath|BulletCollision|BulletDynamics)'
while read -r hit; do [ -z "$hit" ] || complain "Bullet outside engine/*.cpp: $hit"; done < <(
  grep -rnE "$bullet" maze agent render --include='*.h' --include='*.cpp' || true
  grep -rnE "$bullet" engine --include='*.h' | grep -v '_impl\.h:' || true)
while read -r hit; do [ -z "$hit" ] || complain "graphics below render/: $hit"; done < <(
  grep -rnE '^#include [<"](GLFW|GL|EGL|GLES|epoxy|imgui)' maze agent engine --include='*.h' --include='*.cpp' || true)
[ "$fault" = 0 ] && echo "floors are clean"
exit "$fault"
