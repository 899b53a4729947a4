"""A sentence in no language yet: its key in the catalogues, and what it tells of.

    >>> said("NOT_DIVIDED", value=6, count=96, becomes=16)
    Said('NOT_DIVIDED', value=6, count=96, becomes=16)

Verdict codes are keys; a second sentence for a code has the code and a word, "WRONG_TURN-nobody".
Arguments are numbers, words, cards, actions, other sentences, or tuples of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Union

from rules.core.action import Action

Argument = Union[str, int, float, tuple[Any, ...], "Said", Action, None]  # what a sentence tells of


@dataclass(frozen=True, slots=True, repr=False)
class Said:
    """A key and its arguments by name, in the order in which they were given."""

    key: str
    named: Mapping[str, Argument]

    def __hash__(self) -> int:
        return hash((self.key, self.args))

    def __repr__(self) -> str:
        return f"Said({', '.join([repr(self.key), *(f'{name}={value!r}' for name, value in self.args)])})"

    def __str__(self) -> str:
        """For developers: the key and what it tells of."""
        return " ".join([self.key, *(f"{name}={_plain(value)}" for name, value in self.args)])

    def __bool__(self) -> bool:
        return bool(self.key)

    @property
    def args(self) -> tuple[tuple[str, Any], ...]:
        """The arguments as pairs."""
        return tuple(self.named.items())

    @property
    def code(self) -> str:
        """The verdict code of a fault's key."""
        return self.key.partition("-")[0]


UNSAID = Said("", {})  # nothing is said
Text = Said | str  # what is shown may also be a name, a number or a sign


def said(key: str, /, **args: Argument) -> Said:
    """The sentence with this key about these things."""
    new = object.__new__(Said)  # not through `__init__`, which is slow in frozen classes
    _set_key(new, key)
    _set_named(new, args)
    return new


_set_key, _set_named = Said.__dict__["key"].__set__, Said.__dict__["named"].__set__


class Fault(NamedTuple):
    """A broken rule: its code and one sentence for the players."""

    code: str
    why: Said


def fault(key: str, /, **args: Argument) -> Fault:
    """The fault with this code, or the code of "CODE-which"."""
    why = said(key, **args)
    return Fault(why.code, why)


def number_each(players: Iterable[str], numbers: Iterable[int]) -> tuple[Said, ...]:
    """A number for everybody: "Ann 3", "Bob 5"."""
    return tuple(said("name-number", player=name, number=n) for name, n in zip(players, numbers, strict=True))


def _plain(value: Any) -> str:
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        return "[" + " ".join(map(_plain, value)) + "]"
    return f"({value})" if isinstance(value, Said) else str(value)


def texts(cards: Iterable[Any]) -> list[str]:
    """Cards or actions as the strings of the record, for JSON."""
    return [str(card) for card in cards]
