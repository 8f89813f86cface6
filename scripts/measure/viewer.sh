#!/usr/bin/env bash
# How much of a core the viewer's window uses, in percent: playing, paused, solved and, with a window manager,
# minimised. Opens a display of its own. Run it after changes to render/app or to what moves in a window.
#   scripts/measure/viewer.sh [VIEWER] [SECONDS]
set -euo pipefail
for tool in xvfb-run xdotool; do
  command -v "$tool" >/dev/null || { echo "skipped: no $tool"; exit 77; }
done
if [ -z "${ON_ITS_OWN_DISPLAY:-}" ]; then
  ON_ITS_OWN_DISPLAY=1 exec xvfb-run -a -s "-noreset -screen 0 1400x900x24" "$0" "$@"
fi
viewer=$(readlink -f "${1:-build/release/marblemaze-viewer}")
seconds=${2:-15}
folder=$(mktemp -d)
children=()
finish() {
  for child in "${children[@]}"; do kill "$child" 2>/dev/null || true; done
  wait  # or they would complain that their display has gone
  rm -rf "$folder"
}
trap finish EXIT
export XDG_CONFIG_HOME=$folder LIBGL_ALWAYS_SOFTWARE=1
if command -v openbox >/dev/null; then
  openbox >/dev/null 2>&1 &
  children+=($!)
fi

cd "$folder"
"$viewer" --size 3 --seed 7 --resolution 960x540 --speed 1 >/dev/null &
program=$!
children+=("$program")
window=
for _ in $(seq 200); do
  window=$(xdotool search --name '^marblemaze$' 2>/dev/null | head -n 1 || true)
  [ -n "$window" ] && break
  sleep 0.2
done
[ -n "$window" ] || { echo "no window"; exit 1; }
sleep 2
xdotool windowfocus "$window" || true

ticks() { awk '{print $14 + $15}' "/proc/$program/stat"; }
share() { # NAME
  local before after
  before=$(ticks)
  sleep "$seconds"
  after=$(ticks)
  awk -v name="$1" -v used=$((after - before)) -v hz="$(getconf CLK_TCK)" -v s="$seconds" \
    'BEGIN { printf "%-10s %5.1f %% of a core\n", name, 100 * used / hz / s }'
}
press() { xdotool key --window "$window" "$1"; sleep 3; }
share playing
press space
share paused
press End
xdotool key --window "$window" --repeat 8 --delay 200 plus
press space
sleep 25
share solved
if command -v openbox >/dev/null; then
  xdotool windowminimize "$window"
  sleep 2
  share minimised
else
  echo "minimised: not measured, no window manager (Debian package openbox)"
fi
