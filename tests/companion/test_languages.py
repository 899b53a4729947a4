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

from calibration.files import CalibrationError, FileError
from companion.club.connections import NoDatabaseError
from companion.sharing.phone_pictures import PictureError
from companion.tools.names import NAMES, phrase_names
from companion.words import languages, texts
from companion.words.refusals import RequestError
from companion.words.speaker import speaker
from rules import GAMES, NotationError, SetupError, Table, parse_action, parse_card, parse_cards
from rules.checks.planted_faults import visible_faults
from rules.core.options import COMMON_OPTIONS
from rules.core.people import random_player
from rules.core.said import Said, Text, said
from vision.frames import SourceError

OTHERS = sorted(set(texts.LANGUAGES) - {"en"})
SOURCES = [path for path in Path(texts.__file__).parents[1].rglob("*") if path.suffix in (".py", ".kv", ".html")]


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
    assert sorted(texts.translation(language).keys() - texts.translatable().keys()) == []


@pytest.mark.parametrize("language", OTHERS)
def test_few_texts_are_the_same_in_both(language: str) -> None:
    """A text that was only copied is not translated."""
    own = texts.translation(language)
    same = [name for name, text in texts.translatable().items() if isinstance(text, str) and own[name] == text]
    assert len(same) < 12, same


def test_every_value_of_a_house_rule_has_words_of_its_own() -> None:
    coded = {option: [value for value in map(texts.plain, option.values) if value.islower()]
             for game in GAMES.values() for option in (*game.options, *COMMON_OPTIONS)}
    assert [(option.name, value) for option, values in coded.items() for value in values
            if value not in texts.OPTION_VALUES and f"{option.name}.{value}" not in texts.OPTION_VALUES
            and not texts.catalogued("value", f"{option.name}-{value}")] == []
    for option, values in coded.items():
        said = [texts.option_value(option.name, value) for value in values]
        assert len(set(said)) == len(said), option.name


def test_a_language_is_spoken_until_another_one_is() -> None:
    played = parse_action("Ann play 7D take 2C 5H")
    texts.use_language("de")
    assert texts.BEGIN == "Los"
    assert texts.action_text(played) == "Ann spielt 7♦ und nimmt 2♣ 5♥"
    assert texts.names(("Ann", "Bob", "Cal")) == "Ann, Bob und Cal"
    assert texts.action_text(parse_action("Ann roll 2 5")) == "Ann würfelt 2 und 5"
    assert texts.aloud("9♣") == "9 Kreuz"
    assert isinstance(texts.STATISTIC_HEADS, tuple)
    texts.use_language("en")
    assert texts.action_text(played) == "Ann plays 7♦ and takes 2♣ 5♥"
    texts.use_language("klingon")
    assert texts.BEGIN == "Begin"


def test_no_text_waits_unused() -> None:
    said = Counter(re.findall(r"\w+", "\n".join(path.read_text(encoding="utf-8") for path in SOURCES)))
    assert [name for name in texts.translatable() if said[name] < 1] == []


def test_every_text_that_a_screen_names_is_there() -> None:
    """What Python names, mypy holds against the same list."""
    assert NAMES.read_text(encoding="utf-8") == phrase_names()
    named = {name for path in SOURCES if path.suffix == ".kv"
             for name in re.findall(r"\btexts\.([A-Z_]+)\b", path.read_text(encoding="utf-8"))}
    assert sorted(name for name in named if not hasattr(texts, name)) == []


def test_no_text_is_fixed_before_the_language_is_known() -> None:
    """A text taken at import, as a default or a constant of another module, would stay English."""
    for path in SOURCES:
        if path.suffix == ".py" and path.name != "texts.py":
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                fixed = re.match(r"[A-Z_]+\b.*=.*\btexts\.[A-Z]|    def .*=\s*texts\.[A-Z]", line)
                assert not fixed, f"{path.name}, line {number}"


@pytest.mark.parametrize(("sentence", "english", "german"), [
    (said("ask-which", place="pile", cards=tuple(said("the-card", card=card) for card in parse_cards("7C AC 4H"))),
     "Which card lies on the pile: the 7 of clubs, the Ace of clubs or the 4 of hearts?",
     "Welche Karte liegt hier (Stapel): Kreuz 7, Kreuz Ass oder Herz 4?"),
    (said("ask-is", place="green:Ann", card=said("the-card", card=parse_card("7C"))),
     "Is the card at Ann's green the 7 of clubs?", "Ist die Karte (Grün, Ann) Kreuz 7?"),
    (said("ask-who", place="", card=parse_card("KH")),
     "Who laid the King of hearts beside the table's places? Or was a card before it overlooked?",
     "Wer hat Herz König gelegt (neben den Plätzen)? Oder wurde davor eine Karte übersehen?"),
    (said("ask-silent", place="trick", card=parse_card("9C"), before=said("silently", players=("Bea", "Cal"),
                                                                          done=said("done-pass"))),
     "The 9 of clubs on the trick: did Bea and Cal pass, or was a card overlooked before that?",
     "Kreuz 9 (Stich): haben Bea und Cal gepasst, oder wurde davor eine Karte übersehen?"),
    (said("ask-out-of-turn", why=said("WRONG_TURN", player="Bob", actor="Ann")),
     "It is Bob's turn, not Ann's. Was a card overlooked before that?",
     "Bob ist dran, nicht Ann. Wurde davor eine Karte übersehen?"),
])
def test_what_the_table_is_asked(sentence: Said, english: str, german: str) -> None:
    game = "never_over" if "green" in english else "canasta"
    assert texts.pretty(sentence, game) == english
    texts.use_language("de")
    assert texts.pretty(sentence, game) == german


