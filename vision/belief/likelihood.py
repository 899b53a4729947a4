"""How likely a look is under a hypothesis, in nats, against every detection being a false mark.

    glance = Glance(observation, motion, coverings, dt_s, step_mm, error_mm, ruler_mm)
    weighed = glance.weighed(hypothesis)          # with its cards as this look leaves them
    glance.unexplained(weighed)                   # detections that none of its cards serves
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

import numpy as np

from rules.core.frozen import replace
from vision.belief.hypotheses import CardHere, Hypothesis, NameRead, Shape
from vision.belief.noise import noise
from vision.belief.observation import JOKER, RULER_MM, Motion, Observation, ranks_alone
from vision.belief.prediction import CARD_HALF_MM, FREE_MM, Coverings, apart_mm, detected, outside_mm

LOOK_S = 0.25  # a look this long after the one before tells its whole weight
MOVING = 0.05  # share of a card that moves, from which it may be hidden by a hand
STILL = 0.02
SWAY_MM = 2.0  # a card in a hand moves so much from look to look
KEPT_LOOKS = 8  # a card's place is the mean of so many looks ...
SETTLED_MM = 1.0  # ... and follows farther only where it is read elsewhere
STEP_TELLS = (-0.7, 3.3)  # nats that one step tells at the least and at the most
HELD_MOST = 16.0  # nats, the most that all cues together tell
OTHER_NAME = 2.5  # nats by which another name must be likelier to be thought of
EXACTLY_MM = 4.0  # what is read so near to a card is read just where it lies
SAME_MARK_MM = 8.0  # marks farther apart are those of two cards
CUT = "cut "  # before a rank: how marks were read that show little more than that
LAST_S = 0.2  # motion within so long before a look may hide a card from it


Look = tuple[int, str, bool]  # where a card lies, its label, and whether it is held: it fits what others like it fit
Fit = tuple[float, int, float, float]  # nats, the detection, how far away it is in mm, nats but for its name


def _looks(card: CardHere) -> Look:
    return card.shape.serial, card.label, card.posture == "held"


@dataclass(frozen=True, slots=True)
class Weighed:
    """A hypothesis after a look and before it, its cards in the same order, and which detection each of them took
    (-1: none)."""

    h: Hypothesis
    before: Hypothesis
    took: tuple[int, ...]

    def acted(self, h: Hypothesis) -> Weighed:
        """The same look after an action, which may have swept cards away."""
        rows = {card.serial: row for row, card in enumerate(self.h.cards)}
        kept = [rows[card.serial] for card in h.cards]
        nats = self.before.log_weight + h.log_weight - self.h.log_weight
        before = replace(h, cards=tuple(self.before.cards[row] for row in kept), log_weight=nats)
        return Weighed(h, before, tuple(self.took[row] for row in kept))


def tempered(run_s: float, dt_s: float) -> float:
    """The weight of a look like those before it, for so long: they are one look, told many times.  dt_s: since the look
    before; those that follow each other sooner tell no more in a second."""
    return min(dt_s / LOOK_S, 1.0) / (1.0 + run_s / noise().reading.tempered_s)


def told_by(run_s: float) -> float:
    """The weight of all looks of a run together, so long after its first."""
    tempered_s = noise().reading.tempered_s
    return 1.0 + tempered_s / LOOK_S * float(np.log1p(run_s / tempered_s))


def seen_share(card: CardHere, chance: float) -> float:
    """How likely a look shows a card: of others that lie as free by this chance nearly all looks do or none does, for
    what hides a card or glares on it stays there, so its own looks tell, as long as it lies so."""
    covered = noise().covered
    hits, misses = card.counted(chance)
    return min((covered.alike * chance + hits) / (covered.alike + hits + misses), covered.detected[-1])


def _least(card: CardHere, chance: float) -> float:
    """Nats that a detection must tell for a card, or the card is likelier not seen at all."""
    seen = seen_share(card, chance)
    return float(np.log1p(-seen) - np.log(seen))


class Glance:
    """One look, as all hypotheses see it: every card and detection is reckoned once."""

    def __init__(self, seen: Observation, motion: Motion, coverings: Coverings, dt_s: float, step_mm: float,
                 error_mm: float = 0.0, ruler_mm: float = RULER_MM) -> None:
        self.seen, self.motion, self.dt_s = seen, motion, dt_s
        self._sway_mm = step_mm
        self._larger: list[float] = _larger(seen.marks, ruler_mm, error_mm).tolist()
        self.coverings = coverings  # how far the freer mark of each card of a scene lies outside of every card above it
        self._column = {name: k for k, name in enumerate(seen.names)}
        r = noise().reading  # a doubtful reading rules out no name
        self._floor = r.floor_doubt + seen.sure * (r.floor_name - r.floor_doubt)
        self._least_name = seen.log_name.max(axis=1, initial=-np.inf) - OTHER_NAME
        self._bears: dict[str, list[bool]] = {}
        self._ranks = ranks_alone(seen.names, seen.log_name)
        self._fits: dict[Look, list[Fit]] = {}
        self._moves: dict[int, float] = {}
        self._after: dict[tuple[int, int, float, float], tuple[float, CardHere]] = {}
        self._shapes_after: dict[tuple[int, int, int, bool], Shape] = {}
        self._alive: list[CardHere] = []  # cards are known by their id while they live
        self.shapes = [Shape(*row) for row in zip(seen.centres, seen.corners, seen.marks, strict=True)]
        self._lacking = [_lacks_a_mark(seen, self.shapes, k) for k in range(len(seen))]
        self.moving_detections = motion.over(seen.corners, seen.time_s - LAST_S) if len(seen) else np.zeros(0)

    # -- one card and one detection -------------------------------------------------------------

    def log_name(self, label: str) -> np.ndarray:
        """(n,) how likely each detection bears a label."""
        column = self._column.get(label)
        values: np.ndarray = self._floor if column is None else np.maximum(self.seen.log_name[:, column], self._floor)
        return values

    def _bearing(self, label: str) -> list[bool]:
        """(n,) whether each detection bears a label, as far as it tells."""
        found = self._bears.get(label)
        if found is None:
            found = self._bears[label] = (self.log_name(label) > self._least_name).tolist()
        return found

    def prepare(self, cards: Sequence[CardHere]) -> None:
        """Pair cards with detections, all at once."""
        new = list({_looks(card): card for card in cards if _looks(card) not in self._fits}.values())
        if not new:
            return
        unknown = {card.shape.serial: card.shape for card in new if card.shape.serial not in self._moves}
        if unknown:  # how much moves over outlines
            shares = self.motion.over(np.stack([s.corners for s in unknown.values()]), self.seen.time_s - LAST_S)
            self._moves.update(zip(unknown, shares.tolist(), strict=True))
        if len(self.seen):
            self._pair(new)
        else:
            self._fits.update((_looks(card), []) for card in new)

    def _pair(self, new: Sequence[CardHere]) -> None:
        """The detections that each card may be, the likeliest first."""
        away = _distances(new, self.seen)
        r = noise().reading
        both = (self.seen.read >= 2)[None, :] & np.array([_shows_both(c.shape) for c in new])[:, None]
        sigma = np.where(both, r.sigma_two_mm, r.sigma_one_mm)
        named = np.stack([self.log_name(card.label) for card in new])
        off = np.minimum((away / sigma) ** 2 / 2, -r.far_off)
        nats, there = (np.maximum(self.seen.likely[None, :] + told - off, r.far_off) for told in (named, 0.0))
        beside = both & (away > SAME_MARK_MM)
        for row, card in enumerate(new):
            near = [k for k in np.flatnonzero(away[row] < r.reach_mm)
                    if self._may_take(card, int(k), bool(off[row, k] < -r.far_off), bool(beside[row, k]))]
            self._fits[_looks(card)] = sorted(((float(nats[row, k]), int(k), float(away[row, k]), float(there[row, k]))
                                               for k in near), reverse=True)

    def _may_take(self, card: CardHere, k: int, is_there: bool, is_beside: bool) -> bool:
        """Whether a detection may be a card: one in a hand is but its readings, and one that lies and is misread lies
        where it lay.  Where both marks are read beside there it was pushed, or another one was laid."""
        if card.posture == "held":
            return self.is_named(card, k)
        return is_there or (not is_beside and self._is_read(card, k))

    # -- a hypothesis ---------------------------------------------------------------------------

    def weighed(self, h: Hypothesis) -> Weighed:
        """The hypothesis after this look."""
        self.prepare(h.cards)
        chances = [detected(clear) for clear in self.coverings.clear_mm(h.cards)]
        took = self._assigned(h.cards, chances)
        shared = self._are_shared(h.cards, took)
        took = tuple(-1 if row in shared else k for row, k in enumerate(took))
        chances = [0.0 if row in shared else chance for row, chance in enumerate(chances)]
        told = self._told(h.cards, took)
        cards, total = [], 0.0
        for card, detection, chance, known in zip(h.cards, took, chances, told, strict=True):
            nats, after = self._outcome(card, detection, chance, known)
            total += nats
            cards.append(after)
        return Weighed(replace(h, cards=tuple(cards), log_weight=h.log_weight + total), h, took)

    def unexplained(self, weighed: Weighed) -> list[int]:
        """Detections that no card of a hypothesis serves, or one of quite another name."""
        served = {k for card, k in zip(weighed.h.cards, weighed.took, strict=True) if k >= 0 and self.is_named(card, k)}
        return [k for k in range(len(self.seen)) if k not in served]

    def _is_read(self, card: CardHere, k: int) -> bool:
        """Whether a detection was read as a card's name, or nearly."""
        column = self._column.get(card.label)
        return column is not None and bool(self.seen.log_name[k, column] > self._least_name[k])

    def is_named(self, card: CardHere, k: int) -> bool:
        """Whether a detection bears a card's name, as far as it tells."""
        return self._bearing(card.label)[k]

    def _assigned(self, cards: Sequence[CardHere], chances: Sequence[float]) -> tuple[int, ...]:
        """Which detection each card takes, best match first; a detection serves one card only, and none where it is
        likelier that the card is not seen and the detection false."""
        fits = [[fit for fit in self._fits[_looks(card)] if fit[0] > _least(card, chance)]
                for card, chance in zip(cards, chances, strict=True)]
        first = [own[0][1] if own else -1 for own in fits]
        claimed = [k for k in first if k >= 0]
        if len(set(claimed)) == len(claimed):
            return tuple(first)
        pairs = sorted(((nats, k, row) for row, own in enumerate(fits) for nats, k, *_ in own), reverse=True)
        took, taken = [-1] * len(cards), set()
        for _, k, row in pairs:
            if took[row] < 0 and k not in taken:
                took[row] = k
                taken.add(k)
        return tuple(took)

    def _told(self, cards: Sequence[CardHere], took: Sequence[int]) -> list[float]:
        """What looks have told for another card where the detection of each is, that took none itself though it
        would be seen but for this one: one card read there is no evidence of two, whatever their names; nor is one read
        nearby, where they read alike."""
        told = [0.0] * len(cards)
        hidden = [card for card, k in zip(cards, took, strict=True) if k < 0 and card.posture == "lies"]
        for row, k in enumerate(took):
            if k >= 0:
                there = {other.serial for other in hidden if self.away_mm(other, k) < EXACTLY_MM
                         or may_be_read(other, cards[row].label, cards[row].shape)}
                if there:
                    others = [*cards[:row], *cards[row + 1:]]
                    told[row] = max(other.credit * seen_share(other, detected(clear)) for other, clear in
                                    zip(others, self.coverings.clear_mm(others), strict=True) if other.serial in there)
        return told

    def _are_shared(self, cards: Sequence[CardHere], took: Sequence[int]) -> set[int]:
        """The cards, by their rows, that have a mark in what serves another one of their name, which has none there:
        two were read as one."""
        is_read = [k >= 0 and self._fit(card, k)[0] > 0 for card, k in zip(cards, took, strict=True)]
        serves: dict[str, list[int]] = {}
        for row in np.flatnonzero(is_read).tolist():
            serves.setdefault(cards[row].label, []).append(row)
        return {row for row, card in enumerate(cards) if not is_read[row] and card.posture == "lies" and any(
            _is_part(card, cards[other], self.seen.marks[took[other]]) for other in serves.get(card.label, ()))}

    def away_mm(self, card: CardHere, k: int) -> float:
        """How far a detection is from where a card lies, mark to mark or middle to middle."""
        return self._fit(card, k)[2]

    def _fit(self, card: CardHere, k: int) -> Fit:
        return next((fit for fit in self._fits[_looks(card)] if fit[1] == k), (-np.inf, k, np.inf, -np.inf))

    def _outcome(self, card: CardHere, detection: int, chance: float, told: float) -> tuple[float, CardHere]:
        """What taking a detection, or none, tells of a card, and the card afterwards."""
        key = (id(card), detection, chance, told)
        found = self._after.get(key)
        if found is None:
            found = self._seen(card, detection, chance, told) if detection >= 0 else self._missed(card, chance)
            self._after[key] = found
            self._alive.append(card)
        return found

    def _seen(self, card: CardHere, detection: int, chance: float, told: float) -> tuple[float, CardHere]:
        _, _, step, nats = self._fit(card, detection)
        now = self.seen.time_s
        run_s = card.run_s if card.is_seen else now
        weight = tempered(now - run_s, self.dt_s) if card.is_seen else 1.0
        # What only looks like a card does so in every look.
        most = noise().reading.most if self.seen.named[detection] else max(card.credit, noise().reading.likely_none)
        credit = min(card.credit + weight * (nats + float(np.log(seen_share(card, chance)))), most)
        if told > 0.0:
            credit = max(card.credit, credit - told)
        moves = self.moving_detections[detection] > STILL or step > SWAY_MM
        still_s = np.inf if moves else min(card.still_s, now)
        held = self._held(card, detection)
        in_hand = held - card.held if card.posture == "held" else 0.0  # what lies may yet turn out to be held
        after = replace(
            card, shape=self._shape_after(card, detection, step), is_seen=True, run_s=run_s, seen_s=now,
            seen=card.seen + 1, still_s=still_s, counts=card.counting(chance, weight, 0.0), credit=credit,
            read=self._read_more(card, detection, weight, is_cut=chance <= noise().covered.detected[2]), debt=0.0,
            held=held)
        return credit - card.credit + after.named - card.named + in_hand, after

    def _shape_after(self, card: CardHere, k: int, step_mm: float) -> Shape:
        """Where the card lies with this look; in all hypotheses that have it where this one has it the same."""
        key = (card.shape.serial, k, min(card.seen, KEPT_LOOKS), card.posture == "held")
        found = self._shapes_after.get(key)
        if found is None:
            found = self._shapes_after[key] = _moved(card, self.seen, k, step_mm)
        return found

    def _read_more(self, card: CardHere, k: int, weight: float, is_cut: bool) -> tuple[NameRead, ...]:
        """How a card was read, with a look more that has a weight among those of its run.  is_cut: whether another card
        lies over its freer mark, or over a part of it: of one such mark looks tell the rank anew, and the suit as one
        look, since little of that is seen, and always the same."""
        best = self.seen.best[k]
        now = self._name_read(best, k, self.seen.log_name[k], weight)
        if not is_cut or self.seen.read[k] > 1:
            return _with_look(card.read, now, self.dt_s)
        read = _with_look(card.read, self._name_read(best[0], k, self._ranks[k], weight), self.dt_s)
        return _with_mean(read, replace(now, best=CUT + best[0], weight=1.0), self.dt_s)

    def _name_read(self, best: str, k: int, log_name: np.ndarray, weight: float) -> NameRead:
        """How a detection was read, by its log-probabilities of names."""
        sure, floor = float(self.seen.sure[k]), float(self._floor[k])
        return NameRead(best, sure, self._column, np.maximum(log_name, floor), floor, self.seen.time_s,
                        max(weight, sure))

    def _missed(self, card: CardHere, chance: float) -> tuple[float, CardHere]:
        now = self.seen.time_s
        if card.posture == "held" or not chance or self._moves[card.shape.serial] > MOVING:
            return 0.0, replace(card, still_s=np.inf)
        run_s = now if card.is_seen else card.run_s
        weight = 1.0 if card.is_seen else tempered(now - run_s, self.dt_s)
        nats = weight * float(np.log1p(-seen_share(card, chance)))
        return nats, replace(card, is_seen=False, run_s=run_s, debt=card.debt + nats,
                             counts=card.counting(chance, 0.0, weight), credit=card.credit + nats)

    # -- cards in hands -------------------------------------------------------------------------

    def _held(self, card: CardHere, detection: int) -> float:
        """Nats for a hand after a look: motion, a card that never lies quite where it lay, and one that looks larger.
        It sways anew from look to look; that it is still for a while is one thing, told many times."""
        held, now = noise().held, self.seen.time_s
        step_mm = self._step_mm(card, detection)
        sways = step_mm > self._sway_mm
        since = now if sways or not np.isfinite(card.still_s) else card.still_s
        cues = held.still * (1.0 if self.moving_detections[detection] > STILL else -0.5)
        one, both = held.marks
        cues += both if self.seen.read[detection] > 1 else one * self._lacking[detection]
        cues += min(max(held.sway * log(max(step_mm, 1e-3) / self._sway_mm), STEP_TELLS[0]), STEP_TELLS[1])
        cues += self._larger[detection]
        weight = tempered(now - since, self.dt_s)
        return min(max(card.held + weight * cues, -2 * HELD_MOST), HELD_MOST)

    def _step_mm(self, card: CardHere, k: int) -> float:
        """How far a card has swayed: mark from mark.  Where another end is read than before nobody knows, for a card's
        middle is not that well known."""
        step = float(apart_mm(card.shape.marks, self.seen.marks[k]).min())
        return step if step < CARD_HALF_MM else self._sway_mm


