#!/usr/bin/env bash
# How much of a core the viewer's window uses, in percent: playing, paused, solved and, with a window manager,
# minimised. Opens a display of its own. Run it after changes to render/app or to what moves in a window.
#   scripts/measure_viewer.sh [VIEWER] [SECONDS]
set -euo pipefail
viewer=$(readlink -f "${1:-build/release/marblemaze-viewer}")
seconds=${2:-15}
for tool in Xvfb xdotool; do
  command -v "$tool" >/dev/null || { echo "skipped: no $tool"; exit 77; }
done
folder=$(mktemp -d)
children=()
finish() {
  for child in "${children[@]}"; do kill "$child" 2>/dev/null || true; done
  rm -rf "$folder"
}
trap finish EXIT

exec 3<>"$folder/number"
Xvfb -displayfd 3 -screen 0 1400x900x24 >/dev/null 2>&1 &
children+=($!)
for _ in $(seq 50); do [ -s "$folder/number" ] && break; sleep 0.1; done
DISPLAY=:$(tr -d '\n' <"$folder/number")
export DISPLAY XDG_CONFIG_HOME=$folder LIBGL_ALWAYS_SOFTWARE=1
for _ in $(seq 50); do xdotool getdisplaygeometry >/dev/null 2>&1 && break; sleep 0.1; done
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
