"""The catalogues: the same entries in every language, each of them sayable, with the arguments that code gives."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from fluent.syntax import FluentParser
from fluent.syntax.ast import Message, VariableReference
from fluent.syntax.visitor import Visitor

import rules
from companion.words.speaker import Speaker
from rules import GAMES, parse_action, parse_card, parse_cards
from rules.core.said import said

ROOT = Path(rules.__file__).parents[1]
SHARED = (Path("rules/words/en.ftl"), Path("companion/words/en.ftl"))
CATALOGUES = sorted(path.relative_to(ROOT) for room in ("rules", "companion")
                    for path in (ROOT / room).rglob("words/en.ftl"))
OTHERS = ("de",)
# Entries whose keys are made of what a game says of itself.
LOOKED_UP = ("option-", "did-", "done-", "verb-", "name-", "value-", "title-")


class Variables(Visitor):
    """The arguments that an entry asks for."""

    def __init__(self) -> None:
        self.names: set[str] = set()

    def visit_VariableReference(self, node: VariableReference) -> None:  # noqa: N802 (the visitor's name)
        self.names.add(node.id.name)


def entries(path: Path) -> dict[str, Message]:
    found = FluentParser().parse(path.read_text(encoding="utf-8")).body
    assert not [entry for entry in found if type(entry).__name__ == "Junk"], path
    names = [entry.id.name for entry in found if isinstance(entry, Message)]
    assert len(set(names)) == len(names), f"{path}: {sorted(name for name in names if names.count(name) > 1)}"
    return {entry.id.name: entry for entry in found if isinstance(entry, Message)}


def variables(message: Message) -> set[str]:
    visitor = Variables()
    visitor.visit(message)
    return visitor.names


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("catalogue", CATALOGUES, ids=lambda path: path.parent.parent.name or "shared")
def test_every_entry_is_in_every_language(catalogue: Path, language: str) -> None:
    english, own = entries(ROOT / catalogue), entries((ROOT / catalogue).with_name(f"{language}.ftl"))
    assert own.keys() == english.keys()
    for key, message in own.items():
        assert (message.value is None) == (english[key].value is None), key
        assert [a.id.name for a in message.attributes] == [a.id.name for a in english[key].attributes], key


@pytest.mark.parametrize("language", ["en", *OTHERS])
@pytest.mark.parametrize("catalogue", CATALOGUES, ids=lambda path: path.parent.parent.name or "shared")
def test_no_entry_asks_for_what_nobody_gives(catalogue: Path, language: str) -> None:
    edge = [(ROOT / "companion/words" / name).read_text(encoding="utf-8") for name in ("speaker.py", "texts.py")]
    code = "\n".join([*code_that_speaks(catalogue), *code_that_speaks(SHARED[0]), *edge])
    given = set(re.findall(r"\b(\w+)=", code))
    for key, message in entries((ROOT / catalogue).with_name(f"{language}.ftl")).items():
        assert variables(message) <= given, key


def code_that_speaks(catalogue: Path) -> Iterator[str]:
    """The modules that a catalogue is for: its game's, or all of rules."""
    folder = (ROOT / catalogue).parent.parent
    for path in folder.rglob("*.py"):
        yield path.read_text(encoding="utf-8")


@pytest.mark.parametrize("catalogue", CATALOGUES, ids=lambda path: path.parent.parent.name or "shared")
def test_every_entry_is_named_by_code(catalogue: Path) -> None:
    speaker = Path(__file__).parents[2].joinpath("companion/words/speaker.py").read_text(encoding="utf-8")
    code = [*code_that_speaks(catalogue), *code_that_speaks(SHARED[0]), speaker]
    words = set(re.findall(r"[\w-]+", "\n".join(code)))
    calls = {name for path in CATALOGUES for message in entries(ROOT / path).values() for name in referenced(message)}
    assert sorted(key for key in entries(ROOT / catalogue) if key not in words | calls
                  and not key.startswith(LOOKED_UP)) == []


@pytest.mark.parametrize("language", ["en", *OTHERS])
@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_verb_and_every_place_has_words(game: str, language: str) -> None:
    speaker = Speaker(language, GAMES[game])
    players = ("Ann", "Bob", "Cal", "Dee")[:GAMES[game].max_players]
    assert [verb for verb in GAMES[game].verbs if not speaker.knows(f"did-{verb}")] == []
    assert [verb.name for verb in GAMES[game].verbs.values() if (verb.unsaid or verb.aside)
            and not speaker.knows(f"done-{verb.name}")] == []
    assert [place.kind for place in GAMES[game].places(players).values()
            if not speaker.knows(f"name-{place.kind}")] == []


def referenced(message: Message) -> set[str]:
    """Entries that another entry mentions."""
    found: set[str] = set()

    class References(Visitor):
        def visit_MessageReference(self, node: object) -> None:  # noqa: N802
            found.add(node.id.name)  # type: ignore[attr-defined]

    References().visit(message)
    return found


@pytest.mark.parametrize(("language", "words"), [
    ("en", "Bob has 1 card left and cannot lay 2."), ("de", "Bob hat noch 1 Karte und kann nicht 2 legen."),
])
def test_numbers_agree(language: str, words: str) -> None:
    assert Speaker(language).say(said("HAND_COUNT", player="Bob", held=1, wanted=2)) == words


def test_a_card_has_a_name_in_every_language() -> None:
    foreign = said("FOREIGN", card=parse_card("KS"))
    assert Speaker("en").say(foreign) == "The King of spades does not belong to this pack."
    assert Speaker("de").say(foreign) == "Pik König gehört nicht zu diesen Karten."
    assert Speaker("en").say(said("FOREIGN", card=parse_card("+3"))) == "The green 3 does not belong to this pack."


def test_a_sentence_may_hold_another_one() -> None:
    whole = said("costs-points", why=said("WRONG_TURN", player="Ann", actor="Bob"), player="Bob", points=20)
    assert Speaker("en").say(whole) == "It is Ann's turn, not Bob's. It costs Bob 20 points."
    assert Speaker("de").say(whole) == "Ann ist dran, nicht Bob. Das kostet Bob 20 Punkte."


def test_a_language_that_nobody_wrote_is_english(caplog: pytest.LogCaptureFixture) -> None:
    assert Speaker("eo").say(said("WRONG_TURN-nobody")) == "It is nobody's turn now."
    with caplog.at_level(logging.WARNING):
        assert Speaker("de").say(said("nothing-of-the-kind", cards=parse_cards("7H TC"))) == (
            "Nothing-of-the-kind cards=[7H TC]")
    assert "no entry for nothing-of-the-kind" in caplog.text


def test_a_line_is_quoted_as_it_stands() -> None:
    assert Speaker("en").say(said("taken-back", line=parse_action("Ann play 7C = 89"))) == (
        "Taken back: Ann play 7C = 89.")


def test_every_rule_is_said_in_every_language() -> None:
    for game in GAMES.values():
        for code in game.codes:
            for language in ("en", *OTHERS):
                rule = Speaker(language, game).rule(code)
                assert rule.endswith("."), f"{game.name}: {code} in {language}"
