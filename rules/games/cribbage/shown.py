"""What is shown of a position of Cribbage, and its rules page (RULES 11.9)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from rules.core.cards import RANKS, Card
from rules.core.game import Game, Shown
from rules.core.odds import Odds, can, claimed
from rules.core.panel import Fact, Hero, Panel, Tile, holdings, piles, rank_title, seat_columns, seat_tiles
from rules.core.said import Said, Text, number_each, said
from rules.games.cribbage.counting import LIMIT, Count, count_hand, play_points, worth
from rules.games.cribbage.house import House
from rules.games.cribbage.state import State, by_seat, fits, unseen


class CribbageShown(Shown[State]):
    """What is shown of a position, and the rules page."""

    def panel(self, game: Game[State], state: State) -> Panel[Text]:
        """The count in the play, and the hands once it is over."""
        public, advice = game.public(state), self.advice(state)
        lines = tuple(self.advice_lines(state))
        crib = Fact[Text](said("panel-crib"), advice["dealer"])
        if state.phase == "play":
            tiles = tuple(_rank_tile(rank, advice["results"].get(rank)) for rank in RANKS)
            hero, facts = Hero[Text](str(state.count), said("panel-count")), (crib, *holdings(public["hand_sizes"]))
            return Panel(hero, facts, tiles, 5, piles(game.visible(state), "starter"))
        notes = {name: said("panel-hand", points=points) for name, points in advice["hands"].items()}
        seats = seat_tiles(game.to_act(state), public["hand_sizes"], lambda name: notes.get(name, ""))
        return Panel(None, (crib,), seats, seat_columns(len(seats)), piles(game.visible(state)), lines)

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

    def advice_lines(self, state: State) -> Iterator[Said]:
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

    def odds(self, state: State) -> Iterator[Odds]:
        """The player on turn, then every go of those who still hold cards."""
        if state.phase != "play":
            return
        hidden = unseen(state)
        player, seat = state.players[state.turn], state.seats[state.turn]
        yield from can(said("odds-play", player=player, count=state.count), player, hidden,
                       lambda card: fits(state, card), seat.hand)
        for name, held in by_seat(state):
            for count in dict.fromkeys(go.count for go in held.gos):
                yield from claimed(said("odds-go", player=name, count=count), name, hidden,
                                   partial(_keeps_within, count), held.hand)

    def prose(self, house: House) -> Iterator[Said]:
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


def _show_lines(state: State) -> Iterator[Said]:
    for name, count in counts(state).items():
        yield said("line-hand", player=name, points=count.total)
    if state.phase == "show" and state.to_count is None:
        yield said("line-turn-crib", dealer=state.players[state.dealer])
    if state.left:
        yield said("line-left", player=state.players[state.left.seat], points=state.left.points)


def _rank_tile(rank: str, result: Mapping[str, int] | None) -> Tile[Text]:
    """The count that a rank would make and what it would score; struck out where it would pass 31 or is gone."""
    if result is None:
        return Tile(rank_title(rank), "–", state="struck")
    points = result["points"]
    return Tile(rank_title(rank), str(result["count"]), f"+{points}" if points else "",
                state="strong" if points else "open")


def _keeps_within(count: int, card: Card) -> bool:
    return count + worth(card) <= LIMIT
