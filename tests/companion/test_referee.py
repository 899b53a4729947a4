"""One explanation is committed; none, several, or a doubtful card is a question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from companion.following.aside import MORE_S, WAIT_S
from companion.following.messages import Question
from companion.following.referee import BEGUN_S, HOLD_S, LOST_S, NEXT_S, Referee
from companion.following.rulings import Commit, Lost, Ruling
from companion.words.speaker import english
from rules import GAMES, Match, Table, parse_action
from vision.events import TableEvent


class Court:
    """A match and its referee, with made-up events."""

    def __init__(self, game: str = "limbo", players: Sequence[str] = ("Ann", "Bob"), lines: Sequence[str] = (),
                 referee: Referee | None = None, **options: str) -> None:
        self.match = Match(GAMES[game], Table(tuple(players), players[-1], options))
        self.referee = referee or Referee()
        self.now_s = 0.0
        self.tracks = 0
        for line in lines:
            self.match.push(parse_action(line))

    def event(self, kind: str, label: str, zone: str = "pile", sure: bool = True, **more: Any) -> TableEvent:
        if "track" not in more:
            self.tracks += 1
            more["track"] = self.tracks
        more.setdefault("candidates", ((label, 0.99),))
        return TableEvent(kind, label, 0.99, sure, zone=zone, centre_mm=(0, 0),  # type: ignore[arg-type]
                          time_s=self.now_s, **more)

    def sees(self, *events: TableEvent) -> Ruling | None:
        self.referee.notice(events)
        return self.rule()

    def rule(self, after_s: float = 0.0) -> Ruling | None:
        self.now_s += after_s
        return self.referee.rule(self.match, self.now_s)

    def commit(self, ruling: Ruling | None) -> str:
        assert isinstance(ruling, Commit)
        self.match.push(ruling.action)
        self.referee.done(ruling.events, ruling.action)
        return str(ruling.action)


@pytest.fixture
def court() -> Court:
    """Limbo after the starter: count 95, Ann to play."""
    court = Court()
    court.commit(court.sees(court.event("appeared", "6D")))
    assert court.match.state.count == 95
    return court


def test_the_only_explanation_is_committed(court: Court) -> None:
    ruling = court.sees(court.event("appeared", "9C"))
    assert isinstance(ruling, Commit)
    assert ruling.action.actor == "Ann"
    assert court.commit(ruling).startswith("Ann play 9C")
    assert court.rule() is None


def test_several_legal_results_are_a_question(court: Court) -> None:
    ruling = court.sees(court.event("appeared", "KD"))
    assert isinstance(ruling, Question)
    assert {a.announced for a in ruling.candidates} == {5, 19}


def test_a_doubtful_card_is_a_question_even_if_one_reading_is_legal(court: Court) -> None:
    ruling = court.sees(court.event("appeared", "9C", sure=False, candidates=(("9C", 0.7), ("9S", 0.25))))
    assert isinstance(ruling, Question)
    assert [str(c) for a in ruling.candidates for c in a.cards] == ["9C", "9S"]
    assert "9 of clubs or the 9 of spades" in english(ruling.sentence, "never_over")


def test_an_unread_card_is_a_question(court: Court) -> None:
    court.sees(court.event("appeared", "??", sure=False, candidates=()))
    ruling = court.rule(HOLD_S + 0.1)
    assert isinstance(ruling, Question)
    assert "could not be read" in english(ruling.sentence, "never_over")


def test_a_legal_reading_goes_before_an_illegal_one_of_like_confidence(court: Court) -> None:
    court.commit(court.sees(court.event("appeared", "9C")))
    ruling = court.sees(court.event("appeared", "6D", sure=False, candidates=(("6D", 0.5), ("6H", 0.4))))
    assert isinstance(ruling, Question)
    assert str(ruling.candidates[0].card) == "6H"


@pytest.mark.parametrize(("candidates", "believed"), [
    ((("9S", 0.5), ("9C", 0.48)), True),  # the 9 of clubs lies there already
    ((("9S", 0.1), ("9C", 0.88)), False),  # too unlikely by itself
    ((("9S", 0.49), ("9C", 0.51)), False),  # rather the other, so that the first may have been misread
    ((("9S", 0.5), ("9C", 0.3), ("8S", 0.18)), False),  # another card is possible, too
    ((("9S", 0.4), ("9C", 0.3)), False),  # much may be another card that nobody thought of
])
def test_a_card_that_looks_like_one_already_seen_is_the_other(court: Court, candidates: tuple[tuple[str, float], ...],
                                                              believed: bool) -> None:
    court.commit(court.sees(court.event("appeared", "9C")))
    ruling = court.sees(court.event("appeared", candidates[0][0], sure=False, candidates=candidates))
    assert isinstance(ruling, Commit) == believed
    assert not isinstance(ruling, Commit) or str(ruling.action.card) == "9S"


def test_a_sure_illegal_card_is_judged_illegal() -> None:
    court = Court()
    court.commit(court.sees(court.event("appeared", "KD")))  # 101 is prime: no King can follow
    assert court.sees(court.event("appeared", "KC")) is None
    ruling = court.rule(HOLD_S + 0.1)
    assert isinstance(ruling, Commit)
    assert ruling.verdict.kind == "illegal"


def test_an_impossible_card_needs_an_answer(court: Court) -> None:
    court.commit(court.sees(court.event("appeared", "9C")))
    court.sees(court.event("appeared", "9C"))
    ruling = court.rule(HOLD_S + 0.1)
    assert isinstance(ruling, Question)
    assert "misread" in english(ruling.sentence, "never_over")


def test_an_illegal_card_taken_back_needs_no_word() -> None:
    court = Court()
    court.commit(court.sees(court.event("appeared", "KD")))
    card = court.event("appeared", "KC")
    court.sees(card)
    court.commit(court.rule(HOLD_S + 0.1))
    assert court.sees(court.event("left", "KC", track=card.track)) is None
    assert court.referee.is_idle


def test_a_card_the_players_entered_by_hand_is_expected(court: Court) -> None:
    court.match.push(parse_action("Ann play 9C = 86"))
    assert court.sees(court.event("appeared", "9C")) is None
    assert court.referee.is_idle


def test_a_card_put_down_and_taken_up_again_is_nothing(court: Court) -> None:
    card = court.event("appeared", "KD")
    court.referee.notice([card])
    court.referee.notice([court.event("left", "KD", track=card.track)])
    assert court.rule(5) is None
    assert court.referee.is_idle


def test_one_card_gone_is_no_new_deal_but_a_bare_pile_is() -> None:
    court = Court(target="2000")
    events = []
    for label in ("6D", "9C", "9H"):
        events.append(court.event("appeared", label))
        court.commit(court.sees(events[-1]))
    court.match.push(parse_action("Ann stuck"))
    assert court.sees(court.event("left", "9H", track=events[2].track)) is None
    rest = [court.event("left", e.label, track=e.track) for e in events[:2]]
    assert court.commit(court.sees(*rest)) == "table deal"
    assert court.rule(5) is None


def test_a_card_gone_for_long_is_missed(court: Court) -> None:
    court.sees(court.event("left", "6D", track=1))
    ruling = court.rule(LOST_S + 0.1)
    assert isinstance(ruling, Lost)
    assert "6 of diamonds" in english(ruling.sentence, "never_over")


def test_of_a_card_that_cannot_be_read_the_joker_is_offered_first() -> None:
    """Many bear no index."""
    court = Court("page_one", ("Ann", "Bob", "Cal"), ["table deal"])
    court.sees(court.event("appeared", "??", "trick", sure=False, candidates=()))
    ruling = court.rule(HOLD_S)
    assert isinstance(ruling, Question)
    assert str(ruling.candidates[0].card) == "JK"


def test_a_single_card_on_a_pair_may_be_half_of_one() -> None:
    court = Court("thirteen", ("Ann", "Bob", "Cal", "Dan"), ["Ann play 3S 3D"])
    court.referee.done([court.event("appeared", card, "trick") for card in ("3S", "3D")])
    assert court.sees(court.event("appeared", "2D", "trick")) is None
    ruling = court.rule(HOLD_S)
    assert isinstance(ruling, Question)
    assert "Bob play 2D" in map(str, ruling.candidates)


def test_cards_that_settle_together_are_one_action() -> None:
    court = Court("thirteen", ("Ann", "Bob", "Cal", "Dan"), ["Ann play 3S 4D 5C"])
    assert court.sees(*(court.event("appeared", label, "trick") for label in ("3S", "4D", "5C"))) is None  # as entered
    ruling = court.sees(*(court.event("appeared", label, "trick") for label in ("4S", "5D", "6C")))
    assert court.commit(ruling) == "Bob play 4S 5D 6C"


@pytest.mark.parametrize("gathered", [True, False])
def test_what_is_read_badly_where_a_card_seems_to_have_been_taken_is_not_ruled_in(gathered: bool) -> None:
    """It may be that card: a hand rested on it."""
    court = Court("thirteen", ("Ann", "Bob", "Cal"), ["Ann play 3S", "Bob play 2S", "Cal knock", "Ann knock"])
    three, two = court.event("appeared", "3S", "trick"), court.event("appeared", "2S", "trick")
    court.referee.done([replace(three, centre_mm=(8.0, 5.0)), replace(two, centre_mm=(80.0, 0.0))])
    court.sees(replace(court.event("left", "3S", "trick", track=1), centre_mm=(8.0, 5.0)))
    court.now_s += 1.4
    likely = (("AS", 0.66), ("2S", 0.32), ("3S", 0.01))
    court.sees(court.event("appeared", "AS", "trick", sure=False, candidates=likely))
    court.now_s += LOST_S
    gone = [court.event("left", label, "trick", track=track) for track, label in ((2, "2S"), (3, "AS"))]
    ruling = court.sees(*(gone if gathered else ())) or court.rule(NEXT_S)
    assert not (isinstance(ruling, Commit) and ruling.action.cards)


def test_nothing_is_ruled_while_cards_are_being_read(court: Court) -> None:
    court.referee.notice([court.event("appeared", "9C")])
    assert court.referee.rule(court.match, 0.0, settling=True) is None


def test_an_answer_tells_what_the_card_is(court: Court) -> None:
    event = court.event("appeared", "9C", sure=False, candidates=(("9C", 0.7), ("9S", 0.25)))
    court.sees(event)
    action = parse_action("Ann play 9S = 86")
    court.match.push(action)
    court.referee.done([event], action)
    assert court.rule(5) is None
    assert court.sees(court.event("left", "9C", track=event.track)) is None  # the state misses the 9 of spades now
    assert not court.referee.is_idle


def test_readings_that_mean_one_card_of_the_game_are_one_choice() -> None:
    means = {"AS": "+1", "AC": "+1", "AD": "<=1"}
    referee = Referee(lambda label: means.get(label, label))
    court = Court("never_over", ("Ann", "Bob", "Cal"), referee=referee)
    court.sees(court.event("appeared", "AS", "green:Ann", sure=False, again=True,
                           candidates=(("AS", 0.55), ("AC", 0.44), ("AD", 0.01))))
    ruling = court.rule(NEXT_S)
    assert isinstance(ruling, Question)
    assert [str(a) for a in ruling.candidates] == ["Ann play +1"]


@pytest.mark.parametrize(("likely", "again", "believed"), [(0.91, False, True), (0.60, False, False),
                                                           (0.91, True, False)])
def test_a_card_is_sure_if_all_it_can_be_means_the_same(likely: float, again: bool, believed: bool) -> None:
    means = {"AS": "+1", "AC": "+1", "AD": "<=1"}
    court = Court("never_over", ("Ann", "Bob", "Cal"), referee=Referee(lambda label: means.get(label, label)))
    ruling = court.sees(court.event("appeared", "AS", "green:Ann", sure=False, again=again,
                                    candidates=(("AS", likely), ("AC", 0.08), ("AD", 0.92 - likely))))
    assert isinstance(ruling, Commit) == believed


@pytest.mark.parametrize(("below", "is_new"), [("AC", True), ("AS", False)])
def test_a_card_of_another_face_has_not_slid_there_though_it_means_the_same(below: str, is_new: bool) -> None:
    means = {"AS": "+1", "AC": "+1"}
    court = Court("never_over", ("Ann", "Bob", "Cal"), referee=Referee(lambda label: means.get(label, label)))
    court.commit(court.sees(court.event("appeared", below, "discards")))
    beside = replace(court.event("appeared", "AS", "discards"), centre_mm=(34.0, 0.0))
    assert isinstance(court.sees(beside), Commit) == is_new


def test_a_red_card_on_another_pile_is_that_players_cap() -> None:
    court = Court("never_over", ("Ann", "Bob", "Cal"))
    assert court.commit(court.sees(court.event("appeared", "<=2", "red:Bob"))) == "Ann play <=2 on Bob"


def test_a_card_outside_the_games_places_is_nobodys_business(court: Court) -> None:
    assert court.sees(court.event("appeared", "9C", zone="")) is None
    assert court.referee.is_idle


# -- captures ---------------------------------------------------------------------------------


def scopa() -> Court:
    """The board of a first hand of Scopa; Ann to play."""
    court = Court("scopa")
    board = [court.event("appeared", label, "board") for label in ("2C", "5H", "KS", "3D")]
    court.commit(court.sees(*board))
    court.board = {event.label: event.track for event in board}  # type: ignore[attr-defined]
    return court


def taken(court: Court, *labels: str, **tracks: int) -> list[TableEvent]:
    board = {**court.board, **tracks}  # type: ignore[attr-defined]
    return [court.event("left", label, "board", track=board[label]) for label in labels]


@pytest.mark.parametrize("order", ["2C 5H 7D", "7D 2C 5H"])
def test_a_card_laid_beside_what_it_takes_is_no_fault(order: str) -> None:
    court = scopa()
    laid = court.event("appeared", "7D", "board")
    assert court.sees(laid) is None
    assert court.rule(HOLD_S + 1.0) is None  # it can take something, so there may be more to come
    ruling = court.sees(*taken(court, *order.split(), **{"7D": laid.track}))
    assert court.commit(ruling) in ("Ann play 7D take 2C 5H", "Ann play 7D take 5H 2C")
    assert court.rule() is None
    assert court.commit(court.sees(court.event("appeared", "QH", "board"))) == "Bob play QH"


def test_a_card_read_badly_while_it_took_another_is_asked_about_once() -> None:
    court = scopa()
    blur = court.event("appeared", "KC", "board", sure=False, candidates=(("KC", 0.4), ("KH", 0.3)))
    court.referee.notice([blur, court.event("left", "KC", "board", track=blur.track, sure=False)])
    court.now_s += 0.5
    court.sees(*taken(court, "KS"))
    ruling = court.rule(BEGUN_S)
    assert isinstance(ruling, Question)
    action = parse_action("Ann play KC take KS")
    court.match.push(action)
    court.referee.done(ruling.events, action)
    assert court.rule(5) is None
    assert court.referee.is_idle


def test_a_card_that_may_take_others_waits_though_something_is_read_badly_beside_it() -> None:
    court = scopa()
    seven = court.event("appeared", "7D", "board")
    blur = court.event("appeared", "JC", "board", sure=False, candidates=(("JC", 0.45), ("KC", 0.27)))
    assert court.sees(seven, blur) is None
    assert court.rule(HOLD_S + 1.0) is None
    assert isinstance(court.sees(*taken(court, "2C", "5H", "7D", **{"7D": seven.track})), Question)


def test_a_card_turned_up_beside_what_it_takes_waits_for_it_to_be_taken() -> None:
    court = scopa()
    turned = court.event("turned", "7D", "board")
    assert court.sees(turned) is None
    assert court.rule(HOLD_S + 1.0) is None
    assert court.commit(court.sees(*taken(court, "2C", "5H", "7D", **{"7D": turned.track}))) in (
        "Ann play 7D take 2C 5H", "Ann play 7D take 5H 2C")


@pytest.mark.parametrize(("likely", "is_asked"), [(0.1, False), (0.4, True)])
def test_what_one_look_read_and_the_others_did_not_is_asked_about_only_if_it_was_likely(
        court: Court, likely: float, is_asked: bool) -> None:
    blur = court.event("appeared", "9C", sure=False, candidates=(("9C", likely),))
    court.referee.notice([blur, court.event("left", "9C", track=blur.track, sure=False)])
    assert isinstance(court.rule(NEXT_S + 1), Question) == is_asked


def test_a_card_read_unsurely_that_may_take_others_is_not_asked_about_before_they_are_taken() -> None:
    court = scopa()
    laid = court.event("appeared", "KC", "board", sure=False, candidates=(("KC", 0.86), ("QC", 0.08), ("8C", 0.06)))
    assert court.sees(laid) is None
    assert court.rule(HOLD_S + 1.0) is None
    assert court.commit(court.sees(*taken(court, "KS"), *taken(court, "KC", KC=laid.track))) == "Ann play KC take KS"


@pytest.mark.parametrize(("after_s", "x", "is_new"), [(1.3, 10.0, False), (1.3, 60.0, True), (5.0, 10.0, True)])
def test_a_card_seen_twice_that_is_missed_for_a_moment_is_not_laid_again(
        after_s: float, x: float, is_new: bool) -> None:
    """The camera was pushed: of the two that had been seen one left, so the game misses none, and came again."""
    court = Court("never_over", ("Ann", "Bea", "Cal"), ["Ann discard <=3"])
    first, again = court.event("appeared", "<=3", "discards"), court.event("appeared", "<=3", "discards")
    court.referee.done([first, again])
    assert court.sees(court.event("left", "<=3", "discards", track=again.track)) is None
    court.now_s += after_s
    court.sees(replace(court.event("appeared", "<=3", "discards"), centre_mm=(x, 0.0)))
    assert (court.rule(HOLD_S) is None and court.referee.is_idle) != is_new


@pytest.mark.parametrize(("read", "is_asked"), [
    ((), False), ((("8D", 0.1), ("KD", 0.08)), False), ((("8D", 0.6),), True)])
def test_a_back_that_looks_like_a_face_on_what_was_taken_is_nobodys_business(
        read: tuple[tuple[str, float], ...], is_asked: bool) -> None:
    """A card that shows its face there tells of a sweep."""
    court = scopa()
    label = read[0][0] if read else "??"
    court.sees(court.event("appeared", label, "captured:Ann", sure=False, candidates=read))
    assert isinstance(court.rule(BEGUN_S), Question) == is_asked
    assert court.referee.is_idle != is_asked


def test_a_card_left_lying_that_should_have_taken_is_a_fault() -> None:
    court = scopa()
    assert court.sees(court.event("appeared", "7D", "board")) is None
    ruling = court.rule(BEGUN_S + 0.1)
    assert isinstance(ruling, Commit)
    assert ruling.verdict.codes == ("MUST_CAPTURE",)


def test_cards_taken_one_after_another_are_one_capture() -> None:
    court = scopa()
    laid = court.event("appeared", "7D", "board")
    assert court.sees(laid) is None
    gone = {event.label: event for event in taken(court, "7D", "2C", "5H", **{"7D": laid.track})}
    rulings = []
    for label in ("7D", "2C", "5H"):
        court.now_s += 0.3
        rulings.append(court.sees(replace(gone[label], time_s=court.now_s)))
    assert rulings[:2] == [None, None]
    assert court.commit(rulings[2]) == "Ann play 7D take 2C 5H"
    assert court.rule(LOST_S) is None


# -- melds ------------------------------------------------------------------------------------


FOUR = ("Ann", "Bea", "Cal", "Dan")


def canasta(*lines: str) -> Court:
    """A hand of Canasta in which Ann is to act after these lines."""
    return Court("canasta", FOUR, ["table start 9D", *lines])


def at(event: TableEvent, x_mm: float, y_mm: float = 0.0) -> TableEvent:
    return replace(event, centre_mm=(x_mm, y_mm))


def test_a_wild_card_belongs_to_the_rank_it_lies_with() -> None:
    court = canasta()
    melds = [at(court.event("appeared", label, "meld:Ann+Cal"), x) for label, x in
             (("KC", 0), ("KD", 0), ("KH", 0), ("AC", 66), ("AD", 66), ("AH", 66))]
    court.referee.notice(melds)
    assert {court.commit(court.rule(HOLD_S)), court.commit(court.rule(HOLD_S))} == {"Ann meld KC KD KH",
                                                                                     "Ann meld AC AD AH"}
    court.now_s += 3
    court.sees(at(court.event("appeared", "2S", "meld:Ann+Cal"), 64, 30))
    assert court.commit(court.rule(HOLD_S)) == "Ann add 2S to A"


def test_a_wild_card_between_two_melds_is_asked_about() -> None:
    court = canasta("Ann meld KC KD KH", "Ann meld AC AD AH")
    melds = [at(court.event("appeared", label, "meld:Ann+Cal"), x) for label, x in
             (("KC", 0), ("KD", 0), ("KH", 0), ("AC", 66), ("AD", 66), ("AH", 66))]
    assert court.sees(*melds) is None
    court.now_s += 3
    court.sees(at(court.event("appeared", "2S", "meld:Ann+Cal"), 33, 30))
    ruling = court.rule(HOLD_S)
    assert isinstance(ruling, Question)
    assert {str(a) for a in ruling.candidates} == {"Ann add 2S to K", "Ann add 2S to A"}


def test_two_cards_of_a_meld_whose_third_was_overlooked_are_no_fault() -> None:
    court = canasta()
    court.sees(*(court.event("appeared", label, "meld:Ann+Cal") for label in ("KC", "KD")))
    assert isinstance(court.rule(HOLD_S + 0.1), Question)


@pytest.mark.parametrize("laid", [True, False])
def test_the_piles_top_card_taken_up_may_be_laid_before_the_pile_is_taken(laid: bool) -> None:
    court = canasta("Ann meld KC KD KH", "Ann meld AC AD AH", "Ann discard 4C", "Bea discard KS")
    pile = [court.event("appeared", label) for label in ("9D", "4C", "KS")]
    melds = [court.event("appeared", label, "meld:Ann+Cal") for label in ("KC", "KD", "KH", "AC", "AD", "AH")]
    assert court.sees(*pile, *melds) is None
    court.now_s += 3
    pile = pile[2:] if laid else pile
    assert court.sees(*(court.event("left", card.label, track=card.track) for card in pile)) is None
    if laid:
        court.now_s += 1
        court.sees(court.event("appeared", "KS", "meld:Ann+Cal"))
        assert court.commit(court.rule(HOLD_S)) == "Cal add KS to K"
    else:
        assert court.commit(court.rule(HOLD_S)) == "Cal take"


def test_a_canasta_may_be_squared_up_but_no_other_meld() -> None:
    seven = ("KC", "KD", "KH", "KS", "KC", "KD", "KH")
    court = canasta(f"Ann meld {' '.join(seven)}", "Ann meld AC AD AH")
    cards = [court.event("appeared", label, "meld:Ann+Cal") for label in (*seven, "AC", "AD", "AH")]
    assert court.sees(*cards) is None
    gone = [court.event("left", e.label, "meld:Ann+Cal", track=e.track) for e in cards]
    assert court.sees(*gone[:6]) is None
    assert court.referee.is_idle
    assert court.rule(LOST_S + 1) is None
    assert court.sees(court.event("appeared", "KC", "meld:Ann+Cal")) is None  # fanned out again
    assert court.referee.is_idle
    court.sees(gone[7])
    assert isinstance(court.rule(LOST_S + 1), Lost)


def test_a_meld_in_which_a_card_lies_unread_is_asked_about() -> None:
    court = Court("canasta", ("Ann", "Bea", "Cal", "Dan"), ("table start 7H",))
    court.now_s = 5.0
    laid = [court.event("appeared", label, "meld:Ann+Cal") for label in ("KD", "KC", "KS")]
    court.now_s += 0.8
    laid.append(court.event("appeared", "??", "meld:Ann+Cal", sure=False, candidates=()))
    court.sees(*laid)
    ruling = court.rule(HOLD_S)
    assert isinstance(ruling, Question)
    assert "could not be read" in english(ruling.sentence, "never_over")
    assert str(ruling.candidates[0]) == "Ann meld KD KC KS"
    court.referee.done(ruling.events, parse_action("Ann meld KD KC KS 2C"))
    assert court.referee.is_idle
    assert str(court.referee._laid.lying[laid[-1].track].card) == "2C"  # what the players said it is


def test_an_unread_card_is_what_the_answer_says_and_is_not_asked_about_again() -> None:
    court = Court("scopa", ("Ann", "Bob"), ("table deal 2C 5D 7S KH",))
    ruling = court.sees(court.event("appeared", "??", "board", sure=False, candidates=()))
    ruling = court.rule(HOLD_S * 6)
    assert isinstance(ruling, Question)
    assert not court.referee.went_before(court.match, parse_action("Ann play 3C"), ruling.events)


def test_a_card_of_somebody_else_than_has_just_spoken_is_asked_about(court: Court) -> None:
    court.referee.hear(parse_action("Bob play 9C"), court.now_s)
    assert isinstance(court.sees(court.event("appeared", "9C")), Question)


def test_what_was_said_long_ago_does_not_make_a_card_that_of_another_player_than_has_just_spoken() -> None:
    """A King is overlooked, and his count fits the card that the other player lays next."""
    court = Court("limbo", ("Ann", "Bob"), ["table start KD = 101", "Ann play 4C = 97", "Bob play TH = 87"])
    court.referee.hear(parse_action("Ann play KH = 29"), court.now_s)
    court.now_s += 3
    court.referee.hear(parse_action("Bob play 3S = 26"), court.now_s)
    assert isinstance(court.sees(court.event("appeared", "3S")), Question)  # 29 is what Ann's three would make


def test_a_card_that_came_to_light_and_is_followed_anew_is_not_gone_where_it_was_followed_before() -> None:
    court = Court("canasta", ("Ann", "Bea", "Cal", "Dan"))
    start = court.event("appeared", "4H")
    court.commit(court.sees(start))
    court.commit(court.sees(court.event("appeared", "TH")))
    assert court.sees(court.event("left", "4H", track=start.track)) is None  # the ten lies on it
    assert court.sees(court.event("appeared", "4H")) is None
    assert court.sees(court.event("left", "4H", track=start.track)) is None
    assert court.rule(LOST_S + 0.1) is None
    assert court.referee.is_idle


def test_a_card_that_was_taken_up_with_what_it_could_take_is_not_said_to_have_broken_a_rule() -> None:
    """What it took had been followed twice, so that one of the two seems to lie there still."""
    court = Court("scopa", ("Ann", "Bob"), ("table deal 2C 5D JC KH",))
    board = [court.event("appeared", label, "board") for label in ("2C", "5D", "JC", "KH", "JC")]
    court.referee.done(board)
    court.now_s += 3
    jack = court.event("appeared", "JD", "board")
    assert court.sees(jack) is None
    court.now_s += 2
    assert court.sees(court.event("left", "JD", "board", track=jack.track)) is None
    court.now_s += 1
    court.sees(court.event("left", "JC", "board", track=board[2].track))
    assert isinstance(court.rule(BEGUN_S), Question)


def pile_of_canasta() -> Court:
    court = Court("canasta", ("Ann", "Bea", "Cal", "Dan"))
    court.commit(court.sees(court.event("appeared", "4H")))
    return court


@pytest.mark.parametrize(("after_s", "asked"), [(1.0, False), (4.0, True)])
def test_a_card_that_is_found_again_while_it_still_waits_is_one(after_s: float, asked: bool) -> None:
    """As long as nobody can have laid another upon it."""
    court = pile_of_canasta()
    first = court.event("appeared", "6H")
    court.now_s += after_s
    court.referee.notice([first, replace(court.event("appeared", "6H", sure=False, again=True), centre_mm=(3.0, 2.0))])
    assert court.commit(court.rule(HOLD_S)) == "Ann discard 6H"
    assert isinstance(court.rule(NEXT_S), Question) == asked


def test_a_card_that_was_followed_twice_leaves_once() -> None:
    court = pile_of_canasta()
    king, again = court.event("appeared", "KC"), court.event("appeared", "KC", sure=False, again=True)
    court.commit(court.sees(king))
    court.sees(replace(again, centre_mm=(15.0, 9.0)))
    court.now_s += 2
    court.sees(*(court.event("left", "KC", track=e.track, again=e.again) for e in (again, king)))
    assert [(e.kind, e.track) for e in court.referee._laid.pending] == [("left", king.track)]


def test_a_hand_laid_face_down_is_asked_about_and_one_laid_open_is_shown() -> None:
    court = Court("never_over", ("Ann", "Bea", "Cal"))
    court.referee.seats.reached("Ann", (0.0, 400.0))
    aside = {"hand_mm": (0.0, 400.0), "zone": ""}
    assert court.sees(court.event("appeared", "??", sure=False, face_up=False, **aside)) is None
    ruling = court.rule(WAIT_S)
    assert isinstance(ruling, Question)
    assert [str(action) for action in ruling.candidates] == ["Ann retire"]
    court.match.push(ruling.candidates[0])
    court.referee.done(ruling.events, ruling.candidates[0])
    court.sees(*(court.event("appeared", label, **aside) for label in ("+3", "<=2")))
    assert court.commit(court.rule(MORE_S)) == "Ann show +3 <=2"
    court.sees(*(court.event("appeared", label, **aside) for label in ("+3", "<=2")))
    assert court.rule(MORE_S) is None  # it is known


@pytest.mark.parametrize("more", [{"zone": "stock", "hand_mm": (0.0, 400.0)}, {"zone": ""}])
def test_the_stock_and_what_lay_there_from_the_first_mean_nothing(more: dict[str, Any]) -> None:
    court = Court("never_over", ("Ann", "Bea", "Cal"))
    court.referee.seats.reached("Ann", (0.0, 400.0))
    court.sees(court.event("appeared", "??", sure=False, face_up=False, **more))
    assert court.rule(WAIT_S) is None


def test_a_card_laid_face_down_by_somebody_else_means_nothing() -> None:
    court = Court("never_over", ("Ann", "Bea", "Cal"))
    court.referee.seats.reached("Bea", (-500.0, 0.0))
    court.referee.seats.reached("Ann", (0.0, 400.0))
    court.sees(court.event("appeared", "??", sure=False, face_up=False, hand_mm=(-500.0, 0.0), zone=""))
    assert court.rule(WAIT_S) is None


def test_the_stock_is_nobody_s_hand_given_up() -> None:
    court = Court("never_over", ("Ann", "Bea", "Cal"))
    court.referee.seats.reached("Ann", (0.0, 400.0))
    court.sees(court.event("appeared", "??", sure=False, face_up=False, hand_mm=(0.0, 400.0), zone="stock"))
    assert court.rule(WAIT_S) is None


NEAR, LEFT, RIGHT = (0.0, 400.0), (-600.0, 0.0), (600.0, 0.0)  # Ann, Bea and Cal, clockwise


def again(court: Court) -> TableEvent:
    return court.event("appeared", "<=3", "red:Ann", sure=False, candidates=(("<=3", 0.98),), again=True)


@pytest.fixture
def three() -> Court:
    """Never Over; Bea to play."""
    court = Court("never_over", ("Ann", "Bea", "Cal"))
    for name, hand_mm in (("Ann", NEAR), ("Bea", LEFT), ("Cal", RIGHT)):
        court.referee.seats.reached(name, hand_mm)
        court.referee.seats.reached(name, hand_mm)
    court.commit(court.sees(court.event("appeared", "+2", "green:Ann", hand_mm=NEAR)))
    return court


def test_a_card_that_may_be_the_old_one_is_none_if_the_same_player_comes_next(three: Court) -> None:
    assert three.sees(again(three)) is None
    three.now_s += 3
    ruling = three.sees(three.event("appeared", "+4", "discards", hand_mm=LEFT))
    assert three.commit(ruling) == "Bea discard +4"
    assert three.rule(NEXT_S) is None


def test_a_card_that_may_be_the_old_one_and_was_touched_by_somebody_not_on_turn_is_none(three: Court) -> None:
    assert three.sees(replace(again(three), hand_mm=RIGHT)) is None
    assert three.rule(NEXT_S) is None
    assert three.referee.is_idle


def test_an_answer_that_names_one_of_two_cards_leaves_the_other_its_name(three: Court) -> None:
    pushed, laid = again(three), three.event("appeared", "+4", "green:Bea", sure=False, candidates=(("+4", 0.6),))
    three.sees(pushed, laid)
    three.referee.done([pushed, laid], parse_action("Bea play +4"))
    assert [str(three.referee._laid.lying[e.track].card) for e in (pushed, laid)] == ["<=3", "+4"]


def test_a_card_that_may_be_the_old_one_and_can_mean_nothing_now_is_none_if_the_player_on_turn_comes_next() -> None:
    court = canasta("Ann discard 4C", "Bea meld KC KD KH", "Bea meld AC AD AH", "Bea discard 5C")
    for name, hand_mm in zip(FOUR, (NEAR, LEFT, (0.0, -400.0), RIGHT), strict=True):
        court.referee.seats.reached(name, hand_mm)
        court.referee.seats.reached(name, hand_mm)
    theirs = [court.event("appeared", label, "meld:Bea+Dan") for label in ("KC", "KD", "KH", "AC", "AD", "AH")]
    assert court.sees(*(court.event("appeared", label) for label in ("9D", "4C", "5C")), *theirs) is None
    assert court.sees(court.event("appeared", "KH", "meld:Bea+Dan", sure=False, again=True)) is None
    court.now_s += 3
    assert court.commit(court.sees(court.event("appeared", "7C", hand_mm=(0.0, -400.0)))) == "Cal discard 7C"
    assert court.rule(NEXT_S) is None


def test_a_card_that_may_be_the_old_one_is_asked_about_if_another_player_comes_next(three: Court) -> None:
    assert three.sees(again(three)) is None
    three.now_s += 3
    three.sees(three.event("appeared", "+4", "discards", hand_mm=RIGHT))
    assert isinstance(three.rule(HOLD_S), Question)


def test_a_card_that_may_be_the_old_one_is_asked_about_if_nobody_comes(three: Court) -> None:
    assert three.sees(again(three)) is None
    assert isinstance(three.rule(NEXT_S), Question)
