"""The belief, told in cards and moments what happens, tells in actions what was done."""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile

import numpy as np
import pytest

from calibration import load_deck
from companion.following.commit import Commits
from companion.following.live_table import LiveTable
from companion.following.messages import Asked, Judged
from companion.following.seats import Seats
from companion.log.session import Session, SessionStore
from rules import Table, parse_action
from tests.told_table import SEATS, told_looks, told_view
from vision.watching.viewpoint import Viewpoint

DEAL = "0.0 Bob's arm over pile · 0.6 6D lies at pile · 1.0 arm gone"


def told(game: str, players: tuple[str, ...], story: str, said: dict[float, str] | None = None,
         has_indices: bool = True, deck: str = "standard", is_four_cornered: bool = False) -> list[str]:
    """What is told of a story, in order: actions, with what is wrong with them, and questions."""
    table = believing(game, players, deck=deck)
    waiting = sorted((said or {}).items())
    lines: list[str] = []
    for look in told_looks(game, players, story, has_indices=has_indices, is_four_cornered=is_four_cornered):
        while waiting and waiting[0][0] <= look.time_s:
            lines += described(table.say(parse_action(waiting.pop(0)[1])))
        lines += described(table.take(look))
    return lines


def times_told(game: str, players: tuple[str, ...], story: str, are_seated: bool = True) -> dict[str, float]:
    """When each line is told of a story."""
    table = believing(game, players, are_seated=are_seated)
    return {line: look.time_s for look in told_looks(game, players, story) for line in described(table.take(look))}


def believing(game: str, players: tuple[str, ...], session: Session | None = None, are_seated: bool = True,
              deck: str = "standard") -> LiveTable:
    session = session or SessionStore(":memory:").create(game, Table(players, players[-1]), deck)
    calibration, layout = told_view(game, players)
    seats = Seats.told({name: SEATS[name] for name in players}) if are_seated else None
    return LiveTable(session, None, calibration, load_deck(deck), layout, seats)


def described(messages: list) -> list[str]:
    return [f"{m.action}{' ' + m.verdict.codes[0] if m.verdict.kind == 'illegal' else ''}" if isinstance(m, Judged)
            else f"? {', '.join(map(str, m.question.candidates))}"
            for m in messages if isinstance(m, Judged | Asked)]


def limbo(story: str) -> list[str]:
    return told("limbo", ("Ann", "Bob"), story)


def test_cards_laid_one_after_the_other_are_told_in_their_order() -> None:
    assert limbo(f"{DEAL} · 3.0 Ann's arm over pile · 3.5 9C lies at pile · 4.0 arm gone · "
                 "6.0 Bob's arm over pile · 6.5 9H lies at pile · 7.0 arm gone") == [
        "table start 6D", "Ann play 9C", "Bob play 9H"]


def test_a_card_under_a_hand_has_not_left() -> None:
    assert limbo(f"{DEAL} · 3.0 Ann's arm over pile · 7.0 arm gone") == ["table start 6D"]


def test_a_card_that_is_put_down_and_taken_up_again_is_not_played() -> None:
    lines = limbo(f"{DEAL} · 3.0 Ann's arm over pile · 3.5 9C lies at pile · 3.7 9C gone · 4.2 arm gone · "
                  "6.0 Ann's arm over pile · 6.5 8S lies at pile · 7.0 arm gone")
    assert lines == ["table start 6D", "Ann play 8S"]


def test_one_look_that_reads_another_name_changes_nothing() -> None:
    assert limbo(f"{DEAL} · 3.0 6D read as 9H · 3.2 6D read rightly") == ["table start 6D"]


def test_a_card_held_in_sight_over_a_place_is_not_played() -> None:
    assert limbo(f"{DEAL} · 3.0 Ann's arm over pile · 3.2 9C held at pile · 6.5 9C gone · 6.6 arm gone") == [
        "table start 6D"]


