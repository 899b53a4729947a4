"""The large panel of Cribbage: the count and what every rank would score; then what each hand makes (RULES 11.9)."""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.cards import RANKS
from rules.core.game import Game
from rules.core.panel import Fact, Hero, Panel, Tile, holdings, piles, rank_title, seat_columns, seat_tiles
from rules.core.said import Text, said
from rules.games.cribbage.state import State


def count_panel(game: Game[State], state: State) -> Panel[Text]:
    """The count in the play, and the hands once it is over."""
    public, advice = game.public(state), game.shown.advice(state)
    lines = tuple(game.shown.advice_lines(state))
    crib = Fact[Text](said("panel-crib"), advice["dealer"])
    if state.phase == "play":
        tiles = tuple(_rank_tile(rank, advice["results"].get(rank)) for rank in RANKS)
        hero, facts = Hero[Text](str(state.count), said("panel-count")), (crib, *holdings(public["hand_sizes"]))
        return Panel(hero, facts, tiles, 5, piles(game.visible(state), "starter"))
    notes = {name: said("panel-hand", points=points) for name, points in advice["hands"].items()}
    seats = seat_tiles(game.to_act(state), public["hand_sizes"], lambda name: notes.get(name, ""))
    return Panel(None, (crib,), seats, seat_columns(len(seats)), piles(game.visible(state)), lines)


def _rank_tile(rank: str, result: Mapping[str, int] | None) -> Tile[Text]:
    """The count that a rank would make and what it would score; struck out where it would pass 31 or is gone."""
    if result is None:
        return Tile(rank_title(rank), "–", state="struck")
    points = result["points"]
    return Tile(rank_title(rank), str(result["count"]), f"+{points}" if points else "",
                state="strong" if points else "open")
