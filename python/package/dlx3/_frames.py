"""Problems from a `DataFrame`, and solutions as one. Nothing is imported for that: a frame is known
by its columns, and by what its columns can do."""

from __future__ import annotations

from importlib import import_module
from typing import Any
from warnings import warn

from ._dlx3 import Problem, names_of_cells
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


def _is_missing(cell: Any) -> bool:
    """Whether a cell is empty: `None`, or a number that is none. Those of pandas are not to be
    compared, and go by the names of their types."""
    is_nan = isinstance(cell, float) and cell != cell
    return cell is None or is_nan or type(cell).__name__ in ("NAType", "NaTType")


def _names(column: Any, cells: list[Any], separator: list[str], several: bool) -> list[list[Any]]:
    """The items of the cells of a column: lists as they are, texts by the rule of the library."""
    options: list[list[Any]] = [[] for _ in cells]
    rows = [row for row, cell in enumerate(cells) if isinstance(cell, str)]
    try:
        texts = names_of_cells([cells[row] for row in rows], separator, several)
    except ValueError as error:
        place, told = error.args
        raise ValueError(f"row {rows[place]}, column {column!r}: {told}") from None
    for row, names in zip(rows, texts):
        options[row] = list(names)
    for row, cell in enumerate(cells):
        if isinstance(cell, str) or _is_missing(cell):
            continue
        if hasattr(cell, "tolist"):
            cell = cell.tolist()
        if hasattr(cell, "to_list"):
            cell = cell.to_list()
        if isinstance(cell, (list, tuple, set, frozenset)):
            options[row] = list(cell)
        elif several:
            options[row] = [cell]
        else:
            raise wrong(f"row {row}: items are a list, or a text with blanks between them", cell)
    return options


def _stem(name: Any) -> str:
    """The name of a column such as `leg2` without its digits."""
    return "".join(sign for sign in str(name) if not sign.isdigit())


def _need_prefixes(names: list[Any], columns: list[list[list[Any]]]) -> bool:
    """Whether a name in two columns is two items: a row has it twice."""
    seen: dict[Any, tuple[int, Any]] = {}
    shared = None
    for row, cells in enumerate(zip(*columns)):
        for column, cell in zip(names, cells):
            for name in cell:
                last, other = seen.get(name, (-1, column))
                seen[name] = (row, column)
                if other == column:
                    continue
                if last == row:
                    return True
                shared = shared or (name, other, column)
    if shared is None or len({_stem(name) for name in names}) == 1 and _stem(names[0]):
        return False
    name, one, other = shared
    raise ValueError(
        f"{name!r} stands in the columns {one!r} and {other!r}: is that one item (prefix=False), or "
        f"are there two, '{one}.{name}' and '{other}.{name}' (prefix=True)?"
    )


def _long(frame: Any, names: list[Any], separator: list[str], prefix: Any) -> list[list[Any]]:
    """The items of each row, whose names stand in several columns."""
    columns = [_names(name, _column(frame, "items", name), separator, True) for name in names]
    if _need_prefixes(names, columns) if prefix is None else prefix:
        for name, column in zip(names, columns):
            column[:] = [[f"{name}.{item}" for item in cell] for cell in column]
    return [[item for cell in cells for item in cell] for cells in zip(*columns)]


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


def _are_names(frame: Any, names: list[Any]) -> bool:
    """Whether no column is one of zeros and ones. One column alone is that of a matrix."""
    columns = [_column(frame, "items", name) for name in names]
    return len(columns) > 1 and not any(
        all(isinstance(value, (int, float)) and value in (0, 1) for value in column)
        for column in columns
    )


def _warn_of_empty(options: list[list[Any]]) -> None:
    """Warns of rows without items: that may be a cell that nobody has filled."""
    empty = [row for row, items in enumerate(options) if not items]
    if not empty:
        return
    if len(empty) == 1:
        told = f"row {empty[0]} has no items, so it is in no solution"
    else:
        told = f"row {empty[0]} and {len(empty) - 1} more have no items, so they are in no solution"
    # The caller of `Problem.from_frame`, which is native.
    warn(told, UserWarning, stacklevel=3)


def from_frame(
    frame: Any, items: Any, cost: Any, id: Any, kinds: Any, separator: Any, prefix: Any
) -> Problem:
    """`Problem.from_frame`."""
    primary, secondary, bounds = kinds
    separators = [separator] if isinstance(separator, str) else list(separator or [])
    if isinstance(items, (list, tuple)) and items not in _columns(frame):
        listed: list[Any] = list(items)
        if prefix is not None or separators or _are_names(frame, listed):
            options = _long(frame, listed, separators, prefix)
            _warn_of_empty(options)
        else:
            options = _ones(frame, listed)
            if primary is None and secondary is None:
                # What no option has must be covered all the same.
                primary = listed
    else:
        options = _names(items, _column(frame, "items", items), separators, False)
        _warn_of_empty(options)
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
