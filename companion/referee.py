"""From what changed on the table to the action that explains it, or to a question.

    referee = Referee(game_card=deck.game_card)
    referee.notice(events)                               # of the tracker
    ruling = referee.rule(match, now_s, settling=False)  # Commit, Question, Puzzle or None
    referee.done(ruling.events)                          # committed, or answered

The referee knows what lies on the table and asks the game what it expects there (`visible`) and
which actions could have made a change (`explain`).  It never guesses: one explanation by sure cards
is committed; several, none or a doubtful card are a question.  While a question is open, events
queue, and are judged once it is answered.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice, product

import numpy as np

from companion.seats import Point, Seats
from rules import Action, Card, Change, Match, Verdict, parse_card
from rules.action import TABLE
from rules.cards import UNKNOWN
from vision.events import TableEvent

HOLD_S = 1.2  # how long a change that breaks a rule may wait for more of it
BEGUN_S = 6.0  # how long the first card of something legal (a capture) may wait for the rest
FLICKER_S = 0.3  # no hand lays a card and takes it up within so long
TOGETHER_S = 2.0  # cards of one place that leave within so long were taken together
LOST_S = 4.0  # how long a card may be away before it is missed
LIKELY = 0.03  # less likely labels are not offered
COVERED = 0.9  # so much of the likelihood must be on cards that were thought of ...
RULED_IN = 0.95  # ... and of that on possible cards on one of them, which is then believed,
LEAST_RULED_IN = 0.45  # if it was likely by itself
MOST_CHOICES = 6
GROW_S = 0.7  # how long cards that may be joined by others of their combination wait for them
ONE_HAND_S = 1.0  # no two players lay cards so shortly after one another
HEARD_S = 20.0  # what was said of a card is forgotten when the card has not come by then
BESIDE_MM = 100.0  # cards farther away have nothing to do with each other
UNSAID = ("knock", "pass")  # what players forget to say, and what the next card may imply
INFERRED = {"knock"}
OVERLOOKED = frozenset({"WRONG_TURN", "KNOCKED_PLAYER"})  # so it looks, too, when a card of somebody else was not seen
IMPOSSIBLE = frozenset({"DUPLICATE", "FOREIGN"})  # a card that cannot be: it is asked about, whatever was read


@dataclass(frozen=True)
class Commit:
    """The action that explains what happened, with its verdict.  before: what must have gone before it
    although nobody said so."""

    action: Action
    verdict: Verdict
    events: tuple[TableEvent, ...]
    rest: int = 0  # cards that lie otherwise than the game expects after it
    before: tuple[Action, ...] = ()


@dataclass(frozen=True)
class Question:
    """What the players must settle.  candidates: likeliest first; none of them may be right.
    picture: BGR cut-out of the card in doubt, or None."""

    id: int
    sentence: str
    candidates: tuple[Action, ...]
    time_s: float
    events: tuple[TableEvent, ...] = ()
    picture: np.ndarray | None = field(default=None, repr=False, compare=False)


@dataclass(frozen=True)
class Puzzle:
    """Cards that are gone and should not be: said, not asked."""

    sentence: str
    events: tuple[TableEvent, ...]


Ruling = Commit | Question | Puzzle


@dataclass(frozen=True)
class _Lying:
    """A settled card: the game's place and card, and where it lies on the table."""

    place: str
    card: Card
    centre_mm: tuple[float, float]


@dataclass(frozen=True)
class _Reading:
    """One way to read the events: the change it makes, and how likely it is."""

    change: Change
    likelihood: float
    sure: bool


@dataclass(frozen=True)
class _Explanation:
    """An action that could be meant, judged.  rest: cards it would leave unexplained."""

    action: Action
    verdict: Verdict
    likelihood: float
    sure: bool
    rest: int
    before: tuple[Action, ...] = ()

    @property
    def is_impossible(self) -> bool:
        return bool(IMPOSSIBLE & set(self.verdict.codes))


