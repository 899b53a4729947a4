"""A whole deal played through the app by touch: every question answered, every word said with a finger.

    python -m companion.tools.headless python -m companion.tools playthrough limbo never_over canasta
    python -m companion.tools.headless python -m companion.tools playthrough limbo --film deal.mp4 --size 800x1280
    python -m companion.tools.headless python -m companion.tools playthrough all --count-taps --taking usual

With --count-taps, a table of the touches that five deals of every game took.  What several results allow and nobody
can see (which count a King makes, a double) is counted apart.  Without --film a made-up deal is told to the app
as a camera that misses nothing would tell it, as fast as the app follows; with --film, a film of `companion render`
with its record (CLIP.tally) beside it is watched at its own speed.  Prints what was touched, and whether the log says
what the record says.
"""

from __future__ import annotations

import argparse
import itertools
import sys
import tempfile
import threading
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from companion import texts
from companion.device.source import Watch
from companion.device.tables import TableFiles
from companion.filming.deals import usual_deal
from companion.filming.film import Film
from companion.filming.setting import setting_for
from companion.filming.writing import lying_beside, write_film
from companion.following.answers import Answers, bare, load_answers
from companion.following.explaining import unsaid_before
from companion.following.live import LiveTable
from companion.log.records import deck_rename
from companion.log.session import Session, SessionStore
from companion.sitting.sitting import Sitting
from companion.sitting.table_page import ROLL, Choice, OpenQuestion, likely_mistakes, telling_cards
from companion.sitting.taken import TAKING, Taking, taken_verbs
from companion.tools.bench.running import SIZE, size_of
from companion.tools.bench.witness import STEP_S, Witness
from companion.tools.fingers import Hands
from rules import GAMES, Action, Card, Match, Record, parse_action, parse_record
from rules.core.cards import FACES, UNKNOWN
from rules.core.record import UNDO, Line
from rules.core.verbs import Verb, Verbs
from vision.events import TableEvent
from vision.frames import Frame, FrameSource
from vision.reading.card_reader import NoReader

LONGEST_S = 1800.0
AFTERWARDS_S = 60.0  # when a film has ended, everything of it is due
AT_ONCE = 12  # looks and touches between two steps of the clock
UNSAID_S = 5.0  # of the film: an announcement without a button for so long is given up
PATIENT_S = 30.0  # so long a touch may take to show, on a device that has much else to do


@dataclass
class PlayedDeal:
    """What came of a deal."""

    record: Record
    log: tuple[Action, ...] = ()
    scores: dict[str, int] | None = None
    questions: int = 0
    said: int = 0
    taps: int = 0
    free: int = 0  # of the taps: what several results allow and nobody can see
    assumed: int = 0  # rows that nobody told of
    unsaid: tuple[str, ...] = ()

    @property
    def wanted(self) -> list[Action]:
        """The events of the record, without what nobody needs to say."""
        return to_compare(self._verbs, (line.action for line in self.record.events if line.action is not None))

    @property
    def kept(self) -> list[Action]:
        """The same of the log."""
        return to_compare(self._verbs, self.log)

    @property
    def _verbs(self) -> Verbs:
        return GAMES[self.record.game].verbs

    @property
    def true_scores(self) -> dict[str, int]:
        """What the record itself comes to."""
        match = Match(GAMES[self.record.game], self.record.table())
        rename = deck_rename(self.record.deck)
        for line in self.record.renamed(rename).events:
            if line.action is not None:
                match.push(line.action)
        return dict(match.scores)

    @property
    def right(self) -> int:
        """Events of the record that are in the log, in order, up to the first that differs."""
        pairs = zip(self.wanted, self.kept, strict=False)
        return next((i for i, (one, other) in enumerate(pairs) if one != other), min(len(self.wanted), len(self.kept)))

    @property
    def is_right(self) -> bool:
        return self.wanted == self.kept and self.scores == self.true_scores

    @property
    def differs(self) -> str:
        """The first event that the record and the log tell differently; "" when there is none."""
        both = list(itertools.zip_longest(self.wanted, self.kept))[self.right:self.right + 1]
        return "".join(f"; first: {wanted or 'nothing'} in the record, {kept or 'nothing'} in the log"
                       for wanted, kept in both)

    def __str__(self) -> str:
        as_was = "all as they were" if self.is_right else f"{self.right} as they were, {len(self.kept)} in the log"
        as_was += f", scores {'as' if self.scores == self.true_scores else 'not as'} in the record"
        unsaid = f"; went without saying: {', '.join(self.unsaid)}" if self.unsaid else ""
        return (f"{self.record.game}: {len(self.wanted)} events, {as_was}; {self.questions} questions and "
                f"{self.said} announcements by touch, {self.taps} taps in all{unsaid}{self.differs}")


