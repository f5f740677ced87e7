"""Peg solitaire: boards, solutions, and proofs that there is none.

    >>> from dlx3 import peg
    >>> game = peg.Game("central")
    >>> solution = peg.solve(game)
    >>> len(solution.jumps), solution.words.split()[0]
    (31, 'd2-d4')

Text that is no game raises `ValueError` with its place, other objects `TypeError`.
"""

from __future__ import annotations

from typing import Literal, Optional, Union

from ._dlx3 import PegGame, Problem
from ._errors import Stopped
from ._puzzle import Text, as_bytes, as_index
from ._show import Drawn, picture

__all__ = ["Game", "Impossible", "Pagoda", "Solution", "pagoda", "solve"]

#: A depth-first search is given up after this many positions.
NODES = 3_000_000
#: Lists hold no more positions than this.
POSITIONS = 4_000_000


class Game(Drawn):
    """A board, the pegs at first, and those that are wanted in the end.

    `text` is the name of a game, as `peg list` has them, or `"BOARD:HOLES:HOLES"`, or a drawing of
    several lines, as the program `peg` reads it; with `six`, a drawn board has six directions.

    >>> from dlx3 import peg
    >>> game = peg.Game("central")
    >>> len(game.holes), len(game.start), len(game.finish)
    (33, 32, 1)
    """

    def __init__(self, text: Text, *, six: bool = False) -> None:
        given = as_bytes("a game", text).decode("utf-8", "surrogateescape")
        self._game = PegGame(given, bool(six))

    @property
    def holes(self) -> list[tuple[int, int, str]]:
        """The row, the column and the name of each hole."""
        return self._game.holes

    @property
    def start(self) -> list[int]:
        """The numbers of the holes that have pegs at first."""
        return self._game.start

    @property
    def finish(self) -> Optional[list[int]]:
        """The numbers of the holes that have pegs in the end; `None` if that is open."""
        return self._game.finish

    def problem(self) -> Problem:
        """The game as an exact covering problem, as `gen-peg` writes it."""
        return self._game.problem()

    def svg(self) -> str:
        """A picture of the start."""
        return self._game.svg([], False)

    def _repr_svg_(self) -> str:
        return picture("peg", self.svg(), f"peg solitaire:\n{self}")

    def __str__(self) -> str:
        return self._game.text.rstrip("\n")


class Solution(Drawn):
    """Jumps that lead from the start to the finish. In a notebook, a picture has all positions.

    >>> from dlx3 import peg
    >>> solution = peg.solve(peg.Game("central"))
    >>> solution.svg()[:4], solution.svg(animated=True)[:4]
    ('<svg', '<svg')
    """

    def __init__(self, game: Game, numbers: list[int]) -> None:
        #: The game.
        self.game = game
        self._numbers = numbers

    @property
    def jumps(self) -> list[tuple[int, int, int]]:
        """The jumps: numbers of the holes from, over and to."""
        known = self.game._game.all_jumps
        holes = [known[number] for number in self._numbers]
        return [(start, over, end) for start, over, end in holes]

    @property
    def words(self) -> str:
        """The jumps with the names of holes, as `peg solve` prints them."""
        return self.game._game.words(self._numbers)

    def __bool__(self) -> Literal[True]:
        return True

    def svg(self, *, animated: bool = False) -> str:
        """A picture of all positions, or one board that plays the jumps."""
        return self.game._game.svg(self._numbers, bool(animated))

    def _repr_svg_(self) -> str:
        return picture("peg", self.svg(), f"jumps: {self.words}")

    def __str__(self) -> str:
        return self.words


class Impossible:
    """There is no solution. It counts as false.

    >>> from dlx3 import peg
    >>> found = peg.solve("english:d4,d5:c3")
    >>> found.reason, bool(found)
    ('class', False)
    """

    def __init__(self, reason: str) -> None:
        #: What proved it: `"class"` (start and finish differ over GF(2)), `"relaxed"` (linear
        #: programs have no solution), or `"searched"`.
        self.reason = reason

    def __bool__(self) -> Literal[False]:
        return False

    def __repr__(self) -> str:
        return f"<peg.Impossible: {self.reason}>"


def solve(
    game: Union[Game, Text],
    *,
    method: str = "auto",
    nodes: int = NODES,
    positions: int = POSITIONS,
    threads: int = 1,
    time: Optional[float] = None,
) -> Union[Solution, Impossible]:
    """A solution, or the proof that there is none.

    `method` is `"auto"`, `"forward"` or `"forward-backward"`. A depth-first search is given up
    after `nodes` positions, and lists hold at most `positions`; then `Stopped` is raised, as after
    `time` seconds. Ctrl-C ends it.

    >>> from dlx3 import peg
    >>> len(peg.solve("central").jumps)
    31
    """
    asked = game if isinstance(game, Game) else Game(game)
    most, held = as_index("nodes", nodes), as_index("positions", positions, 1)
    made, reason = asked._game.solve(method, most, held, as_index("threads", threads, 1), time)
    if made is not None:
        return Solution(asked, made)
    if reason is None:
        raise Stopped("memory")
    return Impossible(reason)


class Pagoda:
    """A pagoda function: no jump raises the sum over the pegs, and the finish has a greater sum than
    the start. `str` is its table.

    >>> from dlx3 import peg
    >>> peg.pagoda("central") is None
    True
    """

    def __init__(self, values: list[int], table: str) -> None:
        #: The value of each hole.
        self.values = values
        self._table = table

    def __str__(self) -> str:
        return self._table.rstrip("\n")


def pagoda(game: Union[Game, Text]) -> Optional[Pagoda]:
    """A pagoda function that proves that there is no solution, or `None` if none does.

    Raises `ValueError` if the finish is open.

    >>> from dlx3 import peg
    >>> peg.pagoda("central") is None
    True
    """
    asked = game if isinstance(game, Game) else Game(game)
    found = asked._game.pagoda()
    return None if found is None else Pagoda(*found)
