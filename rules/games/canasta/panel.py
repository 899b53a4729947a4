"""The large panel of Canasta: each side's melds and what it needs, and the pile (RULES 6.14)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.core.cards import parse_cards
from rules.core.game import Game
from rules.core.panel import Fact, Panel, Tile, Token, cards_shown, holdings, piles, rank_title, stock_fact
from rules.core.said import Text, said
from rules.games.canasta.melds import CANASTA_SIZE
from rules.games.canasta.state import State

TENTHS = 10  # boxes of the meter of a first meld
Advice = Mapping[str, Any]


def sides_panel(game: Game[State], state: State) -> Panel[Text]:
    """Each side's melds and what it needs; the pile and whether it is frozen."""
    public, advice, acts = game.public(state), game.shown.advice(state), game.to_act(state)
    tiles = tuple(_side(side, melds, acts in side.split("+"), public, advice)
                  for side, melds in public["melds"].items())
    facts = [Fact[Text](said("name-pile"), said("panel-pile", count=public["pile_size"], frozen=public["frozen"])),
             stock_fact(public["stock"]), *holdings(public["hand_sizes"])]
    return Panel(None, tuple(facts), tiles, 1, piles(game.visible(state), "pile"), tuple(advice["asks"]))


def _side(side: str, melds: Mapping[str, Sequence[str]], acts: bool, public: Advice, advice: Advice) -> Tile[Text]:
    tokens = tuple(Token[Text](rank_title(rank), "strong" if len(cards) >= CANASTA_SIZE else "open",
                               min(len(cards), CANASTA_SIZE), CANASTA_SIZE) for rank, cards in melds.items())
    reds = tuple(Token[Text](cards_shown(*parse_cards(card))) for card in public["red_threes"][side])
    rows: list[tuple[Text, tuple[Token[Text], ...]]] = [] if public["opened"][side] else [
        (said("panel-first-meld"), (_first_meld(advice["laid_value"] if acts else 0, advice["minimum"][side]),))]
    rows += [(said("name-meld"), tokens)] if tokens or not rows else []
    rows += [(said("panel-red-threes"), reds)] if reds and len(rows) < 2 else []  # three rows are hard to read
    return Tile(side.replace("+", " + "), str(advice["scores"][side]),
                said("part-may-go-out") if advice["may_go_out"][side] else "", rows=tuple(rows))


def _first_meld(laid: int, minimum: int) -> Token[Text]:
    """What a side's first meld must be worth, and how far it has come while it is being laid."""
    return Token(f"{laid} / {minimum}", "strong" if laid >= minimum else "open",
                 min(laid * TENTHS // max(minimum, 1), TENTHS), TENTHS)
