#!/usr/bin/env python3
"""Trains the learned policy of docs/results/learning-agents.md, and draws its learning curve.

  scripts/generate/train_policy.py [--small] [--epochs N] [--seed N] [--work FOLDER] [--policy FILE] [--picture FILE]

Mazes come from seeds of their own, and what can happen in each from a map of imagined moves. From a map follows what each
move is worth under the best policy: the probability of success, and the moves it takes. The network learns both for all
moves of a map. After each epoch an agent plays the maps of held-out mazes with it. Nothing is chosen by those runs: the
last epoch's network is the policy.

Kept in the work folder: maps, the state after each epoch, the curve. A stopped script goes on where it was. The same
arguments give the same policy on the same machine. Needs Debian's python3-torch (scripts/install_dependencies.sh learning),
and a build with the shared library.
"""
from __future__ import annotations

import argparse
import json
import math
import os
import pathlib
import sys
from typing import Callable, NamedTuple

os.environ["OMP_NUM_THREADS"] = "1"  # sums of several threads come in another order

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "measure"))
from script_parts import require, whole

require("torch", "learning")
import numpy as np
import torch
from policy_maps import PROJECT, ByDistance, Explored, Kind, MapRun, Score, explored, score, solvable, worth_of

import marblemaze as mm
from marblemaze import learned

MESSAGES, HIDDEN, ROUNDS = 16, 32, 8
RATE = 2e-3  # of Adam, at its height
RANKING = 0.5  # the weight of which move is best
ITEMS = 32  # orientations of mazes in a step of training

# How many mazes of each kind, by seed from the first one on.
TRAINING_FIRST, TRAINING = 82001, {
    Kind(4, "flat", 4): 100, Kind(6, "flat", 4): 100, Kind(3, "all", 8): 300, Kind(3, "all", 24): 50, Kind(4, "all", 8): 100,
    Kind(4, "all", 24): 15, Kind(5, "outer", 8): 60, Kind(5, "outer", 24): 15, Kind(5, "all", 8): 20, Kind(6, "outer", 8): 20}
HELD_OUT_FIRST, HELD_OUT = 84001, {
    Kind(6, "flat", 4): 25, Kind(3, "all", 8): 25, Kind(3, "all", 24): 25, Kind(4, "all", 8): 25, Kind(5, "outer", 8): 25,
    Kind(8, "flat", 4): 25, Kind(7, "outer", 8): 15, Kind(6, "all", 8): 10}
SMALL = {Kind(4, "flat", 4): 3, Kind(3, "all", 8): 4}


# ---- what is to be learned ----

class Item(NamedTuple):
    """All moves of one orientation of a maze, as rows for the network. Numbers of passages and cells count from 0."""

    seen: np.ndarray
    told: np.ndarray
    links: np.ndarray
    """Of each passage: from and to cell, the passages straight on and back; -1 for none."""
    cells: np.ndarray
    """Of each example its row in `told`."""
    group: np.ndarray
    """Of each example the state, as a number within the item."""
    success: np.ndarray
    length: np.ndarray


def items_of(maze: Explored) -> list[Item]:
    """Close moves are left out: what they do is certain, and an agent is told."""
    passages, scheme, worth = learned.Passages(maze.walls), learned.Scheme(maze.kind.orientations), worth_of(maze)
    links = np.stack([passages.from_cell, passages.to_cell, passages.straight, passages.back], axis=1)
    links[:, 2:][links[:, 2:] == passages.count] = -1
    orientation_of, cell_of = worth.states % scheme.orientations, worth.states // scheme.orientations
    items = []
    for orientation in range(scheme.orientations):
        parts = []
        for move in (move for move in range(scheme.moves) if not scheme.is_close(move)):
            seen, told = passages.frame(scheme.gravity[orientation], scheme.gravity[scheme.destination(orientation, move)])
            rows = np.flatnonzero((orientation_of == orientation) & (worth.moves == move))
            parts.append((np.concatenate([passages.features, seen], axis=1), told, rows))
        rows = np.concatenate([part[2] for part in parts])
        if len(rows) == 0:
            continue
        copies, cells, n = len(parts), passages.cells, passages.count
        links_of_all = np.concatenate([np.where(links < 0, -1, links + [i * cells, i * cells, i * n, i * n])
                                       for i in range(copies)])
        items.append(Item(np.concatenate([part[0] for part in parts]).astype(np.float32),
                          np.concatenate([part[1] for part in parts]).astype(np.float32), links_of_all,
                          np.concatenate([cell_of[part[2]] + i * cells for i, part in enumerate(parts)]),
                          np.unique(worth.states[rows], return_inverse=True)[1],
                          worth.success[rows].astype(np.float32), worth.length[rows].astype(np.float32)))
    return items


