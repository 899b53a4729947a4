"""How likely the roller holds a match, and that whoever called for a friend held none (RULES 8.7)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import comb

from rules.core.cards import Card
from rules.core.odds import Odds
from rules.core.said import Said, said
from rules.games.friend_or_foe.matching import matches_among, said_dice
from rules.games.friend_or_foe.state import Roll, State


def table_odds(state: State) -> Iterator[Odds]:
    """The roller while the dice are to be played to, then every call for a friend."""
    if state.phase == "over":
        return
    if state.phase == "rolled" and state.dice:
        what = said("odds-match", player=state.turn, dice=said_dice(state.dice))
        yield from _odds(state, what, state.turn, state.dice, state.knows(state.turn), is_claim=False)
    for ask in state.asks if state.house.friend_requires_no_match else ():
        what = said("odds-asked", player=ask.player, dice=said_dice(ask.dice))
        yield from _odds(state, what, ask.player, ask.dice, ask.held, is_claim=True)


def _odds(state: State, what: Said, player: str, dice: Roll, held: Iterable[Card], is_claim: bool) -> Iterator[Odds]:
    """held: cards that he is known to have held beside the hidden ones."""
    hand, counts = state.size(player) - len(state.knows(player)), state.unseen_numbers
    held, unseen = tuple(held), sum(counts)
    if not 0 <= hand <= unseen or not hand + len(held):
        return
    sure = next(matches_among(held, dice, state.house), None) is not None
    without = 0.0 if sure else _hands_without(state, dice, held, hand) / comb(unseen, hand)
    fitting = sum(counts[number] for number in {sum(dice), *_pair_of(state, dice)})
    if hand or not is_claim:
        yield Odds(what, player, fitting, unseen, hand, without if is_claim else 1 - without, is_claim)


def _pair_of(state: State, dice: Roll) -> tuple[int, ...]:
    """The numbers of a pair that matches; none where a 1 stands in the way."""
    return dice if 1 not in dice or state.house.aces_match_die_one else ()


def _hands_without(state: State, dice: Roll, held: Iterable[Card], hand: int) -> int:
    """How many hidden hands make no match with each other and with what is held: no card of the sum, and not both
    numbers of a pair."""
    counts, pair = state.unseen_numbers, _pair_of(state, dice)
    rest = sum(counts) - counts[sum(dice)]
    if not pair:
        return comb(rest, hand)
    numbers = [card.number for card in held]
    (one, two), others = pair, rest - sum(counts[number] for number in set(pair))
    if one == two:
        spare = counts[one] if one not in numbers else 0
        return comb(others, hand) + (spare * comb(others, hand - 1) if hand else 0)
    first = 0 if two in numbers else counts[one]  # cards of this number may be there, with none of the other
    second = 0 if one in numbers else counts[two]
    return comb(others + first, hand) + comb(others + second, hand) - comb(others, hand)
