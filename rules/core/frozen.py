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
        try:
            fill, outdated = _shapes[cls]
        except KeyError:
            fill, outdated = _shape_of(cls)
        if fill is None:
            return dataclasses.replace(old, **changes)
        values = old.__dict__ | changes
        for field in changes:
            if field in outdated:
                for name in outdated[field]:
                    values.pop(name, None)
        new = _empty(cls)
        fill(new, values)
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


_Shape = tuple[Callable[[Any, dict[str, Any]], None] | None, Mapping[str, tuple[str, ...]]]
_shapes: dict[type, _Shape] = {}
_empty = object.__new__


def _shape_of(cls: type) -> _Shape:
    """What sets the fields of an instance all at once, None for a class that checks what it is made of or has slots;
    and field -> what a change of it makes outdated."""
    outdated: dict[str, tuple[str, ...]] = {}
    for name, value in kept_by(cls).items():
        for field in value.fields:
            outdated[field] = (*outdated.get(field, ()), name)
    fill = None if hasattr(cls, "__post_init__") or "__dict__" not in vars(cls) else vars(cls)["__dict__"].__set__
    _shapes[cls] = fill, outdated
    return fill, outdated


def made(cls: type[T], values: dict[str, Any]) -> T:
    """An instance with these fields, not one by one through `__init__`; the others have their defaults, which the
    class holds."""
    fill, _ = _shapes[cls] if cls in _shapes else _shape_of(cls)
    assert fill, f"{cls} checks what it is made of"
    new = _empty(cls)
    fill(new, values)
    return new
