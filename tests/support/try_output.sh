#!/usr/bin/env bash
# Runs a command with different output files: a pipe, a device, a link, a file on a full disk and so on. Prints "CASE: RESULT" for each.
#   try_output.sh NAME COMMAND [OLDER]
# COMMAND writes to "$OUT", a file with the name NAME. OLDER is the content of an existing file. The script creates pipes, devices and
# mounts in the current folder and in a separate mount namespace, and removes them at the end.
set -uo pipefail
name=$1 command=$2 older=${3-old}

if [ -z "${OWN_MOUNTS-}" ]; then
  if unshare -m true 2>/dev/null; then OWN_MOUNTS=yes exec unshare -m --propagation private "$0" "$name" "$command" "$older"; fi
  if unshare -Urm true 2>/dev/null; then OWN_MOUNTS=yes exec unshare -Urm --propagation private "$0" "$name" "$command" "$older"; fi
  OWN_MOUNTS=no
fi

folder=$(mktemp -d -p .) && mkdir "$folder"/{plain,pipe,node,link,there,mode,full,readonly,part} || exit 1
trap 'umount "$folder/full" "$folder/readonly" 2>/dev/null; rm -rf "$folder"' EXIT
run() { OUT=$folder/$1/$name bash -c "$command" >"$folder/out" 2>"$folder/err" </dev/null 9>&-; }
say() { echo "$column: $1"; }
one_line() { [ "$(wc -l <"$folder/err")" = 1 ]; }
put_older() { [ -z "$older" ] && : >"$1" || echo "$older" >"$1"; }
# Results files contain CPU times, which vary, so the only requirement is that they are not empty.
whole() { [ -s "$1" ] && { [ -z "$older" ] || cmp -s "$1" "$folder/plain/$name"; }; }
# Reports a command that failed: it rejected the file as invalid input, or did something unexpected.
otherwise() {
  if [ "$1" = 2 ] && one_line; then say "refused"; else say "UNEXPECTED status $1: $(head -n 1 "$folder/err")"; fi
}

run plain
done_status=$?
[ -s "$folder/plain/$name" ] || { echo "plain: UNEXPECTED $(cat "$folder/err")"; exit 1; }

column=pipe
mkfifo "$folder/pipe/$name"
exec 9<>"$folder/pipe/$name" 8<"$folder/pipe/$name"
timeout 60 cat <&8 >"$folder/got" 9>&- &
exec 8<&-
run pipe
status=$?
exec 9>&-
wait
if [ ! -p "$folder/pipe/$name" ]; then say "REPLACED"
elif [ $status = $done_status ] && whole "$folder/got"; then say "written to"
else otherwise $status; fi

column=device
if mknod "$folder/node/$name" c 1 3 2>/dev/null && : 2>/dev/null >"$folder/node/$name"; then
  run node
  status=$?
  if [ ! -c "$folder/node/$name" ]; then say "REPLACED"
  elif [ $status = $done_status ]; then say "written to"
  else otherwise $status; fi
else say "not tried: no right to make a device"; fi

column="link"
put_older "$folder/there/$name"
ln -s "../there/$name" "$folder/link/$name"
run link
status=$?
if [ ! -L "$folder/link/$name" ]; then say "REPLACED"
elif [ $status = $done_status ] && whole "$folder/there/$name"; then
  rm "$folder/there/$name"
  run link
  if [ -L "$folder/link/$name" ] && whole "$folder/there/$name"; then say "followed"; else say "UNEXPECTED: leads to no file"; fi
else otherwise $status; fi

column="mode 600"
put_older "$folder/mode/$name"
chmod 600 "$folder/mode/$name"
run mode
status=$?
if [ "$(stat -c %a "$folder/mode/$name")" != 600 ]; then say "CHANGED"
elif [ $status = $done_status ] && whole "$folder/mode/$name"; then say "kept"
else otherwise $status; fi

column="full disk"
if [ $OWN_MOUNTS = yes ] && mount -t tmpfs -o size=64k tmpfs "$folder/full" 2>/dev/null; then
  put_older "$folder/full/$name"
  cp "$folder/full/$name" "$folder/older"
  dd if=/dev/zero of="$folder/full/filler" bs=4k 2>/dev/null
  run full
  status=$?
  if ! cmp -s "$folder/full/$name" "$folder/older"; then say "DESTROYED"
  elif [ "$(ls -A "$folder/full" | sort)" != "$(printf '%s\n' "$name" filler | sort)" ]; then say "UNEXPECTED: leaves $(ls -A "$folder/full")"
  elif [ $status = 3 ] && one_line; then say "status 3, older file kept"
  else otherwise $status; fi
else say "not tried: no right to mount"; fi

column="read-only folder"
if [ $OWN_MOUNTS = yes ] && mount --bind "$folder/readonly" "$folder/readonly" 2>/dev/null &&
   mount -o remount,bind,ro "$folder/readonly" 2>/dev/null; then
  run readonly
  status=$?
  if [ $status = 3 ] && one_line && grep -q "folder" "$folder/err" && grep -q "readonly" "$folder/err"; then say "status 3, folder named"
  else otherwise $status; fi
else say "not tried: no right to mount"; fi

column="part file"
for part in "$name.part" "${name%.*}.part.${name##*.}"; do echo foreign >"$folder/part/$part"; done
run part
status=$?
left=$(cat "$folder/part/$name.part" "$folder/part/${name%.*}.part.${name##*.}" 2>/dev/null)
if [ "$left" != $'foreign\nforeign' ]; then say "DESTROYED"
elif [ "$(ls -A "$folder/part" | wc -l)" != 3 ]; then say "UNEXPECTED: leaves $(ls -A "$folder/part")"
elif [ $status = $done_status ] && whole "$folder/part/$name"; then say "kept"
else otherwise $status; fi
