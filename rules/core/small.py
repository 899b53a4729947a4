"""A game cut down until every hidden deal can be counted out (`rules.checks.soundness`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.core.action import Action
from rules.core.cards import Card, Pack
from rules.core.frozen import replace
from rules.core.law import HiddenDeal, Law
from rules.core.people import RandomPlayer


def no_statements(player: RandomPlayer[Any]) -> list[Action]:
    """No statements."""
    return []


def with_pack(state: Any, pack: Pack) -> Any:
    """The same position with another pack; of games whose house rules hold the pack."""
    return replace(state, house=replace(state.house, pack=pack))


@dataclass(frozen=True)
class SmallGame:
    """How a game is cut down.

    codes: the faults that hidden cards decide.  players: how many; hand: cards of each; pack: all cards.
    start: the state with hands of this size and so many cards in the pack.  ended: whether nothing more is to be seen.
    statements: what the player on turn could say about his hand, true or not.  options: the house rules to draw from.
    open_codes: faults that lie open on the table and that the random people run into.  smuggles: sometimes a foreign
    card comes into a hand.  known, certain: what a seat holds for certain by the engine (state, seat) and by the law
    (law, deals, seat), where that is compared.  most: actions of a game.
    """

    law: type[Law]
    codes: frozenset[str]
    players: int
    hand: int
    pack: str
    start: Callable[[Any, int, int], Any]
    ended: Callable[[Any], bool]
    statements: Callable[[RandomPlayer[Any]], list[Action]] = no_statements
    options: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    open_codes: frozenset[str] = frozenset()
    smuggles: bool = False
    known: Callable[[Any, int], Iterable[Card]] | None = None
    certain: Callable[[Any, Iterable[HiddenDeal], int], Counter[Card]] | None = None
    most: int = 60
