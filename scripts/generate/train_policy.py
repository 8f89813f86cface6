#!/usr/bin/python3
"""Trains the learned policy of docs/results/learning-agents.md and plots its learning curve.

  scripts/generate/train_policy.py [--small] [--epochs N] [--seed N] [--work FOLDER] [--policy FILE] [--picture FILE]

The network learns the values of all moves in the state maps of the training mazes: the success probability and the
number of moves under the optimal policy. After each epoch, an agent with the network plays held-out mazes for the
learning curve. The policy is the network after the last epoch. The work folder stores the maps and the state of the
training, so an interrupted script continues when it is started again.
The result is reproducible on one machine. Needs python3-torch (scripts/install_dependencies.sh learning) and a build
with the shared library.
"""
from __future__ import annotations

import argparse
import json
import math
import os
import pathlib
import sys
from typing import Any, Callable, NamedTuple

os.environ["OMP_NUM_THREADS"] = "1"  # with several threads, the order of additions would vary

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "measure"))
import numpy as np  # noqa: E402
import torch  # noqa: E402
from numpy.typing import NDArray  # noqa: E402
from policy_maps import (ROOT, ByDistance, Explored, Kind, MapRun, Score, explored, score,  # noqa: E402
                         solvable, values_of)
from measuring import integer  # noqa: E402

import marblemaze as mm  # noqa: E402
from marblemaze import learned  # noqa: E402

MESSAGES, HIDDEN, ROUNDS = 16, 32, 8
RATE = 2e-3  # maximum learning rate
RANKING = 0.5  # weight of the ranking loss
ITEMS = 32  # per step of training

# Number of mazes of each kind. Seeds are consecutive.
TRAINING_FIRST, TRAINING = 82001, {
    Kind(4, "flat", 4): 100, Kind(6, "flat", 4): 100, Kind(3, "all", 8): 300, Kind(3, "all", 24): 50,
    Kind(4, "all", 8): 100, Kind(4, "all", 24): 15, Kind(5, "outer", 8): 60, Kind(5, "outer", 24): 15,
    Kind(5, "all", 8): 20, Kind(6, "outer", 8): 20}
HELD_OUT_FIRST, HELD_OUT = 84001, {
    Kind(6, "flat", 4): 25, Kind(3, "all", 8): 25, Kind(3, "all", 24): 25, Kind(4, "all", 8): 25,
    Kind(5, "outer", 8): 25,
    Kind(8, "flat", 4): 25, Kind(7, "outer", 8): 15, Kind(6, "all", 8): 10}
SMALL = {Kind(4, "flat", 4): 3, Kind(3, "all", 8): 4}
Array = NDArray[Any]
Parameters = dict[str, torch.Tensor]
Runs = list[tuple[MapRun, int]]


class Item(NamedTuple):
    """Examples with the same maze and orientation. Passages and cells are numbered from 0."""

    seen: Array
    told: Array
    links: Array
    """For each passage: its first and last cell, the passage straight on, and the passage back (-1 for none)."""
    cells: Array
    """Row in `told` of each example."""
    group: Array
    """Number of the state of each example within the item."""
    success: Array
    length: Array


def items_of(maze: Explored) -> list[Item]:
    """Returns the training examples of a maze: all moves except close moves (Scheme.is_close)."""
    passages, scheme, values = learned.Passages(maze.walls), learned.Scheme(maze.kind.orientations), values_of(maze)
    links = np.stack([passages.from_cell, passages.to_cell, passages.straight, passages.back], axis=1)
    links[:, 2:][links[:, 2:] == passages.count] = -1
    offset = np.array([passages.cells, passages.cells, passages.count, passages.count])
    orientation_of, cell_of = values.states % scheme.orientations, values.states // scheme.orientations
    items = []
    for orientation in range(scheme.orientations):
        parts = []
        for move in (move for move in range(scheme.moves) if not scheme.is_close(move)):
            seen, told = passages.frame(scheme.gravity[orientation],
                                        scheme.gravity[scheme.destination(orientation, move)])
            rows = np.flatnonzero((orientation_of == orientation) & (values.moves == move))
            parts.append((np.concatenate([passages.features, seen], axis=1), told, rows))
        rows = np.concatenate([rows for _, _, rows in parts])
        if len(rows) > 0:
            items.append(Item(np.concatenate([seen for seen, _, _ in parts]).astype(np.float32),
                              np.concatenate([told for _, told, _ in parts]).astype(np.float32),
                              np.concatenate([np.where(links < 0, -1, links + i * offset) for i in range(len(parts))]),
                              np.concatenate([cell_of[rows] + i * passages.cells
                                              for i, (_, _, rows) in enumerate(parts)]),
                              np.unique(values.states[rows], return_inverse=True)[1],
                              values.success[rows].astype(np.float32), values.length[rows].astype(np.float32)))
    return items


