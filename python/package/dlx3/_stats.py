"""The counters of a search."""

from __future__ import annotations

from dataclasses import dataclass

from ._dlx3 import draw_profile
from ._show import Drawn, picture

__all__ = ["Estimate", "Stats"]


@dataclass(frozen=True)
class Stats(Drawn):
    """The counters of DLX3's search for all solutions, as Knuth's program defines them.

    A *mem* is an access to memory, in words of 64 bits. In a notebook, the statistics show the
    profile as a picture.
    """

    #: Solutions found.
    solutions: int
    #: Mems of the search.
    mems: int
    #: Those of `mems` that were spent in choosing items.
    choice_mems: int
    #: Mems of reading the text.
    input_mems: int
    #: Removals of an option from an item's list.
    updates: int
    #: Removals of a satisfied color constraint from an option.
    cleansings: int
    #: Nodes of the search tree.
    nodes: int
    #: Nodes on each level, the root first.
    profile: list[int]

    def _repr_svg_(self) -> str:
        """The profile as a picture."""
        told = f"nodes on each level: {', '.join(map(str, self.profile))}"
        return picture("profile", draw_profile("profile", self.profile), told)


@dataclass(frozen=True)
class Estimate:
    """How large DLX3's search for all solutions will be. Each range is one that 90 of 100 such
    estimates keep to.

    >>> import dlx3
    >>> dlx3.gen.queens(8).estimate().nodes > 0
    True
    """

    #: Solutions. If no sample has seen one, this is 0, and says nothing of how many there are.
    solutions: float
    #: Its range.
    solutions_range: tuple[float, float]
    #: Nodes of the search tree.
    nodes: float
    #: Its range.
    nodes_range: tuple[float, float]
    #: Mems of the search.
    mems: float
    #: Its range.
    mems_range: tuple[float, float]
    #: How many seconds the search takes on this machine, on one thread.
    seconds: float
    #: Its range.
    seconds_range: tuple[float, float]
    #: From how many samples; 0 if it is exact.
    samples: int
    #: Whether the whole tree has been searched.
    is_exact: bool
