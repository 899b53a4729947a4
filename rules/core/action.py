"""One event at the table, and its one-line text (the grammar of the table record).

    ACTOR VERB [CARD...] [on WHOM] [from PLACE] [take CARD...] [to MELD] [as N] [= N] [!]

    >>> a = parse_action("Ann play 7D take 2C 5H")
    >>> a.take
    (Card('2C'), Card('5H'))
    >>> str(a)
    'Ann play 7D take 2C 5H'

`parse_action(str(a)) == a` for every action.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules.core.cards import Card, is_card, join, parse_card
from rules.core.errors import NotationError

TABLE = "table"
VERBS = frozenset(
    "deal start play draw discard take meld add red ask answer out double redouble stuck done pass knock set "
    "say roll friend foe collect retire show reshuffle peg stock lowest".split()
)
_CLAUSES = ("on", "from", "take", "to", "as", "=")
_NUMBERS = {"draw": (0, 1), "retire": (0, 1), "roll": (2, 2), "peg": (1, 1)}
_WORDS = {"say": ("page one",), "answer": ("yes", "no")}
_NO_CARDS = frozenset(
    "draw take answer out double redouble stuck done pass knock say roll collect retire reshuffle peg".split()
)
_NEEDS_CARDS = frozenset("start play discard meld add red set friend foe show stock lowest".split())


@dataclass(frozen=True, slots=True)
class Action:
    """Who did what.  `on` is whose pile, `source` the `from` place, `to` a meld's rank,
    `as_value` a settled choice (`as N`), `announced` what was said (`= N`), `numbers` the plain
    numbers of draw, retire, roll and peg, `words` what was said or answered, `stands` the `!`."""

    actor: str
    verb: str
    cards: tuple[Card, ...] = ()
    numbers: tuple[int, ...] = ()
    words: str = ""
    on: str = ""
    source: str = ""
    take: tuple[Card, ...] = ()
    to: str = ""
    as_value: int | None = None
    announced: int | None = None
    stands: bool = False

    def __str__(self) -> str:
        return " ".join(self._parts())

    def _parts(self) -> Iterator[str]:
        yield self.actor
        yield self.verb
        if self.words:
            yield self.words
        yield from map(str, self.numbers)
        if self.cards:
            yield join(self.cards)
        if self.on:
            yield f"on {self.on}"
        if self.source:
            yield f"from {self.source}"
        if self.take:
            yield f"take {join(self.take)}"
        if self.to:
            yield f"to {self.to}"
        if self.as_value is not None:
            yield f"as {self.as_value}"
        if self.announced is not None:
            yield f"= {self.announced}"
        if self.stands:
            yield "!"

    @property
    def card(self) -> Card:
        """The only card of a one-card action."""
        return self.cards[0]

    def with_stands(self) -> Action:
        """The same action, let stand by the table."""
        return replace(self, stands=True)


def parse_action(text: str) -> Action:
    """Read one event line; raises NotationError saying what was expected."""
    words = re.sub(r"(?<!<)(=)|(!)", r" \1\2 ", text.replace("≤", "<=")).split()
    if len(words) < 2:
        raise NotationError("An event is a player and what he did, like 'Ann play 7H'.")
    actor, verb, *rest = words
    verb = verb.lower()
    if verb not in VERBS:
        raise NotationError(f"'{verb}' is not something a player can do in a record.")
    stands = bool(rest) and rest[-1] == "!"
    head, clauses = _split_clauses(rest[:-1] if stands else rest)
    numbers, said, cards = _head(verb, head)
    return Action(
        actor, verb, cards, numbers, said,
        on=_one(clauses, "on"), source=_one(clauses, "from"),
        take=tuple(map(parse_card, clauses.get("take", ()))),
        to=_one(clauses, "to"), as_value=_number(clauses, "as"), announced=_number(clauses, "="), stands=stands,
    )


def _split_clauses(words: list[str]) -> tuple[list[str], dict[str, list[str]]]:
    """Words before the first clause, and the words of each clause, in the grammar's order."""
    head: list[str] = []
    clauses: dict[str, list[str]] = {}
    current, last = head, -1
    for word, following in zip(words, [*words[1:], ""], strict=False):
        key = word.lower()
        if _is_clause(word, following):
            if _CLAUSES.index(key) <= last:
                raise NotationError(f"'{word}' is out of place; the order is on, from, take, to, as, =.")
            last = _CLAUSES.index(key)
            current = clauses.setdefault(key, [])
        else:
            current.append(word)
    for key, found in clauses.items():
        if not found:
            raise NotationError(f"Something is missing after '{key}'.")
    return head, clauses


def _is_clause(word: str, following: str) -> bool:
    """Whether the word opens a clause.  "as" does only before a number: AS is a card."""
    return word.lower() in _CLAUSES and (word.lower() != "as" or following.isdecimal())


def _head(verb: str, words: list[str]) -> tuple[tuple[int, ...], str, tuple[Card, ...]]:
    """The numbers, said words and cards that follow the verb."""
    if verb in _WORDS:
        said = " ".join(words).lower()
        if said not in _WORDS[verb]:
            raise NotationError(f"After '{verb}' comes {' or '.join(_WORDS[verb])}.")
        return (), said, ()
    if verb in _NUMBERS:
        least, most = _NUMBERS[verb]
        if not (least <= len(words) <= most) or not all(re.fullmatch(r"\d+", w) for w in words):
            wanted = "two numbers" if least == 2 else "one number"
            raise NotationError(f"After '{verb}' comes {wanted}.")
        return tuple(map(int, words)), "", ()
    if verb in _NO_CARDS and words:
        raise NotationError(f"Nothing can follow '{verb}', but there is '{words[0]}'.")
    if verb in _NEEDS_CARDS and not words:
        raise NotationError(f"After '{verb}' comes a card.")
    bad = next((w for w in words if not is_card(w)), None)
    if bad is not None:
        raise NotationError(f"'{bad}' is not a card; write rank then suit, like 7H or TC.")
    return (), "", tuple(map(parse_card, words))


def _one(clauses: dict[str, list[str]], key: str) -> str:
    words = clauses.get(key, [])
    if len(words) > 1:
        raise NotationError(f"Only one word can follow '{key}'.")
    return words[0] if words else ""


def _number(clauses: dict[str, list[str]], key: str) -> int | None:
    if key not in clauses:
        return None
    text = _one(clauses, key).replace("−", "-")
    if not re.fullmatch(r"[+-]?\d+", text):
        raise NotationError(f"'{text}' after '{key}' is not a number.")
    return int(text)
