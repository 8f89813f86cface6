#!/usr/bin/env bash
# Fetches Bullet's sources as Debian packages them, for machines whose own Bullet gives other bits.
#   fetch_bullet.sh FOLDER
# apt reads a configuration of its own and keeps its lists and downloads in FOLDER: the system's sources
# are neither read nor changed, and no root is needed. Prints the folder for -DMARBLEMAZE_BULLET_SOURCE.
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
    echo "fetch_bullet.sh: $tool is missing (Debian's apt and dpkg-dev)" >&2
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
  echo "fetch_bullet.sh: could not fetch bullet $version from $mirror" >&2
  exit 3
fi
echo "$source"
