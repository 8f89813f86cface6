"""Makes only the first step."""


def roll(maze, cell, orientation):
    for side in down(orientation):
        if not maze.wall(cell, side):
            return neighbour(maze.dims, cell, side)
    return cell
