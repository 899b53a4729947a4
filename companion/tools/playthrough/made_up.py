"""Deals that nobody plays: as they are told, or as a clear camera sees them, with what their players say."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from calibration import load_deck
from companion.device.layouts import game_layout
from companion.device.packs import deck_rename, in_play
from companion.filming.setting import setting_for
from companion.following.answers import Answers
from companion.following.live import LiveTable
from companion.following.live_table import BelievingTable
from companion.log.session import Session
from companion.sitting.table_page import likely_mistakes
from companion.sitting.taken import Taking, taken_verbs
from companion.tools.bench.running import SIZE
from companion.tools.bench.witness import Witness
from companion.tools.clear_looks import ClearLooks
from companion.tools.playthrough.told_table import ShownSitting, ToldSitting
from rules import GAMES, Action, Match, Record, parse_action
from rules.core.cards import FACES
from rules.core.record import UNDO
from vision.events import TableEvent
from vision.reading.card_reader import NoReader


@dataclass(frozen=True)
class MadeUp:
    """A deal as it will be shown.  answers: the players; sitting: opens its table."""

    duration_s: float
    answers: Answers
    sitting: Callable[[Session], ToldSitting | ShownSitting]


def seen_deal(record: Record, seed: int, doubt: float) -> MadeUp:
    """A deal as the looks of a camera that misses nothing, followed by the belief."""
    clear = ClearLooks.of(record, setting_for(record, SIZE, seed=seed, level=1), doubt)
    deck = in_play(load_deck(record.deck), record.game, record.table())
    layout = game_layout(record.game, record.table().players)
    return MadeUp(clear.duration_s, Answers.said((said.time_s, said.text) for said in clear.announcements),
                  lambda session: ShownSitting(BelievingTable(session, None, clear.calibration, deck, layout),
                                               clear.looks()))


def told_deal(record: Record, seed: int, doubt: float, scatter_s: float, unsaid: frozenset[str]) -> MadeUp:
    """A deal as the events of a camera that misses nothing, followed step by step."""
    witness = Witness.of(record, setting_for(record, SIZE, seed=seed, level=1), scatter_s, sorted(unsaid))
    return MadeUp(witness.duration_s, witness.answers, lambda session: ToldSitting(
        LiveTable(session, NoReader()), doubted(witness.events, doubt, seed), rolls_of(witness, session)))


def unsaid_in(record: Record, taking: Taking, aside: bool = True) -> frozenset[str]:
    """Verbs that nobody has to say: taken as made, owed, read from the dice, or from cards laid before a player.
    aside: whether anybody sees these cards: the way step by step does, the belief does not yet."""
    match = Match(GAMES[record.game], record.table())
    seen = {verb.name for verb in match.game.verbs.values()
            if verb.told_by == "dice"}
    house = match.game.parse_options(record.table().options)
    seen |= {verb.name for verb in match.game.verbs.values() if verb.draws and house.get("draws") == "assumed"}
    owed: set[str] = set()
    for line in record.renamed(deck_rename(record.deck)).events:
        if line.action is None:
            continue
        owed |= {line.action.verb} & {action.verb for action in match.game.owed(match.state)}
        meant = match.game.camera.laid_aside(match.state, line.action.actor, line.action.cards)
        seen |= {meant.verb} & {line.action.verb} if meant is not None and aside else set()
        match.push(line.action)
    return frozenset(seen | taken_verbs(match.game, taking) | (owed if taking != "strict" else set()))


def doubted(events: Sequence[TableEvent], share: float, seed: int) -> list[TableEvent]:
    """The events with a share of the laid cards read doubtfully: the truth, or what it is easily taken for."""
    rng = np.random.default_rng((seed, 5))
    told = []
    for event in events:
        alike = likely_mistakes(event.label, FACES)
        if event.kind == "appeared" and alike and rng.random() < share:
            event = replace(event, sure=False, confidence=0.6, candidates=((event.label, 0.6), (alike[0], 0.3)))
        told.append(event)
    return told


def rolls_of(witness: Witness, session: Session) -> list[tuple[float, Action]]:
    """What the dice show, each when it has been read."""
    verbs = session.match.game.verbs
    said = [(announced.time_s, parse_action(announced.text)) for announced in witness.announcements
            if announced.text != UNDO]
    return [(time_s, action) for time_s, action in said if verbs[action.verb].told_by == "dice"]
