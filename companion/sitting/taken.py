"""Announcements that are taken as made, and how long anybody may object.

    >>> taken_verbs(GAMES["thirteen"], "usual")
    frozenset({'knock'})

What the rules imply need not be told: a knock follows from the card of the next player, the call of Page One from
the play that leaves one card.  Such an announcement is a row of the log like any other, with the source `assumed`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal, get_args

from companion.log.session import LogEntry, Session
from rules import Action, Game

Taking = Literal["strict", "usual", "silent"]  # everything is told; what follows is taken as made; the same, silently
TAKING: tuple[Taking, ...] = get_args(Taking)


def taken_verbs(game: Game[Any], taking: Taking) -> frozenset[str]:
    """What players of this game need not say."""
    return frozenset() if taking == "strict" else frozenset(verb.name for verb in game.verbs.values() if verb.unsaid)


def objectionable(entries: Sequence[LogEntry]) -> tuple[LogEntry, ...]:
    """What was taken as made and may still be objected to: until the turn after the one that followed has begun."""
    found = []
    actors: list[str] = []  # of what has been told since, latest first, each turn once
    for entry in reversed(entries):
        if entry.row.source == "assumed":
            found.append(entry)
        elif not actors or actors[-1] != entry.action.actor:
            actors.append(entry.action.actor)
        if len(actors) > 1:
            break
    return tuple(reversed(found))


class Takings:
    """What one sitting takes as made of its own accord; each only once, so that an objection stays."""

    def __init__(self, session: Session, taking: Taking = "usual") -> None:
        self.taking = taking
        self._considered = session.entries[-1].row.seq if session.entries else 0

    def due(self, session: Session) -> Iterator[Action]:
        """What is owed since the last event."""
        last = session.entries[-1].row.seq if session.entries else 0
        if last > self._considered:
            self._considered = last
            if self.taking != "strict":
                yield from session.match.game.owed(session.match.state)


def ends_assumed(session: Session) -> bool:
    """Whether the last event was taken as made."""
    return bool(session.entries) and session.entries[-1].row.source == "assumed"


def is_owed(session: Session, index: int) -> bool:
    """Whether the assumed event at an index was owed from what went before it, rather than implied by what followed."""
    event = session.match.events[index]
    return event.action in session.match.game.owed(event.before)
