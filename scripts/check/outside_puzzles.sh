#!/usr/bin/env bash
# How many puzzles of programs that are not ours the automata solve, level by level, as a table in
# Markdown; docs/reference/puzzles.md holds one. Run it after a change to maze/puzzles/ or
# agent/automata/, or when Debian has a new version of sgt-puzzles or qqwing.
#   scripts/check/outside_puzzles.sh [COUNT]      puzzles a line, 20 if not given
# The puzzles of sgt-puzzles are those of seeds 1 to COUNT; qqwing takes no seed and makes others
# every time. PROGRAM names another marblemaze than the one that scripts/marblemaze.sh builds.
# Cost: minutes.
# Exit status: 0, 1 when an answer was wrong (a puzzle with one answer contradicted), 2 bad input, 77
# when neither package can be had.
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)
count=${1:-20}
if ! [[ $count =~ ^[1-9][0-9]{0,4}$ ]]; then
  echo "outside_puzzles.sh: count '$count': expected a number from 1 to 99999" >&2
  exit 2
fi
program=${PROGRAM:-$root/build/release/marblemaze}
PATH=$PATH:/usr/games

# Installed where that is possible without a question.
have() {  # COMMAND PACKAGE
  command -v "$1" >/dev/null && return 0
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    apt-get install -y -qq --no-install-recommends "$2" >/dev/null 2>&1 </dev/null || true
  fi
  command -v "$1" >/dev/null && return 0
  echo "skipped: $2 is not installed and could not be installed" >&2
  return 1
}

# Reads puzzles in the notation of sgt-puzzles, one a line, and writes ours, one a line.
translate() {  # pattern, unruly or solo
  python3 -c '
import re, sys

def pattern(size, text):
    width, height = map(int, size.split("x"))
    clues = [clue.replace(".", " ") or "-" for clue in text.split("/")]
    return "rows " + ", ".join(clues[width:]) + "; columns " + ", ".join(clues[:width])

def unruly(size, text):
    # A letter is as many open squares as it is behind a, then 0 (small) or 1; z is 25 open ones.
    side, board = int(re.match(r"\d+", size)[0]), ""
    for letter in text:
        open_squares = ord(letter.lower()) - ord("a")
        board += "." * open_squares
        if open_squares < 25:
            board += "1" if letter.isupper() else "0"
    return board[:side * side]

def solo(size, text):
    board = ""
    for letter, digit in re.findall(r"([a-z])|(\d+)", text):
        board += digit or "." * (ord(letter) - ord("a") + 1)
    return board

for line in sys.stdin:
    print(globals()[sys.argv[1]](*line.strip().split(":", 1)))
' "$1"
}

sgt() {  # GAME PARAMETERS: the puzzles of seeds 1 to COUNT
  local seed
  for seed in $(seq "$count"); do "sgt-$1" --generate 1 "$2#$seed"; done | translate "$1"
}

# One line of the table; the puzzles come on standard input. The time is the slowest solution.
measure() {  # SOURCE LEVEL KIND [FLAG]
  python3 -c '
import json, subprocess, sys, time
source, level, program, kind, *flags = sys.argv[1:]
puzzles = solved = unique = wrong = 0
iterations, slowest = [], 0.0
for puzzle in filter(None, map(str.strip, sys.stdin)):
    def ask(verb):
        run = subprocess.run([program, "puzzle", kind, verb, "-", "--json", *flags], input=puzzle,
                             capture_output=True, text=True)
        if run.returncode > 1:
            sys.exit(f"{source} {level}: {puzzle}: {run.stderr.strip()}")
        return json.loads(run.stdout)
    began = time.monotonic()
    answer = ask("solve")
    slowest = max(slowest, time.monotonic() - began)
    puzzles += 1
    solved += answer["outcome"] == "solved"
    one = ask("check")["unique"]
    unique += one
    wrong += one and answer["outcome"] == "contradiction"
    if answer["outcome"] == "solved":
        iterations.append(answer["iterations"])
mean = f"{sum(iterations) / len(iterations):.0f}" if iterations else "-"
print(f"| {source} | {level} | {puzzles} | {unique} | {solved} | {mean} | {slowest:.2f} |")
sys.exit(1 if wrong else 0)
' "$1" "$2" "$program" "${@:3}" || status=1
}

status=0
sgt=0
qqwing=0
! have sgt-pattern sgt-puzzles || sgt=1
! have qqwing qqwing || qqwing=1
[ $((sgt + qqwing)) -gt 0 ] || exit 77
[ -n "${PROGRAM:-}" ] || "$root/scripts/marblemaze.sh" --help >/dev/null  # builds what is missing before the clock runs

echo "| puzzles of | level | puzzles | with one answer | solved | iterations, mean | slowest, s |"
echo "| --- | --- | ---: | ---: | ---: | ---: | ---: |"
if [ "$sgt" = 1 ]; then
  for size in 10x10 15x15 20x20 25x25 30x30; do
    measure "sgt-pattern (nonogram)" "$size" nonogram < <(sgt pattern "$size")
  done
  for level in t:trivial e:easy n:normal; do
    measure "sgt-unruly 8x8 (binary, lines may be equal)" "${level#*:}" binary --equal-lines \
      < <(sgt unruly "8x8d${level%%:*}")
  done
  for level in t:trivial e:easy n:normal; do
    measure "sgt-unruly 8x8 (binary, lines differ)" "${level#*:}" binary \
      < <(sgt unruly "8x8ud${level%%:*}")
  done
  for level in t:trivial b:basic i:intermediate a:advanced e:extreme u:unreasonable; do
    measure "sgt-solo (Sudoku)" "${level#*:}" sudoku < <(sgt solo "3x3d${level%%:*}")
  done
fi
if [ "$qqwing" = 1 ]; then
  for level in simple easy intermediate expert; do
    measure "qqwing (Sudoku)" "$level" sudoku \
      < <(qqwing --generate "$count" --difficulty "$level" --one-line)
  done
fi
exit "$status"
