#!/usr/bin/env bash
# Installs the packages of out/packages, and the wheel, in a bare Debian 12, uses, upgrades and removes them, and says what it saw.
# To be run before a release, after scripts/package.sh. Needs root (it makes a chroot) and a mirror of Debian.
# Cost: some minutes, most of them for downloads.
#   scripts/check/packages.sh               our own check, then piuparts
#   scripts/check/packages.sh --own         only our own check
# DEBIAN_MIRROR names another mirror.
set -euo pipefail
scripts=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
root=$(cd "$scripts/.." && pwd)
packages=$root/out/packages
work=$root/build/packages
base=$work/bookworm.tar.gz  # as piuparts wants it
mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian}
log=$work/check.log
faults=0

fail() {
  echo "packages.sh: $*" >&2
  exit 3
}
fault() {
  echo "FAULT: $*"
  faults=$((faults + 1))
}
now() { date +%s.%N; }
seconds_since() { awk -v a="$1" -v b="$(now)" 'BEGIN { printf "%.1f", b - a }'; }

make_base() {
  [ ! -s "$base" ] || return 0
  echo "making a bare Debian 12" >&2
  mmdebstrap --variant=minbase bookworm "$work/bookworm.part.tar.gz" "$mirror" >"$work/bookworm.log" 2>&1 ||
    fail "mmdebstrap failed; its log is $work/bookworm.log"
  mv "$work/bookworm.part.tar.gz" "$base"
}

leave() {
  umount "$chroot/proc" 2>/dev/null || true
  rm -rf --one-file-system "$chroot"
}

