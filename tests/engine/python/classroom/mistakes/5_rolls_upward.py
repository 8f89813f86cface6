"""Uses the sides that point up."""


def down(orientation):
    return [2 * axis + 1 if orientation >> axis & 1 else 2 * axis for axis in range(3)]