def as_called(verbs: Verbs, action: Action) -> Action:
    """A call as it is spoken: of a card that is named without being shown, its number."""
    if len(action.cards) != 1 or not verbs[action.verb].shown_by:
        return action
    return replace(action, cards=(UNKNOWN,), announced=action.announced or action.card.number)


def is_free(verb: Verb) -> bool:
    """Whether nobody could have seen what a verb says: words that the rules leave open, and how many cards somebody
    has drawn that nobody saw."""
    return verb.told_by == "words" and (verb.out_of_turn or bool(verb.words) or bool(verb.shown_by)
                                        or verb.numbers[1] > 0)


def most_of(said: Action | None, offered: Sequence[Choice]) -> Choice | None:
    """The largest part of a number that no button offers at once: of seven cards drawn, six."""
    if said is None or not said.numbers:
        return None
    parts = [choice for choice in offered if choice.action and choice.action.numbers < said.numbers
             and replace(choice.action, numbers=said.numbers) == said]
    return max(parts, key=lambda choice: choice.action.numbers if choice.action else (), default=None)


def the_rest(said: Action, told: Action | None) -> Action | None:
    """What is still to be said of a number of which a part was told."""
    if told is None or told.numbers == said.numbers or not said.numbers:
        return None
    return replace(said, numbers=(said.numbers[0] - told.numbers[0],))


def to_compare(verbs: Verbs, actions: Iterable[Action]) -> list[Action]:
    """What must be alike: in order, but hands laid open, which may be read a little later, come last.  A draw of one
    card where each turn has one need not be said, the discard tells of it."""
    told = [as_called(verbs, action) if verbs[action.verb].shown_by else bare(action)
            for action in draws_together(verbs, actions) if action.numbers or not verbs[action.verb].draws]
    return [*(action for action in told if action.verb != "show"),
            *sorted((action for action in told if action.verb == "show"), key=str)]


def as_one_draw(verbs: Verbs, before: Action | None, now: Action | None) -> Action | None:
    """Cards drawn one after the other by the same player as one event; None where these are no such draws."""
    if not before or not now or (before.actor, before.verb) != (now.actor, now.verb):
        return None
    if not verbs[now.verb].draws or not before.numbers or not now.numbers:
        return None
    return replace(before, numbers=(before.numbers[0] + now.numbers[0],))


def draws_together(verbs: Verbs, actions: Iterable[Action]) -> list[Action]:
    """What happened, with draws as they are told."""
    told: list[Action] = []
    for now in actions:
        together = as_one_draw(verbs, told[-1] if told else None, now)
        told[-1:] = [together] if together else [*told[-1:], now]
    return told


def with_draws_together(record: Record) -> Record:
    """The record with draws as they are told, with one touch."""
    lines: list[Line] = []
    for line in record.lines:
        together = as_one_draw(GAMES[record.game].verbs, lines[-1].action if lines else None, line.action)
        lines[-1:] = [replace(lines[-1], action=together, text=str(together))] if together else [*lines[-1:], line]
    return replace(record, lines=tuple(lines))


def without_loose_end(record: Record) -> Record:
    """A record that breaks off: the announcements at its end that only what comes next would have told."""
    verbs, lines = GAMES[record.game].verbs, list(record.lines)
    while lines and (last := lines[-1].action) is not None and verbs[last.verb].unsaid:
        lines.pop()
    return replace(record, lines=tuple(lines))


def unsaid_in(record: Record, taking: Taking) -> frozenset[str]:
    """Verbs that nobody has to say: taken as made, owed, read from the dice, or from cards laid before a player."""
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
        seen |= {meant.verb} & {line.action.verb} if meant is not None else set()
        match.push(line.action)
    return frozenset(seen | taken_verbs(match.game, taking) | (owed if taking != "strict" else set()))


