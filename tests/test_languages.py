"""Every text in every language: complete, with the same places to fill in, and nothing left over."""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion import texts
from rules import GAMES, Match, Table, parse_action
from rules.game import COMMON_OPTIONS
from rules.simulate import random_player

OTHERS = sorted(set(texts.LANGUAGES) - {"en"})
SOURCES = [path for path in Path(texts.__file__).parent.rglob("*") if path.suffix in (".py", ".kv", ".html")]


@pytest.fixture(autouse=True)
def in_english_again() -> Iterator[None]:
    yield
    texts.use_language("en")


def shape(text: Any) -> Any:
    """What a translation must share: the keys, the order's length, the places to fill in."""
    if isinstance(text, dict):
        return {key: shape(value) for key, value in text.items()}
    if isinstance(text, tuple | list):
        return [shape(value) for value in text]
    return sorted((name or "", form) for _, name, form, _ in string.Formatter().parse(text) if name is not None)


def words(text: Any) -> Iterator[str]:
    if isinstance(text, str):
        yield text
    else:
        for part in text.values() if isinstance(text, dict) else text:
            yield from words(part)


@pytest.mark.parametrize("language", OTHERS)
def test_every_text_is_translated_with_the_same_places(language: str) -> None:
    english, own = texts.translatable(), texts.translation(language)
    assert sorted(english.keys() - own.keys()) == []
    for name, text in english.items():
        assert shape(own[name]) == shape(text), name
        assert all(word.strip() for word in words(own[name])), name


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_translated_that_is_not_said(language: str) -> None:
    assert sorted(texts.translation(language).keys() - texts.translatable().keys() - {"rules"}) == []


@pytest.mark.parametrize("language", OTHERS)
def test_few_texts_are_the_same_in_both(language: str) -> None:
    """A text that was only copied is not translated."""
    own = texts.translation(language)
    same = [name for name, text in texts.translatable().items() if isinstance(text, str) and own[name] == text]
    assert len(same) < 12, same


@pytest.mark.parametrize("language", OTHERS)
def test_every_rule_and_house_rule_is_translated(language: str) -> None:
    rules = texts.translation(language)["rules"]
    for game in GAMES.values():
        for kind, needed in (("codes", set(game.codes)),
                             ("options", {option.name for option in (*game.options, *COMMON_OPTIONS)})):
            own = rules[kind][game.name].keys()
            assert sorted(needed - own - rules[kind]["every"].keys()) == [], game.name
            assert sorted(own - needed) == [], game.name


def test_every_value_of_a_house_rule_has_words_of_its_own() -> None:
    coded = {option: [value for value in map(texts.plain, option.values) if value.islower()]
             for game in GAMES.values() for option in (*game.options, *COMMON_OPTIONS)}
    assert [(option.name, value) for option, values in coded.items() for value in values
            if value not in texts.OPTION_VALUES and f"{option.name}.{value}" not in texts.OPTION_VALUES] == []
    for option, values in coded.items():
        said = [texts.option_value(option.name, value) for value in values]
        assert len(set(said)) == len(said), option.name


def test_a_language_is_spoken_until_another_one_is() -> None:
    played = parse_action("Ann play 7D take 2C 5H")
    texts.use_language("de")
    assert texts.BEGIN == "Los"
    assert texts.action_text(played) == "Ann spielt 7♦ und nimmt 2♣ 5♥"
    assert texts.card_name("QS") == "Pik Dame"
    assert texts.names(("Ann", "Bob", "Cal")) == "Ann, Bob und Cal"
    assert texts.aloud("9♣") == "9 Kreuz"
    assert isinstance(texts.STATISTIC_HEADS, tuple)
    texts.use_language("en")
    assert texts.action_text(played) == "Ann plays 7♦ and takes 2♣ 5♥"
    texts.use_language("klingon")
    assert texts.BEGIN == "Begin"


def test_no_text_waits_unused() -> None:
    said = Counter(re.findall(r"\w+", "\n".join(path.read_text(encoding="utf-8") for path in SOURCES)))
    assert [name for name in texts.translatable() if said[name] < 2] == []


