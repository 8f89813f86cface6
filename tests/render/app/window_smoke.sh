#!/usr/bin/env bash
# Opens the viewer and drives it with keys and a click, as an X server tells them.
#   with_display.sh window_smoke.sh PATH_OF_VIEWER
set -euo pipefail
viewer=$(readlink -f "$1")
folder=$(mktemp -d)
program=
finish() {
  [ -z "$program" ] || kill "$program" 2>/dev/null || true
  rm -rf "$folder"
}
trap finish EXIT

export XDG_CONFIG_HOME=$folder
cd "$folder"
# Kept from the last start; the flag wins.
mkdir marblemaze
echo '{"theme": 1, "style": 1}' >marblemaze/viewer.json
start() { # FLAGS...
  "$viewer" "$@" &
  program=$!
  for _ in $(seq 100); do
    window=$(xdotool search --name '^marblemaze$' 2>/dev/null | head -n 1 || true)
    [ -n "$window" ] && break
    kill -0 "$program" 2>/dev/null || { echo "the viewer ended before it had a window"; exit 1; }
    sleep 0.2
  done
  [ -n "$window" ] || { echo "no window"; exit 1; }
  sleep 1
}
start --size 3 --seed 5 --theme colour-blind
xdotool windowfocus "$window" || true
send() { xdotool key --window "$window" "$1"; sleep 0.3; }
# A busy machine may lose a key before the window has the focus: presses again until COMMAND is true.
press_until() { # KEY COMMAND...
  local key=$1
  shift
  for _ in $(seq 5); do
    send "$key" 2>/dev/null || true
    for _ in $(seq 30); do "$@" && return; sleep 0.1; done
  done
  return 1
}
saved() { [ -s "$(ls marblemaze-????-??-??.png 2>/dev/null)" ]; }
saved_beside() { [ -s "$(ls marblemaze-????-??-??-2.png 2>/dev/null)" ]; }
saved_third() { [ -s "$(ls marblemaze-????-??-??-3.png 2>/dev/null)" ]; }
# Pictures in a folder where there is no ffmpeg.
filming() { compgen -G '.marblemaze-*.unfinished.mp4' || compgen -G 'marblemaze-????-??-??/'; } >/dev/null
gone() { ! kill -0 "$program" 2>/dev/null; }
point() { xdotool mousemove --window "$window" "$1" "$2"; sleep 0.5; }
xdotool mousemove --window "$window" 640 300
send space
send n
press_until F12 saved || { echo "F12 saved no picture"; exit 1; }
xdotool mousemove --window "$window" 141 147 click 1   # Next seed
sleep 0.5
press_until F12 saved_beside || { echo "no second picture beside the first"; exit 1; }
# File > Export this run > Film (mp4). The window goes on beside it.
for _ in $(seq 5); do
  point 25 11; xdotool click 1; sleep 0.5
  point 60 95; point 200 95; point 320 95; xdotool click 1
  for _ in $(seq 30); do filming && break 2; sleep 0.1; done
  send Escape
done
filming || { echo "the menu began no film"; exit 1; }
point 640 300
press_until F12 saved_third || { echo "no picture beside a film that is made"; exit 1; }
send ctrl+q
sleep 0.5
gone && { echo "Ctrl+Q does not ask before it discards a film"; exit 1; }
press_until ctrl+q gone || { echo "Ctrl+Q does not quit when it is pressed again"; exit 1; }
filming && { echo "a film that was not finished stayed behind"; exit 1; }
wait "$program"
program=
kept() { grep -q "$1" "$folder/marblemaze/viewer.json" || { echo "not kept: $1"; exit 1; }; }
kept '"theme": 2'
kept '"style": 1'
start --theme light
kill "$program"
wait "$program" || { echo "a signal does not end the viewer in order"; exit 1; }
program=
kept '"theme": 1'
echo "the window obeyed"
