"""The classic families of problems that `dlx gen` writes: a function for each.

Where Knuth has a program for a family, items and options are those of his program, in the same order.
A board is a pair of rows and columns, or one number for both.

    >>> from dlx3 import gen
    >>> gen.queens(8).count()
    92
    >>> gen.gen("langford", 7).count()
    52

Numbers that are too small or too large raise `ValueError`, other objects `TypeError`.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import prod
from typing import Any, Callable, Optional, SupportsIndex, Union, cast

from . import _dlx3
from ._dlx3 import Problem
from ._puzzle import Text, as_bytes, as_index, as_seed, wrong

__all__ = [
    "bricks",
    "dissections",
    "domination",
    "dominoes",
    "gen",
    "hitting_sets",
    "langford",
    "latin",
    "partridge",
    "planted",
    "polyominoes",
    "queens",
    "rectangles",
    "squares",
    "triangles",
    "triples",
    "words",
]

#: Rows and columns, or one number for both.
Board = Union[SupportsIndex, tuple[SupportsIndex, SupportsIndex]]


def _board(board: Any) -> tuple[int, int]:
    if isinstance(board, (tuple, list)):
        sides = cast("list[Any]", board)
        if len(sides) != 2:
            raise ValueError(f"a board has rows and columns, not {board!r}")
        return as_index("rows", sides[0]), as_index("columns", sides[1])
    side = as_index("board", board)
    return side, side


def _sides(what: str, sides: Any) -> list[int]:
    if not isinstance(sides, (tuple, list)):
        raise wrong(f"{what} is three numbers", sides)
    if len(cast("list[Any]", sides)) != 3:
        raise ValueError(f"{what} is three numbers, not {sides!r}")
    return [as_index("a side", side) for side in cast("list[Any]", sides)]


def queens(n: int, *, order: str = "organ-pipe") -> Problem:
    """N queens that do not attack each other. The rows and columns are items from the middle
    outwards, or with `order="natural"` from 0 on, rows first.

    >>> from dlx3 import gen
    >>> gen.queens(6, order="natural").count()
    4
    """
    return _dlx3.gen_queens(as_index("n", n), order)


def langford(n: int, *, gaps: int = 0, bounded: bool = False, half: bool = False) -> Problem:
    """The numbers 1 to N twice in a row, with k places between the two numbers k. `gaps` places
    stay empty; they are secondary items, or with `bounded` items of bounds 0 to 1. With `half`,
    of two solutions that are reflections there is one.

    >>> from dlx3 import gen
    >>> gen.langford(8, half=True).count()
    150
    """
    gaps = as_index("gaps", gaps)
    return _dlx3.gen_langford(as_index("n", n), gaps, bool(bounded), bool(half))


def domination(board: Board, count: int, *, by: str = "queens") -> Problem:
    """`count` pieces that attack or occupy all cells of a board: `"queens"`, `"kings"`, `"rooks"`,
    `"bishops"`, `"knights"`, or `"neighbors"`, the cells beside it.

    >>> from dlx3 import gen
    >>> gen.domination(3, 1, by="kings").count()
    1
    """
    return _dlx3.gen_domination(_board(board), as_index("count", count), by)


def words(columns: Union[Text, Iterable[str]], rows: Union[Text, Iterable[str], None] = None) -> Problem:
    """Word rectangles: words of columns, and words of rows; without `rows`, double word squares.
    Words are a list, or a text with one a line.

    >>> from dlx3 import gen
    >>> gen.words(["at", "be"], ["ab", "te"]).count()
    1
    """

    def lines(what: str, words: Any) -> bytes:
        if isinstance(words, (str, bytes)):
            return as_bytes(what, words)
        try:
            listed = list(cast("Iterable[object]", words))
        except TypeError:
            raise wrong(f"{what} are a text or a list of words", words) from None
        return b"".join(as_bytes(f"a word of {what}", word) + b"\n" for word in listed)

    return _dlx3.gen_words(lines("columns", columns), None if rows is None else lines("rows", rows))


def squares(board: Board) -> Problem:
    """MacMahon's 24 squares with edges of three colors in a box of 24 cells.

    >>> from dlx3 import gen
    >>> len(gen.squares((4, 6)).primary)
    48
    """
    return _dlx3.gen_squares(_board(board))


def triangles(hexiamond: Optional[Iterable[str]] = None) -> Problem:
    """MacMahon's 24 triangles with edges of four colors, in a hexagon, or in the hexiamond of these
    six triangles, which are named `"xy"` or `"xy+"`.

    >>> from dlx3 import gen
    >>> len(gen.triangles().primary)
    49
    """
    names = None if hexiamond is None else [as_bytes("a triangle", one).decode() for one in hexiamond]
    return _dlx3.gen_triangles(names)


def latin(
    n: int,
    *,
    orthogonal: bool = False,
    holes: Optional[int] = None,
    seed: int = 0,
) -> Problem:
    """Latin squares of order N; with `orthogonal`, pairs of orthogonal ones; with `holes`, a random
    one of which this number of cells have been emptied.

    >>> from dlx3 import gen
    >>> gen.latin(4).count()
    576
    """
    emptied = None if holes is None else as_index("holes", holes)
    return _dlx3.gen_latin(as_index("n", n), bool(orthogonal), emptied, as_seed(seed))


def partridge(n: int) -> Problem:
    """One square of side 1, two of side 2, ..., N of side N in a square.

    >>> from dlx3 import gen
    >>> gen.partridge(2).count()
    0
    """
    return _dlx3.gen_partridge(as_index("n", n))


def triples(n: int, *, sum_of_two: bool = False) -> Problem:
    """The numbers 1 to 3N in triples of equal sums, or with `sum_of_two` such that x + y = z in each.

    >>> from dlx3 import gen
    >>> gen.triples(3).count()
    2
    """
    return _dlx3.gen_triples(as_index("n", n), bool(sum_of_two))


def dominoes(board: Board) -> Problem:
    """Dominoes on a board.

    >>> from dlx3 import gen
    >>> gen.dominoes(8).count()
    12988816
    """
    return _dlx3.gen_dominoes(_board(board))


def polyominoes(board: Board, sizes: Union[int, Iterable[int]]) -> Problem:
    """All polyominoes of some sizes on a board, as often as they fit.

    >>> from dlx3 import gen
    >>> gen.polyominoes((2, 2), [1, 2]).count()
    7
    """
    given: Any = sizes
    listed = [given] if isinstance(given, int) or not hasattr(given, "__iter__") else list(given)
    return _dlx3.gen_polyominoes(_board(board), [as_index("a size", size) for size in listed])


def rectangles(board: Board, *, alike: str = "dimensions", oblongs: bool = False) -> Problem:
    """Dissections of a rectangle into rectangles no two of which are alike: by `"dimensions"`, by
    `"height-and-width"`, or by `"areas"`; with `oblongs` there are no squares.

    >>> from dlx3 import gen
    >>> gen.rectangles((1, 3)).count()
    3
    """
    return _dlx3.gen_rectangles(_board(board), alike, bool(oblongs))


def dissections(board: Board, *, motley: bool = False) -> Problem:
    """Reduced dissections of a rectangle into rectangles; with `motley`, no two rectangles share
    both sides of a direction.

    >>> from dlx3 import gen
    >>> gen.dissections(3, motley=True).count()
    1
    """
    return _dlx3.gen_dissections(_board(board), bool(motley))


def bricks(
    sizes: tuple[int, int, int],
    kinds: Iterable[tuple[int, Optional[int], tuple[int, int, int]]],
) -> Problem:
    """Bricks in a box of these sizes. Each kind is the least and the greatest number of its bricks
    (`None`: as many as there is room for), and their sides.

    >>> from dlx3 import gen
    >>> gen.bricks((2, 2, 1), [(2, 2, (1, 1, 2))]).count()
    2
    """
    box = _sides("a box", sizes)
    listed: list[tuple[int, int, list[int]]] = []
    for kind in cast("Iterable[Any]", kinds):
        if not isinstance(kind, (tuple, list)) or len(cast("list[Any]", kind)) != 3:
            raise wrong("a kind of brick is (least, greatest, sides)", cast(object, kind))
        lower, upper, sides = cast("list[Any]", kind)
        least, own = as_index("a bound", lower), _sides("a brick", sides)
        room = max(1, least, prod(box) // max(1, prod(own)))
        most = room if upper is None else as_index("a bound", upper)
        listed.append((least, most, own))
    return _dlx3.gen_bricks(box, listed)


def hitting_sets(elements: int, sets: int, chosen: int, *, seed: int = 0) -> Problem:
    """Random sets, each to be hit one to three times by some of the elements.

    >>> from dlx3 import gen
    >>> gen.hitting_sets(10, 5, 3, seed=1) == gen.hitting_sets(10, 5, 3, seed=1)
    True
    """
    numbers = [as_index("elements", elements), as_index("sets", sets), as_index("chosen", chosen)]
    return _dlx3.gen_hitting_sets(numbers[0], numbers[1], numbers[2], as_seed(seed))


def planted(options: int, items: int, *, seed: int = 0) -> Problem:
    """Random options with a solution among them.

    >>> from dlx3 import gen
    >>> gen.planted(30, 12, seed=2).count() > 0
    True
    """
    return _dlx3.gen_planted(as_index("options", options), as_index("items", items), as_seed(seed))


def gen(name: str, *arguments: Any, **named: Any) -> Problem:
    """The problem of a family by its name, as `dlx gen` has it (`"hitting-sets"`), with the arguments
    of the function.

    >>> from dlx3 import gen
    >>> gen.gen("dominoes", (2, 3)).count()
    3
    """
    if not isinstance(cast(object, name), str):
        raise wrong("the name of a family is a str", name)
    families = [family for family in __all__ if family != "gen"]
    known = name.replace("-", "_")
    if known not in families:
        names = ", ".join(family.replace("_", "-") for family in families)
        raise ValueError(f"the families are {names}, not {name}")
    family: Callable[..., Problem] = globals()[known]
    return family(*arguments, **named)
