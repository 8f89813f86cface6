"""Stays fast after a turn."""


def roll(maze, cell, orientation):
    last, fast = None, False
    while True:
        onward = last is not None and not maze.wall(cell, last)
        falls = [side for side in down(orientation)
                 if not maze.wall(cell, side) and (last is None or side // 2 != last // 2)]
        if onward and fast:
            side = last
        elif falls:
            side = falls[0]
        elif onward:
            side = last
        else:
            return cell
        fast = fast or side == last
        last = side
        cell = neighbour(maze.dims, cell, side)
