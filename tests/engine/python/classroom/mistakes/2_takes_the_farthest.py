"""Treats the largest distance as the best."""


def best_way(candidates):
    if not candidates:
        return []
    return max(candidates, key=lambda candidate: candidate[0].distance)[1]
