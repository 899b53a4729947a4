"""The large panel of Page One: the suit to follow, and what everybody has shown (RULES 4.9)."""

from __future__ import annotations

from rules.core.game import Game
from rules.core.panel import Fact, Hero, Panel, piles, seat_columns, seat_tiles, stock_fact
from rules.core.said import Text, said
from rules.games.page_one.state import State

SUIT_SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}


def trick_panel(game: Game[State], state: State) -> Panel[Text]:
    """The suit to follow, everybody's hand with the suits he has shown not to hold, and who must say
    Page One."""
    public, advice = game.public(state), game.shown.advice(state)
    suit = advice["follow"]
    hero = Hero[Text](SUIT_SIGNS.get(suit, "–") if suit else said("panel-free"),
                      said("panel-follow") if suit else said("panel-leads"))
    facts = [stock_fact(public["stock"])]
    if advice["drawn"]:
        facts.append(Fact(said("panel-drawn"), str(advice["drawn"])))
    if public["winner_so_far"]:
        facts.append(Fact(said("name-winner_so_far"), public["winner_so_far"]))
    due = {row["player"] for row in advice["call_due"]}

    def note(name: str) -> Text:
        void = " ".join(SUIT_SIGNS[suit] for suit in public["void"][name])
        return said("panel-must-call") if name in due else said("panel-void", suits=void) if void else ""

    tiles = seat_tiles(game.to_act(state), public["hand_sizes"], note)
    return Panel(hero, tuple(facts), tiles, seat_columns(len(tiles)), piles(game.visible(state)))
