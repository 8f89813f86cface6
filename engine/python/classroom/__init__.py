"""Exercises for students, and a grader: python3 -m marblemaze.classroom. For teachers: docs/for-teachers.md.

In an installation this folder is marblemaze/classroom; in the sources it stands beside the package, which finds it there.
"""
