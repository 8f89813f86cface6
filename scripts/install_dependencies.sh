#!/usr/bin/env bash
# Installs the Debian packages that are missing, and says nothing when none is.
#   install_dependencies.sh [build] [viewer] [tests] [window_tests]    without arguments: all four
#   install_dependencies.sh targets                       other compilers, for scripts/check/targets.sh
#   install_dependencies.sh web                           for build_web.sh and scripts/check/web.sh
#   install_dependencies.sh outside                       for scripts/check/outside.py
#   install_dependencies.sh coverage                      for scripts/check/coverage.sh
#   install_dependencies.sh learning                      for scripts/generate/train_policy.py
#   install_dependencies.sh site                          for build_site.sh
#   install_dependencies.sh packages                      for package.sh and scripts/check/packages.sh
set -euo pipefail

declare -A packages=(
  [build]="build-essential cmake ninja-build pkg-config ccache python3
           libbullet-dev libcadical-dev libglm-dev libcli11-dev nlohmann-json3-dev libfmt-dev libsqlite3-dev"
  [viewer]="libglfw3-dev libimgui-dev libstb-dev libepoxy-dev libegl-dev libgl1-mesa-dri fonts-dejavu-core ffmpeg"
  [tests]="clang-format libgtest-dev libgmock-dev libbenchmark-dev libmpfr-dev mypy nodejs parallel python3 python3-jsonschema
          python3-matplotlib python3-numpy python3-pytest python3-setuptools python3-wheel"
  [window_tests]="xvfb xdotool"
  [targets]="clang dpkg-dev g++-aarch64-linux-gnu qemu-user-static emscripten node-acorn nodejs"
  [coverage]="gcovr"
  [learning]="libopenblas0-pthread python3 python3-matplotlib python3-numpy python3-torch"
  [outside]="admesh python3 python3-networkx qqwing sgt-puzzles"
  [web]="cmake dpkg-dev emscripten esbuild ninja-build node-acorn node-typescript nodejs python3"
  [site]="doxygen furo python3 python3-breathe python3-myst-parser python3-numpy python3-sphinx"
  [packages]="appstream debhelper desktop-file-utils dh-python dpkg-dev fakeroot fish lintian man-db mmdebstrap piuparts
              python3 python3-numpy python3-pip python3-setuptools python3-venv python3-wheel zsh"
)
command -v npm >/dev/null || packages[web]+=" npm"  # which other packages of Node bring along

groups=("$@")
[ "$#" -gt 0 ] || groups=(build viewer tests window_tests)
wanted=()
for group in "${groups[@]}"; do
  if [ -z "${packages[$group]:-}" ]; then
    echo "install_dependencies.sh: group '$group': expected build, coverage, learning, outside, packages, site, targets, tests, viewer, web or window_tests" >&2
    exit 2
  fi
  # The lists are split at their blanks on purpose.
  # shellcheck disable=SC2206
  wanted+=(${packages[$group]})
done

if ! command -v dpkg-query >/dev/null; then
  echo "install_dependencies.sh: not a Debian system; assuming that these are here: ${wanted[*]}" >&2
  exit 0
fi
installed=$(dpkg-query -W -f='${db:Status-Status} ${Package}\n' "${wanted[@]}" 2>/dev/null | sed -n 's/^installed //p' || true)
missing=()
for package in "${wanted[@]}"; do
  grep -qxF "$package" <<<"$installed" || missing+=("$package")
done

# A browser opens pages in some tests.
browser=chromium-headless-shell
browser_to_add() {
  [[ " ${groups[*]} " == *" tests "* ]] || return 1
  local name
  for name in "$browser" chromium chromium-browser google-chrome; do
    ! command -v "$name" >/dev/null || return 1
  done
  apt-cache show "$browser" >/dev/null 2>&1
}
[ "${#missing[@]}" -gt 0 ] || browser_to_add || exit 0

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  as_root=(sudo)
  if ! command -v sudo >/dev/null; then
    echo "install_dependencies.sh: cannot install without root or sudo; missing: ${missing[*]}" >&2
    exit 3
  fi
fi
echo "installing ${missing[*]:-$browser}" >&2
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# Another apt, as a new machine's own upgrade, is waited for.
apt() { "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=300 "$@" </dev/null >>"$log" 2>&1; }
# An update that fails for one source need not stop the install: the lists at hand may do.
apt update || true
if browser_to_add && ! apt install --no-install-recommends "$browser"; then
  echo "install_dependencies.sh: no $browser; the tests of pages will fail" >&2
fi
if [ "${#missing[@]}" -gt 0 ] && ! apt install --no-install-recommends "${missing[@]}"; then
  grep -E '^(E|Err)' "$log" | tail -n 5 >&2 || true
  echo "install_dependencies.sh: apt-get could not install: ${missing[*]}" >&2
  exit 3
fi