def test_a_sure_card_that_breaks_a_rule_is_judged_and_not_talked_into_another() -> None:
    lines = told("page_one", ("Ann", "Bea", "Cal"),
                 "0.0 Ann's arm over trick · 0.5 7H lies at trick · 1.0 arm gone · "
                 "3.0 Bea's arm over trick · 3.5 9C lies at trick · 4.0 arm gone · 9.0 arm gone")
    assert lines[0] == "Ann play 7H"
    assert "9C" in lines[1]


def test_who_lays_a_card_out_of_turn_is_seen_by_his_arm() -> None:
    lines = told("page_one", ("Ann", "Bea", "Cal"),
                 "0.0 Ann's arm over trick · 0.5 7H lies at trick · 1.0 arm gone · "
                 "3.0 Bea's arm over trick · 3.5 9H lies at trick · 4.0 arm gone")
    assert lines == ["Ann play 7H", "Bea play 9H"]


def test_cards_taken_with_a_card_are_one_play() -> None:
    lines = told("scopa", ("Ann", "Bob"),
                 "0.0 Bob's arm over board · 0.5 2C lies at board · 0.7 5H lies at board · 0.9 KD lies at board · "
                 "1.1 AS lies at board · 1.6 arm gone · 4.0 Ann's arm over board · 4.6 7D lies at board · "
                 "4.8 arm gone · 5.6 Ann's arm over board · 6.0 7D gone · 6.0 2C gone · 6.2 5H gone · 6.6 arm gone")
    assert lines == ["table deal 2C 5H KD AS", "Ann play 7D take 2C 5H"]


def test_cards_without_an_index_are_followed_by_their_faces() -> None:
    lines = told("scopa", ("Ann", "Bob"),
                 "0.0 Bob's arm over board · 0.5 2C lies at board · 0.7 5H lies at board · 0.9 KD lies at board · "
                 "1.1 AS lies at board · 1.6 arm gone · 4.0 Ann's arm over board · 4.6 7D lies at board · "
                 "4.8 arm gone · 5.6 Ann's arm over board · 6.0 7D gone · 6.0 2C gone · 6.2 5H gone · 6.6 arm gone",
                 has_indices=False)
    assert lines == ["table deal 2C 5H KD AS", "Ann play 7D take 2C 5H"]


def test_a_card_taken_up_and_put_back_where_it_lay_is_no_play() -> None:
    lines = told("scopa", ("Ann", "Bob"),
                 "0.0 Bob's arm over board · 0.5 2C lies at board · 0.7 5H lies at board · 0.9 KD lies at board · "
                 "1.1 JS lies at board · 1.6 arm gone · 4.0 JS gone · 4.1 JS lies at captured:Ann · 5.3 JS gone · "
                 "6.5 JS lies at board · 9.0 arm gone")
    assert lines == ["table deal 2C 5H KD JS"]


def test_a_card_that_is_moved_as_it_is_laid_lies_where_it_is_read_then() -> None:
    def centre_after(story: str) -> np.ndarray:
        table = believing("limbo", ("Ann", "Bob"))
        for look in takewhile(lambda look: look.time_s < 2.0, told_looks("limbo", ("Ann", "Bob"), story)):
            table.take(look)
        assert table.belief is not None
        (card,) = table.belief.best.cards
        return card.shape.centre

    laid = "0.0 Bob's arm over pile · 0.6 6D lies at pile · 1.0 arm gone · {} 2.0 arm gone"
    moved = centre_after(laid.format("1.5 6D pushed 45 60 ·")) - centre_after(laid.format(""))
    assert np.hypot(*(moved - (45.0, 60.0))) < 4.0


def test_a_card_that_a_hand_rested_with_has_come_when_it_is_laid() -> None:
    lines = told("pemberley", ("Ann", "Bea", "Cal"),
                 "0.0 Cal's arm over starter · 0.5 TH lies at starter · 1.0 arm gone · 2.0 Ann's arm over pile:Ann · "
                 "2.2 5D lies at pile:Ann · 3.0 Cal's arm over pile:Cal · 3.2 AH lies at pile:Cal · 3.8 arm gone · "
                 "4.0 Ann's arm over pile:Ann · 4.2 5D pushed -60 -40 · 4.6 arm gone · "
                 "9.0 Bea's arm over pile:Bea · 9.4 AD lies at pile:Bea · 9.9 arm gone")
    assert lines == ["table start TH", "Bea pass", "Cal play AH", "Ann play 5D", "Bea play AD"]


