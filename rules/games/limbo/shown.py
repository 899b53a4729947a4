"""What is shown of a position of Limbo, and its rules page (RULES 2.10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from rules.core.cards import RANKS
from rules.core.event import Deal, DealPoint
from rules.core.game import Game, Shown
from rules.core.odds import Odds
from rules.core.options import Value, house_with
from rules.core.panel import Panel
from rules.core.said import Said, Text, number_each, said, texts
from rules.core.seats import by_player
from rules.games.limbo.counting import Result
from rules.games.limbo.house import House
from rules.games.limbo.odds import table_odds
from rules.games.limbo.panel import count_panel
from rules.games.limbo.points import points_of_hand
from rules.games.limbo.score import hand_points
from rules.games.limbo.state import State, to_show, unseen


class LimboShown(Shown[State]):
    """What is shown of a position, and the rules page."""

    def panel(self, game: Game[State], state: State) -> Panel[Text]:
        return count_panel(game, state)

    def points(self, game: Game[State], deal: Deal) -> Iterator[DealPoint[Text]]:
        return points_of_hand(game, deal)

    def advice(self, state: State) -> dict[str, Any]:
        return _advice(state)

    def advice_lines(self, state: State) -> tuple[Said, ...]:
        return tuple(_lines(state))

    def odds(self, state: State) -> Iterator[Odds]:
        return table_odds(state)

    def headline(self, state: State) -> Said | None:
        if state.phase == "extra":
            return said("headline-goes-on", player=state.turn)
        if state.phase == "starter":
            return said("headline-starter", dealer=state.dealer)
        return next(iter(_questions(state)), None)

    def rules_text(self, options: Mapping[str, Value]) -> tuple[Said, ...]:
        return tuple(_prose(house_with(House, options)))


def _advice(state: State) -> dict[str, Any]:
    """RULES 2.10.  `results`: rank -> what it would make of the count, [] where it cannot be played."""
    hidden = Counter(card.rank for card in unseen(state))
    provisional = hand_points(state) if state.played else (0, 0)
    return {
        "results": {rank: [_shown(result) for result in state.results_of(rank)] if state.phase != "closed" else []
                    for rank in RANKS},
        "unseen": {rank: hidden[rank] for rank in RANKS}, "gone": texts(state.gone),
        "at_bar": state.count <= state.house.bar, "stock": state.stock,
        "stock_top": str(state.stock_top) if state.stock_top else None,
        "hand_sizes": by_player(state.players, state.hands),
        "if_it_ended_now": by_player(state.players, provisional),
        "asks": _questions(state),
    }


def _lines(state: State) -> Iterator[Said]:
    """RULES 2.10 for people."""
    yield said("line-count", count=state.count, multiplier=state.multiplier)
    if state.phase in ("play", "extra"):
        yield from (_rank_line(state, rank) for rank in RANKS)
        yield said("line-played", played=state.played, points=number_each(state.players, hand_points(state)))
        yield said("line-hands", hands=number_each(state.players, state.hands))
        yield _stock_line(state)
    if state.gone:
        yield said("line-gone", cards=tuple(sorted(state.gone, key=lambda card: (card.number, card.suit))))
    yield from _questions(state)


def _stock_line(state: State) -> Said:
    if state.count <= state.house.bar:
        return said("line-bar", bar=state.house.bar)
    if state.stock_top:
        return said("line-stock-top", stock=state.stock, card=state.stock_top)
    return said("line-stock", stock=state.stock)


def _shown(result: Result) -> dict[str, Any]:
    return {"count": result.becomes, "value": result.value or None, "divides": result.divided}


def _rank_line(state: State, rank: str) -> Said:
    found = state.results_of(rank)
    if not found:
        return said("line-none", rank=rank)
    must = len(found) == 1 and found[0].divided and found[0].power.kind != "king"
    return said("line-rank", rank=rank, results=tuple(result.spoken(state.count) for result in found),
                must="yes" if must else "no")


def _questions(state: State) -> tuple[Said, ...]:
    """What the companion asks the table now."""
    return tuple(said("please-show", player=name, number=hidden) for name, hidden in to_show(state).items())


def _prose(house: House) -> Iterator[Said]:
    """The rules as played, in sentences."""
    yield said("rules-summary")
    yield said("rules-deal", face=house.stock_face)
    yield said("rules-doubling", until=house.double_window)
    yield said("rules-cards")
    yield said("rules-ace", divides=house.ace11_divides)
    yield said("rules-jack", jack=house.jack_on_ace)
    yield said("rules-reduce", must=house.must_play)
    yield said("rules-stock", bar=house.bar)
    yield said("rules-stuck", stuck=house.stuck_above_bar, bar=house.bar)
    yield said("rules-extra", extra=house.winner_extra.replace("+", "-"))
    yield said("rules-false-concession", then=house.false_concession)
    yield said("rules-score", cap=house.loser_cap, bar=house.bar)
    yield said("rules-shuffle", shuffle=house.shuffle)
    if house.deals:
        yield said("rules-match-hands", hands=house.deals)
    else:
        yield said("rules-match-target", target=house.target)
