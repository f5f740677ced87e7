"""The functions of the package `exact_cover`: exact covers of a matrix of zeros and ones.

Rows are subsets, columns are elements. A program that has `import exact_cover as ec` may have
`import dlx3.exact_cover as ec` instead. It needs NumPy.

    >>> import numpy as np
    >>> import dlx3.exact_cover as ec
    >>> S = np.array([[1, 0, 0, 1, 0], [1, 1, 1, 0, 0], [0, 1, 1, 0, 0], [0, 0, 0, 0, 1]])
    >>> ec.get_exact_cover(S)
    array([0, 2, 3], dtype=int32)
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, Optional

import numpy as np

from ._dlx3 import Problem

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = [
    "DTYPE_FOR_ARRAY",
    "ExactCoverError",
    "NoSolution",
    "get_all_solutions",
    "get_exact_cover",
    "get_solution_count",
]

#: The type of matrices that `exact_cover` prefers. Here, all are the same.
DTYPE_FOR_ARRAY = np.int32


#: How many solutions are converted one by one.
FEW = 4


class ExactCoverError(Exception):
    """The base of the errors of this module."""


class NoSolution(ExactCoverError):
    """There is no exact cover."""


def _problem(matrix: ArrayLike) -> Optional[Problem]:
    """The problem of a matrix; none if there is nothing to cover."""
    array = np.asanyarray(matrix)
    if array.ndim != 2:
        raise ValueError(f"a matrix has 2 dimensions, not {array.ndim}")
    return Problem._from_numbers(array) if array.shape[1] else None


def get_exact_cover(matrix: ArrayLike) -> NDArray[np.int32]:
    """One exact cover: the indices of its rows, sorted, as an array of shape (rows,) and type
    `int32`.

    `matrix` has shape (subsets, elements); an element that is not 0 counts as 1.

    Raises `NoSolution` if there is none, `ValueError` if the matrix has not two dimensions, or has
    elements that are not a number or masked, and `TypeError` for other objects than numbers.
    """
    problem = _problem(matrix)
    solution = problem.find() if problem is not None else []
    if solution is None:
        raise NoSolution("there is no exact cover")
    return np.array(solution, dtype=np.int32)


def get_all_solutions(
    matrix: ArrayLike, max_count: Optional[int] = None
) -> set[tuple[np.int32, ...]]:
    """All exact covers, or `max_count` of them: a set of tuples of the indices of their rows,
    each of them sorted.

    Raises `NoSolution` if there is none, and `ValueError` if the matrix has not two dimensions.
    """
    problem = _problem(matrix)
    if max_count is not None and max_count <= 0:
        solutions: set[tuple[Any, ...]] = set()
    elif problem is None:
        solutions = {()}
    else:
        found = islice(problem.solutions(), max_count)
        # A table of all numbers gains only if there are more than a few solutions.
        solutions = {tuple(np.array(rows, dtype=np.int32)) for rows in islice(found, FEW)}
        if len(solutions) == FEW:
            numbers = list(np.arange(np.asarray(matrix).shape[0], dtype=np.int32))
            solutions.update(tuple([numbers[row] for row in rows]) for rows in found)
    if not solutions:
        raise NoSolution("there is no exact cover")
    return solutions


def get_solution_count(matrix: ArrayLike) -> int:
    """The number of exact covers, however large.

    Raises `ValueError` if the matrix has not two dimensions.
    """
    problem = _problem(matrix)
    return problem.count() if problem is not None else 1