def may_be_read(card: CardHere, label: str, shape: Shape) -> bool:
    """Whether what is read there as a label may be a card of that name that lies nearby: pushed, or read as two."""
    away_mm = float(np.hypot(card.shape.x - shape.x, card.shape.y - shape.y))
    return card.posture == "lies" and card.label == label and away_mm < noise().reading.reach_mm


def _larger(marks: np.ndarray, ruler_mm: float, error_mm: float) -> np.ndarray:
    """(n,) nats a look for a hand, by how much larger cards look than on the table, where opposite marks (n, 4, 2) of
    them were read; those of a card's size lie, and of smaller ones a mark was misread."""
    ruler = np.hypot(*(marks[:, 1] - marks[:, 0]).T) / ruler_mm
    locally = noise().places.bent * error_mm / ruler_mm  # by which the table is off in scale, here and there
    off = np.nan_to_num(np.log(ruler) / np.hypot(noise().held.larger, locally), nan=-np.inf)
    found: np.ndarray = np.where(off > -1, (np.minimum(np.maximum(off, 0.0) ** 2, HELD_MOST) - 1) / 2, 0.0)
    return found


def _lacks_a_mark(seen: Observation, shapes: Sequence[Shape], k: int) -> float:
    """From 0 to 1, how odd it is that one mark is read of a card, as far as the second would lie outside of all others:
    then fingers hide it.  Of a joker, often only one is a mark that can be read."""
    if seen.read[k] != 1 or seen.best[k] == JOKER:
        return 0.0
    other = 2 * seen.centres[k] - seen.marks[k][:1]
    clear_mm = min((float(outside_mm(other, shape)[0]) for j, shape in enumerate(shapes) if j != k), default=FREE_MM)
    return float(np.log1p(-detected(clear_mm)) / np.log1p(-detected(FREE_MM)))


