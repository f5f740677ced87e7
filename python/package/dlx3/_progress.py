"""What `progress=` tells."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any, Optional

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

    def __str__(self) -> str:
        parts = [f"{self.seconds:.0f} s"]
        if self.layer is not None:
            parts.append(f"layer {self.layer[0]} of {self.layer[1]}, {self.states} states")
        if self.walked is not None:
            parts.append(f"{100 * self.walked:.0f}% walked")
        if self.taken is not None:
            parts.append(f"{self.taken} taken")
        if self.best is not None:
            parts.append(f"best {self.best}")
        if self.bound is not None:
            parts.append(f"bound {self.bound}")
        return ", ".join(parts)


class Bar:
    """A bar of tqdm, if that is there: what `progress=True` means."""

    def __init__(self) -> None:
        self._bar: Any = None
        try:
            tqdm: Any = import_module("tqdm.auto")
        except ImportError:
            return
        layout = "{l_bar}{bar}| {desc}"
        self._bar = tqdm.tqdm(total=100, leave=False, bar_format=layout)

    def __call__(self, progress: Progress) -> None:
        if self._bar is not None:
            done = progress.walked or 0.0
            if progress.layer is not None:
                layer, layers = progress.layer
                done = max(done, layer / max(layers, 1))
            if progress.best is not None and progress.bound is not None:
                done = max(done, 1 - percent(progress.best, progress.bound) / 100)
            self._bar.n = round(100 * done, 1)
            self._bar.set_description_str(str(progress))

    def close(self) -> None:
        """Takes the bar away."""
        if self._bar is not None:
            self._bar.close()
