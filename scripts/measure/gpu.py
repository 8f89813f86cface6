#!/usr/bin/env python3
"""Measures the fast model on a GPU (docs/how-to/gpu.md): bits, speed, and a policy that is trained on it.

    MARBLEMAZE_LIBRARY=build/libmarblemaze.so.2 PYTHONPATH=engine/python scripts/measure/gpu.py [--marbles N] [--minutes M]

The library must have been built with -DMARBLEMAZE_CUDA=ON. The training needs PyTorch and is skipped without it. With
--device host everything runs on the processor, which tests this script; use small numbers then.
"""
import argparse
import os
import statistics
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np

import marblemaze as mm
from marblemaze._runs import SPLITS, TiltRewards  # marblemaze.env needs Gymnasium
from marblemaze.device import DeviceBatch
from script_parts import share

TICKS = 8
SETUPS = [(3, "all"), (5, "outer"), (8, "outer"), (8, "all")]


def row(*cells):
    print("| " + " | ".join(str(cell) for cell in cells) + " |", flush=True)


def mazes_of(size, layers, count, first=1, settled=False):
    """Returns the mazes of the next seeds; with `settled` those in which the marble comes to rest at the start."""
    mazes, seed = [], first
    while len(mazes) < count:
        more = [mm.Maze.generate(size, layers=layers, seed=seed + i) for i in range(count)]
        seed += count
        at_start = mm.Batch(more, jobs=0).reset().outcomes == 0 if settled else np.ones(count, dtype=bool)
        mazes += [maze for maze, fits in zip(more, at_start) if fits]
    return mazes[:count]


