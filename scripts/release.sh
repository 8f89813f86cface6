#!/usr/bin/env bash
# Makes a release of the commit that is checked out, in out/release: the Debian packages, wheel and source distribution of the
# Python package, the page for browsers, the site, an archive of the sources, its notes and the checksums. All is built twice,
# in two folders, and compared.
#   release.sh            about two hours of processor time
#   release.sh --notes    only prints the notes: the section of this version in CHANGELOG.md, "## 0.4.0 - 2026-11-22"
# Exit status: 0, 1 where the notes are missing, something is not committed or two builds differ, 2 bad input, 3 the machine failed.
set -euo pipefail
scripts=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd)
root=$(cd "$scripts/.." && pwd)
cd "$root"
version=$(sed -n 's/^project(marblemaze VERSION \([0-9.]*\) .*/\1/p' CMakeLists.txt)
out=$root/out/release
again=$root/build/packages/elsewhere/again/marblemaze-$version  # where package.sh builds a second time

refuse() {
  echo "release.sh: $*" >&2
  exit 1
}
notes() {
  awk -v version="$version" '/^## / { found = $2 == version && $4 ~ /^[0-9]+-[0-9]+-[0-9]+$/; next } found' CHANGELOG.md
}
# Files of the same content have the same bytes, whenever and by whomever they were made.
packed() { # FOLDER NAME
  tar -C "$1" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --mode=go+rX,go-w --transform="s|^\.|$2|" -c . | gzip -n9
}

[ "$#" -eq 0 ] || [ "$*" = --notes ] || {
  echo "release.sh: '$*': expected --notes or nothing" >&2
  exit 2
}
[ -n "$(notes | tr -d '[:space:]')" ] || refuse "CHANGELOG.md has no section '## $version - YEAR-MONTH-DAY' with text"
if [ "$*" = --notes ]; then
  notes
  exit 0
fi
[ -z "$(git status --porcelain)" ] || refuse "there are changes that are not committed (git status)"
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH

"$scripts/package.sh" --twice
"$scripts/build_site.sh"
(umask 027 && export TZ=Pacific/Chatham LC_ALL=C.UTF-8 && "$again/scripts/build_site.sh")
diff -r "$root/out/site" "$again/out/site" || refuse "built twice, the site differs"

rm -rf "$out"
mkdir -p "$out"
cp out/packages/*.{deb,whl,tar.gz,html} "$out"
packed out/site "marblemaze-$version-site" >"$out/marblemaze-$version-site.tar.gz"
git archive --prefix="marblemaze-$version/" --format=tar HEAD | gzip -n9 >"$out/marblemaze-$version-sources.tar.gz"
notes >"$out/NOTES.md"
(cd "$out" && sha256sum -- * >SHA256SUMS && du -h -- *)
echo "built twice, the same bytes: $out; try the packages with sudo scripts/check/packages.sh, and tag the commit v$version"
