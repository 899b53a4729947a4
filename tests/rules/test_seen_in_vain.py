"""Cards of a refused line are in the hand, and everybody has seen them: they are known from then on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.words.speaker import english
from rules import GAMES, Action, Match, NotationError, Table, Verdict, parse_action
from rules.checks.soak import random_table
from rules.core.cards import RANKS, SUITS
from rules.core.people import AnyPlayer
from rules.core.record import read_event

PLAYERS = ("Ann", "Bob", "Cal", "Dee")


def match_of(game: str, *lines: str, players: int = 2, **options: str) -> Match:
    """Ann plays first; whatever the lines are found to be."""
    names = PLAYERS[:players]
    match = Match(GAMES[game], Table(names, names[-1], options))
    for line in lines:
        match.push(parse_action(line))
    return match


def judged(match: Match, line: str) -> tuple[str, ...]:
    verdict = match.push(parse_action(line))
    return (verdict.kind, *verdict.codes)


def test_a_king_refused_is_no_reason_to_be_stuck() -> None:
    match = match_of("limbo", "table start 5C = 96", "Ann play KS = 96")  # nothing is divided by 1
    assert judged(match, "Ann stuck") == ("illegal", "FALSE_CONCESSION")
    assert judged(match_of("limbo", "table start 5C = 96"), "Ann stuck") == ("proven", "FALSE_CONCESSION")


def test_a_heart_refused_forbids_drawing_for_hearts() -> None:
    match = match_of("page_one", "Ann play 9S", "Bob play 4H", "Bob draw 2", "Bob play TS", "Bob play 9D",
                     "Ann play AD")
    assert match.to_act == "Ann"
    for line in ("Ann play 2H", "Ann say page one"):
        match.push(parse_action(line))
    assert judged(match, "Bob draw") == ("illegal", "REVOKE")
    assert judged(match, "Bob play 4H") == ("ok",)


def test_a_refused_card_of_a_suit_that_was_denied_is_a_revoke_as_well() -> None:
    match = match_of("page_one", "Ann play 9S", "Bob draw 3", "Bob play 4S", "Ann play 2H")
    verdict = match.push(parse_action("Bob play 7S"))  # hearts are led, and spades were denied
    assert (verdict.kind, *verdict.codes) == ("illegal", "OFF_SUIT", "REVOKE")
    assert "spades" in english(verdict.changes[0], "page_one")


def test_a_card_tried_in_vain_may_not_be_passed_with_later() -> None:
    match = match_of("pemberley", "table start 3C", "Ann play 2C", "Ann play 5H", "Bob play 2H")
    assert judged(match, "Ann pass") == ("illegal", "ILLEGAL_PASS")  # 10 ÷ 2 = 5


def test_a_lower_card_seen_before_the_opening_makes_it_wrong() -> None:
    match = match_of("thirteen", "Bob play 4S 6H", players=3)
    assert judged(match, "Cal play 5S") == ("illegal", "WRONG_OPENER")


def test_a_card_that_turns_up_elsewhere_was_misread_before() -> None:
    match = match_of("thirteen", "Bob play 4S", "Bob play 3S 3H", "Cal play 3C 3D", players=4)
    assert judged(match, "Cal play 4S 4C") == ("ok",)
    assert [str(card) for card in match.state.known[2]] == ["3C", "3D"], "what does not disagree is still known"
    assert judged(match, "Dee play 3C") == ("illegal", "WRONG_TYPE")


@pytest.mark.parametrize("remedy", ["undo", "penalty"])
def test_what_was_misread_is_forgotten_whatever_a_fault_costs(remedy: str) -> None:
    match = match_of("thirteen", "Bob play 4S", "Bob play 3S 3H", "Cal play 3C 3D", players=4, remedy=remedy)
    assert judged(match, "Cal play 4S 4C")[-1] != "DUPLICATE"
    match = match_of("limbo", "table start 5C = 96", "Bob play 9S", remedy=remedy)  # it is not his turn
    assert judged(match, "Ann play 9S = 87") == ("ok",)
    assert match.state.known == ((), ())


def test_each_line_of_nonsense_is_judged_a_few_times_only(monkeypatch: pytest.MonkeyPatch) -> None:
    match, rng, counted = match_of("page_one", players=4, remedy="penalty"), Random(5), Counter[str]()
    judge = match.game.judge

    def counting(_game: Any, state: Any, action: Action) -> Verdict:
        counted[action.verb] += 1
        return judge(state, action)

    monkeypatch.setattr(type(match.game), "judge", counting)
    pack = sorted(match.state.house.pack)
    for _ in range(120):
        match.push(Action(rng.choice(PLAYERS), "play", (rng.choice(pack),)))
    assert counted["play"] < 120 * 20  # what was seen in vain is doubted once, and not again in each replay


def test_taking_back_does_not_take_back_what_was_seen() -> None:
    match = match_of("limbo", "table start 5C = 96", "Ann play 7C = 89", "Bob play KD = 1")
    match.pop()
    assert match.state.known == ((), parse_action("Bob play KD").cards)
    match.pop()
    assert not match.events


def test_a_doubtful_reading_teaches_nothing() -> None:
    match = match_of("limbo", "table start 5C = 96", "Ann play 5C")
    assert match.state.known == ((), ())


@pytest.mark.parametrize("name", GAMES)
def test_a_refused_line_scores_nothing_and_moves_nobody_on(name: str) -> None:
    game = GAMES[name]
    for seed in range(4):
        player = random_table(game, Random(f"in vain {name} {seed}"))
        for _ in player.play(120):
            state = player.state
            for action in tries(player):
                seen = game.seen_in_hand(state, action)
                if seen is not None and seen.kind == "ok":
                    assert game.outcome(seen.after) == game.outcome(state), action
                    assert game.to_act(seen.after) == game.to_act(state), action


def tries(player: AnyPlayer) -> Iterator[Action]:
    """What somebody may try to lay although it is refused: one card of the hand, all of it, or what lies before him."""
    laying = [verb.name for verb in player.match.game.verbs.values() if verb.from_hand]
    for name, hand in player.hands.items():
        shown = player.match.game.visible(player.state)
        before = next((cards for place, cards in shown.items() if place.endswith(f":{name}")), ())
        for cards in (hand[:1], hand, before):
            yield from (Action(name, verb, tuple(cards)) for verb in laying if cards)


# -- no sequence of lines that can be read stops a game --------------------------------------------

CARDS = st.sampled_from([*(rank + suit for rank in RANKS for suit in SUITS), "JK", "+1", "+4", "<=0", "<=3", "??"])
NAMES = st.sampled_from(["Ann", "Bob", "Cal", "table"])


@st.composite
def lines(draw: st.DrawFn, name: str) -> str:
    """A line that may be read: a verb of the game, with what may follow it."""
    verb = draw(st.sampled_from(sorted(GAMES[name].verbs)))
    words = [draw(NAMES), verb]
    some = draw(st.lists(CARDS, min_size=1, max_size=4))
    words += {"say": ["page", "one"], "answer": [draw(st.sampled_from(["yes", "no"]))], "roll": ["1", "6"],
              "peg": ["1"], "retire": ["2"], "draw": [str(draw(st.integers(0, 50)))], "crib": some}.get(verb, [])
    if verb in ("start", "play", "discard", "meld", "add", "red", "set", "friend", "foe", "show", "stock", "lowest",
                "ask", "deal"):
        words += some
    words += draw(st.sampled_from([[], [], [], ["on", "Bob"], ["from", "stock"], ["take", "2C"], ["to", "K"],
                                   ["as", "11"], ["=", "9"]]))
    return " ".join(words + draw(st.sampled_from([[], [], ["!"]])))


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_no_lines_that_can_be_read_stop_a_game(name: str, data: st.DataObject) -> None:
    game = GAMES[name]
    players = PLAYERS[:max(game.min_players, min(3, game.max_players))]
    if name == "canasta":
        players = PLAYERS[:2]
    match = Match(game, Table(players, players[-1]))
    for text in data.draw(st.lists(lines(name), max_size=25)):
        try:
            action = read_event(text, frozenset(players), {verb: [told] for verb, told in game.verbs.items()})
        except NotationError:
            continue
        if data.draw(st.integers(0, 9)) == 0 and match.events:
            match.pop()
        verdict: Verdict = match.push(action)
        assert english(verdict.why, name)
        assert game.public(match.state) is not None
        assert match.outcome is not None
