#!/usr/bin/env bash
# Runs a command on a virtual X display. Exits with status 77 if Xvfb is missing.
#   with_display.sh COMMAND [ARGUMENT...]
set -euo pipefail
command -v Xvfb >/dev/null || { echo "skipped: no Xvfb"; exit 77; }
display=$(mktemp -d)
server=
finish() {
  [ -z "$server" ] || kill "$server" 2>/dev/null || true
  rm -rf "$display"
}
trap finish EXIT

exec 3<>"$display/number"
# Without -noreset, the server restarts after its last client and rejects connections meanwhile.
Xvfb -displayfd 3 -noreset -screen 0 2600x1500x24 >/dev/null 2>&1 &
server=$!
for _ in $(seq 50); do [ -s "$display/number" ] && break; sleep 0.1; done
[ -s "$display/number" ] || { echo "skipped: Xvfb does not start"; exit 77; }
DISPLAY=:$(tr -d '\n' <"$display/number")
export DISPLAY LIBGL_ALWAYS_SOFTWARE=1

# The server prints the number of the display before it accepts connections.
for _ in $(seq 50); do [ -S "/tmp/.X11-unix/X${DISPLAY#:}" ] && break; sleep 0.1; done
"$@" 3>&-
