"""What the screens say: words by name (`texts.BEGIN`), and events, cards and refusals as people tell them.

    >>> pretty("Ann played TC, so 7H divides.")
    'Ann played 10♣, so 7♥ divides.'
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion.words import phrases
from companion.words.languages import LANGUAGES as LANGUAGES
from companion.words.languages import language_spoken, phrase, refusals
from companion.words.languages import translatable as translatable
from companion.words.languages import translation as translation
from companion.words.languages import use_language as use_language
from companion.words.speaker import rule_of, speaker
from rules import GAMES
from rules.core.action import TABLE, Action
from rules.core.cards import SUIT_SIGNS as SUIT_SIGNS
from rules.core.cards import UNKNOWN, Card
from rules.core.errors import Refusal, one_of
from rules.core.game import Game
from rules.core.options import Option
from rules.core.said import Said, Text, said

if TYPE_CHECKING:
    from companion.words.phrases import *  # noqa: F403  the names are those of the stub, and nothing else
else:
    __getattr__ = phrase

TITLE = "Table Companion"
RECTANGLES = {"A4": (297, 210), "A3": (420, 297), "Letter": (279.4, 215.9)}
PAPERS = {"a4": "A4", "letter": "Letter"}
LEAST_LINES = 720  # of a picture in which cards are read from where cameras usually hang

_CARD_WORD = re.compile(r"(?<![\w+])(10|[A2-9TJQK])([CDHS])(?:/([a-z]+))?(?![\w])")
_AT_MOST = re.compile(r"<=(\d)")


def card_text(card: str) -> str:
    """"TC" as "10♣", "<=2" as "≤2", "JK" as "Joker", "6S/red" as "6♠ red"."""
    face, _, back = card.partition("/")
    if face == "JK":
        text = phrases.JOKER
    elif face == "??":
        text = "?"
    elif face.startswith("<="):
        text = "≤" + face[2:]
    elif face.startswith("+"):
        text = face
    else:
        text = face[:-1].replace("T", "10") + SUIT_SIGNS[face[-1]]
    return f"{text} {back}".strip()


def pretty(text: Text, game: str = "") -> str:
    """A sentence of the games in the language that is spoken, its cards written as players read them."""
    sentence = speaker(language_spoken(), game).say(text) if isinstance(text, Said) else text
    return _AT_MOST.sub(r"≤\1", _CARD_WORD.sub(lambda m: m[1].replace("T", "10") + SUIT_SIGNS[m[2]]
                                               + (f" {m[3]}" if m[3] else ""), sentence))


def catalogued(prefix: str, name: str, **args: str) -> str:
    """What the catalogues call a verb, a place or a number of a game: "did-knock", "name-pile"; "" where none does."""
    for game in ("", *GAMES):
        speaks = speaker(language_spoken(), game)
        if speaks.knows(f"{prefix}-{name}"):
            return speaks.words(said(f"{prefix}-{name}", **args))
    return ""


def game_title(game: str, options: Mapping[str, str] | None = None) -> str:
    """What a game is called: by this table's own name, or in the language that is spoken; a game that is not there any
    more by its key."""
    if game not in GAMES:
        return game
    return GAMES[game].shown.own_title(options or {}) or catalogued("title", game) or GAMES[game].title


def shorter(text: str, most: int = 26) -> str:
    """The beginning of what somebody wrote, with dots where it goes on."""
    return text if len(text) <= most else f"{text[:most - 1].rstrip()}…"


def part(text: Text, game: str) -> str:
    """A word or a number of a panel, as it is written; a number's name that no catalogue has is its key."""
    if isinstance(text, Said) and text.key.startswith("name-"):
        return place_name(text.key.removeprefix("name-"))
    return speaker(language_spoken(), game).words(text)


def place_name(place: str) -> str:
    """"green:Ann" as "Green, Ann"."""
    kind, _, whose = place.partition(":")
    name = catalogued("name", kind) or kind.replace("_", " ").capitalize()
    return f"{name}, {whose}" if whose else name


def action_text(action: Action) -> str:
    """An event as a person would tell it: "Ann plays 9♣: 86"."""
    is_call = action.cards == (UNKNOWN,) and action.announced is not None
    cards = _called(action) if is_call else _cards_text(action.cards)
    numbers = numbers_text(action.numbers)
    done = catalogued("did", action.verb, who=action.actor, cards=cards, words=action.words, numbers=numbers,
                      any="yes" if cards else "no", number=numbers if numbers not in ("", "1") else "none").strip()
    told = " ".join([done, *_clauses_text(action)])
    return told if action.announced is None or is_call else f"{told}: {action.announced}"


def numbers_text(numbers: Sequence[int]) -> str:
    """"2 and 5"."""
    return phrases.AND.join(map(str, numbers))


def _called(action: Action) -> str:
    """The number with which a card was called, as it stands on cards: 10, J."""
    number, ranks = action.announced or 0, dict(enumerate(phrases.RANKS_IN_WORDS, 1))
    return ranks.get(number, str(number)).replace("T", "10")


