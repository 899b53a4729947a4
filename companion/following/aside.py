"""Cards that players lay before themselves, outside the game's places: a hand given up, or shown.

    aside = Aside(laid)
    aside.notice(event)                               # beside all places, or face down
    aside.ruling(match, seats, now_s, hurry=False)    # Commit, Question or None
"""

from __future__ import annotations

from collections.abc import Callable

from companion.following import asking
from companion.following.laid import Laid
from companion.following.messages import Question
from companion.following.rulings import Commit
from companion.following.seats import Seats
from rules import Action, Match
from rules.core.said import Text
from vision.events import TableEvent

WAIT_S = 3.0  # a card put down for a moment is taken up again, and who retires has said so
STOCK = "stock"  # the layouts' name for its place
MORE_S = 1.0  # more cards of the same hand may follow so soon

Ask = Callable[[Text, tuple[Action, ...], tuple[TableEvent, ...]], Question]


class Aside:
    """What lies there and means nothing yet."""

    def __init__(self, laid: Laid) -> None:
        self._laid = laid
        self._waiting: list[TableEvent] = []
        self.meaningless = 0  # cards that were read surely and meant nothing

    def notice(self, event: TableEvent) -> None:
        """A card came there, was turned over there or left."""
        self._waiting = [other for other in self._waiting if other.track != event.track]
        if event.zone == STOCK and not event.face_up:
            return  # the stock itself, seen for the first time
        if event.kind in ("appeared", "turned"):
            self._waiting.append(event)

    def ruling(self, match: Match, seats: Seats, now_s: float, ask: Ask, hurry: bool = False
               ) -> Commit | Question | None:
        """What the cards mean, once they have lain there for a while; at once where something else has happened."""
        while self._waiting:
            first = self._waiting[0]
            player = _owner(first, match, seats)
            group = tuple(event for event in self._waiting if event.face_up == first.face_up
                          and _owner(event, match, seats) == player)
            wait_s = MORE_S if first.face_up else WAIT_S
            if now_s - group[-1].time_s < wait_s and not hurry:
                return None
            self._waiting = [event for event in self._waiting if event not in group]
            ruling = self._meant(match, player, group, ask)
            if ruling is not None:
                return ruling
        return None

    def _meant(self, match: Match, player: str, group: tuple[TableEvent, ...], ask: Ask) -> Commit | Question | None:
        """Shown cards that were read are believed; what nobody can read, a hand given up, is asked."""
        open_ = group[0].face_up
        cards = tuple(self._laid.card(event) for event in group) if open_ else ()
        action = match.game.camera.laid_aside(match.state, player, cards) if player else None
        if action is None:
            self.meaningless += sum(event.kind == "appeared" and event.sure and event.face_up for event in group)
            return None
        verdict = match.game.judge(match.state, action)
        if not verdict.applies or _was_said(match, action):
            return None
        if open_ and verdict.kind == "ok" and all(event.sure for event in group):
            return Commit(action, verdict, group)
        return ask(asking.laid_aside(action, open_), (action,), group)


def _was_said(match: Match, action: Action) -> bool:
    """Whether the player has told of it in this deal already."""
    told = [event.action for event in match.events]
    deal = max((k for k, earlier in enumerate(told) if earlier.verb == "deal"), default=0)
    return any((earlier.actor, earlier.verb, sorted(earlier.cards)) == (action.actor, action.verb, sorted(action.cards))
               for earlier in told[deal:])


def _owner(event: TableEvent, match: Match, seats: Seats) -> str:
    """Who laid it: whose place it is, else whose hand it was or before whom it lies; "" where that is not clear,
    for a place of the table's own (the stock) and for a back that no hand was seen to lay."""
    players = match.table.players
    owner = event.zone.partition(":")[2]
    if (event.zone and owner not in players) or (not event.face_up and event.hand_mm is None):
        return ""
    if owner in players:
        return owner
    likely = seats.likely(event.hand_mm or event.centre_mm, players)
    return next(iter(likely)) if len(likely) == 1 else ""
