"""Sudoku: solving, checking, rating, hints, making, canonical forms; rules such as thermometers.

A puzzle is a text in any form that the program `sudoku` reads, such as 81 characters with `.` or
`0` for blanks, or it is a list, a list of rows, or a NumPy array, with 0 (or `None`, or NaN) for
blanks. The board is 9x9, unless `board` says something else. Results are `Grid`s: strings that show
themselves as pictures in a notebook.

    >>> from dlx3 import sudoku
    >>> puzzle = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
    >>> sudoku.solve(puzzle)
    '987654321246173985351928746128537694634892157795461832519286473472319568863745219'
    >>> str(sudoku.check(puzzle))
    '1 solution, minimal'
    >>> sudoku.hint(puzzle).technique
    'hidden-single'

A puzzle may also be a link or a text of f-puzzles, SudokuPad or Interactive Sudoku Solver: a Sudoku
with rules. Its `Grid` has a board with these rules, and all functions know them that do not say
otherwise.

    >>> rules = ".Shape~4x4.Thermo~R1C1~R1C2~R1C3~R1C4.~R2C4_2.~R3C2_4.~R4C1_2"
    >>> sudoku.solve(rules)
    '1234431234212143'

What is no puzzle raises `ValueError` with its place; objects of a wrong type raise `TypeError`. All
that may take long takes `time` (seconds) and raises `dlx3.Stopped` when it is over; Ctrl-C ends it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from html import escape
from math import isnan, sqrt
from typing import Any, NamedTuple, Optional, Union

from ._dlx3 import (
    Problem,
    RuledBoard,
    RuledPuzzle,
    SudokuBoard,
    SudokuPuzzle,
    sudoku_has_rules,
    sudoku_level,
)
from ._puzzle import Seed, Text, as_bytes, as_index, as_lists, as_seed, flat, wrong
from ._show import Drawn, picture

__all__ = [
    "Board",
    "Candidates",
    "Check",
    "Grid",
    "Link",
    "Mark",
    "NotOne",
    "Rating",
    "Several",
    "Step",
    "automorphisms",
    "candidates",
    "canon",
    "check",
    "convert",
    "hint",
    "make",
    "path",
    "problem",
    "rate",
    "read",
    "solutions",
    "solve",
    "steps",
]

#: No digit of a list is so far from those that there are.
LARGE = 1 << 30

#: A blank of a board with rules, where 0 may be a digit.
BLANK = 255

#: How many solutions `solutions` lists, and `check` and `solve` count, if nothing is said.
MOST = 1000


class Board:
    """A board: its order, and rules beside rows, columns and boxes.

    `order` is 4, 6 (boxes of 2 rows and 3 columns), 9, 16 or 25. With `diagonal`, the two diagonals
    hold each digit once, and with `hyper` (order 9) four windows do. `jigsaw` draws boxes: n lines
    of n characters, equal ones make a box. `killer` has cages: a line each, such as
    `"15 r1c1 r1c2 r2c1"`, the sum first. `digits` are the signs of the digits, such as
    `"0123456789ABCDEF"`, or `"1-16"` for numbers; otherwise each puzzle tells them.

    `rules` is a link or a text of f-puzzles, SudokuPad or Interactive Sudoku Solver. It says all the
    rest, and its digits belong to each puzzle of the board.

    Raises `ValueError` if there is no such board, with the line of a drawing.

    >>> from dlx3 import sudoku
    >>> board = sudoku.Board(4, killer="3 r1c1 r1c2\\n7 r1c3 r1c4")
    >>> len(board.cages), len(sudoku.solutions(16 * ".", board=board))
    (2, 48)
    """

    def __init__(
        self,
        order: int = 9,
        *,
        diagonal: bool = False,
        hyper: bool = False,
        jigsaw: Optional[Text] = None,
        killer: Optional[Text] = None,
        digits: Optional[Text] = None,
        rules: Optional[Text] = None,
    ) -> None:
        order = as_index("order", order)
        self._arguments = (order, diagonal, hyper, jigsaw, killer, digits, rules)
        self._board: Union[SudokuBoard, RuledBoard]
        if rules is not None:
            if self._arguments[:-1] != (9, False, False, None, None, None):
                raise ValueError("rules say what the board is: give nothing else")
            self._board = RuledBoard(as_bytes("rules", rules))
            return
        texts = [("jigsaw", jigsaw), ("killer", killer), ("digits", digits)]
        drawn = [None if text is None else as_bytes(what, text) for what, text in texts]
        self._board = SudokuBoard(order, bool(diagonal), bool(hyper), *drawn)

    @property
    def order(self) -> int:
        """The number of digits and, unless rules say otherwise, of rows and of columns."""
        return self._board.order

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of rows and of columns."""
        board = self._board
        return board.shape if isinstance(board, RuledBoard) else (board.order, board.order)

    @property
    def rules(self) -> list[str]:
        """The rules that `rules` has: names, numbers and cells, such as `"cage 7 r1c1 r1c2"`."""
        return self._board.rules if isinstance(self._board, RuledBoard) else []

    @property
    def remarks(self) -> list[str]:
        """What `rules` has that is no rule, such as lines that are only drawn."""
        return self._board.remarks if isinstance(self._board, RuledBoard) else []

    @property
    def boxes(self) -> list[Optional[int]]:
        """The number of the box of each cell, row by row; `None` for a hole, and without a box."""
        return self._board.boxes

    @property
    def cages(self) -> list[tuple[int, list[int]]]:
        """The sum and the cells of each cage that has a sum."""
        return self._board.cages

    def _name(self, cell: int) -> str:
        if isinstance(self._board, RuledBoard):
            return self._board.name(cell)
        row, column = divmod(cell, self.order)
        return f"r{row + 1}c{column + 1}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self._arguments == other._arguments

    def __hash__(self) -> int:
        return hash(self._arguments)

    def __repr__(self) -> str:
        order, diagonal, hyper, jigsaw, killer, digits, rules = self._arguments
        named = [("diagonal", diagonal), ("hyper", hyper), ("jigsaw", jigsaw)]
        named += [("killer", killer), ("digits", digits), ("rules", rules)]
        given = [f"{name}={value!r}" for name, value in named if value]
        first = [] if rules else [str(order)]
        return f"sudoku.Board({', '.join([*first, *given])})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _board, self._arguments


