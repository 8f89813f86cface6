#!/usr/bin/env bash
# Installs missing Debian packages. Prints nothing if no package is missing.
#   install_dependencies.sh [GROUP...]      without arguments: build viewer tests window_tests
# Other groups: targets (for scripts/check/targets.sh), web (build_web.sh and scripts/check/web.sh), outside
# (scripts/check/outside.py), coverage (scripts/check/coverage.sh), learning (scripts/generate/train_policy.py), site
# (build_site.sh), and packages (package.sh and scripts/check/packages.sh).
set -euo pipefail

declare -A packages=(
  [build]="build-essential cmake ninja-build pkg-config ccache python3
           libbullet-dev libcadical-dev libglm-dev libcli11-dev nlohmann-json3-dev libfmt-dev libsqlite3-dev"
  [viewer]="libglfw3-dev libimgui-dev libstb-dev libepoxy-dev libegl-dev libgl1-mesa-dri fonts-dejavu-core fonts-inter ffmpeg"
  [tests]="clang-format libgtest-dev libgmock-dev libbenchmark-dev mypy nodejs parallel python3 python3-jsonschema
          python3-matplotlib python3-numpy python3-pytest python3-setuptools python3-wheel"
  [window_tests]="xvfb"
  [targets]="clang dpkg-dev g++-aarch64-linux-gnu qemu-user-static emscripten node-acorn nodejs"
  [coverage]="gcovr"
  [learning]="libopenblas0-pthread python3 python3-matplotlib python3-numpy python3-torch"
  [outside]="admesh python3 python3-networkx qqwing sgt-puzzles"
  [web]="cmake dpkg-dev emscripten esbuild ninja-build node-acorn node-typescript nodejs python3 python3-numpy"
  [site]="doxygen furo python3 python3-breathe python3-myst-parser python3-numpy python3-sphinx"
  [packages]="appstream debhelper desktop-file-utils dh-python dpkg-dev fakeroot fish lintian man-db mmdebstrap piuparts
              python3 python3-numpy python3-pip python3-setuptools python3-venv python3-wheel zsh"
)
command -v npm >/dev/null || packages[web]+=" npm"  # Node packages from other sources contain npm

groups=("$@")
[ "$#" -gt 0 ] || groups=(build viewer tests window_tests)
wanted=()
for group in "${groups[@]}"; do
  if [ -z "${packages[$group]:-}" ]; then
    echo "install_dependencies.sh: unknown group '$group'; available: ${!packages[*]}" >&2
    exit 2
  fi
  # Splits the list into words.
  # shellcheck disable=SC2206
  wanted+=(${packages[$group]})
done

if ! command -v dpkg-query >/dev/null; then
  echo "install_dependencies.sh: cannot check packages without dpkg; make sure that these are installed: ${wanted[*]}" >&2
  exit 0
fi
installed=$(dpkg-query -W -f='${db:Status-Status} ${Package}\n' "${wanted[@]}" 2>/dev/null | sed -n 's/^installed //p' || true)
missing=()
for package in "${wanted[@]}"; do
  grep -qxF "$package" <<<"$installed" || missing+=("$package")
done

# Some tests open pages in a browser.
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
    if [ "${#missing[@]}" -eq 0 ]; then
      echo "install_dependencies.sh: cannot install $browser without root; the tests of pages will fail" >&2
      exit 0
    fi
    echo "install_dependencies.sh: cannot install ${missing[*]}: run it as root, or install sudo" >&2
    exit 3
  fi
fi
echo "installing ${missing[*]:-$browser}" >&2
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# The timeout waits for other processes that use apt, such as automatic upgrades.
apt() { "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=300 "$@" </dev/null >>"$log" 2>&1; }
# If the update fails, the existing package lists may suffice.
apt update || true
if browser_to_add && ! apt install --no-install-recommends "$browser"; then
  echo "install_dependencies.sh: cannot install $browser; the tests of pages will fail" >&2
fi
if [ "${#missing[@]}" -gt 0 ] && ! apt install --no-install-recommends "${missing[@]}"; then
  grep -E '^(E|Err)' "$log" | tail -n 5 >&2 || true
  echo "install_dependencies.sh: cannot install ${missing[*]}: apt-get failed" >&2
  exit 3
fi
