"""The Ginnow sieve: of the numbers 1 to N pick one by one; each pick scores its value and gives a
proper divisor that is still there to the tax.

    >>> from dlx3 import sieve
    >>> game = sieve.solve(18)
    >>> game.score, game.is_proved
    (111, True)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Optional, Union, cast

from ._dlx3 import Problem, sieve_problem, sieve_score, sieve_solve
from ._puzzle import as_index, wrong

__all__ = ["Game", "problem", "score", "solve"]


@dataclass(frozen=True)
class Game:
    """A game.

    >>> from dlx3 import sieve
    >>> sieve.solve(6)
    Game(n=6, score=15, bound=15, moves=[(5, 1), (4, 2), (6, 3)])
    """

    #: The largest number.
    n: int
    #: The sum of the picks.
    score: int
    #: No game has a greater score.
    bound: int
    #: Picks with their taxes, in an order that can be played.
    moves: list[tuple[int, int]]

    @property
    def is_proved(self) -> bool:
        """Whether no game has a greater score."""
        return self.score == self.bound


def solve(n: int, *, time: Optional[float] = None) -> Game:
    """A best game. When `time` (seconds) is over, it is the best one that was found, and `bound`
    says how good games may be.

    >>> from dlx3 import sieve
    >>> sieve.solve(30).score
    301
    """
    found, bound, moves = sieve_solve(n, time)
    return Game(as_index("n", n), found, bound, moves)


def score(n: int, moves: Iterable[Union[int, tuple[int, int]]]) -> int:
    """The score of a game: picks, or picks with their taxes.

    Raises `ValueError` with the number of the move that is against the rules.

    >>> from dlx3 import sieve
    >>> sieve.score(6, [5, (4, 2), (6, 3)])
    15
    >>> sieve.score(6, [4, 2])
    Traceback (most recent call last):
        ...
    ValueError: move 2: 2 has left with move 1
    """
    played: list[tuple[int, Optional[int]]] = []
    for move in cast("Iterable[Any]", moves):
        if isinstance(move, (tuple, list)):
            pair = cast("list[Any]", move)
            if len(pair) != 2:
                raise wrong("a move is a pick, or a pick and its tax", pair)
            played.append((as_index("a pick", pair[0]), as_index("a tax", pair[1])))
        else:
            played.append((as_index("a pick", move), None))
    return sieve_score(n, played)


def problem(n: int, *, least: Optional[int] = None) -> Problem:
    """The pairings of picks and taxes as an exact covering problem, as `gen-sieve` writes it; with
    `least`, those of at least that score.

    >>> from dlx3 import sieve
    >>> sieve.problem(6).count() > 0
    True
    """
    return sieve_problem(n, None if least is None else as_index("least", least))