class Referee:
    """One table's referee.  `game_card` maps a physical label to the game's card (a deck profile)."""

    def __init__(self, game_card: Callable[[str], str] = lambda label: label, seats: Seats | None = None) -> None:
        self.seats = seats if seats is not None else Seats()
        self._game_card = game_card
        self._lying: dict[int, _Lying] = {}  # by track, as far as settled
        self._pending: list[TableEvent] = []
        self._withdrawn: tuple[TableEvent, ...] = ()  # the last card laid and taken up again: both events
        self._heard: list[tuple[Action, float]] = []
        self._questions = 0

    @property
    def is_idle(self) -> bool:
        return not self._pending

    # -- what happened ---------------------------------------------------------------------------

    def notice(self, events: Iterable[TableEvent]) -> None:
        """Add events of the tracker, in order."""
        events = list(events)
        for event in events:
            if event.kind == "moved" and event.zone == event.from_zone:
                continue  # only pushed
            if event.kind == "turned" and not event.face_up and event.track in self._lying:
                event = replace(event, kind="left", face_up=True)  # a card turned face down is no longer shown
            if self._is_flicker(event):
                continue
            self._bring_back(event)
            if self._is_part_of_more(event, events) or not self._undoes(event):
                self._pending.append(event)

    def _is_flicker(self, event: TableEvent) -> bool:
        """Whether a doubtful card would have been laid and taken up faster than a hand can: it was read
        badly, and is asked about rather than forgotten."""
        return event.kind == "left" and any(
            e.kind == "appeared" and e.track == event.track and not e.sure and event.time_s - e.time_s < FLICKER_S
            for e in self._pending)

    def _bring_back(self, event: TableEvent) -> None:
        """A card that was laid and taken up just before others of its place left went with them."""
        if event.kind != "left" or not self._withdrawn:
            return
        laid, up = self._withdrawn
        if laid.zone == event.zone and event.time_s - up.time_s <= TOGETHER_S:
            self._pending += self._withdrawn
            self._withdrawn = ()

    def _is_part_of_more(self, event: TableEvent, events: Sequence[TableEvent]) -> bool:
        """Whether a card that was laid down a moment ago is taken up together with others that lay
        there: a capture, not a card put down and thought better of."""
        laid = any(e.kind == "appeared" and e.track == event.track for e in self._pending)
        return event.kind == "left" and laid and any(
            e.kind == "left" and e.zone == event.zone and e.track != event.track for e in (*self._pending, *events))

    def _undoes(self, event: TableEvent) -> bool:
        """Whether the event takes back one that still waits: a card put down and taken up again, or
        the other way round; both are forgotten."""
        opposite = {"left": "appeared", "appeared": "left"}.get(event.kind)
        for waiting in self._pending:
            same = waiting.track == event.track or (waiting.kind == "left" and waiting.label == event.label
                                                    and waiting.zone == event.zone and event.label != "??")
            if waiting.kind == opposite and same:
                self._pending.remove(waiting)
                if event.kind == "left":
                    self._withdrawn = (waiting, event)
                if event.kind == "appeared" and waiting.track in self._lying:
                    self._lying[event.track] = self._lying.pop(waiting.track)
                return True
        return False

    def hear(self, action: Action, now_s: float) -> None:
        """What a player says while he lays cards: that it is he, a count, a value.  It settles what the
        cards alone leave open; which cards they are, only the camera says."""
        self._heard.append((action, now_s))

    def done(self, events: Iterable[TableEvent], action: Action | None = None) -> None:
        """These events are settled: committed, answered or let be.  Where the action names another
        card than was read, the players know better."""
        events = list(events)
        named = set(action.cards + action.take) if action else set()
        if action is not None:
            self._heard = _without(self._heard, action)
            self._learn_seat(action, events)
        for event in events:
            if event in self._pending:
                self._pending.remove(event)
            card = self._card(event)
            if action is not None and len(action.cards) == 1 and card not in named and event.kind != "left":
                card = action.cards[0]
            self._settle(event, card)

    def _learn_seat(self, action: Action, events: Sequence[TableEvent]) -> None:
        """Where the hand came from that did it."""
        hand_mm = _hand(events)
        if hand_mm is not None and action.actor != TABLE:
            self.seats.reached(action.actor, hand_mm)

    def renamed(self, old: Card, new: Card) -> None:
        """A correction: the last card taken for `old` is `new`."""
        for track, lying in reversed(self._lying.items()):
            if lying.card == old:
                self._lying[track] = replace(lying, card=new)
                return

    def _settle(self, event: TableEvent, card: Card) -> None:
        if event.kind == "left" or not event.zone or not event.face_up:
            self._lying.pop(event.track, None)
        else:
            self._lying[event.track] = _Lying(event.zone, card, event.centre_mm)

    @property
    def _lies(self) -> Counter[tuple[str, Card]]:
        """How many of each card lie in each place."""
        return Counter((lying.place, lying.card) for lying in self._lying.values())

    # -- ruling ----------------------------------------------------------------------------------

    def rule(self, match: Match, now_s: float, settling: bool = False) -> Ruling | None:
        """What follows from the waiting events; None when nothing does, or not yet.  `settling`: cards
        are still being read, so a change may not be whole."""
        self._absorb(match)
        if not self._pending or settling:
            return None
        begun = now_s - self._pending[-1].time_s < BEGUN_S and self._has_begun(match)
        quiet_s = now_s - self._pending[-1].time_s
        self._heard = [(said, at_s) for said, at_s in self._heard if at_s >= now_s - HEARD_S]
        for batch in [tuple(self._pending)] if begun else self._batches():
            ruling = self._explained(match, batch)
            if ruling is not None:
                return ruling if quiet_s >= self._patience_s(match, ruling) else None
        if begun or quiet_s < HOLD_S:
            return None
        return self._unexplained(match, now_s)

    def _has_begun(self, match: Match) -> bool:
        """Whether a card that was laid may be the first part of something legal (a capture): legal by
        itself only if other cards change as well."""
        laid = tuple(event for event in self._pending if event.kind == "appeared")
        if not laid:
            return False
        whole = [e for e in self._explanations(match, laid) if e.verdict.applies or e.verdict.kind == "need"]
        return not whole and any(
            match.game.judge(match.state, action).applies for reading in self._readings(laid) if reading.sure
            for action in match.game.explain(match.state, reading.change))

    def _absorb(self, match: Match) -> None:
        """Let go of events that the game expects already, or that are none of its business."""
        places = set(match.game.places(match.table.players))
        expected = Counter((place, card) for place, cards in match.game.visible(match.state).items() for card in cards)
        for event in list(self._pending):
            lies = self._lies
            if not {event.zone, event.from_zone} & places or not event.face_up:
                self.done([event])
            elif event.kind == "left":
                key = (event.zone, self._card(event))
                if lies[key] - 1 >= expected[key]:
                    self.done([event])
            else:
                known = next((card for card, _, _ in self._cards(event)
                              if lies[event.zone, card] < expected[event.zone, card]), None)
                if known is not None:
                    self._pending.remove(event)
                    self._settle(event, known)

    def _batches(self) -> list[tuple[TableEvent, ...]]:
        """What may belong together, the likeliest first: what settled at one moment or shortly after, all
        that waits, and each card by itself."""
        begin_s = self._pending[0].time_s
        moment, hand = (tuple(e for e in self._pending if e.time_s <= begin_s + s) for s in (0.0, ONE_HAND_S))
        singles = [(event,) for event in self._pending]
        return list(dict.fromkeys([hand, moment, tuple(self._pending), *singles]))

    def _explained(self, match: Match, batch: Sequence[TableEvent]) -> Commit | Question | None:
        """A ruling where the game accepts what the batch would mean."""
        found = _without_impossible_rivals(self._explanations(match, batch))
        good = [e for e in found if e.verdict.applies or e.verdict.kind == "need"]
        sure = [e for e in good if e.sure]
        if not sure:
            return self._ask(match, batch, found) if good else self._inferred(match, batch, found)
        least = min(e.rest for e in sure)
        meant = [e for e in sure if e.rest == least]
        said = self._as_said(match, meant)
        only = said or self._by_seat(match, meant, batch)
        if only is None:
            return self._ask(match, batch, found)
        others = [] if said else self._of_other_hands(match, only, batch)
        better = [e for e in others if e.rest < only.rest]  # the table was cleared, too
        if len(better) == 1:
            return self._commit(match, better[0], batch)
        return self._ask(match, batch, [*others, *found]) if others else self._commit(match, only, batch)

    def _commit(self, match: Match, meant: _Explanation, batch: Sequence[TableEvent]) -> Commit:
        action = meant.action if meant.before else _unsaid(match, meant)
        return Commit(action, meant.verdict, self._part_in(match, meant, batch), meant.rest, meant.before)

    # -- who it was ------------------------------------------------------------------------------

    def _by_seat(self, match: Match, meant: Sequence[_Explanation], batch: Sequence[TableEvent]
                 ) -> _Explanation | None:
        """The only explanation, or the only one by a player whose hand it can have been."""
        hand_mm = _hand(batch)
        if len(meant) > 1 and hand_mm is not None:
            likely = self.seats.likely(hand_mm, match.table.players)
            meant = [e for e in meant if e.action.actor in likely]
        return meant[0] if len(meant) == 1 and meant[0].verdict.applies else None

    def _of_other_hands(self, match: Match, meant: _Explanation, batch: Sequence[TableEvent]) -> list[_Explanation]:
        """The same by the players from whose side the hand came, where it cannot have been the one meant."""
        hand_mm, actor = _hand(batch), meant.action.actor
        if hand_mm is None or actor not in match.table.players:
            return []
        likely = self.seats.likely(hand_mm, match.table.players)
        if actor in likely:
            return []
        theirs = [replace(meant.action, actor=name) for name in match.table.players if name in likely]
        return [self._after_unsaid(match, action, meant, batch)
                or replace(meant, action=action, verdict=match.game.judge(match.state, action)) for action in theirs]

    def _inferred(self, match: Match, batch: Sequence[TableEvent], found: Sequence[_Explanation]
                  ) -> Commit | Question | None:
        """Where nothing is legal as it stands: what becomes legal once somebody has silently knocked or
        passed.  A knock is believed if it leaves nothing unexplained and no other hand is likelier; instead
        of a pass, a card may have been overlooked, so that is asked."""
        sure = [e for e in found if e.sure and not e.is_impossible]
        hand_mm = _hand(batch)
        likely = set(match.table.players) if hand_mm is None else self.seats.likely(hand_mm, match.table.players)
        whole = [self._after_unsaid(match, replace(like.action, actor=name), like, batch)
                 for like in sure for name in match.table.players if name in likely]
        distinct = list({e.action: e for e in whole if e is not None and e.before and not e.rest}.values())
        cried = [e for e in distinct if any((e.action.actor, e.action.verb) == (said.actor, said.verb)
                                            for said, _ in self._heard)]
        sure_unsaid = [e for e in cried or distinct if {step.verb for step in e.before} <= INFERRED]
        if len(cried or distinct) == len(sure_unsaid) == 1:
            return self._commit(match, sure_unsaid[0], batch)
        return self._ask(match, batch, [*distinct, *found]) if distinct else None

    def _after_unsaid(self, match: Match, action: Action, like: _Explanation, batch: Sequence[TableEvent]
                      ) -> _Explanation | None:
        """The action after what must have gone unsaid before it; None where nothing makes it legal."""
        before = unsaid_before(match, action)
        if before is None:
            return None
        state = match.state
        for step in before:
            state = match.game.apply(state, step)
        verdict = match.game.judge(state, action)
        rest = self._rest(match, verdict.after, self._change(batch, [self._card(e) for e in batch]))
        return replace(like, action=action, verdict=verdict, rest=rest, before=before)

    def _as_said(self, match: Match, meant: Sequence[_Explanation]) -> _Explanation | None:
        """The one explanation that fits what a player has said with these cards."""
        for said, _ in self._heard:
            fits: list[_Explanation] = []
            for explanation in meant:
                for action in explanation.verdict.choices or (explanation.action,):
                    action = replace(action, announced=said.announced, as_value=said.as_value)
                    verdict = match.game.judge(match.state, action)
                    if (action.actor, action.verb) == (said.actor, said.verb) and verdict.applies and all(
                            action != e.action for e in fits):
                        fits.append(replace(explanation, action=action, verdict=verdict))
            if len(fits) == 1:
                return fits[0]
        return None

    def _part_in(self, match: Match, meant: _Explanation, batch: Sequence[TableEvent]) -> tuple[TableEvent, ...]:
        """The events of the batch that the action explains; the others wait for an action of their own."""
        if not meant.rest:
            return tuple(batch)
        expected = Counter((place, card) for place, cards in match.game.visible(meant.verdict.after).items()
                           for card in cards)
        lies, part = self._lies, []
        for event in batch:
            if self._card(event) in meant.action.cards:
                part.append(event)
                continue
            key, step = (event.zone, self._card(event)), -1 if event.kind == "left" else 1
            if abs(lies[key] + step - expected[key]) < abs(lies[key] - expected[key]):
                lies[key] += step
                part.append(event)
        return tuple(part or batch)

    def _patience_s(self, match: Match, ruling: Commit | Question) -> float:
        """How long nothing else must have happened before a ruling is given: cards that it leaves
        unexplained may still be on their way, and so may those that belong to what was laid."""
        if isinstance(ruling, Commit) and (ruling.rest or ruling.before):
            return HOLD_S
        if all(event.kind == "left" for event in ruling.events) and isinstance(ruling, Question):
            return HOLD_S
        actions = (ruling.action,) if isinstance(ruling, Commit) else ruling.candidates
        return GROW_S if any(match.game.may_grow(match.state, action) for action in actions) else 0.0

    def _unexplained(self, match: Match, now_s: float) -> Ruling | None:
        """Nothing legal explains what waits: a broken rule, a question, or cards that are missing."""
        came = tuple(e for e in self._pending if e.kind != "left")
        if not came:
            if now_s - self._pending[0].time_s < LOST_S:
                return None
            return Puzzle(self._missing_sentence(self._pending), tuple(self._pending))
        batch = tuple(e for e in self._pending if e.time_s == came[0].time_s or e.kind == "left")
        for events in (batch, came[:1]):
            found = self._explanations(match, events)
            faults = [e for e in found if e.sure and e.verdict.kind == "illegal" and not e.is_impossible]
            if faults and not any(e.is_impossible for e in found if e.sure) and not self._is_doubtful(
                    match, faults[0], events):
                return Commit(faults[0].action, faults[0].verdict, tuple(events))
            if found:
                return self._ask(match, events, found)
        return self._ask(match, came[:1], self._elsewhere(match, came[0]))

    def _is_doubtful(self, match: Match, fault: _Explanation, events: Sequence[TableEvent]) -> bool:
        """Whether a broken rule may only look like one because a card was overlooked: before it, so that
        another player was on turn, or beside it."""
        action = fault.action
        return (bool(OVERLOOKED & set(fault.verdict.codes)) or len(action.cards) > 1 or action.actor == TABLE
                or match.game.may_grow(match.state, action) or bool(self._of_other_hands(match, fault, events)))

    def went_before(self, match: Match, action: Action, events: Sequence[TableEvent]) -> bool:
        """Whether a legal action has nothing to do with these events: it was overlooked, and went before."""
        if action.verb not in match.game.verbs:
            return False
        verdict = match.game.judge(match.state, action)
        if not verdict.applies:
            return False
        before, after = (Counter((place, card) for place, cards in match.game.visible(state).items() for card in cards)
                         for state in (match.state, verdict.after))
        came, went = after - before, before - after
        return bool(came or went) and not any((event.zone, card) in (went if event.kind == "left" else came)
                                              for event in events for card, _, _ in self._cards(event))

    def _explanations(self, match: Match, batch: Sequence[TableEvent]) -> list[_Explanation]:
        """Every action that could have made the change, judged; legal ones of likely cards first."""
        found: dict[Action, _Explanation] = {}
        for reading in self._readings(batch):
            before = self._rest(match, match.state, reading.change)
            for action in match.game.explain(match.state, reading.change):
                if action in found:
                    continue
                verdict = match.game.judge(match.state, action)
                after = verdict.after if verdict.after is not None else match.state
                rest = self._rest(match, after, reading.change)
                if verdict.kind == "need" or not verdict.applies or rest < before:
                    sure = reading.sure and self._were_seen(action, reading.change)
                    found[action] = _Explanation(action, verdict, reading.likelihood, sure, rest)
        return sorted(found.values(), key=_rank)

    def _were_seen(self, action: Action, change: Change) -> bool:
        """Whether the cards of an action lie on the table, or came: not only must have been there."""
        seen = {card for _, card in change.appeared} | {lying.card for lying in self._lying.values()}
        return set(action.cards) <= seen

    def _rest(self, match: Match, state: object, change: Change) -> int:
        """How many cards lie otherwise than a state would have them, once the change has happened;
        only in the places that it touches."""
        touched = {place for place, _ in (*change.appeared, *change.left)}
        visible = match.game.visible(state)
        lies = self._lies
        lies.update(change.appeared)
        lies.subtract(change.left)
        total = 0
        for place in touched:
            expected = Counter({(place, card): n for card, n in Counter(visible.get(place, ())).items()})
            here = Counter({key: n for key, n in lies.items() if key[0] == place})
            total += sum(abs(here[key] - expected[key]) for key in here.keys() | expected.keys())
        return total

    def _readings(self, batch: Sequence[TableEvent]) -> list[_Reading]:
        """The ways to read a batch, likeliest first."""
        ways = [self._cards(event) for event in batch]
        readings = []
        for choice in islice(product(*ways), 64):
            likelihood = float(np.prod([p for _, p, _ in choice]))
            readings.append(_Reading(self._change(batch, [card for card, _, _ in choice]), likelihood,
                                     all(sure for _, _, sure in choice)))
        return sorted(readings, key=lambda r: -r.likelihood)

    def _cards(self, event: TableEvent) -> list[tuple[Card, float, bool]]:
        """Cards of the game the event may be about, with likelihood, and whether they are sure."""
        if event.kind == "left" or event.sure:
            return [(self._card(event), 1.0, True)]
        likely: defaultdict[Card, float] = defaultdict(float)
        for label, p in event.candidates:
            likely[parse_card(self._game_card(label))] += p
        best = sorted(likely.items(), key=lambda item: -item[1])
        ways = [(card, p, False) for card, p in best[:4] if p >= LIKELY]
        return ways or [(UNKNOWN, 1.0, False)]

    def _change(self, batch: Sequence[TableEvent], cards: Sequence[Card]) -> Change:
        appeared, left, beside = [], [], []
        for event, card in zip(batch, cards, strict=True):
            if event.kind == "left":
                left.append((event.zone, card))
                continue
            appeared.append((event.zone, card))
            beside.append(self._beside(event, batch, cards))
            if event.kind == "moved" and event.from_zone:
                left.append((event.from_zone, card))
        return Change(tuple(appeared), tuple(left), tuple(beside))

    def _beside(self, event: TableEvent, batch: Sequence[TableEvent], cards: Sequence[Card]
                ) -> tuple[tuple[Card, float], ...]:
        """The cards of the place near a new one, those that were laid with it too."""
        gone = {e.track for e in batch}
        there = [(lying.card, lying.centre_mm) for track, lying in self._lying.items()
                 if lying.place == event.zone and track not in gone]
        there += [(card, e.centre_mm) for e, card in zip(batch, cards, strict=True)
                  if e is not event and e.kind != "left" and e.zone == event.zone]
        away = [(card, float(np.hypot(at[0] - event.centre_mm[0], at[1] - event.centre_mm[1]))) for card, at in there]
        return tuple(sorted((pair for pair in away if pair[1] <= BESIDE_MM), key=lambda pair: pair[1]))

    def _card(self, event: TableEvent) -> Card:
        """The game's card; of a card that left, what it was taken for while it lay there."""
        if event.kind == "left" and event.track in self._lying:
            return self._lying[event.track].card
        return parse_card(self._game_card(event.label))

    # -- asking ----------------------------------------------------------------------------------

    def _elsewhere(self, match: Match, event: TableEvent) -> list[_Explanation]:
        """What the card would mean in the game's other places."""
        found: list[_Explanation] = []
        for card, likelihood, sure in self._cards(event):
            for place in match.game.places(match.table.players):
                for action in match.game.explain(match.state, Change(((place, card),))):
                    verdict = match.game.judge(match.state, action)
                    if verdict.applies and all(e.action != action for e in found):
                        found.append(_Explanation(action, verdict, likelihood, sure, 0))
        return found

    def _ask(self, match: Match, batch: Sequence[TableEvent], found: Sequence[_Explanation]) -> Question:
        self._questions += 1
        choices: list[Action] = []
        for explanation in found:
            complete = explanation.verdict.choices if explanation.verdict.kind == "need" else (explanation.action,)
            choices += [action for action in complete if action not in choices]
        doubtful = next((e for e in batch if not e.sure and e.kind != "left"), batch[0])
        return Question(self._questions, self._sentence(doubtful, found), tuple(choices[:MOST_CHOICES]),
                        max(e.time_s for e in batch), tuple(batch), doubtful.picture)

    def ask_which(self, verdict: Verdict, now_s: float, events: tuple[TableEvent, ...] = ()) -> Question:
        """The announcement that an action lacks."""
        self._questions += 1
        picture = next((e.picture for e in events if e.picture is not None), None)
        return Question(self._questions, verdict.why, verdict.choices[:MOST_CHOICES], now_s, events, picture)

    def ask_about(self, sentence: str, candidates: tuple[Action, ...], now_s: float) -> Question:
        """Something that no card tells."""
        self._questions += 1
        return Question(self._questions, sentence, candidates[:MOST_CHOICES], now_s)

    def _sentence(self, event: TableEvent, found: Sequence[_Explanation]) -> str:
        """What is asked, in one sentence for the table."""
        place = _place_words(event.zone)
        cards = [card for card, _, _ in self._cards(event)]
        names = list(dict.fromkeys(f"the {card.name}" for card in cards if not card.is_unknown))
        if event.again and names:
            return f"Was another {cards[0].name} laid {place}, or is it the one that lay there?"
        if not event.sure and not names:
            return f"A card {place} could not be read: which one is it?"
        if not event.sure and len(names) > 1:
            return f"Which card lies {place}: {', '.join(names[:-1])} or {names[-1]}?"
        if not event.sure:
            return f"Is the card {place} {names[0]}?"
        if any(e.is_impossible for e in found):
            return f"The {cards[0].name} {place} cannot be: was it misread, or does it belong to another pack?"
        need = next((e.verdict.why for e in found if e.verdict.kind == "need"), "")
        if need:
            return need
        if found:
            return f"What happened with the {cards[0].name} {place}?"
        return f"Nothing explains the {cards[0].name} {place}: what happened?"

    def _missing_sentence(self, events: Sequence[TableEvent]) -> str:
        names = ", ".join(f"{self._card(e).name} ({_place_words(e.zone)})" for e in events[:4])
        return f"Gone from the table: {names}. Put it back, or say what happened."