class ToldSource(FrameSource):
    """Empty frames, each when it is asked for: the clock of a table that is told what happens."""

    live = True

    def __init__(self, duration_s: float) -> None:
        super().__init__("told")
        self._step, self._steps = 0, int((duration_s + 10.0) / STEP_S)
        self._wanted = threading.Semaphore(0)
        self._image = np.zeros((9, 16, 3), np.uint8)
        self.now_s = -1.0

    def step(self) -> float:
        """Let one frame come; its time."""
        self.now_s = self._step * STEP_S
        self._wanted.release()
        return self.now_s

    def last_longer(self) -> None:
        """The players wait for a moment, and so does all that they do afterwards."""
        self._steps += 1

    def read(self, timeout_s: float = 1.0) -> Frame | None:
        if not self._wanted.acquire(timeout=timeout_s) or self.ended:
            return None
        frame = Frame(self._image, self._step * STEP_S)
        self._step += 1
        self.ended = self._step >= self._steps
        return frame


class ToldSitting(Sitting):
    """A table that is told the events of a witness instead of being looked at."""

    def __init__(self, live: LiveTable, events: Sequence[TableEvent], rolls: Sequence[tuple[float, Action]] = ()
                 ) -> None:
        """rolls: what the dice showed, and when they had been read."""
        super().__init__(live)
        self._told = live
        self._waiting, self._rolls = list(events), list(rolls)
        self.done_s = -1.0  # up to when everything was followed
        self.late_s = 0.0  # so long the players have waited for what had to be said

    def see(self, frame: Frame) -> bool:
        told_s = frame.time_s - self.late_s
        due = [event for event in self._waiting if event.time_s <= told_s]
        self._waiting = self._waiting[len(due):]
        due = [replace(event, time_s=event.time_s + self.late_s) for event in due]
        changed = self._followed(self._told.witness(due, frame.time_s), frame.time_s)
        while self._rolls and self._rolls[0][0] <= told_s and self._may_roll(self._rolls[0][1]):
            changed |= self._followed(self._told.say(self._rolls.pop(0)[1]), frame.time_s)
        self.done_s = frame.time_s
        return changed

    def _may_roll(self, roll: Action) -> bool:
        """Whether everything before it is settled."""
        match = self.session.match
        return self.live.question is None and self._told.is_idle and (
            match.game.judge(match.state, roll).kind == "ok" or bool(unsaid_before(match, roll)))


