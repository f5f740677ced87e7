"""Problems from a `DataFrame`, and solutions as one. Nothing is imported for that: a frame is known
by its columns, and by what its columns can do."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from ._dlx3 import Problem
from ._puzzle import wrong


def _columns(frame: Any) -> list[Any]:
    """The names of the columns."""
    columns = getattr(frame, "columns", None)
    if columns is None or not hasattr(frame, "__getitem__"):
        raise wrong("a frame is a DataFrame", frame)
    return list(columns)


def _column(frame: Any, what: str, name: Any) -> list[Any]:
    columns = _columns(frame)
    if name not in columns:
        shown = ", ".join(str(column) for column in columns)
        raise ValueError(f"{what}: there is no column {name!r}; the columns are {shown}")
    values: list[Any] = frame[name].to_list()
    return values


def _words(row: int, cell: Any) -> list[Any]:
    """The items of a cell."""
    if isinstance(cell, str):
        return cell.replace(",", " ").split()
    if hasattr(cell, "tolist"):
        cell = cell.tolist()
    if hasattr(cell, "to_list"):
        cell = cell.to_list()
    if isinstance(cell, (list, tuple, set, frozenset)):
        listed: list[Any] = list(cell)
        return listed
    raise wrong(f"row {row}: items are a list, or a text with blanks between them", cell)


def _ones(frame: Any, names: list[Any]) -> list[list[Any]]:
    """The columns of each row that have a one there."""
    columns = [_column(frame, "items", name) for name in names]
    options: list[list[Any]] = [[] for _ in (columns[0] if columns else [])]
    for name, column in zip(names, columns):
        for row, value in enumerate(column):
            if value not in (0, 1):
                raise ValueError(f"row {row}, column {name!r}: {value!r} is neither 0 nor 1")
            if value:
                options[row].append(name)
    return options


def from_frame(
    frame: Any, items: Any, cost: Any, id: Any, primary: Any, secondary: Any, bounds: Any
) -> Problem:
    """`Problem.from_frame`."""
    if isinstance(items, (list, tuple)) and items not in _columns(frame):
        listed: list[Any] = list(items)
        options = _ones(frame, listed)
        if primary is None and secondary is None:
            # What no option has must be covered all the same.
            primary = listed
    else:
        cells = _column(frame, "items", items)
        options = [_words(row, cell) for row, cell in enumerate(cells)]
    costs = None if cost is None else _column(frame, "cost", cost)
    names = None
    if id is not None:
        names = _column(frame, "id", id)
    elif hasattr(frame, "index"):
        names = list(frame.index)
    given: dict[str, Any] = {"primary": primary, "secondary": secondary, "bounds": bounds}
    return Problem.from_options(options, costs=costs, names=names, **given)


def solutions_frame(problem: Problem, solutions: Any, like: Any) -> Any:
    """`Problem.solutions_frame`."""
    package = import_module("pandas") if like is None else like
    frame = getattr(package, "DataFrame", None)
    if frame is None:
        raise wrong("like is a package with a DataFrame, such as pandas or polars", like)
    columns: dict[str, list[Any]] = {"solution": [], "option": []}
    names, costs = problem.names, problem.costs
    if names is not None:
        columns["name"] = []
    if costs is not None:
        columns["cost"] = []
    columns["items"] = []
    # Options that are in no solution have no cost of their own.
    cost_of = dict(zip(problem.indices, costs or []))
    for number, solution in enumerate(problem.solutions() if solutions is None else solutions):
        if isinstance(solution, tuple):
            solution = solution[1]
        for option in solution:
            columns["solution"].append(number)
            columns["option"].append(option)
            if names is not None:
                columns["name"].append(names[option])
            if costs is not None:
                columns["cost"].append(cost_of[option])
            columns["items"].append(problem.option(option))
    return frame(columns)
