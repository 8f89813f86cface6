#!/usr/bin/env bash
# How long the viewer's frames take: median and 99th percentile of 300 frames (of 20 s where they are slow), for mazes of
# 5, 20 and 64 cells a side at 1920x1080, in the quality that the machine chooses and in all three. Needs no display: it
# draws on a graphics card that EGL offers, else on the processor. Run it after changes to what a picture holds.
# Writes: nothing; docs/how-to/watch.md tells of it.
# Cost: ten minutes.
#   scripts/measure/frames.sh [VIEWER] [RESOLUTION] [SIZE...]
set -euo pipefail
viewer=$(readlink -f "${1:-build/release/marblemaze-viewer}")
resolution=${2:-1920x1080}
sizes=("${@:3}")
[ ${#sizes[@]} -gt 0 ] || sizes=(5 20 64)
for size in "${sizes[@]}"; do
  # A maze of 5 cells a side is the one of the viewer's pictures; in larger ones the predicted world moves the marble, so
  # that frames are compared and not agents.
  maze=(--size "$size" --seed 7 --world predicted)
  [ "$size" != 5 ] || maze=(--size 5 --layers outer --seed 7)
  for quality in chosen fast balanced fine; do
    wanted=()
    [ "$quality" = chosen ] || wanted=(--quality "$quality")
    echo "== $size cells a side, quality $quality"
    "$viewer" --style glass --theme dark "${maze[@]}" "${wanted[@]}" --resolution "$resolution" --benchmark
  done
done