def test_a_hand_that_rests_on_a_place_does_not_keep_the_starter_from_being_told() -> None:
    lines = told("pemberley", ("Ann", "Bea", "Cal"),
                 "0.0 5D lies at pile:Ann · 0.0 8S lies at pile:Ann · 2.0 Cal's arm over starter · "
                 "2.5 TH lies at starter · 3.0 arm gone · 5.5 arm gone")
    assert lines[0] == "table start TH"


def test_a_card_read_just_where_another_was_is_no_second_one() -> None:
    lines = told("scopa", ("Ann", "Bob"),
                 "0.0 Bob's arm over board · 0.4 6C lies at board · 0.4 6C read as 5C · 0.6 arm gone · "
                 "1.0 Bob's arm over board · 1.0 6C read rightly · 1.4 QH lies at board · 1.7 3D lies at board · "
                 "1.9 arm gone · 4.0 Bob's arm over board · 4.4 AS lies at board · 4.8 arm gone · 9.0 arm gone")
    assert "table deal 5C 6C QH 3D" not in lines


def test_a_deal_that_is_laid_slowly_is_told_though_its_cards_are_hardly_read() -> None:
    laid = " · ".join(f"{at_s - 0.4:.1f} Bob's arm over board · {at_s} {card} lies at board · "
                      f"{at_s} {card} read doubtfully · {at_s + 0.4:.1f} arm gone"
                      for at_s, card in ((2.6, "4C"), (4.6, "3S"), (6.6, "6S")))
    lines = told("scopa", ("Ann", "Bob"), f"0.2 Bob's arm over board · 0.6 QC lies at board · 1.0 arm gone · {laid} · "
                                          "12.0 Bob's arm over board · 12.5 arm gone")
    assert lines == ["table deal QC 4C 3S 6S"]


def test_what_is_believed_and_for_some_reason_never_settled_is_asked_about(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Commits, "_settled", lambda *_: None)
    assert limbo(f"{DEAL} · 12.0 Ann's arm over pile · 12.5 arm gone")[:1] == ["? table start 6D"]


def scopa_taken(story: str, until: str) -> list[str]:
    """What is told once cards of the board have been taken up."""
    return told("scopa", ("Ann", "Bob"),
                "0.0 Bob's arm over board · 0.5 QH lies at board · 0.6 QD lies at board · 0.7 2H lies at board · "
                f"0.8 5D lies at board · 1.2 arm gone · {story} · 4.4 2H gone · 4.5 5D gone · {until}")[1:]


def test_what_was_taken_by_a_card_that_nobody_saw_is_asked_about_whatever_moves_elsewhere() -> None:
    sevens = "? " + ", ".join(f"Ann play 7{suit} take 2H 5D" for suit in "CDHS")
    stays = "4.9 Ann's arm over captured:Ann · 10.0 Ann's arm over captured:Ann"
    assert scopa_taken("4.0 Ann's arm over board", stays) == [sevens]


def test_a_name_that_was_read_doubtfully_in_a_hand_tells_nothing_against_one_that_was_seen_to_lie() -> None:
    def seen(since: str) -> list[str]:
        return scopa_taken(f"3.0 7C held at captured:Ann · 3.0 7C read doubtfully · {since} 7S lies at board · "
                           "4.4 7S gone", "5.0 7C gone · 11.0 arm gone")

    assert seen("3.8") == ["Ann play 7S take 2H 5D"]
    assert seen("4.1")[0].startswith("?"), "it was read in one look only"


