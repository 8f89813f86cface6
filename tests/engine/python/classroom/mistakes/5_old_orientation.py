"""Rolls the marble before the maze has turned."""


def predict(maze, state, move):
    return roll(maze, state // 8, state % 8) * 8 + (state % 8 ^ (1 << move))