class Fingers:
    """Touches what the players of a deal would touch."""

    def __init__(self, hands: Hands, answers: Answers, played: PlayedDeal) -> None:
        self._hands, self._answers, self._played = hands, answers, played
        self._rows: set[tuple[int, str]] = set()  # of the log, and what they said
        self._due: Action | None = None  # to be said, and since when
        self._due_s = self._waited_s = 0.0
        self._seen = 0
        self._truth: tuple[int, Action | None] = (0, None)  # the question that was asked last, and its answer
        self.unsaid: list[str] = []

    @property
    def _sitting(self) -> Sitting | None:
        return self._hands.app.controller.sitting

    @property
    def is_due(self) -> bool:
        """Whether something has to be said before the deal goes on."""
        return self._due is not None

    def is_wanted(self, now_s: float) -> bool:
        """Whether something happened, is asked, or is to be said."""
        sitting = self._sitting
        if sitting is None:
            return False
        return (self._seen != len(sitting.session.rows) or sitting.live.question is not None
                or self._due_now(sitting, now_s) is not None)

    def _due_now(self, sitting: Sitting, now_s: float) -> Action | None:
        """What is to be said now; what has had no button for a while is given up."""
        if self._due is not None and (now_s - self._due_s > UNSAID_S or self._waited_s > UNSAID_S):
            self.unsaid.append(str(self._due))
            self._due = None
        if self._due is None:
            self._due, self._due_s = self._answers.to_say(sitting.session.match, now_s), now_s
            self._waited_s = 0.0
        return self._due

    def waits(self) -> bool:
        """The players let a moment pass until what they have to say has a button; False once they give it up."""
        self._waited_s += STEP_S
        return self._waited_s <= UNSAID_S

    def act(self, now_s: float) -> None:
        """Answer what is asked, say what is due."""
        table, sitting = self._hands.app.table, self._sitting
        if table.view is None or sitting is None:
            return
        self._notice()
        if table.sheet is not None and table.sheet.name == "question":
            self._answer(table.sheet.question, now_s)
        elif table.view.told is not None and table.view.told.may_decide:
            self._tap(texts.TAKE_BACK)
        else:
            self._speak(now_s)

    def _notice(self) -> None:
        """What is in the log need not be said any more."""
        verbs = GAMES[self._hands.app.table.view.game].verbs
        for line in self._hands.app.table.view.log:
            if (line.row, str(line.action)) not in self._rows and line.kind not in ("illegal", "need"):
                self._rows.add((line.row, str(line.action)))
                if not verbs[line.action.verb].draws:  # said, perhaps in parts, and not to be said again
                    self._answers.happened(line.action)
        sitting = self._sitting
        if sitting is not None and len(self._hands.app.table.view.log) == len(sitting.session.entries):
            self._seen = len(sitting.session.rows)  # the screen has caught up

    def _answer(self, question: OpenQuestion, now_s: float) -> None:
        """The true answer; another card from the picker where it is not among those offered."""
        sitting, sheet = self._sitting, self._hands.app.table.sheet
        asked, waiting = (sitting.live.question, sitting.question) if sitting else (None, None)
        if asked is None or waiting is None or waiting.number != question.number or sitting is None:
            return  # settled meanwhile
        if asked.id != self._truth[0]:
            self._truth = asked.id, self._answers.to(asked, sitting.session.match, now_s)
            self._played.questions += 1
        truth = self._truth[1]
        shown = sheet.choices
        choice = next((c for c in shown if c.action == truth), None) or next(
            (c for c in shown if truth and c.action and bare(c.action) == bare(truth)
             and c.action.announced in (None, truth.announced) and c.action.as_value is None), None)
        if choice is not None:
            self._played.free += len({replace(c.action, announced=None, as_value=None) for c in shown if c.action}) == 1
            self._tap(self._words(choice, shown), sheet)
        elif truth is None or not truth.cards or waiting.number != asked.id:
            self._truth = asked.id, None  # it cannot be said here
            self._tap(texts.NOTHING, sheet)
        else:
            self._tap(texts.SOMETHING_ELSE, sheet)
            several = any(c.action and sitting.session.match.game.verbs[c.action.verb].entry == "order"
                          for c in question.choices)
            self._pick_all(truth.cards, self._hands.app.table.laid_together or several)
        # a finger that missed, because the sheet moved just then, answers again
        self._hands.comes(lambda: self._hands.app.table.view.question is None
                          or self._hands.app.table.view.question.number != question.number, PATIENT_S)

    @staticmethod
    def _words(choice: Choice, shown: Sequence[Choice]) -> str:
        """What the button of an answer says: the card where the answers differ by it."""
        cards = telling_cards(shown)
        return cards[list(shown).index(choice)] if cards else choice.text

    def _pick_all(self, cards: Sequence[Card], together: bool) -> None:
        """The cards one by one, then Done where there may be several."""
        for index, card in enumerate(cards):
            if index:
                self._tap(texts.ADD_ONE, self._hands.app.table.sheet)
            self._pick(str(card))
        if together:
            self._tap(texts.DONE, self._hands.app.table.sheet)

    def _pick(self, card: str) -> None:
        picker = self._hands.app.table.sheet
        if card[0] in "+<" or card == "JK" or not picker.buttons:
            self._tap(card, picker)
        else:
            self._tap(texts.SUIT_SIGNS[card[1]], picker)
            self._tap(card[0].replace("T", "10"), picker)

    def _speak(self, now_s: float) -> None:
        """Say what is due, where it has a button."""
        sitting, view = self._sitting, self._hands.app.table.view
        if sitting is None or sitting.live.question is not None:
            return
        said = self._due_now(sitting, now_s)
        verbs = sitting.session.match.game.verbs
        choice = next((c for c in view.announcements if said and c.action in (said, as_called(verbs, said))), None)
        choice = choice or most_of(said, view.announcements)
        rolls = said is not None and said.verb == ROLL and said.actor == view.roller
        if said is None or (choice is None and said.verb != "show" and not rolls):
            return
        if self._hands.app.manager.current != "table":  # the score sheet comes by itself after a deal
            self._hands.app.to_table()
            self._hands.wait(lambda: not self._hands.app.manager.transition.is_active)
        self._due = the_rest(said, choice.action if choice else None)
        log, taps = self._hands.app.table.view.log, self._played.taps
        self._played.said += 1
        if choice is not None:
            self._tap(choice.text, self._hands.app.table.ids.bar)
        elif rolls:
            self._roll(said)
        else:
            self._show(said)
        verb = sitting.session.match.game.verbs[said.verb]
        self._played.free += min(self._played.taps - taps, 1) * is_free(verb)
        # a finger that missed, because the buttons moved just then, says it again
        table = self._hands.app.table
        self._hands.comes(lambda: table.view.log != log or table.view.question, PATIENT_S)

    def _roll(self, said: Action) -> None:
        """Both dice, each in its row."""
        self._tap(texts.ENTER_DICE, self._hands.app.table.ids.bar)
        sheet = self._hands.app.table.sheet
        if sheet is None:
            return  # the finger missed
        for pips, row in zip(said.numbers, sheet.rows, strict=True):
            self._tap(str(pips), row)

    def _show(self, said: Action) -> None:
        """Cards of a hand, picked one by one."""
        for text in (texts.MORE, texts.SHOW_HAND, said.actor):
            self._tap(text)
        self._pick_all(said.cards, True)

    def _tap(self, text: str, within: Any = None) -> None:
        self._played.taps += 1
        self._hands.tap_text(text, within)


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


