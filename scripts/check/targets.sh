#!/usr/bin/env bash
# Builds the program's core for all targets that this machine has, and compares what it does there bit
# for bit. Run it after every change of physics or arithmetic.
#   scripts/check/targets.sh [TARGET...]      without arguments: all
# Targets: gcc-0 gcc-2 gcc-3 clang-0 clang-2 clang-3 (compiler and level of optimisation, Debian's
# Bullet), source (Bullet from its sources), arm64 (Debian's cross compiler, run by qemu-user), wasm
# (Debian's Emscripten, run by node). On each the behaviour signature is compared with tests/data, and
# with masked processor features on amd64; recordings are made, compared byte by byte with those of the
# first target, and the first one's are verified. Skips with the reason what the machine lacks.
# Cost: nine builds of the core, and 1,000 recordings on each.
# RECORDINGS=1000 says how many; JOBS=2 compilers or runs at once. Status 1 where something differs.
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)
build=$root/build/targets
recordings=${RECORDINGS:-1000}
jobs=${JOBS:-2}
known=$root/tests/data/behaviour_signature.txt
masked=GLIBC_TUNABLES=glibc.cpu.hwcaps=-FMA,-AVX2,-FMA4,-AVX_Fast_Unaligned_Load,-AVX2_Usable,-FMA_Usable
all=(gcc-2 gcc-0 gcc-3 clang-0 clang-2 clang-3 source arm64 wasm)
targets=("$@")
[ "$#" -gt 0 ] || targets=("${all[@]}")
mkdir -p "$build"
faults=0
reference=

say() { printf '%-8s %s\n' "$target" "$*"; }
fault() {
  say "$*"
  faults=$((faults + 1))
}
lacks() { # TOOL PACKAGE: says so where it is missing
  command -v "$1" >/dev/null && return 1
  say "skipped: no $1 (Debian's $2)"
}
bullet_sources() { "$root/scripts/packaging/fetch_bullet.sh" "$root/build/bullet"; }

# Sets `options` for cmake and `runner` for the program; fails where the machine lacks something.
describe_target() {
  local level=${target#*-}
  options=()
  runner=()
  program=check_program
  case $target in
    gcc-*) options=(-DCMAKE_CXX_COMPILER=g++ "-DCMAKE_CXX_FLAGS=-O$level") ;;
    clang-*)
      lacks clang++ clang && return 1
      # Clang shares no precompiled header between files that are optimised and files that are not.
      options=(-DCMAKE_CXX_COMPILER=clang++ "-DCMAKE_CXX_FLAGS=-O$level" -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON)
      ;;
    source) options=(-DCMAKE_CXX_FLAGS=-O2 "-DMARBLEMAZE_BULLET_SOURCE=$(bullet_sources)") ;;
    arm64)
      lacks aarch64-linux-gnu-g++ g++-aarch64-linux-gnu && return 1
      lacks qemu-aarch64-static qemu-user-static && return 1
      options=(-DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=aarch64 -DCMAKE_CXX_COMPILER=aarch64-linux-gnu-g++
        -DCMAKE_CXX_FLAGS=-O2 -DCMAKE_EXE_LINKER_FLAGS=-static "-DMARBLEMAZE_BULLET_SOURCE=$(bullet_sources)")
      runner=(qemu-aarch64-static)
      ;;
    wasm)
      lacks em++ emscripten && return 1
      lacks node nodejs && return 1
      export EM_FROZEN_CACHE=1 NODE_PATH=/usr/share/nodejs  # where Debian's acorn is, for nodes from elsewhere
      options=(-DCMAKE_TOOLCHAIN_FILE=/usr/share/emscripten/cmake/Modules/Platform/Emscripten.cmake
        -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON "-DCMAKE_CXX_FLAGS=-O2 -fwasm-exceptions"
        "-DCMAKE_EXE_LINKER_FLAGS=-sNODERAWFS=1 -sALLOW_MEMORY_GROWTH=1 -sTOTAL_STACK=8MB -sEXIT_RUNTIME=1"
        "-DMARBLEMAZE_BULLET_SOURCE=$(bullet_sources)")
      runner=(node --no-experimental-fetch)
      program=check_program.js
      ;;
    *)
      echo "targets.sh: target '$target': expected one of ${all[*]}" >&2
      exit 2
      ;;
  esac
}

build_target() {
  local log=$build/$target.log
  cmake -G Ninja -S "$root" -B "$build/$target" -DCMAKE_BUILD_TYPE=None -DMARBLEMAZE_CORE_ONLY=ON \
    -DMARBLEMAZE_VIEWER=OFF -DMARBLEMAZE_TESTS=OFF "${options[@]}" >"$log" 2>&1 &&
    cmake --build "$build/$target" --parallel "$jobs" --target check_program >>"$log" 2>&1 && return 0
  tail -n 20 "$log" >&2
  fault "does not build; the whole log is $log"
  return 1
}

compare_signature() { # NAME COMMAND...: all lines alike, and in a core without some modules no line else
  local name=$1 result=$build/$target.signature
  shift
  if ! "$@" signature >"$result"; then
    fault "$name: the program failed"
  elif diff "$known" "$result"; then
    say "$name: $(tail -n 1 "$result" | awk '{print $1, $2, "ticks"}'), as known"
  else
    fault "$name: differs"
  fi
}

record_all() { # FOLDER COMMAND...: in slices of ten runs, because some agents are much slower than others
  local folder=$1
  shift
  seq 0 10 $((recordings - 1)) | xargs -P "$jobs" -I FIRST bash -c \
    'first=$1 last=$2 folder=$3; shift 3; exec "$@" record "$folder" "$first" $((last - first < 10 ? last - first : 10))' \
    slice FIRST "$recordings" "$folder" "$@"
}

verify_all() { # COMMAND...: how many came out the same, and what differs
  local said
  said=$(printf '%s\0' "$reference"/*.rec | xargs -0 -P "$jobs" -n 10 "$@" verify) || true
  grep -v ' came out the same$' <<<"$said" || true
  awk '/ came out the same$/ { same += $1 } END { print same + 0 }' <<<"$said" >"$build/$target.same"
}

compare_recordings() { # COMMAND...
  local made=$build/$target.recordings same
  rm -rf "$made"
  mkdir -p "$made"
  if ! record_all "$made" "$@"; then
    fault "recordings: the program failed"
    return 0
  fi
  if [ -z "$reference" ]; then
    reference=$made
    say "recordings: $recordings made, $(du -sm "$made" | cut -f1) MB"
  else
    diff -rq "$reference" "$made" >"$build/$target.different" || true
    if [ -s "$build/$target.different" ]; then
      fault "recordings: $(wc -l <"$build/$target.different") of $recordings files differ"
    else
      say "recordings: all $recordings files have the bytes of ${reference##*/}"
    fi
    rm -rf "$made"
  fi
  verify_all "$@"
  same=$(<"$build/$target.same")
  if [ "$same" -eq "$recordings" ]; then say "$same of $recordings recordings came out the same"
  else fault "verify: $same of $recordings recordings came out the same"; fi
}

for target in "${targets[@]}"; do
  describe_target || continue
  build_target || continue
  command=("${runner[@]}" "$build/$target/$program")
  compare_signature signature "${command[@]}"
  [ "$(uname -m)${#runner[@]}" != x86_640 ] || compare_signature "signature without FMA and AVX2" env "$masked" "${command[@]}"
  compare_recordings "${command[@]}"
done
[ -z "$reference" ] || rm -rf "$reference"
echo "${#targets[@]} targets, $faults faults"
[ "$faults" -eq 0 ]
