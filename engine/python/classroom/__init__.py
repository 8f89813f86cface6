"""Programming exercises and their grader, python3 -m marblemaze.classroom (docs/for-teachers.md).

An installed package contains this folder as marblemaze/classroom. In the source tree, it is next to the package.
"""
