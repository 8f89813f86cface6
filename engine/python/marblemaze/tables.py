"""Benchmark results as arrays, and comparisons of agents."""
from __future__ import annotations

import contextlib
import importlib
import math
import os
import sqlite3
from typing import Any, Dict, Literal, NamedTuple, get_args

from ._arguments import instance_of, one_of, path_of
from ._errors import BadInput, BadKey
from ._numpy import NDArray, np

_APPLICATION = 0x4D4D417A  # SQLite application ID of results files
Table = Literal["episodes", "truths"]


class Results(Dict[str, NDArray[Any]]):
    """Rows of a results file, as one array per column. All arrays have the same length.

    For example, results["moves"][results["outcome"] == "solved"].mean() is the mean number of moves of solved runs.
    """

    @property
    def rows(self) -> int:
        """Number of rows."""
        return len(next(iter(self.values()), ()))

    def __missing__(self, name: str) -> Any:
        raise BadKey(f"column {name!r}: expected one of {', '.join(self)}")

    def where(self, **values: Any) -> Results:
        """Returns the rows whose columns have the given values.

        Args:
            **values: Values by column, for example agent="heuristic".
        """
        kept = np.ones(self.rows, dtype=bool)
        for name, value in values.items():
            kept &= self[name] == value
        return Results({name: column[kept] for name, column in self.items()})

    def to_pandas(self) -> Any:
        """Returns a pandas.DataFrame. Requires pandas."""
        return importlib.import_module("pandas").DataFrame(self)

    def __repr__(self) -> str:
        return f"<Results of {self.rows} rows in {len(self)} columns: {', '.join(self)}>"


def results(path: str | os.PathLike[str], table: Table = "episodes") -> Results:
    """Reads a results file of `marblemaze bench`, even while the command is running.

    Args:
        path: Path of the file.
        table: "episodes" for runs, "truths" for reference solutions.

    Raises:
        BadInput: The file is not a results file of this version.
    """
    file = path_of(path)
    one_of("table", table, get_args(Table))
    try:
        with contextlib.closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as database:
            if database.execute("PRAGMA application_id").fetchone()[0] != _APPLICATION:
                raise BadInput(f"cannot read '{path}': it is not a results file")
            found = database.execute(f"SELECT * FROM {table}")
            names, rows = [column[0] for column in found.description], found.fetchall()
    except sqlite3.Error as error:
        raise BadInput(f"cannot read '{path}': {error}: expected a results file of bench") from None
    return Results({name: _array(name, [row[i] for row in rows]) for i, name in enumerate(names)})


def _array(name: str, values: list[Any]) -> NDArray[Any]:
    if name in ("seed", "run"):  # SQLite stores numbers above 2**63 as negative numbers
        return np.array([value % (1 << 64) for value in values], dtype=np.uint64)
    return np.array(values, dtype=None if values else np.int64)


class Interval(NamedTuple):
    """Estimate with a 95% confidence interval. The bounds are NaN if they are unknown."""

    value: float
    """Estimate."""
    low: float
    """Lower bound of the interval."""
    high: float
    """Upper bound of the interval."""


class Comparison(NamedTuple):
    """Paired comparison of two agents in the same mazes and runs. Confidence intervals treat the mazes as a random
    sample."""

    mazes: int
    """Number of mazes that both agents played."""
    runs: int
    """Number of pairs of runs in these mazes."""
    both: int
    """Number of pairs in which both agents solved the maze."""
    only_first: int
    """Number of pairs in which only the first agent solved the maze."""
    only_second: int
    """Number of pairs in which only the second agent solved the maze."""
    neither: int
    """Number of pairs in which neither agent solved the maze."""
    first_solved: Interval
    """Percentage of runs that the first agent solved."""
    second_solved: Interval
    """Percentage of runs that the second agent solved."""
    solved: Interval
    """Paired difference of the percentages, first minus second."""
    first_moves: Interval
    """Mean number of moves of the first agent in the pairs that both agents solved."""
    second_moves: Interval
    """Mean number of moves of the second agent in the pairs that both agents solved."""
    moves: Interval
    """Paired difference of the number of moves, first minus second."""


