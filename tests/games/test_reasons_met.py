"""Every reason that a game's verdicts can give is given in a test of that game."""

from __future__ import annotations

import subprocess
import sys

import pytest

from companion.words.speaker import speaker
from rules import GAMES, Match, Table, parse_action
from rules.core.cards import Card, standard_pack
from tests.games.reasons_met import ROOT

RARE = [
    ("never_over", "CLAUSE-show", {}, "table show +3"),
    ("never_over", "TAKE_DISCARD-none", {"draws": "recorded", "take_discard": "top_only"}, "Ann draw from discards"),
    ("limbo", "STOCK_AT_BAR-hand-only", {},
     "table start 5S = 96, Ann play 2D = 48, Bob play KD = 2, Ann stuck, Bob play QS from stock"),
    ("pemberley", "ILLEGAL_PASS-counted", {}, "table start 2D, Ann play 2S, Bob pass"),
    ("page_one", "NO_DEAL-shuffle", {},
     "Ann play KC, Bob play 7C, Ann play 3S, Bob play 9S, Bob play AC, Bob say page one, Ann play 4C, "
     "Ann say page one, Bob play TH, table reshuffle"),
    ("scopa", "WRONG_PEG-swept", {},
     "table deal AS 2C 3D 4S, Ann play KD take AS 2C 3D 4S, Ann peg 2"),
    ("canasta", "NO_MELD-none", {}, "table start KS, Ann add 2H"),
    ("canasta", "TOO_MANY_WILDS-here", {"wild_le_natural": "true"},
     "table start 8S, Ann meld AD AC 2D, Ann add 2H 2H to A"),
    ("canasta", "WRONG_TURN-red", {}, "table red 2H"),
    ("thirteen", "GAME_OVER", {},
     "Ann play 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS, Bob knock, Ann play 2S, Bob play 4C"),
    ("cribbage", "UNSEEN_CARD-starter", {}, "table start ??"),
    ("cribbage", "WRONG_TURN-crib", {},
     "table start 3D, Ann play 7D, Bob play 4C, Ann play 7S, Bob play JH, Ann play AS, Bob play 2C, Ann play 6H, "
     "Bob play 9H, Ann show 7D 7S AS 6H, Bob show 4C JH 2C 9H, Ann show 4S KC QD KS from crib"),
]


@pytest.mark.parametrize(("game", "key", "options", "lines"), RARE, ids=[f"{row[0]} {row[1]}" for row in RARE])
def test_a_rare_reason_is_given_and_said(game: str, key: str, options: dict[str, str], lines: str,
                                         caplog: pytest.LogCaptureFixture) -> None:
    match = Match(GAMES[game], Table(("Ann", "Bob"), "Bob", options))
    verdicts = [match.push(parse_action(line)) for line in lines.split(", ")]
    assert all(verdict.applies for verdict in verdicts[:-1])
    assert verdicts[-1].why.key == key
    assert all(speaker(language, game).say(verdicts[-1].why).endswith((".", "?")) for language in ("en", "de"))
    assert not caplog.records


def test_a_friend_called_with_a_match_in_a_hand_that_is_counted_out() -> None:
    names = tuple("Ann Bob Cal Deb Eli Flo Gus Hal Ivy Jan".split())
    match = Match(GAMES["friend_or_foe"], Table(names, "Jan"))
    left = {Card(face) for face in ("7C", "7D", "7H", "7S", "3C", "3D", "3H")}
    others = sorted(set(standard_pack()) - left)
    for number, name in enumerate(names[1:]):
        shown = " ".join(map(str, others[5 * number:5 * number + 5]))
        assert match.push(parse_action(f"{name} show {shown}")).applies
    assert match.push(parse_action("Ann roll 2 5")).applies
    assert match.push(parse_action("Ann ask 3C")).why.key == "FRIEND_WITH_MATCH-counted"


def test_every_reason_is_met() -> None:
    ran = subprocess.run([sys.executable, "-m", "tests.games.reasons_met"], cwd=ROOT, capture_output=True, text=True,
                         timeout=600, check=False)
    assert ran.returncode == 0, ran.stdout[-3000:]
