"""Results of benchmarks, as arrays."""
from __future__ import annotations

import contextlib
import importlib
import os
import sqlite3
from typing import Any, Iterator, Literal, Mapping, get_args

from ._library import BadInput, BadKey, one_of, path_of
from ._numpy import NDArray, np

_APPLICATION = 0x4D4D417A  # identifies results files
Table = Literal["episodes", "truths"]


class Results(Mapping[str, NDArray[Any]]):
    """Rows of a results file, as one array per column. All arrays have the same length.

    For example, results["moves"][results["outcome"] == "solved"].mean() is the mean number of moves of solved runs.
    """

    def __init__(self, columns: Mapping[str, NDArray[Any]]) -> None:
        self._columns = dict(columns)
        self.rows = len(next(iter(self._columns.values()))) if self._columns else 0
        """Number of rows."""

    def __getitem__(self, name: str) -> NDArray[Any]:
        if name not in self._columns:
            raise BadKey(f"column {name!r}: expected one of {', '.join(self._columns)}")
        return self._columns[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __len__(self) -> int:
        return len(self._columns)

    def where(self, **values: Any) -> Results:
        """Returns the rows with given values.

        Args:
            **values: Value of a column, for example agent="heuristic".
        """
        kept = np.ones(self.rows, dtype=bool)
        for name, value in values.items():
            kept &= self[name] == value
        return Results({name: column[kept] for name, column in self._columns.items()})

    def to_pandas(self) -> Any:
        """Returns a pandas.DataFrame. Requires pandas."""
        return importlib.import_module("pandas").DataFrame(self._columns)

    def __repr__(self) -> str:
        return f"<Results of {self.rows} rows: {', '.join(self._columns)}>"


def results(path: str | os.PathLike[str], table: Table = "episodes") -> Results:
    """Reads a results file of the program's command `bench`, also while `bench` is running.

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
    if name == "seed":  # SQLite stores seeds above 2**63 as negative numbers
        return np.array([value % (1 << 64) for value in values], dtype=np.uint64)
    return np.array(values, dtype=None if values else np.int64)