def _board(order: int, diagonal: bool, hyper: bool, *texts: Optional[Text]) -> Board:
    names = ("jigsaw", "killer", "digits", "rules")
    return Board(order, diagonal=diagonal, hyper=hyper, **dict(zip(names, texts)))


#: A puzzle as the library has it.
_Native = Union[SudokuPuzzle, RuledPuzzle]


class Grid(str, Drawn):
    """The cells of a puzzle or of a solution, as a line of text.

    A `Grid` is a `str` and compares as one. It knows its board, so that what takes puzzles takes it
    without `board`. In a notebook it is a picture: the digits of a solution that are no clues are
    in another color.

    >>> from dlx3 import sudoku
    >>> grid = sudoku.read("1.../..3./.4../...2".replace("/", ""), board=sudoku.Board(4))
    >>> grid, grid.rows[1], grid.order
    ('1.....3..4.....2', [0, 0, 3, 0], 4)
    >>> print(sudoku.solve(grid).pretty())
    +-------+-------+
    | 1   3 | 2   4 |
    | 4   2 | 3   1 |
    +-------+-------+
    | 2   4 | 1   3 |
    | 3   1 | 4   2 |
    +-------+-------+
    """

    _puzzle: _Native
    _clues: _Native
    _text: bytes
    #: The board.
    board: Board

    @property
    def order(self) -> int:
        """The number of digits and, unless rules say otherwise, of rows and of columns."""
        return self.board.order

    @property
    def cells(self) -> list[int]:
        """The digits, row by row; 0 is a blank. If rules make 0 a digit, -1 is a blank."""
        cells = self._puzzle.cells
        if isinstance(self.board._board, SudokuBoard):
            return list(cells)
        rows, columns = self.board.shape
        blank = 0 if self.board._board.digits[0] else -1
        return [blank if digit == BLANK else digit for digit in cells[: rows * columns]]

    @property
    def rows(self) -> list[list[int]]:
        """The cells as a list of rows. `numpy.array(grid.rows)` is an array."""
        cells, columns = self.cells, self.board.shape[1]
        return [cells[start : start + columns] for start in range(0, len(cells), columns)]

    @property
    def candidates(self) -> list[list[int]]:
        """The candidates of each cell of a 9x9 puzzle, row by row: those that were given, or those
        that the digits leave. Of a Sudoku with rules, those that were given, or all. The function
        `candidates` has the true ones."""
        return [list(digits) for digits in self._puzzle.candidates()]

    def pretty(self) -> str:
        """A drawing of the grid with its boxes, as text."""
        return self._puzzle.pretty

    def svg(self, *, candidates: Optional[bool] = None) -> str:
        """A picture; with the candidates of a 9x9 puzzle if that is wanted, or, if nothing is
        said, if some of them are missing that the digits leave. A Sudoku with rules shows those
        that were given."""
        wanted = self._puzzle.excludes if candidates is None else bool(candidates)
        return _svg(self._puzzle, self._clues, wanted)

    def _repr_svg_(self) -> str:
        return picture("sudoku", self.svg(), f"Sudoku: {self}")

    def __reduce__(self) -> tuple[Any, ...]:
        is_plain = isinstance(self._puzzle, SudokuPuzzle)
        text = self._text if is_plain else bytes(self._puzzle.cells)
        return _again, (text, self.board, bytes(self._clues.cells))


def _svg(puzzle: _Native, clues: _Native, wanted: bool) -> str:
    if isinstance(puzzle, SudokuPuzzle):
        assert isinstance(clues, SudokuPuzzle)
        return puzzle.svg(clues, wanted)
    assert isinstance(clues, RuledPuzzle)
    return puzzle.svg(clues, wanted)


def _again(text: bytes, board: Board, clues: bytes) -> Grid:
    native, first = board._board, board._board.take(list(clues))
    if isinstance(native, RuledBoard):
        return _grid(native.take(list(text)), board, first)
    return _grid(native.read(text), board, first, text)


