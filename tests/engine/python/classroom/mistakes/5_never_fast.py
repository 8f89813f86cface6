"""Falls into every hole."""


def roll(maze, cell, orientation):
    last = None
    while True:
        falls = [side for side in down(orientation)
                 if not maze.wall(cell, side) and (last is None or side // 2 != last // 2)]
        if falls:
            last = falls[0]
        elif last is None or maze.wall(cell, last):
            return cell
        cell = neighbour(maze.dims, cell, last)