def play(record: Record, film: Path | None = None, seed: int = 1, doubt: float = 0.15, scatter_s: float = 0.3,
         size: tuple[int, int] = (1280, 800), taking: Taking = "usual") -> PlayedDeal:
    """A deal through the app: told, a share of its cards in `doubt`, or watched on a film.  size: of the window.
    taking: which announcements are taken as made."""
    from companion.screens.app import CompanionApp
    from companion.sitting.controller import Controller

    record = without_loose_end(with_draws_together(record))
    unsaid = unsaid_in(record, taking)
    witness = Witness.of(record, setting_for(record, SIZE, seed=seed, level=1), scatter_s, sorted(unsaid)
                         ) if film is None else None
    source = ToldSource(witness.duration_s) if witness else None

    def told_sitting(session: Session, _watch: Watch | None) -> Sitting:
        assert witness is not None
        sitting = ToldSitting(LiveTable(session.with_deck(deck_rename(record.deck)), NoReader()),
                              doubted(witness.events, doubt, seed), rolls_of(witness, session))
        sitting.take(taking)
        return sitting

    played = PlayedDeal(record)
    with tempfile.TemporaryDirectory() as own:
        store, files = SessionStore(":memory:"), TableFiles(Path(own))
        controller = Controller(store, told_sitting, lambda _: source, files=files) if source else (
            Controller(store, files=files))
        app = CompanionApp(controller, Path(own) / "settings.json", source="")
        with Hands(app, size) as hands:
            watch = Watch(str(film), lying_beside(film, "calibration.toml")) if film else Watch("told")
            controller.begin(record.game, record.table(), record.deck or "standard", watch)
            app.manager.current = "table"
            answers = witness.answers if witness else load_answers(
                lying_beside(film, "answers.jsonl"))  # type: ignore[arg-type]
            answers.leaving_out(unsaid, {verb.name: verb.shown_by for verb in GAMES[record.game].verbs.values()
                                         if verb.shown_by})
            fingers = Fingers(hands, answers, played)
            hands.wait(lambda: app.table.view is not None and controller.is_watching)
            if source is not None:
                _follow_told(hands, source, fingers)
            else:
                _follow_film(hands, fingers)
            assert controller.sitting is not None
            session = controller.sitting.session
            played.log, played.scores = tuple(session.actions()), dict(session.match.scores)
            played.assumed = sum(entry.row.source == "assumed" for entry in session.entries)
            played.unsaid = tuple(fingers.unsaid)
    return played


def rolls_of(witness: Witness, session: Session) -> list[tuple[float, Action]]:
    """What the dice show, each when it has been read."""
    verbs = session.match.game.verbs
    said = [(announced.time_s, parse_action(announced.text)) for announced in witness.announcements
            if announced.text != UNDO]
    return [(time_s, action) for time_s, action in said if verbs[action.verb].told_by == "dice"]