def _grid(
    puzzle: _Native,
    board: Board,
    clues: Optional[_Native] = None,
    text: Optional[bytes] = None,
) -> Grid:
    line = puzzle.line
    grid = Grid(line)
    grid._puzzle, grid.board = puzzle, board
    grid._clues = puzzle.clues() if clues is None else clues
    grid._text = line.encode() if text is None else text
    return grid


#: What a puzzle may be given as: a text, or digits in lists or an array.
Puzzle = Union[str, bytes, "list[Any]", "tuple[Any, ...]", Any]


def _digit(value: Any) -> Optional[int]:
    """A digit of a list: `None` for a blank, which is `None`, NaN, or a sign for it in a text."""
    if value is None or (isinstance(value, float) and isnan(value)):
        return None
    if isinstance(value, str):
        if value.strip() in ("", ".", "_", "-", "*"):
            return None
        if value.strip().isdecimal():
            return int(value)
    elif isinstance(value, float):
        if value.is_integer():
            return int(value)
    elif not isinstance(value, bool):
        return as_index("a cell", value, -LARGE)
    raise wrong("a cell is an int, or None for a blank", value)


def _taken(puzzle: Puzzle, board: Optional[Board]) -> tuple[_Native, Board, bytes]:
    """A puzzle in any form, its board, and its text."""
    if board is not None and not isinstance(board, Board):
        raise wrong("board is a sudoku.Board", board)
    if isinstance(puzzle, Grid) and board in (None, puzzle.board):
        return puzzle._puzzle, puzzle.board, puzzle._text
    if isinstance(puzzle, (str, bytes, bytearray)):
        text = as_bytes("a puzzle", puzzle)
        if sudoku_has_rules(text):
            if board is not None:
                raise ValueError("a Sudoku with rules has its own board")
            board = Board(rules=puzzle if isinstance(puzzle, str) else text)
            rows, columns = board.shape
            return board._board.take([BLANK] * (rows * columns)), board, text
        board = Board() if board is None else board
        return board._board.read(text), board, text
    cells = as_lists(puzzle)
    if not isinstance(cells, (list, tuple)):
        raise wrong("a puzzle is a text, a list or an array", puzzle)
    digits = [_digit(cell) for cell in flat(cells)]
    if board is None:
        order = int(sqrt(len(digits)))
        board = Board(order if order in (4, 6, 16, 25) else 9)
    (rows, columns), native = board.shape, board._board
    if len(digits) != rows * columns:
        raise ValueError(f"{len(digits)} cells where {rows * columns} are expected")
    ruled = isinstance(native, RuledBoard)
    least, most = native.digits if isinstance(native, RuledBoard) else (1, board.order)
    for place, digit in enumerate(digits):
        if digit == 0 and least > 0:
            digit = None
        if digit is not None and not least <= digit <= most:
            row, column = divmod(place, columns)
            raise ValueError(f"r{row + 1}c{column + 1}: there is no digit {digit}")
        digits[place] = digit
    blank = BLANK if ruled else 0
    taken = native.take([blank if digit is None else digit for digit in digits])
    return taken, board, taken.line.encode()


def _plain(
    what: str, puzzle: Puzzle, board: Optional[Board] = None
) -> tuple[SudokuPuzzle, Board]:
    """A puzzle for a function that does not know rules."""
    taken, board, _ = _taken(puzzle, board)
    if isinstance(taken, RuledPuzzle):
        raise ValueError(f"{what} does not know Sudokus with rules")
    return taken, board


@dataclass(frozen=True)
class Several:
    """What there is to say of a puzzle with several solutions. `str` gives the line that
    `sudoku check` prints.

    >>> from dlx3 import sudoku
    >>> several = sudoku.check("12343412........", board=sudoku.Board(4)).several
    >>> several.count, several.is_all, several.cells
    (4, True, [9, 11, 13, 15])
    >>> several.grids
    ('1234341221434321', '1234341223414123')
    """

    #: How many solutions were counted, 2 or more.
    count: int
    #: Whether these are all.
    is_all: bool
    #: Two of them.
    grids: tuple[Grid, Grid]
    #: The cells (from 0, row by row, then those beside the grid) in which the two differ.
    cells: list[int]

    def __str__(self) -> str:
        board, more = self.grids[0].board, "" if self.is_all else " or more"
        named = " ".join(board._name(cell) for cell in self.cells)
        told = f"{self.count}{more} solutions, such as two that differ in {named}"
        return f"{told}: {' '.join(self.grids)}"


class NotOne(ValueError):
    """A puzzle does not have exactly one solution: `solutions` is 0, or 2 for more. Then `several`
    has how many, two of them, and the cells in which these differ.

    >>> from dlx3 import sudoku
    >>> try:
    ...     sudoku.solve("11" + 79 * ".")
    ... except sudoku.NotOne as fault:
    ...     print(fault.solutions, fault)
    0 0 solutions: digit 1 appears twice in row 1
    """

    def __init__(
        self, solutions: int, reason: Optional[str] = None, several: Optional[Several] = None
    ) -> None:
        self.solutions = solutions
        self.reason = reason
        self.several = several
        told = "2 or more solutions" if solutions else "0 solutions"
        told = f"{told}: {reason}" if reason else told
        super().__init__(told if several is None else str(several))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.solutions, self.reason, self.several)


