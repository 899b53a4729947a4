"""What is shown of a position of Cribbage, and its rules page (RULES 11.9)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules.core.cards import RANKS
from rules.core.game import Game, Shown
from rules.core.odds import Odds
from rules.core.options import Value, house_with
from rules.core.panel import Panel
from rules.core.said import Said, Text, number_each, said
from rules.games.cribbage.counting import Count, count_hand, play_points, worth
from rules.games.cribbage.house import House
from rules.games.cribbage.odds import table_odds
from rules.games.cribbage.panel import count_panel
from rules.games.cribbage.state import State, fits, unseen


class CribbageShown(Shown[State]):
    """What is shown of a position, and the rules page."""

    def panel(self, game: Game[State], state: State) -> Panel[Text]:
        return count_panel(game, state)

    def headline(self, state: State) -> Said | None:
        """What is to be done where it is not that somebody plays a card."""
        dealer = state.players[state.dealer]
        if state.phase == "crib":
            return said("headline-crib", dealer=dealer)
        if state.phase == "starter":
            return said("headline-cut")
        if state.phase != "show":
            return None
        return (said("headline-turn-crib", dealer=dealer) if state.to_count is None
                else said("headline-count", player=state.players[state.to_count]))

    def advice(self, state: State) -> dict[str, Any]:
        """RULES 11.9.  `results`: rank -> count and points that a card of it would make now, for cards that
        somebody may hold; `hands`: player -> what the cards of the play are worth in the show; `left`: points
        that may be taken for muggins."""
        return {
            "results": _results(state) if state.phase == "play" else {},
            "hands": {name: count.total for name, count in counts(state).items()},
            "to_count": _next(state), "dealer": state.players[state.dealer],
            "left": {state.players[state.left.seat]: state.left.points} if state.left else {},
            "to_go": {state.side_name(side): state.house.holes - holes for side, holes in enumerate(state.holes)},
        }

    def advice_lines(self, state: State) -> tuple[Said, ...]:
        return tuple(_lines(state))

    def odds(self, state: State) -> Iterator[Odds]:
        return table_odds(state)

    def rules_text(self, options: Mapping[str, Value]) -> tuple[Said, ...]:
        return tuple(_prose(house_with(House, options)))


def counts(state: State) -> dict[str, Count]:
    """What each hand is worth, once the play is over and it lies open."""
    if state.phase not in ("show", "closed") or state.starter is None:
        return {}
    return {name: count_hand(seat.pile, state.starter)
            for name, seat in zip(state.players, state.seats, strict=True) if len(seat.pile) > 1}


def _next(state: State) -> str | None:
    if state.phase != "show":
        return None
    return state.players[state.dealer if state.to_count is None else state.to_count]


def _results(state: State) -> dict[str, dict[str, int]]:
    return {card.rank: {"count": state.count + worth(card), "points": play_points((*state.cards, card)).total}
            for card in sorted(unseen(state), key=lambda card: RANKS.index(card.rank)) if fits(state, card)}


def _lines(state: State) -> Iterator[Said]:
    if state.phase == "crib":
        yield said("line-crib", number=state.lays_away, dealer=state.players[state.dealer])
    elif state.phase == "starter":
        yield said("line-cut", dealer=state.players[state.dealer])
    elif state.phase == "play":
        yield said("line-count", count=state.count)
        for rank, result in _results(state).items():
            if result["points"]:
                yield said("line-scores", rank=rank, count=result["count"], points=result["points"])
        yield said("line-hands", hands=number_each(state.players, (seat.hand for seat in state.seats)))
    yield from _show_lines(state)


def _show_lines(state: State) -> Iterator[Said]:
    for name, count in counts(state).items():
        yield said("line-hand", player=name, points=count.total)
    if state.phase == "show" and state.to_count is None:
        yield said("line-turn-crib", dealer=state.players[state.dealer])
    if state.left:
        yield said("line-left", player=state.players[state.left.seat], points=state.left.points)


def _prose(house: House) -> Iterator[Said]:
    """The rules as played, in sentences."""
    yield said("rules-summary", holes=house.holes)
    yield said("rules-deal")
    yield said("rules-crib")
    yield said("rules-play")
    yield said("rules-play-points")
    yield said("rules-go")
    yield said("rules-show")
    yield said("rules-show-points")
    yield said("rules-muggins", muggins=house.muggins)
    yield said("rules-end", holes=house.holes, skunk=house.skunk, line=house.skunk_line,
               double=house.double_skunk_line)
