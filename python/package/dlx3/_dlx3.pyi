from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any, Literal, Optional, Union, final

from ._stats import Stats

Number = Union[int, float, Decimal]
Amount = Union[int, Decimal]

@final
class Color:
    """A secondary item with a color, as an option names it."""

    __match_args__: tuple[str, str]
    def __init__(self, item: Hashable, color: Hashable) -> None: ...
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

    def __init__(self, text: Union[str, bytes]) -> None: ...
    @staticmethod
    def from_options(
        options: Iterable[Iterable[Hashable]],
        primary: Optional[Iterable[Hashable]] = None,
        secondary: Optional[Iterable[Hashable]] = None,
        bounds: Optional[Mapping[Any, Union[int, tuple[int, int]]]] = None,
        costs: Optional[Iterable[Number]] = None,
        *,
        colors: bool = True,
    ) -> Problem: ...
    @staticmethod
    def from_matrix(matrix: Any, costs: Optional[Iterable[Number]] = None) -> Problem: ...
    def solutions(
        self, *, time: Optional[float] = None, memory: int = ..., threads: int = 1
    ) -> Solutions: ...
    def count(
        self, *, time: Optional[float] = None, memory: int = ..., threads: int = 1
    ) -> int: ...
    def find(
        self, *, time: Optional[float] = None, memory: int = ..., threads: int = 1
    ) -> Optional[list[Amount]]: ...
    def sample(
        self,
        n: int = 1,
        seed: int = 0,
        *,
        time: Optional[float] = None,
        memory: int = ...,
        threads: int = 1,
    ) -> list[list[int]]: ...
    def nth(
        self, k: int, *, time: Optional[float] = None, memory: int = ..., threads: int = 1
    ) -> list[int]: ...
    def best(
        self,
        k: int = 1,
        *,
        costs: Optional[Iterable[Number]] = None,
        most: bool = False,
        bound: Optional[Number] = None,
        gap: Optional[Number] = None,
        callback: Optional[Callable[[Optional[Amount], Amount], Any]] = None,
        time: Optional[float] = None,
        memory: int = ...,
        threads: int = 1,
    ) -> list[tuple[Amount, list[int]]]: ...
    def zdd(
        self, *, time: Optional[float] = None, memory: int = ..., threads: int = 1
    ) -> Zdd: ...
    def reduce(
        self, *, time: Optional[float] = None, memory: int = ..., threads: int = 1
    ) -> Problem: ...
    def to(
        self,
        format: Literal["cnf", "wcnf", "opb", "lp", "mzn", "dlx"],
        *,
        encoding: Literal["auto", "pairwise", "ladder", "totalizer"] = "auto",
        most: bool = False,
        names: bool = True,
        time: Optional[float] = None,
        memory: int = ...,
        threads: int = 1,
    ) -> str: ...
    def stats(
        self, *, time: Optional[float] = None, memory: int = ..., threads: int = 1
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
    def option(self, index: int) -> list[Any]: ...
    def __len__(self) -> int: ...

def draw_profile(name: str, nodes: Sequence[int]) -> str: ...
