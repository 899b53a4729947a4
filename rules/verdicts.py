"""The five verdicts, each by its name, so that every game says them alike."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from rules.action import Action
from rules.cards import Card
from rules.common import with_item
from rules.game import Verdict


def ok(after: Any, why: str = "", changes: tuple[str, ...] = ()) -> Verdict:
    """Legal; `after` is the state now."""
    return Verdict("ok", (), why, None, changes, (), after)


def illegal(code: str, why: str, stands: Any = None, *more_codes: str) -> Verdict:
    """Provably against the rules; `stands` is the state if the table lets it stand."""
    return Verdict("illegal", (code, *more_codes), why, None, (), (), stands)


def warn(code: str, why: str, after: Any, changes: tuple[str, ...] = ()) -> Verdict:
    """Doubtful, but applied."""
    return Verdict("warn", (code,), why, None, changes, (), after)


def need(code: str, why: str, choices: tuple[Action, ...]) -> Verdict:
    """An announcement is missing; `choices` are the complete actions it could be."""
    return Verdict("need", (code,), why, None, (), choices, None)


def which_card(action: Action, cards: Iterable[Card], judging: Callable[[Action], Verdict]) -> Verdict:
    """`??` was played: with one such card, every one of `cards` that would be accepted in its place."""
    hidden = [i for i, card in enumerate(action.cards) if card.is_unknown]
    named = [replace(action, cards=with_item(action.cards, hidden[0], card)) for card in dict.fromkeys(cards)]
    choices = tuple(choice for choice in named if len(hidden) == 1 and judging(choice).applies)
    return need("UNSEEN_CARD", f"Which card did {action.actor} play?", choices)


def proven(code: str, why: str, about: int, after: Any, changes: tuple[str, ...] = ()) -> Verdict:
    """Legal itself, but shows that the action numbered `about` was wrong."""
    return Verdict("proven", (code,), why, about, changes, (), after)