class Batch(NamedTuple):
    """Several items as tensors. Each column of Item.links is a tensor."""

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
    seen, told, success, length = (np.concatenate([getattr(item, name) for item in items])
                                   for name in ("seen", "told", "success", "length"))
    columns = map(np.ascontiguousarray, link.T)
    return Batch(*map(torch.from_numpy,
                      [seen, told, *columns, np.concatenate(cells), np.concatenate(groups), success, length]))


def new_parameters(generator: torch.Generator) -> Parameters:
    """Initialises the weights by the method of He et al. (2015), and the biases with 0."""
    parameters = {}
    for name, shape in learned.Network.shapes(MESSAGES, HIDDEN).items():
        scale = 0.0 if name.endswith("bias") else math.sqrt(2 / shape[0] / (2 if name in ("straight", "others") else 1))
        parameters[name] = (torch.randn(shape, generator=generator) * scale).requires_grad_()
    return parameters


def forward(p: Parameters, batch: Batch) -> tuple[torch.Tensor, torch.Tensor]:
    """Returns the logit of the success probability and the logarithm of the number of moves, as
    learned.Network.estimate does."""
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
    estimates = known @ p["estimate"] + p["estimate_bias"]
    return estimates[:, 0], estimates[:, 1]


def log_softmax_by(values: torch.Tensor, group: torch.Tensor) -> torch.Tensor:
    groups = int(group.max()) + 1
    largest = np.full(groups, -np.inf, dtype=np.float32)
    np.maximum.at(largest, group.numpy(), values.detach().numpy())
    shifted = values - torch.from_numpy(largest)[group]
    return shifted - torch.zeros(groups).index_add(0, group, shifted.exp()).log()[group]


def loss_of(p: Parameters, batch: Batch) -> torch.Tensor:
    """Returns the sum of the losses for the success probability, the number of moves of successful runs, and the
    ranking of moves.

    The ranking loss is the cross entropy of a softmax over the moves of a state, in which one move more divides the
    weight by e.
    """
    logit, log_moves = forward(p, batch)
    success = torch.nn.functional.binary_cross_entropy_with_logits(logit, batch.success)
    moves = (batch.success * torch.nn.functional.smooth_l1_loss(log_moves, batch.length.log(), reduction="none",
                                                                beta=0.2)).mean()
    risk = learned.Guide.RISK
    estimated = risk * torch.nn.functional.logsigmoid(logit) - log_moves.clamp(0, 8).exp()
    true = risk * batch.success.clamp(min=1e-6).log() - batch.length
    cross_entropies = -torch.exp(log_softmax_by(true, batch.group)) * log_softmax_by(estimated, batch.group)
    ranking = cross_entropies.sum() / (batch.group.max() + 1)
    return success + 2 * moves + RANKING * ranking