def _follow_told(hands: Hands, source: ToldSource, fingers: Fingers) -> None:
    """One step of the clock at a time, each followed to its end."""
    sitting = hands.app.controller.sitting
    assert isinstance(sitting, ToldSitting)

    def followed() -> bool:
        return source.ended or sitting.done_s >= source.now_s

    while not source.ended:
        source.step()
        while not followed():
            time.sleep(0.0005)
        told_s = source.now_s - sitting.late_s
        for _ in range(AT_ONCE):  # drawing takes longer than following
            if not fingers.is_wanted(told_s):
                break
            hands.frames(1)
            fingers.act(told_s)
        if fingers.is_due and fingers.waits():
            sitting.late_s += STEP_S
            source.last_longer()


def _follow_film(hands: Hands, fingers: Fingers) -> None:
    """Until the film has ended and nothing is asked or to be said any more."""
    def over() -> bool:
        controller = hands.app.controller
        now_s = controller.sitting.now_s if controller.sitting else 0.0
        fingers.act(now_s + (AFTERWARDS_S if controller.has_ended else 0.0))
        return controller.has_ended and not fingers.is_wanted(now_s + AFTERWARDS_S)
    hands.wait(over, LONGEST_S)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m companion.tools playthrough", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="+", help="games whose deals are made up, or the game of the film; or all")
    parser.add_argument("--seed", type=int, default=1, help="of the deal, or of the first of several")
    parser.add_argument("--deals", type=int, default=5, help="of each game with --count-taps (5)")
    parser.add_argument("--doubt", type=float, default=None, metavar="SHARE",
                        help="of the cards told (0.15; none with --count-taps)")
    parser.add_argument("--size", type=size_of, default=(1280, 800), metavar="WxH", help="of the window (1280x800)")
    parser.add_argument("--film", type=Path, nargs="?", const=Path(), metavar="CLIP",
                        help="watch this film, whose record is CLIP.tally; without CLIP each deal is filmed first")
    parser.add_argument("--taking", choices=TAKING, default="usual", help="which announcements are taken as made")
    parser.add_argument("--count-taps", action="store_true", help="print a table of the touches that deals took")
    args = parser.parse_args()
    games = tuple(GAMES) if args.games == ["all"] else tuple(args.games)
    doubt = args.doubt if args.doubt is not None else 0.0 if args.count_taps else 0.15
    wrong = 0
    if args.count_taps:
        print(HEADS)
    for game in games:
        deals = [_one(game, seed, doubt, args) for seed in range(args.seed, args.seed + _count(args))]
        wrong += sum(not played.is_right for played in deals)
        print(tap_row(deals) if args.count_taps else "\n".join(map(str, deals)), flush=True)
    return min(wrong, 1)


def _count(args: argparse.Namespace) -> int:
    return args.deals if args.count_taps else 1


def _one(game: str, seed: int, doubt: float, args: argparse.Namespace) -> PlayedDeal:
    """One deal, told or filmed."""
    record = usual_deal(game, seed)
    if args.film is None:
        return play(record, None, seed, doubt, size=args.size, taking=args.taking)
    if args.film != Path():
        record = parse_record(lying_beside(args.film, "tally").read_text(encoding="utf-8"))
        return play(record, args.film, seed, doubt, size=args.size, taking=args.taking)
    with tempfile.TemporaryDirectory() as folder:
        clip = Path(folder) / f"{game}-{seed}.mp4"
        write_film(Film(record, setting_for(record, SIZE, seed=seed, level=1)), clip)
        return play(record, clip, seed, doubt, size=args.size, taking=args.taking)


HEADS = ("| game | touches | median | most | seen by nobody | assumed | events | right |\n"
         "|---|---|--:|--:|---|--:|--:|--:|")


def tap_row(deals: Sequence[PlayedDeal]) -> str:
    """One game's row of the table: touches of each deal without those for what nobody can see, and these apart."""
    taps = [played.taps - played.free for played in deals]
    return (f"| {deals[0].record.game} | {', '.join(map(str, taps))} | {median(taps):g} | {max(taps)} | "
            f"{', '.join(str(played.free) for played in deals)} | {sum(played.assumed for played in deals)} | "
            f"{sum(len(played.wanted) for played in deals)} | "
            f"{sum(played.is_right for played in deals)} of {len(deals)} |"
            + "".join(f"\n  seed {index}: {played}" for index, played in enumerate(deals) if not played.is_right))


if __name__ == "__main__":
    sys.exit(main())
