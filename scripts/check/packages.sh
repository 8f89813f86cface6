#!/usr/bin/env bash
# Installs and tests the packages and the wheel of out/packages in minimal Debian 12 systems. Then runs piuparts, which
# installs, removes and purges the packages and reports leftover files. Run scripts/package.sh first. Needs root
# privileges to create chroots, and a Debian mirror (DEBIAN_MIRROR).
#   scripts/check/packages.sh
# Cost: some minutes, mainly for downloads.
# Exit status: 0, 1 if a check fails, 3 if a system cannot be created.
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)
packages=$root/out/packages
work=$root/build/packages
base=$work/bookworm.tar.gz  # a base system in piuparts's format
mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian}
log=$work/check.log
chroot=
failed=0

fail() {
  echo "packages.sh: $*" >&2
  exit 3
}
leave() {
  [ -n "$chroot" ] || return 0
  umount "$chroot/proc" 2>/dev/null || true
  rm -rf --one-file-system "$chroot"
}
trap leave EXIT
within() {
  chroot "$chroot" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"
}

# Creates a new system and installs packages in it. The folder /try contains the wheel and the files of the checks.
install() { # PACKAGE...
  local package file list=()
  leave
  chroot=$(mktemp -d)
  tar -C "$chroot" -xf "$base"
  mount -t proc proc "$chroot/proc" || fail "cannot mount /proc in $chroot"
  cp /etc/resolv.conf "$chroot/etc/"
  mkdir "$chroot/try"
  cp "$packages"/*.{deb,whl} "$root/docs/reference/python.md" "$root/scripts/packaging/try_wheel.sh" "$chroot/try"
  # shellcheck disable=SC2016
  sed -n '/^```cpp/,/^```$/{//!p}' "$root/docs/how-to/extend.md" >"$chroot/try/mine.cpp"
  # shellcheck disable=SC2016
  sed -n '/^```cmake/,/^```$/{//!p}' "$root/docs/how-to/extend.md" >"$chroot/try/CMakeLists.txt"
  for package; do
    for file in "$chroot/try/$package"_*.deb; do
      if [ -e "$file" ]; then list+=("${file#"$chroot"}"); else list+=("$package"); fi
    done
  done
  { within apt-get -q update && within apt-get -q -y --no-install-recommends install "${list[@]}"; } >>"$log" 2>&1 ||
    fail "cannot install $*: see $log"
}

# Runs the commands from standard input in /try and prints the last lines of their output.
try() { # NAME [LINES]
  echo "== $1"
  if within sh -exc 'cd /try && . /dev/stdin' >"$work/output" 2>>"$log"; then
    tail -n "${2:-1}" "$work/output"
  else
    tail -n 5 "$work/output" "$log"
    echo "FAILED: $1"
    failed=1
  fi
}

[ "$(id -u)" -eq 0 ] || fail "cannot make a chroot: run the script as root"
ls "$packages"/marblemaze_*.deb >/dev/null 2>&1 || fail "no packages in $packages: run scripts/package.sh first"
"$root/scripts/install_dependencies.sh" packages
mkdir -p "$work"
: >"$log"
[ -s "$base" ] || mmdebstrap --variant=minbase bookworm "$base" "$mirror" >>"$log" 2>&1 || fail "mmdebstrap failed: see $log"

install marblemaze libmarblemaze2 libmarblemaze-dev python3-marblemaze marblemaze-doc
try "without the viewer, no package of OpenGL, X or Wayland is installed, and watch explains how to install it" <<'EOF'
! dpkg-query -W -f '${Package}\n' | grep -E '^lib(gl[0-9x]|egl|opengl|glfw|x11|wayland)'
! marblemaze watch 2>&1
EOF

install marblemaze marblemaze-viewer
try "a maze is solved and shown within a minute of the installation" 2 <<'EOF'
marblemaze solve --size 5 --layers outer --orientations 24 --seed 7 | tail -n 1
timeout 60 marblemaze watch --seed 7 --at-move 2 --panels --screenshot maze.png >/dev/null
test -s maze.png
marblemaze generate -o maze.json
marblemaze export maze.json --page maze.html
ln -s /usr/bin/marblemaze elsewhere
./elsewhere watch --list-keys >/dev/null # finds the viewer in the folder to which the link leads
cd /usr/share
ls man/man1/marblemaze-solve.1.gz bash-completion/completions/marblemaze zsh/vendor-completions/_marblemaze \
  fish/vendor_completions.d/marblemaze.fish doc/marblemaze/THIRD-PARTY applications/org.marblemaze.viewer.desktop >/dev/null
EOF

install libmarblemaze2 libmarblemaze-dev python3-marblemaze g++ make cmake
try "C++ with CMake" <<'EOF'
cmake -S . -B build && cmake --build build
grep -q ffp-contract=off build/CMakeFiles/mine.dir/flags.make
build/mine
EOF
try "C++ with pkg-config" <<'EOF'
g++ -std=c++20 mine.cpp -o mine $(pkg-config --cflags --libs marblemaze-cpp)
./mine
EOF
try "C with pkg-config" <<'EOF'
printf '#include <marblemaze.h>\n#include <stdio.h>\nint main(void) { return printf("version %%s\\n", mm_version()) < 0; }\n' >c.c
gcc c.c -o c $(pkg-config --cflags --libs marblemaze)
./c
EOF
try "Python" <<'EOF'
python3 -m marblemaze.classroom list >/dev/null
python3 -c "import marblemaze as mm, importlib.metadata
print(importlib.metadata.version('marblemaze'), mm.Episode(mm.Maze.generate(3, seed=7)).run())"
EOF

install python3-numpy python3-venv
try "the wheel" 2 <<'EOF'
bash try_wheel.sh *.whl python.md
EOF

echo "== piuparts"
if piuparts --basetgz="$base" --distribution=bookworm --mirror="$mirror main" --no-eatmydata --log-file="$work/piuparts.log" \
  --log-level=error "$packages"/*.deb; then
  tail -n 1 "$work/piuparts.log"
else
  echo "FAILED: piuparts: see $work/piuparts.log"
  failed=1
fi
exit "$failed"
