"""Exact covering with multiplicities and colors.

    >>> import dlx3
    >>> problem = dlx3.Problem.from_options([["a", "b"], ["a"], ["b"]])
    >>> problem.count()
    2
    >>> list(problem.solutions())
    [[0], [1, 2]]
"""

from . import gen, pack, peg, sieve, sudoku
from ._conflict import Conflict
from ._covers import covers
from ._dlx3 import Color, Problem, Solutions, Zdd, __version__
from ._errors import Fault, Stopped
from ._progress import Progress
from ._stats import Estimate, Stats

__all__ = [
    "Color",
    "Conflict",
    "Estimate",
    "Fault",
    "Problem",
    "Progress",
    "Solutions",
    "Stats",
    "Stopped",
    "Zdd",
    "__version__",
    "covers",
    "gen",
    "pack",
    "peg",
    "sieve",
    "sudoku",
]