# ---- training ----

class Batch(NamedTuple):
    """Some items beside each other, as tensors."""

    seen: torch.Tensor
    told: torch.Tensor
    from_cell: torch.Tensor
    to_cell: torch.Tensor
    straight: torch.Tensor
    back: torch.Tensor
    cells: torch.Tensor
    group: torch.Tensor
    success: torch.Tensor
    length: torch.Tensor


def batch_of(items: list[Item]) -> Batch:
    links, cells, groups = [], [], []
    cell, passage, group = 0, 0, 0
    for item in items:
        links.append(np.where(item.links < 0, -1, item.links + [cell, cell, passage, passage]))
        cells.append(item.cells + cell)
        groups.append(item.group + group)
        cell, passage, group = cell + len(item.told), passage + len(item.seen), group + item.group.max() + 1
    link = np.concatenate(links)
    link[link < 0] = passage  # the row of zeros
    joined = [np.concatenate(parts) for parts in ([i.seen for i in items], [i.told for i in items])]
    columns = [np.ascontiguousarray(link[:, i]) for i in range(4)]
    ends = [np.concatenate(parts) for parts in (cells, groups, [i.success for i in items], [i.length for i in items])]
    return Batch(*map(torch.from_numpy, [*joined, *columns, *ends]))


def new_parameters(generator: torch.Generator) -> dict[str, torch.Tensor]:
    """Weights as He and others draw them (2015), biases zero."""
    parameters = {}
    for name, shape in learned.Network.shapes(MESSAGES, HIDDEN).items():
        scale = 0.0 if name.endswith("bias") else math.sqrt(2 / shape[0] / (2 if name in ("straight", "others") else 1))
        parameters[name] = (torch.randn(shape, generator=generator) * scale).requires_grad_()
    return parameters


def forward(p: dict[str, torch.Tensor], batch: Batch) -> tuple[torch.Tensor, torch.Tensor]:
    """Of each example the logit of success and the logarithm of the moves: what learned.Network.estimate works out."""
    seen = batch.seen @ p["passage"] + p["passage_bias"]
    none = torch.zeros(1, MESSAGES)
    sent = torch.zeros(len(seen), MESSAGES)
    for _ in range(ROUNDS):
        leaving = torch.zeros(len(batch.told), MESSAGES).index_add(0, batch.from_cell, sent)
        with_none = torch.cat([sent, none])
        straight = with_none[batch.straight]
        others = leaving[batch.to_cell] - straight - with_none[batch.back]
        met = torch.relu(seen + straight @ p["straight"] + others @ p["others"])
        sent = torch.relu(met @ p["message"] + p["message_bias"])
    leaving = torch.zeros(len(batch.told), MESSAGES).index_add(0, batch.from_cell, sent)
    known = torch.relu(torch.cat([leaving[batch.cells], batch.told[batch.cells]], dim=1) @ p["cell"] + p["cell_bias"])
    said = known @ p["estimate"] + p["estimate_bias"]
    return said[:, 0], said[:, 1]


def loss_of(p: dict[str, torch.Tensor], batch: Batch) -> torch.Tensor:
    """Three parts: the success of a move, its moves where it succeeds, and which moves of a state are the best ones."""
    logit, log_moves = forward(p, batch)
    success = torch.nn.functional.binary_cross_entropy_with_logits(logit, batch.success)
    moves = (batch.success * torch.nn.functional.smooth_l1_loss(log_moves, batch.length.log(), reduction="none", beta=0.2)).mean()
    return success + 2 * moves + RANKING * ranking_loss(batch, logit, log_moves)


def cost(log_success: torch.Tensor, length: torch.Tensor) -> torch.Tensor:
    return length - learned.Guide.RISK * log_success


