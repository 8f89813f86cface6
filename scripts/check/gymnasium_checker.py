#!/usr/bin/env python3
"""Runs Gymnasium's own checker on the environment, where Gymnasium 1.1 or newer is installed; exits with 77 where it is
not.

Cost: seconds.

  scripts/check/gymnasium_checker.py        needs numpy and a build of the library (docs/reference/python.md)

Debian 12 has no Gymnasium; its sources and those of farama_notifications on PYTHONPATH will do (python3-cloudpickle is Debian's).
"""
import itertools
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "engine/python"), str(ROOT / "scripts/measure")]
from script_parts import require  # noqa: E402


def main():
    require("numpy")
    try:
        import gymnasium
        from gymnasium.utils.env_checker import check_env
        from gymnasium.vector import AutoresetMode
    except ImportError:
        print("skipped: Gymnasium 1.1 or newer is not installed")
        return 77
    import marblemaze.env  # registers itself

    for knowledge in ("blind", "heuristic", "full"):
        for orientations in (8, 24):
            check_env(marblemaze.env.MarbleMazeMoves(knowledge=knowledge, orientations=orientations))
    for name, mode in itertools.product(("Moves", "Tilt", "Rest"), AutoresetMode):
        check_env(getattr(marblemaze.env, f"MarbleMaze{name}")())
        envs = gymnasium.make_vec(f"marblemaze/MarbleMaze{name}-v0", num_envs=4, vectorization_mode="vector_entry_point",
                                  autoreset_mode=mode)
        envs.reset(seed=1)
        envs.step(envs.action_space.sample())
        envs.close()
    print(f"Gymnasium {gymnasium.__version__} has no objection")
    return 0


if __name__ == "__main__":
    sys.exit(main())