def _several(told: Any, board: Board, clues: _Native) -> Optional[Several]:
    """What the library has to say of several solutions, if there are several."""
    if told is None:
        return None
    count, is_all, cells, two = told
    first, second = (_grid(one, board, clues) for one in two)
    return Several(count, is_all, (first, second), cells)


def _one(
    taken: _Native, board: Board, most: int, time: Optional[float]
) -> tuple[_Native, _Native]:
    """The one solution of a puzzle, and its clues."""
    clues = taken.clues()
    found, told = taken.solve(as_index("most", most, 2), time)
    if len(found) != 1:
        reason = None if found else taken.why_unsolved()
        raise NotOne(len(found), reason, _several(told, board, clues))
    return found[0], clues


def read(puzzle: Puzzle, *, board: Optional[Board] = None) -> Grid:
    """A puzzle in any form, as a `Grid`. Candidates and entered digits are kept.

    Raises `ValueError` if it is none, with its line and column; also if it has several puzzles.

    >>> from dlx3 import sudoku
    >>> sudoku.read([[1, 2, 3, 4], [0] * 4, [None] * 4, [2, 1, 4, 3]])
    '1234........2143'
    >>> sudoku.read("123")
    Traceback (most recent call last):
        ...
    ValueError: line 1: the puzzle has 3 characters where 81 are expected
    """
    taken, board, text = _taken(puzzle, board)
    return _grid(taken, board, None, text)


def solve(
    puzzle: Puzzle,
    *,
    most: int = MOST,
    board: Optional[Board] = None,
    time: Optional[float] = None,
) -> Grid:
    """The solution of a puzzle.

    Raises `NotOne`, a `ValueError`, if it has none, or more than one: then it says how many, up to
    `most`.

    >>> from dlx3 import sudoku
    >>> sudoku.solve([[1, 2, 3, 4], [3, 0, 0, 0], [0] * 4, [0, 0, 0, 2]]).rows
    [[1, 2, 3, 4], [3, 4, 2, 1], [2, 1, 4, 3], [4, 3, 1, 2]]
    """
    taken, board, _ = _taken(puzzle, board)
    found, clues = _one(taken, board, most, time)
    return _grid(found, board, clues)


def solutions(
    puzzle: Puzzle,
    most: int = MOST,
    *,
    board: Optional[Board] = None,
    time: Optional[float] = None,
) -> list[Grid]:
    """The solutions of a puzzle, up to `most`.

    >>> from dlx3 import sudoku
    >>> len(sudoku.solutions("1" + 15 * ".", board=sudoku.Board(4)))
    72
    """
    taken, board, _ = _taken(puzzle, board)
    clues = taken.clues()
    found = taken.solutions(as_index("most", most), time)
    return [_grid(one, board, clues) for one in found]


@dataclass(frozen=True)
class Check:
    """What `check` finds. `str` gives the line that `sudoku check` prints.

    >>> from dlx3 import sudoku
    >>> sudoku.check("1234341.21434321", board=sudoku.Board(4))
    Check(solutions=1, minimal=False, reason=None, redundant=None, several=None)
    """

    #: 0, 1, or 2 for more.
    solutions: int
    #: Whether each clue is needed; `None` without exactly one solution.
    minimal: Optional[bool]
    #: Why there is no solution, if two clues clash or a rule cannot hold.
    reason: Optional[str]
    #: The clues, cages and rules that can go, each by itself, if that was asked.
    redundant: Optional[str]
    #: How many there are if there are several, and where two of them differ.
    several: Optional[Several] = None

    def __bool__(self) -> bool:
        return self.solutions == 1

    def __str__(self) -> str:
        if self.solutions != 1:
            return str(NotOne(self.solutions, self.reason, self.several))
        if self.redundant is not None:
            named = f"redundant: {self.redundant}" if self.redundant else "nothing is redundant"
            return f"1 solution, {named}"
        return f"1 solution, {'' if self.minimal else 'not '}minimal"


def check(
    puzzle: Puzzle,
    *,
    redundant: bool = False,
    most: int = MOST,
    board: Optional[Board] = None,
    time: Optional[float] = None,
) -> Check:
    """How many solutions a puzzle has (0, 1, or 2 for more), and whether it is minimal: whether it
    has several when any one clue goes. Several solutions are counted up to `most`. It counts as
    true if it has exactly one.

    >>> from dlx3 import sudoku
    >>> print(sudoku.check("123434122.......", board=sudoku.Board(4)))
    2 solutions, such as two that differ in r3c2 r3c4 r4c2 r4c4: 1234341221434321 1234341223414123
    >>> print(sudoku.check("1234341.21434321", board=sudoku.Board(4)))
    1 solution, not minimal
    """
    taken, board, _ = _taken(puzzle, board)
    found, minimal, listed, told = taken.check(bool(redundant), as_index("most", most, 2), time)
    several = _several(told, board, taken.clues())
    return Check(found, minimal, None if found else taken.why_unsolved(), listed, several)