def test_an_action_that_explains_the_table_no_better_than_none_is_asked_about() -> None:
    table = believing("limbo", ("Ann", "Bob"))
    lines = [line for look in told_looks("limbo", ("Ann", "Bob"), f"{DEAL} · 2.0 arm gone")
             for line in described(table.take(look))]
    assert lines == ["table start 6D"]
    for _ in range(20):  # what players say has long not fitted what was told
        described(table.say(parse_action("table deal")))
    lines = [line for look in told_looks("limbo", ("Ann", "Bob"),
                                         f"{DEAL} · 3.0 Ann's arm over pile · 3.5 9C lies at pile · 4.0 arm gone · "
                                         "9.0 arm gone")
             if look.time_s > 2.0 for line in described(table.take(look))]
    assert lines == ["? Ann play 9C"]


def test_a_play_by_which_a_card_vanished_that_nothing_took_is_asked_about() -> None:
    assert limbo(f"{DEAL} · 3.0 Ann's arm over pile · 3.5 9C lies at pile · 3.6 6D gone · 4.0 arm gone · "
                 "9.0 arm gone") == ["table start 6D", "? Ann play 9C"]


def test_a_card_seen_in_the_hand_that_may_lie_beneath_what_it_laid_is_asked_about() -> None:
    def thirteen(held: str, then: str) -> list[str]:
        return told("thirteen", ("Ann", "Bea", "Bob", "Cal"), f"0.0 {held} held at trick · {then}"
                    "0.4 Ann's arm over trick · 0.6 3S lies at trick · 0.9 arm gone · 7.0 arm gone")

    assert thirteen("3D", "0.4 3D gone · ") == ["? Ann play 3S, Ann play 3S 3D"]
    assert thirteen("3D", "") == ["Ann play 3S"], "the hand still has it"
    assert thirteen("4D", "0.4 4D gone · ") == ["Ann play 3S"], "no rule would have both"


def test_a_card_that_was_not_laid_yet_when_it_was_asked_about_is_told_once_it_is() -> None:
    doubtful = " · ".join(f"{4.2 + k / 2:.1f} 9C read {'as 8C' if k % 2 else 'rightly'}" for k in range(10))
    story = (f"{DEAL} · 3.0 Ann's arm over pile · 3.5 9C lies at pile · 3.7 9C read as 8C · 4.0 arm gone · "
             f"{doubtful} · 9.8 Ann's arm over pile · 9.8 9C gone · 9.8 9C held at pile · "
             "12.0 9C lies at pile · 12.4 arm gone · 20.0 arm gone")
    table = believing("limbo", ("Ann", "Bob"))
    lines: list[str] = []
    for look in told_looks("limbo", ("Ann", "Bob"), story):
        lines += described(table.take(look))
        if table.question is not None and look.time_s < 12.0:
            lines += [*described(table.answer(table.question.id, None)), "nothing yet"]
    assert lines[2:] == ["nothing yet", "Ann play 9C"]


def canasta(story: str, is_four_cornered: bool = False) -> list[str]:
    """What is told once Bob and Bea have melded aces."""
    lines = told("canasta", ("Ann", "Bob", "Cal", "Bea"),
                 "0.0 Bea's arm over pile · 0.5 JC lies at pile · 1.0 arm gone · 3.0 Ann's arm over pile · "
                 "3.5 6D lies at pile · 4.0 arm gone · 6.0 Bob's arm over meld:Bob+Bea · "
                 "6.4 AS lies at meld:Bob+Bea · 6.5 AH lies at meld:Bob+Bea · 6.6 AC lies at meld:Bob+Bea · "
                 f"7.0 arm gone · {story}", deck="two-packs", is_four_cornered=is_four_cornered)
    assert lines[:2] == ["table start JC", "Ann discard 6D"]
    assert sorted(lines[2].split()) == sorted("Bob meld AS AH AC".split())
    return lines[3:]


