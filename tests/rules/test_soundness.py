"""No accusation without proof: honest games stripped of what is hidden, and small packs counted out."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from companion.words.speaker import english
from rules import GAMES, Table, parse_action, parse_record
from rules.adjudicate import RecordJudge
from rules.checks.soundness import SMALL, SmallTable, compare, honest_record, honest_tally, main
from rules.core.cards import parse_cards, standard_pack
from rules.core.match import Match
from rules.core.people import random_player
from rules.games.canasta.law import CanastaLaw
from rules.games.cribbage.law import CribbageLaw
from rules.games.friend_or_foe.law import FriendOrFoeLaw
from rules.games.limbo.law import LimboLaw
from rules.games.page_one.law import PageOneLaw
from rules.games.pemberley.law import PemberleyLaw

LEAST_AT_ONCE = {"pemberley": 0.9, "friend_or_foe": 0.9, "page_one": 0.8, "canasta": 0.9,
                 "limbo": 0.95, "cribbage": 0.95}


@pytest.mark.parametrize("name", GAMES)
def test_honest_games_give_no_accusation(name: str) -> None:
    tally, accused = honest_tally(GAMES[name], games=12, most=100, seed=5)
    assert tally["ok"] > 100
    assert not accused, accused[0]


def test_an_honest_record_with_a_lie_written_into_it_is_accused() -> None:
    text = honest_record(GAMES["thirteen"], Random(4), 40)
    played = next(line.text for line in parse_record(text).events if " play " in line.text)
    rows = RecordJudge(parse_record(f"{text}{played}\n"), english).rows()
    assert [row["verdict"] for row in rows][-1] == "illegal"


@pytest.mark.parametrize("name", SMALL)
def test_no_deal_makes_the_accused_innocent(name: str) -> None:
    finding = compare(name, games=25, seed=11)
    kinds = finding.kinds
    assert kinds["wrong"] == 0, finding.examples["wrong"]
    certain = kinds["at once"] + kinds["later"] + kinds["never"]
    assert certain > 0
    assert kinds["at once"] >= LEAST_AT_ONCE[name] * certain, finding.examples.get("not at once")


def test_a_small_pack_is_that_of_its_table_alone() -> None:
    table = SmallTable("page_one", Random(1))
    assert len(table.player.pack) == 10
    assert len(random_player(GAMES["page_one"], table.player.match.table, Random(1)).pack) == 53


# -- the laws, by hand -------------------------------------------------------------------------


def test_pemberley_law_takes_away_the_hands_that_could_play() -> None:
    law = PemberleyLaw(("Ann", "Bob"), parse_cards("2C 3C 5C 4H"), 2)
    law.happened(parse_action("table start 8S"))
    deals = law.narrowed(law.deals("Ann"), parse_action("Ann pass"), "Ann", True)
    assert deals == {law.mask(parse_cards("3C 5C"))}  # 8 ÷ 2 and 8 + 4 can be played
    assert law.narrowed(deals, parse_action("Bob play 3C"), "Ann", True) == set()


def test_friend_or_foe_law_allows_no_match_and_knows_the_collected_pile() -> None:
    law = FriendOrFoeLaw(("Ann", "Bob"), parse_cards("2S 5S 7S 6H 8H KS"), 2)
    law.happened(parse_action("Ann roll 2 5"))
    deals = law.narrowed(law.deals("Ann"), parse_action("Ann ask 6H"), "Ann", True)
    assert law.mask(parse_cards("6H 7S")) not in deals
    assert law.mask(parse_cards("6H 5S")) in deals
    for line in ("Ann ask 6H", "Ann pass", "Bob foe 7S"):
        law.happened(parse_action(line))
    deals = law.narrowed(deals, parse_action("Ann collect"), "Ann", True)
    assert all(deal & law.mask(parse_cards("7S")) for deal in deals)


def test_page_one_law_draws_until_a_card_follows() -> None:
    law = PageOneLaw(("Ann", "Bob"), parse_cards("2S 3S 4H 5H 6D 7D"), 1)
    law.happened(parse_action("Ann play 2S"))
    deals = law.narrowed({(0, law.mask(parse_cards("4H")))}, parse_action("Bob draw 2"), "Bob", True)
    assert len(deals) == 6  # any two of the other four: at most the last is a spade
    deals = law.narrowed(deals, parse_action("Bob draw 1"), "Bob", True)
    assert all(not deal[1] & law.mask(parse_cards("3S")) or deal[1].bit_count() == 4 for deal in deals)


def test_canasta_law_knows_what_must_be_held() -> None:
    law = CanastaLaw(("Ann", "Bob"), parse_cards("5S 5S 6H 9D 9D"), 1)
    deals = law.narrowed(law.deals("Ann"), parse_action("Ann show 5S"), "Ann", True)
    assert law.certain(deals, 0) == {parse_cards("5S")[0]: 1}
    assert law.narrowed(deals, parse_action("Ann discard 6H"), "Ann", True) == set()


def test_limbo_law_takes_away_the_hands_that_could_play() -> None:
    law = LimboLaw(("Ann", "Bob"), parse_cards("9C 7C QD KS"), 2)
    for line in ("table start 8S = 93", "Ann play QD = 39", "Bob play 9C = 30"):
        law.happened(parse_action(line))
    deals = law.narrowed(law.deals("Ann"), parse_action("Ann stuck"), "Ann", True)
    assert deals == set()  # at 30 the 7 and the 9 are deducted, the King divides, and of two cards only one is the Q
    assert law.narrowed(law.deals("Ann"), parse_action("Ann stuck"), "Ann", False) == law.deals("Ann")


def test_limbo_law_repeats_by_a_jack_what_was_done_before() -> None:
    law = LimboLaw(("Ann", "Bob"), parse_cards("JC 3C"), 1)
    law.happened(parse_action("table start 6D = 95"))
    jack = {law.mask(parse_cards("JC"))}
    assert law.narrowed(jack, parse_action("Ann play JC = 89"), "Ann", True)
    assert not law.narrowed(jack, parse_action("Ann play JC = 94"), "Ann", True)


def test_cribbage_law_takes_away_the_cards_that_fitted_until_the_count_begins_anew() -> None:
    law = CribbageLaw(("Ann", "Bob"), parse_cards("KS QS 5D 6H 7C"), 2)
    for line in ("Ann play KS", "Bob play QS"):
        law.happened(parse_action(line))
    law.count = 25
    deals = law.narrowed(law.deals("Ann"), parse_action("Ann go"), "Ann", True)
    assert all(not deal & law.mask(parse_cards("5D 6H")) for deal in deals)
    for line in ("Ann go", "Bob go"):
        law.happened(parse_action(line))
    assert law.narrowed(law.deals("Bob"), parse_action("Bob go"), "Bob", True) == set()


# -- too few cards left to be innocent with ----------------------------------------------------


def _match(name: str, *lines: str) -> Match:
    match = Match(GAMES[name], Table(("Ann", "Bob"), dealer="Bob"))
    for line in lines:
        assert match.push(parse_action(line)).applies, line
    return match


def test_pemberley_seven_cards_that_all_do_not_fit_are_too_many() -> None:
    match = _match("pemberley", "table start 3C", "Ann play QD")
    verdict = match.push(parse_action("Bob pass"))  # 36: only the clubs 5 7 8 T J K do not fit
    assert (verdict.kind, verdict.codes) == ("illegal", ("ILLEGAL_PASS",))


def test_pemberley_cards_seen_elsewhere_prove_a_pass_wrong() -> None:
    match = _match("pemberley", "table start 6C", "Ann play 5D", "Bob pass")  # seven clubs do not fit 30
    verdict = match.push(parse_action("Ann show 7C"))
    assert (verdict.kind, verdict.codes, verdict.about) == ("proven", ("ILLEGAL_PASS",), 2)


def test_friend_or_foe_too_few_unseen_cards_are_no_match() -> None:
    match = Match(GAMES["friend_or_foe"], Table(("Ann", "Bob", "Cal"), dealer="Cal"))
    held = parse_cards("AS 2S 3S AH 2H 3H KS 4S 6H")
    pile = tuple(card for card in standard_pack() if card not in held)
    match.state = replace(match.state, sizes=(3, 3, 3), pile=pile)
    for line in ("Ann roll 1 2", "Ann ask 4S", "Bob roll 1 1", "Bob pass", "Cal roll 1 1", "Cal pass"):
        assert match.push(parse_action(line)).applies, line
    assert match.push(parse_action("Bob show AH AS KS")).kind == "ok"  # Ann's other two cards may be 2S 6H
    assert match.push(parse_action("Cal show 2S 2H 6H")).codes == ("FRIEND_WITH_MATCH",)  # both are 3s


def test_page_one_too_few_unseen_cards_are_of_another_suit() -> None:
    match = Match(GAMES["page_one"], Table(("Ann", "Bob"), dealer="Bob"))
    shown = tuple(card for card in standard_pack() if card.suit != "S" and card not in parse_cards("2H 3H 4H"))
    match.state = replace(match.state, discards=shown, stock=53 - len(shown) - 8)
    assert match.push(parse_action("Ann play 9S")).kind == "ok"
    assert match.push(parse_action("Bob draw 1")).kind == "ok"  # 2H 3H 4H and the joker
    assert match.push(parse_action("Bob play TS")).kind == "ok"
    verdict = match.push(parse_action("Bob play 2H"))
    assert verdict.kind == "ok"
    verdict = match.push(parse_action("Ann show 3H"))
    assert (verdict.kind, verdict.codes, verdict.about) == ("proven", ("REVOKE",), 1)


def test_page_one_two_suits_together_leave_too_few_cards() -> None:
    match = Match(GAMES["page_one"], Table(("Ann", "Bob"), dealer="Bob"))
    others = parse_cards("7D 8D 9D")
    used = tuple(card for card in standard_pack(jokers=1) if card.suit not in ("S", "H") and card not in others)
    match.state = replace(match.state, discards=used, stock=53 - len(used) - 8)
    for line in ("Ann play 9S", "Bob draw 1", "Bob play TS", "Bob play 7D", "Ann play 9D", "Ann play 2H",
                 "Ann say page one"):
        assert match.push(parse_action(line)).kind == "ok", line
    verdict = match.push(parse_action("Bob draw 1"))  # neither spades nor hearts: only the 8D, and he has three cards
    assert (verdict.kind, verdict.codes, verdict.about) == ("proven", ("REVOKE",), 1)
    assert "without hearts and spades" in english(verdict.why, "page_one")


def test_pemberley_two_passes_together_leave_too_few_cards() -> None:
    match = _match("pemberley", "table start 6C", "Ann play 5D", "Bob pass", "Ann play AS")
    verdict = match.push(parse_action("Bob pass"))  # seven clubs do not fit 30, and none of them fits 29
    assert verdict.kind == "ok"
    assert match.push(parse_action("Ann play KD")).kind == "ok"  # 377 = 13 x 29: of those seven only the K fits
    verdict = match.push(parse_action("Bob pass"))
    assert (verdict.kind, verdict.codes, verdict.about) == ("proven", ("ILLEGAL_PASS",), 4)
    assert "29, 30 and 377" in english(verdict.why, "pemberley")
    assert match.push(parse_action("Ann play AH")).kind == "ok"
    assert match.push(parse_action("Bob pass")).kind == "ok", "what has been proven is not proven again"


def test_pemberley_one_card_shown_proves_two_players_wrong() -> None:
    match = Match(GAMES["pemberley"], Table(("Ann", "Bob", "Cal"), dealer="Cal"))
    for line in ("table start 3C", "Bob play QD"):
        assert match.push(parse_action(line)).kind == "ok", line
    match.state = replace(match.state, seats=tuple(replace(seat, hand=5) for seat in match.state.seats))
    for line in ("Cal pass", "Ann pass"):  # only six clubs do not fit 36, and each of them holds five cards
        assert match.push(parse_action(line)).kind == "ok", line
    verdict = match.push(parse_action("Bob show 5C 7C"))
    assert (verdict.kind, verdict.about) == ("proven", 3)
    assert english(verdict.why, "pemberley").startswith("Ann passed at 36")
    assert english(verdict.changes[0], "pemberley").startswith("Cal passed at 36")


def test_canasta_a_red_three_that_was_shown_is_replaced() -> None:
    plain, shown = (_match("canasta", "table start 9S", *lines) for lines in
                    (["Ann red 3D"], ["Ann show 3D", "Ann red 3D"]))
    assert shown.state.stock == plain.state.stock
    assert shown.state.hands[0].size == plain.state.hands[0].size


# -- command line ------------------------------------------------------------------------------


def test_the_command_prints_a_line_for_each_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["honest", "--games", "2", "--actions", "20", "limbo"]) == 0
    assert main(["enumerate", "--games", "2", "pemberley"]) == 0
    printed = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert printed == ["game", "limbo", "game", "pemberley"]


def test_an_unknown_game_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["enumerate", "whist"])
    assert stopped.value.code == 2
    assert "whist" in capsys.readouterr().err
