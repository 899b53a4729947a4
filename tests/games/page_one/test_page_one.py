"""Page One: the vectors of RULES 4.8 by their ids, calls, draws, and revokes against every way in which
the cards could have come."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from spoken import Says

from companion.words.speaker import english
from rules import Change, Match, SetupError, Table, Verdict, parse_action, parse_card, parse_cards, parse_record
from rules.adjudicate import RecordJudge
from rules.core.cards import SUITS, Card
from rules.core.people import random_player
from rules.core.record import new_record
from rules.games.page_one import PAGE_ONE
from rules.games.page_one.house import PACK
from rules.games.page_one.state import BEFORE_ALL, Seat, State
from tests.games.page_one.full_pack import CAUSES, Course, Life, Slot, Word, compare

SAYS = Says(PAGE_ONE)

FOUR = ("P1", "P2", "P3", "P4")


def match(players: int = 4, **options: str) -> Match:
    """P1 leads."""
    names = FOUR[:players]
    return Match(PAGE_ONE, Table(names, names[-1], options))


def pushed(game: Match, *lines: str) -> Verdict:
    """The verdict on the last line; the lines before it must be accepted."""
    for line in lines[:-1]:
        verdict = game.push(parse_action(line))
        assert verdict.applies, (line, verdict)
    return game.push(parse_action(lines[-1]))


def position(*sizes: int, stock: int = 20, discards: str = "", leads: int = 0, **options: str) -> Match:
    """A game with these hands; P1 leads unless told otherwise."""
    game = match(len(sizes), **options)
    seats = tuple(Seat((BEFORE_ALL,) * size) for size in sizes)
    game.state = replace(game.state, seats=seats, stock=stock, discards=parse_cards(discards), turn=leads,
                         untouched=False)
    return game


def sizes(game: Match) -> list[int]:
    return [seat.size for seat in game.state.seats]


def judged(verdict: Verdict) -> tuple[Any, ...]:
    return (verdict.kind, *verdict.codes)


# -- tricks -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("line", "expected"), [
    ("P2 play KS", ("ok",)), ("P2 play KH", ("illegal", "OFF_SUIT")), ("P2 play JK", ("ok",)),
    ("P3 play KS", ("illegal", "WRONG_TURN")), ("P2 play 9S", ("illegal", "DUPLICATE")),
    ("P2 play +3", ("illegal", "FOREIGN")), ("P2 play KS QS", ("illegal", "TWO_CARDS")),
    ("P2 play KS to H", ("illegal", "CLAUSE")), ("P2 draw 0", ("illegal", "STILL_CARDS")),
    ("P2 draw 99", ("illegal", "SHORT_STOCK")), ("table deal", ("illegal", "EARLY_DEAL")),
    ("table reshuffle", ("illegal", "NOTHING_TO_SHUFFLE")), ("P3 draw", ("illegal", "WRONG_TURN")),
    ("P2 say page one", ("warn", "FALSE_CALL")), ("table play KS", ("illegal", "WRONG_TURN")),
], ids=["PO_01", "PO_02", "PO_03", *["more"] * 12])
def test_second_to_a_9_of_spades(line: str, expected: tuple[str, ...]) -> None:
    game = match()
    pushed(game, "P1 play 9S")
    before = game.state
    verdict = pushed(game, line)
    assert judged(verdict) == expected
    assert SAYS.why(verdict)
    if verdict.kind == "illegal":
        assert PAGE_ONE.public(game.state) == PAGE_ONE.public(before)


def test_PO_03_a_joker_only_when_unable() -> None:  # noqa: N802 - named after the vector
    game = match(2, joker_anytime="false")
    assert pushed(game, "P1 play 9S", "P2 play JK").kind == "ok"
    assert PAGE_ONE.public(game.state)["void"] == {"P1": [], "P2": ["S"]}
    verdict = pushed(game, "P2 play 4S")
    assert (judged(verdict), verdict.about) == (("proven", "REVOKE"), 1)
    anytime = match(2)
    assert pushed(anytime, "P1 play 9S", "P2 play JK", "P2 play 4S").kind == "ok"


@pytest.mark.parametrize(("trick", "winner"), [
    ("9S KS JK AS", "P3"), ("9S TS AS KS", "P3"), ("2S 3S 4S 5S", "P4"), ("JK 2D KD 3D", "P1"),
], ids=["PO_10", "PO_11", "low", "PO_12"])
def test_who_wins_the_trick(trick: str, winner: str) -> None:
    game = match()
    for player, card in zip(FOUR, trick.split(), strict=True):
        assert pushed(game, f"{player} play {card}").kind == "ok"
    assert game.to_act == winner
    assert PAGE_ONE.public(game.state)["winner_so_far"] == winner


def test_PO_12_the_second_card_sets_the_suit_after_a_joker() -> None:  # noqa: N802
    game = match()
    assert judged(pushed(game, "P1 play JK", "P2 draw")) == ("illegal", "NO_NEED_TO_DRAW")
    assert judged(pushed(game, "P2 play 2D", "P3 play KD", "P4 play KC")) == ("illegal", "OFF_SUIT")


def test_PO_13_drawing_for_the_suit_after_a_joker() -> None:  # noqa: N802
    game = match()
    verdict = pushed(game, "P1 play JK", "P2 play 2D", "P3 draw 4", "P3 play AD", "P4 play 3D")
    assert verdict.kind == "ok"
    assert game.to_act == "P1"


def test_joker_lead_options() -> None:
    forbidden = match(joker_lead="forbidden")
    assert judged(pushed(forbidden, "P1 play JK")) == ("illegal", "JOKER_LEAD")
    assert pushed(position(1, 3, joker_lead="forbidden"), "P1 play JK").kind == "ok"
    named = match(joker_lead="joker_named_suit")
    verdict = pushed(named, "P1 play JK")
    assert judged(verdict) == ("need", "NAME_SUIT")
    assert [str(choice) for choice in verdict.choices] == [f"P1 play JK to {suit}" for suit in SUITS]
    assert judged(pushed(named, "P1 play JK to X")) == ("illegal", "NAME_SUIT")
    pushed(named, "P1 play JK to H")
    assert judged(pushed(named, "P2 play 2D")) == ("illegal", "OFF_SUIT")
    assert pushed(named, "P2 draw 2", "P2 play 2H").kind == "ok"


def test_PO_28b_called_just_before_the_play_that_leaves_one_card() -> None:  # noqa: N802
    game = position(4, 2, 4)
    assert pushed(game, "P1 play 9S", "P2 say page one").kind == "ok"
    assert pushed(game, "P2 play TS").kind == "ok"
    assert game.state.due == ()
    assert pushed(game, "P3 play JS").kind == "ok"
    drawn = position(4, 2, 4)  # whoever draws after saying so has not said it with that play
    pushed(drawn, "P1 play 9S", "P2 say page one", "P2 draw", "P2 play TS")
    assert sizes(drawn)[1] == 2


def test_PO_28c_nothing_left_to_draw_and_too_few_other_cards() -> None:  # noqa: N802
    game = match(4)
    verdict = pushed(game, "P1 play 9S", "P2 draw 37", "P2 draw 0")  # 41 cards, and 40 that are no spades
    assert (judged(verdict), verdict.about) == (("proven", "REVOKE"), 1)
    assert game.state.ended
    honest = match(4)
    assert pushed(honest, "P1 play 9S", "P2 draw 36").kind == "ok"
    assert pushed(honest, "P2 draw", "P2 play TS").kind == "ok"


def test_nothing_left_to_draw_without_a_draw_is_a_word_of_its_own() -> None:
    game = position(2, 41, stock=0)  # 40 of the cards unseen are no spades
    pushed(game, "P1 play 9S")
    assert judged(pushed(game, "P2 draw 0")) == ("illegal", "REVOKE")


@pytest.mark.parametrize(("option", "then"), [("after_draw", "proven"), ("allowed", "ok")], ids=["PO_34", "PO_35"])
def test_a_joker_for_the_suit_card_just_drawn(option: str, then: str) -> None:
    """Whoever draws and then plays the joker has found no card of the suit, or by the option may have found one."""
    game = position(8, 8, joker_for_drawn=option)
    assert pushed(game, "P1 play 9S", "P2 draw", "P2 play JK").kind == "ok"
    assert pushed(game, "P2 play 2H", "P1 play 3H", "P1 play 2S").kind == "ok"
    verdict = pushed(game, "P2 play 4S")
    assert verdict.kind == then
    if option == "allowed":  # one card was drawn, and not two
        assert judged(pushed(game, "P2 play 5S")) == ("proven", "REVOKE")


def test_the_suit_card_shown_after_a_draw_is_played_and_not_the_joker() -> None:
    game = position(4, 4)
    assert judged(pushed(game, "P1 play 9S", "P2 draw", "P2 show 4S", "P2 play JK")) == ("illegal", "OFF_SUIT")
    allowed = position(4, 4, joker_for_drawn="allowed")
    assert pushed(allowed, "P1 play 9S", "P2 draw", "P2 show 4S", "P2 play JK").kind == "ok"


def test_what_is_drawn_after_the_stock_was_used_up_was_used_before() -> None:
    clubs, lines = "8C 9C TC JC QC KC", ("P1 play 2D", "P2 draw", "table reshuffle")
    game = position(6, 8, stock=1, discards=clubs)
    verdict = pushed(game, *lines, "P2 draw 3", "P2 play 4D")  # there is no diamond in the new stock
    assert (judged(verdict), verdict.about) == (("proven", "REVOKE"), 1)
    game = position(6, 8, stock=1, discards=clubs)
    assert pushed(game, *lines, "P2 draw 6", f"P2 show {clubs}").kind == "ok"


def test_a_card_that_was_never_shuffled_in_is_not_drawn_from_the_new_stock() -> None:
    game = position(6, 1, stock=0, discards="2C 3C 4C 5C 6C 7C 8C 9C TC")
    assert pushed(game, "P1 play 9S", "table reshuffle", "P2 draw 2", "P2 play JK").kind == "ok"  # not one of the nine
    verdict = pushed(game, "P2 play 2D")
    assert judged(verdict) == ("illegal", "DUPLICATE")
    assert "never shuffled in" in SAYS.why(verdict)
    assert pushed(game, "P2 play 4C").kind == "ok"


def test_PO_28_the_joker_as_last_card() -> None:  # noqa: N802
    assert pushed(position(3, 1), "P1 play 9S", "P2 play JK").kind == "ok"
    game = position(3, 1, joker_last="false")
    assert judged(pushed(game, "P1 play 9S", "P2 play JK")) == ("illegal", "JOKER_LAST")
    assert pushed(game, "P2 draw 2", "P2 play JK").kind == "ok"
    leader = position(1, 3, joker_last="false")
    assert judged(pushed(leader, "P1 play JK")) == ("illegal", "JOKER_LAST")
    assert pushed(leader, "P1 draw", "P1 play JK").kind == "ok"


def test_PO_29_a_second_joker() -> None:  # noqa: N802
    assert judged(pushed(match(), "P1 play 9S", "P2 play JK", "P3 play JK")) == ("illegal", "DUPLICATE")


def test_PO_30_the_loser_of_the_trick_leads() -> None:  # noqa: N802
    game = match(2)
    pushed(game, "P1 play 9S", "P2 play KS")
    assert judged(pushed(game, "P1 play 2D")) == ("illegal", "WRONG_TURN")
    assert judged(pushed(game, "P2 draw")) == ("illegal", "MUST_LEAD")


# -- revokes ----------------------------------------------------------------------------------

PO_04 = ("P1 play 9S", "P2 draw 3", "P2 play 4S")


def test_PO_04_drawing_until_the_suit_turns_up() -> None:  # noqa: N802
    game = match(2)
    assert pushed(game, *PO_04).kind == "ok"
    assert sizes(game) == [3, 6]
    assert PAGE_ONE.public(game.state)["void"] == {"P1": [], "P2": ["S"]}
    assert PAGE_ONE.shown.advice(game.state)["maybe"] == {"P1": {}, "P2": {"S": 0}}


def test_PO_05_a_spade_without_a_draw_since() -> None:  # noqa: N802
    game = match(2)
    verdict = pushed(game, *PO_04, "P1 play 2S", "P2 play 7S")
    assert (judged(verdict), verdict.about) == (("proven", "REVOKE"), 1)
    assert SAYS.changes(verdict) == ("P2 wins the trick and leads.",)
    assert sizes(game) == [2, 5]


def test_PO_06_a_spade_that_may_have_come_with_another_draw() -> None:  # noqa: N802
    game = position(8, 4)
    verdict = pushed(game, *PO_04, "P1 play KH", "P2 draw 2", "P2 play 3H", "P1 play 2S", "P2 play 7S")
    assert verdict.kind == "ok"
    assert game.to_act == "P2"
    verdict = pushed(game, "P2 play 8S")
    assert (judged(verdict), verdict.about) == (("proven", "REVOKE"), 1)


def test_PO_07_penalty_cards_may_be_spades() -> None:  # noqa: N802
    game = match(2, false_call_penalty="5")
    pushed(game, *PO_04, "P2 say page one")
    assert sizes(game) == [3, 11]
    game.state = replace(game.state, turn=1)
    game.state = replace(game.state, trick=((0, parse_card("9S")), (1, parse_card("TS"))))
    for spade in "2S", "3S", "5S", "6S", "7S":
        assert pushed(game, f"P2 play {spade}").kind == "ok"
        game.state = replace(game.state, turn=1, trick=())
    assert judged(pushed(game, "P2 play 8S")) == ("proven", "REVOKE")


def test_PO_08_09_one_draw_leaves_the_hand_as_it_was() -> None:  # noqa: N802
    game = match(2)
    pushed(game, "P1 play 9S", "P2 draw", "P2 play TS")
    assert sizes(game) == [3, 4]
    verdict = pushed(game, "P2 play 4S")
    assert (judged(verdict), verdict.about) == (("proven", "REVOKE"), 1)


def test_a_joker_of_a_player_who_has_shown_the_suit() -> None:
    for anytime, expected in (("true", ("ok",)), ("false", ("illegal", "OFF_SUIT"))):
        game = match(2, joker_anytime=anytime)
        assert judged(pushed(game, "P2 show 7S", "P1 play 9S", "P2 play JK")) == expected


def test_a_false_call_leaves_the_trick_unless_it_costs_cards() -> None:
    for penalty, lying in (("0", 2), ("5", 0)):
        game = match(2, false_call_penalty=penalty)
        pushed(game, "P1 play 9S", "P2 play TS", "P1 say page one")
        assert len(game.state.cards) == lying


def test_a_split_draw_is_about_its_first_line() -> None:
    game = position(4, 4, stock=2, discards="2C 3C 4C 5C 6C 7C")
    verdict = pushed(game, "P1 play 9S", "P2 draw 2", "table reshuffle", "P2 draw 3", "P2 play TS", "P2 play 4S")
    assert (judged(verdict), verdict.about) == (("proven", "REVOKE"), 1)


def test_one_card_cannot_be_of_two_suits() -> None:
    """Counters for each suit alone would let both pass; one card drawn since cannot be two."""
    game = match(2)
    pushed(game, "P1 play 9S", "P2 draw", "P2 play TS")  # no spades
    pushed(game, "P2 play 2H", "P1 play 3H", "P1 play 9D", "P2 draw", "P2 play TD")  # no diamonds
    pushed(game, "P2 play 2C", "P1 draw", "P1 play 3C", "P1 play 9H", "P2 draw 2", "P2 play TH")  # one card more
    assert sizes(game)[1] == 3
    assert PAGE_ONE.shown.advice(game.state)["maybe"]["P2"] == {"D": 1, "H": 0, "S": 1}
    assert pushed(game, "P2 play 4S").kind == "ok"
    assert PAGE_ONE.shown.advice(game.state)["maybe"]["P2"] == {"D": 0, "H": 0, "S": 0}


def test_a_revoke_costs_what_the_house_says() -> None:
    game = match(2, revoke_penalty="5")
    pushed(game, *PO_04, "P1 play 2S", "P2 play 7S")
    assert sizes(game) == [2, 10]


def test_shown_cards_prove_and_bind() -> None:
    game = match(2)
    verdict = pushed(game, *PO_04, "P2 show 7S")
    assert (judged(verdict), verdict.about) == (("proven", "REVOKE"), 1)
    game = match(2)
    assert pushed(game, "P2 show 7S 2H").kind == "ok"
    assert judged(pushed(game, "P1 play 9S", "P2 draw 2")) == ("illegal", "REVOKE")
    assert pushed(game, "P2 play 7S").kind == "ok"
    assert judged(pushed(game, "P2 show 9S")) == ("warn", "DUPLICATE")
    assert judged(pushed(game, "P2 show 2S 3S 4S")) == ("warn", "HAND_COUNT")
    assert judged(pushed(game, "P1 play 2H")) == ("illegal", "DUPLICATE")


def test_drawn_cards_that_are_shown() -> None:
    game = match(2, show_draws="shown")
    pushed(game, "P1 play 9S", "P2 draw 3")
    assert pushed(game, "P2 show 2H 3D 4S").kind == "ok"
    assert judged(pushed(game, "P2 draw")) == ("illegal", "REVOKE")
    assert pushed(game, "P2 play 4S").kind == "ok"
    game = match(2, show_draws="shown")
    assert judged(pushed(game, "P1 play 9S", "P2 draw 3", "P2 play 4S")) == ("warn", "NOT_SHOWN")
    assert pushed(match(2, show_draws="shown"), "P1 play 9S", "P2 draw", "P2 play 4S").kind == "ok"


def test_a_card_from_before_the_shuffle_needs_a_draw_since() -> None:
    game = position(8, 4, stock=1, discards="2C 3C 4C 5C 6C 7S")
    pushed(game, "P1 play 9S", "P2 draw", "table reshuffle", "P2 draw 2", "P2 play TS", "P2 play 2D")
    assert judged(pushed(game, "P1 play 2C")) == ("illegal", "OFF_SUIT")
    pushed(game, "P1 play 3D")
    assert judged(pushed(game, "P1 play 2C")) == ("illegal", "DUPLICATE")
    pushed(game, "P1 play 4D", "P2 play 5D")
    assert pushed(game, "P2 play 3C").kind == "ok"
    assert judged(pushed(game, "P1 play 4C")) == ("illegal", "DUPLICATE")


def innocent(plays: list[tuple[int, Card]], came: list[int], words: list[tuple[int, str]]) -> bool:
    """Whether any assignment of the cards that came to the cards played breaks no word he gave.

    plays: (moment, card); came: moment of each card; words: (moment, suit) "I hold none of it".
    A card played at m that came at c must not be held across a word about its suit."""
    if not plays:
        return True
    moment, card = plays[0]
    for i, start in enumerate(came):
        held_across = any(start <= word <= moment and suit == card.suit for word, suit in words)
        if start < moment and not held_across and innocent(plays[1:], came[:i] + came[i + 1:], words):
            return True
    return False


@pytest.mark.parametrize("seed", range(25))
def test_a_revoke_is_proven_exactly_when_no_hand_is_innocent(seed: int) -> None:
    """P2 draws now and then although he could follow; the proof must come with the first play after
    which no way of dealing him the unseen cards leaves him innocent, and never before, unless too few
    cards are left for all that he has said."""
    rng = Random(seed)
    player = random_player(PAGE_ONE, Table(FOUR[:2], FOUR[1]), rng)
    game, hand = player.match, player.hands["P2"]
    came, plays, words, lied = [BEFORE_ALL] * len(hand), [], [], False
    for _ in range(60):
        state, held = game.state, tuple(hand)
        if state.ended or (not player.stock and not state.discards):
            return
        led = None if state.is_full else state.led
        if game.to_act == "P2" and led and player.stock and not state.due and not state.drawing and rng.random() < 0.5:
            action = parse_action("P2 draw 1")
        else:
            action = rng.choice(player.candidates())
        moment, drawing = state.at, state.drawing
        verdict = game.push(action)
        assert verdict.applies, (str(action), verdict)
        player.happened(action)
        if action.actor != "P2":
            assert verdict.kind == "ok"
            continue
        if action.verb == "draw":
            came += [moment] * action.numbers[0]
            words.append((moment, led or ""))
            lied = lied or (not drawing and any(card.suit == led for card in held))
            if verdict.kind == "proven":
                assert lied, "cards are too few only for somebody who has lied"
                return
        elif action.verb == "play":
            if drawing and action.card.suit == led:
                came.remove(max(came))  # the card that ends the draw is the one drawn last
            else:
                plays.append((moment, action.card))
            assert innocent(plays, came, words) is (verdict.kind == "ok"), list(map(str, game.events))
            if verdict.kind != "ok":
                assert verdict.codes == ("REVOKE",)
                return


# -- calls ------------------------------------------------------------------------------------


def test_PO_14_the_call_in_time() -> None:  # noqa: N802
    game = position(4, 4, 2, 4)
    verdict = pushed(game, "P1 play 9S", "P2 play TS", "P3 play JS")
    assert SAYS.changes(verdict) == ("P3 must say Page One now.",)
    assert pushed(game, "P3 say page one", "P4 play QS").kind == "ok"
    assert pushed(game, "P3 say page one").kind == "ok"


@pytest.mark.parametrize("acts", ["P4 play QS", "P4 draw 2"], ids=["PO_15", "PO_16"])
def test_the_call_is_late_when_the_next_player_has_acted(acts: str) -> None:
    game = position(4, 4, 2, 4)
    verdict = pushed(game, "P1 play 9S", "P2 play TS", "P3 play JS", acts)
    assert (judged(verdict), verdict.about) == (("proven", "MISSED_CALL"), 2)
    assert sizes(game)[2] == 6
    assert judged(pushed(game, "P3 say page one")) == ("warn", "FALSE_CALL")


def test_PO_17_the_winner_calls_before_he_leads() -> None:  # noqa: N802
    game = position(4, 4, 4, 2)
    pushed(game, "P1 play 9S", "P2 play TS", "P3 play JS", "P4 play QS", "P4 say page one")
    verdict = pushed(game, "P4 play 2D")
    assert verdict.kind == "ok"
    assert game.outcome.winners == ("P4",)


def test_PO_18_the_winner_leads_his_last_card_silently() -> None:  # noqa: N802
    game = position(4, 4, 4, 2)
    verdict = pushed(game, "P1 play 9S", "P2 play TS", "P3 play JS", "P4 play QS", "P4 play 2D")
    assert (judged(verdict), verdict.about) == (("proven", "MISSED_CALL"), 3)
    assert sizes(game)[3] == 5
    assert not game.outcome.over
    assert game.to_act == "P1"
    assert PAGE_ONE.public(game.state)["trick"] == ["2D"]


def test_PO_19_grace_for_the_winner() -> None:  # noqa: N802
    lines = ("P1 play 9S", "P2 play QS", "P3 play JS")
    assert judged(pushed(position(4, 2, 4, 4), *lines)) == ("proven", "MISSED_CALL")
    game = position(4, 2, 4, 4, deadline="winner_grace")
    assert pushed(game, *lines, "P4 play TS", "P2 say page one").kind == "ok"
    assert pushed(game, "P2 play 2D").kind == "ok"
    assert game.outcome.winners == ("P2",)
    beaten = position(4, 2, 4, 4, deadline="winner_grace")
    verdict = pushed(beaten, *lines, "P4 play KS")
    assert (judged(verdict), verdict.about) == (("proven", "MISSED_CALL"), 1)
    silent = position(4, 2, 4, 4, deadline="winner_grace")
    verdict = pushed(silent, *lines, "P4 play TS", "P2 play 2D")
    assert (judged(verdict), verdict.about) == (("proven", "MISSED_CALL"), 1)


def test_PO_20_down_to_one_card_again() -> None:  # noqa: N802
    game = position(4, 4, 1, 4)
    pushed(game, "P1 play 9C", "P2 play TC", "P3 draw", "P3 play JC")
    assert sizes(game)[2] == 1
    assert judged(pushed(game, "P4 play QC")) == ("proven", "MISSED_CALL")


def test_PO_21_four_draws_at_one_card() -> None:  # noqa: N802
    game = position(4, 4, 1, 4)
    pushed(game, "P1 play 9C", "P2 play TC", "P3 draw 4", "P3 play JC")
    assert sizes(game)[2] == 4
    assert pushed(game, "P4 play QC").kind == "ok"


def test_PO_27_a_call_with_two_cards() -> None:  # noqa: N802
    for penalty, size in (("0", 2), ("5", 7)):
        game = position(4, 3, false_call_penalty=penalty)
        assert judged(pushed(game, "P1 play 9S", "P2 play TS", "P2 say page one")) == ("warn", "FALSE_CALL")
        assert sizes(game)[1] == size


def test_PO_31_two_players() -> None:  # noqa: N802
    for act in ("P2 play TS", "P2 draw"):
        game = position(2, 4)
        verdict = pushed(game, "P1 play 9S", act)
        assert (judged(verdict), verdict.about) == (("proven", "MISSED_CALL"), 0)


def test_a_missed_call_costs_only_when_it_is_noticed() -> None:
    game = position(4, 2, 4, notice="on_challenge")
    assert pushed(game, "P1 play 9S", "P2 play TS", "P3 play JS").kind == "ok"
    assert PAGE_ONE.shown.advice(game.state)["call_missed"] == ["P2"]
    verdict = pushed(game, "P2 draw 5")
    assert (judged(verdict), verdict.about) == (("proven", "MISSED_CALL"), 1)
    assert sizes(game) == [3, 6, 3]
    assert game.to_act == "P3"
    late = position(4, 2, 4, notice="on_challenge")
    verdict = pushed(late, "P1 play 9S", "P2 play TS", "P3 play JS", "P2 say page one")
    assert judged(verdict) == ("proven", "MISSED_CALL")
    assert sizes(late)[1] == 6


def test_a_win_without_the_call_can_be_challenged() -> None:
    game = position(4, 2, 4, notice="on_challenge")
    pushed(game, "P1 play 9S", "P2 play QS", "P3 play JS", "P2 play 2D")
    assert game.outcome.winners == ("P2",)
    assert dict(game.scores) == {"P1": 0, "P2": 1, "P3": 0}
    assert judged(pushed(game, "P2 draw 5")) == ("proven", "MISSED_CALL")
    assert not game.outcome.over
    assert dict(game.scores) == {"P1": 0, "P2": 0, "P3": 0}
    assert game.to_act == "P3"
    assert pushed(game, "P3 play 3D").kind == "ok"


# -- stock, end, set-up -----------------------------------------------------------------------

SIXTEEN = "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC 2D 3D 4S"


def test_PO_22_the_finished_tricks_become_the_stock() -> None:  # noqa: N802
    game = position(4, 4, stock=2, discards=SIXTEEN)
    pushed(game, "P1 play 9S", "P2 draw 2")
    verdict = pushed(game, "P2 draw 3")
    assert judged(verdict) == ("illegal", "SHORT_STOCK")
    assert "reshuffle, then draw 3 more" in SAYS.why(verdict)
    pushed(game, "table reshuffle", "P2 draw 3")
    assert PAGE_ONE.public(game.state)["stock"] == 13
    assert pushed(game, "P2 play 4S").kind == "ok"
    assert sizes(game)[1] == 8


def test_PO_23_nothing_left_to_draw() -> None:  # noqa: N802
    game = position(4, 4, stock=1)
    pushed(game, "P1 play 9S", "P2 draw")
    assert judged(pushed(game, "P2 draw")) == ("illegal", "SHORT_STOCK")
    assert judged(pushed(game, "table reshuffle")) == ("illegal", "NOTHING_TO_SHUFFLE")
    assert SAYS.why(pushed(game, "P2 draw 0")) == "Nothing is left to draw: the game is drawn."
    assert game.outcome.over
    assert game.outcome.winners == ()
    assert game.to_act is None


def test_PO_24_the_trick_is_not_shuffled() -> None:  # noqa: N802
    game = position(4, 4, 4, stock=0, discards=SIXTEEN)
    pushed(game, "P1 play 9S", "table reshuffle")
    assert game.state.stock == 16
    assert judged(pushed(game, "P2 draw", "P2 show 9S")) == ("warn", "DUPLICATE")
    assert judged(pushed(game, "P2 play 9S")) == ("illegal", "DUPLICATE")


def test_PO_25_the_last_card_wins_at_once() -> None:  # noqa: N802
    game = position(4, 1, 4)
    pushed(game, "P1 play 9S", "P2 play TS")
    assert game.outcome.over
    assert game.outcome.winners == ("P2",)
    assert dict(game.outcome.scores) == {"P1": 0, "P2": 1, "P3": 0}
    assert judged(pushed(game, "P3 play JS")) == ("illegal", "NO_DEAL")
    pushed(game, "table deal")
    assert game.to_act == "P2"
    assert game.outcome.deals == 2


@pytest.mark.parametrize("end", ["immediate", "end_of_trick"])
def test_PO_26_the_earlier_of_two_wins(end: str) -> None:  # noqa: N802
    game = position(1, 4, 1, end=end)
    pushed(game, "P1 play 9S")
    assert game.outcome.over is (end == "immediate")
    if end == "end_of_trick":
        pushed(game, "P2 play TS", "P3 play JS")
        assert game.state.out == (0, 2)
    assert game.outcome.winners == ("P1",)
    assert SAYS.lines(game.state)[0] == "P1 has won."


def test_leftover_cards_count() -> None:
    game = position(1, 4, 9, score="leftover")
    pushed(game, "P1 play 9S")
    assert dict(game.scores) == {"P1": 13, "P2": 0, "P3": 0}
    assert not game.outcome.over
    assert game.to_act is None
    assert judged(pushed(game, "P2 play TS")) == ("illegal", "NO_DEAL")
    pushed(game, "table deal")
    game.state = replace(game.state, seats=(Seat(), Seat((0,) * 9), Seat((0,))), turn=2)
    game.state = replace(game.state, totals=(13, 0, 8))
    pushed(game, "P3 play 9S")
    assert dict(game.scores) == {"P1": 13, "P2": 0, "P3": 21}
    assert game.outcome.winners == ("P3",)
    assert judged(pushed(game, "table deal")) == ("illegal", "GAME_OVER")


def test_PO_32_too_many_players() -> None:  # noqa: N802
    five = tuple("ABCDE")
    with pytest.raises(SetupError, match="max_players"):
        PAGE_ONE.start(Table(five))
    assert PAGE_ONE.start(Table(five, options={"max_players": "5"})).stock == 33


def test_PO_33_a_penalty_takes_what_there_is() -> None:  # noqa: N802
    game = position(4, 2, 4, stock=3)
    pushed(game, "P1 play 9S", "P2 play TS", "P3 play JS")
    assert sizes(game) == [3, 4, 3]
    assert game.state.stock == 0
    more = position(4, 2, 4, stock=3, discards=SIXTEEN)
    pushed(more, "P1 play 9S", "P2 play TS", "P3 play JS")
    assert sizes(more) == [3, 6, 3]
    assert more.state.stock == 14


@pytest.mark.parametrize(("name", "value"), [
    ("max_players", "1"), ("max_players", "7"), ("false_call_penalty", "3"), ("revoke_penalty", "1")])
def test_numbers_that_the_table_may_not_choose(name: str, value: str) -> None:
    with pytest.raises(SetupError, match=f"Option {name} cannot be '{value}'"):
        match(2, **{name: value})


def test_two_to_six_players() -> None:
    assert [match(2, max_players=str(most)).state.house.max_players for most in (2, 6)] == [2, 6]
    for names in (("A",), tuple("ABCDEFG")):
        with pytest.raises(SetupError, match="Page One is for 2 to 6 players"):
            PAGE_ONE.start(Table(names, options={"max_players": "6"}))


def test_cards_that_were_not_seen() -> None:
    game = match()
    verdict = pushed(game, "P1 play 9S", "P2 play ??")
    assert verdict.kind == "need"
    assert len(verdict.choices) == 13
    assert all(choice.card.suit in ("S", "") for choice in verdict.choices)


def test_a_card_that_was_not_seen_has_to_be_named() -> None:
    verdict = pushed(match(), "P1 play ??")
    assert judged(verdict) == ("need", "UNSEEN_CARD")
    assert len(verdict.choices) == 53


def test_shuffling_before_the_stock_is_used_up() -> None:
    game = position(4, 4, stock=2, discards=SIXTEEN)
    assert judged(pushed(game, "table reshuffle")) == ("warn", "EARLY_RESHUFFLE")
    assert game.state.stock == 18


def test_a_fault_that_the_table_lets_stand() -> None:
    game = match()
    assert pushed(game, "P1 play 9S", "P2 play KH!").codes == ("OFF_SUIT",)
    pushed(game, "P3 play TS", "P4 play 2S")
    assert game.to_act == "P3"
    assert pushed(game, "P1 play 3S!").codes == ("WRONG_TURN",)
    assert game.state.cards == parse_cards("3S")


def test_hands_that_were_shown_whole() -> None:
    game = position(1, 2)
    pushed(game, "P1 show 9S")
    assert judged(pushed(game, "P1 play 8S")) == ("illegal", "HAND_COUNT")
    pushed(game, "P1 play 9S")
    assert judged(pushed(position(0, 2), "P1 play 8S")) == ("illegal", "HAND_COUNT")


# -- the companion ----------------------------------------------------------------------------


def test_advice() -> None:
    game = match(3)
    pushed(game, "P1 play 9S", "P2 draw 3")
    lines = SAYS.lines(game.state)
    assert "Spades were led; P1 is winning; P2 is next." in lines
    assert "3 cards drawn so far." in lines
    assert "P2 had no spades." in lines
    assert PAGE_ONE.public(game.state) == {
        "led": "S", "trick": ["9S"], "hand_sizes": {"P1": 3, "P2": 7, "P3": 4}, "stock": 38, "winner_so_far": "P1",
        "void": {"P1": [], "P2": ["S"], "P3": []}}


@pytest.mark.parametrize(("options", "words"), [
    ({}, "2 to 4 players, 52 cards and a joker, four cards each"), ({"max_players": "6"}, "2 to 6 players"),
    ({}, "at any time, even by somebody who can follow. It may be the last card."),
    ({}, "the second player plays any card"), ({}, "before the next player acts;"),
    ({"joker_anytime": "false", "joker_last": "false"}, "only by whoever cannot follow. It may not be the last card."),
    ({"joker_lead": "forbidden"}, "may not be led unless it is the only card left"),
    ({"deadline": "winner_grace"}, "or before the next lead by whoever has won the trick"),
    ({"notice": "on_challenge"}, "A missed call costs only when somebody notices"), ({}, "Each game won is a point."),
    ({"false_call_penalty": "5"}, "Saying it without need costs 5 cards."),
    ({"show_draws": "shown"}, "Drawn cards are shown."),
    ({"revoke_penalty": "5"}, "Drawing although one could follow costs 5 cards once it is proven."),
    ({"end": "end_of_trick"}, "the trick is played out"), ({"score": "leftover"}, "20 points win the match."),
])
def test_the_rules_as_played(options: dict[str, str], words: str) -> None:
    assert words in "\n".join(SAYS.rules(PAGE_ONE.parse_options(options)))
    assert "costs 5" not in "\n".join(SAYS.rules(PAGE_ONE.parse_options({})))


def test_advice_as_data() -> None:
    game = position(4, 4, 2, stock=0, discards=SIXTEEN)
    pushed(game, "P1 play 9S", "table reshuffle", "P2 draw 3")
    assert PAGE_ONE.shown.advice(game.state) == {
        "follow": "S", "drawn": 3, "maybe": {"P1": {}, "P2": {"S": 0}, "P3": {}}, "call_due": [], "call_missed": [],
        "discards": 0, "reshuffle_needed": False, "leads_next": None}
    pushed(game, "P2 play TS", "P3 play JS")
    assert PAGE_ONE.shown.advice(game.state) == {
        "follow": None, "drawn": 0, "maybe": {"P1": {}, "P2": {"S": 0}, "P3": {}},
        "call_due": [{"player": "P3", "at": 4}], "call_missed": [], "discards": 0, "reshuffle_needed": False,
        "leads_next": "P3"}
    assert "P3 must say Page One before anybody acts." in SAYS.lines(game.state)
    assert "P3 leads any card." in SAYS.lines(game.state)
    empty = position(4, 4, stock=0, discards=SIXTEEN)
    assert PAGE_ONE.shown.advice(empty.state)["reshuffle_needed"] is True
    last = SAYS.lines(empty.state)[-1]
    assert last == "Stock 0, finished tricks 16 cards; reshuffle before drawing."
    assert SAYS.lines(position(1, 4).state)[0] == "P1 leads any card."
    ended = position(1, 4)
    pushed(ended, "P1 play 9S")
    assert SAYS.lines(ended.state)[0] == "P1 has won."
    drawn = position(4, 4, stock=0)
    pushed(drawn, "P1 play 9S", "P2 draw 0")
    assert SAYS.lines(drawn.state)[0] == "The game is drawn."


def test_the_legal_list() -> None:
    game = position(4, 2, 4, stock=1)
    assert len(game.legal_actions) == 53, "the leader plays any card and does not draw"
    pushed(game, "P1 play 9S", "P2 play TS")
    listed = list(map(str, game.legal_actions))
    assert listed[0] == "P2 say page one"
    assert "P3 draw 1" in listed
    assert "P3 draw 0" not in listed
    assert "table reshuffle" not in listed
    assert sorted(card for line in listed if " play " in line for card in line.split()[2:]) == sorted(
        [f"{rank}S" for rank in "2345678JQKA"] + ["JK"])
    empty = position(4, 4, stock=0, discards=SIXTEEN)
    assert "table reshuffle" in map(str, empty.legal_actions)
    named = match(2, joker_lead="joker_named_suit")
    jokers = [line for line in map(str, named.legal_actions) if "JK" in line]
    assert jokers == [f"P1 play JK to {suit}" for suit in SUITS]


def test_what_the_camera_sees() -> None:
    game = match()
    pushed(game, "P1 play 9S")
    change = Change(appeared=(("trick", parse_card("KS")),))
    assert [str(action) for action in PAGE_ONE.camera.explain(game.state, change)] == ["P2 play KS"]


def test_a_full_trick_may_be_gathered_before_the_next_lead() -> None:
    game = match()
    first, *others = game.state.players
    card = parse_card("9S")
    pushed(game, f"{first} play 9S")
    assert not PAGE_ONE.camera.is_optional(game.state, "trick", card)
    pushed(game, *(f"{name} play {rank}S" for name, rank in zip(others, "TJQK", strict=False)))
    assert PAGE_ONE.camera.is_optional(game.state, "trick", card)
    assert not PAGE_ONE.camera.is_optional(game.state, "trick", parse_card("AH")), "it leads, and was not played yet"


def test_with_the_whole_pack_every_certain_fault_is_named_at_once_and_nobody_else_accused() -> None:
    found = compare(games=60, seed=1)
    assert not found.wrong, found.wrong[0]
    assert {when for _, when in found.named} == {"at once"}
    assert {cause for cause, _ in found.named} == set(CAUSES), "draws to the last card, and deals with a shuffle"


def test_a_card_that_proves_two_revokes_is_told_of_both() -> None:
    verdict = pushed(match(2), "P1 play 9S", "P2 draw 9", "P2 play AS", "P2 play 5C", "P1 draw 36", "P1 play JC",
                     "P1 play 2S", "P2 play 8S")
    assert judged(verdict) == ("proven", "REVOKE", "REVOKE")
    assert verdict.about == 1
    assert [why.key for why in verdict.changes] == ["wins-the-trick", "REVOKE-counted"]


def test_matching_cards_to_places_knows_who_can_have_told_the_truth() -> None:
    course = Course(("Ann", "Bob"), {card: Life(card, 0) for card in parse_cards("2S 5S 3H 6H")},
                    [Slot("Ann", 0.5), Slot("Bob", 0.5)], stock=2)
    house = {"joker_anytime": "true", "joker_for_drawn": "after_draw"}
    for line in ("Ann play 2S", "Bob draw 1"):
        course.happened(parse_action(line), house)
    assert course.is_possible("Bob"), "a heart first, or two"
    course.happened(parse_action("Bob draw 1"), house)
    assert course.is_possible("Bob"), "the hearts, then the 5 of spades"
    course.happened(parse_action("Bob play 3H"), house)
    course.words["Bob"].append(Word(course.now, "S"))
    assert not course.is_possible("Bob"), "of the two cards left one is the 5 of spades"
    assert course.is_possible("Ann")


def test_random_games_are_judged_alike_from_their_record() -> None:
    player = random_player(PAGE_ONE, Table(FOUR[:3], FOUR[2]), Random(3))
    actions = tuple(player.play())
    sitting = RecordJudge(parse_record(str(new_record("page_one", player.match.table, actions))), english)
    assert {row["verdict"] for row in sitting.rows()} == {"ok"}
    assert sitting.summary()["winners"] == list(player.match.outcome.winners)
    assert sum(PACK.values()) == 53
    assert isinstance(player.state, State)


def test_po_36_whoever_has_shown_a_card_that_follows_is_told_to_follow_with_it() -> None:
    game = match(2)
    verdict = pushed(game, "P1 play 9S", "P2 show 4S KH", "P2 play KH")
    assert judged(verdict) == ("illegal", "OFF_SUIT")
    assert english(verdict.why, "page_one") == "P2 has shown the 4 of spades and must follow with it."


def test_a_hand_that_shows_too_much_is_told_how_many_cards_it_has() -> None:
    game = position(2, 4)
    verdict = pushed(game, "P1 show 4S KH", "P1 show 5H 6H")
    assert judged(verdict) == ("warn", "HAND_COUNT")
    assert english(verdict.why, "page_one") == "P1 has 2 cards left and cannot lay 4."
