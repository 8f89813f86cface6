#!/usr/bin/env bash
# Creates the screenshots in docs/pictures. Needs no display. No test checks the screenshots, so look at them.
#   scripts/generate/pictures.sh [VIEWER]      VIEWER is build/release/marblemaze-viewer by default
set -euo pipefail
viewer=$(readlink -f "${1:-build/release/marblemaze-viewer}")
cd "$(dirname "$0")/../../docs/pictures"
outer="--size 5 --layers outer --seed 7"

picture() { # NAME FLAGS...
  local name=$1
  shift
  "$viewer" --style glass --theme "${THEME:-dark}" "$@" --screenshot "$name.png" >/dev/null
  echo "$name.png"
}
picture viewer $outer --at-move 3 --panels
picture viewer-solved --size 3 --seed 7 --at-move 30 --panels
picture look-dark $outer --at-move 2
THEME=light picture look-light $outer --at-move 2
picture look-large-12 --size 12 --layers outer --seed 7 --at-time 0.1
picture orientations-8 $outer --orientations 8 --orientation-points --at-move 2 --resolution 640x480
picture orientations-24 $outer --orientations 24 --orientation-points --at-move 2 --resolution 640x480
picture turn-vectors --size 3 --seed 7 --turn-vectors --at-time 0.7 --resolution 800x600
picture state-graph --size 7 --seed 4 --world predicted --agent breadth-first --at-move 420 --panels --large-graph
picture four-bit --world four-bit --seed 3 --agent breadth-first --at-move 7 --panels
picture number-jump --world jump --seed 2 --agent breadth-first --at-move 12 --panels
picture automaton $outer --automaton --at-move 2 --panels
picture side-by-side $outer --beside complete-solution-prediction --beside-orientations 24 --at-move 3 --panels
picture lesson --lesson frozen --lesson-step 3 --panels
picture levels --levels --panels
picture turn-freely --tilt --by-hand --size 3 --seed 1 --at-time 0 --panels
# The preview image of shared links: 1200x630 pixels, smaller than 200 KB, without the path.
picture share-card --size 4 --seed 2 --by-hand --at-time 0 --resolution 1200x630
caption() { # WEIGHT Y SIZE COLOUR TEXT
  echo "drawtext=fontfile=/usr/share/fonts/opentype/inter/Inter-$1.otf:x=56:y=$2:fontsize=$3:fontcolor=$4:text='$5'"
}
words=$(caption SemiBold 52 56 0xE9EDF4 marblemaze),$(caption Regular 132 22 0xA9B3C3 "Bring red to green.")
words+=,$(caption Regular 164 22 0xA9B3C3 "Moves cannot be undone.")
ffmpeg -loglevel error -y -i share-card.png -vf "$words,split[a][b];[a]palettegen[p];[b][p]paletteuse=dither=bayer:bayer_scale=4" card.png
mv card.png share-card.png
# Screenshots for the tutorials. The agent of the second screenshot is extracted from its tutorial.
picture first-maze $outer --orientations 24 --at-move 2 --panels
agent=$(mktemp)
awk '/Write `better_agent.py`:$/ { found = 1 } inside && /^```/ { exit } inside; found && /^```python/ { inside = 1 }' \
  ../tutorial/first-agent.md >"$agent"
PYTHONPATH=$PWD/../../engine/python picture first-agent $outer --orientations 24 --agent-command "python3 $agent" --at-move 14 --panels
rm "$agent"
# A screenshot of the replay page in a browser.
if command -v chromium-headless-shell >/dev/null; then
  run=$(mktemp -d)
  "$viewer" $outer --orientations 24 --agent imagination --save-run "$run/run.rec" >/dev/null
  "$(dirname "$viewer")/marblemaze" export "$run/run.rec" --html "$run/run.html" 2>/dev/null
  timeout 120 chromium-headless-shell --no-sandbox --use-gl=angle --use-angle=swiftshader --enable-unsafe-swiftshader \
    --hide-scrollbars --window-size=1280,720 --virtual-time-budget=8000 --screenshot="$PWD/replay-page.png" \
    "file://$run/run.html#t=9" 2>/dev/null
  rm -r "$run"
fi
# Reduces the colours of files larger than 400 KB, so pages load quickly.
if command -v pngquant >/dev/null; then
  find . -name '*.png' -size +400k -exec pngquant --speed 1 --strip --force --ext .png 256 {} +
fi