@dataclass(frozen=True)
class Candidates(Drawn):
    """What `candidates` finds. `str` gives the lines that `sudoku candidates` prints. In a notebook
    it is a picture.

    >>> from dlx3 import sudoku
    >>> found = sudoku.candidates("1......3.....2..", board=sudoku.Board(4))
    >>> found.cells[0], found.cells[2], found.equal[0]
    ([1], [2, 4], [2, 11])
    """

    #: The puzzle.
    grid: Grid
    #: For each cell, row by row, its digits in solutions, each with the number of solutions that have
    #: it, up to `at_least`. Cells that rules have beside the grid follow.
    counts: list[dict[int, int]]
    #: Cells that are equal in all solutions, all cells of a digit together, if the digit is unknown.
    equal: list[list[int]]
    _text: str = field(repr=False)

    @property
    def cells(self) -> list[list[int]]:
        """The digits of each cell in solutions."""
        return [list(digits) for digits in self.counts]

    def __str__(self) -> str:
        return self._text

    def svg(self) -> str:
        """A picture of the puzzle with these candidates."""
        return self.grid._puzzle.ruled().marked(self.cells)

    def _repr_svg_(self) -> str:
        return picture("sudoku", self.svg(), f"the candidates of the Sudoku {self.grid}")


def candidates(
    puzzle: Puzzle,
    *,
    at_least: Optional[int] = None,
    board: Optional[Board] = None,
    time: Optional[float] = None,
) -> Candidates:
    """The true candidates: which digits each cell has in some solution. With `at_least`, the
    solutions with each digit are counted up to this number.

    Raises `NotOne` if there is no solution.

    >>> from dlx3 import sudoku
    >>> found = sudoku.candidates("1......3.....2..", at_least=9, board=sudoku.Board(4))
    >>> found.cells[:3], found.counts[2]
    ([[1], [3], [2, 4]], {2: 2, 4: 1})
    >>> print(found)
    1=3     3=3 2=2,4=1     2=1,4=2
    2=3     4=3 1=3         3=3
    3=2,4=1 1=3 2=1,3=1,4=1 2=2,4=1
    3=1,4=2 2=3 3=2,4=1     1=3
    r1c3 = r3c4
    r3c1 = r4c3
    """
    taken, board, text = _taken(puzzle, board)
    most = None if at_least is None else as_index("at_least", at_least, 1)
    ruled = taken.ruled()
    found = ruled.true_candidates(most, time)
    if found is None:
        raise NotOne(0, ruled.why_unsolved())
    counts, equal, told = found
    return Candidates(_grid(taken, board, None, text), [dict(own) for own in counts], equal, told)


def convert(puzzle: Puzzle, to: str, *, board: Optional[Board] = None) -> str:
    """A puzzle in another form, as `sudoku convert --to` writes it.

    The forms `"fpuzzles"`, `"iss"`, `"link"` and `"svg"` are for all puzzles. `"line"`, `"grid"`,
    `"sdk"`, `"sdx"`, `"marks"`, `"candidates"`, `"hodoku"` and `"opensudoku"` are for 9x9 puzzles
    without rules.

    Raises `ValueError` if the form lacks a rule of the puzzle, with its name and its cells.

    >>> from dlx3 import sudoku
    >>> sudoku.convert("1" + 15 * ".", "iss", board=sudoku.Board(4))
    '.Shape~4x4.~R1C1_1'
    """
    return _taken(puzzle, board)[0].convert(to)


class Mark(NamedTuple):
    """A candidate in a chain, and whether it is right there.

    >>> from dlx3 import sudoku
    >>> str(sudoku.Mark(cell=4, digit=7, holds=True)), str(sudoku.Mark(4, 7, False))
    ('r1c5=7', 'r1c5<>7')
    """

    #: The cell, from 0, row by row.
    cell: int
    #: The digit.
    digit: int
    #: Whether the cell has the digit, if the chain holds.
    holds: bool

    def __str__(self) -> str:
        row, column = divmod(self.cell, 9)
        return f"r{row + 1}c{column + 1}{'=' if self.holds else '<>'}{self.digit}"


@dataclass(frozen=True, repr=False)
class Link:
    """A link of a chain: if all `premises` hold, the `conclusion` follows, for this `reason`. `str`
    gives the lines that `sudoku hint --level 4` prints: the link, and the sentences `within`.

    >>> from dlx3 import sudoku
    >>> link = sudoku.Link([sudoku.Mark(0, 5, False)], sudoku.Mark(4, 5, True),
    ...                    "only place for 5 in row 1", list(range(9)), [])
    >>> print(link)
    r1c1<>5 -> r1c5=5: only place for 5 in row 1
    """

    #: What it follows from.
    premises: list[Mark]
    #: What follows.
    conclusion: Mark
    #: Why, as in "only place for 5 in row 1" or "r1c5 has one digit".
    reason: str
    #: The cells of the row, column, box or other house that the reason names, if it does.
    house: Optional[list[int]]
    #: If the reason is a technique, its step within the chain, as sentences.
    within: list[str]

    @property
    def _line(self) -> str:
        """The link without what is `within`."""
        known = ", ".join(str(mark) for mark in self.premises)
        return f"{known} -> {self.conclusion}: {self.reason}"

    def __str__(self) -> str:
        return "\n  ".join([self._line, *self.within])

    def __repr__(self) -> str:
        return f"<sudoku.Link: {self._line}>"


