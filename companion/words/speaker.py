"""Says what the rules found in a language.  The only file that knows Fluent.

    >>> Speaker("de", GAMES["limbo"]).say(said("NOT_DIVIDED", value=6, count=96, becomes=16))
    '6 teilt 96, also muss geteilt werden: der neue Stand ist 16.'

A game's catalogue lies beside its class, in `words/LANGUAGE.ftl`; what all games share lies in `rules/words`, what
is said of any table in `companion/words`.  The game's own entry goes first.  What a language lacks is said in English,
and logged.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import pairwise
from threading import Lock
from typing import Any, Literal

from fluent.runtime import FluentBundle, FluentResource
from fluent.runtime.resolver import Message, Pattern
from fluent.runtime.types import FluentType, fluent_number

from rules import GAMES
from rules.core.cards import SUIT_SIGNS, Card, card_sort
from rules.core.game import Game
from rules.core.options import Option
from rules.core.said import Said, Text, said

Style = Literal["signs", "record"]
SHARED = ("rules", "companion")  # the packages whose catalogues every game shares
FALLBACK = "en"
_ENTRY = re.compile(r"^(-?[A-Za-z][\w-]*) *=", re.MULTILINE)
_NAMED = re.compile(r"\{\s*(-?[A-Za-z][\w-]*)")  # an entry within another, or a function, which is no entry
_log = logging.getLogger(__name__)


class Held(FluentType):
    """A card, a list, an action or another sentence on its way through Fluent."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def format(self, locale: Any) -> str:
        """Only functions of the Speaker can say these; as they are, they are record text."""
        return " ".join(map(str, self.value)) if isinstance(self.value, tuple) else str(self.value)


class Speaker:
    """One language at one table.  style: short cards as signs ("7♥") or as in records ("7H")."""

    def __init__(self, language: str, game: Game[Any] | None = None, style: Style = "signs") -> None:
        self.language = language
        self.style = style
        packages = (*((type(game).__module__,) if game else ()), *SHARED)
        functions: dict[str, Callable[..., Any]] = {
            "CARD": self._card, "CARDS": lambda cards: self._joined(self._each(cards), "list-and"),
            "SHORT": self._short, "PLACE": self._place,
            "LIST": lambda words, between=", ": between.join(self._each(words)),
            "LINE": lambda action: str(action.value),
            "WHY": lambda said: said if isinstance(said, str) else self._word(said.value),
            "AND": lambda words: self._joined(self._each(words), "list-and"),
            "OR": lambda words: self._joined(self._each(words), "list-or"),
            "RANK": lambda rank, form="one": self._entry("rank", rank=str(rank), form=form),
            "SEATS": _how_many,
            "SUIT": lambda suit: self._entry("suit", suit=str(suit)),
        }
        self._catalogues = [Catalogue(name, packages, functions) for name in dict.fromkeys((language, FALLBACK))]

    def say(self, text: Text) -> str:
        """The sentence; a name, a number or a sign stays as it is."""
        words = self._spoken(text)
        return words[:1].upper() + words[1:] if isinstance(text, Said) else words

    def words(self, text: Text) -> str:
        """The same within a sentence: it begins as it is written."""
        return self._spoken(text)

    def rule(self, code: str) -> str:
        """The rule behind a verdict code; "" where the catalogues have none."""
        return self._attribute(code, "rule")

    def option_name(self, name: str) -> str:
        """What a house rule is called."""
        return self._entry(f"option-{name.replace('_', '-')}")

    def option(self, name: str) -> str:
        """What a house rule is about; "" where the catalogues do not say."""
        return self._attribute(f"option-{name.replace('_', '-')}", "help")

    def knows(self, key: str) -> bool:
        """Whether this language itself has the entry."""
        return key in self._catalogues[0]

    def has(self, key: str) -> bool:
        """Whether any of its languages has the entry."""
        return any(key in catalogue for catalogue in self._catalogues)

    # -- through Fluent --------------------------------------------------------------------------

    def _attribute(self, key: str, name: str) -> str:
        for catalogue in self._catalogues:
            if key in catalogue and (pattern := catalogue.message(key).attributes.get(name)) is not None:
                return self._formatted(catalogue, pattern, {})
        return ""

    def _spoken(self, text: Text) -> str:
        if isinstance(text, str) or not text:
            return str(text)
        for catalogue in self._catalogues:
            if text.key in catalogue and (pattern := catalogue.message(text.key).value) is not None:
                return self._formatted(catalogue, pattern, dict(text.args))
            _log.warning("%s: no entry for %s", self.language, text.key)
        return str(text)

    def _formatted(self, catalogue: Catalogue, pattern: Pattern, args: dict[str, Any]) -> str:
        words, faults = catalogue.formatted(pattern, {name: _held(value) for name, value in args.items()})
        for fault in faults:
            _log.warning("%s: %s", self.language, fault)
        return words

    def _entry(self, key: str, **args: Any) -> str:
        return self._spoken(said(key, **args))

    # -- what entries may call -------------------------------------------------------------------

    def _card(self, card: Held, case: str = "nom") -> str:
        """A card in words, "7 of hearts", in the grammar that the language's entry `card` knows."""
        return self._card_words(card.value, case)

    def _card_words(self, card: Card, case: str = "nom") -> str:
        number = card.face.lstrip("+<=")
        return self._entry("card", kind=card_sort(card), rank=card.rank, suit=card.suit, number=number, case=case)

    def _short(self, cards: Held) -> str:
        """A card or cards in signs, or as in records."""
        value = cards.value
        return " ".join(map(self._sign, (value,) if isinstance(value, Card) else value))

    def _sign(self, card: Card) -> str:
        if self.style == "record":
            return str(card)
        face, back = card.face, card.back
        if card.is_joker:
            face = self._card_words(card)
        elif card.is_standard:
            face = face[0].replace("T", "10") + SUIT_SIGNS[face[1]]
        return f"{face.replace('<=', '≤')} {back}".strip()

    def _each(self, words: Held) -> list[str]:
        return [self._word(word) for word in (words.value if isinstance(words.value, tuple) else (words.value,))]

    def _word(self, value: Any) -> str:
        if isinstance(value, Card):
            return self._card_words(value)
        return self._spoken(value) if isinstance(value, Said) else str(value)

    def _joined(self, words: Sequence[str], key: str) -> str:
        if len(words) < 2:
            return "".join(words)
        return self._entry(key, first=", ".join(words[:-1]), last=words[-1])

    def _place(self, place: str) -> str:
        """Where something lies: "green:Ann" is at Ann's green."""
        kind, _, owner = str(place).partition(":")
        if not kind:
            return self._entry("place-nowhere")
        words = kind.replace("_", " ")
        name = self._entry(f"name-{kind}") if self.has(f"name-{kind}") else words.capitalize()
        key = "place-owned" if owner else "place-common"
        return self._entry(key, kind=words, name=name, owner=tuple(owner.split("+")))


