from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any, Literal, Optional, SupportsIndex, Union, final

from ._errors import Amount
from ._stats import Stats

__all__ = [
    "Color",
    "Problem",
    "Solutions",
    "SudokuBoard",
    "SudokuPuzzle",
    "Zdd",
    "draw_profile",
    "sudoku_level",
]

# An integer, also one of NumPy.
_Integer = SupportsIndex
_Number = Union[_Integer, float, Decimal]

@final
class Color:
    """A secondary item with a color, as an option names it."""

    __match_args__: tuple[str, str]
    def __new__(cls, item: Hashable, color: Hashable) -> Color: ...
    @property
    def item(self) -> Any: ...
    @property
    def color(self) -> Any: ...
    def __hash__(self) -> int: ...

@final
class Solutions(Iterator[list[int]]):
    """An iterator over solutions, each a sorted list of option indices."""

    def __iter__(self) -> Solutions: ...
    def __next__(self) -> list[int]: ...

@final
class Zdd:
    """All solutions as a decision diagram."""

    @property
    def decisions(self) -> list[tuple[int, int, int]]: ...
    @property
    def root(self) -> int: ...
    @property
    def count(self) -> int: ...
    def text(self) -> str: ...
    def dot(self) -> str: ...
    def __len__(self) -> int: ...

@final
class Problem:
    """An exact covering problem with multiplicities and colors."""

    def __new__(cls, text: Union[str, bytes]) -> Problem: ...
    @staticmethod
    def from_options(
        options: Iterable[Iterable[object]],
        primary: Optional[Iterable[object]] = None,
        secondary: Optional[Iterable[object]] = None,
        bounds: Optional[Mapping[Any, Union[_Integer, tuple[_Integer, _Integer], list[int]]]] = None,
        costs: Optional[Iterable[_Number]] = None,
        *,
        colors: bool = True,
    ) -> Problem: ...
    @staticmethod
    def from_matrix(matrix: Any, costs: Optional[Iterable[_Number]] = None) -> Problem: ...
    @staticmethod
    def _from_numbers(matrix: Any) -> Problem: ...
    def solutions(
        self, *, time: Optional[float] = None, memory: _Integer = ..., threads: _Integer = 1
    ) -> Solutions: ...
    def count(
        self, *, time: Optional[float] = None, memory: _Integer = ..., threads: _Integer = 1
    ) -> int: ...
    def find(
        self, *, time: Optional[float] = None, memory: _Integer = ..., threads: _Integer = 1
    ) -> Optional[list[int]]: ...
    def sample(
        self,
        n: _Integer = 1,
        seed: _Integer = 0,
        *,
        time: Optional[float] = None,
        memory: _Integer = ...,
        threads: _Integer = 1,
    ) -> list[list[int]]: ...
    def nth(
        self, k: _Integer, *, time: Optional[float] = None, memory: _Integer = ..., threads: _Integer = 1
    ) -> list[int]: ...
    def by_cost(
        self,
        *,
        costs: Optional[Iterable[_Number]] = None,
        at_most: Optional[_Number] = None,
        time: Optional[float] = None,
        memory: _Integer = ...,
        threads: _Integer = 1,
    ) -> dict[Amount, int]: ...
    def best(
        self,
        k: _Integer = 1,
        *,
        costs: Optional[Iterable[_Number]] = None,
        most: bool = False,
        bound: Optional[_Number] = None,
        gap: Union[_Integer, float, Decimal, str, None] = None,
        callback: Optional[Callable[[Optional[Amount], Amount], Any]] = None,
        time: Optional[float] = None,
        memory: _Integer = ...,
        threads: _Integer = 1,
    ) -> list[tuple[Amount, list[int]]]: ...
    def zdd(
        self, *, time: Optional[float] = None, memory: _Integer = ..., threads: _Integer = 1
    ) -> Zdd: ...
    def reduce(
        self, *, time: Optional[float] = None, memory: _Integer = ..., threads: _Integer = 1
    ) -> Problem: ...
    def to(
        self,
        format: Literal["cnf", "wcnf", "opb", "lp", "mzn", "dlx"],
        *,
        encoding: Literal["auto", "pairwise", "ladder", "totalizer"] = "auto",
        most: bool = False,
        names: bool = True,
        time: Optional[float] = None,
        memory: _Integer = ...,
        threads: _Integer = 1,
    ) -> str: ...
    def stats(
        self, *, time: Optional[float] = None, memory: _Integer = ..., threads: _Integer = 1
    ) -> Stats: ...
    @property
    def items(self) -> list[Any]: ...
    @property
    def primary(self) -> list[Any]: ...
    @property
    def secondary(self) -> list[Any]: ...
    @property
    def bounds(self) -> dict[Any, tuple[int, int]]: ...
    @property
    def costs(self) -> Optional[list[Amount]]: ...
    @property
    def indices(self) -> list[int]: ...
    @property
    def names(self) -> Optional[tuple[Any, ...]]: ...
    def option(self, index: _Integer) -> list[Any]: ...
    def __len__(self) -> int: ...

def draw_profile(name: str, nodes: Sequence[int]) -> str: ...
def sudoku_level(level: str) -> tuple[tuple[int, int], tuple[float, float]]: ...

@final
class SudokuBoard:
    def __new__(
        cls,
        order: _Integer,
        diagonal: bool,
        hyper: bool,
        jigsaw: Optional[bytes],
        killer: Optional[bytes],
        digits: Optional[bytes],
    ) -> SudokuBoard: ...
    @property
    def order(self) -> int: ...
    @property
    def boxes(self) -> list[Optional[int]]: ...
    @property
    def cages(self) -> list[tuple[int, list[int]]]: ...
    @property
    def is_plain(self) -> bool: ...
    def read(self, text: bytes) -> SudokuPuzzle: ...
    def take(self, cells: list[int]) -> SudokuPuzzle: ...
    def make(
        self,
        seed: int,
        number: int,
        rating: Optional[tuple[int, int]],
        wnef: Optional[tuple[float, float]],
        technique: Optional[str],
        symmetry: str,
        pattern: Optional[list[bool]],
        minimal: bool,
        time: Optional[float],
    ) -> list[SudokuPuzzle]: ...

@final
class SudokuPuzzle:
    @property
    def cells(self) -> bytes: ...
    @property
    def line(self) -> str: ...
    @property
    def pretty(self) -> str: ...
    @property
    def excludes(self) -> bool: ...
    def clues(self) -> SudokuPuzzle: ...
    def candidates(self) -> list[int]: ...
    def svg(self, clues: SudokuPuzzle, candidates: bool) -> str: ...
    def solutions(self, most: int, time: Optional[float]) -> list[SudokuPuzzle]: ...
    def why_unsolved(self) -> Optional[str]: ...
    def check(
        self, redundant: bool, time: Optional[float]
    ) -> tuple[int, Optional[bool], Optional[str]]: ...
    def rate(self, sukaku: bool, time: Optional[float]) -> dict[str, Any]: ...
    def hint(
        self, first: Optional[SudokuPuzzle], time: Optional[float]
    ) -> tuple[str, Optional[dict[str, Any]]]: ...
    def path(self, time: Optional[float]) -> tuple[list[dict[str, Any]], bool]: ...
    def canon(self) -> tuple[SudokuPuzzle, int]: ...
    def problem(self) -> str: ...
