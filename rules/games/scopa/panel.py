"""The large panel of Scopa: what lies on the table, and what every rank would take (RULES 5.7)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.core.cards import parse_cards
from rules.core.game import Game
from rules.core.panel import Fact, Panel, Tile, cards_shown, piles, rank_title, stock_fact
from rules.core.said import Text, said
from rules.games.scopa.state import State


def board_panel(game: Game[State], state: State) -> Panel[Text]:
    """What lies on the table, what every rank would take, and how the count stands."""
    public, advice = game.public(state), game.shown.advice(state)
    tiles = tuple(_tile(rank, taken, advice["unseen"][rank]) for rank, taken in advice["captures"].items())
    sides = map(state.side_name, range(len(state.piles)))
    facts = [Fact[Text](name, said("panel-captured", cards=public["captured"][name], diamonds=public["diamonds"][name],
                                   sweeps=public["sweeps"][name])) for name in sides]
    facts.append(stock_fact(public["stock"]))
    if advice["settebello"]:
        facts.append(Fact("7♦", advice["settebello"]))
    return Panel(None, tuple(facts), tiles, 5, piles(game.visible(state), "board"))


def _tile(rank: str, captures: Sequence[Sequence[str]], unseen: int) -> Tile[Text]:
    if not unseen:
        return Tile(rank_title(rank), said("panel-gone"), state="struck")
    if not captures:
        return Tile(rank_title(rank), "–", state="dim")
    ways = tuple(cards_shown(*parse_cards(" ".join(cards))) for cards in captures)
    return Tile(rank_title(rank), said("panel-ways", ways=ways))
