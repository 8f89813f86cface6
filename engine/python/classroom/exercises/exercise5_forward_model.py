"""Exercise 5: a forward model.

Where will the marble stop? This agent sees the walls, and guesses it before it makes a move. It does not simulate: it
rolls the marble from cell to cell by a few rules. Then it makes the untried move whose end is nearest the target. You
write the rules. They are those of the thesis's path prediction.

The maze stands on a corner. Its 8 orientations have the numbers 0 to 7, and each number is three bits. Move k turns over
bit k. Gravity pulls along all three axes at once: along x (axis 0), y (axis 1) and z (axis 2), towards - where the axis's
bit is 0, and towards + where it is 1. A cell has six sides: 0 is +x, 1 is -x, 2 is +y, 3 is -y, 4 is +z, 5 is -z.
Cells are counted from 0 here; the program prints them from 1.

Read first: "State" and "Orientation" in docs/reference/glossary.md. Thesis 4.5 and its Figure 33.

Replace each `raise NotImplementedError` by your code. Then try the examples alone, have the file graded, and play:

    python3 -m doctest exercise5_forward_model.py
    python3 -m marblemaze.classroom grade exercise5_forward_model.py
    marblemaze solve --seed 3 --agent-command "python3 exercise5_forward_model.py"
"""
import marblemaze as mm

EXERCISE = 5


def down(orientation):
    """The three sides towards which gravity pulls, as a list: the one along x, then y, then z.

    Orientation 0 pulls towards -x, -y and -z. In orientation 1 bit 0 is 1, so the side along x is +x.

    >>> down(0), down(1)
    ([1, 3, 5], [0, 3, 5])
    """
    raise NotImplementedError


def neighbour(dims, cell, side):
    """The cell on the other side of a side. Nothing is to be written here."""
    w, h, _ = dims
    step = (1, w, w * h)[side // 2]
    return cell + step if side % 2 == 0 else cell - step


def roll(maze, cell, orientation):
    """The cell in which a marble stops that begins to roll in this cell, while the maze stands in this orientation.

    maze is an mm.Walls: maze.wall(cell, side) says whether a wall is there, and neighbour(maze.dims, cell, side) is the
    next cell. Repeat these rules for the present cell:

    1. The marble goes straight on, in the direction of its last step, if it is fast and no wall is there. It is fast when
       its last two steps had the same direction.
    2. Otherwise it falls: to the first side of down(orientation) without a wall. It cannot fall along the axis on which
       it made its last step.
    3. Otherwise it goes straight on if no wall is there.
    4. Otherwise it stops here.

    At the beginning there is no last step, and the marble can fall along every axis. In this corridor of four cells along
    x there are walls everywhere but between the cells. In orientation 1 the marble rolls to its end:

    >>> maze = mm.Walls((4, 1, 1), 0, 3, (0b111110, 0b111100, 0b111100, 0b111101))
    >>> roll(maze, 0, 1), roll(maze, 2, 0)
    (3, 0)
    """
    raise NotImplementedError


def predict(maze, state, move):
    """The state in which a move ends: the marble rolls from the cell of the state, in the orientation after the move.

    A state is cell * 8 + orientation. In the corridor above, move 0 in orientation 0 turns the maze to orientation 1:

    >>> maze = mm.Walls((4, 1, 1), 0, 3, (0b111110, 0b111100, 0b111100, 0b111101))
    >>> predict(maze, 0, 0)  # to cell 3: 3 * 8 + 1
    25
    """
    raise NotImplementedError


def distances(maze):
    """For each cell that is reached, how many cells the theoretical path to the target has. Nothing is to be written here."""
    found, waiting = {maze.target: 1}, [maze.target]
    for cell in waiting:
        for side in range(6):
            if not maze.wall(cell, side) and neighbour(maze.dims, cell, side) not in found:
                found[neighbour(maze.dims, cell, side)] = found[cell] + 1
                waiting.append(neighbour(maze.dims, cell, side))
    return found


class Predictor(mm.Agent):
    """Of all untried moves that can be reached, it makes the one that is predicted to end nearest the target. Nothing is to
    be written here."""

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
