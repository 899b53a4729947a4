"""Frozen dataclasses at speed: the next state without `__init__`, and what is worked out once for each state.

    >>> replace(state, turn="Bob")
"""

from __future__ import annotations

import dataclasses
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

T = TypeVar("T")

if TYPE_CHECKING:
    from collections.abc import Callable
    from dataclasses import replace as replace
    from functools import cached_property

    kept = cached_property
else:
    class Kept:
        """A property that is worked out once for each state and not handed on by `replace`.  (cached_property locks,
        before Python 3.12, and hands on.)"""

        def __init__(self, find: Callable[[Any], Any]) -> None:
            self.find, self.__doc__ = find, find.__doc__

        def __set_name__(self, owner: type, name: str) -> None:
            self.name = name

        def __get__(self, state: Any, owner: type) -> Any:
            if state is None:
                return self
            found = state.__dict__[self.name] = self.find(state)  # from now on seen before this is
            return found

    def replace(old: T, /, **changes: Any) -> T:
        """As `dataclasses.replace`, for classes that check nothing when they are made: the fields are copied
        together and not one by one through `__init__`.  Whether the names are fields is checked with the types."""
        names = _kept_by(old.__class__)
        if names is None:
            return dataclasses.replace(old, **changes)
        values = old.__dict__ | changes
        for name in names:
            values.pop(name, None)
        return made(old.__class__, values)

    kept = Kept  # read as `property` is

    @cache
    def _kept_by(cls: type) -> tuple[str, ...] | None:
        """The names of what it keeps; None for a class that checks what it is made of, or has slots."""
        if hasattr(cls, "__post_init__") or not hasattr(object.__new__(cls), "__dict__"):
            return None
        return tuple(name for name, value in vars(cls).items() if isinstance(value, Kept))


def made(cls: type[T], values: dict[str, Any]) -> T:
    """An instance with these fields, not one by one through `__init__`; the others have their defaults, which the
    class holds."""
    new = object.__new__(cls)
    object.__setattr__(new, "__dict__", values)
    return new