@dataclass(frozen=True, repr=False)
class Step(Drawn):
    """A step towards the solution. `str` explains it as `sudoku hint --level 4` does, with the
    reason of each link of its chains; `repr` has its name, rating and effect. In a notebook it is a
    picture, and these links.

    >>> from dlx3 import sudoku
    >>> puzzle = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
    >>> step = sudoku.hint(puzzle)
    >>> step
    <sudoku.Step: Hidden single 1.2: r9c8=1>
    >>> step.usual_name, step.rating, step.placement
    ('Hidden single', 1.2, (79, 1))
    >>> print(step)
    Look at box 9.
    Hidden single (1.2)
    r9c8=1
    In box 9, r9c8 is the only place left for 1. So r9c8 is 1.
    """

    #: The technique, as `sudoku solve --path` names it: `"forcing-chain"`.
    technique: str
    #: The same as a title: `"Forcing chain"`.
    title: str
    #: The name that most players use for this step: `"XY-chain"`, `"AIC"`, `"Naked triple"`.
    usual_name: str
    #: What else it is called, the most usual first.
    names: list[str]
    #: How difficult it is, in the scale of Sudoku Explainer.
    rating: float
    #: The cell (from 0, row by row) and the digit that it places, if it does.
    placement: Optional[tuple[int, int]]
    #: The cells and digits that it rules out. (A placement rules out more, which are not told.)
    eliminations: list[tuple[int, int]]
    #: The cells of its pattern, and its rows, columns, boxes and other houses, each as its cells.
    cells: list[int]
    houses: list[list[int]]
    #: Of an XY-wing or XYZ-wing, the cell of the pivot and those of the wings.
    pivot: Optional[int]
    wings: list[int]
    #: Its chains, each a list of links.
    chains: list[list[Link]]
    #: Where to look.
    place: str
    #: What it does, as in `r4c5=7`.
    effect: str
    #: Why.
    sentence: str
    _text: str
    _svg: str

    @property
    def links(self) -> list[Link]:
        """The links of all chains, in order."""
        return [link for chain in self.chains for link in chain]

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"<sudoku.Step: {self.usual_name} {self.rating}: {self.effect}>"

    def svg(self) -> str:
        """A picture of the board with the step."""
        return self._svg

    def _repr_svg_(self) -> str:
        return picture("sudoku", self._svg, str(self))

    def _repr_html_(self) -> str:
        lists = []
        for number, chain in enumerate(self.chains, 1):
            if len(self.chains) > 1:
                lists.append(f"<p>Chain {number}</p>")
            links = "".join(f"<li>{_link_html(link)}</li>" for link in chain)
            lists.append(f"<ol>{links}</ol>")
        return self._repr_svg_() + "".join(lists)


def _link_html(link: Link) -> str:
    within = "".join(f"<li>{escape(line)}</li>" for line in link.within)
    return escape(link._line) + (f"<ul>{within}</ul>" if within else "")


def _step(told: tuple[str, str]) -> Step:
    """A step of the library."""
    values = json.loads(told[0])

    def link(one: dict[str, Any]) -> Link:
        premises = [_mark(mark) for mark in one["from"]]
        return Link(premises, _mark(one["to"]), one["reason"], one["house"], one["within"])

    return Step(
        technique=values["name"],
        title=values["technique"],
        usual_name=values["usual"],
        names=values["names"],
        rating=values["tenths"] / 10,
        placement=None if values["placed"] is None else _place(values["placed"]),
        eliminations=[_place(place) for place in values["removed"]],
        cells=values["cells"],
        houses=values["houses"],
        pivot=values["pivot"],
        wings=values["wings"],
        chains=[[link(one) for one in chain] for chain in values["inferences"]],
        place=values["place"],
        effect=values["effect"],
        sentence=values["sentence"],
        _text=values["text"].rstrip("\n"),
        _svg=told[1],
    )


def _place(numbers: list[int]) -> tuple[int, int]:
    cell, digit = numbers
    return cell, digit


def _mark(numbers: list[int]) -> Mark:
    cell, digit, holds = numbers
    return Mark(cell, digit, holds == 1)


@dataclass(frozen=True)
class Rating:
    """How difficult a puzzle is, as `sudoku rate` tells it.

    >>> from dlx3 import sudoku
    >>> rating = sudoku.rate(sudoku.make(seed=1))
    >>> rating.solutions, rating.er >= rating.ep >= rating.ed
    (1, True)
    """

    #: The number of empty cells.
    empty: int
    #: The number of choices in all of them: digits that no clue forbids.
    choices: int
    #: How many cells have how many choices.
    histogram: dict[int, int]
    #: The weighted normalized ease function, with exponential weights.
    exp: float
    #: The same with quadratic weights.
    quad: float
    #: The same with linear weights.
    lin: float
    #: Nodes of the search of DLX3; `None` without exactly one solution.
    nodes: Optional[int]
    #: Its mems.
    mems: Optional[int]
    #: The rules of logic that suffice, or lead as far as they do.
    rules: list[str]
    #: Whether these rules solve the puzzle.
    solved: bool
    #: 0, 1, or 2 for more.
    solutions: int
    #: Sukaku Explainer's rating of the most difficult step; `None` on other boards than 9x9.
    er: Optional[float]
    #: The most difficult step up to the first digit that is placed.
    ep: Optional[float]
    #: The first step.
    ed: Optional[float]
    #: The first step that is as difficult as `er`.
    hardest: Optional[Step]


