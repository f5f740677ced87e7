"""Why a problem has no solution."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Optional

__all__ = ["Conflict"]


@dataclass(frozen=True)
class Conflict:
    """Items that contradict each other: no set of options meets what they need. If any one of them
    is left out, or any half of what one needs, some set does. `str` shows it as `dlx find --why`
    does.

    >>> import dlx3
    >>> conflict = dlx3.Problem("A B C D\\nA C\\nB C\\nB C D\\nD\\n").conflict()
    >>> conflict.items
    ['A', 'B', 'C']
    >>> conflict.needs
    {'A': (1, None), 'B': (1, None), 'C': (None, 1)}
    >>> conflict.options, conflict.is_minimal
    ([0, 1, 2], True)
    """

    #: What is needed of each item: at least so many of its options hold, and at most so many, or
    #: `None` if that is not needed. Of a secondary item, at most one holds, or all have one color.
    needs: dict[Any, tuple[Optional[int], Optional[int]]]
    #: The indices of the options of items that need some.
    options: list[int]
    #: Whether all is needed. If time was up, some of it may not be.
    is_minimal: bool
    _text: str = field(repr=False)

    @property
    def items(self) -> list[Any]:
        """The items that contradict each other."""
        return list(self.needs)

    def __str__(self) -> str:
        return self._text