def rate_at(step: int, steps: int) -> float:
    """Returns the learning rate: a warm-up during the first 5 % of the steps, then cosine decay."""
    return RATE * min((step + 1) / max(1, steps // 20), 0.5 * (1 + math.cos(math.pi * step / steps)))


def train_epoch(p: Parameters, optimizer: torch.optim.Optimizer, items: list[Item], order: Array, epoch: int,
                epochs: int) -> float:
    steps, total = -(-len(order) // ITEMS), 0.0
    for step in range(steps):
        batch = batch_of([items[i] for i in order[step * ITEMS:(step + 1) * ITEMS]])
        optimizer.param_groups[0]["lr"] = rate_at(epoch * steps + step, epochs * steps)
        optimizer.zero_grad()
        loss = loss_of(p, batch)
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(p.values(), 1.0)
        optimizer.step()
        total += loss.item()
    return total / steps


def rounded(values: torch.Tensor) -> Array:
    """Rounds to four significant digits, as in the policy file."""
    numbers = values.detach().numpy()
    return np.array([float(f"{number:.4g}") for number in numbers.ravel().tolist()]).reshape(numbers.shape)


def policy_text(p: Parameters) -> str:
    """Returns the file that learned.Network.load reads."""
    rows = ",\n".join(f'"{name}": {json.dumps(rounded(values).tolist(), separators=(",", ":"))}'
                      for name, values in p.items())
    return (f'{{"format": "{learned.FORMAT}", "messages": {MESSAGES}, "hidden": {HIDDEN}, "rounds": {ROUNDS},\n'
            f'"parameters": {{\n{rows}}}}}\n')


def scores_by_kind(runs: Runs, agent_of: Callable[[], mm.Agent]) -> dict[str, Score]:
    kinds = dict.fromkeys(run.maze.kind for run, _ in runs)
    return {str(kind): score([pair for pair in runs if pair[0].maze.kind == kind], agent_of) for kind in kinds}


def train(file: pathlib.Path, seed: int, epochs: int, items: list[Item],
          held_out: Runs) -> tuple[Parameters, list[dict[str, Any]]]:
    """Trains the network. Returns its parameters and the learning curve. Saves the state to a file after each epoch."""
    p = new_parameters(torch.Generator().manual_seed(seed))
    optimizer, random, curve = torch.optim.Adam(p.values(), lr=RATE), np.random.default_rng(seed), []
    if file.exists():
        kept = torch.load(file)
        with torch.no_grad():
            for name, values in p.items():
                values.copy_(kept["parameters"][name])
        optimizer.load_state_dict(kept["optimizer"])
        random.bit_generator.state, curve = kept["order"], kept["curve"]
    for epoch in range(len(curve), epochs + 1):
        # The first entry of the curve describes the untrained network.
        loss = None
        if epoch > 0:
            loss = train_epoch(p, optimizer, items, random.permutation(len(items)), epoch - 1, epochs)
        network = learned.Network({name: rounded(values) for name, values in p.items()}, ROUNDS)
        scores = scores_by_kind(held_out, lambda: learned.Learned(network))
        curve.append({"epoch": epoch, "loss": loss, "scores": scores})
        torch.save({"parameters": {name: values.detach() for name, values in p.items()},
                    "optimizer": optimizer.state_dict(),
                    "order": random.bit_generator.state, "curve": curve}, file.with_suffix(".part"))
        file.with_suffix(".part").rename(file)
        words = ", ".join(f"{kind} {100 * one.solved:.0f}/{100 * one.spl:.0f}" for kind, one in scores.items())
        print(f"epoch {epoch} of {epochs}: loss {loss or math.nan:.3f}; % solved/path efficiency: {words}",
              file=sys.stderr, flush=True)
    return p, curve


def draw(curve: list[dict[str, Any]], base: dict[str, Score], held_out: Runs, path: pathlib.Path) -> None:
    import matplotlib
    matplotlib.use("Agg")
    from matplotlib import pyplot as plt
    figure, axes = plt.subplots(1, 2, figsize=(14, 4.4), sharey=True, constrained_layout=True)
    kinds = [run.maze.kind for run, _ in held_out]
    for axis, part, title in zip(axes, (0, 1), ("% of solvable mazes solved", "SPL, %")):
        for colour, kind in enumerate(dict.fromkeys(kinds)):
            shape = f"{kind.size}x{kind.size}" + ("" if kind.layers == "flat" else f"x{kind.size}")
            label = f"{shape} {kind.layers}, {kind.orientations} orientations, {kinds.count(kind)} mazes"
            label += "" if kind in TRAINING else "\n  (never trained on)"
            axis.plot([row["epoch"] for row in curve], [100 * row["scores"][str(kind)][part] for row in curve],
                      color=f"C{colour}", label=label)
            axis.axhline(100 * base[str(kind)][part], color=f"C{colour}", linestyle=":", linewidth=1)
        axis.set(title=title, xlabel="epoch", ylim=(0, 102))
        axis.grid(alpha=0.3)
    axes[1].legend(fontsize="small", loc="upper left", bbox_to_anchor=(1.02, 1), title="dotted: by distance alone")
    figure.savefig(path, dpi=100, metadata={"Software": None})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--small", action="store_true", help="use a few mazes, to try the script")
    parser.add_argument("--epochs", type=integer(1, 10**6), default=16)
    parser.add_argument("--seed", type=integer(1, 10**6), default=1,
                        help="seed of the initial weights and of the order of the examples")
    parser.add_argument("--work", type=pathlib.Path, default=ROOT / "out" / "learned")
    parser.add_argument("--policy", type=pathlib.Path, default=learned.POLICY)
    parser.add_argument("--picture", type=pathlib.Path, default=ROOT / "docs" / "pictures" / "learned_policy.png")
    options = parser.parse_args()
    torch.set_num_threads(1)
    torch.use_deterministic_algorithms(True)
    options.work.mkdir(parents=True, exist_ok=True)
    prefix, size = ("small-", "small") if options.small else ("", "full")
    mazes = explored(prefix + "training", TRAINING_FIRST, SMALL if options.small else TRAINING, options.work)
    held_out = solvable(explored(prefix + "held-out", HELD_OUT_FIRST, SMALL if options.small else HELD_OUT,
                                 options.work))
    items = [item for maze in mazes for item in items_of(maze)]
    print(f"{len(items)} orientations of mazes, {sum(len(item.cells) for item in items)} examples", file=sys.stderr)
    parameters, curve = train(options.work / f"state-{size}-{options.epochs}-{options.seed}.pt", options.seed,
                              options.epochs, items, held_out)
    options.policy.write_text(policy_text(parameters), encoding="ascii")
    base = scores_by_kind(held_out, lambda: ByDistance(None))
    for kind, one in base.items():
        print(f"{kind}: by distance alone {100 * one.solved:.1f} % solved, path efficiency {100 * one.spl:.1f} %; "
              f"learned {100 * curve[-1]['scores'][kind][0]:.1f} %, {100 * curve[-1]['scores'][kind][1]:.1f} %")
    draw(curve, base, held_out, options.picture)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        print("train_policy.py: interrupted; run the same command again to continue", file=sys.stderr)
        sys.exit(75)