def rate(
    puzzle: Puzzle,
    *,
    sukaku: bool = True,
    board: Optional[Board] = None,
    time: Optional[float] = None,
) -> Rating:
    """How difficult a puzzle is. ER, EP and ED, which may take long, are left out without `sukaku`.

    >>> from dlx3 import sudoku
    >>> puzzle = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
    >>> rating = sudoku.rate(puzzle, sukaku=False)
    >>> rating.empty, rating.solutions, rating.er
    (64, 1, None)
    """
    taken, board = _plain("rate", puzzle, board)
    values = taken.rate(bool(sukaku), time)
    hardest = values.pop("hardest")
    return Rating(**values, hardest=None if hardest is None else _step(hardest))


def _begun(
    what: str, puzzle: Puzzle, clues: Optional[Puzzle], board: Optional[Board]
) -> tuple[SudokuPuzzle, Optional[SudokuPuzzle], Board]:
    """A puzzle that is being solved, and what it was at first."""
    taken, own = _plain(what, puzzle, board)
    return taken, None if clues is None else _plain(what, clues, own)[0], own


def _refuse(
    told: str,
    taken: SudokuPuzzle,
    first: Optional[SudokuPuzzle],
    board: Board,
    time: Optional[float],
) -> None:
    """Raises why there is no step, unless the puzzle is solved."""
    if told == "solved":
        return
    if told.endswith("solutions"):
        if not told.startswith("0"):
            _one(taken.clues() if first is None else first, board, MOST, time)
        raise NotOne(0 if told.startswith("0") else 2)
    raise ValueError(told)


def hint(
    puzzle: Puzzle,
    *,
    clues: Optional[Puzzle] = None,
    board: Optional[Board] = None,
    time: Optional[float] = None,
) -> Optional[Step]:
    """The easiest next step of a 9x9 puzzle, or `None` if it is solved.

    `clues` is the puzzle as it was at first, so that wrong digits are told from clues.

    Raises `NotOne` if the puzzle does not have one solution, and `ValueError` if something in it is
    wrong, with the cells, or if no technique finds a step.

    >>> from dlx3 import sudoku
    >>> puzzle = sudoku.make(seed=1)
    >>> step = sudoku.hint(puzzle)
    >>> step.technique, step.title
    ('hidden-single', 'Hidden single')
    >>> sudoku.hint(sudoku.solve(puzzle)) is None
    True
    """
    taken, first, board = _begun("hint", puzzle, clues, board)
    told, step = taken.hint(first, time)
    if step is not None:
        return _step(step)
    _refuse(told, taken, first, board, time)
    return None


def steps(
    puzzle: Puzzle,
    *,
    clues: Optional[Puzzle] = None,
    most: int = MOST,
    board: Optional[Board] = None,
    time: Optional[float] = None,
) -> list[Step]:
    """All steps that are possible in a 9x9 puzzle, up to `most`, the easiest first; none if it is
    solved. Techniques beyond multiple forcing chains are tried only if nothing else is found.

    `clues`, and what is raised, are those of `hint`, which gives the first of these steps.

    >>> from dlx3 import sudoku
    >>> puzzle = sudoku.make(difficulty="easy", seed=1)
    >>> [step.rating for step in sudoku.steps(puzzle, most=3)]
    [1.2, 1.2, 1.2]
    """
    taken, first, board = _begun("steps", puzzle, clues, board)
    told, found = taken.steps(first, as_index("most", most, 1), time)
    if told != "steps":
        _refuse(told, taken, first, board, time)
    return [_step(step) for step in found]


def path(
    puzzle: Puzzle, *, board: Optional[Board] = None, time: Optional[float] = None
) -> list[Step]:
    """All steps to the solution of a 9x9 puzzle, or as far as techniques lead.

    Raises `NotOne` if the puzzle does not have one solution.

    >>> from dlx3 import sudoku
    >>> steps = sudoku.path(sudoku.make(difficulty="easy", seed=1))
    >>> max(step.rating for step in steps) <= 1.5
    True
    """
    taken, board = _plain("path", puzzle, board)
    _one(taken, board, MOST, time)
    found, _ = taken.path(time)
    return [_step(step) for step in found]


