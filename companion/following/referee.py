"""From what changed on the table to the action that explains it, or to a question.

    referee = Referee(game_card=deck.game_card)
    referee.notice(events)                               # of the tracker
    ruling = referee.rule(match, now_s, settling=False)  # Commit, Question, Lost or None
    referee.done(ruling.events)                          # committed, or answered

The referee knows what lies on the table (`laid`) and asks the game what it expects there (`visible`)
and which actions could have made a change (`explaining`).  It never guesses: one explanation by sure
cards is committed; several, none or a doubtful card are a question.  While a question is open, events
queue, and are judged once it is answered.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

import numpy as np

from calibration.table import Point
from companion.following import asking
from companion.following.aside import Aside
from companion.following.asking import Explanation
from companion.following.explaining import (
    Explainer,
    ruled_in,
    shown_in,
    without_words,
)
from companion.following.laid import COLUMNS, ONE_HAND_S, Laid, is_hardly_read
from companion.following.messages import Question
from companion.following.rulings import Commit, Lost, Ruling
from companion.following.seats import Seats
from companion.words.speaker import english
from rules import Action, Card, Match, Verdict
from rules.core.action import TABLE
from rules.core.cards import UNKNOWN
from rules.core.said import Text
from vision.detections import UNREAD
from vision.events import TableEvent

HOLD_S = 1.2  # how long a change that breaks a rule may wait for more of it
BEGUN_S = 6.0  # how long the first card of something legal (a capture) may wait for the rest
GROW_S = 0.7  # how long cards that may be joined by others of their combination wait for them
WITH_IT_S = 1.5  # cards of one place settle within so long if they were laid together
NEXT_S = 8.0  # how long a card that may be none waits for the next hand to tell
MORE_S = 0.15  # so much longer for each card that lies there already: many take longer to lay
LOST_S = 4.0  # how long a card may be away before it is missed
JUST_S = 1.0  # what was said with a card was said so shortly before it lay still, or after
HEARD_S = 20.0  # what was said of a card is forgotten when the card has not come by then
MANY_MISPLACED, LATELY = 2, 4  # so many of the last cards were laid where the game has no place for them
LIKELY_KNOWN = 0.5  # so likely a doubtful card that must lie there is that one
SURELY_THAT = 0.9  # the same where only that it is a new one is doubtful
MOST_CHOICES = 6
TAKEN = "captured:"  # whose cards lie face down, but for those that made a sweep
INFERRED = "knock"  # nobody overlooks that a player who could have played did not
CRIES = frozenset({"foe", "friend"})  # what somebody cries who is not on turn
OVERLOOKED = frozenset({"WRONG_TURN", "KNOCKED_PLAYER"})  # so it looks, too, when a card of somebody else was not seen


class Referee:
    """One table's referee.  `game_card` maps a physical label to the game's card (a deck profile)."""

    def __init__(self, game_card: Callable[[str], str] = lambda label: label, seats: Seats | None = None) -> None:
        self.seats = seats if seats is not None else Seats()
        self._laid = Laid(game_card)
        self._explainer = Explainer(self._laid)
        self._aside = Aside(self._laid)
        self._heard: list[tuple[Action, float]] = []
        self._questions = 0
        self._misplaced: deque[bool] = deque(maxlen=LATELY)
        self._unwatched_s = -np.inf
        self.unsaid: set[str] = set()  # what players of this table do not say, as they have told
        self.inferred: frozenset[str] = frozenset({INFERRED})  # what is believed to have been done without a word

    @property
    def is_idle(self) -> bool:
        return not self._laid.pending

    @property
    def is_lost(self) -> bool:
        """Whether card after card was laid where the game has no use for it."""
        return sum(self._misplaced) >= MANY_MISPLACED

    # -- what happened ---------------------------------------------------------------------------

    def notice(self, events: Iterable[TableEvent]) -> None:
        """Add events of the tracker, in order."""
        self._laid.notice(events)

    def was_unwatched(self, until_s: float) -> None:
        """Nobody saw the table for a while: of what has changed by then, nobody knows whether it was all."""
        self._unwatched_s = until_s

    def renamed(self, old: Card, new: Card) -> None:
        """A correction: the last card taken for `old` is `new`."""
        self._laid.renamed(old, new)

    def went_before(self, match: Match, action: Action, events: Sequence[TableEvent]) -> bool:
        """Whether a legal action has nothing to do with these events: it was overlooked, and went before."""
        return self._explainer.went_before(match, action, events)

    def hear(self, action: Action, now_s: float) -> None:
        """What a player says while he lays cards: that it is he, a count, a value.  It settles what the
        cards alone leave open; which cards they are, only the camera says."""
        self._heard.append((action, now_s))

    def done(self, events: Iterable[TableEvent], action: Action | None = None) -> None:
        """These events are settled: committed, answered or let be.  Where the action names another
        card than was read, the players know better."""
        events = list(events)
        surer = self._laid.surer(events, action.cards) if action else {}
        for event in surer:
            self._laid.settle(event, UNKNOWN)
        events = [surer.get(event, event) for event in events]
        named = set(action.cards + action.take) if action else set()
        if action is not None:
            self._heard = _without(self._heard, action)
            self._learn_seat(action, events)
        lying = self._named(events, action) if action is not None else {}
        if action is not None:
            came = Counter(lying.get(e.track, self._laid.card(e)) for e in events if e.kind != "left")
            self._laid.overlooked(Counter(action.cards) - came, events)
        for event in events:
            self._laid.settle(event, lying.get(event.track, self._laid.card(event)))
        self._laid.forget_flickers(named)

    def asked_about(self, match: Match, events: Sequence[TableEvent], action: Action) -> list[TableEvent]:
        """The events that an answer settles: not cards read surely in places to which the action brings none, nor
        those beside the cards that it names, where these were read surely or doubtful ones may be them."""
        verdict = match.game.judge(match.state, action) if action.verb in match.game.verbs else None
        if verdict is None or not verdict.applies:
            return list(events)
        before, after = shown_in(match, match.state), shown_in(match, verdict.after)
        places = {place for place, _ in after - before}
        read = {e: self._laid.card(e) for e in events if e.kind == "appeared" and e.sure}
        doubtful = [e for e in events if e.kind != "left" and e not in read]
        whole = action.cards and (Counter(action.cards) - Counter(read.values())).total() <= len(doubtful)
        return [e for e in events if e not in read or ((not places or e.zone in places)
                                                       and (not whole or read[e] in action.cards))]

    def dismiss(self, events: Iterable[TableEvent]) -> None:
        """The players say that nothing happened: what was not read surely is no card of the game."""
        for event in list(events):
            self._laid.settle(event, self._laid.card(event) if event.sure else UNKNOWN)

    def _named(self, events: Sequence[TableEvent], action: Action) -> dict[int, Card]:
        """By track, the cards that came and were read as none of the action's: the players know better.  What may be a
        card that lay there is none of these if others wait that are."""
        assigned = self._laid.likeliest([e for e in events if e.kind != "left"], action.cards)
        if assigned:
            return assigned
        read = {e.track: self._laid.card(e) for e in events if e.kind != "left"}
        other = list((Counter(action.cards) - Counter(read.values())).elements())
        waiting = {self._laid.card(e) for e in self._laid.pending if e.sure and e not in events}
        old = {e.track for e in events if e.again and waiting & set(other)}
        unread = [track for track, card in read.items() if card not in action.cards and track not in old]
        if len(action.cards) == 1 and other:
            other *= len(unread)
        return dict(zip(unread, other, strict=True)) if len(unread) == len(other) else {}

    def _learn_seat(self, action: Action, events: Sequence[TableEvent]) -> None:
        """Where the hand came from that did it."""
        hand_mm = _hand(events)
        if hand_mm is not None and action.actor != TABLE:
            self.seats.reached(action.actor, hand_mm)

    # -- ruling ----------------------------------------------------------------------------------

    def rule(self, match: Match, now_s: float, settling: bool = False) -> Ruling | None:
        """What follows from the waiting events; None when nothing does, or not yet.  `settling`: cards
        are still being read, so a change may not be whole."""
        self._absorb(match)
        if settling:
            return None
        aside = self._aside.ruling(match, self.seats, now_s, self._ask_aside, hurry=bool(self._laid.pending))
        self._misplaced.extend([True] * self._aside.meaningless)
        self._aside.meaningless = 0
        if aside is not None or not self._laid.pending:
            return aside
        if self._wait_for_the_next(match, now_s):
            return None
        implied = self._implied_by_the_next(match)
        if implied is not None:
            return implied
        begun = now_s - self._laid.pending[0].time_s < BEGUN_S and self._has_begun(match)
        quiet_s = now_s - self._laid.pending[-1].time_s
        self._heard = [(said, at_s) for said, at_s in self._heard if at_s >= now_s - HEARD_S]
        for batch in [tuple(self._laid.pending)] if begun else self._laid.batches():
            ruling = self._explained(match, batch)
            if isinstance(ruling, Commit):
                if self._leaves_half(match, ruling):
                    continue
                ruling = self._with_the_late(match, ruling)
            if begun and isinstance(ruling, Question) and all(e.kind != "left" for e in batch):
                return None  # read unsurely: what is taken with it will tell
            if ruling is not None and quiet_s >= self._patience_s(match, ruling):
                if isinstance(ruling, Commit):
                    self._misplaced.append(False)
                return ruling
            if ruling is not None:
                return None
        if begun or quiet_s < HOLD_S:
            return None
        return self._unexplained(match, now_s)

    def _wait_for_the_next(self, match: Match, now_s: float) -> bool:
        """Whether only cards wait that may be none: one whose like lay there and one that vanished at once.  The
        hand that comes next tells: if it is still that of the player on turn, nothing was laid before."""
        for event in [e for e in self._laid.pending if e.again or self._laid.is_flicker(e)]:
            if self._is_of_another_hand(match, event):
                self.done([event])
                continue
            later = [e for e in self._laid.pending if e.time_s > event.time_s and e.kind != "left" and not e.again]
            hand_mm = _hand(later[:1])
            if hand_mm is not None and self.seats.likely(hand_mm, match.table.players) == {match.to_act} and \
                    self._would_end_the_turn(match, event):
                self.done([event])
        waiting = self._laid.pending
        return all((e.again or self._laid.is_flicker(e)) and now_s - e.time_s < NEXT_S for e in waiting)

    def _implied_by_the_next(self, match: Match) -> Commit | None:
        """A card whose like lay there, or seems to have come to light where others were taken, was laid by the player
        whose hand was there, if what another player surely laid next is legal only after it."""
        first = self._laid.pending[0]
        later = [e for e in self._laid.pending if e.time_s > first.time_s + WITH_IT_S and e.kind == "appeared"]
        if first.hand_mm is None or not later or not later[0].sure or later[0].hand_mm is None:
            return None
        squared = self._squared()
        batch = squared or ((first,) if first.again and first.kind != "left" else ())
        laid = [replace(e, kind="appeared", label=e.below) for e in squared[:1]] or batch
        meant = [e for e in self._explainer.explanations(match, laid) if e.verdict.applies and (squared or not e.rest)]
        if len(meant) != 1 or meant[0].likelihood < SURELY_THAT:
            return None
        hands = self.seats.likely(later[0].hand_mm, match.table.players)
        before, after = (self._explainer.can_follow(match, state, later) & hands
                         for state in (match.state, meant[0].verdict.after))
        if before or not after:
            return None
        if squared:
            self._laid.bury(squared, meant[0].action.cards[0])
        return Commit(meant[0].action, meant[0].verdict, tuple(batch))

    def _squared(self) -> tuple[TableEvent, ...]:
        """What seems to have been taken from a heap, so that a card below shows that the pack holds more than once: its
        like may have been squared on them all."""
        first = self._laid.pending[0]
        gone = tuple(e for e in self._laid.pending if e.kind == "left" and e.time_s - first.time_s <= WITH_IT_S)
        alike = {(e.zone, e.below) for e in gone} == {(first.zone, first.below)}
        return gone if first.kind == "left" and first.below and alike else ()

    def _is_of_another_hand(self, match: Match, event: TableEvent) -> bool:
        """Whether a card that may be none was touched by somebody who is not on turn: it was only pushed."""
        if not event.again or event.hand_mm is None or match.to_act is None:
            return False
        return match.to_act not in self.seats.likely(event.hand_mm, match.table.players)

    def _would_end_the_turn(self, match: Match, event: TableEvent) -> bool:
        """Whether somebody else would be on turn after whatever legal thing the card may mean, if it can mean any."""
        ends = [e.verdict.after for e in self._explainer.explanations(match, (event,)) if e.verdict.applies]
        return all(match.game.to_act(end) != match.to_act for end in ends)

    def _has_begun(self, match: Match) -> bool:
        """Whether a card that was laid, or turned up, may be the first part of something legal (a capture): legal by
        itself only if other cards change as well.  What is read unsurely beside it may be no card."""
        laid = tuple(event for event in self._laid.pending if event.kind in ("appeared", "turned"))
        sure = tuple(event for event in laid if event.sure)
        parts = [part for part in dict.fromkeys((laid, sure)) if part and not self._is_whole(match, part)]
        return laid in parts and any(self._is_first_part(match, part) for part in parts)

    def _is_whole(self, match: Match, laid: Sequence[TableEvent]) -> bool:
        """Whether the likeliest reading of some cards is legal as it stands."""
        likeliest = self._explainer.readings(laid)[0]
        return any(e.likelihood >= likeliest.likelihood and (e.verdict.applies or e.verdict.kind == "need")
                   for e in self._explainer.explanations(match, laid))

    def _is_first_part(self, match: Match, laid: Sequence[TableEvent]) -> bool:
        """Whether the likeliest reading of some cards is legal if other cards change as well."""
        likeliest = self._explainer.readings(laid)[0]
        return likeliest.likelihood >= LIKELY_KNOWN and any(
            match.game.judge(match.state, action).applies
            for action in match.game.camera.explain(match.state, likeliest.change))

    def _absorb(self, match: Match) -> None:
        """Let go of events that the game expects already, or that are none of its business."""
        places = set(match.game.places(match.table.players))
        expected = shown_in(match, match.state)
        self._laid.forget_unseen(expected)
        for event in list(self._laid.pending):
            lies = self._laid.lies
            if not {event.zone, event.from_zone} & places or not event.face_up:
                self._aside.notice(event)
                self.done([event])
            elif event.zone.startswith(TAKEN) and is_hardly_read(event):
                self.done([event])  # the back of what was taken, with a picture on it
            elif event.kind == "left":
                key = (event.zone, self._laid.card(event))
                if lies[key] - 1 >= expected[key]:
                    self._laid.let_go(event)
                elif match.game.camera.may_hide(match.state, *key):
                    self._laid.hide(event)
            elif event.again and self._laid.is_pushed(event, self._laid.cards(event)[0][0]):
                self.dismiss([event])
            elif not (event.sure and (self._laid.uncover(event, self._laid.card(event))
                                      or self._laid.reread(event, self._laid.card(event)))):
                likely = [card for card, likelihood, _ in self._laid.cards(event) if likelihood >= LIKELY_KNOWN]
                known = [card for card in likely if lies[event.zone, card] < expected[event.zone, card]]
                if known:
                    self._laid.settle(event, known[0])
                elif likely:
                    self._laid.found(event, likely[0])

    def _explained(self, match: Match, batch: Sequence[TableEvent]) -> Commit | Question | None:
        """A ruling where the game accepts what the batch would mean."""
        found = ruled_in(self._explainer.explanations(match, batch), batch)
        good = [e for e in found if e.verdict.applies or e.verdict.kind == "need"]
        sure = [e for e in good if e.sure]
        cried = self._as_cried(match, [e for e in found if e.sure], batch)
        if cried is not None:
            return self._commit(match, cried, batch)
        if not sure:
            return self._ask(match, batch, found) if good else self._inferred(match, batch, found)
        least = min(e.rest for e in sure)
        meant = self._naming_all([e for e in sure if e.rest == least], batch)
        said = self._as_said(match, meant)
        only = said or self._by_seat(match, meant, batch) or self._first_of_several(match, meant, batch)
        if only is None:
            return self._ask(match, batch, found)
        if not said and any(e.time_s <= self._unwatched_s for e in batch):
            return self._ask(match, batch, found)
        if not said and any(e.zone.startswith(COLUMNS) and e.kind == "appeared" and self._laid.leaves_gap(e, batch)
                            for e in batch):
            return self._ask(match, batch, found)  # a card was overlooked
        unread = self._unread_beside(match, only, batch)
        if unread or self._is_other_than_said(only, batch):
            return self._ask(match, [*batch, *unread], found)
        others = [] if said else self._of_other_hands(match, only, batch)
        better = [e for e in others if e.rest < only.rest  # the table was cleared, too
                  or (e.before and e.verdict.applies and {step.verb for step in e.before} <= self.unsaid)]
        if len(better) == 1:
            return self._commit(match, better[0], batch)
        return self._ask(match, batch, [*others, *found]) if others else self._commit(match, only, batch)

    def _is_other_than_said(self, meant: Explanation, batch: Sequence[TableEvent]) -> bool:
        """Whether somebody has just said something with a card, but somebody else would have laid this one, or
        done something else with it: then a card before it was overlooked."""
        just = [said for said, at_s in self._heard if abs(at_s - batch[0].time_s) <= JUST_S]
        return bool(just) and all((said.actor, said.verb) != (meant.action.actor, meant.action.verb) for said in just)

    def _unread_beside(self, match: Match, meant: Explanation, batch: Sequence[TableEvent]) -> list[TableEvent]:
        """Cards that wait unread in a place to which several cards were laid, or may be: they may be part of it."""
        if len(meant.action.cards) < 2 and not match.game.camera.may_grow(match.state, meant.action):
            return []
        waiting = [e for e in self._laid.pending if e not in batch and e.kind != "left" and e.face_up and not e.sure]
        return _settled_with([e for e in batch if e.kind != "left"], waiting, -WITH_IT_S, WITH_IT_S)

    def _leaves_half(self, match: Match, ruling: Commit) -> bool:
        """Whether a card that was laid with those of a ruling means nothing after it, or only by a player whose hand
        was not there: the ruling tells but half of what was done, or one of the cards is none."""
        waiting = [e for e in self._waiting_surely(ruling) if e.face_up]
        others = _settled_with(_appeared(ruling.events), waiting, -ONE_HAND_S, ONE_HAND_S)
        if not others or not ruling.verdict.applies:
            return False
        hands = self._who_reached(match, _hand(others[:1]))
        return not self._explainer.can_follow(match, ruling.verdict.after, others) & {*hands, TABLE}

    def _with_the_late(self, match: Match, ruling: Commit) -> Commit:
        """The same with what settled in its place while it waited, if one action explains all of that too."""
        late = _settled_with(_appeared(ruling.events), self._waiting_surely(ruling), 0.0, WITH_IT_S)
        if not late or not match.game.camera.may_grow(match.state, ruling.action):
            return ruling
        whole = self._explained(match, (*ruling.events, *late))
        if not isinstance(whole, Commit) or not whole.verdict.applies or whole.rest > ruling.rest:
            return ruling
        before, after = ruling.action, whole.action
        return whole if (before.actor, before.verb) == (after.actor, after.verb) else ruling

    def _waiting_surely(self, ruling: Commit) -> list[TableEvent]:
        """Cards read surely that a ruling does not explain."""
        return [e for e in _appeared(self._laid.pending) if e not in ruling.events and e.sure]

    def _commit(self, match: Match, meant: Explanation, batch: Sequence[TableEvent]) -> Commit:
        action = meant.action if meant.before else without_words(match, meant)
        return Commit(action, meant.verdict, self._explainer.part_in(match, meant, batch), meant.rest, meant.before)

    def _patience_s(self, match: Match, ruling: Commit | Question) -> float:
        """How long nothing else must have happened before a ruling is given: cards that it leaves
        unexplained may still be on their way, and so may those that belong to what was laid."""
        if isinstance(ruling, Commit) and (ruling.rest or ruling.before):
            return HOLD_S
        if all(event.kind == "left" for event in ruling.events) and (
                isinstance(ruling, Question) or match.game.camera.may_grow(match.state, ruling.action)):
            return HOLD_S
        actions = (ruling.action,) if isinstance(ruling, Commit) else ruling.candidates
        camera = match.game.camera
        most = max((len(action.cards) for action in actions if camera.may_grow(match.state, action)), default=0)
        return min(GROW_S + MORE_S * (most - 1), HOLD_S) if most else 0.0

    def _unexplained(self, match: Match, now_s: float) -> Ruling | None:
        """Nothing legal explains what waits: a broken rule, a question, or cards that are missing."""
        came = tuple(e for e in self._laid.pending if e.kind != "left")
        if not came:
            if now_s - self._laid.pending[0].time_s < (NEXT_S if self._squared() else LOST_S):
                return None
            whole = tuple(self._laid.pending)
            gathered = self._explainer.gathered(match, whole)
            if gathered is not None:
                return Commit(gathered.action, gathered.verdict, whole, before=gathered.before)
            return Lost(asking.missing([(self._laid.card(e), e.zone) for e in self._laid.pending]),
                          tuple(self._laid.pending))
        batch = tuple(e for e in self._laid.pending if e.time_s == came[0].time_s or e.kind == "left")
        for events in (batch, came[:1]):
            found = self._explainer.explanations(match, events)
            faults = [e for e in found if e.sure and e.verdict.kind == "illegal" and not e.is_impossible]
            if faults and not any(e.is_impossible for e in found if e.sure) and not self._is_doubtful(
                    match, faults[0], events):
                return Commit(faults[0].action, faults[0].verdict, tuple(events))
            if found:
                return self._ask(match, events, found)
        if came[0].sure:
            self._misplaced.append(True)
        return self._ask(match, came[:1], self._explainer.elsewhere(match, came[0]))

    def _is_doubtful(self, match: Match, fault: Explanation, events: Sequence[TableEvent]) -> bool:
        """Whether a broken rule may only look like one because a card was overlooked: before it, so that
        another player was on turn, or beside it; or because what lay below a card that was taken came to light, or
        it was taken up again."""
        action = fault.action
        up = {event.track for event in self._laid.pending if event.kind == "left"}
        if any(event.kind != "left" and event.track in up for event in events):
            return True
        expected = shown_in(match, match.state)
        places = {event.zone for event in events}
        if any(place in places and lie > expected[place, card] for (place, card), lie in self._laid.lies.items()):
            return True
        return (bool(OVERLOOKED & set(fault.verdict.codes)) or len(action.cards) > 1 or action.actor == TABLE
                or match.game.camera.may_grow(match.state, action) or bool(self._of_other_hands(match, fault, events)))

    # -- who it was ------------------------------------------------------------------------------

    def _by_seat(self, match: Match, meant: Sequence[Explanation], batch: Sequence[TableEvent]
                 ) -> Explanation | None:
        """The only explanation, or the only one by a player whose hand it can have been."""
        hand_mm = _hand(batch)
        if len(meant) > 1 and hand_mm is not None:
            likely = self.seats.likely(hand_mm, match.table.players)
            meant = [e for e in meant if e.action.actor in likely and not self.seats.is_across(e.action.actor, hand_mm)]
        return meant[0] if len(meant) == 1 and meant[0].verdict.applies else None

    def _first_of_several(self, match: Match, meant: Sequence[Explanation], batch: Sequence[TableEvent]
                          ) -> Explanation | None:
        """The first where one player did several things with different cards, one after the other.  Of those that lay
        still at one moment, if each would end his turn, only one can be his: the one from his side, if one is."""
        cards = [card for e in meant for card in set(e.action.cards)]
        apart = len({e.action.actor for e in meant}) == 1 and len(set(cards)) == len(cards)
        if not apart or not all(e.action.cards and e.verdict.applies for e in meant):
            return None
        came = {self._laid.card(event): event for event in reversed(batch) if event.kind != "left"}
        laid = [came.get(e.action.cards[0], batch[0]) for e in meant]
        if len({event.time_s for event in laid}) == len(laid) or match.game.to_act(
                meant[0].verdict.after) == meant[0].action.actor:
            return meant[0]
        own = [e for e, event in zip(meant, laid, strict=True)
               if e.action.actor in self._who_reached(match, event.hand_mm)]
        return own[0] if len(own) == 1 else None

    def _who_reached(self, match: Match, hand_mm: Point | None) -> set[str]:
        """The players whose hand it can have been; all where none was seen."""
        players = match.table.players
        return set(players) if hand_mm is None else self.seats.likely(hand_mm, players)

    def _hand_with(self, cards: Sequence[Card], batch: Sequence[TableEvent]) -> Point | None:
        """Where the hand came from that laid these of several cards."""
        return _hand([event for event in batch if self._laid.card(event) in cards])

    def _as_said(self, match: Match, meant: Sequence[Explanation]) -> Explanation | None:
        """The one explanation that fits what a player has said with these cards."""
        for said, _ in self._heard:
            fits: list[Explanation] = []
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

    def _naming_all(self, meant: list[Explanation], batch: Sequence[TableEvent]) -> list[Explanation]:
        """Without those that name no card, where others name all that came: to add the pile's only card is not
        only to take the pile."""
        came = {self._laid.card(event) for event in batch if event.kind != "left"}
        naming = [e for e in meant if e.action.cards]
        return naming if came and all(came <= set(e.action.cards) for e in naming) and naming else meant

    def _as_cried(self, match: Match, meant: Sequence[Explanation], batch: Sequence[TableEvent]
                  ) -> Explanation | None:
        """What somebody cried before he laid these cards, if nothing else that they mean is what he said: then
        others have silently done what must go before it."""
        for said, _ in self._heard:
            if said.verb not in CRIES or any((e.action.actor, e.action.verb) == (said.actor, said.verb) for e in meant):
                continue
            for like in meant:
                whole = self._explainer.after_unsaid(match, replace(said, cards=like.action.cards), like, batch)
                if whole is not None and whole.before and whole.verdict.applies and not whole.rest:
                    return whole
        return None

    def _of_other_hands(self, match: Match, meant: Explanation, batch: Sequence[TableEvent]) -> list[Explanation]:
        """The same by the players from whose side the hand came, where it cannot have been the one meant; or what
        they may cry with these cards, once others have silently done what must go before it."""
        hand_mm, actor = _hand(batch), meant.action.actor
        if hand_mm is None or actor not in match.table.players:
            return []
        likely = self.seats.likely(hand_mm, match.table.players)
        if actor in likely:
            return []
        theirs = [replace(meant.action, actor=name) for name in match.table.players if name in likely]
        cries = [replace(action, verb=verb.name) for action in theirs for verb in match.game.verbs.values()
                 if verb.is_cried and action.cards]
        cried = [self._explainer.after_unsaid(match, action, meant, batch) for action in cries]
        if lawful := [e for e in cried if e is not None and e.before and e.verdict.applies and not e.rest]:
            return lawful
        return [self._explainer.after_unsaid(match, action, meant, batch)
                or replace(meant, action=action, verdict=match.game.judge(match.state, action)) for action in theirs]

    def _inferred(self, match: Match, batch: Sequence[TableEvent], found: Sequence[Explanation]
                  ) -> Commit | Question | None:
        """Where nothing is legal as it stands: what becomes legal once somebody has silently knocked or
        passed.  A knock is believed if it leaves nothing unexplained and no other hand is likelier; instead
        of a pass, a card may have been overlooked, so that is asked, until players have told that they do not
        say it."""
        sure = [e for e in found if e.sure and not e.is_impossible]
        likely = self._who_reached(match, _hand(batch))
        whole = [self._explainer.after_unsaid(match, replace(like.action, actor=name), like, batch)
                 for like in sure for name in match.table.players if name in likely]
        distinct = list({e.action: e for e in whole if e is not None and e.before and not e.rest}.values())
        distinct += [e for e in self._explainer.told_together(match, batch)
                     if e.sure and e.action.actor in self._who_reached(match, self._hand_with(e.action.cards, batch))]
        cried = [e for e in distinct if any((e.action.actor, e.action.verb) == (said.actor, said.verb)
                                            for said, _ in self._heard)]
        believed = self.inferred | self.unsaid
        sure_unsaid = [e for e in cried or distinct if {step.verb for step in e.before} <= believed]
        if len(cried or distinct) == len(sure_unsaid) == 1:
            return self._commit(match, sure_unsaid[0], batch)
        return self._ask(match, batch, [*distinct, *found]) if distinct else None

    # -- asking ----------------------------------------------------------------------------------

    def _ask(self, match: Match, batch: Sequence[TableEvent], found: Sequence[Explanation]) -> Question:
        self._questions += 1
        choices: list[Action] = []
        for explanation in found:
            complete = explanation.verdict.choices if explanation.verdict.kind == "need" else (explanation.action,)
            choices += [action for action in complete if action not in choices]
        doubtful = next((e for e in batch if not e.sure and e.kind != "left"), batch[0])
        if doubtful.label == UNREAD and doubtful.face_up:  # many jokers bear no index
            choices.sort(key=lambda action: not any(card.is_joker for card in action.cards))
        cards = [card for card, _, _ in self._laid.cards(doubtful)]
        return Question(self._questions, asking.sentence(match, doubtful, cards, found), _offered(choices),
                        max(e.time_s for e in batch), tuple(batch), doubtful.picture)

    def ask_which(self, match: Match, verdict: Verdict, now_s: float, events: tuple[TableEvent, ...] = ()) -> Question:
        """The announcement that an action lacks."""
        self._questions += 1
        picture = next((e.picture for e in events if e.picture is not None), None)
        sentence = english(verdict.why, match.game.name)
        return Question(self._questions, sentence, _offered(verdict.choices), now_s, events, picture)

    def _ask_aside(self, sentence: Text, candidates: tuple[Action, ...], events: tuple[TableEvent, ...]) -> Question:
        self._questions += 1
        return Question(self._questions, sentence, candidates, max(e.time_s for e in events), events, events[0].picture)

    def ask_about(self, sentence: Text, candidates: tuple[Action, ...], now_s: float) -> Question:
        """Something that no card tells."""
        self._questions += 1
        return Question(self._questions, sentence, candidates[:MOST_CHOICES], now_s)


def _offered(choices: Sequence[Action]) -> tuple[Action, ...]:
    """The likeliest; all where only what is announced differs: the true count must be among them."""
    plays = {replace(action, announced=None, as_value=None) for action in choices}
    return tuple(choices if len(plays) == 1 else choices[:MOST_CHOICES])


def _appeared(events: Iterable[TableEvent]) -> list[TableEvent]:
    return [e for e in events if e.kind == "appeared"]


def _settled_with(laid: Sequence[TableEvent], others: Iterable[TableEvent], earliest_s: float, latest_s: float
                  ) -> list[TableEvent]:
    """Those of the others that settled in the place of one that was laid, so long after it.  What is hard to read is
    told long after it has settled."""
    return [e for e in others if any(
        e.zone == one.zone and earliest_s <= e.time_s - one.time_s <= latest_s + e.reading_s for one in laid)]


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
