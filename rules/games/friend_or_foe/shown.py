"""What is shown of a position of Friend or Foe, and its rules page (RULES 8.7)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules.core.cards import RANKS
from rules.core.game import Game, Shown
from rules.core.odds import Odds
from rules.core.options import Value, house_with
from rules.core.panel import Panel
from rules.core.said import Said, Text, number_each, said, texts
from rules.games.friend_or_foe.house import House
from rules.games.friend_or_foe.matching import helper_ranks, pairs_of, rank_of, rolled, with_article
from rules.games.friend_or_foe.odds import table_odds
from rules.games.friend_or_foe.panel import dice_panel
from rules.games.friend_or_foe.state import State, unseen


class FriendOrFoeShown(Shown[State]):
    """What is shown of a position, and the rules page."""

    def panel(self, game: Game[State], state: State) -> Panel[Text]:
        return dice_panel(game, state)

    def headline(self, state: State) -> Said | None:
        if state.phase == "asked":
            called = with_article((rank_of(state.called),))[0]
            return said("headline-call", player=state.turn, called=called)
        if state.phase in ("roll", "passed", "attacked") and not state.is_dead:
            return said("line-rolls", player=state.roller)
        return None

    def rules_text(self, options: Mapping[str, Value]) -> tuple[Said, ...]:
        return tuple(_prose(house_with(House, options)))

    def advice(self, state: State) -> dict[str, Any]:
        """RULES 8.7.  `friends`: rank -> the ranks that could help it with these dice."""
        dice, left = state.dice, unseen(state)
        friends = {rank: helper_ranks(number, state.sum) for number, rank in enumerate(RANKS, 1)} if dice else {}
        return {
            "sum": state.sum or None,
            "pairs": sorted({"".join(c.rank for c in match)
                             for match in pairs_of(state.house.pack, dice, state.house)}) if dice else [],
            "friends": {rank: helpers for rank, helpers in friends.items() if helpers},
            "could_answer": _could_answer(state),
            "foe_until": state.next_player if state.phase in ("passed", "asked") else None,
            "known": {name: texts(sorted(state.knows(name))) for name in state.players},
            "special_unseen": texts(card for card in left if card.rank in "AK"),
            "one_card_left": [name for name in state.players if state.size(name) == 1],
            "stalemate": state.is_dead,
            "unseen": texts(left),
        }

    def advice_lines(self, state: State) -> tuple[Said, ...]:
        return tuple(_lines(state))

    def odds(self, state: State) -> Iterator[Odds]:
        return table_odds(state)


def _could_answer(state: State) -> list[str]:
    """Players who may hold a card that answers the open call."""
    if state.phase != "asked" or state.asked is None:
        return []
    ranks = helper_ranks(state.called, state.sum)
    return [name for name in state.players if name != state.turn and state.size(name) and any(
        card.rank in ranks for card in (unseen(state, name) if state.size(name) > len(state.knows(name))
                                        else state.knows(name)))]


def _lines(state: State) -> Iterator[Said]:
    if state.phase == "over":
        yield said("line-won", players=state.winners)
        return
    if state.is_dead:
        yield said("line-dead")
    if state.dice and state.phase != "roll":
        yield rolled(state.dice, state.house)
    yield from _call_lines(state)
    yield said("line-pile", number=len(state.pile))
    yield said("line-left", hands=number_each(state.players, state.sizes))
    yield from (said("line-one-left", player=name) for name in state.players if state.size(name) == 1)
    yield from (said("line-holds", player=name, cards=tuple(sorted(state.knows(name))))
                for name in state.players if state.knows(name))
    special = tuple(card for card in unseen(state) if card.rank in "AK")
    yield said("line-special", cards=special) if special else said("line-no-special")
    yield said("line-friend-only", aces=state.house.aces_match_die_one)


def _call_lines(state: State) -> Iterator[Said]:
    """Who rolls, who could answer, and until when an attack may be called."""
    if state.phase == "roll":
        yield said("line-rolls", player=state.turn)
    if state.phase == "asked":
        could = tuple(_could_answer(state))
        yield said("line-answer", players=could) if could else said("line-no-answer")
    if state.phase in ("passed", "asked"):
        yield said("line-foe", player=state.next_player)


def _prose(house: House) -> Iterator[Said]:
    """The rules as played, in sentences."""
    yield said("rules-summary")
    yield said("rules-deal", left=house.leftovers)
    yield said("rules-numbers")
    yield said("rules-roll", both=house.both_matches)
    yield said("rules-aces", aces=house.aces_match_die_one)
    yield said("rules-friend", no_match=house.friend_requires_no_match)
    yield said("rules-foe", pile=house.foe_pile)
    yield said("rules-false-call", call=house.false_call)
    yield said("rules-end", out=house.double_out, aces=house.aces_match_die_one)
