"""Packings: do pieces fill a region, and in how many ways?

Pieces and regions are given by name, such as `"pentominoes"` and `"6x10"`, as drawings of several
lines, or as arrays. Solutions show themselves as pictures in a notebook.

    >>> from dlx3 import pack
    >>> packing = pack.Packing("pentominoes", "3x20")
    >>> packing.count(), packing.classes()
    (8, 2)
    >>> print(packing.find())
    UUXIIIIIZWWTTTFLLLLV
    UXXXPPZZZYWWTFFFNNLV
    UUXPPPZYYYYWTFNNNVVV

Objects of a wrong type raise `TypeError`, other bad input `ValueError`, with its place in a drawing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, Optional, SupportsFloat, Union, cast

from ._dlx3 import Pack, Problem
from ._puzzle import as_bytes, as_index, as_lists, wrong
from ._show import Drawn, picture

__all__ = ["Packed", "Packing", "sheet"]

#: Where a cell is: layer, row and column.
At = tuple[int, int, int]

#: The signs of pieces that have no name.
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def _text(what: str, text: object) -> str:
    return as_bytes(what, text).decode("utf-8", "surrogateescape")


def _cells(what: str, array: Any) -> list[tuple[At, Any]]:
    """The places and values of an array of two or three dimensions that are not empty."""
    nested = as_lists(array)
    found: list[tuple[At, Any]] = []
    if not isinstance(nested, (list, tuple)):
        raise wrong(f"{what} is a text or an array", array)
    rows = cast("list[Any]", nested)
    deep = bool(rows) and _is_list(rows[0]) and bool(rows[0]) and _is_list(rows[0][0])
    for layer, plane in enumerate(rows if deep else [rows]):
        for row, line in enumerate(plane):
            if not isinstance(line, (str, list, tuple)):
                raise wrong(f"{what}: a row is a list", line)
            for column, value in enumerate(cast("list[Any]", line)):
                if value is None or value is False or value in (0, ".", " ", ""):
                    continue
                found.append(((layer, row, column), value))
    return found


def _is_list(value: object) -> bool:
    return isinstance(value, (list, tuple))


def _pieces(pieces: Any) -> list[Union[str, list[tuple[str, list[At]]]]]:
    if isinstance(pieces, (str, bytes)):
        text = _text("pieces", pieces)
        is_drawing = "\n" in text.rstrip()
        return [text] if is_drawing else [name.strip() for name in text.split("+")]
    if isinstance(pieces, Mapping):
        named: Mapping[Any, Any] = pieces
        shapes = [
            (_text("the name of a piece", name), [at for at, _ in _cells(f"piece {name}", array)])
            for name, array in named.items()
        ]
        return [shapes]
    parts = as_lists(pieces)
    if not isinstance(parts, (list, tuple)):
        raise wrong("pieces are a text, an array, a list of these, or a dict of arrays", pieces)
    listed = [as_lists(part) for part in cast("list[Any]", parts)]
    if listed and all(isinstance(part, str) and len(part.split("\n")) == 1 for part in listed):
        if not any(set(part) & set(". #") for part in listed):
            return [_text("pieces", part) for part in listed]
    if any(isinstance(part, str) for part in listed):
        return [one for part in listed for one in _pieces(part)]
    # One array whose numbers are the pieces, or an array for each piece.
    is_one = all(_is_list(row) and not any(_is_list(cell) for cell in row) for row in listed)
    if is_one:
        labels: dict[Any, list[At]] = {}
        for at, label in _cells("pieces", listed):
            labels.setdefault(label, []).append(at)
        return [[(_label(label, place), cells) for place, (label, cells) in enumerate(labels.items())]]
    drawn = [[at for at, _ in _cells(f"piece {place}", part)] for place, part in enumerate(listed)]
    return [[(_sign(place), cells) for place, cells in enumerate(drawn)]]


def _sign(place: int) -> str:
    count, sign = divmod(place, len(LETTERS))
    return LETTERS[sign] + (str(count) if count else "")


def _label(label: object, place: int) -> str:
    """Names are words that do not begin with a digit."""
    return label if isinstance(label, str) else _sign(place)


def _regions(region: Any) -> list[Union[str, list[tuple[At, int, bool]]]]:
    if isinstance(region, (str, bytes)):
        text = _text("region", region)
        is_drawing = "\n" in text.rstrip()
        return [text] if is_drawing else [name.strip() for name in text.split("+")]
    cells = _cells("region", region)
    signs: dict[Any, str] = {}
    spots: list[tuple[At, int, bool]] = []
    for at, value in cells:
        if isinstance(value, str):
            sign = value
        else:
            # Different numbers are different regions; True is 1.
            sign = signs.setdefault(int(value), LETTERS[len(signs) % len(LETTERS)])
        spots.append((at, ord(sign[0]), sign == "?"))
    plain = [letter for _, letter, wild in spots if not wild]
    usual = plain[0] if plain else ord("#")
    return [[(at, usual if wild else letter, wild) for at, letter, wild in spots]]


def _at(cell: list[int]) -> At:
    layer, row, column = cell
    return layer, row, column


class Packing(Drawn):
    """Pieces and a region.

    `pieces` is the name of a set (`"pentominoes"`, `"one-sided-tetrominoes"`, `"soma"`,
    `"hexiamonds"`, ...; several with `+` between them), a drawing in which each letter is a piece,
    a list of arrays of two or three dimensions (what is not 0 is a cell), one array whose numbers
    are the pieces, or a `dict` from names to arrays. `region` is a name (`"6x10"`, `"8x8-2x2"`,
    `"3x4x5"`, `"T5"`), a drawing, or an array: 0 is no cell, different numbers are different
    regions, and `"?"` is a cell that may stay empty.

    `grid` is `"square"`, `"triangle"`, `"hexagon"` or `"cube"`, if the others do not say it;
    `moves` is `"two-sided"`, `"one-sided"` or `"fixed"`. `each` says how often each piece is used,
    as in `2`, `"0:3"`, `(0, 3)` or `"1:*"`, and `uses` is a `dict` from pieces to that.
    `coloring` is `"checkered"` or `"same"` (colored cells), and `border` the color of the sides at
    the border, as `gen-pack` has them.

    Raises `ValueError` with the place in a drawing, and if a piece does not fit.

    >>> from dlx3 import pack
    >>> packing = pack.Packing([[[1, 1], [1, 0]]], [[1, 1, 1], [1, 1, 1]], each="0:*")
    >>> packing.count()
    2
    >>> pack.Packing({"bar": [[1, 1]]}, "8x8", each="0:*").count()
    12988816
    """

    def __init__(
        self,
        pieces: Any,
        region: Any,
        *,
        grid: Optional[str] = None,
        moves: Optional[str] = None,
        each: Any = None,
        uses: Optional[Mapping[str, Any]] = None,
        coloring: Optional[str] = None,
        border: Optional[str] = None,
    ) -> None:
        words = [f"{_bounds(bound)}|{name}" for name, bound in (uses or {}).items()]
        sign = None if border is None else as_bytes("border", border)
        if sign is not None and len(sign) != 1:
            raise ValueError(f"border is one character, not {border!r}")
        self._pack = Pack(
            _pieces(pieces),
            _regions(region),
            grid,
            moves,
            None if each is None else _bounds(each),
            " ".join(words),
            coloring,
            None if sign is None else sign[0],
        )
        self._made: Optional[Problem] = None

    @classmethod
    def from_xmpuzzle(cls, text: bytes, problem: int = 1) -> Packing:
        """A problem of a file of BurrTools, by its number from 1. `text` is what the file has."""
        made = cls.__new__(cls)
        made._pack = Pack.xmpuzzle(as_bytes("text", text), as_index("problem", problem, 1))
        made._made = None
        return made

    @property
    def grid(self) -> str:
        """`"square"`, `"triangle"`, `"hexagon"` or `"cube"`."""
        return self._pack.grid

    @property
    def pieces(self) -> list[tuple[str, int, int, Optional[int]]]:
        """The pieces: name, number of cells, least and greatest number of uses (`None`: no limit)."""
        return self._pack.pieces

    @property
    def cells(self) -> list[At]:
        """The cells of the region: layer, row and column."""
        return [_at(cell) for cell in self._pack.cells]

    @property
    def misfit(self) -> Optional[str]:
        """Why there is no solution, if counting cells shows it."""
        return self._pack.misfit()

    def problem(self) -> Problem:
        """The exact covering problem, in which each option is a placement of a piece."""
        if self._made is None:
            self._made = self._pack.problem()
        return self._made

    def count(self, **limits: Any) -> int:
        """The number of solutions. `limits` are those of `Problem.count`."""
        return self.problem().count(**limits)

    def find(self, **limits: Any) -> Optional[Packed]:
        """A solution, or `None`. `limits` are those of `Problem.find`."""
        found = self.problem().find(**limits)
        return None if found is None else Packed(self, found)

    def solutions(
        self, *, unique: bool = False, mirrors: bool = True, **limits: Any
    ) -> Iterator[Packed]:
        """An iterator over all solutions, or with `unique` over one of each class: those that
        become one another by symmetries of the region, or by rotations alone without `mirrors`.
        `limits` are those of `Problem.solutions`."""
        for options in self.problem().solutions(**limits):
            if not unique or self._pack.fixing(options, bool(mirrors))[0]:
                yield Packed(self, options)

    def classes(self, *, mirrors: bool = True, **limits: Any) -> int:
        """How many solutions there are if those count once that become one another by symmetries
        of the region, or by rotations alone without `mirrors`. `limits` are those of
        `Problem.count`."""
        reduced, is_exact = self._pack.reduced(bool(mirrors))
        if is_exact:
            return reduced.count(**limits)
        # Burnside: as many as symmetries fix solutions, divided by their number.
        found = self.problem().solutions(**limits)
        fixed = sum(self._pack.fixing(options, bool(mirrors))[1] for options in found)
        classes = Fraction(fixed, self._pack.order(bool(mirrors)))
        return int(classes)

    def svg(self) -> str:
        """A picture, as SVG: the region, and below it the pieces with their names, and how often
        each may be used if that is not once.

        >>> from dlx3 import pack
        >>> pack.Packing("pentominoes", "6x10").svg().count("<text")
        12
        """
        return self._pack.task()

    def _repr_svg_(self) -> str:
        told = f"{len(self.pieces)} pieces for {len(self.cells)} cells"
        return picture("pack", self.svg(), told)

    def __repr__(self) -> str:
        pieces, cells = len(self.pieces), len(self.cells)
        return f"<pack.Packing: {pieces} pieces, {cells} cells, {len(self._pack)} placements>"


def _bounds(bound: Any) -> str:
    """How often a piece is used, as a text."""
    if isinstance(bound, str):
        return bound
    if isinstance(bound, (tuple, list)):
        ends = cast("list[Any]", bound)
        if len(ends) != 2:
            raise ValueError(f"bounds are the least and the greatest number, not {bound!r}")
        upper = "*" if ends[1] is None else str(as_index("a bound", ends[1]))
        return f"{as_index('a bound', ends[0])}:{upper}"
    return str(as_index("a bound", bound))


def _size(what: str, size: object, usual: float = 0.0) -> float:
    """A size as a float; `what` names it in messages."""
    if size is None:
        return usual
    try:
        return float(cast("SupportsFloat", size))
    except (TypeError, ValueError):
        raise wrong(f"{what} is a number of millimetres", size) from None


def _form(
    unit: float, gap: float, bevel: float, height: Optional[float]
) -> tuple[float, float, float, Optional[float]]:
    """The sizes of a solid piece."""
    thick = None if height is None else _size("height", height)
    return _size("unit", unit), _size("gap", gap), _size("bevel", bevel), thick


class Packed(Drawn):
    """A solution of a packing. In a notebook it is a picture; `str` is a drawing.

    >>> from dlx3 import pack
    >>> solution = pack.Packing("dominoes", "2x1").find()
    >>> solution.pieces
    [('A', [(0, 0, 0), (0, 1, 0)])]
    >>> solution.svg()[:4]
    '<svg'
    """

    def __init__(self, packing: Packing, options: Iterable[int]) -> None:
        #: The packing whose solution this is.
        self.packing = packing
        #: The numbers of its placements, which are options of `packing.problem()`.
        self.options = list(options)

    @property
    def pieces(self) -> list[tuple[str, list[At]]]:
        """The pieces by their names, each with its cells (layer, row and column)."""
        names = self.packing.pieces
        placed = [self.packing._pack.placement(option) for option in self.options]
        return [(names[piece][0], [_at(cell) for cell in cells]) for piece, cells in placed]

    def array(self) -> list[list[list[int]]]:
        """The layers of the region, each a list of rows: the place of a cell's piece in `pieces`,
        or -1. `numpy.array(solution.array())` is an array."""
        cells = self.packing.cells
        sizes = [max(cell[axis] for cell in cells) + 1 for axis in range(3)]
        layers = [[[-1] * sizes[2] for _ in range(sizes[1])] for _ in range(sizes[0])]
        for number, (_, placed) in enumerate(self.pieces):
            for layer, row, column in placed:
                layers[layer][row][column] = number
        return layers

    def svg(
        self,
        *,
        cut: bool = False,
        unit: Optional[float] = None,
        gap: Optional[float] = None,
        kerf: Optional[float] = None,
    ) -> str:
        """A picture, as SVG; with `cut`, the outlines of all pieces for a laser cutter.

        For the cutter, `unit` is the size of a cell in millimetres (20 if nothing is said), `gap`
        how far pieces stand apart in the region (0), and `kerf` the width of the beam (0): lines
        run half of that outside the pieces. Raises `ValueError` if a piece is not flat, or too
        little is left.

        >>> from dlx3 import pack
        >>> solution = pack.Packing("pentominoes", "6x10").find()
        >>> sheet = solution.svg(cut=True, unit=30, kerf=0.15)
        >>> sheet.count("<path"), "mm" in sheet
        (12, True)
        """
        sizes = {"unit": unit, "gap": gap, "kerf": kerf}
        given = [name for name, size in sizes.items() if size is not None]
        if not cut:
            if given:
                raise ValueError(f"{given[0]} is for the cutter: it needs cut=True")
            return self.packing._pack.svg(self.options)
        form = (_size("unit", unit, 20.0), _size("gap", gap, 0.0), 0.0, None)
        return self.packing._pack.cut(self.options, form, _size("kerf", kerf, 0.0))

    def stl(
        self,
        *,
        assembled: bool = False,
        unit: float = 20.0,
        gap: float = 0.2,
        bevel: float = 0.0,
        height: Optional[float] = None,
    ) -> dict[str, bytes]:
        """The pieces for a printer: a `dict` from names of files to their bytes, in STL.

        There is a file for all pieces that are alike, or with `assembled` one of all pieces where
        the solution has them. In millimetres: `unit` is the size of a cell, `gap` how far pieces
        stand apart, `bevel` how much is cut off each face at an edge, `height` how thick flat
        pieces are (as the unit). Colors are left out. Raises `ValueError` if too little is left of
        a cell.

        >>> from dlx3 import pack
        >>> pieces = pack.Packing("soma", "3x3x3").find().stl(bevel=1)
        >>> len(pieces), min(pieces)
        (7, 'piece-A.stl')
        """
        form = _form(unit, gap, bevel, height)
        return dict(self.packing._pack.stl(self.options, form, bool(assembled)))

    def scad(
        self,
        *,
        assembled: bool = False,
        unit: float = 20.0,
        gap: float = 0.2,
        bevel: float = 0.0,
        height: Optional[float] = None,
    ) -> str:
        """The pieces for OpenSCAD, side by side or `assembled`; the sizes are those of `stl`.

        >>> from dlx3 import pack
        >>> "module" in pack.Packing("soma", "3x3x3").find().scad()
        True
        """
        form = _form(unit, gap, bevel, height)
        return self.packing._pack.scad(self.options, form, bool(assembled))

    def _repr_svg_(self) -> str:
        return picture("pack", self.svg(), f"a packing:\n{self}")

    def __str__(self) -> str:
        return self.packing._pack.text(self.options).rstrip("\n")

    def __repr__(self) -> str:
        return f"<pack.Packed: {len(self.options)} pieces>"


class sheet(Drawn):
    """A picture of several solutions of one packing.

    >>> from dlx3 import pack
    >>> packing = pack.Packing("pentominoes", "3x20")
    >>> pictures = pack.sheet(packing.solutions(unique=True))
    >>> len(pictures.solutions), pictures.svg()[:4]
    (2, '<svg')
    """

    def __init__(self, solutions: Iterable[Packed]) -> None:
        #: The solutions.
        self.solutions = list(solutions)
        if not self.solutions:
            raise ValueError("there is no solution to draw")
        if any(one.packing is not self.solutions[0].packing for one in self.solutions):
            raise ValueError("a sheet has solutions of one packing")

    def svg(self) -> str:
        """The picture, as SVG."""
        options = [one.options for one in self.solutions]
        return self.solutions[0].packing._pack.sheet(options)

    def _repr_svg_(self) -> str:
        return picture("pack", self.svg(), f"packings: {len(self.solutions)}")

    def __repr__(self) -> str:
        number = len(self.solutions)
        return f"<pack.sheet: {number} solution{'s' if number > 1 else ''}>"
