"""Exact covering with multiplicities and colors.

    >>> import dlx3
    >>> problem = dlx3.Problem.from_options([["a", "b"], ["a"], ["b"]])
    >>> problem.count()
    2
    >>> list(problem.solutions())
    [[0], [1, 2]]
"""

from . import gen, pack, peg, sieve, sudoku
from ._covers import covers
from ._dlx3 import Color, Problem, Solutions, Zdd
from ._errors import Fault, Stopped
from ._stats import Stats

__all__ = [
    "Color",
    "Fault",
    "Problem",
    "Solutions",
    "Stats",
    "Stopped",
    "Zdd",
    "covers",
    "gen",
    "pack",
    "peg",
    "sieve",
    "sudoku",
]
