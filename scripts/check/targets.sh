#!/usr/bin/env bash
# Builds check_program for several compilers and processors and checks that the results are bit-identical.
#   scripts/check/targets.sh [TARGET...]      without arguments: all targets
# Targets: gcc-0 gcc-2 gcc-3 clang-0 clang-2 clang-3 (compiler and optimisation level, with Debian's Bullet), source
# (with Bullet from source), arm64 (Debian's cross compiler; runs in qemu-user) and wasm (Debian's Emscripten; runs in
# Node). Each target must print the recorded behaviour signature, on amd64 also without FMA and AVX2. Its recordings
# must be identical to those of the first target, and it must verify the recordings of the first target. A target is
# skipped if its compiler is missing.
# RECORDINGS=1000 is the number of recordings, a multiple of 10. JOBS=2 is the number of parallel jobs.
# Cost: nine builds of the core, and 1,000 recordings on each target.
# Exit status: 0, 1 if a target differs, 2 for invalid input.
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)
build=$root/build/targets
jobs=${JOBS:-2}
without_fma=GLIBC_TUNABLES=glibc.cpu.hwcaps=-FMA,-AVX2,-FMA4,-AVX_Fast_Unaligned_Load,-AVX2_Usable,-FMA_Usable
all=(gcc-2 gcc-0 gcc-3 clang-0 clang-2 clang-3 source arm64 wasm)
targets=("$@")
[ "$#" -gt 0 ] || targets=("${all[@]}")
mkdir -p "$build"
faults=0
reference=

say() { printf '%-8s %s\n' "$target" "$*"; }
fault() {
  say "FAULT: $*"
  faults=$((faults + 1))
}
needs() { # TOOL...
  local tool
  for tool; do
    command -v "$tool" >/dev/null || { say "skipped: no $tool (scripts/install_dependencies.sh targets installs it)" && return 1; }
  done
}
bullet() { echo "-DMARBLEMAZE_BULLET_SOURCE=$("$root/scripts/packaging/fetch_bullet.sh" "$root/build/bullet")"; }

# Sets `options` (CMake options) and `program` (the command that runs check_program). Fails if a tool is missing.
describe_target() {
  program=("$build/$target/check_program")
  case $target in
    gcc-*) options=(-DCMAKE_CXX_COMPILER=g++ "-DCMAKE_CXX_FLAGS=-O${target#*-}") ;;
    clang-*)
      needs clang++ || return 1
      options=(-DCMAKE_CXX_COMPILER=clang++ "-DCMAKE_CXX_FLAGS=-O${target#*-}")
      ;;
    source) options=(-DCMAKE_CXX_FLAGS=-O2 "$(bullet)") ;;
    arm64)
      needs aarch64-linux-gnu-g++ qemu-aarch64-static || return 1
      options=(-DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=aarch64 -DCMAKE_CXX_COMPILER=aarch64-linux-gnu-g++
        -DCMAKE_CXX_FLAGS=-O2 -DCMAKE_EXE_LINKER_FLAGS=-static "$(bullet)")
      program=(qemu-aarch64-static "${program[@]}")
      ;;
    wasm)
      needs em++ node || return 1
      export EM_FROZEN_CACHE=1 NODE_PATH=/usr/share/nodejs  # the folder of Debian's acorn
      options=(-DCMAKE_TOOLCHAIN_FILE=/usr/share/emscripten/cmake/Modules/Platform/Emscripten.cmake
        "-DCMAKE_CXX_FLAGS=-O2 -fwasm-exceptions"
        "-DCMAKE_EXE_LINKER_FLAGS=-sNODERAWFS=1 -sALLOW_MEMORY_GROWTH=1 -sTOTAL_STACK=8MB -sEXIT_RUNTIME=1" "$(bullet)")
      program=(node --no-experimental-fetch "${program[0]}.js")
      ;;
    *)
      echo "targets.sh: unknown target '$target'; available: ${all[*]}" >&2
      exit 2
      ;;
  esac
}

compare_signature() { # NAME COMMAND...
  if diff "$root/tests/data/behaviour_signature.txt" <("${@:2}" signature); then say "$1: as recorded"; else fault "$1 differs"; fi
}

compare_recordings() {
  local made=$build/$target.recordings verified
  rm -rf "$made"
  mkdir -p "$made"
  # Each job makes ten recordings at a time, so slow agents are spread over the jobs.
  seq 0 10 $((${RECORDINGS:-1000} - 1)) | xargs -P "$jobs" -I FIRST "${program[@]}" record "$made" FIRST 10 ||
    fault "cannot make recordings"
  : "${reference:=$made}"
  diff -rq "$reference" "$made" >"$build/$target.different" || fault "$(wc -l <"$build/$target.different") recordings differ"
  [ "$made" = "$reference" ] || rm -rf "$made"
  verified=$(printf '%s\0' "$reference"/*.rec | xargs -0 -P "$jobs" -n 10 "${program[@]}" verify | tee "$build/$target.verified" |
    awk '/ came out the same$/ { same += $1 } END { print same + 0 }') || true
  [ "$verified" -eq "$(find "$reference" -name '*.rec' | wc -l)" ] ||
    fault "cannot verify all recordings: see $build/$target.verified"
  say "$verified recordings verified"
}

for target in "${targets[@]}"; do
  describe_target || continue
  if ! { cmake -G Ninja -S "$root" -B "$build/$target" -DCMAKE_BUILD_TYPE=None -DMARBLEMAZE_CORE_ONLY=ON -DMARBLEMAZE_VIEWER=OFF \
    -DMARBLEMAZE_TESTS=OFF "${options[@]}" && cmake --build "$build/$target" --parallel "$jobs" --target check_program; } \
    >"$build/$target.log" 2>&1; then
    tail -n 20 "$build/$target.log" >&2
    fault "does not build: see $build/$target.log"
    continue
  fi
  compare_signature signature "${program[@]}"
  [ "$(uname -m)${#program[@]}" != x86_641 ] || compare_signature "signature without FMA and AVX2" env "$without_fma" "${program[@]}"
  compare_recordings
done
[ -z "$reference" ] || rm -rf "$reference"
echo "$faults faults"
[ "$faults" -eq 0 ]
