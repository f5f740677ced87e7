"""What `progress=` tells."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Optional
from warnings import catch_warnings, simplefilter

from ._errors import Amount, percent

__all__ = ["Progress"]


@dataclass(frozen=True)
class Progress:
    """How far a verb has come, as the function that was given as `progress=` is told.

    >>> from dlx3 import Progress
    >>> str(Progress(2.5, states=7, bytes=100, walked=0.25, layer=None))
    '2 s, 25% walked'
    """

    #: For how many seconds it has worked.
    seconds: float
    #: States that have been expanded by layers.
    states: int
    #: The most bytes that these have taken at a time.
    bytes: int
    #: The share of the search depth first that is done, estimated from its branches.
    walked: Optional[float]
    #: The layer of states that is being expanded, and how many there are.
    layer: Optional[tuple[int, int]]
    #: Of `best`: the cost of the best solution so far.
    best: Optional[Amount] = None
    #: Of `best`: a cost that no solution is below (above with `most`).
    bound: Optional[Amount] = None
    #: Of `solutions`: how many have been taken.
    taken: Optional[int] = None

    @property
    def share(self) -> Optional[float]:
        """How much of the work is done, from 0 to 1, if that can be told.

        >>> from dlx3 import Progress
        >>> Progress(2.5, states=7, bytes=100, walked=0.25, layer=(3, 4)).share
        0.75
        """
        known = [] if self.walked is None else [self.walked]
        if self.layer is not None:
            layer, layers = self.layer
            known.append(layer / max(layers, 1))
        if self.best is not None and self.bound is not None:
            known.append(1 - percent(self.best, self.bound) / 100)
        return max(known) if known else None

    def _parts(self) -> list[str]:
        """All but the share."""
        parts = [f"{self.seconds:.0f} s"]
        if self.layer is not None:
            parts.append(f"layer {self.layer[0]} of {self.layer[1]}, {self.states} states")
        if self.taken is not None:
            parts.append(f"{self.taken} taken")
        if self.best is not None:
            parts.append(f"best {self.best}")
        if self.bound is not None:
            parts.append(f"bound {self.bound}")
        return parts

    def __str__(self) -> str:
        first, *rest = self._parts()
        walked = [] if self.walked is None else [f"{100 * self.walked:.0f}% walked"]
        place = 1 if self.layer is not None else 0
        return ", ".join([first, *rest[:place], *walked, *rest[place:]])


class Bar:
    """What `progress=True` means: a bar of tqdm, or without tqdm a line on stderr.

    The share is told once, by the bar. Where none is known, there is a line without a bar."""

    def __init__(self) -> None:
        self._bar: Any = None
        self._line = ""
        # Without ipywidgets, tqdm has no bar for a notebook; its text serves there, too.
        for module in ("tqdm.auto", "tqdm"):
            try:
                with catch_warnings():
                    simplefilter("ignore")
                    tqdm: Any = import_module(module)
                    self._bar = tqdm.tqdm(total=100, leave=False, bar_format="{desc}")
                return
            except ImportError:
                continue

    def __call__(self, progress: Progress) -> None:
        share = progress.share
        if self._bar is None:
            line = str(progress)
            print(f"\r{line:<{len(self._line)}}", end="", file=sys.stderr, flush=True)
            self._line = line
            return
        told = ", ".join(progress._parts())
        self._bar.bar_format = "{desc}" if share is None else "{percentage:3.0f}%|{bar}| {desc}"
        if share is not None:
            self._bar.n = round(100 * share, 1)
        self._bar.set_description_str(told)

    def close(self) -> None:
        """Takes the bar away."""
        if self._bar is not None:
            self._bar.close()
        elif self._line:
            print(f"\r{'':{len(self._line)}}\r", end="", file=sys.stderr, flush=True)