def equal_bits(device, marbles):
    """Compares runs on the device with the same functions on the processor, in all modes. Returns the number of different runs."""
    different = total = 0
    cores = os.cpu_count()
    for side in range(2, 11):
        for noise in (True, False):
            for orientations, rest in ((None, False), (None, True), (4, False), (8, False), (24, False)):
                share = 0.85 / 2 if orientations is None else 0.05
                count = max(int(marbles * share / 18) // cores, 1) * cores
                options = {"orientations": orientations, "rest": rest, "settings": mm.Settings() if noise else mm.Settings.exact()}
                layers, size = ("flat", (side, side, 1)) if orientations == 4 else ("all", side)
                mazes = mazes_of(size, layers, 3, settled=orientations is not None)
                there = DeviceBatch(mazes, count, device=device, **options)
                random = np.random.default_rng(side)
                steps = 4 if orientations is None else 2
                actions = [random.uniform(-1, 1, (count, 3)).astype(np.float32) if orientations is None else
                           random.integers(0, {4: 2, 8: 3, 24: 4}[orientations], count, dtype=np.int32) for _ in range(steps)]
                for chosen in actions:
                    there.step(chosen, TICKS, again=False)

                def here(part):
                    rows = slice(part * (count // cores), (part + 1) * (count // cores))
                    runs = DeviceBatch(mazes, count // cores, device="host", **options)
                    runs.streams.write(np.arange(rows.start, rows.stop, dtype=np.uint64))
                    runs.reset(with_streams=True)
                    for chosen in actions:
                        runs.step(chosen[rows], TICKS, again=False)
                    return runs.runs.numpy()

                with ThreadPoolExecutor(cores) as pool:
                    expected = np.concatenate(list(pool.map(here, range(cores))))
                different += int((there.runs.numpy() != expected).any(axis=1).sum())
                total += count
    return different, total


def median_seconds(step, wait, times=5):
    """Returns the median duration of a step, after one for warming up."""
    spans = []
    for _ in range(times + 1):
        begun = time.perf_counter()
        step()
        wait()
        spans.append(time.perf_counter() - begun)
    return statistics.median(spans[1:])


def speed(device, runs, of_cpu):
    """Prints the table of speeds, with the batch of all cores of this machine."""
    row("5x5x5, 1,024 mazes", "runs", "per second", "unit")
    row("---", "---", "---", "---")
    mazes = mazes_of(5, "all", min(1024, runs), settled=True)
    random = np.random.default_rng(1)
    for orientations in (None, 8):
        batch = DeviceBatch(mazes, runs, device=device, orientations=orientations)
        batch.actions.write(random.uniform(-1, 1, (runs, 3)) if orientations is None else random.integers(0, 3, runs))
        seconds = median_seconds(lambda: batch.step(ticks=TICKS), batch.synchronize)
        many = [mazes[i % len(mazes)] for i in range(of_cpu)]
        if orientations is None:
            row(device, runs, f"{runs * TICKS / seconds:.3g}", "marble steps, continuous control")
            row(device, runs, f"{runs / seconds:.3g}", "commands with observations")
            cpu, actions = mm.TiltBatch(many, jobs=0), random.uniform(-1, 1, (of_cpu, 3))
            out = cpu.observations()
            alone = median_seconds(lambda: (cpu.act(actions, TICKS), cpu.observations(out)), lambda: None)
            row(f"{os.cpu_count()} cores", of_cpu, f"{of_cpu / alone:.3g}", "commands with observations")
        else:
            row(device, runs, f"{runs / seconds:.3g}", "moves")
            cpu = mm.Batch(many, orientations=8, jobs=0)
            cpu.reset()
            begun, _ = time.perf_counter(), cpu.step(random.integers(0, 3, of_cpu))
            row(f"{os.cpu_count()} cores", of_cpu, f"{of_cpu / (time.perf_counter() - begun):.3g}", "moves")
        del batch


def train(device, minutes, runs):
    """Trains a policy in 8x8x8 mazes by PPO (Schulman et al. 2017), and prints its curve and its success in mazes never seen."""
    import torch
    on = torch.device("cpu" if device == "host" else device)
    torch.manual_seed(1)
    horizon, gamma, trace, limit = 32, 0.99, 0.95, 900
    batch = DeviceBatch(mazes_of(8, "all", 1024, SPLITS["training"]), runs, device=device, limit=limit * TICKS,
                        rewards=TiltRewards())

    def layers(width_out):
        return torch.nn.Sequential(torch.nn.Linear(28, 256), torch.nn.Tanh(), torch.nn.Linear(256, 256), torch.nn.Tanh(),
                                   torch.nn.Linear(256, width_out)).to(on)
    policy, value = layers(3), layers(1)
    log_std = torch.full((3,), -0.5, device=on, requires_grad=True)
    learner = torch.optim.Adam([*policy.parameters(), *value.parameters(), log_std], lr=3e-4)
    scale = torch.ones(28, device=on)
    scale[6:12], scale[27] = 0.2, 0.05
    views = [torch.from_dlpack(array) for array in (batch.observations, batch.rewards, batch.terminated, batch.truncated)]
    observations, rewards, terminated, truncated = views
    begun = last = time.monotonic()
    row("minutes", "commands", "mean reward", "solved of ended, %")
    row("---", "---", "---", "---")
    commands, ended, solved = 0, 0, 0
    while time.monotonic() - begun < 60 * minutes:
        seen, taken, logs, gains, values, ends, wins, idle = [], [], [], [], [], [], [], []
        over = (terminated | truncated).bool().clone()
        with torch.no_grad():
            for _ in range(horizon):
                now = observations * scale
                chosen = torch.distributions.Normal(policy(now), log_std.exp())
                action = chosen.sample()
                seen.append(now), taken.append(action), logs.append(chosen.log_prob(action).sum(1))
                values.append(value(now)[:, 0]), idle.append(over)
                batch.step(action.clamp(-1, 1).contiguous(), TICKS)
                over = (terminated | truncated).bool().clone()
                gains.append(rewards.clone()), ends.append(over), wins.append(terminated.bool())
                ended, solved = ended + int(over.sum()), solved + int(terminated.sum())
            values.append(value(observations * scale)[:, 0])
            # A run that the limit ends counts the value of its last observation.
            advantage, advantages = torch.zeros(runs, device=on), []
            for t in reversed(range(horizon)):
                delta = gains[t] + gamma * values[t + 1] * ~wins[t] - values[t]
                advantage = delta + gamma * trace * advantage * ~ends[t]
                advantages.append(advantage)
        advantages = torch.stack(advantages[::-1])
        keep = ~torch.stack(idle).flatten()
        data = [torch.stack(part).flatten(0, 1)[keep] for part in (seen, taken, logs)]
        data += [advantages.flatten()[keep], (advantages + torch.stack(values[:-1])).flatten()[keep]]
        for _ in range(2):
            for part in torch.randperm(len(data[0]), device=on).chunk(16):
                now, action, log, gain, wanted = (rows[part] for rows in data)
                chosen = torch.distributions.Normal(policy(now), log_std.exp())
                ratio = (chosen.log_prob(action).sum(1) - log).exp()
                gain = (gain - gain.mean()) / (gain.std() + 1e-8)
                loss = -torch.min(ratio * gain, ratio.clamp(0.8, 1.2) * gain).mean() - 0.001 * log_std.sum()
                loss = loss + 0.5 * (value(now)[:, 0] - wanted).square().mean()
                learner.zero_grad()
                loss.backward()
                torch.nn.utils.clip_grad_norm_([*policy.parameters(), *value.parameters(), log_std], 0.5)
                learner.step()
        commands += runs * horizon
        if time.monotonic() - last > 6 * minutes:
            last = time.monotonic()
            row(f"{(last - begun) / 60:.1f}", f"{commands:.3g}", f"{torch.stack(gains).mean():.4f}",
                f"{100 * solved / max(ended, 1):.1f}")
            ended = solved = 0
    print()
    row("200 mazes never seen", "solved, % (95 % interval)")
    row("---", "---")
    for size, name in SETUPS:
        batch = DeviceBatch(mazes_of(size, name, 200, SPLITS["test"]), device=device, limit=limit * TICKS)
        seen = torch.from_dlpack(batch.observations)
        for _ in range(limit):
            with torch.no_grad():
                batch.step(policy(seen * scale).clamp(-1, 1).contiguous(), TICKS, again=False)
        solved = int(batch.terminated.numpy().sum())
        row(f"{size}x{size}x{size} {name}", share(solved, 200))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--marbles", type=int, default=10_000_000, help="compared bit by bit")
    parser.add_argument("--runs", type=int, default=1 << 20, help="of the speed test")
    parser.add_argument("--minutes", type=float, default=3, help="of training; 0 for none")
    parser.add_argument("--learners", type=int, default=16384, help="runs in which the policy is trained")
    asked = parser.parse_args()
    begun = time.monotonic()
    speed(asked.device, asked.runs, min(asked.runs, 1 << 16))
    different, total = equal_bits(asked.device, asked.marbles)
    print(f"\n{different} of {total} runs differ from the processor; {time.monotonic() - begun:.0f} s until here\n", flush=True)
    if asked.minutes > 0:
        try:
            train(asked.device, asked.minutes, asked.learners)
        except ImportError as error:
            print(f"no training: {error}")
    return different != 0


if __name__ == "__main__":
    raise SystemExit(main())
