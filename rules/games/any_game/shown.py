"""What is shown of a game without rules: points, what lies there, and what nobody has seen yet (RULES 13.3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rules.core.cards import JOKER, RANKS, SUITS, Card
from rules.core.game import Game, Shown
from rules.core.panel import Fact, Panel, Tile, cards_shown, rank_title, seat_columns
from rules.core.said import Said, Text, said, texts
from rules.games.any_game.house import House
from rules.games.any_game.state import State, unseen

SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}


class LooseShown(Shown[State]):
    """Seats that are touched to score, and the cards that are left."""

    def own_title(self, options: Mapping[str, str]) -> str:
        return options.get("name", "")

    def headline(self, state: State) -> Text | None:
        return None if state.over else said("headline-points")

    def advice(self, state: State) -> dict[str, Any]:
        """`left`: suit -> ranks that nobody has seen since the deal; `seen`: every card since then."""
        left = unseen(state)
        return {"seen": texts(state.seen), "left": {suit: _ranks(left, suit) for suit in SUITS},
                "jokers": left[JOKER]}

    def advice_lines(self, state: State) -> Sequence[Text]:
        return (said("line-left"), *_lines(state))

    def panel(self, game: Game[State], state: State) -> Panel[Text]:
        seats = tuple(Tile[Text](name, str(score).replace("-", "−"), seat=True,
                                 state="strong" if name in state.winners else "open")
                      for name, score in zip(state.players, state.scores, strict=True))
        left = unseen(state)
        suits = (Fact[Text](SIGNS[suit], str(len(_ranks(left, suit)))) for suit in SUITS)
        facts = (Fact[Text](said("name-left"), str(left.total())), *suits)
        return Panel(None, facts, seats, seat_columns(len(seats)), lines=tuple(_lines(state)),
                     timer_s=state.house.timer)

    def prose(self, house: House) -> Sequence[Said]:
        return (said("rules-summary"), said("rules-cards", cards=house.cards, jokers=house.jokers),
                said("rules-points"), said("rules-end", target=house.target, wins=house.wins),
                *((said("rules-timer", seconds=house.timer),) if house.timer else ()))


def _ranks(left: Mapping[Card, int], suit: str) -> list[str]:
    return [rank for rank in RANKS for _ in range(left.get(Card(rank + suit), 0))]


def _lines(state: State) -> Iterator[Text]:
    """Suit by suit what is still to come, and what came last."""
    left = unseen(state)
    for suit in SUITS:
        ranks = _ranks(left, suit)
        yield f"{SIGNS[suit]} {' '.join(map(rank_title, ranks)) or '–'}"
    if state.house.jokers:
        yield said("line-jokers", number=left[JOKER])
    if state.seen:
        yield said("line-last", cards=cards_shown(*state.seen[-6:]))
