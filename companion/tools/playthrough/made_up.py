"""Deals that nobody plays, as a camera sees them, with what their players say."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.device.packs import deck_rename
from companion.filming.setting import setting_for
from companion.following.answers import Answers
from companion.log.session import Session
from companion.sitting.taken import Taking, taken_verbs
from companion.tools.clear_looks import SIZE, ClearLooks
from companion.tools.playthrough.played import draws_together, is_plain_deal
from companion.tools.playthrough.shown_table import ShownSitting
from companion.tools.streams.by_belief import table_for
from rules import GAMES, Action, Match, Record, parse_action, parse_record
from vision.stream import Stream

UNSEEN_S = 4.0  # after a roll that the headline still waits for it is entered by hand, unless a card tells of it
LAID_OPEN_S = 5.0  # that a hand lies open before its player tells of it himself


class Players(Answers):
    """Players who say what people forget to say where no card and no roll that comes next tells of it."""

    def forgetting(self, record: Record, taking: Taking) -> None:
        """From now on they leave out what need not be said."""
        verbs = GAMES[record.game].verbs
        self.leaving_out(unsaid_in(record, taking), {verb.name: verb.shown_by for verb in verbs.values()
                                                     if verb.shown_by})
        is_told = True
        for line in reversed(self._lines):
            verb = verbs[line.action.verb]
            if line.silent and verb.unsaid:
                line.silent = is_told
            else:
                is_told = verb.told_by == "dice" or (bool(line.action.cards) and not verb.afterwards)

    def to_say(self, match: Match, now_s: float) -> Action | None:
        """What is to be said now: a roll, too, that was not seen and that the game still waits for, where no card comes
        after which the table asks for it."""
        index = self._next_roll(match)
        roll, after = (self._lines[index], self._lines[index + 1:][:1]) if index is not None else (None, [])
        if roll is not None and roll.time_s is not None and now_s >= roll.time_s + UNSEEN_S:
            tells = any(line.action.actor == roll.action.actor and match.game.verbs[line.action.verb].told_by == "cards"
                        for line in after)
            roll.silent = tells or match.game.judge(match.state, roll.action).kind != "ok"
        return super().to_say(match, now_s)

    def rolled(self, match: Match, roller: str) -> Action | None:
        """What a player has rolled: of which nobody has told yet, or as it was told."""
        index = self._next_roll(match)
        untold = [] if index is None else [self._lines[index].action]
        told = [event.action for event in match.events[-1:] if match.game.verbs[event.action.verb].told_by == "dice"]
        return next((roll for roll in (*untold, *told) if roll.actor == roller), None)

    def _next_roll(self, match: Match) -> int | None:
        """Which of the lines tells of it."""
        return next((index for index, line in enumerate(self._lines) if line.silent and not line.done
                     and match.game.verbs[line.action.verb].told_by == "dice"), None)

    def laying_open(self, record: Record) -> None:
        """They lay their hands open, and touch only what is not read of them after a while."""
        verbs = GAMES[record.game].verbs
        for line in self._lines:
            verb = verbs[line.action.verb]
            if verb.shows and verb.aside and line.time_s is not None:
                line.time_s += LAID_OPEN_S


@dataclass(frozen=True)
class MadeUp:
    """A deal as it will be shown.  answers: the players; sitting: opens its table."""

    duration_s: float
    answers: Players
    sitting: Callable[[Session], ShownSitting]


def seen_deal(record: Record, seed: int, doubt: float) -> MadeUp:
    """A deal as the looks of a camera that misses nothing."""
    clear = ClearLooks.of(record, setting_for(record, SIZE, seed=seed, level=1), doubt)
    return MadeUp(clear.duration_s, Players([(parse_action(said.text), said.time_s) for said in clear.announcements]),
                  lambda session: ShownSitting(clear.table(session), clear.looks()))


def filmed_deal(stream: Stream) -> MadeUp:
    """A deal as it was read from a film."""
    header = stream.header
    said = draws_together(GAMES[header.game].verbs, ((line.time_s, parse_action(line.text)) for line in header.said))
    players = Players([(action, time_s) for time_s, action in said if action])
    players.laying_open(parse_record(header.record))
    return MadeUp(stream.looks[-1].time_s, players,
                  lambda session: ShownSitting(table_for(header, session), iter(stream.looks)))


def unsaid_in(record: Record, taking: Taking) -> frozenset[str]:
    """Verbs that nobody has to say: taken as made, owed, read from dice, or the deal that the table is opened for."""
    match = Match(GAMES[record.game], record.table())
    seen = {verb.name for verb in match.game.verbs.values() if verb.told_by == "dice"}
    house = match.game.parse_options(record.table().options)
    seen |= {verb.name for verb in match.game.verbs.values() if verb.draws and house.get("draws") == "assumed"}
    owed: set[str] = set()
    for line in record.renamed(deck_rename(record.deck)).events:
        if line.action is None:
            continue
        owed |= {line.action.verb} & {action.verb for action in match.game.owed(match.state)}
        seen |= {line.action.verb} if not match.events and is_plain_deal(line.action) else set()
        match.push(line.action)
    return frozenset(seen | taken_verbs(match.game, taking) | (owed if taking != "strict" else set()))
