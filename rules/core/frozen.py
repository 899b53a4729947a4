"""Frozen dataclasses at speed: the next state without `__init__`, and what is worked out once and then handed on.

    >>> replace(state, turn="Bob")
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

T = TypeVar("T")

if TYPE_CHECKING:
    from dataclasses import replace as replace
    from functools import cached_property

    def kept(*fields: str) -> Callable[[Callable[[Any], T]], cached_property[T]]:
        """As types see it: see below."""
else:
    def kept(*fields: str) -> Callable[[Callable[[Any], T]], KeptProperty]:
        """A property that is worked out once, from these fields alone: `replace` hands it on as long as it changes
        none of them.  (cached_property locks, before Python 3.12, and would be handed on always.)"""
        return lambda find: KeptProperty(find, fields)

    def replace(old: T, /, **changes: Any) -> T:
        """As `dataclasses.replace`, for classes that check nothing when they are made: the fields are copied
        together and not one by one through `__init__`.  Whether the names are fields is checked with the types."""
        cls = old.__class__
        outdated = _outdated[cls] if cls in _outdated else _outdated_by(cls)
        if outdated is None:
            return dataclasses.replace(old, **changes)
        values = old.__dict__ | changes
        if outdated:
            for field in changes:
                if field in outdated:
                    for name in outdated[field]:
                        values.pop(name, None)
        new = _empty(cls)
        _set_field(new, "__dict__", values)
        return new


class KeptProperty:
    """See `kept`; read as `property` is."""

    def __init__(self, find: Callable[[Any], Any], fields: tuple[str, ...]) -> None:
        self.find, self.fields, self.__doc__ = find, fields, find.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, state: Any, owner: type) -> Any:
        if state is None:
            return self
        found = state.__dict__[self.name] = self.find(state)  # from now on seen before this is
        return found


def kept_by(cls: type) -> Mapping[str, KeptProperty]:
    """What instances of the class keep, by name."""
    return {name: value for name, value in vars(cls).items() if isinstance(value, KeptProperty)}


_outdated: dict[type, Mapping[str, tuple[str, ...]] | None] = {}


def _outdated_by(cls: type) -> Mapping[str, tuple[str, ...]] | None:
    """Field -> what a change of it makes outdated; None for a class that checks what it is made of, or has slots."""
    found: dict[str, tuple[str, ...]] | None = None
    if not hasattr(cls, "__post_init__") and hasattr(object.__new__(cls), "__dict__"):
        found = {}
        for name, value in kept_by(cls).items():
            for field in value.fields:
                found[field] = (*found.get(field, ()), name)
    _outdated[cls] = found
    return found


_empty, _set_field = object.__new__, object.__setattr__


def made(cls: type[T], values: dict[str, Any]) -> T:
    """An instance with these fields, not one by one through `__init__`; the others have their defaults, which the
    class holds."""
    new = _empty(cls)
    _set_field(new, "__dict__", values)
    return new