def make(
    *,
    difficulty: Optional[str] = None,
    rating: Optional[tuple[float, float]] = None,
    wnef: Optional[tuple[float, float]] = None,
    technique: Optional[str] = None,
    symmetry: str = "none",
    pattern: Optional[Puzzle] = None,
    minimal: bool = False,
    rules: Optional[Puzzle] = None,
    seed: Seed = None,
    number: int = 0,
    board: Optional[Board] = None,
    time: Optional[float] = None,
) -> Grid:
    """A puzzle with exactly one solution. A seed gives the puzzles that `sudoku make --seed` gives,
    of which `number` chooses one, from 0; without a seed it is another one each time.

    At most one of these says how difficult it is: `difficulty` (`"easy"`, `"medium"`, `"hard"` or
    `"evil"`, order 9), `rating` or `wnef`, the least and the greatest one, or `technique`, which it
    needs. `rating` and `technique` are for 9x9 boards with square boxes, perhaps with diagonals or
    windows, and no cages. `difficulty` is a range of ratings on the plain 9x9 board, and elsewhere
    one of the WNEF. `symmetry` is `"none"`, `"rotate180"`, `"rotate90"`, `"horizontal"`, `"vertical"` or
    `"diagonal"`. Clues stand where `pattern`, given as a puzzle is, has anything but a blank.

    `rules` is a Sudoku with rules, which excludes all of these: its rules and its digits stay, and
    few digits are added, each of them needed.

    Raises `ValueError` if that is not possible, or no such puzzle is found.

    >>> from dlx3 import sudoku
    >>> puzzle = sudoku.make(difficulty="medium", symmetry="rotate180", seed=7)
    >>> sudoku.check(puzzle).solutions, 1.7 <= sudoku.rate(puzzle).er <= 2.8
    (1, True)
    >>> sudoku.make(board=sudoku.Board(6), seed=3).order
    6
    """
    if rules is not None:
        wishes = (difficulty, rating, wnef, technique, pattern, board)
        if any(one is not None for one in wishes) or minimal or symmetry != "none":
            raise ValueError("with rules, there are no other wishes")
        taken, own, _ = _taken(rules, None)
        if isinstance(taken, SudokuPuzzle):
            raise ValueError("rules are a Sudoku with rules")
        made, _ = taken.make(as_seed(seed), as_index("number", number), time)
        return _grid(made, own)
    board = Board() if board is None else board
    if isinstance(board._board, RuledBoard):
        raise ValueError("give the rules as `rules=`, not as `board=`")
    if sum(one is not None for one in (difficulty, rating, wnef, technique)) > 1:
        raise ValueError("difficulty, rating, wnef and technique exclude each other")
    tenths = None if rating is None else _range("rating", rating, 20.0)
    ratings = None if tenths is None else (round(10 * tenths[0]), round(10 * tenths[1]))
    eases = None if wnef is None else _range("wnef", wnef, 1.0)
    if difficulty is not None:
        if board.order != 9:
            raise ValueError("difficulty is calibrated for order 9: give wnef")
        by_rating, by_wnef = sudoku_level(difficulty)
        if board._board.is_plain:
            ratings = by_rating
        else:
            eases = by_wnef
    cells = None
    if pattern is not None:
        if isinstance(pattern, (str, bytes)):
            signs = as_bytes("pattern", pattern).split()
            cells = [sign not in b".0_-*" for sign in b"".join(signs)]
        else:
            cells = [bool(cell) for cell in flat(as_lists(pattern))]
    puzzle, _ = board._board.make(
        as_seed(seed),
        as_index("number", number),
        ratings,
        eases,
        technique,
        symmetry,
        cells,
        bool(minimal),
        time,
    )
    return _grid(puzzle, board)


def _range(what: str, pair: Any, most: float) -> tuple[float, float]:
    try:
        low, high = (float(number) for number in pair)
    except (TypeError, ValueError):
        raise wrong(f"{what} is a pair of numbers", pair) from None
    if not 0 <= low <= high <= most:
        raise ValueError(f"{what} is (least, greatest) between 0 and {most:g}, not {pair!r}")
    return low, high


def canon(puzzle: Puzzle) -> Grid:
    """The canonical form of a 9x9 puzzle: the least of all puzzles that become this one by renaming
    digits, exchanging rows in a band or bands, columns in a stack or stacks, and reflection. Two
    puzzles are equivalent if their forms are equal.

    >>> from dlx3 import sudoku
    >>> puzzle = sudoku.make(seed=5)
    >>> turned = [list(row) for row in zip(*puzzle.rows[::-1])]
    >>> sudoku.canon(puzzle) == sudoku.canon(turned)
    True
    """
    taken, board = _plain("canon", puzzle)
    return _grid(taken.canon()[0], board)


def automorphisms(puzzle: Puzzle) -> int:
    """How many ways to move the cells of a 9x9 puzzle leave it as it is, if digits are renamed.

    >>> from dlx3 import sudoku
    >>> sudoku.automorphisms("." * 81)
    3359232
    """
    return _plain("automorphisms", puzzle)[0].canon()[1]


def problem(puzzle: Puzzle, *, board: Optional[Board] = None) -> Problem:
    """A puzzle as an exact covering problem, as `gen-sudoku` writes it.

    >>> from dlx3 import sudoku
    >>> sudoku.problem(sudoku.make(seed=1)).count()
    1
    """
    return Problem(_taken(puzzle, board)[0].problem())