# -- what is refused ---------------------------------------------------------------------------------

ROOT = Path(texts.__file__).parents[2]
IN_ENGLISH = ("companion/commands", "companion/tools", "companion/filming", "calibration/lens.py", "vision/stream.py",
              "companion/following/answers.py")  # of the command line, and of what developers run
REFUSING = {kind.__name__ for kind in (NotationError, SetupError, FileError, CalibrationError, SourceError,
                                       RequestError, NoDatabaseError, PictureError)}


def templates(node: ast.expr, named: dict[str, list[str]]) -> list[str]:
    """All forms of the sentence that a call gives; parts of it may have a name, or depend on something."""
    if isinstance(node, ast.Constant):
        return [str(node.value)]
    if isinstance(node, ast.IfExp):
        return [*templates(node.body, named), *templates(node.orelse, named)]
    if isinstance(node, ast.BinOp):
        return [a + b for a in templates(node.left, named) for b in templates(node.right, named)]
    if isinstance(node, ast.JoinedStr):
        parts = [templates(part.value if isinstance(part, ast.FormattedValue) else part, named) for part in node.values]
        return ["".join(chosen) for chosen in itertools.product(*parts)]
    return named.get(node.id, []) if isinstance(node, ast.Name) else []


def refusals() -> Iterator[tuple[str, str, set[str]]]:
    """File, sentence and arguments of everything that is refused."""
    for path in sorted(path for room in ("rules", "calibration", "vision", "companion")
                       for path in (ROOT / room).rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        named = {node.targets[0].id: templates(node.value, {}) for node in ast.walk(tree)
                 if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in REFUSING and node.args:
                for sentence in templates(node.args[0], named):
                    yield path.relative_to(ROOT).as_posix(), sentence, {str(word.arg) for word in node.keywords}


@pytest.mark.parametrize("language", OTHERS)
def test_what_is_refused_is_said_in_every_language(language: str) -> None:
    own = languages.refusals(language)
    assert [(file, sentence) for file, sentence, _ in refusals()
            if sentence not in own and not file.startswith(IN_ENGLISH)] == []
    assert sorted(own.keys() - {sentence for _, sentence, _ in refusals()}) == []


@pytest.mark.parametrize("language", OTHERS)
def test_a_refusal_asks_for_what_it_is_given(language: str) -> None:
    own = languages.refusals(language)
    for file, sentence, given in refusals():
        for text in (sentence, own.get(sentence, "")):
            wanted = {name for _, name, _, _ in string.Formatter().parse(text) if name} if given else set()
            assert wanted <= given, f"{file}: {text}"


def test_a_refusal_is_said_in_the_language_that_is_spoken() -> None:
    texts.use_language("de")
    with pytest.raises(SetupError) as refused:
        GAMES["pemberley"].start(Table(tuple("ABCDEFGH")))
    assert texts.fault_text(refused.value) == "Pemberley spielt man mit 2 bis 7 Personen, nicht mit 8."
    with pytest.raises(SetupError) as refused:
        GAMES["limbo"].start(Table(("Ann", "Bob"), options={"remedy": "shout"}))
    assert texts.fault_text(refused.value) == (
        "Diese Hausregel kann nicht 'shout' sein; möglich: undo, stand oder penalty.")
    assert str(refused.value) == "Option remedy cannot be 'shout'; choose undo, stand or penalty."
    with pytest.raises(SetupError) as refused:
        GAMES["any_game"].start(Table(("Ann",)))
    assert texts.fault_text(refused.value).startswith("Anderes Spiel spielt man mit")
    assert str(refused.value).startswith("Any other game is for")


def test_an_answer_of_yes_or_no_is_translated() -> None:
    answered = parse_action("Cal answer yes")
    assert (texts.action_text(answered), texts.announcement_text(answered, "Cal")) == ("Cal says yes", "“Yes”")
    texts.use_language("de")
    assert (texts.action_text(answered), texts.announcement_text(answered, "Cal")) == ("Cal sagt ja", "„Ja“")


@pytest.mark.parametrize("game", sorted(GAMES))
def test_what_a_game_says_is_translated(game: str) -> None:
    """Of honest plays and of all kinds of faults."""
    table = Table(("Ann", "Bob", "Cal", "Dee")[:min(4, GAMES[game].max_players)])
    player = random_player(GAMES[game], table, Random(8))
    heard: set[Text] = set()
    for index, _ in enumerate(player.play(150)):
        wrong = itertools.islice(visible_faults(player), 40 if index % 10 == 0 else 0)
        for verdict in (player.match.events[-1].verdict,
                        *(player.match.game.judge(player.state, fault.action) for fault in wrong)):
            heard |= {text for text in (verdict.why, *verdict.changes) if re.search("[a-z]{2}", str(text))}
    texts.use_language("de")
    speaks = speaker("de", game)
    assert sorted(str(text) for text in heard if isinstance(text, str) or not speaks.knows(text.key)) == []
