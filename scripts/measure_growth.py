#!/usr/bin/env python3
"""How much memory the viewer takes as a run goes on at 100 times its speed: MB for every 1,000 simulated seconds.

The viewer records a film without a display into a folder of pictures, whose number says how far the run is. A random walk
in a large maze does not come to an end. Run it after changes to what is kept of a run or of a picture.
  scripts/measure_growth.py [VIEWER] [--seconds 20000] [--seed 1]
"""
import argparse
import os
import pathlib
import subprocess
import tempfile
import time

SPEED, FRAMES_A_SECOND = 100, 10
SECONDS_A_FRAME = SPEED / FRAMES_A_SECOND


def resident_mb(process):
    status = pathlib.Path(f"/proc/{process}/status").read_text().splitlines()
    return next((int(line.split()[1]) / 1024 for line in status if line.startswith("VmRSS")), None)


def slope(samples):
    """Of the line through the samples with the least squares, per 1,000 seconds."""
    mean_s, mean_mb = (sum(values) / len(samples) for values in zip(*samples))
    spread = sum((s - mean_s) ** 2 for s, _ in samples)
    return 1000 * sum((s - mean_s) * (mb - mean_mb) for s, mb in samples) / spread


def measure(viewer, simulated_s, seed, folder):
    """Pairs of simulated seconds and MB."""
    film = folder / "film.mp4"
    process = subprocess.Popen(
        [viewer, "--size", "12", "--seed", str(seed), "--agent", "random-walk", "--recovery", "--quality", "fast", "--panels",
         "--resolution", "960x540", "--speed", str(SPEED), "--fps", str(FRAMES_A_SECOND),
         "--seconds", str(simulated_s / SPEED), "--record", str(film)],
        # Without ffmpeg a film becomes a folder of pictures.
        env={**os.environ, "PATH": str(folder)}, stdout=subprocess.DEVNULL)
    samples, kept = [], 0
    while process.poll() is None:
        time.sleep(0.2)
        pictures = sorted(folder.rglob("*.png"))
        for old in pictures[:-2]:
            old.unlink()
            kept += 1
        memory = resident_mb(process.pid)
        if memory and pictures:
            samples.append(((kept + min(len(pictures), 2)) * SECONDS_A_FRAME, memory))
    if process.returncode != 0:
        raise SystemExit(f"{viewer} ended with status {process.returncode}")
    return samples


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("viewer", nargs="?", default="build/release/marblemaze-viewer")
    parser.add_argument("--seconds", type=int, default=20000, help="simulated")
    parser.add_argument("--seed", type=int, default=1, help="of the maze, 12x12x12 cells")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        samples = measure(os.path.abspath(arguments.viewer), arguments.seconds, arguments.seed, pathlib.Path(folder))
    later = samples[len(samples) // 2:]
    if len(later) < 10:
        raise SystemExit("too few samples: ask for more --seconds")
    for at_s, memory in samples[::max(len(samples) // 10, 1)]:
        print(f"{at_s:8.0f} s {memory:8.1f} MB")
    print(f"seed {arguments.seed}, {samples[-1][0]:.0f} simulated seconds: {slope(later):.2f} MB for every 1,000 in the second half, "
          f"{slope(samples):.2f} in all of it")


if __name__ == "__main__":
    main()
