#!/usr/bin/env bash
# Builds the Debian packages, the wheel and source distribution of the Python package, and the browser version in
# out/packages. Then checks the Debian packages with lintian and tests the wheel in a virtual environment. Needs root
# privileges only to install missing packages.
#   package.sh            takes about half an hour of CPU time
#   package.sh --twice    builds everything again in another folder and compares the bytes
# The control files are in scripts/packaging/debian. The packages are reproducible: their dates are the date of the last
# commit, or SOURCE_DATE_EPOCH.
set -euo pipefail
scripts=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd)
root=$(cd "$scripts/.." && pwd)
case "${1:-}" in
  '' | --twice) ;;
  *)
    echo "package.sh: unknown argument '$1'; available: --twice" >&2
    exit 2
    ;;
esac
"$scripts/install_dependencies.sh" build viewer web packages
work=$root/build/packages
out=$root/out/packages
version=$("$scripts/packaging/version.sh")
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -C "$root" log -1 --format=%ct 2>/dev/null || stat -c %Y "$root/CHANGELOG.md")}

# Copies the sources. Adds the folder debian/ and a link to the sources of Bullet.
copy_sources() { # FOLDER
  rm -rf "$1"
  mkdir -p "$1"
  tar -C "$root" --exclude=__pycache__ -c CMakeLists.txt CMakePresets.json pyproject.toml LICENSE THIRD-PARTY \
    ARCHITECTURE.md CHANGELOG.md CITATION.cff CONTRIBUTING.md README.md agent docs engine maze render scripts shaders tests | tar -C "$1" -x
  mkdir "$1/build"
  ln -s "$root/build/bullet" "$1/build/bullet"
  cp -r "$1/scripts/packaging/debian" "$1/debian"
  cat >"$1/debian/changelog" <<EOF
marblemaze ($version) unstable; urgency=medium

  * Version $version. CHANGELOG.md in marblemaze-doc lists the changes.

 -- $(sed -n 's/^Maintainer: //p' "$1/debian/control")  $(LC_ALL=C date -u -R -d "@$SOURCE_DATE_EPOCH")
EOF
}

# The Debian packages contain the browser version, so it is built first. pip builds the wheel from the source
# distribution to test both.
make_all() { # FOLDER SOURCES
  "$2/scripts/build_web.sh"
  cp "$2/out/web/marblemaze.html" "$1"
  PYTHONPATH=$2/scripts/packaging /usr/bin/python3 -B -c 'import python_package, sys; python_package.build_sdist(sys.argv[1])' "$1"
  /usr/bin/python3 -m pip wheel --no-build-isolation --no-index --no-deps --wheel-dir "$1" "$1/marblemaze-$version.tar.gz"
  cd "$2"
  DEB_CXXFLAGS_STRIP=-g DEB_CFLAGS_STRIP=-g DEB_BUILD_OPTIONS="noautodbgsym parallel=$(nproc) ${DEB_BUILD_OPTIONS:-}" \
    dpkg-buildpackage -b -us -uc
}

# Builds in FOLDER/marblemaze-VERSION and writes the packages to FOLDER.
build() { # FOLDER
  local sources=$1/marblemaze-$version log=$1/build.log
  mkdir -p "$1"
  rm -f "$1"/*.{deb,whl,tar.gz,html}
  copy_sources "$sources"
  echo "building the packages in ${1#"$root/"}" >&2
  make_all "$1" "$sources" </dev/null >"$log" 2>&1 &  # `set -e` has no effect within a condition
  if ! wait "$!"; then
    tail -n 40 "$log" >&2
    echo "package.sh: cannot build the packages: see $log" >&2
    exit 3
  fi
}

sums() { (cd "$1" && sha256sum -- *.{deb,whl,tar.gz,html}); }

# debhelper sets a temporary home folder, in which the compiler cache would be empty.
if command -v ccache >/dev/null; then CCACHE_DIR=${CCACHE_DIR:-$(ccache -k cache_dir)} && export CCACHE_DIR; fi
"$scripts/packaging/fetch_bullet.sh" "$root/build/bullet" >/dev/null
build "$work/first"
rm -rf "$out"
mkdir -p "$out"
cp "$work"/first/*.{deb,whl,tar.gz,html,changes,buildinfo} "$out"
(cd "$out" && du -h -- *.{deb,whl,tar.gz,html})
lintian --fail-on error,warning --tag-display-limit 0 "$out"/*.changes
echo "lintian: no errors or warnings"
"$scripts/packaging/try_wheel.sh" "$out"/*.whl "$root/docs/reference/python.md"
if [ "${1:-}" = --twice ]; then
  (umask 027 && export TZ=Pacific/Chatham LC_ALL=C.UTF-8 CCACHE_DISABLE=1 && build "$work/elsewhere/again")
  if ! diff <(sums "$work/first") <(sums "$work/elsewhere/again"); then
    echo "package.sh: the packages of the two builds differ" >&2
    exit 1
  fi
  echo "the two builds are byte-identical"
fi