def ranking_loss(batch: Batch, logit: torch.Tensor, log_moves: torch.Tensor) -> torch.Tensor:
    """Cross entropy of the moves of each state, where one move more makes a move less likely by e."""
    told = -cost(torch.nn.functional.logsigmoid(logit), log_moves.clamp(0, 8).exp())
    true = -cost(batch.success.clamp(min=1e-6).log(), batch.length)
    wanted = torch.exp(log_softmax_by(true, batch.group))
    return -(wanted * log_softmax_by(told, batch.group)).sum() / (batch.group.max() + 1)


def log_softmax_by(values: torch.Tensor, group: torch.Tensor) -> torch.Tensor:
    groups = int(group.max()) + 1
    largest = np.full(groups, -np.inf, dtype=np.float32)
    np.maximum.at(largest, group.numpy(), values.detach().numpy())
    shifted = values - torch.from_numpy(largest)[group]
    return shifted - torch.zeros(groups).index_add(0, group, shifted.exp()).log()[group]


def rate_at(step: int, steps: int) -> float:
    """Rises for a twentieth of the steps, then falls along half a cosine."""
    rising = max(1, steps // 20)
    return RATE * min((step + 1) / rising, 0.5 * (1 + math.cos(math.pi * step / steps)))


def train_epoch(p: dict[str, torch.Tensor], optimizer: torch.optim.Optimizer, items: list[Item], order: np.ndarray,
                epoch: int, epochs: int) -> float:
    steps = -(-len(order) // ITEMS)
    total = 0.0
    for step in range(steps):
        batch = batch_of([items[i] for i in order[step * ITEMS:(step + 1) * ITEMS]])
        optimizer.param_groups[0]["lr"] = rate_at(epoch * steps + step, epochs * steps)
        optimizer.zero_grad()
        loss = loss_of(p, batch)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(p.values(), 1.0)
        optimizer.step()
        total += loss.item()
    return total / steps


def network_of(p: dict[str, torch.Tensor]) -> learned.Network:
    """As it is stored: with four digits."""
    return learned.Network({name: rounded(values) for name, values in p.items()}, ROUNDS)


def rounded(values: torch.Tensor) -> np.ndarray:
    numbers = values.detach().numpy()
    return np.array([float(f"{number:.4g}") for number in numbers.ravel().tolist()]).reshape(numbers.shape)


def policy_text(p: dict[str, torch.Tensor]) -> str:
    """The file that learned.Network.load reads."""
    rows = ",\n".join(f'"{name}": {json.dumps(rounded(values).tolist(), separators=(",", ":"))}' for name, values in p.items())
    return (f'{{"format": "{learned.FORMAT}", "messages": {MESSAGES}, "hidden": {HIDDEN}, "rounds": {ROUNDS},\n'
            f'"parameters": {{\n{rows}}}}}\n')


# ---- the whole ----

def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--small", action="store_true", help="a handful of mazes, to try the script")
    parser.add_argument("--epochs", type=whole(1, 10**6), default=16)
    parser.add_argument("--seed", type=whole(1, 10**6), default=1, help="of the first weights and the order of examples")
    parser.add_argument("--work", type=pathlib.Path, default=PROJECT / "out" / "learned")
    parser.add_argument("--policy", type=pathlib.Path, default=learned.POLICY)
    parser.add_argument("--picture", type=pathlib.Path, default=PROJECT / "docs" / "pictures" / "learned_policy.png")
    return parser.parse_args()


class Training:
    """What a stopped script goes on from."""

    def __init__(self, options: argparse.Namespace) -> None:
        self._file = options.work / f"state-{'small' if options.small else 'full'}-{options.epochs}-{options.seed}.pt"
        self.parameters = new_parameters(torch.Generator().manual_seed(options.seed))
        self.optimizer = torch.optim.Adam(self.parameters.values(), lr=RATE)
        self.order = np.random.default_rng(options.seed)
        self.curve: list[dict] = []
        if self._file.exists():
            self._restore(torch.load(self._file))

    def _restore(self, kept: dict) -> None:
        with torch.no_grad():
            for name, values in self.parameters.items():
                values.copy_(kept["parameters"][name])
        self.optimizer.load_state_dict(kept["optimizer"])
        self.order.bit_generator.state = kept["order"]
        self.curve = kept["curve"]

    def keep(self) -> None:
        unfinished = self._file.with_suffix(".part")
        torch.save({"parameters": {name: values.detach() for name, values in self.parameters.items()},
                    "optimizer": self.optimizer.state_dict(), "order": self.order.bit_generator.state,
                    "curve": self.curve}, unfinished)
        unfinished.rename(self._file)


def scores_by_kind(runs: list[tuple[MapRun, int]], agent_of: Callable[[], mm.Agent]) -> dict[str, Score]:
    kinds = dict.fromkeys(run.maze.kind for run, _ in runs)
    return {str(kind): score([pair for pair in runs if pair[0].maze.kind == kind], agent_of) for kind in kinds}


def train(options: argparse.Namespace, state: Training, items: list[Item], held_out: list[tuple[MapRun, int]]) -> None:
    for epoch in range(len(state.curve), options.epochs + 1):
        loss = None  # the first entry is of the network that has learned nothing
        if epoch > 0:
            order = state.order.permutation(len(items))
            loss = train_epoch(state.parameters, state.optimizer, items, order, epoch - 1, options.epochs)
        network = network_of(state.parameters)
        scores = scores_by_kind(held_out, lambda: learned.Learned(network))
        state.curve.append({"epoch": epoch, "loss": loss, "scores": scores})
        state.keep()
        words = ", ".join(f"{kind} {100 * one.solved:.0f}/{100 * one.spl:.0f}" for kind, one in scores.items())
        print(f"epoch {epoch} of {options.epochs}: loss {loss or math.nan:.3f}; % solved/SPL: {words}", file=sys.stderr,
              flush=True)


def draw(curve: list[dict], base: dict[str, Score], held_out: list[tuple[MapRun, int]], path: pathlib.Path) -> None:
    import matplotlib
    matplotlib.use("Agg")
    from matplotlib import pyplot as plt
    figure, axes = plt.subplots(1, 2, figsize=(14, 4.4), sharey=True, constrained_layout=True)
    kinds = [run.maze.kind for run, _ in held_out]
    for axis, part, title in zip(axes, (0, 1), ("% of solvable mazes solved", "SPL, %")):
        for colour, kind in enumerate(dict.fromkeys(kinds)):
            values = [100 * row["scores"][str(kind)][part] for row in curve]
            axis.plot([row["epoch"] for row in curve], values, color=f"C{colour}", label=label(kind, kinds.count(kind)))
            axis.axhline(100 * base[str(kind)][part], color=f"C{colour}", linestyle=":", linewidth=1)
        axis.set(title=title, xlabel="epoch", ylim=(0, 102))
        axis.grid(alpha=0.3)
    axes[1].legend(fontsize="small", loc="upper left", bbox_to_anchor=(1.02, 1), title="dotted: by distance alone")
    figure.savefig(path, dpi=100, metadata={"Software": None})


def label(kind: Kind, mazes: int) -> str:
    shape = f"{kind.size}x{kind.size}" + ("" if kind.layers == "flat" else f"x{kind.size}")
    new = "" if kind in TRAINING else "\n  (never trained on)"
    return f"{shape} {kind.layers}, {kind.orientations} orientations, {mazes} mazes{new}"


def main() -> None:
    options = parse_arguments()
    torch.set_num_threads(1)
    torch.use_deterministic_algorithms(True)
    options.work.mkdir(parents=True, exist_ok=True)
    name = "small-" if options.small else ""
    mazes = explored(name + "training", TRAINING_FIRST, SMALL if options.small else TRAINING, options.work)
    held_out = solvable(explored(name + "held-out", HELD_OUT_FIRST, SMALL if options.small else HELD_OUT, options.work))
    items = [item for maze in mazes for item in items_of(maze)]
    print(f"{len(items)} orientations of mazes, {sum(len(item.cells) for item in items)} moves to learn from", file=sys.stderr)
    state = Training(options)
    train(options, state, items, held_out)
    options.policy.write_text(policy_text(state.parameters), encoding="ascii")
    base = scores_by_kind(held_out, lambda: ByDistance(None))
    for kind, one in base.items():
        print(f"{kind}: by distance alone {100 * one.solved:.1f} % solved, SPL {100 * one.spl:.1f} %; "
              f"learned {100 * state.curve[-1]['scores'][kind][0]:.1f} %, {100 * state.curve[-1]['scores'][kind][1]:.1f} %")
    draw(state.curve, base, held_out, options.picture)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        print("interrupted; the same command goes on from here", file=sys.stderr)
        sys.exit(75)
