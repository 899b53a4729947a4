"""What is shown of a position of Scopa, and its rules page (RULES 5.7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from rules.core.cards import SUIT_SIGNS, Card, parse_cards
from rules.core.event import Deal, DealPoint
from rules.core.game import Game, Shown
from rules.core.odds import Odds, can, claimed
from rules.core.panel import Fact, Panel, Tile, cards_shown, piles, rank_title, stock_fact
from rules.core.said import Said, Text, number_each, said, texts
from rules.core.seats import by_player
from rules.games.scopa.house import House
from rules.games.scopa.score import count_lines
from rules.games.scopa.state import (
    RANKS,
    SETTEBELLO,
    State,
    awards,
    best_of_suits,
    captures,
    counted,
    diamonds,
    primiera,
    unseen,
)


class ScopaShown(Shown[State]):
    """What is shown of a position, and the rules page."""

    def panel(self, game: Game[State], state: State) -> Panel[Text]:
        """What lies on the table, what every rank would take, and how the count stands."""
        public, advice = game.public(state), self.advice(state)
        tiles = tuple(_tile(rank, taken, advice["unseen"][rank]) for rank, taken in advice["captures"].items())
        facts = [Fact[Text](name, said("panel-captured", cards=public["captured"][name],
                                       diamonds=public["diamonds"][name], sweeps=public["sweeps"][name]))
                 for name in map(state.side_name, range(len(state.piles)))]
        facts.append(stock_fact(public["stock"]))
        if advice["settebello"]:
            facts.append(Fact("7♦", advice["settebello"]))
        return Panel(None, tuple(facts), tiles, 5, piles(game.visible(state), "board"))

    def points(self, game: Game[State], deal: Deal) -> Iterator[DealPoint[Text]]:
        """One point for each category of the count, up to where the count stopped."""
        left = dict(deal.brought)
        for category, name in self.advice(deal.end)["count"]:
            if left.get(name, 0) > 0:
                left[name] -= 1
                yield deal.point(name, 1, said("points-for", category=category))
        for name, rest in left.items():
            yield deal.point(name, rest, deal.events[-1].verdict.why)

    def prose(self, house: House) -> Iterator[Said]:
        yield said("rules-summary")
        yield said("rules-deal")
        yield said("rules-seats", seats=str(house.seats))
        yield said("rules-kings", redeal="off" if house.kings_redeal == "off" else "three")
        yield said("rules-capture")
        if house.trail_rule == "hand":
            yield said("rules-trail")
        yield said("rules-sweep", last="no" if house.last_capture_sweep else "yes")
        yield said("rules-count")
        yield said("rules-primiera")
        yield said("rules-match", target=house.target, stop=house.stop_midcount)
        yield said("rules-order", order=house.sweep_order)

    def advice(self, state: State) -> dict[str, Any]:
        """RULES 5.7.  `captures`: rank -> everything it could take, empty where it is laid down."""
        return {
            "captures": {rank: [texts(taken) for taken in captures(Card(rank + "D"), state.board)] for rank in RANKS},
            "unseen": {rank: sum(card.rank == rank for card in unseen(state)) for rank in RANKS},
            "settebello": _side_name(state, awards(state)[2][0].side),
            "primiera": state.by_side([_primiera_row(pile) for pile in state.piles]),
            "hand_sizes": by_player(state.players, state.left),
            "count": [[award.category, _side_name(state, award.side)] for group in awards(state) for award in group],
            "if_it_ended_now": state.by_side(counted(state)),
        }

    def advice_lines(self, state: State) -> Iterator[Said]:
        if state.phase == "deal":
            yield said("line-deal")
        if state.phase == "play":
            yield from _capture_lines(state)
            yield said("line-left", stock=state.stock, hands=number_each(state.players, state.left))
        if state.phase != "deal":
            for side, pile in enumerate(state.piles):
                yield said("line-pile", player=state.side_name(side), cards=len(pile), diamonds=diamonds(pile),
                           bello="yes" if SETTEBELLO in pile else "no", sweeps=state.sweeps_of(side),
                           primiera=_primiera_sentence(pile))
        if state.phase == "done":
            yield from count_lines(state)
        elif state.last_capturer is not None:
            yield said("took-last", player=state.players[state.last_capturer])

    def odds(self, state: State) -> Iterator[Odds]:
        """The player on turn; by `trail_rule: hand` also that whoever laid a card down could take with none."""
        if state.phase != "play":
            return
        hidden, player = unseen(state), state.players[state.turn]
        known = state.known[state.turn]
        yield from can(said("odds-take", player=player), player, hidden, lambda card: captures(card, state.board),
                       state.left[state.turn] - len(known), known)
        for trail in state.trails if state.house.trail_rule == "hand" else ():
            name = state.players[trail.seat]
            yield from claimed(said("odds-laid", player=name, board=trail.board), name, hidden,
                               partial(captures, board=trail.board),
                               state.left[trail.seat] - len(state.known[trail.seat]))


def _side_name(state: State, side: int | None) -> str | None:
    return None if side is None else state.side_name(side)


def _primiera_row(pile: Sequence[Card]) -> dict[str, Any]:
    best = best_of_suits(pile)
    return {"best": {suit: str(card) if card else None for suit, card in best.items()}, "sum": primiera(pile),
            "needs": [suit for suit, card in best.items() if card is None]}


def _capture_lines(state: State) -> Iterator[Said]:
    """What every rank that is still about could do."""
    about = {card.rank for card in unseen(state)}
    for rank in RANKS:
        taken = captures(Card(rank + "D"), state.board)
        if rank not in about:
            continue
        before_sums = bool(captures(Card(rank + "D"), [card for card in state.board if card.rank != rank]))
        if taken:
            yield said("line-rank", rank=rank, ways=tuple(said("way-takes", cards=cards) for cards in taken),
                       first="yes" if len(taken[0]) == 1 and before_sums else "no")
        else:
            yield said("line-rank-stays", rank=rank)


def _primiera_sentence(pile: Sequence[Card]) -> Said:
    """"70", or "needs ♠"."""
    needs = tuple(SUIT_SIGNS[suit] for suit, card in best_of_suits(pile).items() if card is None)
    return said("primiera-needs", suits=needs) if needs else said("primiera-sum", sum=primiera(pile))


def _tile(rank: str, captures: Sequence[Sequence[str]], unseen: int) -> Tile[Text]:
    if not unseen:
        return Tile(rank_title(rank), said("panel-gone"), state="struck")
    if not captures:
        return Tile(rank_title(rank), "–", state="dim")
    ways = tuple(cards_shown(*parse_cards(" ".join(cards))) for cards in captures)
    return Tile(rank_title(rank), said("panel-ways", ways=ways))
