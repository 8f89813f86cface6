#!/usr/bin/env bash
# Creates a release of the current commit in out/release: the packages of package.sh, the website, an archive of the
# sources, release notes and checksums. Builds everything twice, in two folders, and compares the bytes.
#   release.sh            takes about two hours of CPU time
#   release.sh --notes    prints the release notes, which are the section of this version in CHANGELOG.md ("## 0.5.0 - 2026-11-28")
# Exit status: 0, 1 if the notes are missing, a change is not committed or the builds differ, 2 for invalid input, 3 if
# a build fails.
set -euo pipefail
scripts=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd)
root=$(cd "$scripts/.." && pwd)
cd "$root"
version=$("$scripts/packaging/version.sh")
out=$root/out/release
again=$root/build/packages/elsewhere/again/marblemaze-$version  # the second build of package.sh

fail() {
  echo "release.sh: $*" >&2
  exit 1
}
notes() {
  awk -v version="$version" '/^## / { found = $2 == version && $4 ~ /^[0-9]+-[0-9]+-[0-9]+$/; next } found' CHANGELOG.md
}
# Packs a folder into an archive that does not depend on owners, permissions and dates.
packed() { # FOLDER NAME
  tar -C "$1" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --mode=go+rX,go-w \
    --transform="s|^\.|$2|" -c . | gzip -n9
}

[ "$#" -eq 0 ] || [ "$*" = --notes ] || {
  echo "release.sh: unknown argument '$*'; available: --notes" >&2
  exit 2
}
[ -n "$(notes | tr -d '[:space:]')" ] || fail "no release notes: add a section '## $version - YEAR-MONTH-DAY' to CHANGELOG.md"
if [ "$*" = --notes ]; then
  notes
  exit 0
fi
[ -z "$(git status --porcelain)" ] || fail "uncommitted changes: commit them first (git status)"
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH

"$scripts/package.sh" --twice
rm -rf out/web
mkdir -p out
cp -r "build/packages/first/marblemaze-$version/out/web" out/  # the site contains the browser version of the packages
"$scripts/build_site.sh"
(umask 027 && export TZ=Pacific/Chatham LC_ALL=C.UTF-8 && "$again/scripts/build_site.sh")
diff -r "$root/out/site" "$again/out/site" || fail "the websites of the two builds differ"

rm -rf "$out"
mkdir -p "$out"
cp out/packages/*.{deb,whl,tar.gz,html} "$out"
packed out/site "marblemaze-$version-site" >"$out/marblemaze-$version-site.tar.gz"
git archive --prefix="marblemaze-$version/" --format=tar HEAD | gzip -n9 >"$out/marblemaze-$version-sources.tar.gz"
notes >"$out/NOTES.md"
(cd "$out" && sha256sum -- * >SHA256SUMS && du -h -- *)
echo "the two builds are byte-identical: $out; test the packages with sudo scripts/check/packages.sh, and tag the commit v$version"
