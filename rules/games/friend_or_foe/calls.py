"""What a call for a friend says of a hand, and how later cards prove it false (RULES 8.4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from rules.core.cards import Card
from rules.core.frozen import replace
from rules.core.said import Fault, Said, fault, said
from rules.core.verdict import Verdict, ok, proven
from rules.games.friend_or_foe.house import House
from rules.games.friend_or_foe.matching import matches_among, said_dice
from rules.games.friend_or_foe.state import PIPS, Ask, Roll, State


def is_possible(state: State, player: str, asks: Sequence[Ask]) -> bool:
    """Whether some hidden hand makes all these calls of the player honest.

    What is hidden in his hand was there at every call, because hands grow only by cards that everybody
    saw.  So the hidden cards must make no match with each other and with what he held at each call; only
    the numbers of the dice can pair, and every choice of those is tried."""
    hidden = state.size(player) - len(state.knows(player))
    counts = list(state.unseen_numbers)
    pairs = _that_can_pair(asks, state.house)
    thrown = {pips for ask in pairs for pips in ask.dice}
    for ask in asks:
        one, two = ask.dice
        counts[one + two] = 0
    free = sum(counts)
    for pips in thrown:
        free -= counts[pips]
    if free >= hidden:
        return True
    bound = [pips for pips in PIPS if counts[pips] and pips in thrown]
    choices = (chosen for size in range(len(bound) + 1) for chosen in combinations(bound, size))
    return any(free + _room(chosen, counts, pairs) >= hidden for chosen in choices)


def _that_can_pair(asks: Sequence[Ask], house: House) -> list[Ask]:
    """The calls after rolls that a pair can match: by the house a 1 has none."""
    return [ask for ask in asks if 1 not in ask.dice or house.aces_match_die_one]


def _room(chosen: tuple[int, ...], counts: Sequence[int], asks: Sequence[Ask]) -> int:
    """How many cards of the chosen numbers may be hidden together, one at least of each; -1 for none."""
    room = {pips: counts[pips] for pips in chosen}
    for ask in asks:
        held = Counter(card.number for card in ask.held)
        there = {pips for pips in ask.dice if pips in room or held[pips]}
        if ask.dice[0] == ask.dice[1]:
            room.update({pips: min(room[pips], 1 - held[pips]) for pips in there & set(room)})
        elif there == set(ask.dice) and there & set(room):
            return -1
    return sum(room.values()) if all(number > 0 for number in room.values()) else -1


def with_proof(after: State, why: Said) -> Verdict:
    """ok, or FRIEND_WITH_MATCH about an earlier call that what is known now contradicts."""
    changes = (said("nobody-can"),) if after.is_dead and after.phase != "over" else ()
    if after.phase == "over":
        why = said("won", players=after.winners)
    if after.house.friend_requires_no_match:
        for player in dict.fromkeys([ask.player for ask in after.asks]):
            found = _wrong_asks(after, player)
            if found:
                earlier = [ask for ask in found if ask.at < after.at - 1]
                asks = tuple(ask for ask in after.asks if ask not in found)
                return proven(*wrong_asks_fault(found, after.house), earlier[-1].at,
                              replace(after, asks=asks), changes)
    return ok(after, why, changes)


def _wrong_asks(state: State, player: str) -> tuple[Ask, ...]:
    """The calls of this player of which one at least was made with a match in hand: a single one if
    possible, else the fewest first ones that cannot all be honest; none where all can be."""
    asks = tuple([ask for ask in state.asks if ask.player == player])
    held = [ask for ask in asks if ask.held and _held_match(ask.held, ask.dice, state.house)]
    if not held and is_possible(state, player, asks):
        return ()
    single = next((ask for ask in asks if was_wrong(state, ask)), None)
    if single:
        return (single,)
    return next(asks[:count] for count in range(2, len(asks) + 1) if not is_possible(state, player, asks[:count]))


def was_wrong(state: State, ask: Ask) -> bool:
    """Whether this call by itself was made with a match in hand."""
    return bool(_held_match(ask.held, ask.dice, state.house)) or not is_possible(state, ask.player, (ask,))


def _held_match(held: frozenset[Card], dice: Roll, house: House) -> tuple[Card, ...]:
    """A match among the cards that somebody is known to have held."""
    return next(matches_among(held, dice, house), ())


def wrong_asks_fault(asks: Sequence[Ask], house: House) -> Fault:
    player, rolls = asks[0].player, tuple(said_dice(ask.dice) for ask in asks)
    match = _held_match(asks[0].held, asks[0].dice, house)
    if len(asks) > 1:
        return fault("FRIEND_WITH_MATCH-one-of", player=player, rolls=rolls)
    if match:
        return fault("FRIEND_WITH_MATCH-held", player=player, cards=match, dice=rolls[0])
    return fault("FRIEND_WITH_MATCH-counted", player=player, dice=rolls[0])