def _with_look(before: tuple[NameRead, ...], now: NameRead, dt_s: float) -> tuple[NameRead, ...]:
    """How a card was read, with one look more: looks that read the same of it err alike, the more so the less sure they
    are.  The surest of them tells, and doubtful ones hardly more the oftener they are made."""
    like = next((read for read in before if read.best == now.best), None)
    if like is None:
        return (*before, now)
    weight = like.weight + now.sure * tempered(now.since_s - like.since_s, dt_s)
    surest = like if like.sure >= now.sure else now
    return (*(read for read in before if read is not like), replace(surest, since_s=like.since_s, weight=weight))


def _with_mean(before: tuple[NameRead, ...], now: NameRead, dt_s: float) -> tuple[NameRead, ...]:
    """The same where all looks together tell as much as one."""
    like = next((read for read in before if read.best == now.best), None)
    if like is None:
        return (*before, now)
    run_s = now.since_s - like.since_s
    share = tempered(run_s, dt_s) / told_by(run_s)
    so_far = like.log_name if like.column == now.column else np.array(list(map(like.told_of, now.column)))
    mean = replace(now, log_name=so_far + share * (now.log_name - so_far), since_s=like.since_s)
    return (*(read for read in before if read is not like), mean)


def _distances(cards: Sequence[CardHere], seen: Observation) -> np.ndarray:
    """(cards, detections) mm: the smaller of mark to mark and middle to middle."""
    centres = np.stack([card.shape.centre for card in cards])
    away = np.hypot(*np.moveaxis(centres[:, None] - seen.centres[None], 2, 0))
    marks = np.stack([card.shape.marks for card in cards])
    between = np.hypot(*np.moveaxis(marks[:, :, None, None] - seen.marks[None, None], 4, 0))  # cards, 2, n, 2
    between = np.where(np.isnan(between), np.inf, between).min(axis=(1, 3)) if np.size(between) else away
    closest: np.ndarray = np.where(np.isnan(away), between, np.minimum(away, between))
    return np.moveaxis(closest, 0, 0)


