"""The large panel of Pemberley: the total, and where every card not seen yet would lead (RULES 3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.core.cards import RANKS
from rules.core.game import Game
from rules.core.panel import Fact, Hero, Panel, Tile, Token, piles, rank_title
from rules.core.said import Text, said
from rules.games.pemberley.arrangement import SIGNS
from rules.games.pemberley.state import State

SUIT_SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")  # points beside a rank


def total_panel(game: Game[State], state: State) -> Panel[Text]:
    """The total, and where every card not seen yet would lead; scoring ones stand out."""
    public, advice = game.public(state), game.shown.advice(state)
    facts = [Fact[Text](said("panel-player", player=name, count=advice["hands"][name]), str(points))
             for name, points in public["points"].items()]
    facts.append(Fact(said("panel-ones"), str(public["ones"])))
    total = public["count"]
    hero = Hero[Text]("–" if total is None else str(total).replace("-", "−"), said("panel-total"))
    if not advice["landing"]:
        return Panel(hero, tuple(facts), piles=piles(game.visible(state)),
                     lines=tuple(game.shown.advice_lines(state)))
    rows = tuple((f"{SUIT_SIGNS[suit]} {sign}",
                  tuple(_landing_token(rank, advice["landing"].get(rank + suit)) for rank in RANKS))
                 for suit, sign in sorted(SIGNS.items()))
    return Panel(hero, tuple(facts), (Tile[Text]("", rows=rows),), 1)


def _landing_token(rank: str, row: Mapping[str, Any] | None) -> Token[Text]:
    """A card in its suit's row, by rank: struck out when it is gone or cannot be played, strong when
    it would score, with the points."""
    if row is None or "fault" in row:
        return Token(rank_title(rank), "struck")
    points = row["points"]
    return Token(rank_title(rank) + str(points).translate(RAISED), "strong") if points else Token(rank_title(rank))
