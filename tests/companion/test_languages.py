"""Every text in every language: complete, with the same places to fill in, and nothing left over."""

from __future__ import annotations

import ast
import itertools
import re
import string
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion import texts
from rules import GAMES, Table, parse_action
from rules.core.options import COMMON_OPTIONS
from rules.core.people import random_player
from rules.core.said import Text
from rules.faults import visible_faults

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
        if not isinstance(game.codes, dict):
            continue  # its catalogue says it: see test_words
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
    """What need not be said in the other language begins with an underscore."""
    for english, own in texts.translation(language)["rules"]["sentences"]:
        assert [place for place in shape(english) if not place[0].startswith("_")] == shape(own), english


ROOT = Path(texts.__file__).parents[1]
NOT_FOR_PLAYERS = {  # modules of the command line, and of tests
    "__main__", "action", "adjudicate", "cards", "faults", "record", "simulate", "soak", "soundness", "speed", "worlds",
}
SPEAKING = [path for path in (ROOT / "rules").glob("*.py") if path.stem not in NOT_FOR_PLAYERS] + [
    ROOT / name for name in (
        "calibration/estimate.py", "companion/following/asking.py", "companion/following/gate.py",
        "companion/following/live.py", "companion/following/loop.py", "companion/following/view_quality.py",
        "companion/sitting/screen_pictures.py", "companion/sheets/score.py", "vision/frames.py")]
WRITTEN_DOWN = ("prose", "_lines", "remedy_text")  # how functions end whose words only the terminal says
UNSAID = {"Option", "NotationError", "IllegalActionError", "KeyError"}
FILLED_IN = ("Ann", "7", "7 and 7", "on the pile", "Ann won with 7",
             "is 7 cards", "7 cards", "the 7 of clubs", "a 7", "A King", " and draws 5",
             ", concealed", "already been seen")
IN_PARTS = {  # sentences that come in pieces; what they make is said by the games below
    "{}{} {}.", "{}, so {} needs {}.", "{}, {}.", "{}: everybody is dealt again.", "{} and wins.",
    "{}; this table plays on with such a hand.", "{}Beat {}.", "{} retires with {}.", "{} has {} on the table.",
}


def sentences_in(node: ast.AST) -> Iterator[list[str]]:
    """The sentences that a module has for players, each in all its forms; {} where something is filled in."""
    if isinstance(node, ast.FunctionDef) and node.name.endswith(WRITTEN_DOWN):
        return
    if isinstance(node, ast.Call) and getattr(node.func, "id", "") in UNSAID:
        return
    if isinstance(node, ast.Dict) and all(key is None or str(getattr(key, "value", "")).isupper() for key in node.keys):
        return  # the rules by their codes are translated apart
    if isinstance(node, ast.Assign | ast.AnnAssign) and "summary" in ast.unparse(node).partition("=")[0]:
        return
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return  # a docstring
    said = forms(node) if isinstance(node, ast.JoinedStr | ast.Constant) else []
    if any(re.fullmatch(r"['A-Z{].*[a-z]{2} .*[.?!]", form, re.DOTALL) for form in said):
        yield said
    elif not isinstance(node, ast.JoinedStr):
        for child in ast.iter_child_nodes(node):
            yield from sentences_in(child)


def forms(node: ast.expr) -> list[str]:
    if isinstance(node, ast.IfExp):
        return [*forms(node.body), *forms(node.orelse)]
    if isinstance(node, ast.Constant):
        return [str(node.value)]
    if isinstance(node, ast.JoinedStr):
        parts = [forms(part.value) if isinstance(part, ast.FormattedValue) else forms(part) for part in node.values]
        return ["".join(chosen) for chosen in itertools.product(*parts)]
    return ["{}"]


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("path", SPEAKING, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_no_sentence_for_players_is_left_out(language: str, path: Path) -> None:
    """Whatever a game, the camera or the table may say has a sentence in every language."""
    texts.use_language(language)
    unknown = {form for said in sentences_in(ast.parse(path.read_text(encoding="utf-8"))) for form in said
               if not any(texts.is_translated(form.replace("{}", word)) for word in FILLED_IN)}
    assert sorted(unknown - IN_PARTS) == []


@pytest.mark.parametrize("game", sorted(GAMES))
def test_what_a_game_says_is_translated(game: str) -> None:
    """Of honest plays and of all kinds of faults."""
    table = Table(("Ann", "Bob", "Cal", "Dee")[:min(4, GAMES[game].max_players)])
    player = random_player(GAMES[game], table, Random(8))
    said: set[Text] = set()
    for index, _ in enumerate(player.play(150)):
        wrong = itertools.islice(visible_faults(player), 40 if index % 10 == 0 else 0)
        for verdict in (player.match.events[-1].verdict,
                        *(player.match.game.judge(player.state, fault.action) for fault in wrong)):
            said |= {text for text in (verdict.why, *verdict.changes) if re.search("[a-z]{2}", str(text))}
    texts.use_language("de")
    assert sorted(str(text) for text in said if not texts.is_translated(text, game)) == []
