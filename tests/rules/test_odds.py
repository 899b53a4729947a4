"""Odds are counted from what everybody knows, and never accuse (RULES 12)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from random import Random
from typing import Any

import pytest

from companion.words.speaker import english, speaker
from rules import GAMES, Table
from rules.checks.soak import random_table
from rules.core.action import read_action
from rules.core.cards import Card
from rules.core.game import Shown
from rules.core.match import Match
from rules.core.odds import Odds, none_of
from rules.games.canasta.melds import PACK, is_wild
from rules.games.friend_or_foe.matching import matches_among
from rules.games.friend_or_foe.state import unseen


def odds(game: str, lines: str, players: str = "Ann Bob", **options: str) -> list[Odds]:
    """The odds after these actions, the last player being the first dealer."""
    names = tuple(players.split())
    match = Match(GAMES[game], Table(names, names[-1], options))
    for line in filter(None, lines.split("; ")):
        assert match.push(read_action(line)).applies, line
    return list(GAMES[game].shown.odds(match.state))


def likely(game: str, lines: str, players: str = "Ann Bob", **options: str) -> list[float]:
    return [round(one.likely, 3) for one in odds(game, lines, players, **options)]


def test_od_01_limbo_of_46_cards_4_would_have_done() -> None:
    lines = ("table start 6D = 95; Ann play 9C = 86; Bob play 9D = 77; Ann play 8C = 69; Bob play KC = 3; "
             "Ann play 2C = 1; Bob stuck")
    (stuck,) = odds("limbo", lines)
    assert (stuck.fitting, stuck.unseen, stuck.hand, stuck.is_claim) == (4, 46, 3, True)
    assert stuck.likely == pytest.approx(42 * 41 * 40 / (46 * 45 * 44))
    assert english(stuck.sentence, "limbo") == (
        "Odds, no accusation, that Bob had nothing to play at 1: about 76 %. 4 of 46 unseen cards would have done; "
        "Bob holds 3 of the unseen cards.")


def test_od_02_pemberley_a_pass_where_most_cards_fit() -> None:
    *_, passed = odds("pemberley", "table start 7C; Ann play JD; Bob pass")
    assert (passed.fitting, passed.unseen, passed.hand) == (34, 50, 7)
    assert "less than 1 %" in english(passed.sentence, "pemberley")
    assert [one.is_claim for one in odds("pemberley", "table start 7C; Ann play JD; Bob pass", must_play="false")
            ] == [False]


def test_od_03_page_one_the_card_just_drawn_is_not_meant() -> None:
    assert likely("page_one", "Ann play 7H") == [0.696]
    (drawn,) = odds("page_one", "Ann play 7H; Bob draw 1")
    assert (drawn.fitting, drawn.unseen, drawn.hand) == (12, 52, 4)
    assert drawn.likely == pytest.approx(none_of(52, 12, 4))


def test_od_04_scopa_what_takes_and_what_was_laid_down() -> None:
    assert likely("scopa", "table deal AC AD 2C 3D") == [0.969]
    assert likely("scopa", "table deal AC AD 2C 3D; Ann play KC") == [0.991]
    assert likely("scopa", "table deal AC AD 2C 3D; Ann play KC", trail_rule="hand") == [0.991, 0.092]


def test_od_05_canasta_two_of_a_rank_or_one_and_a_wild_card() -> None:
    (pile,) = odds("canasta", "table start 9C", "Ann Bob Cal Deb")
    assert (pile.fitting, pile.unseen, pile.hand, round(pile.likely, 3)) == (7, 107, 11, 0.441)


def test_od_06_thirteen_a_single_card() -> None:
    lines, players = "Ann play 3S; Bob play QC", "Ann Bob Cal Deb"
    (beats,) = odds("thirteen", lines, players)
    assert (beats.fitting, beats.unseen, beats.hand) == (2 + 4 + 4 + 4, 50, 13)
    assert odds("thirteen", "Ann play 3S 3C", players) == []


def test_od_07_friend_or_foe_a_sum_or_a_pair() -> None:
    four = "Ann Bob Cal Deb"
    assert likely("friend_or_foe", "Ann roll 2 5", four) == [0.855]
    assert likely("friend_or_foe", "Ann roll 1 5", four) == [round(1 - none_of(52, 4, 13), 3)]
    (asked,) = odds("friend_or_foe", "Ann roll 4 6; Ann ask 3C", four)
    assert asked.is_claim
    assert round(asked.likely, 3) == 0.169


def test_od_08_cribbage_a_go() -> None:
    lines = "table start 5H; Ann play KC; Bob play KD; Ann play 5C; Bob go"
    assert [(one.fitting, one.unseen, one.hand) for one in odds("cribbage", lines)] == [(22, 48, 2), (22, 48, 3)]
    assert likely("cribbage", lines) == [0.712, 0.15]


def test_od_09_never_over_nothing_green_at_a_cap_of_0() -> None:
    (green,) = odds("never_over", "Ann play <=0 on Bob")
    assert (green.fitting, green.likely) == (0, 0)
    assert "0 %" in english(green.sentence, "never_over")


# -- against counting out --------------------------------------------------------------------------


def positions(game: str, number: int, hand: int) -> Iterator[tuple[Any, Odds]]:
    """Positions of random sittings whose odds are about a hand of so few unseen cards."""
    rng, found = Random(f"odds {game}"), 0
    while found < number:
        player = random_table(GAMES[game], rng)
        for _ in player.play(80):
            for one in GAMES[game].shown.odds(player.state):
                if 0 < one.hand <= hand:
                    found += 1
                    yield player.state, one


def counted(cards: Sequence[Card], hand: int, holds: Callable[[tuple[Card, ...]], object]) -> float:
    hands = [bool(holds(some)) for some in combinations(cards, hand)]
    return sum(hands) / len(hands)


def test_od_10_hypergeometric_is_counting_hands_out() -> None:
    cards = [Card(f"{rank}{suit}") for rank in "A23" for suit in "CDH"]
    assert none_of(9, 3, 4) == pytest.approx(1 - counted(cards, 4, lambda hand: any(c.rank == "A" for c in hand)))


def test_od_10_every_hidden_hand_of_friend_or_foe() -> None:
    for state, one in positions("friend_or_foe", 25, 2):
        if one.is_claim:
            held = next(ask for ask in state.asks if ask.player == one.player and one.what.args[1][1].args == (
                ("one", ask.dice[0]), ("two", ask.dice[1])))
            known, dice = held.held, held.dice
        else:
            known, dice = state.knows(one.player), state.dice
        matching = counted(unseen(state), one.hand,
                           lambda hand, known=known, dice=dice, house=state.house: next(  # type: ignore[misc]
                               matches_among((*known, *hand), dice, house), None))
        assert one.likely == pytest.approx(1 - matching if one.is_claim else matching)


def test_od_10_every_hidden_hand_of_canasta() -> None:
    for state, one in positions("canasta", 8, 2):
        seat, (_, rank), (_, frozen) = state.now.seat, *one.what.args[1:]
        left = PACK.copy()
        left.subtract(state.seen())

        def takes(hand: tuple[Card, ...], rank: str = rank, frozen: str = frozen, known: Any = state.hands[seat].known,
                  ) -> bool:
            natural = sum(card.rank == rank for card in (*known, *hand))
            return natural > 1 or (frozen == "no" and natural == 1 and any(map(is_wild, (*known, *hand))))

        if one.likely < 1:  # then a meld that lies there already is not enough
            assert one.likely == pytest.approx(counted(sorted((+left).elements()), one.hand, takes))


# -- as it is said ---------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_odds_are_said_as_odds_in_every_language(game: str, caplog: pytest.LogCaptureFixture) -> None:
    rng, said = Random(f"said {game}"), set()
    for _ in range(8):
        player = random_table(GAMES[game], rng)
        for _ in player.play(40):
            for one in GAMES[game].shown.odds(player.state):
                assert 0 <= one.likely <= 1
                said.add(one.sentence)
    claims = {sentence for sentence in said if sentence.key == "odds-claim"}
    assert said or type(GAMES[game].shown).odds is Shown.odds
    assert all("no accusation" in english(sentence, game) for sentence in claims)
    assert all("kein Vorwurf" in speaker("de", game).say(sentence) for sentence in claims)
    assert all(english(sentence, game).startswith("Odds") and speaker("de", game).say(sentence).startswith("Aussicht")
               for sentence in said)
    assert not caplog.records