def test_no_text_is_fixed_before_the_language_is_known() -> None:
    """A text taken at import, as a default or a constant of another module, would stay English."""
    for path in SOURCES:
        if path.suffix == ".py" and path.name != "texts.py":
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                fixed = re.match(r"[A-Z_]+\b.*=.*\btexts\.[A-Z]|    def .*=\s*texts\.[A-Z]", line)
                assert not fixed, f"{path.name}, line {number}"


@pytest.mark.parametrize(("english", "german"), [
    ("The Ace of clubs takes the 4 of hearts and 3 of spades.", "Kreuz Ass nimmt Herz 4 und Pik 3."),
    ("Aces: 4 cards, 3 short of a canasta.", "Asse: 4 Karten, 3 fehlen zum Canasta."),
    ("6s: 7 cards, a canasta.", "6er: 7 Karten, ein Canasta."),
    ("-5 − 2 = -7: seven, 2 points.", "-5 − 2 = -7: Sieben, 2 Punkte."),
    ("Ann cannot play: Bob wins the hand.", "Ann kann nicht: Bob gewinnt das Spiel."),
    ("From 95 the Ace of clubs can make 94 or 84: say the new count.",
     "Aus 95 kann Kreuz Ass 94 oder 84 machen: bitte den neuen Stand sagen."),
    ("Which card lies on the pile: the 7 of clubs, the Ace of clubs or the 4 of hearts?",
     "Welche Karte liegt hier (Stapel): Kreuz 7, Kreuz Ass oder Herz 4?"),
    ("Is the card at Ann's green the 7 of clubs?", "Ist die Karte (Grün, Ann) Kreuz 7?"),
    ("Who laid the King of hearts beside the table's places? Or was a card before it overlooked?",
     "Wer hat Herz König gelegt (neben den Plätzen)? Oder wurde davor eine Karte übersehen?"),
    ("The 9 of clubs on the trick: did Bea and Cal pass, or was a card overlooked before that?",
     "Kreuz 9 (Stich): Bea und Cal gepasst? Oder wurde davor eine Karte übersehen?"),
    ("It is Bob's turn. Was a card overlooked before that?", "Bob ist dran. Wurde davor eine Karte übersehen?"),
    ("Gone from the table: 7 of clubs (at Ann and Cal's meld). Put it back, or say what happened.",
     "Vom Tisch verschwunden: Kreuz 7 (Meldungen, Ann und Cal). Bitte zurücklegen oder sagen, was war."),
    ("Taken back: Ann play 9C = 86.", "Zurückgenommen: Ann spielt 9♣: 86."),
    ("Pemberley is for 2 to 6 players, not 7.", "Pemberley spielt man mit 2 bis 6 Personen, nicht mit 7."),
    ("Something that nobody has translated.", "Something that nobody has translated."),
])
def test_the_sentences_of_the_games_are_said_in_german(english: str, german: str) -> None:
    assert texts.in_own_words(english) == english
    texts.use_language("de")
    assert texts.in_own_words(english) == german


@pytest.mark.parametrize("language", OTHERS)
def test_sentences_have_the_same_places(language: str) -> None:
    for english, own in texts.translation(language)["rules"]["sentences"]:
        assert shape(english) == shape(own), english


@pytest.mark.parametrize("game", sorted(GAMES))
def test_what_a_game_says_when_all_is_well_is_translated(game: str) -> None:
    table = Table(("Ann", "Bob", "Cal", "Dee")[:min(4, GAMES[game].max_players)])
    match = Match(GAMES[game], table)
    said = [sentence for action in random_player(GAMES[game], table, Random(8)).play(150)
            for verdict in [match.push(action)] if verdict.kind == "ok"
            for sentence in (verdict.why, *verdict.changes) if any(letter.isalpha() for letter in sentence)]
    unknown = [sentence for sentence in said if not any(pattern.fullmatch(sentence)
                                                        for pattern, _ in texts._sentences("de"))]
    assert len(unknown) <= 0.02 * len(said), unknown[:5]
