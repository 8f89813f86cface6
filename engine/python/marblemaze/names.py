"""Literal types for the names of agents, worlds and other options, for type checkers. mm.catalogue() describes the
names."""
from __future__ import annotations

from typing import Literal, get_args

AgentName = Literal["depth-first", "breadth-first", "heuristic", "improved-heuristic", "single-move-prediction",
                    "complete-solution-prediction", "simulation-search", "imagination", "lrta-star", "node-counting",
                    "random-walk", "ff-replan", "uct"]
TiltPolicyName = Literal["cem", "floor"]
Family = Literal["four-bit", "four-bit-strict", "jump", "jump-no-u-turn", "rook", "predicted-flat", "predicted",
                 "predicted-24", "bullet-flat", "bullet"]
TiltWorldName = Literal["bullet", "imagined"]
Knowledge = Literal["blind", "heuristic", "full"]
Layers = Literal["all", "outer", "flat"]
ModelName = Literal["first-cell", "predictor", "imagination", "bullet", "imagined", "predicted"]
Outcome = Literal["running", "solved", "unsolvable", "frozen", "overdue", "capped", "crashed", "timed-out", "nonsense",
                  "flooded", "escaped"]
Split = Literal["training", "validation", "test"]
Theme = Literal["dark", "light", "colour-blind"]
WorldName = Literal["bullet", "imagined", "predicted"]

OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)
"""All outcomes. The index of an outcome is its number in the C interface (mm_outcome)."""

RUNNING, SOLVED, FROZEN, OVERDUE, CAPPED, ESCAPED = map(
    OUTCOMES.index, ("running", "solved", "frozen", "overdue", "capped", "escaped"))
