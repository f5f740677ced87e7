"""What the modules of puzzles share: how puzzles are given, and how they are shown."""

from __future__ import annotations

import operator
from os import urandom
from typing import Any, Optional, SupportsIndex, Union, cast

#: A seed, or none for another one each time.
Seed = Optional[SupportsIndex]
#: A text in any of the forms that the library reads.
Text = Union[str, bytes]


def as_bytes(what: str, text: object) -> bytes:
    """The bytes of a text; `what` names it in messages."""
    if isinstance(text, str):
        return text.encode("utf-8", "surrogateescape")
    if isinstance(text, (bytes, bytearray)):
        return bytes(text)
    raise TypeError(f"{what} is a str or bytes, not {_shown(text)}")


def as_lists(value: Any) -> Any:
    """An array as nested lists; tuples and lists as they are."""
    # A DataFrame has its values as an array.
    if hasattr(value, "to_numpy"):
        value = value.to_numpy()
    return value.tolist() if hasattr(value, "tolist") else value


def flat(value: Any) -> list[Any]:
    """All elements of nested lists, row by row."""
    if isinstance(value, (list, tuple)):
        parts = cast("list[Any]", value)
        return [one for part in parts for one in flat(part)]
    return [value]


def as_index(what: str, number: object, least: int = 0) -> int:
    """An int that is not too small; `what` names it in messages."""
    try:
        index = operator.index(cast(SupportsIndex, number))
    except TypeError:
        raise wrong(f"{what} is an int", number) from None
    if index < least:
        raise ValueError(f"{what} is at least {least}, not {index}")
    return index


def as_seed(seed: Seed) -> int:
    """A seed: another one each time if none is given."""
    if seed is None:
        return int.from_bytes(urandom(8), "little")
    number = as_index("seed", seed)
    if number >= 1 << 64:
        raise ValueError(f"seed is from 0 to {(1 << 64) - 1}: {number}")
    return number


def _shown(value: object) -> str:
    text = repr(value)
    text = text if len(text) <= 60 else text[:60] + "..."
    return "None" if value is None else f"{text} ({type(value).__name__})"


def wrong(wanted: str, value: object) -> TypeError:
    """`TypeError` with what is wanted and what was given."""
    return TypeError(f"{wanted}, not {_shown(value)}")

