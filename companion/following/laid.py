"""What lies on the table, as far as it is settled, and what has happened since.

    laid = Laid(game_card)
    laid.notice(events)                # of the tracker; a card put down and taken up again is nothing
    laid.pending, laid.batches()       # what waits, and what of it may belong together
    laid.settle(event, card)           # it is explained, and lies there as that card
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from rules import Card, parse_card
from rules.core.cards import UNKNOWN
from vision.detections import UNREAD
from vision.events import TableEvent

COLUMNS = "meld:"  # places whose cards lie in columns, one upon the other
FLICKER_S = 0.3  # no hand lays a card and takes it up within so long
HARDLY_READ = 0.25  # so likely is a card, of all looks, that one of them read and the others did not
TOGETHER_S = 2.0  # cards of one place that leave within so long were taken together
ONE_HAND_S = 1.0  # no two players lay cards so shortly after one another
LIKELY = 0.03  # less likely labels are not offered
HARDLY_ANOTHER, HARDLY_A_JOKER = 0.001, 0.002  # how likely a card is one that no look took it for
ALL_THE_SAME = 0.97  # so likely a card of the game may be one of several labels that mean it
PUSHED_MM = 12.0  # cards of a fan or a column are laid farther apart
ONE_COLUMN_MM = 56.0  # less than a card's width with the gap to the next column, more than two steps down one
ONE_STEP_MM, TWO_STEPS_MM, WIDER = 42.0, 62.0, 1.7  # so far apart are two cards of a column if one between them was
# not seen, and so many times as far as others of it
LEAST_STEP_MM, ACROSS_MM = 11.0, 15.0  # cards of a column lie so far apart at least; by so much it is crooked
ONE_CARD_MM = 18.0  # two cards of a column do not lie so near
SAME_PLACE_MM = 40.0  # an outline guessed from little may be so far from the card
UPON_MM = 25.0  # a card of a heap hides most of one so near
BESIDE_MM = 100.0  # cards farther away have nothing to do with each other


@dataclass(frozen=True)
class Lying:
    """A settled card: the game's place and card, where it lies on the table, and its label if that was read surely."""

    place: str
    card: Card
    centre_mm: tuple[float, float]
    label: str = ""


@dataclass(frozen=True)
class Unseen:
    """A card that lies in a place for all that is known, though the camera has not found it, near one of these; where
    there are none, it is buried in a heap."""

    place: str
    card: Card
    near_mm: tuple[tuple[float, float], ...]

    def may_be(self, event: TableEvent, card: Card, lying: Iterable[Lying]) -> bool:
        """Whether it is what the camera has found now, in one column or heap with the cards that it was laid with."""
        if (self.place, self.card) != (event.zone, card):
            return False
        there = [one.centre_mm for one in lying if one.place == event.zone]
        if not self.near_mm:
            return False
        steps = _longest_steps(np.array([event.centre_mm, *self.near_mm, *there]))
        return min(steps[:len(self.near_mm)]) <= ONE_COLUMN_MM