def _is_part(card: CardHere, other: CardHere, marks: np.ndarray) -> bool:
    """Whether one of the marks (4, 2) that were read together is a card's, and not another's."""
    own, its = (apart_mm(c.shape.marks, marks).min(axis=0) < SAME_MARK_MM for c in (card, other))
    return bool((own & ~its).any())


def _moved(card: CardHere, seen: Observation, k: int, away_mm: float) -> Shape:
    """Where the card lies with this look; after some looks it stays where it is."""
    share = 1.0 if card.posture == "held" else 1.0 / min(card.seen + 1, KEPT_LOOKS)
    old = card.shape
    still = card.seen >= KEPT_LOOKS and card.posture != "held" and _shows_both(old)
    if still and away_mm < SETTLED_MM:
        return old
    new = seen.marks[k]
    marks = np.where(np.isnan(new), old.marks, new) if card.posture == "held" else _moved_marks(old, new, share)
    whole = np.isfinite(new[:2, 0]).all() or not _shows_both(old)
    outline = share if whole else 0.0
    return Shape(old.centre + outline * (seen.centres[k] - old.centre),
                 old.corners + outline * (_turned(old.corners, seen.corners[k]) - old.corners), marks)


def _shows_both(shape: Shape) -> bool:
    """Whether two opposite marks of a card are known."""
    return bool(np.isfinite(shape.marks[:2, 0]).all())


def _moved_marks(old: Shape, new: np.ndarray, share: float) -> np.ndarray:
    """Marks (4, 2) after a look, each moved by a share of the way to the new one of its corner; a new one may be of
    another card that reads alike."""
    away = apart_mm(old.marks, new)
    nearest, marks = away.argmin(axis=1), old.marks.copy()
    same = (away.min(axis=1) < CARD_HALF_MM) & (away.argmin(axis=0)[nearest] == np.arange(len(nearest)))
    marks[same] += share * (new[nearest[same]] - marks[same])
    for row in np.flatnonzero(np.isfinite(new[:, 0]) & (away.min(axis=0) >= CARD_HALF_MM)).tolist():
        free = [k for k in (row, row ^ 1) if np.isnan(marks[k, 0])]  # that corner, or the opposite one
        if free and outside_mm(new[row:row + 1], old)[0] < SAME_MARK_MM:
            marks[free[0]] = new[row]
    return marks


def _turned(old: np.ndarray, new: np.ndarray) -> np.ndarray:
    """An outline with its corners in the order of another's: a card has no upper side."""
    half = np.roll(new, 2, axis=0)
    return new if np.abs(old - new).sum() <= np.abs(old - half).sum() else half