def _clauses_text(action: Action) -> Iterator[str]:
    """What is said of an event beside who did what with which cards."""
    if action.on:
        yield phrases.CLAUSES["on"].format(who=action.on)
    if action.source:
        yield phrases.CLAUSES["from"].format(place=phrases.SOURCES.get(action.source, action.source))
    if action.take:
        yield phrases.CLAUSES["take"].format(cards=_cards_text(action.take))
    if action.to in phrases.SUITS_IN_WORDS:
        yield phrases.CLAUSES["name"].format(suit=phrases.SUITS_IN_WORDS[action.to])
    elif action.to:
        yield phrases.CLAUSES["to"].format(rank=phrases.RANKS_IN_WORDS.get(action.to, action.to))
    if action.as_value is not None:
        yield phrases.CLAUSES["as"].format(value=action.as_value)


def _cards_text(cards: Sequence[Card]) -> str:
    return " ".join(card_text(str(card)) for card in cards)


def announcement_text(action: Action, to_act: str | None) -> str:
    """On a button: "Knock", or "Bob: Foe!" when somebody else than the one on turn may say it."""
    if action.announced is not None and action.cards:
        return catalogued("verb", f"{action.verb}-number", number=_called(action))
    word = catalogued("verb", action.verb, words=action.words.capitalize()) or action.verb
    numbers = " ".join(map(str, action.numbers))
    text = f"{word} {numbers}".strip()
    if action.announced is not None:
        text += f" {action.announced}"
    return text if action.actor in (TABLE, to_act) else f"{action.actor}: {text}"


def choice_among(choice: Action, choices: Sequence[Action]) -> str:
    """What tells one answer from the others: the count alone where only that differs."""
    bare = {replace(other, announced=None, as_value=None) for other in choices}
    if len(bare) == 1 and len(choices) > 1:
        if choice.announced is not None and choice.as_value is not None:
            return f"{choice.announced}, {phrases.CLAUSES['as'].format(value=choice.as_value)}"
        if choice.announced is not None:
            return str(choice.announced)
        if choice.as_value is not None:
            return phrases.CLAUSES["as"].format(value=choice.as_value)
    return action_text(choice)


def names(people: Sequence[str]) -> str:
    """"Ann, Bob and Cal"."""
    return phrases.AND.join(filter(None, [", ".join(people[:-1]), people[-1]])) if people else ""

POINTS_TOLD = "{name} {points}: {score}"


def seats(least: int, most: int) -> str:
    """How many play a game."""
    return phrases.SEATS.format(seats=least) if least == most else phrases.SEATS_FROM_TO.format(least=least, most=most)


def plain(value: str | int | bool) -> str:
    """An option's value as it is written in a record."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def option_value(option: str, value: str) -> str:
    """The same for people."""
    return (catalogued("value", f"{option}-{value}") or phrases.OPTION_VALUES.get(f"{option}.{value}")
            or phrases.OPTION_VALUES.get(value, value.replace("_", " ")))


OTHERWISE = "{event}: {why}."

CANDIDATE = "{card} {share} %"
STANDS_AT = "{name} {score}"

ADD_ONE = "+"


def on_or_off(value: bool) -> str:
    """A switch in words."""
    return phrases.ON if value else phrases.OFF


def aloud(words: str) -> str:
    """A sentence as a voice should say it: "9♣" as "9 of clubs"."""
    for sign, name in phrases.SPOKEN_SUITS.items():
        words = words.replace(sign, name)
    return words


def rule_text(game: Game[Any], code: str) -> str:
    """A rule of a game, by its verdict code."""
    return rule_of(game, code, language_spoken())


def option_name(game: Game[Any], option: Option) -> str:
    """What a house rule is called."""
    return speaker(language_spoken(), game.name).option_name(option.name)


def option_text(game: Game[Any], option: Option) -> str:
    """What a house rule is about."""
    return speaker(language_spoken(), game.name).option(option.name)


def given(width: int, height: int, rate: float) -> str:
    """Which pictures a camera gives, in words; rate: of pictures a second, 0 before it is known."""
    if rate < 1:
        return f"{width} × {height}"
    little = min(width, height) < LEAST_LINES
    return (phrases.GIVEN_LITTLE if little else phrases.GIVEN).format(width=width, height=height, rate=rate)


def picture_fault(fault: str, said: str) -> str:
    """What is wrong with a camera's picture, and what to do; said: what the source itself says of it."""
    return phrases.PICTURE_FAULTS.get(fault, said if fault else "")


def fault_text(fault: Exception) -> str:
    """What went wrong outside of the companion, in one sentence."""
    if not isinstance(fault, Refusal):
        return " ".join(str(fault).split())
    key = getattr(fault, "key", "")
    if key in phrases.LOG_SAYS:
        return happened_text(key, fault.arguments)
    own = refusals(language_spoken()).get(fault.sentence, fault.sentence)
    if fault.arguments:
        own = own.format(**{name: _argument(value) for name, value in fault.arguments.items()})
    return " ".join(own.split())


def _argument(value: Any) -> Any:
    """What is put into a refusal: another one and a game's title in the language that is spoken, a card as players read
    it, several to choose from in a row."""
    if isinstance(value, str):
        return next((game_title(game.name) for game in GAMES.values() if game.title == value), value)
    if isinstance(value, Card):
        return card_text(str(value))
    return fault_text(value) if isinstance(value, Refusal) else one_of(value, f" {phrases.OR} ")


def happened_text(key: str, arguments: Mapping[str, Any]) -> str:
    """A sentence of the log's: what cannot be written, or what was done about it."""
    return phrases.LOG_SAYS[key].format(**{
        name: happened_text(value.key, value.arguments) if hasattr(value, "key") else value
        for name, value in arguments.items()})