enter() {
  chroot=$(mktemp -d)
  trap leave EXIT
  tar -C "$chroot" -xf "$base"
  mount -t proc proc "$chroot/proc" || fail "cannot mount /proc in the chroot"
  cp /etc/resolv.conf "$chroot/etc/"
  mkdir -p "$chroot"/packages/older "$chroot/tmp/own"
  cp "$packages"/*.deb "$chroot/packages/"
  cp "$packages"/*.whl "$root/docs/reference/python.md" "$scripts/packaging/try_wheel.sh" "$chroot/tmp/own/"
  mapfile -t names < <(cd "$packages" && for file in *.deb; do echo "${file%%_*}"; done)
}

within() {
  chroot "$chroot" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"
}
apt() {
  within apt-get -q -y -o Dpkg::Use-Pty=0 --no-install-recommends "$@" >>"$log" 2>&1 || fail "apt-get $* failed; the log is $log"
}
deb() { (cd "$chroot" && for name in "$@"; do ls "packages/${name}"_*.deb; done | sed 's|^|/|'); }
# Files and folders but for those that the package system keeps for itself, and ours.
files() {
  (cd "$chroot" && find . -xdev \( -path ./proc -o -path ./packages -o -path ./tmp -o -path ./root -o -path ./var/lib/apt \
    -o -path ./var/lib/dpkg -o -path ./var/cache -o -path ./var/log \) -prune -o -print | LC_ALL=C sort)
}
remove_all() {
  apt purge "${names[@]}"
  apt autoremove --purge
}

check_without_viewer() {
  echo "== all but the viewer"
  local list
  mapfile -t list < <(deb marblemaze libmarblemaze2 libmarblemaze-dev python3-marblemaze marblemaze-doc)
  apt install "${list[@]}"
  # shellcheck disable=SC2016  # the format is dpkg-query's
  if within dpkg-query -W -f '${Package}\n' | grep -E '^lib(gl[0-9x]|egl|opengl|glfw|x11|wayland)'; then
    fault "these came along without the viewer"
  else
    echo "no package of OpenGL, X or Wayland came along"
  fi
  ! within marblemaze watch >"$work/watch.txt" 2>&1 || fault "watch works without the viewer"
  cat "$work/watch.txt"
  remove_all
}

check_first_minute() {
  echo "== the first minute, after the downloads"
  local list start minute file
  mapfile -t list < <(deb marblemaze marblemaze-viewer)
  apt install --download-only "${list[@]}"
  start=$(now)
  apt install "${list[@]}"
  echo "installed after $(seconds_since "$start") s"
  within marblemaze solve --size 5 --layers outer --orientations 24 --seed 7 >"$work/solved.txt" || fault "seed 7 is not solved"
  tail -n 2 "$work/solved.txt"
  echo "solved after $(seconds_since "$start") s"
  within marblemaze watch --seed 7 --at-move 2 --panels --screenshot /tmp/maze.png >>"$log" 2>&1 || fault "no picture; the log is $log"
  minute=$(seconds_since "$start")
  echo "a picture of $(stat -c %s "$chroot/tmp/maze.png") bytes after $minute s"
  awk -v s="$minute" 'BEGIN { exit !(s < 60) }' || fault "that is more than a minute"
  within sh -ec 'cd /tmp && marblemaze generate -o maze.json && marblemaze export maze.json --page maze.html' >>"$log" 2>&1 ||
    fault "no page for browsers with a maze; the log is $log"
  ln -s /usr/bin/marblemaze "$chroot/tmp/elsewhere"
  within /tmp/elsewhere watch --list-keys >/dev/null || fault "through a link, the program does not find its viewer"
  for file in man/man1/marblemaze-solve.1.gz bash-completion/completions/marblemaze zsh/vendor-completions/_marblemaze \
    fish/vendor_completions.d/marblemaze.fish doc/marblemaze/THIRD-PARTY applications/org.marblemaze.viewer.desktop; do
    [ -s "$chroot/usr/share/$file" ] || fault "there is no /usr/share/$file"
  done
}

write_programs() {
  local page=$root/docs/how-to/extend.md
  sed -n '/^```cpp/,/^```$/{//!p}' "$page" >"$chroot/tmp/own/mine.cpp"
  sed -n '/^```cmake/,/^```$/{//!p}' "$page" >"$chroot/tmp/own/CMakeLists.txt"
  cat >"$chroot/tmp/own/own.c" <<'EOF'
#include <marblemaze.h>
#include <stdio.h>
int main(void) { return printf("version %s\n", mm_version()) < 0; }
EOF
  cat >"$chroot/tmp/own/own.py" <<'EOF'
import marblemaze as mm
episode = mm.Episode(mm.Maze.generate(3, seed=7))
print(episode.run(), "in", len(episode.moves), "moves")
EOF
}

built() { # WHAT COMMAND: builds in /tmp/own and runs what came out
  within sh -ec "cd /tmp/own && { $2; } >log 2>&1 && ./own" >"$work/own.txt" 2>&1 || {
    tail -n 5 "$chroot/tmp/own/log"
    fault "$1: does not build or run"
  }
  echo "$1: $(paste -sd, "$work/own.txt")"
  rm -f "$chroot/tmp/own/own"
}

check_other_programs() {
  echo "== programs of others"
  local list
  mapfile -t list < <(deb libmarblemaze2 libmarblemaze-dev python3-marblemaze)
  apt install "${list[@]}" g++ make cmake
  write_programs
  built "C++ through CMake" "cmake -S . -B build && cmake --build build && grep -q ffp-contract=off build/CMakeFiles/mine.dir/flags.make && cp build/mine own"
  # The words are for the shell in there.
  # shellcheck disable=SC2016
  built "C++ through pkg-config" 'g++ -std=c++20 mine.cpp -o own $(pkg-config --cflags --libs marblemaze-cpp)'
  # shellcheck disable=SC2016
  built "C through pkg-config" 'gcc own.c -o own $(pkg-config --cflags --libs marblemaze)'
  echo "Python: $(within python3 /tmp/own/own.py || fault "the Python program fails")"
  echo "its version: $(within python3 -c 'import importlib.metadata as all; print(all.version("marblemaze"))' || fault "none is found")"
  echo "classroom: $(within python3 -m marblemaze.classroom list | wc -l || fault "the classroom fails") exercises"
}

# Without any package of ours.
check_wheel() {
  echo "== the wheel"
  apt install python3-numpy python3-venv
  within bash -c 'cd /tmp/own && bash try_wheel.sh *.whl python.md' || fault "the wheel"
}

# Packages that differ in nothing but an older version come first.
check_upgrade() {
  echo "== upgrade and removal"
  local file list unpacked=$work/older version
  # shellcheck disable=SC2016  # the format is dpkg-query's
  version=$(within dpkg-query -W -f '${Version}' marblemaze)
  remove_all
  for file in "$packages"/*.deb; do
    dpkg-deb -R "$file" "$unpacked"
    sed -i "s/\b$version\b/0.0.1/g" "$unpacked/DEBIAN/control"
    dpkg-deb --root-owner-group -b "$unpacked" "$chroot/packages/older/$(basename "$file")" >>"$log"
    rm -rf "$unpacked"
  done
  mapfile -t list < <(cd "$chroot" && printf '/%s\n' packages/older/*.deb)
  apt install "${list[@]}"
  mapfile -t list < <(deb "${names[@]}")
  apt install "${list[@]}"
  echo "upgraded from $(grep -c "^Unpacking .* over (0.0.1)" "$log") older packages; marblemaze says: $(within marblemaze --version)"
  remove_all
  apt purge g++ make cmake
  apt autoremove --purge
  if files | diff "$work/files-before" - >"$work/files-left"; then
    echo "after the removal every file is gone"
  else
    grep -i marblemaze "$work/files-left" && fault "these are left"
    echo "nothing of ours is left; packages of others left $(grep -c '^>' "$work/files-left") files (list: $work/files-left)"
  fi
}

check_with_piuparts() {
  if ! command -v piuparts >/dev/null; then
    echo "piuparts is not installed: not tried"
    return 0
  fi
  echo "== piuparts: install, remove, purge"
  if piuparts --basetgz="$base" --distribution=bookworm --mirror="$mirror main" --no-eatmydata --log-file="$work/piuparts.log" \
    --log-level=error "$packages"/*.deb; then
    tail -n 1 "$work/piuparts.log"
  else
    tail -n 5 "$work/piuparts.log"
    fault "piuparts; its log is $work/piuparts.log"
  fi
}

[ "$(id -u)" -eq 0 ] || fail "a chroot needs root"
ls "$packages"/marblemaze_*.deb >/dev/null 2>&1 || fail "no packages in $packages: run scripts/package.sh first"
"$scripts/install_dependencies.sh" packages
mkdir -p "$work"
: >"$log"
make_base
enter
apt update
files >"$work/files-before"
check_without_viewer
check_first_minute
check_other_programs
check_upgrade
check_wheel
[ "${1:-}" = --own ] || check_with_piuparts
echo "$faults faults"
[ "$faults" -eq 0 ]
