"""The numbers of vision/belief/noise.toml, from the truth of streams that may be fitted on.

    fitted = fit_noise(streams, noise())                  # "reading.likely_two" -> Fitted
    write_noise(fitted, FILE)                    # the values in the file, its comments kept

Streams to judge with are refused.  What drawn films say is widened before it is believed: every camera is worse.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from calibration.files import write_whole
from companion.tools.streams.truth import TrueGlance, TrueScenes
from vision.belief.hypotheses import Shape
from vision.belief.noise import Noise
from vision.belief.prediction import FREE_MM, outside_mm
from vision.stream import Stream

WIDENED = 0.7  # of the nats that a reading tells in drawn films
WIDER = 2.0  # times as far off as in drawn films cards may be read
DETECTED = (0.02, 0.99)  # no chance of being read is believed to be less, or more
FEWEST = 20  # observations; from fewer nothing is fitted
SEVERAL = 4  # looks at a card that lies so; from fewer nobody sees how alike they are
HALF = 0.5  # added to every count


@dataclass(frozen=True)
class Fitted:
    """One number, or several, as it was, as the films have it, and as it is to be; from how many observations."""

    was: float | tuple[float, ...]
    raw: float | tuple[float, ...]
    value: float | tuple[float, ...]
    n: int


@dataclass
class Tally:
    """What all streams together say.  readings: (marks read, log-odds of the name, whether it was a card) of what lay
    still; covered: (mm by which the freer mark is free, whether it was read, which card); the rest in mm, or (cue,
    whether held).  names: of surely named detections upon a card, how many, and how many misnamed."""

    readings: list[tuple[int, float, bool]] = field(default_factory=list)
    covered: list[tuple[float, bool, tuple[int, int]]] = field(default_factory=list)
    off_two: list[float] = field(default_factory=list)
    off_one: list[float] = field(default_factory=list)
    steps: list[tuple[float, bool]] = field(default_factory=list)
    still: list[tuple[bool, bool]] = field(default_factory=list)
    names: list[bool] = field(default_factory=list)
    streams: int = 0


def fit_noise(streams: Iterable[Stream], now: Noise) -> dict[str, Fitted]:
    """All numbers for which there is enough to go by."""
    tally = Tally()
    for stream in streams:
        count_in(tally, TrueScenes(stream))
    return {**fit_readings(tally, now), **fit_covered(tally, now), **fit_places(tally, now), **fit_held(tally, now)}


def count_in(tally: Tally, scenes: TrueScenes) -> None:
    """Count one stream."""
    tally.streams += 1
    where: dict[tuple[int, int], list[np.ndarray]] = {}
    before: dict[str, np.ndarray] = {}
    for glance in scenes.glances():
        _add_readings(tally, glance)
        _add_covered(tally, glance)
        _add_places(where, glance)
        before = _add_steps(tally, glance, before)
    for (kind, _), places in where.items():
        if len(places) > 2:
            off = np.array(places) - np.median(places, axis=0)
            (tally.off_two if kind == 2 else tally.off_one).extend(np.hypot(*off.T).tolist())


def _add_readings(tally: Tally, glance: TrueGlance) -> None:
    seen = glance.seen
    for k, what in enumerate(glance.what):
        if what in ("true", "false") and not glance.moves[k]:
            tally.readings.append((int(min(seen.read[k], 2)), odds_of(float(seen.log_name[k].max())), what == "true"))
        if what == "false" or what == "true":
            upon = any(np.hypot(*(seen.centres[k] - card.centre)) < 10.0 for card in glance.lying)
            if seen.read[k] >= 2 and np.exp(seen.log_name[k].max()) > 0.98 and upon and not glance.moves[k]:
                tally.names.append(what == "false")


def _add_covered(tally: Tally, glance: TrueGlance) -> None:
    shapes = [Shape(card.centre, card.corners, card.marks) for card in glance.lying]
    for row, card in enumerate(glance.lying):
        if not glance.moving[row]:
            free = np.full(2, FREE_MM)
            for other, shape in zip(glance.lying, shapes, strict=True):
                if other.order > card.order:
                    free = np.minimum(free, outside_mm(card.marks, shape))
            tally.covered.append((float(free.max()), row in glance.of, (tally.streams, card.order)))


def _add_places(where: dict[tuple[int, int], list[np.ndarray]], glance: TrueGlance) -> None:
    """Where each card is read, by its two marks and by its single one."""
    for k, row in enumerate(glance.of):
        if row < 0 or glance.moves[k]:
            continue
        card, seen = glance.lying[row], glance.seen
        if seen.read[k] >= 2:
            where.setdefault((2, card.order), []).append(seen.centres[k])
        elif seen.read[k] == 1:
            mark = seen.marks[k][np.isfinite(seen.marks[k][:, 0])][0]
            end = int(np.hypot(*(card.marks - mark).T).argmin())
            where.setdefault((1, 2 * card.order + end), []).append(mark)


def _add_steps(tally: Tally, glance: TrueGlance, before: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    """The step of each detection from the reading before, and the other cues of hands; returns where all are now."""
    now, seen = {}, glance.seen
    for k, what in enumerate(glance.what):
        if what not in ("true", "held") or not np.isfinite(seen.marks[k][:, 0]).any():
            continue
        known = seen.marks[k][np.isfinite(seen.marks[k][:, 0])]
        tally.still.append((not glance.moves[k], what == "held"))
        label = seen.best[k]
        if label in before:
            step = float(np.hypot(*np.moveaxis(known[:, None] - before[label][None], 2, 0)).min())
            if step < 20.0:
                tally.steps.append((step, what == "held"))
        now[label] = known
    return now


def odds_of(log_p: float) -> float:
    """Log-odds, kept within what can be told apart."""
    p = min(max(float(np.exp(log_p)), 1e-4), 1 - 1e-4)
    return float(np.log(p / (1 - p)))


# -- from counts to numbers --------------------------------------------------------------------


def fit_readings(tally: Tally, now: Noise) -> dict[str, Fitted]:
    """Likelihood ratios of a card against a false mark: a logistic regression on marks and log-odds of the name, which
    count up to a bound."""
    if len(tally.readings) < FEWEST:
        return {}
    marks, odds, true = (np.array(column) for column in zip(*tally.readings, strict=True))
    best = min((_regressed(marks, odds, true, bound) for bound in np.arange(2.0, 7.1, 0.5)), key=lambda row: row[0])
    _, bound, levels, unsure = best
    r = now.reading
    fitted = {}
    for k, was in enumerate((r.likely_none, r.likely_one, r.likely_two)):
        n = int((marks == k).sum())
        if n >= FEWEST:
            name = ("none", "one", "two")[k]
            fitted[f"reading.likely_{name}"] = Fitted(was, levels[k], round(WIDENED * levels[k], 1), n)
    return fitted | {"reading.unsure": Fitted(r.unsure, unsure, round(WIDENED * unsure, 1), len(odds)),
                     "reading.sure_odds": Fitted(r.sure_odds, bound, round(bound, 1), len(odds))}


def _regressed(marks: np.ndarray, odds: np.ndarray, true: np.ndarray, bound: float
               ) -> tuple[float, float, list[float], float]:
    """Cost, bound, nats for 0, 1 and 2 marks, and nats less where the reader is not sure at all."""
    from scipy.optimize import minimize

    doubt = 1 - np.clip(odds / bound, 0, 1)
    base = np.log((true.sum() + HALF) / ((~true).sum() + HALF))

    def cost(x: np.ndarray) -> float:
        nats = x[marks] - x[3] * doubt
        off = np.logaddexp(0, np.where(true, -nats, nats)).sum()
        return float(off + 0.5 * ((x[:3] - base) ** 2).sum() / 4 + 0.5 * (x[3] / 4) ** 2)

    found = minimize(cost, np.array([base, base, base, 1.0]), bounds=[(-3, 12)] * 3 + [(0, 12)], method="L-BFGS-B")
    return float(found.fun), float(bound), [float(v) for v in found.x[:3]], float(found.x[3])


def fit_covered(tally: Tally, now: Noise) -> dict[str, Fitted]:
    """How often a card is read, by how far its freer mark lies outside of all above; never less often the freer.  And
    how alike cards that lie as free are read."""
    borders = np.array(now.covered.clear_mm)
    rows = np.array([row[:2] for row in tally.covered], float).reshape(-1, 2)
    cell = np.searchsorted(borders, rows[:, 0], side="right")
    counts = [(int((cell == k).sum()), int(rows[cell == k, 1].sum())) for k in range(len(borders) + 1)]
    raw = tuple(round(hits / n, 3) if n else float("nan") for n, hits in counts)
    chance = [was if n < FEWEST else float(np.clip((hits + HALF) / (n + 2 * HALF), *DETECTED))
              for was, (n, hits) in zip(now.covered.detected, counts, strict=True)]
    value = tuple(round(v, 2) for v in np.maximum.accumulate(chance).tolist())
    fitted = {"covered.detected": Fitted(now.covered.detected, raw, value, len(tally.covered))}
    return {**fitted, **_fit_alike(tally, cell, now)}


def _fit_alike(tally: Tally, cell: np.ndarray, now: Noise) -> dict[str, Fitted]:
    """How alike cards that lie as free, by their cell (n,), are read."""
    looks: defaultdict[tuple[int, tuple[int, int]], list[bool]] = defaultdict(list)
    for k, (_, is_read, card) in zip(cell.tolist(), tally.covered, strict=True):
        looks[k, card].append(is_read)
    often = {key: reads for key, reads in looks.items() if len(reads) >= SEVERAL}
    if len(often) < FEWEST:
        return {}
    n, hits = (np.array(list(map(of, often.values())), float) for of in (len, sum))
    alike = _concentration(n, hits, np.array([k for k, _ in often]))
    return {"covered.alike": Fitted(now.covered.alike, alike, round(alike, 1), len(often))}


def _concentration(n: np.ndarray, hits: np.ndarray, cell: np.ndarray) -> float:
    """Of the beta distribution in which the chances of cards that lie as free lie, which were read in so many looks out
    of n; small where a card is read in all looks or in none."""
    from scipy.optimize import minimize_scalar
    from scipy.special import betaln

    means = np.array([np.clip((hits / n)[cell == k].mean(), *DETECTED) for k in cell])

    def cost(log_c: float) -> float:
        a, b = means * np.exp(log_c), (1 - means) * np.exp(log_c)
        return -float(np.sum(betaln(a + hits, b + n - hits) - betaln(a, b)))

    return float(np.exp(minimize_scalar(cost, bounds=(-4.0, 4.0), method="bounded").x))


def fit_places(tally: Tally, now: Noise) -> dict[str, Fitted]:
    """How far from where it lies a card is read, along each axis, and how often it is misnamed."""
    r = now.reading
    fitted = {}
    for name, was, off in (("two", r.sigma_two_mm, tally.off_two), ("one", r.sigma_one_mm, tally.off_one)):
        if len(off) >= FEWEST:
            raw = float(np.sqrt(np.mean(np.minimum(off, 10.0) ** 2) / 2))
            fitted[f"reading.sigma_{name}_mm"] = Fitted(was, raw, round(WIDER * raw, 1), len(off))
    if len(tally.names) >= FEWEST:
        raw = float(np.log((sum(tally.names) + HALF) / len(tally.names)))
        fitted["reading.floor_name"] = Fitted(r.floor_name, raw, round(max(WIDENED * raw, r.floor_name), 1),
                                              len(tally.names))
    return fitted


def fit_held(tally: Tally, now: Noise) -> dict[str, Fitted]:
    """What tells a card in a hand: motion over it, and the step from look to look."""
    held = now.held
    fitted = {}
    cues = (("still", held.still, tally.still, -1),)
    for name, was, cue, sign in cues:
        rows = np.array(cue, bool).reshape(-1, 2)
        if rows[:, 1].sum() >= FEWEST:
            nats = [np.log((rows[rows[:, 1] == side, 0].sum() + HALF) / ((rows[:, 1] == side).sum() + 2 * HALF))
                    for side in (True, False)]
            raw = float(sign * (nats[0] - nats[1]))
            fitted[f"held.{name}"] = Fitted(was, raw, round(max(WIDENED * raw, 0.0), 1), int(rows[:, 1].sum()))
    steps = np.array(tally.steps).reshape(-1, 2)
    in_hand = steps[steps[:, 1] == 1, 0]
    if len(in_hand) >= FEWEST:
        middle = float(np.exp(np.mean([np.log(np.median(in_hand) + 1e-3),
                                       np.log(np.median(steps[steps[:, 1] == 0, 0]) + 1e-3)])))
        fitted["held.step_mm"] = Fitted(held.step_mm, middle, round(middle, 2), len(in_hand))
    return fitted


# -- the file ----------------------------------------------------------------------------------


def fitted_table(fitted: Mapping[str, Fitted]) -> str:
    """A line for each number, as Markdown."""
    lines = ["| number | was | films | widened | observations |", "|---|--:|--:|--:|--:|"]
    return "\n".join([*lines, *(f"| {name} | {_shown(f.was)} | {_shown(f.raw)} | {_shown(f.value)} | {f.n} |"
                                for name, f in fitted.items())])


def write_noise(fitted: Mapping[str, Fitted], path: Path) -> None:
    """Put the values in a noise file, every comment where it was."""
    lines, section = path.read_text(encoding="utf-8").splitlines(), ""
    for k, line in enumerate(lines):
        head = re.fullmatch(r"\[(\w+)\]", line.strip())
        section = head[1] if head else section
        found = re.match(r"(\w+)(\s*=\s*)([^#]*?)(\s*#.*)?$", line)
        if found and (number := fitted.get(f"{section}.{found[1]}")) is not None:
            lines[k] = f"{found[1]}{found[2]}{_shown(number.value)}{found[4] or ''}"
    write_whole(path, "\n".join(lines) + "\n")


def _shown(value: float | Sequence[float]) -> str:
    if isinstance(value, float | int):
        return f"{value:.4g}" if value != int(value) else f"{value:.1f}"
    return "[" + ", ".join(f"{v:.2f}" for v in value) + "]"