class Laid:
    """One table.  `game_card` maps a physical label to the game's card (a deck profile)."""

    def __init__(self, game_card: Callable[[str], str] = lambda label: label) -> None:
        self.lying: dict[int, Lying] = {}  # by track
        self.unseen: list[Unseen] = []
        self.pending: list[TableEvent] = []
        self._game_card = game_card
        self._flickers: set[int] = set()  # tracks of doubtful cards that vanished at once
        self._withdrawn: tuple[TableEvent, ...] = ()  # the last card laid and taken up again: both events
        self._let_go: list[TableEvent] = []  # cards that left, and more of them had been seen than the game knows

    def notice(self, events: Iterable[TableEvent]) -> None:
        """Add events of the tracker, in order."""
        events = list(events)
        for event in events:
            if event.kind == "moved" and event.zone == event.from_zone:
                continue  # only pushed
            if event.kind == "turned" and not event.face_up and event.track in self.lying:
                event = replace(event, kind="left", face_up=True)  # a card turned face down is no longer shown
            if event.kind == "left" and not self._is_known(event.track):
                continue  # its card was found again, and is followed there
            flicker = self._flicker(event)
            if flicker is not None:
                if is_hardly_read(flicker):
                    self.pending.remove(flicker)
                else:
                    self._flickers.add(event.track)
                continue
            if event.kind == "appeared" and self._is_back(event):
                continue
            if self._may_have_slid(event) or self._may_have_stayed(event):
                event = replace(event, sure=False, again=True)
            self._supersede(event)
            self._bring_back(event)
            if self._is_part_of_more(event, events) or not self._undoes(event):
                self.pending.append(event)

    def _is_known(self, track: int) -> bool:
        """Whether a card lies there, out of sight or not, or waits."""
        return track in self.lying or -track in self.lying or any(event.track == track for event in self.pending)

    def let_go(self, event: TableEvent) -> None:
        """One of several equal cards left of which the game knows fewer: perhaps one had been seen twice."""
        self._let_go = [*(e for e in self._let_go if event.time_s - e.time_s <= TOGETHER_S), event]
        self.settle(event, self.card(event))

    def _is_back(self, event: TableEvent) -> bool:
        """Whether a card that was let go is found again just there: it was missed for a moment."""
        gone = next((e for e in self._let_go if (e.zone, e.label) == (event.zone, event.label) and
                     event.time_s - e.time_s <= TOGETHER_S and _apart_mm(e.centre_mm, event) <= SAME_PLACE_MM), None)
        if gone is None:
            return False
        self._let_go.remove(gone)
        self.settle(event, self.card(event))
        return True

    def _flicker(self, event: TableEvent) -> TableEvent | None:
        """The doubtful card that would have been laid and taken up faster than a hand can: it was read badly, and is
        asked about rather than forgotten, unless hardly any look read it."""
        if event.kind != "left":
            return None
        return next((e for e in self.pending if e.kind == "appeared" and e.track == event.track and not e.sure
                     and event.time_s - e.time_s < FLICKER_S), None)

    def _may_have_slid(self, event: TableEvent) -> bool:
        """Whether a card may be the like that lies almost there: nobody's hand was seen to lay another, or it lies
        nearer than cards of a column do.  What is buried in a heap does not slide."""
        if event.kind != "appeared" or not event.sure or event.track in self.lying:
            return False
        column_mm = ONE_CARD_MM if event.zone.startswith(COLUMNS) else 0.0
        reach_mm = SAME_PLACE_MM if event.hand_mm is None else column_mm
        return any((lying.place, lying.card) == (event.zone, self.card(event)) and lying.label in ("", event.label)
                   and 0 < _apart_mm(lying.centre_mm, event) <= reach_mm and not self._is_buried(track)
                   for track, lying in self.lying.items())

    def _is_buried(self, track: int) -> bool:
        """Whether a card came later to lie upon one of a heap."""
        card, cards = self.lying[track], list(self.lying.values())
        later = cards[list(self.lying).index(track) + 1:]
        return not card.place.startswith(COLUMNS) and any(
            other.place == card.place and np.hypot(*np.subtract(other.centre_mm, card.centre_mm)) <= UPON_MM
            for other in later)

    def _may_have_stayed(self, event: TableEvent) -> bool:
        """Whether what is read badly lies just where a card seems to have been taken: it may be that card."""
        return event.kind == "appeared" and not event.sure and any(
            e.kind == "left" and e.zone == event.zone and _apart_mm(e.centre_mm, event) <= PUSHED_MM
            for e in self.pending)

    def _supersede(self, event: TableEvent) -> None:
        """A doubtful card that vanished at once was the one that now comes in its place, read anew."""
        if event.kind == "appeared":
            self.pending = [e for e in self.pending if e.track not in self._flickers or e.zone != event.zone
                            or event.label not in dict(e.candidates) or _apart_mm(e.centre_mm, event) > SAME_PLACE_MM]

    def is_flicker(self, event: TableEvent) -> bool:
        """Whether the card was read badly and vanished at once."""
        return event.track in self._flickers

    def _bring_back(self, event: TableEvent) -> None:
        """A card that was laid and taken up just before others of its place left went with them."""
        if event.kind != "left" or not self._withdrawn:
            return
        laid, up = self._withdrawn
        if laid.zone == event.zone and event.time_s - up.time_s <= TOGETHER_S:
            self.pending += self._withdrawn
            self._withdrawn = ()

    def _is_part_of_more(self, event: TableEvent, events: Sequence[TableEvent]) -> bool:
        """Whether a card that was laid down a moment ago is taken up together with others that lay
        there: a capture, not a card put down and thought better of, nor one that was followed twice."""
        laid = any(e.kind == "appeared" and e.track == event.track and not e.again for e in self.pending)
        return event.kind == "left" and laid and any(
            e.kind == "left" and e.zone == event.zone and e.track != event.track for e in (*self.pending, *events))

    def _undoes(self, event: TableEvent) -> bool:
        """Whether the event takes back one that still waits: a card put down and taken up again, or
        the other way round; both are forgotten."""
        opposite = {"left": "appeared", "appeared": "left"}.get(event.kind)
        for waiting in self.pending:
            same = waiting.track == event.track or (waiting.kind == "left" and waiting.label == event.label
                                                    and waiting.zone == event.zone and event.label != "??")
            if waiting.kind == opposite and same:
                self.pending.remove(waiting)
                if event.kind == "left" and not waiting.again:
                    self._withdrawn = (waiting, event)
                if event.kind == "appeared" and waiting.track in self.lying:
                    self.lying[event.track] = self.lying.pop(waiting.track)
                return True
        return False

    def settle(self, event: TableEvent, card: Card) -> None:
        """The event is explained: its card lies there, or no longer."""
        if event in self.pending:
            self.pending.remove(event)
        if event.kind == "left" or not event.zone or not event.face_up:
            self.lying.pop(event.track, None)
        else:
            if event.track in self._flickers:
                self.unseen.append(Unseen(event.zone, card, (event.centre_mm,)))
            else:
                self.lying[event.track] = Lying(event.zone, card, event.centre_mm, event.label if event.sure else "")

    def forget_flickers(self, cards: Collection[Card]) -> None:
        """Doubtful cards that vanished at once need no explanation any more if they may have been these."""
        self.pending = [event for event in self.pending if event.track not in self._flickers
                        or not any(card in cards for card, _, _ in self.cards(event))]

    def hide(self, event: TableEvent) -> None:
        """A card went out of sight in its place: it lies under others."""
        self.pending.remove(event)
        if event.track in self.lying:
            self.lying[-event.track] = self.lying.pop(event.track)

    def bury(self, gone: Sequence[TableEvent], card: Card) -> None:
        """What seems to have left a heap lies in it still, and so does the card below; its like was laid on them."""
        zone = gone[0].zone
        self.unseen += [Unseen(zone, buried, ()) for buried in (*map(self.card, gone), card)]
        for event in gone:
            self.settle(event, card)

    def found(self, event: TableEvent, card: Card) -> bool:
        """Whether the card is one that was known to lie there, but never seen."""
        unseen = next((unseen for unseen in self.unseen if unseen.may_be(event, card, self.lying.values())), None)
        if unseen is None:
            return False
        self.unseen.remove(unseen)
        self.settle(event, card)
        return True

    def uncover(self, event: TableEvent, card: Card) -> bool:
        """Whether the card that seems to have come is one that lay there out of sight."""
        if self.found(event, card):
            return True
        hidden = next((track for track, lying in self.lying.items()
                       if track < 0 and (lying.place, lying.card) == (event.zone, card)), None)
        if hidden is None:
            return False
        del self.lying[hidden]
        self.settle(event, card)
        return True

    def likeliest(self, laid: Sequence[TableEvent], cards: Sequence[Card]) -> dict[int, Card]:
        """By track, which of an action's cards each doubtful one is, if they are as many: many jokers bear no index."""
        doubtful = [e for e in laid if not e.sure]
        left = list((Counter(cards) - Counter(self.card(e) for e in laid if e.sure)).elements())
        if not doubtful or len(doubtful) != len(left) or any(e.again for e in laid):
            return {}
        from scipy.optimize import linear_sum_assignment  # here, because it takes long to load

        likely = [{card: p for card, p, _ in self.cards(e)} for e in doubtful]
        cost = [[-np.log(known.get(card, 0.0) + (HARDLY_A_JOKER if card.is_joker else HARDLY_ANOTHER)) for card in left]
                for known in likely]
        return {doubtful[row].track: left[column] for row, column in zip(*linear_sum_assignment(cost), strict=True)}

    def surer(self, events: Sequence[TableEvent], cards: Sequence[Card]) -> dict[TableEvent, TableEvent]:
        """Of doubtful cards what waits, read surely, just beside each: it is the card, where no more of its like were
        laid than these cards have.  So is what was read as another that the doubtful one might have been, if it lies
        nearer than cards of a column do."""
        taken: dict[TableEvent, TableEvent] = {}
        told, came = Counter(cards), Counter(self.card(e) for e in events if e.kind == "appeared")
        for doubtful in [e for e in events if e.kind == "appeared" and not e.sure and e.label != UNREAD]:
            card = self.card(doubtful)
            others = [e for e in self.pending if e.kind == "appeared" and e not in (*events, *taken.values())]
            near_mm = {other: ONE_CARD_MM for other, _, _ in self.cards(doubtful)} | {card: SAME_PLACE_MM}
            twin = next((e for e in others if e.sure and e.zone == doubtful.zone
                         and _apart_mm(doubtful.centre_mm, e) <= near_mm.get(self.card(e), -1.0)
                         and abs(e.time_s - doubtful.time_s) <= TOGETHER_S), None)
            if twin is not None and came[card] == told[card]:
                taken[doubtful] = twin
        return taken

    def overlooked(self, cards: Counter[Card], with_events: Sequence[TableEvent]) -> None:
        """The players say that these were laid, too, with cards that the camera saw: what waits of them is settled,
        and the others lie there unseen."""
        laid = [e for e in with_events if e.kind != "left" and e.zone and e.face_up]
        if len({e.zone for e in laid}) != 1:
            return
        near = [e.centre_mm for e in laid]
        waiting = [e for e in self.pending if e not in with_events and e.kind == "appeared" and e.zone == laid[0].zone]
        for event in sorted(waiting, key=lambda e: not e.sure):
            unread = event.label == UNREAD and event.face_up and cards.total() > 0 and min(
                _apart_mm(at, event) for at in near) <= ONE_COLUMN_MM
            card = max(cards.elements(), key=lambda c: c.is_joker) if unread else self.card(event)  # many have no index
            if (event.sure or unread) and cards[card] > 0:
                cards[card] -= 1
                near.append(event.centre_mm)
                self.settle(event, card)
        self.unseen += [Unseen(laid[0].zone, card, tuple(near)) for card in cards.elements()]

    def forget_unseen(self, expected: Counter[tuple[str, Card]]) -> None:
        """Of cards that were never found it is not seen either that they leave: they lie there as long as they may."""
        for unseen in list(self.unseen):
            if self.lies[unseen.place, unseen.card] > expected[unseen.place, unseen.card]:
                self.unseen.remove(unseen)

    def renamed(self, old: Card, new: Card) -> None:
        """A correction: the last card taken for `old` is `new`."""
        for track, lying in reversed(self.lying.items()):
            if lying.card == old:
                self.lying[track] = replace(lying, card=new)
                return

    @property
    def lies(self) -> Counter[tuple[str, Card]]:
        """How many of each card lie in each place."""
        there: list[Lying | Unseen] = [*self.lying.values(), *self.unseen]
        return Counter((one.place, one.card) for one in there)

    def batches(self) -> list[tuple[TableEvent, ...]]:
        """What may belong together, the likeliest first: what settled at one moment or shortly after, all
        that waits, what one hand laid in one place, and each card by itself."""
        begin_s = self.pending[0].time_s
        moment, hand = (tuple(e for e in self.pending if e.time_s <= until_s)
                        for until_s in (begin_s, self._carried_until_s(begin_s + ONE_HAND_S)))
        places = [tuple(e for e in self.pending if e.zone == first.zone and 0 <= e.time_s - first.time_s <= ONE_HAND_S)
                  for first in self.pending]
        singles = [(event,) for event in self.pending]
        return list(dict.fromkeys([hand, moment, tuple(self.pending), *places, *singles]))

    def _carried_until_s(self, until_s: float) -> float:
        """When the last of the cards was laid that came with one that had left another place by a time, if that was
        soon: one hand did all of it."""
        left = [(self.card(e), e.time_s) for e in self.pending if e.kind == "left" and e.time_s <= until_s]
        appeared = [e for e in self.pending if e.kind == "appeared"]
        carried = [e for e in appeared if any(
            card == self.card(e) and 0 <= e.time_s - left_s <= TOGETHER_S for card, left_s in left)]
        return max([until_s, *(e.time_s for e in appeared if any(
            e.zone == other.zone and 0 <= e.time_s - other.time_s <= ONE_HAND_S for other in carried))])

    def card(self, event: TableEvent) -> Card:
        """The game's card; of a card that left, what it was taken for while it lay there."""
        if event.kind == "left" and event.track in self.lying:
            return self.lying[event.track].card
        return parse_card(self._game_card(event.label))

    def cards(self, event: TableEvent) -> list[tuple[Card, float, bool]]:
        """Cards of the game the event may be about, with likelihood, and whether they are sure."""
        if event.kind == "left" or event.sure:
            return [(self.card(event), 1.0, True)]
        likely: defaultdict[Card, list[float]] = defaultdict(list)
        for label, p in event.candidates:
            likely[parse_card(self._game_card(label))].append(p)
        best = sorted(((card, sum(ps)) for card, ps in likely.items()), key=lambda item: -item[1])
        if best and best[0][1] >= ALL_THE_SAME and len(likely[best[0][0]]) > 1 and event.face_up and not event.again:
            return [(*best[0], True)]  # whichever of these labels it is, the game has one name for them
        ways = [(card, p, False) for card, p in best[:4]]
        return [way for way in ways if way[1] >= LIKELY] or ways or [(UNKNOWN, 1.0, False)]

    def is_pushed(self, event: TableEvent, card: Card) -> bool:
        """Whether a card lies just where its like lies among cards that all show: it is that one, pushed a little, for
        another would have been laid beside it.  So it is where its like was laid a moment ago, and in a column as long
        as that waits."""
        latest_s = np.inf if event.zone.startswith(COLUMNS) else TOGETHER_S
        if any(e.kind == "appeared" and e.sure and (e.zone, self.card(e)) == (event.zone, card)
               and _apart_mm(e.centre_mm, event) <= PUSHED_MM and 0 <= event.time_s - e.time_s <= latest_s
               for e in self.pending):
            return True
        near = [(lying, _apart_mm(lying.centre_mm, event)) for track, lying in self.lying.items()
                if lying.place == event.zone and track != event.track]
        like = [lying for lying, mm in near if lying.card == card and mm <= PUSHED_MM]
        others = [mm for lying, mm in near if lying not in like and mm <= BESIDE_MM]
        return len(like) == 1 and bool(others) and min(others) > PUSHED_MM

    def reread(self, event: TableEvent, card: Card) -> bool:
        """Whether a card is read surely now that was not when the players told what it is."""
        doubtful = next((track for track, lying in self.lying.items() if not lying.label
                         and (lying.place, lying.card) == (event.zone, card)
                         and _apart_mm(lying.centre_mm, event) <= PUSHED_MM), None)
        if doubtful is None or doubtful == event.track or not self.is_pushed(event, card):
            return False
        del self.lying[doubtful]
        self.settle(event, card)
        return True

    def leaves_gap(self, event: TableEvent, batch: Sequence[TableEvent]) -> bool:
        """Whether between a card and the next one of its column another would have room that was not seen."""
        gone = {e.track for e in batch}
        there = [lying.centre_mm for track, lying in self.lying.items()
                 if lying.place == event.zone and track not in gone]
        there += [e.centre_mm for e in batch if e is not event and e.kind != "left" and e.zone == event.zone]
        away = np.array(there).reshape(-1, 2) - event.centre_mm
        apart = np.linalg.norm(away, axis=1)
        if len(away) < 2 or not ONE_STEP_MM < apart.min() < TWO_STEPS_MM:
            return False
        along = away[apart.argmin()] / apart.min()
        column = np.abs(away @ (-along[1], along[0])) < ACROSS_MM
        steps = np.diff(np.sort([0.0, *(away[column] @ along)]))
        return bool(LEAST_STEP_MM < steps.min() < apart.min() / WIDER)  # nearer, one was guessed from its other end

    def beside(self, event: TableEvent, batch: Sequence[TableEvent], cards: Sequence[Card]
                ) -> tuple[tuple[Card, float], ...]:
        """The cards of the place near a new one, those that were laid with it too.  How far: the longest step on the
        way there from card to card, so that all of a column are near, but none of the column beside it."""
        gone = {e.track for e in batch}
        there = [(lying.card, lying.centre_mm) for track, lying in self.lying.items()
                 if lying.place == event.zone and track not in gone]
        there += [(card, e.centre_mm) for e, card in zip(batch, cards, strict=True)
                  if e is not event and e.kind != "left" and e.zone == event.zone]
        away = _longest_steps(np.array([event.centre_mm, *(at for _, at in there)]))
        near = [(card, mm) for (card, _), mm in zip(there, away, strict=True) if mm <= BESIDE_MM]
        return tuple(sorted(near, key=lambda pair: pair[1]))


def is_hardly_read(event: TableEvent) -> bool:
    """Whether hardly any look took it for a card that has a name."""
    return event.label == UNREAD or (not event.sure and sum(p for _, p in event.candidates) < HARDLY_READ)


def _apart_mm(at_mm: tuple[float, float], event: TableEvent) -> float:
    return float(np.hypot(at_mm[0] - event.centre_mm[0], at_mm[1] - event.centre_mm[1]))


def _longest_steps(at_mm: np.ndarray) -> list[float]:
    """From the first of some points (n, 2) to each of the others, the longest step of the way with the shortest."""
    apart = np.linalg.norm(at_mm[:, None] - at_mm[None], axis=2)
    longest, open_ = apart[0].copy(), set(range(1, len(at_mm)))
    while open_:
        nearest = min(open_, key=lambda k: longest[k])
        open_.remove(nearest)
        longest = np.minimum(longest, np.maximum(longest[nearest], apart[nearest]))
    return [float(mm) for mm in longest[1:]]