def test_a_card_that_was_misread_as_it_came_is_told_by_the_name_that_it_is_read_by() -> None:
    assert limbo(f"{DEAL} · 3.0 Ann's arm over pile · 3.5 9C lies at pile · 3.6 9C read as 8C · 4.0 arm gone · "
                 "4.5 9C read rightly · 4.7 9C read as 9S · 4.9 9C read rightly · 5.0 9C read as 8C · "
                 "5.4 9C read rightly · 5.8 9C read as 8C · 6.2 9C read rightly · 12.0 arm gone") == [
                     "table start 6D", "Ann play 9C"]


def test_a_card_that_a_sleeve_has_pushed_is_no_second_one_like_it() -> None:
    assert canasta("9.0 Bob's arm over pile · 9.5 KD lies at pile · 10.0 arm gone · 12.0 Cal's arm over pile · "
                   "12.4 KD pushed 20 14 · 13.0 arm gone · 13.5 KD read in parts · 18.0 arm gone"
                   ) == ["Bob discard KD"], "all packs have two, and it was read as two"


def test_marks_in_all_four_corners_of_a_card_are_no_second_one_like_it() -> None:
    assert discards("4S AC 2C", " · 10.0 2C read in parts · 16.0 arm gone") == [
        "Ann discard +4", "Bea discard +1", "Cal discard +2"]


def test_a_card_added_to_a_meld_that_has_its_like_is_another() -> None:
    assert canasta("9.0 Bob's arm over meld:Bob+Bea · 9.4 AS lies at meld:Bob+Bea · 10.0 arm gone · 16.0 arm gone"
                   ) == ["Bob add AS to A"]


def test_a_card_of_a_column_that_is_read_under_a_hand_was_not_laid_again() -> None:
    assert canasta("9.0 Bob's arm over meld:Bob+Bea · 9.8 AD lies at meld:Bob+Bea · 10.6 arm gone · 16.0 arm gone",
                   is_four_cornered=True) == ["Bob add AD to A"]


def test_an_open_stock_is_nobodys_concern() -> None:
    lines = limbo(f"0.0 AH lies at stock · {DEAL.replace('0.', '6.').replace('1.0', '7.0')} · "
                  "9.0 Ann's arm over pile · 9.5 9C lies at pile · 10.0 arm gone · "
                  "12.0 Bob's arm over pile · 12.5 9H lies at pile · 13.0 arm gone")
    assert [line for line in lines if "stock" not in line] == ["table start 6D", "Ann play 9C", "Bob play 9H"]
    assert not [line for line in lines if line.startswith("?")]


def test_cards_laid_in_one_handful_are_one_action_where_the_rules_have_it_so() -> None:
    assert canasta("9.0 Bob's arm over pile · 9.5 KD lies at pile · 10.0 arm gone · 12.0 Cal's arm over pile · "
                   "12.5 QD lies at pile · 13.0 arm gone · 14.8 Bea's arm over meld:Bob+Bea · "
                   "15.2 AD lies at meld:Bob+Bea · 15.5 AS lies at meld:Bob+Bea · 15.8 arm gone · 24.0 arm gone"
                   ) == ["Bob discard KD", "Cal discard QD", "Bea add AD AS to A"]


def test_cards_that_two_players_lay_at_once_in_places_apart_are_two_actions() -> None:
    assert canasta("9.0 Bob's arm over pile · 9.5 KD lies at pile · 9.7 3D lies at red:Ann+Cal · 10.4 arm gone · "
                   "20.0 arm gone") == ["Bob discard KD", "Cal red 3D"]


def test_a_card_laid_where_its_like_was_taken_from_is_another() -> None:
    assert canasta("9.0 Bob's arm over meld:Bob+Bea · 9.2 6D gone · 9.4 6S lies at meld:Bob+Bea · "
                   "9.5 6H lies at meld:Bob+Bea · 9.6 6D lies at meld:Bob+Bea · 10.0 arm gone · "
                   "11.5 Bob's arm over pile · 12.0 JC gone · 12.5 arm gone · "
                   "14.6 Bob's arm over pile · 15.0 JC lies at pile · 15.4 arm gone · 21.0 arm gone"
                   ) == ["Bob meld 6H 6S 6D", "Bob take", "Bob discard JC"]