def _without_impossible_rivals(found: Sequence[_Explanation]) -> list[_Explanation]:
    """The explanations; where a card was doubtful only because it looked like one that cannot be there,
    it is no longer."""
    by_cards: dict[tuple[Card, ...], list[_Explanation]] = defaultdict(list)
    for e in found:
        by_cards[e.action.cards].append(e)
    possible = {cards: es[0].likelihood for cards, es in by_cards.items() if not all(e.is_impossible for e in es)}
    whole = sum(es[0].likelihood for es in by_cards.values())
    cards, likelihood = max(possible.items(), key=lambda item: item[1], default=((), 0.0))
    if len(possible) == len(by_cards) or whole < COVERED or likelihood < RULED_IN * sum(possible.values()) or \
            likelihood < LEAST_RULED_IN:
        return list(found)
    return [replace(e, sure=True) if e.action.cards == cards else e for e in found]


def _rank(explanation: _Explanation) -> tuple[int, float]:
    """What explains most goes first; then legal before illegal before impossible, unless the card read
    is ten times as likely."""
    weight = 0.01 if explanation.is_impossible else 0.1 if explanation.verdict.kind == "illegal" else 1.0
    return explanation.rest, -weight * explanation.likelihood


def _unsaid(match: Match, meant: _Explanation) -> Action:
    """The action without an announcement that nobody made, where none is needed: so that it can be
    judged again after a correction of what went before."""
    plain = replace(meant.action, announced=None)
    verdict = match.game.judge(match.state, plain)
    return plain if verdict.applies and verdict.after == meant.verdict.after else meant.action


