"""The function of the package `xcover`."""

from __future__ import annotations

from typing import Any, Iterable, Iterator, Optional

from ._dlx3 import Problem

__all__ = ["covers"]


def covers(
    options: Iterable[Iterable[object]],
    primary: Optional[Iterable[object]] = None,
    secondary: Optional[Iterable[object]] = None,
    colored: bool = False,
) -> Iterator[list[int]]:
    """The exact covers of these options, one by one, as `xcover.covers` gives them.

    `options` is a list of lists of items. Primary items must be covered once, secondary ones
    at most once; with `colored`, a string such as `"q:RED"` names the secondary item `q` with a
    color, and options that agree on the color may all have it. If one of `primary` and
    `secondary` is not given, it has all other items; without both, all items are primary.

    Each solution is the sorted list of the indices of its options.

    Raises `Fault` if an option names an item twice, or one that is in neither list.

    >>> from dlx3 import covers
    >>> options = [[1, 4, 7], [1, 4], [4, 5, 7], [3, 5, 6], [2, 3, 6, 7], [2, 7]]
    >>> list(covers(options))
    [[1, 3, 5]]
    """
    arguments: dict[str, Any] = {"primary": primary, "secondary": secondary}
    return Problem.from_options(options, **arguments, colors=colored).solutions()
