"""Rolls straight on from its first step."""


def roll(maze, cell, orientation):
    last = None
    while True:
        if last is None or maze.wall(cell, last):
            falls = [side for side in down(orientation)
                     if not maze.wall(cell, side) and (last is None or side // 2 != last // 2)]
            if not falls:
                return cell
            last = falls[0]
        cell = neighbour(maze.dims, cell, last)
