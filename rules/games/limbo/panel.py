"""The large panel of Limbo: the count, and what every rank would make of it (RULES 2.10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.core.cards import RANKS
from rules.core.game import Game
from rules.core.panel import Fact, Hero, Panel, Tile, cards_shown, holdings, rank_title, stock_fact
from rules.core.said import Text, said
from rules.games.limbo.state import State


def count_panel(game: Game[State], state: State) -> Panel[Text]:
    """The count, and what every rank would make of it."""
    public, advice = game.public(state), game.shown.advice(state)
    tiles = tuple(_tile(rank, advice["results"][rank], advice["unseen"][rank]) for rank in RANKS)
    facts = [Fact[Text](said("panel-played"), str(public["cards_played"]))]
    if public["multiplier"] > 1:
        facts.append(Fact(said("panel-times"), f"×{public['multiplier']}"))
    top = state.stock_top
    facts += [*holdings(advice["hand_sizes"]), stock_fact(cards_shown(top) if top else state.stock)]
    hero = Hero[Text](str(public["count"]), said("panel-at-bar") if advice["at_bar"] else said("panel-count"))
    return Panel(hero, tuple(facts), tiles, 5, lines=tuple(advice["asks"]))


def _tile(rank: str, results: Sequence[Mapping[str, Any]], unseen: int) -> Tile[Text]:
    """A rank and every count it would make; a division that must be made carries its sign."""
    if not unseen:
        return Tile(rank_title(rank), said("panel-gone"), state="struck")
    if not results:
        return Tile(rank_title(rank), "–", state="struck")
    must_divide = len(results) == 1 and results[0]["divides"] and rank not in "KJ"
    counts = " ".join(dict.fromkeys(str(result["count"]) for result in results))
    return Tile(rank_title(rank), counts, "÷" if must_divide else "")