def unsaid_before(match: Match, action: Action) -> tuple[Action, ...] | None:
    """The knocks or passes of others that must have gone unsaid if the action is legal; none where it is
    legal as it stands; None where nothing of the kind makes it legal."""
    game, state = match.game, match.state
    before: list[Action] = []
    while game.judge(state, action).kind == "illegal":
        name = game.to_act(state)
        if name is None or name == action.actor or len(before) == len(match.table.players):
            return None
        step = next((step for step in (Action(name, verb) for verb in UNSAID if verb in game.verbs)
                     if game.judge(state, step).kind == "ok"), None)
        if step is None:
            return None
        state = game.apply(state, step)
        before.append(step)
    return tuple(before)


def _hand(events: Iterable[TableEvent]) -> Point | None:
    """Where the hand came from that laid the cards, or took them where none were laid."""
    events = list(events)
    laid = [e.hand_mm for e in events if e.kind != "left" and e.hand_mm is not None]
    hands = laid or [e.hand_mm for e in events if e.hand_mm is not None]
    if not hands:
        return None
    x, y = np.median(np.array(hands), axis=0)
    return float(x), float(y)


def _without(heard: list[tuple[Action, float]], action: Action) -> list[tuple[Action, float]]:
    """What was said, but for what was said of this action."""
    about = next((pair for pair in heard if (pair[0].actor, pair[0].verb) == (action.actor, action.verb)), None)
    return [pair for pair in heard if pair is not about]


def _place_words(zone: str) -> str:
    """ "green:Ann" as people say it: "on Ann's green pile"."""
    place, _, owner = zone.partition(":")
    if not place:
        return "beside the table's places"
    words = place.replace("_", " ")
    return f"at {' and '.join(owner.split('+'))}'s {words}" if owner else f"on the {words}"
