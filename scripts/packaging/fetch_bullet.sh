#!/usr/bin/env bash
# Downloads Debian's source package of Bullet and prints its path for -DMARBLEMAZE_BULLET_SOURCE.
#   fetch_bullet.sh FOLDER
# Needs no root privileges, because apt gets a separate configuration and stores everything in FOLDER.
set -euo pipefail
version=3.24+dfsg-2
suite=bookworm
mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian}
keyring=/usr/share/keyrings/debian-archive-keyring.gpg
folder=$(mkdir -p "${1:?usage: fetch_bullet.sh FOLDER}" && cd "$1" && pwd)
source=$folder/bullet-${version%-*}
if [ -f "$source/src/btLinearMathAll.cpp" ]; then
  echo "$source"
  exit 0
fi
for tool in apt-get dpkg-source; do
  if ! command -v "$tool" >/dev/null; then
    echo "fetch_bullet.sh: $tool is missing: install the Debian packages apt and dpkg-dev" >&2
    exit 3
  fi
done

mkdir -p "$folder"/apt/{lists,cache}/partial
echo "deb-src [signed-by=$keyring] $mirror $suite main" >"$folder/apt/sources.list"
: >"$folder/apt/status"
log=$folder/apt/log
private=(-q -o "Dir::Etc=$folder/apt" -o "Dir::Etc::SourceList=$folder/apt/sources.list" -o Dir::Etc::SourceParts=/dev/null
  -o "Dir::State=$folder/apt" -o "Dir::State::Lists=$folder/apt/lists" -o "Dir::State::Status=$folder/apt/status"
  -o "Dir::Cache=$folder/apt/cache" -o APT::Sandbox::User=)
cd "$folder"
if ! { apt-get "${private[@]}" update && apt-get "${private[@]}" source "bullet=$version"; } >"$log" 2>&1 </dev/null; then
  tail -n 5 "$log" >&2
  echo "fetch_bullet.sh: cannot download bullet $version from $mirror: set DEBIAN_MIRROR to another mirror" >&2
  exit 3
fi
echo "$source"
