"""What judging one action found, and the five verdicts, each by its name, so that every game says them alike."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Literal

from rules.core.action import Action
from rules.core.cards import Card
from rules.core.frozen import made, replace
from rules.core.said import UNSAID, Fault, Said, fault
from rules.core.seats import with_item

VerdictKind = Literal["ok", "illegal", "warn", "need", "proven"]


@dataclass(frozen=True)
class Verdict:
    """What judging one action found.

    kind: ok; illegal (provably against the rules now); warn (doubtful, applied); need (an
        announcement is missing and several results are legal; `choices` lists them); proven
        (legal itself, but shows that the action numbered `about` was wrong).
    codes: from the rules page, the most specific first.  why: one sentence for the players.
    about: index, among the actions in force, of the earlier action a `proven` verdict concerns.
    changes: what changed, one short sentence each ("Cal is now capped at 1").
    after: the state once applied; for `illegal`, the state if the table lets it stand;
        None where it cannot be applied at all (`need`).
    otherwise: for `illegal`, the state if the table does not let it stand, where that is more than
        nothing happening (a penalty that the rules name, cards that go back to the hand).
    """

    kind: VerdictKind
    codes: tuple[str, ...] = ()
    why: Said = UNSAID
    about: int | None = None
    changes: tuple[Said, ...] = ()
    choices: tuple[Action, ...] = ()
    after: Any = field(default=None, repr=False, compare=False)
    otherwise: Any = field(default=None, repr=False, compare=False)

    @property
    def applies(self) -> bool:
        """Whether the action takes effect without being let stand."""
        return self.kind in ("ok", "warn", "proven")


def ok(after: Any, why: Said = UNSAID, changes: tuple[Said, ...] = ()) -> Verdict:
    """Legal; `after` is the state now."""
    return made(Verdict, {"kind": "ok", "after": after, "why": why, "changes": changes})


def illegal(code: str, why: Said, stands: Any = None, *more_codes: str) -> Verdict:
    """Provably against the rules; `stands` is the state if the table lets it stand."""
    return Verdict("illegal", (code, *more_codes), why, None, (), (), stands)


def warn(code: str, why: Said, after: Any, changes: tuple[Said, ...] = ()) -> Verdict:
    """Doubtful, but applied."""
    return Verdict("warn", (code,), why, None, changes, (), after)


Judging = Callable[[Any, Action], Verdict]


def unless(over: Callable[[Any], Fault | None], judges: Mapping[str, Judging]) -> dict[str, Judging]:
    """The same judging as long as the match is not over; from then on only that it is."""
    return {verb: partial(_judged_unless, over, judging) for verb, judging in judges.items()}


def _judged_unless(over: Callable[[Any], Fault | None], judging: Judging, state: Any, action: Action) -> Verdict:
    broken = over(state)
    return illegal(*broken) if broken else judging(state, action)


def need(code: str, why: Said, choices: tuple[Action, ...]) -> Verdict:
    """An announcement is missing; `choices` are the complete actions it could be."""
    return Verdict("need", (code,), why, None, (), choices, None)


def which_card(action: Action, cards: Iterable[Card], judging: Callable[[Action], Verdict]) -> Verdict:
    """`??` was played: with one such card, every one of `cards` that would be accepted in its place."""
    hidden = [i for i, card in enumerate(action.cards) if card.is_unknown]
    named = [replace(action, cards=with_item(action.cards, hidden[0], card)) for card in dict.fromkeys(cards)]
    choices = tuple(choice for choice in named if len(hidden) == 1 and judging(choice).applies)
    return need(*fault("UNSEEN_CARD-which", player=action.actor), choices)


def proven(code: str, why: Said, about: int, after: Any, changes: tuple[Said, ...] = ()) -> Verdict:
    """Legal itself, but shows that the action numbered `about` was wrong."""
    return Verdict("proven", (code,), why, about, changes, (), after)
