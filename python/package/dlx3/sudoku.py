"""Sudoku: solving, checking, rating, hints, making, canonical forms.

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

What is no puzzle raises `ValueError` with its place; objects of a wrong type raise `TypeError`. All
that may take long takes `time` (seconds) and raises `dlx3.Stopped` when it is over; Ctrl-C ends it.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan, sqrt
from typing import Any, Optional, Union

from ._dlx3 import Problem, SudokuBoard, SudokuPuzzle, sudoku_level
from ._puzzle import Seed, Text, as_bytes, as_index, as_lists, as_seed, flat, wrong
from ._show import picture

__all__ = [
    "Board",
    "Check",
    "Grid",
    "Hint",
    "NotOne",
    "Rating",
    "Several",
    "automorphisms",
    "canon",
    "check",
    "hint",
    "make",
    "path",
    "problem",
    "rate",
    "read",
    "solutions",
    "solve",
]

#: No digit of a list is so far from those that there are.
LARGE = 1 << 30

#: How many solutions `solutions` lists, and `check` and `solve` count, if nothing is said.
MOST = 1000


class Board:
    """A board: its order, and rules beside rows, columns and boxes.

    `order` is 4, 6 (boxes of 2 rows and 3 columns), 9, 16 or 25. With `diagonal`, the two diagonals
    hold each digit once, and with `hyper` (order 9) four windows do. `jigsaw` draws boxes: n lines
    of n characters, equal ones make a box. `killer` has cages: a line each, such as
    `"15 r1c1 r1c2 r2c1"`, the sum first. `digits` are the signs of the digits, such as
    `"0123456789ABCDEF"`, or `"1-16"` for numbers; otherwise each puzzle tells them.

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
    ) -> None:
        order = as_index("order", order)
        self._arguments = (order, diagonal, hyper, jigsaw, killer, digits)
        texts = [("jigsaw", jigsaw), ("killer", killer), ("digits", digits)]
        drawn = [None if text is None else as_bytes(what, text) for what, text in texts]
        self._board = SudokuBoard(order, bool(diagonal), bool(hyper), *drawn)

    @property
    def order(self) -> int:
        """The number of digits, of rows and of columns."""
        return self._board.order

    @property
    def boxes(self) -> list[Optional[int]]:
        """The number of the box of each cell, row by row; `None` for a hole."""
        return self._board.boxes

    @property
    def cages(self) -> list[tuple[int, list[int]]]:
        """The sum and the cells of each cage."""
        return self._board.cages

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self._arguments == other._arguments

    def __hash__(self) -> int:
        return hash(self._arguments)

    def __repr__(self) -> str:
        order, diagonal, hyper, jigsaw, killer, digits = self._arguments
        named = [("diagonal", diagonal), ("hyper", hyper), ("jigsaw", jigsaw)]
        named += [("killer", killer), ("digits", digits)]
        given = [f"{name}={value!r}" for name, value in named if value]
        return f"sudoku.Board({', '.join([str(order), *given])})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _board, self._arguments


def _board(order: int, diagonal: bool, hyper: bool, *texts: Optional[Text]) -> Board:
    jigsaw, killer, digits = texts
    return Board(
        order, diagonal=diagonal, hyper=hyper, jigsaw=jigsaw, killer=killer, digits=digits
    )


class Grid(str):
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

    _puzzle: SudokuPuzzle
    _clues: SudokuPuzzle
    _text: bytes
    #: The board.
    board: Board

    @property
    def order(self) -> int:
        """The number of digits, of rows and of columns."""
        return self.board.order

    @property
    def cells(self) -> list[int]:
        """The digits, row by row, from 1; 0 is a blank."""
        return list(self._puzzle.cells)

    @property
    def rows(self) -> list[list[int]]:
        """The digits as a list of rows; 0 is a blank. `numpy.array(grid.rows)` is an array."""
        cells, order = self.cells, self.order
        return [cells[start : start + order] for start in range(0, order * order, order)]

    @property
    def candidates(self) -> list[list[int]]:
        """The candidates of each cell of a 9x9 puzzle, row by row: those that were given, or those
        that the digits leave."""
        sets = self._puzzle.candidates()
        return [[digit for digit in range(1, 10) if cell >> (digit - 1) & 1] for cell in sets]

    def pretty(self) -> str:
        """A drawing of the grid with its boxes, as text."""
        return self._puzzle.pretty

    def svg(self, *, candidates: Optional[bool] = None) -> str:
        """A picture; with the candidates of a 9x9 puzzle if that is wanted, or, if nothing is
        said, if some of them are missing that the digits leave."""
        wanted = self._puzzle.excludes if candidates is None else bool(candidates)
        return self._puzzle.svg(self._clues, wanted)

    def _repr_svg_(self) -> str:
        return picture("sudoku", self.svg())

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self._text, self.board, bytes(self._clues.cells))