@cache
def speaker(language: str, game: str = "", style: Style = "signs") -> Speaker:
    """Who says this game's sentences in this language; one for all who ask."""
    return Speaker(language, GAMES.get(game), style)


def english(text: Text, game: str) -> str:
    """A sentence of a game as records and programs get it."""
    return speaker("en", game, "record").say(text)


def in_english(value: Any, game: str) -> Any:
    """A value for JSON with every sentence in it said."""
    if isinstance(value, Said):
        return speaker("en", game, "record").words(value)
    if isinstance(value, Mapping):
        return {name: in_english(part, game) for name, part in value.items()}
    return [in_english(part, game) for part in value] if isinstance(value, tuple | list) else value


def rule_of(game: Game[Any], code: str, language: str = "en") -> str:
    """The rule behind a code."""
    return speaker(language, game.name).rule(code)


def help_of(game: Game[Any], option: Option) -> str:
    """What a house rule is about, in English."""
    return speaker("en", game.name).option(option.name)


def _how_many(people: Any) -> Any:
    """How many people a list or a side ("Ann+Cal") has, for the plural of what they do."""
    return fluent_number(len(people.value) if isinstance(people, Held) else 1 + str(people).count("+"))


def _held(value: Any) -> Any:
    """What Fluent takes: numbers without grouping, words, and everything else as it is."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return fluent_number(value, useGrouping=False)
    return value if isinstance(value, str) else Held(value)


class Catalogue:
    """What a language says of packages: the first entry of a name counts.  An entry is parsed when it is first said:
    most of a catalogue never is, and parsing all titles' catalogues took half of the time before the first screen."""

    def __init__(self, language: str, packages: Sequence[str], functions: Mapping[str, Callable[..., Any]]) -> None:
        self._unread: dict[str, str] = {}
        for package in reversed(packages):
            self._unread |= _entries(language, package)
        self._names = frozenset(self._unread)
        self._bundle = FluentBundle([language], functions=dict(functions), use_isolating=False)
        self._reading = Lock()

    def __contains__(self, key: str) -> bool:
        return key in self._names

    def message(self, key: str) -> Message:
        """The parsed entry; KeyError where the language has none."""
        if key in self._unread:
            self._read(key)
        return self._bundle.get_message(key)

    def formatted(self, pattern: Pattern, args: dict[str, Any]) -> tuple[str, Sequence[Exception]]:
        """A pattern of an entry with what it is about filled in, and what was wrong with it."""
        words, faults = self._bundle.format_pattern(pattern, args)
        return str(words), faults

    def _read(self, key: str) -> None:
        """Parse an entry, and those that it names."""
        with self._reading:
            wanted = [key] if key in self._unread else []  # another thread may have read it meanwhile
            for name in wanted:
                wanted += {other for other in _NAMED.findall(self._unread[name]) if other in self._unread} - {*wanted}
            self._bundle.add_resource(FluentResource("\n".join(self._unread[name] for name in wanted)))
            for name in wanted:
                del self._unread[name]


@cache
def _entries(language: str, package: str) -> dict[str, str]:
    """The entries of a package's catalogue by name, as they are written; none where it has no such language."""
    catalogue = files(package) / "words" / f"{language}.ftl"
    text = catalogue.read_text(encoding="utf-8") if catalogue.is_file() else ""
    starts = [*_ENTRY.finditer(text)]
    borders = pairwise([*(found.start() for found in starts), len(text)])
    return {found[1]: text[start:end] for found, (start, end) in zip(starts, borders, strict=True)}
