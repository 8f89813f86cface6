#!/usr/bin/env bash
# Tests scripts/release.sh: the release notes from several changelogs, and two releases of a small project with stand-ins for the
# scripts that build the packages and the website.
#   try_release.sh PROJECT
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/scripts/packaging"
cp "$1/scripts/release.sh" "$work/scripts"
cp "$1/scripts/packaging/version.sh" "$work/scripts/packaging"
echo 'project(marblemaze VERSION 1.2.3 LANGUAGES CXX)' >"$work/CMakeLists.txt"

notes() { # SECTIONS: prints the notes from a changelog with these sections, and the exit status
  printf '# Changelog\n\n%b' "$1" >"$work/CHANGELOG.md"
  local status=0
  "$work/scripts/release.sh" --notes 2>&1 || status=$?
  echo "status $status"
}
expect() { # SECTIONS ANSWER
  diff <(notes "$1") <(printf '%b' "$2") || exit 1
}
none="release.sh: no release notes: add a section '## 1.2.3 - YEAR-MONTH-DAY' to CHANGELOG.md\nstatus 1\n"
expect '## 1.2.3 - 2026-12-01\n### Added\n- A thing.\n## 1.2.2 - 2026-11-01\n- Old.\n' '### Added\n- A thing.\nstatus 0\n'
expect '## Unreleased\n- A thing.\n## 1.2.2 - 2026-11-01\n- Old.\n' "$none"
expect '## 1.2.3\n- A thing.\n' "$none"
expect '## 1.2.3 - 2026-12-01\n\n## 1.2.2 - 2026-11-01\n- Old.\n' "$none"

cd "$work"
again=build/packages/elsewhere/again/marblemaze-1.2.3
printf '# Changelog\n\n## 1.2.3 - 2026-12-01\n- A thing.\n' >CHANGELOG.md
printf '/build/\n/out/\n' >.gitignore
cat >scripts/package.sh <<END
#!/bin/sh -e
mkdir -p out/packages $again/out/web build/packages/first/marblemaze-1.2.3/out/web
cp -r scripts $again
echo new | tee $again/out/web/page.html >build/packages/first/marblemaze-1.2.3/out/web/page.html
for name in a.deb b.whl c.tar.gz d.html; do echo "\$name" >"out/packages/\$name"; done
END
cat >scripts/build_site.sh <<'END'
#!/bin/sh -e
cd "$(dirname "$0")/.."
mkdir -p out/site/below
cp out/web/page.html out/site/browser.html
echo page | tee out/site/index.html >out/site/below/page.html
touch -d "${WHEN:-now}" out/site/index.html
END
chmod +x scripts/*.sh
git init -q
git add -A
git -c user.name=Tester -c user.email=tester@example.org commit -qm Release

mkdir -p out/web
echo old >out/web/page.html  # of an earlier build, so the site must not contain it

release() { # prints the last line of the output, and the exit status
  local status=0 said
  said=$(scripts/release.sh 2>&1) || status=$?
  echo "${said##*$'\n'}; status $status"
}
made='the two builds are byte-identical: .*; test the packages with .*, and tag the commit v1.2.3; status 0'
[[ $(release) =~ ^$made$ ]]
diff <(ls out/release) <(printf '%s\n' NOTES.md SHA256SUMS a.deb b.whl c.tar.gz d.html marblemaze-1.2.3-{site,sources}.tar.gz)
[ "$(cat out/release/NOTES.md)" = '- A thing.' ]
(cd out/release && sha256sum --quiet -c SHA256SUMS && diff <(cut -d ' ' -f 3 SHA256SUMS) <(ls --ignore=SHA256SUMS))
diff <(git ls-files | sort) <(tar -tzf out/release/marblemaze-1.2.3-sources.tar.gz | sed -n 's|^marblemaze-1.2.3/||; /[^/]$/p' | sort)

mv out/release/SHA256SUMS build/first  # different permissions and dates must not change the bytes
rm -r out build/packages
[[ $(umask 077 && WHEN=2001-01-01 release) =~ ^$made$ ]]
diff build/first out/release/SHA256SUMS

echo more >>CHANGELOG.md
[ "$(release)" = "release.sh: uncommitted changes: commit them first (git status); status 1" ]
git checkout -q CHANGELOG.md
echo 'pwd >out/site/index.html' >>scripts/build_site.sh
git -c user.name=Tester -c user.email=tester@example.org commit -qam 'Make the website depend on its folder'
[ "$(release)" = "release.sh: the websites of the two builds differ; status 1" ]
