"""One event at the table, and its one-line text (the grammar of the table record).

    ACTOR VERB [CARD...] [on WHOM] [from PLACE] [take CARD...] [to MELD] [as N] [= N] [!]

    >>> a = read_action("Ann play 7D take 2C 5H")
    >>> a.take
    (Card('2C'), Card('5H'))
    >>> str(a)
    'Ann play 7D take 2C 5H'

`read_action(str(a)) == a` for every action.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rules.core.cards import Card, is_card, join, parse_card
from rules.core.errors import NotationError, quoted
from rules.core.verbs import Verb

TABLE = "table"
Grammar = Mapping[str, Sequence[Verb]]  # the verbs of a name, one or more: games may have their own
CLAUSES = ("on", "from", "take", "to", "as", "=")
_APART = re.compile(r"(?<!<)(=)|(!)")
_NUMBER = re.compile(r"\d{1,18}")
_SIGNED = re.compile(r"[+-]?\d{1,18}")


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


def read_action(text: str, grammar: Grammar | None = None) -> Action:
    """One event line, read by the shape of its words: numbers, cards, or else something said.

    grammar: what may follow each verb; without it any verb may be followed by anything.
    Raises NotationError saying what was expected."""
    words = _APART.sub(r" \1\2 ", text.replace("≤", "<=")).split()
    if len(words) < 2:
        raise NotationError("An event is a player and what he did, like 'Ann play 7H'.")
    actor, verb, *rest = words
    verb = verb.lower()
    if grammar is not None and verb not in grammar:
        raise NotationError("{verb} is not something a player can do in a record.", verb=quoted(verb))
    stands = bool(rest) and rest[-1] == "!"
    head, clauses = _split_clauses(rest[:-1] if stands else rest)
    if grammar is not None:
        _check(verb, head, grammar[verb])
    numbers, said, cards = _head(head)
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
            if CLAUSES.index(key) <= last:
                raise NotationError("{word} is out of place; the order is on, from, take, to, as, =.",
                                    word=quoted(word))
            last = CLAUSES.index(key)
            current = clauses.setdefault(key, [])
        else:
            current.append(word)
    for key, found in clauses.items():
        if not found:
            raise NotationError("Something is missing after '{key}'.", key=key)
    return head, clauses


def _is_clause(word: str, following: str) -> bool:
    """Whether the word opens a clause.  "as" does only before a number: AS is a card."""
    return word.lower() in CLAUSES and (word.lower() != "as" or following.isdecimal())


def _head(words: list[str]) -> tuple[tuple[int, ...], str, tuple[Card, ...]]:
    """The numbers, said words or cards that follow the verb."""
    if all(map(_is_number, words)):
        return tuple(map(int, words)), "", ()
    if all(map(is_card, words)):
        return (), "", tuple(map(parse_card, words))
    return (), " ".join(words).lower(), ()


def _check(verb: str, words: list[str], known: Sequence[Verb]) -> None:
    """Raises NotationError where these words follow the verb in no game that has it."""
    if all(_wrong(verb, words, each) for each in known):
        raise NotationError(_wrong(verb, words, known[0]))


def _wrong(verb: str, words: list[str], grammar: Verb) -> str:
    """What should have followed the verb; "" where all is well."""
    if grammar.words:
        return "" if " ".join(words).lower() in grammar.words else f"After '{verb}' comes {' or '.join(grammar.words)}."
    are_numbers = all(map(_is_number, words))
    if grammar.numbers != (0, 0) and (grammar.cards == (0, 0) or are_numbers):
        least, most = grammar.numbers
        fits = least <= len(words) <= most and are_numbers
        return "" if fits else f"After '{verb}' comes {'two numbers' if least == 2 else 'one number'}."
    return _wrong_cards(verb, words, grammar)


def _wrong_cards(verb: str, words: list[str], grammar: Verb) -> str:
    """The same for a verb that cards follow, or nothing."""
    if words and grammar.cards == (0, 0):
        return f"Nothing can follow '{verb}', but there is {quoted(words[0])}."
    if not words and grammar.cards[0]:
        return f"After '{verb}' comes a card."
    bad = next((word for word in words if not is_card(word)), None)
    return f"{quoted(bad)} is not a card; write rank then suit, like 7H or TC." if bad is not None else ""


def _is_number(word: str) -> bool:
    return _NUMBER.fullmatch(word) is not None


def _one(clauses: dict[str, list[str]], key: str) -> str:
    words = clauses.get(key, [])
    if len(words) > 1:
        raise NotationError("Only one word can follow '{key}'.", key=key)
    return words[0] if words else ""


def _number(clauses: dict[str, list[str]], key: str) -> int | None:
    if key not in clauses:
        return None
    text = _one(clauses, key).replace("−", "-")
    if not _SIGNED.fullmatch(text):
        raise NotationError("{text} after '{key}' is not a number.", text=quoted(text), key=key)
    return int(text)
