"""Every reason that random sittings give: said of nobody's sex, in number, and with the result that would be legal."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

import pytest

from companion.tools.reasons import LANGUAGES, Reason, reasons
from companion.words.speaker import speaker
from rules import GAMES

SITTINGS = 3
# His nobs and his heels are terms of Cribbage.
PRONOUNS = {"en": re.compile(r"\b(he|him|himself|she|her|hers|herself|his(?! (nobs|heels)))\b", re.I),
            "de": re.compile(r"\b(er|ihm|ihn|sein(e[mnrs]?)? eigene\w*|will er|hat er)\b", re.I)}
SEVERAL_OF_ONE = {"en": re.compile(r"\bare (still )?1 \w+ |\+\w+ (has|is|wins)\b"),
                  "de": re.compile(r"\bsind (noch )?1 Karte|\+\w+ (hat|ist)\b")}


@cache
def found(game: str) -> tuple[Reason, ...]:
    return tuple({(reason.why, reason.action): reason for reason in reasons(GAMES[game], SITTINGS, seed=5)}.values())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_nobody_is_called_he_and_one_is_not_several(game: str, language: str, caplog: pytest.LogCaptureFixture) -> None:
    sentences = {speaker(language, game).say(reason.why) for reason in found(game)}
    assert len(sentences) > 30
    assert [text for text in sorted(sentences) if PRONOUNS[language].search(text)] == []
    assert [text for text in sorted(sentences) if SEVERAL_OF_ONE[language].search(text)] == []
    assert not caplog.records  # every key has an entry, and every entry gets what it asks for


@pytest.mark.parametrize("game", ["limbo", "pemberley", "cribbage"])
def test_who_announces_wrongly_hears_what_is_right(game: str) -> None:
    """Where the card by itself is legal with one result, the reason against another names it."""
    named = 0
    for state, action, verdict, why in found(game):
        if verdict.kind != "illegal" or action.announced is None or action.verb != "play" or why != verdict.why:
            continue
        plain = GAMES[game].judge(state, replace(action, announced=None, as_value=None))
        counts = [choice.announced for choice in plain.choices]
        if plain.kind == "ok" and plain.after.phase == "play" and plain.after.deals == state.deals:
            counts = [GAMES[game].public(plain.after)["count"]]
        if counts and why.key.partition("-")[0] not in ("WRONG_TURN", "CLAUSE"):
            text = speaker("en", game).say(why)
            assert all(re.search(rf"(?<!\d){count}(?!\d)", text) for count in counts) or counts == [0], (action, text)
            named += 1
    assert named > 5


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_could_be_taken_is_named(language: str) -> None:
    for reason in found("scopa"):
        if reason.why.key in ("MUST_CAPTURE", "PAIR_PRECEDENCE", "WRONG_SUM", "SINGLE_NONMATCH"):
            ways = dict(reason.why.args)["ways"]
            text = speaker(language, "scopa").say(reason.why)
            assert all(speaker(language, "scopa").words(way) in text for way in ways)


def test_a_1_on_the_dice_offers_no_pair_that_is_denied() -> None:
    for reason in found("friend_or_foe"):
        if reason.why.key in ("BAD_PAIR", "BAD_PAIR-either", "BOTH_MATCHES-not"):
            args = dict(reason.why.args)
            denied = 1 in (args["one"], args["two"]) and not reason.state.house.aces_match_die_one
            assert (args["pair"] == "no") == denied