def test_who_sits_where_is_learned_from_arms_over_cards_that_are_told() -> None:
    players = ("Ann", "Bob")
    table = believing("limbo", players, are_seated=False)
    story = (f"{DEAL} · 3.0 Ann's arm over pile · 3.5 9C lies at pile · 4.0 arm gone · "
             "6.0 Bob's arm over pile · 6.5 9H lies at pile · 7.0 arm gone · "
             "9.0 Ann's arm over pile · 9.5 9S lies at pile · 10.0 arm gone · "
             "12.0 Ann's arm over pile · 12.5 8S lies at pile · 13.0 arm gone · 20.0 arm gone")
    lines = [line for look in told_looks("limbo", players, story) for line in described(table.take(look))]
    assert lines[:4] == ["table start 6D", "Ann play 9C", "Bob play 9H", "Ann play 9S"]
    assert "Bob play 8S" not in lines, "it was Ann's arm again"


def test_a_play_that_is_entered_by_hand_shows_where_its_player_sits() -> None:
    players = ("Ann", "Bea", "Cal")
    table = believing("thirteen", players, are_seated=False)
    story = ("0.0 Cal's arm over trick · 0.5 3S lies at trick · 0.7 3H lies at trick · 1.2 arm gone · "
             "4.0 Ann's arm over trick · 4.5 QC lies at trick · 4.7 QH lies at trick · 5.2 arm gone · 14.0 arm gone")
    lines: list[str] = []
    for look in told_looks("thirteen", players, story):
        if look.time_s == 2.0:
            lines += described(table.say(parse_action("Cal play 3S 3H")))
        lines += described(table.take(look))
    assert lines == ["Cal play 3S 3H", "Ann play QC QH"], "or might Ann have knocked, and Bea have played?"


def test_of_cards_alike_the_one_that_players_enter_is_not_the_one_that_lies_far_from_its_place() -> None:
    lines = told("never_over", ("Ann", "Bea", "Cal"),
                 "0.0 Ann's arm over green:Ann · 0.5 AS lies at green:Ann · 1.0 arm gone · "
                 "3.0 Cal's arm over discards · 3.5 AC lies at discards · 4.0 arm gone · 12.0 arm gone",
                 {5.0: "Bea play +1"}, deck="improvised")
    assert lines == ["Ann play +1", "Bea play +1", "Cal discard +1"]


def discards(labels: str, then: str = "") -> list[str]:
    """What is told of cards with an index in every corner that are discarded in turn, into one row."""
    story = [f"{3 * k}.0 {name}'s arm over discards · {3 * k}.5 {label} lies at discards · {3 * k + 1}.0 arm gone"
             for k, (label, name) in enumerate(zip(labels.split(), ["Ann", "Bea", "Cal"] * 3, strict=False))]
    return told("never_over", ("Ann", "Bea", "Cal"), " · ".join(story) + (then or " · 24.0 arm gone"),
                deck="improvised", is_four_cornered=True)


def test_a_card_of_a_row_is_the_same_on_whichever_side_of_its_strip_it_seems_to_lie() -> None:
    assert discards("4S 3S 3H 2C AS 2H") == ["Ann discard +4", "Bea discard +3", "Cal discard +3", "Ann discard +2",
                                             "Bea discard +1", "Cal discard +2"]


def test_of_two_equal_cards_that_are_read_as_one_neither_has_left() -> None:
    assert discards("4S AC AC 2C 3H") == ["Ann discard +4", "Bea discard +1", "Cal discard +1", "Ann discard +2",
                                          "Bea discard +3"]