def compare(a: Results, b: Results) -> Comparison:
    """Compares two agents in the runs that both played, like `marblemaze report --compare`.

    Args:
        a: Runs of the first agent in mazes of one kind. Select them with Results.where().
        b: Runs of the second agent in mazes of the same kind.
    """
    identifying = ("layers", "size", "orientations", "recovery", "world", "settings", "version", "rest", "move_limit",
                   "seed", "run")
    keys = [name for name in identifying
            if name in instance_of("a", a, Results) and name in instance_of("b", b, Results)]
    rows = []
    for which, one in (("a", a), ("b", b)):
        by_key = {key: i for i, key in enumerate(zip(*(one[name].tolist() for name in keys)))}
        if len(by_key) < one.rows:
            raise BadInput(f"{which}: several rows of a run: select one agent with where()")
        rows.append(by_key)
    common = [key for key in rows[0] if key in rows[1]]
    kinds = {key[:keys.index("seed")] for key in common}
    if len(kinds) != 1:
        raise BadInput(f"expected runs of one kind of maze in both results, found {len(kinds)} kinds: select one with "
                       "where()")
    first, second = (np.array([by_key[key] for key in common]) for by_key in rows)
    mazes = np.unique([key[keys.index("seed")] for key in common], return_inverse=True)[1]
    hits = [100.0 * (one["outcome"][row] == "solved") for one, row in ((a, first), (b, second))]
    both = (hits[0] > 0) & (hits[1] > 0)
    moves = [one["moves"][row][both].astype(float) for one, row in ((a, first), (b, second))]
    at = np.unique(mazes[both], return_inverse=True)[1]
    return Comparison(int(mazes.max()) + 1, len(common), int(both.sum()), int((hits[0] > hits[1]).sum()),
                      int((hits[1] > hits[0]).sum()), int(((hits[0] == 0) & (hits[1] == 0)).sum()),
                      _share(hits[0], mazes), _share(hits[1], mazes), _mean(hits[0] - hits[1], mazes),
                      _clipped(_mean(moves[0], at)), _clipped(_mean(moves[1], at)), _mean(moves[0] - moves[1], at))


def _mean(values: NDArray[Any], mazes: NDArray[Any]) -> Interval:
    """Returns the mean with a Student's t interval, with mazes as clusters (ratio estimator, Cochran 1977, section
    9.3)."""
    if not len(values):
        return Interval(math.nan, math.nan, math.nan)
    middle, sums = float(values.mean()), np.bincount(mazes, values - values.mean())
    if len(sums) < 2:
        return Interval(middle, math.nan, math.nan)
    half = _student_95(len(sums) - 1) * math.sqrt(float(sums @ sums) * len(sums) / (len(sums) - 1)) / len(values)
    return Interval(middle, middle - half, middle + half)


def _clipped(interval: Interval, most: float = math.inf) -> Interval:
    return interval._replace(low=max(interval.low, 0.0), high=min(interval.high, most))  # keeps NaN


def _share(hits: NDArray[Any], mazes: NDArray[Any]) -> Interval:
    """Returns a percentage with a Wilson interval, or with a Student's t interval if a maze has several runs."""
    if np.bincount(mazes).max() > 1:
        return _clipped(_mean(hits, mazes), 100.0)
    n, p, z2 = len(hits), float(hits.mean()) / 100, 1.959963984540054 ** 2
    centre, half = p + z2 / (2 * n), math.sqrt(z2 * p * (1 - p) / n + z2 * z2 / (4.0 * n * n))
    return Interval(100 * p, 100 * max(0.0, (centre - half) / (1 + z2 / n)),
                    100 * min(1.0, (centre + half) / (1 + z2 / n)))


def _student_95(freedom: int) -> float:
    """Returns the two-sided 95% quantile of Student's t distribution."""
    low, high, freedom = 1.9, 12.8, min(freedom, 2000)
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if _student_within(middle, freedom) < 0.95 else (low, middle)
    return high


def _student_within(t: float, freedom: int) -> float:
    """Returns the probability that |T| <= t for Student's t distribution (Abramowitz and Stegun 1972, 26.7.3 and
    26.7.4)."""
    angle = math.atan(t / math.sqrt(freedom))
    odd, cosine = freedom % 2, math.cos(angle)
    term, total = cosine if odd else 1.0, 0.0
    for i in range(odd + 1, freedom, 2):
        total += term
        term *= cosine * cosine * i / (i + 1)
    return 2 / math.pi * (angle + math.sin(angle) * total) if odd else math.sin(angle) * total
