"""Exercise 5: a forward model.

This agent sees the walls and predicts where a move will end before it makes the move. It does not simulate the physics.
Instead, it moves the marble from cell to cell according to a few rules. Then it makes the untried move whose predicted
cell is nearest to the target. You implement the rules, which are those of the path prediction in the thesis.

The maze rests on a corner. Its 8 orientations have the numbers 0 to 7, and each number consists of three bits. Move k
flips bit k. Gravity pulls along all three axes at once, x (axis 0), y (axis 1) and z (axis 2): in the negative
direction if the bit of the axis is 0, and in the positive direction if it is 1. A cell has six sides: 0 is +x, 1 is -x,
2 is +y, 3 is -y, 4 is +z, 5 is -z. Cells are numbered from 0 here, but the program prints them from 1.

Read first: "State" and "Orientation" in docs/reference/glossary.md. Thesis 4.5 and its Figure 33.

Replace each `raise NotImplementedError` with your code. Then run the examples, grade the file, and run the agent:

    python3 -m doctest exercise5_forward_model.py
    python3 -m marblemaze.classroom grade exercise5_forward_model.py
    marblemaze solve --seed 3 --agent-command "python3 exercise5_forward_model.py"
"""
import marblemaze as mm

EXERCISE = 5


def down(orientation):
    """Returns a list of the three sides towards which gravity pulls, along x, y and z.

    Orientation 0 pulls towards -x, -y and -z. In orientation 1, bit 0 is 1, so the side along x is +x.

    >>> down(0), down(1)
    ([1, 3, 5], [0, 3, 5])
    """
    raise NotImplementedError


def neighbour(dims, cell, side):
    """Returns the neighbour of a cell on a side. You do not need to change this function."""
    w, h, _ = dims
    step = (1, w, w * h)[side // 2]
    return cell + step if side % 2 == 0 else cell - step


def roll(maze, cell, orientation):
    """Returns the cell in which a marble stops if it begins to roll in a cell, in an orientation of the maze.

    maze is an mm.Walls object: maze.wall(cell, side) returns whether there is a wall, and neighbour(maze.dims, cell, side)
    returns the next cell. Repeat these rules for the current cell:

    1. If the marble is fast and there is no wall in the direction of its last step, it continues in this direction. It is fast
       if its last two steps had the same direction.
    2. Otherwise it falls to the first side of down(orientation) without a wall. It cannot fall along the axis of its last
       step.
    3. Otherwise it continues in the direction of its last step if there is no wall.
    4. Otherwise it stops.

    At the beginning there is no last step, and the marble can fall along every axis. In this example, the maze is a
    corridor of four cells along x without walls between the cells. In orientation 1, the marble rolls to the end of the
    corridor:

    >>> maze = mm.Walls((4, 1, 1), 0, 3, (0b111110, 0b111100, 0b111100, 0b111101))
    >>> roll(maze, 0, 1), roll(maze, 2, 0)
    (3, 0)
    """
    raise NotImplementedError


def predict(maze, state, move):
    """Returns the state in which a move ends: the marble rolls from the cell of the state, in the orientation after the move.

    The number of a state is cell * 8 + orientation. In the corridor above, move 0 turns the maze from orientation 0 to 1:

    >>> maze = mm.Walls((4, 1, 1), 0, 3, (0b111110, 0b111100, 0b111100, 0b111101))
    >>> predict(maze, 0, 0)  # to cell 3: 3 * 8 + 1
    25
    """
    raise NotImplementedError


def distances(maze):
    """Returns the number of cells on the path from each cell to the target. You do not need to change this function."""
    found, waiting = {maze.target: 1}, [maze.target]
    for cell in waiting:
        for side in range(6):
            if not maze.wall(cell, side) and neighbour(maze.dims, cell, side) not in found:
                found[neighbour(maze.dims, cell, side)] = found[cell] + 1
                waiting.append(neighbour(maze.dims, cell, side))
    return found


class Predictor(mm.Agent):
    """Makes the untried move whose predicted cell is nearest to the target. You do not need to change this class."""

    name, version, knowledge = "exercise-5", "1", "full"

    def begin(self):
        self.way, self.expected, self.distances = [], None, distances(self.maze)

    def choose(self, here):
        if not self.way or here.state != self.expected:
            self.way = self.best_way(here)
        if not self.way:
            return None  # it gives up
        move = self.way.pop(0)
        self.expected = here.leads[move]
        return move

    def best_way(self, here):
        best, least, reached, met = [], float("inf"), [(here, [])], {here.state}
        for place, way in reached:
            for move, to in enumerate(place.leads):
                if to is None:
                    far = self.distances[predict(self.maze, place.state, move) // 8]
                    if far < least:
                        best, least = [*way, move], far
                elif to not in met:
                    met.add(to)
                    reached.append((self.places[to], [*way, move]))
        return best


if __name__ == "__main__":
    Predictor().run()
