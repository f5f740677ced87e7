"""The exceptions of the package."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import inf
from typing import Any, Optional, Union

__all__ = ["Fault", "Stopped"]


#: What solutions cost.
Amount = Union[int, Decimal]


def percent(best: Amount, bound: Amount) -> float:
    """How far a cost is from a bound, in percent of this cost."""
    # Exactly, whatever the context of decimals is.
    cost, distance = Fraction(best), abs(Fraction(best) - Fraction(bound))
    if not distance:
        return 0.0
    return float(100 * distance / abs(cost)) if cost else inf


class Fault(ValueError):
    """A text, or options, that are not a problem.

    `message` says what is wrong. `line` and `column` are its place in a text, from 1, and
    `option` is the index of the option that is refused; each of them is `None` if there is none.
    """

    def __init__(
        self,
        message: str,
        line: Optional[int] = None,
        column: Optional[int] = None,
        option: Optional[int] = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.line = line
        self.column = column
        self.option = option

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.message, self.line, self.column, self.option)


class Stopped(Exception):
    """A limit was reached before the answer was known; what is known is here.

    * `reason`: `"time"`, `"memory"` or `"callback"`.
    * `at_least`: a number of solutions that there are at least.
    * `best`: the best solutions found, as `Problem.best` returns them.
    * `bound`: no solution costs less (with `most`: more).
    * `gap`: how far the first of `best` may be from the optimum, in percent of its cost.

    What does not apply is `None`.
    """

    def __init__(
        self,
        reason: str,
        at_least: Optional[int] = None,
        best: Optional[list[tuple[Amount, list[int]]]] = None,
        bound: Optional[Amount] = None,
    ) -> None:
        self.reason = reason
        self.at_least = at_least
        self.best = best
        self.bound = bound
        self.gap = percent(best[0][0], bound) if best and bound is not None else None
        known = []
        if at_least:
            known.append(f"at least {at_least} solution{'s' if at_least > 1 else ''}")
        if best:
            known.append(f"best cost so far {best[0][0]}")
        if bound is not None:
            known.append(f"bound {bound}")
        if self.gap is not None:
            known.append(f"gap {self.gap:.2f}%")
        told = {
            "time": "time is up",
            "memory": "it needs more memory than it may take",
            "callback": "stopped by the callback",
        }.get(reason, reason)
        super().__init__("; ".join([told, *known]))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.reason, self.at_least, self.best, self.bound)