def test_an_answer_that_no_rule_allows_takes_back_what_was_told_only_where_that_is_as_unlikely() -> None:
    def logged(story: str) -> list[str]:
        table = believing("page_one", ("Ann", "Bea", "Cal"))
        for look in told_looks("page_one", ("Ann", "Bea", "Cal"), f"{story} · 4.0 Ann's arm over trick · "
                               "4.5 5H lies at trick · 5.0 arm gone · 9.0 arm gone"):
            table.take(look)
            if table.question is not None:
                table.answer(table.question.id, parse_action("Ann play 5H"))
                break
        return [str(action) for action in table.session.actions()]

    assert logged("0.5 4S lies at trick") == ["Ann play 5H"], "no arm laid the 4: a hand rested there"
    assert logged("0.0 Ann's arm over trick · 0.5 4S lies at trick · 1.0 arm gone") == ["Ann play 4S", "Ann play 5H"], (
        "she did play twice")


def test_a_play_that_may_grow_is_whole_once_nothing_was_added_for_long_whatever_moves() -> None:
    stirring = " · ".join(f"{1.6 + k / 2:.1f} KD held at trick · {1.8 + k / 2:.1f} KD gone" for k in range(14))
    told_s = times_told("thirteen", ("Ann", "Bea", "Cal"), "0.0 Cal's arm over trick · 0.5 3S lies at trick · "
                        f"1.2 arm gone · {stirring} · 12.0 arm gone")
    assert list(told_s) == ["Cal play 3S"]
    assert told_s["Cal play 3S"] < 5.0


def test_who_led_is_asked_at_once_where_nobody_knows_who_sits_where() -> None:
    told_s = times_told("thirteen", ("Ann", "Bea", "Cal"), "0.0 Ann's arm over trick · 0.5 3C lies at trick · "
                        "1.2 arm gone · 9.0 arm gone", are_seated=False)
    assert list(told_s) == ["? Ann play 3C, Bea play 3C, Cal play 3C"]
    assert min(told_s.values()) < 3.0


def test_what_a_king_counts_is_not_asked_before_its_player_has_had_time_to_say_it() -> None:
    told_s = times_told("limbo", ("Ann", "Bob"), f"{DEAL} · 3.0 Ann's arm over pile · 3.5 KD lies at pile · "
                        "4.0 arm gone · 12.0 arm gone")
    assert told_s["? Ann play KD = 19, Ann play KD = 5"] > 7.0


def test_players_may_say_what_belongs_between_two_cards_that_lie_there_already() -> None:
    table = believing("limbo", ("Ann", "Bob"))
    story = (f"{DEAL} · 3.0 Ann's arm over pile · 3.5 9C lies at pile · 4.0 arm gone · "
             "6.0 Bob's arm over pile · 6.5 9H lies at pile · 7.0 arm gone")
    told_at_once = [[m for m in table.take(look) if isinstance(m, Judged)]
                    for look in told_looks("limbo", ("Ann", "Bob"), story)]
    assert max(map(len, told_at_once)) == 1


def test_who_speaks_out_of_turn_is_asked_whether_a_card_was_overlooked() -> None:
    table = believing("limbo", ("Ann", "Bob"))
    for look in told_looks("limbo", ("Ann", "Bob"), DEAL):
        table.take(look)
    assert described(table.say(parse_action("Bob stuck"))) == ["? Bob stuck"]
    assert table.question is not None
    table.answer(table.question.id, parse_action("Ann play 9C"))
    assert [str(action) for action in table.session.actions()] == ["table start 6D", "Ann play 9C", "Bob stuck"]


def test_whoever_leads_on_a_cleared_table_tells_that_the_others_have_knocked() -> None:
    players = ("Ann", "Bea", "Cal")
    table = believing("thirteen", players)
    story = ("0.0 Ann's arm over trick · 0.5 3S lies at trick · 1.0 arm gone · 5.0 Cal's arm over trick · 5.4 3S gone "
             "· 6.0 arm gone · 8.0 Ann's arm over trick · 8.5 4H lies at trick · 9.0 arm gone · 14.0 arm gone")
    for look in told_looks("thirteen", players, story):
        table.take(look)
    if table.question is not None:  # did they, or was a card overlooked?
        table.answer(table.question.id, parse_action("Ann play 4H"))
    assert [str(action) for action in table.session.actions()] == [
        "Ann play 3S", "Bea knock", "Cal knock", "Ann play 4H"]


