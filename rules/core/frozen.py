"""The next state of a frozen dataclass, made in a third of the time.

    >>> replace(state, turn="Bob")
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, TypeVar

T = TypeVar("T")

if TYPE_CHECKING:
    from dataclasses import replace as replace
else:
    def replace(old: T, /, **changes: Any) -> T:
        """As `dataclasses.replace`, for classes that check nothing when they are made: the fields are copied
        together and not one by one through `__init__`.  Whether the names are fields is checked with the types."""
        values = getattr(old, "__dict__", None)
        if values is None or hasattr(old, "__post_init__"):
            return dataclasses.replace(old, **changes)
        new = object.__new__(old.__class__)
        new.__dict__.update(values, **changes)
        return new
