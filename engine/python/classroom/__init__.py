"""Exercises for students, and a grader: python3 -m marblemaze.classroom. docs/for-teachers.md describes them.

In an installation, this folder is marblemaze/classroom. In the sources, it is next to the package, which finds it there.
"""
