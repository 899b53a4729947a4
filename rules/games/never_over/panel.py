"""The large panel of Never Over: every seat with its sum, its cap and who can add what (RULES 1.12)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.core.cards import Card
from rules.core.game import Game
from rules.core.panel import Fact, Panel, Tile, Token, TokenInk, cards_shown, stock_fact
from rules.core.said import Said, Text, said
from rules.games.never_over.state import State

Advice = Mapping[str, Any]


def seats_panel(game: Game[State], state: State) -> Panel[Text]:
    """Every seat, and what is left of each kind."""
    advice = game.shown.advice(state)
    seats = tuple(_seat(name, seat, advice["adds"].get(name), name == game.to_act(state))
                  for name, seat in advice["seats"].items())
    facts = [stock_fact(advice["stock"]),
             *(Fact[Text](cards_shown(Card(card)), f"×{left}") for card, left in advice["unseen"].items())]
    columns = 1 if len(seats) <= 3 else 2 if len(seats) <= 8 else 3
    return Panel(None, tuple(facts), seats, columns, lines=tuple(advice["hints"]))


def _seat(name: str, seat: Advice, adds: Advice | None, acts: bool) -> Tile[Text]:
    rows: list[tuple[Text, tuple[Token[Text], ...]]] = [
        (word, tuple(map(_addable, adds[key]))) for key, word in (
            ("own_green", said("panel-own-green")), ("own_red", said("panel-own-red")),
            ("others_red", said("panel-others-red")))] if adds else []
    state: TokenInk = "dim" if seat["retired"] else "strong" if acts else "open"
    return Tile(name, str(seat["green"]), _note(seat), f"≤{seat['cap']}", tuple(rows), state)


def _note(seat: Advice) -> Said:
    held = said("panel-retired") if seat["retired"] else said("panel-held", count=seat["hand"])
    return said("panel-and-buried", held=held, count=seat["buried"]) if seat["buried"] else held


def _addable(entry: Advice) -> Token[Text]:
    """A card that may be added: struck out when all of its kind are gone, dim when it changes nothing."""
    number = entry["card"].lstrip("+<=")
    return Token(number, "struck" if not entry["left"] else "dim" if entry["redundant"] else "open")