def test_an_attack_tells_that_whoever_has_rolled_has_passed() -> None:
    players = ("Ann", "Bea", "Cal")
    table = believing("friend_or_foe", players)
    table.take_for_granted({"pass"})
    table.say(parse_action("Ann roll 3 6"))
    story = "0.0 Bea's arm over pile · 0.5 9D lies at pile · 1.2 arm gone · 8.0 arm gone"
    for look in told_looks("friend_or_foe", players, story):
        table.take(look)
    if table.question is not None:  # did Ann pass, or was a card overlooked?
        assert str(table.question.candidates[0]) == "Bea foe 9D"
        table.answer(table.question.id, parse_action("Bea foe 9D"))
    assert [str(action) for action in table.session.actions()] == ["Ann roll 3 6", "Ann pass", "Bea foe 9D"]


def test_a_match_of_whoever_has_rolled_is_no_attack_that_nobody_has_cried() -> None:
    players = ("Ann", "Bea", "Cal")
    table = believing("friend_or_foe", players)
    table.take_for_granted({"pass"})
    table.say(parse_action("Ann roll 3 6"))
    story = "0.5 9D lies at pile · 8.0 arm gone"  # whose arm it was, nobody has seen
    for look in told_looks("friend_or_foe", players, story):
        table.take(look)
    assert table.question is None
    assert [str(action) for action in table.session.actions()] == ["Ann roll 3 6", "Ann play 9D"]


def test_a_table_measured_anew_may_end_before_a_card_that_was_thought_to_lie_on_it() -> None:
    players = ("Ann", "Bob")
    table = believing("limbo", players)
    for look in told_looks("limbo", players, f"{DEAL} · 4.0 arm gone"):
        table.take(look)
    believer, (calibration, layout) = table._watcher.believer, told_view("limbo", players)
    card = believer.belief.best.cards[0]
    x_px = float(believer.view.to_px(card.shape.centre[None])[0, 0])
    horizon = np.array([[1.0, 0, 0], [0, 1.0, 0], [-1 / (x_px - 1), 0, 1.0]])  # just beside the card
    nearer = replace(calibration, homography=calibration.homography @ horizon)
    believer.seen_by(Viewpoint(nearer, layout))
    assert all(card.serial not in {c.serial for c in h.cards} for h in believer.belief.hypotheses)


def dealt_slowly(pause_s: float, meanwhile: str = "") -> str:
    """A deal of Scopa of which two cards lie there for a while before the others follow."""
    return ("0.2 Bob's arm over board · 0.6 QC lies at board · 1.2 4C lies at board · 1.6 arm gone · "
            f"{meanwhile}{1.6 + pause_s:.1f} Bob's arm over board · {2.0 + pause_s:.1f} 3S lies at board · "
            f"{2.6 + pause_s:.1f} 6S lies at board · {3.0 + pause_s:.1f} arm gone · {10.0 + pause_s:.1f} arm gone")


def test_a_deal_that_has_begun_is_not_asked_about_while_hands_still_move() -> None:
    elsewhere = "".join(f"{at_s:.1f} Ann's arm over captured:Ann · {at_s + 0.4:.1f} arm gone · "
                        for at_s in (2.0, 3.0, 4.0, 5.0, 6.0, 7.0))
    lines = told("scopa", ("Ann", "Bob"), dealt_slowly(6.4, elsewhere))
    assert lines == ["table deal QC 4C 3S 6S"]


def test_cards_that_meant_nothing_when_they_were_asked_about_may_be_the_first_of_a_deal() -> None:
    table = believing("scopa", ("Ann", "Bob"))
    lines: list[str] = []
    for look in told_looks("scopa", ("Ann", "Bob"), dealt_slowly(pause_s=12.0)):
        lines += described(table.take(look))
        if table.question is not None:
            lines += [*described(table.answer(table.question.id, None)), "nothing yet"]
    assert lines[1:] == ["nothing yet", "table deal QC 4C 3S 6S"]
