#!/usr/bin/env bash
# Builds check_program for all targets that this machine has, and compares what it does there bit for bit. Run it after every change
# of physics or arithmetic.
#   scripts/check/targets.sh [TARGET...]      without arguments: all
# Targets: gcc-0 gcc-2 gcc-3 clang-0 clang-2 clang-3 (compiler and level of optimisation, Debian's Bullet), source (Bullet from its
# sources), arm64 (Debian's cross compiler, run by qemu-user), wasm (Debian's Emscripten, run by node). On each the behaviour signature
# is compared with tests/data, on amd64 also with masked processor features. Recordings are made, compared byte by byte with those
# of the first target, and those are verified. Prints a reason for each target that the machine lacks.
# RECORDINGS=1000 is their number, in tens; JOBS=2 compilers or runs at once.
# Cost: nine builds of the core, and 1,000 recordings on each.
# Exit status: 0, 1 if something differs, 2 for bad input.
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)
build=$root/build/targets
recordings=${RECORDINGS:-1000}
jobs=${JOBS:-2}
masked=GLIBC_TUNABLES=glibc.cpu.hwcaps=-FMA,-AVX2,-FMA4,-AVX_Fast_Unaligned_Load,-AVX2_Usable,-FMA_Usable
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
lacks() { # TOOL PACKAGE
  command -v "$1" >/dev/null && return 1
  say "skipped: no $1 (Debian's $2)"
}
bullet() { echo "-DMARBLEMAZE_BULLET_SOURCE=$("$root/scripts/packaging/fetch_bullet.sh" "$root/build/bullet")"; }

# Sets `options` for cmake and `program`, the command of the program; fails if the machine lacks something.
describe_target() {
  program=("$build/$target/check_program")
  case $target in
    gcc-*) options=(-DCMAKE_CXX_COMPILER=g++ "-DCMAKE_CXX_FLAGS=-O${target#*-}") ;;
    clang-*)
      lacks clang++ clang && return 1
      # Clang shares no precompiled header between files that are optimised and files that are not.
      options=(-DCMAKE_CXX_COMPILER=clang++ "-DCMAKE_CXX_FLAGS=-O${target#*-}" -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON)
      ;;
    source) options=(-DCMAKE_CXX_FLAGS=-O2 "$(bullet)") ;;
    arm64)
      lacks aarch64-linux-gnu-g++ g++-aarch64-linux-gnu && return 1
      lacks qemu-aarch64-static qemu-user-static && return 1
      options=(-DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=aarch64 -DCMAKE_CXX_COMPILER=aarch64-linux-gnu-g++
        -DCMAKE_CXX_FLAGS=-O2 -DCMAKE_EXE_LINKER_FLAGS=-static "$(bullet)")
      program=(qemu-aarch64-static "${program[@]}")
      ;;
    wasm)
      lacks em++ emscripten && return 1
      lacks node nodejs && return 1
      export EM_FROZEN_CACHE=1 NODE_PATH=/usr/share/nodejs  # where Debian's acorn is, for nodes from elsewhere
      options=(-DCMAKE_TOOLCHAIN_FILE=/usr/share/emscripten/cmake/Modules/Platform/Emscripten.cmake
        -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON "-DCMAKE_CXX_FLAGS=-O2 -fwasm-exceptions"
        "-DCMAKE_EXE_LINKER_FLAGS=-sNODERAWFS=1 -sALLOW_MEMORY_GROWTH=1 -sTOTAL_STACK=8MB -sEXIT_RUNTIME=1" "$(bullet)")
      program=(node --no-experimental-fetch "${program[0]}.js")
      ;;
    *)
      echo "targets.sh: unknown target '$target'; available: ${all[*]}" >&2
      exit 2
      ;;
  esac
}

build_target() {
  local log=$build/$target.log
  cmake -G Ninja -S "$root" -B "$build/$target" -DCMAKE_BUILD_TYPE=None -DMARBLEMAZE_CORE_ONLY=ON -DMARBLEMAZE_VIEWER=OFF \
    -DMARBLEMAZE_TESTS=OFF "${options[@]}" >"$log" 2>&1 &&
    cmake --build "$build/$target" --parallel "$jobs" --target check_program >>"$log" 2>&1 && return 0
  tail -n 20 "$log" >&2
  fault "does not build; the whole log is $log"
  return 1
}

compare_signature() { # NAME COMMAND...
  if diff "$root/tests/data/behaviour_signature.txt" <("${@:2}" signature); then say "$1: as known"; else fault "$1 differs"; fi
}

compare_recordings() {
  local made=$build/$target.recordings same
  rm -rf "$made"
  mkdir -p "$made"
  # In slices of ten, because some agents are much slower than others.
  seq 0 10 $((recordings - 1)) | xargs -P "$jobs" -I FIRST "${program[@]}" record "$made" FIRST 10 || fault "cannot make recordings"
  if [ -z "$reference" ]; then
    reference=$made
  else
    diff -rq "$reference" "$made" >"$build/$target.different" || fault "$(wc -l <"$build/$target.different") recordings differ"
    rm -rf "$made"
  fi
  same=$(printf '%s\0' "$reference"/*.rec | xargs -0 -P "$jobs" -n 10 "${program[@]}" verify | tee "$build/$target.verified" |
    awk '/ came out the same$/ { same += $1 } END { print same + 0 }') || true
  [ "$same" -eq "$(find "$reference" -name '*.rec' | wc -l)" ] || fault "verify: see $build/$target.verified"
  say "$same recordings came out the same"
}

for target in "${targets[@]}"; do
  describe_target && build_target || continue
  compare_signature signature "${program[@]}"
  [ "$(uname -m)${#program[@]}" != x86_641 ] || compare_signature "signature without FMA and AVX2" env "$masked" "${program[@]}"
  compare_recordings
done
[ -z "$reference" ] || rm -rf "$reference"
echo "$faults faults"
[ "$faults" -eq 0 ]
