"""Uses bit 0 for all three axes."""


def down(orientation):
    return [2 * axis if orientation & 1 else 2 * axis + 1 for axis in range(3)]