def _again(text: bytes, board: Board, clues: bytes) -> Grid:
    puzzle = board._board.read(text)
    first = board._board.take(list(clues))
    return _grid(puzzle, board, first, text)


def _grid(
    puzzle: SudokuPuzzle,
    board: Board,
    clues: Optional[SudokuPuzzle] = None,
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


def _digit(value: Any) -> int:
    """A digit of a list: blanks are 0, `None`, NaN, and the signs for it in a text."""
    if value is None or (isinstance(value, float) and isnan(value)):
        return 0
    if isinstance(value, str):
        if value.strip() in ("", ".", "_", "-", "*"):
            return 0
        if value.strip().isdecimal():
            return int(value)
    elif isinstance(value, float):
        if value.is_integer():
            return int(value)
    elif not isinstance(value, bool):
        return as_index("a cell", value, -LARGE)
    raise wrong("a cell is an int, or None for a blank", value)


def _taken(puzzle: Puzzle, board: Optional[Board]) -> tuple[SudokuPuzzle, Board, bytes]:
    """A puzzle in any form, its board, and its text."""
    if board is not None and not isinstance(board, Board):
        raise wrong("board is a sudoku.Board", board)
    if isinstance(puzzle, Grid) and board in (None, puzzle.board):
        return puzzle._puzzle, puzzle.board, puzzle._text
    if isinstance(puzzle, (str, bytes, bytearray)):
        text = as_bytes("a puzzle", puzzle)
        board = Board() if board is None else board
        return board._board.read(text), board, text
    cells = as_lists(puzzle)
    if not isinstance(cells, (list, tuple)):
        raise wrong("a puzzle is a text, a list or an array", puzzle)
    digits = [_digit(cell) for cell in flat(cells)]
    if board is None:
        order = int(sqrt(len(digits)))
        board = Board(order if order in (4, 6, 16, 25) else 9)
    for place, digit in enumerate(digits):
        if not 0 <= digit <= board.order and len(digits) == board.order**2:
            row, column = divmod(place, board.order)
            raise ValueError(f"r{row + 1}c{column + 1}: there is no digit {digit}")
    if len(digits) != board.order**2:
        raise ValueError(f"{len(digits)} cells where {board.order**2} are expected")
    taken = board._board.take(digits)
    return taken, board, taken.line.encode()


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
    #: The cells (from 0, row by row) in which the two differ.
    cells: list[int]

    def __str__(self) -> str:
        order, more = self.grids[0].order, "" if self.is_all else " or more"
        places = (divmod(cell, order) for cell in self.cells)
        named = " ".join(f"r{row + 1}c{column + 1}" for row, column in places)
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


def _several(told: Any, board: Board, clues: SudokuPuzzle) -> Optional[Several]:
    """What the library has to say of several solutions, if there are several."""
    if told is None:
        return None
    count, is_all, cells, two = told
    first, second = (_grid(one, board, clues) for one in two)
    return Several(count, is_all, (first, second), cells)


def _one(
    taken: SudokuPuzzle, board: Board, most: int, time: Optional[float]
) -> tuple[SudokuPuzzle, SudokuPuzzle]:
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
    #: Why there is no solution, if two clues clash.
    reason: Optional[str]
    #: The clues and cages that can go, each by itself, if that was asked.
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
    taken, board, _ = _taken(puzzle, board)
    return Rating(**taken.rate(bool(sukaku), time))


@dataclass(frozen=True)
class Hint:
    """A step towards the solution. In a notebook it is a picture.

    >>> from dlx3 import sudoku
    >>> step = sudoku.hint(sudoku.make(seed=1))
    >>> step.rating, str(step).splitlines()[0] == step.place
    (1.2, True)
    """

    #: The technique, as `sudoku solve --path` names it.
    technique: str
    #: Its name for people.
    title: str
    #: How difficult it is, in the scale of Sudoku Explainer.
    rating: float
    #: The cell (from 0, row by row) and the digit that it places.
    placed: Optional[tuple[int, int]]
    #: The cells and digits that it rules out.
    removed: list[tuple[int, int]]
    #: Where to look.
    place: str
    #: What it does, as in `r4c5=7`.
    effect: str
    #: Why.
    sentence: str
    #: Its chains, a line each.
    lines: list[str]
    #: A picture.
    svg: str

    def __str__(self) -> str:
        named = f"{self.title} ({self.rating})"
        chains = [f"  {line}" for line in self.lines]
        return "\n".join([self.place, named, self.effect, self.sentence, *chains])

    def _repr_svg_(self) -> str:
        return picture("sudoku", self.svg)


def hint(
    puzzle: Puzzle, *, clues: Optional[Puzzle] = None, time: Optional[float] = None
) -> Optional[Hint]:
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
    taken, board, _ = _taken(puzzle, None)
    first = None if clues is None else _taken(clues, None)[0]
    told, step = taken.hint(first, time)
    if step is not None:
        return Hint(**step)
    if told == "solved":
        return None
    if told.endswith("solutions"):
        if not told.startswith("0"):
            _one(taken.clues() if first is None else first, board, MOST, time)
        raise NotOne(0 if told.startswith("0") else 2)
    raise ValueError(told)


def path(puzzle: Puzzle, *, time: Optional[float] = None) -> list[Hint]:
    """All steps to the solution of a 9x9 puzzle, or as far as techniques lead.

    Raises `NotOne` if the puzzle does not have one solution.

    >>> from dlx3 import sudoku
    >>> steps = sudoku.path(sudoku.make(difficulty="easy", seed=1))
    >>> max(step.rating for step in steps) <= 1.5
    True
    """
    taken, board, _ = _taken(puzzle, None)
    _one(taken, board, MOST, time)
    steps, _ = taken.path(time)
    return [Hint(**step) for step in steps]


def make(
    *,
    difficulty: Optional[str] = None,
    rating: Optional[tuple[float, float]] = None,
    wnef: Optional[tuple[float, float]] = None,
    technique: Optional[str] = None,
    symmetry: str = "none",
    pattern: Optional[Puzzle] = None,
    minimal: bool = False,
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

    Raises `ValueError` if that is not possible, or no such puzzle is found.

    >>> from dlx3 import sudoku
    >>> puzzle = sudoku.make(difficulty="medium", symmetry="rotate180", seed=7)
    >>> sudoku.check(puzzle).solutions, 1.7 <= sudoku.rate(puzzle).er <= 2.8
    (1, True)
    >>> sudoku.make(board=sudoku.Board(6), seed=3).order
    6
    """
    board = Board() if board is None else board
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
    taken, board, _ = _taken(puzzle, None)
    return _grid(taken.canon()[0], board)


def automorphisms(puzzle: Puzzle) -> int:
    """How many ways to move the cells of a 9x9 puzzle leave it as it is, if digits are renamed.

    >>> from dlx3 import sudoku
    >>> sudoku.automorphisms("." * 81)
    3359232
    """
    return _taken(puzzle, None)[0].canon()[1]


def problem(puzzle: Puzzle, *, board: Optional[Board] = None) -> Problem:
    """A puzzle as an exact covering problem, as `gen-sudoku` writes it.

    >>> from dlx3 import sudoku
    >>> sudoku.problem(sudoku.make(seed=1)).count()
    1
    """
    return Problem(_taken(puzzle, board)[0].problem())
