"""Every range of trouble in eight bands: odd ones to fit on, even ones to judge by.

    chosen = choose("lively", seed=7, band="odd", game_has_dice=False)
    chosen.troubles                  # frozenset({"held", "slid", ...})
    chosen["lean_deg"]               # drawn from an odd band
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from rules import SetupError

BANDS = 8
MIXTURES = {"tidy": (0.12, (1, 2, 3, 4)), "lively": (0.4, (1, 2, 3, 4, 5, 6)), "rough": (0.7, (3, 4, 5, 6, 7, 8))}
_MIXED = 1  # what each mixture is in the numbers of levels: 1, 3, 5
_GUARD = 0.04  # of a band's width is left out at both ends, so that no two bands touch


@dataclass(frozen=True)
class Range:
    """From the mildest to the worst value; trouble: the one that it belongs to, "" for every film."""

    low: float
    high: float
    trouble: str = ""

    def of_band(self, band: int, share: float) -> float:
        """A value in one of eight bands (1 to 8); share: from 0 at the band's mild end to 1."""
        width = (self.high - self.low) / BANDS
        return self.low + width * (band - 1 + _GUARD + share * (1 - 2 * _GUARD))


RANGES: Mapping[str, Range] = {
    # every film: the camera, the light, the pace, the neatness of hands
    "lean_deg": Range(5, 42), "yaw_deg": Range(0, 9), "roll_deg": Range(0, 4.5), "aim_mm": Range(0, 14),
    "field_deg": Range(54, 72), "slight_barrel": Range(0, 0.04), "fall_off": Range(0.04, 0.45),
    "noise": Range(0.8, 6.5), "softness_px": Range(0.45, 0.95), "darkness": Range(0, 0.32), "tint": Range(0, 0.14),
    "stroke_s": Range(0.95, 0.42), "gap_s": Range(2.2, 0.5), "askew_deg": Range(1.5, 15), "astray_mm": Range(1, 9),
    "exposure_ms": Range(4, 14), "loss": Range(0.02, 0.25),
    # troubles
    "hands_held": Range(1, 3.9, "held"), "cards_held": Range(2, 8.9, "held"), "held_pitch_deg": Range(14, 62, "held"),
    "sway_mm": Range(1, 20, "held"), "held_in_mm": Range(-50, 60, "held"),
    "quick_s": Range(0.7, 0.3, "quick"), "quick_share": Range(0.2, 0.8, "quick"),
    "taken_back": Range(0.25, 0.9, "hesitate"), "hesitate_share": Range(0.15, 0.6, "hesitate"),
    "slid_mm": Range(4, 42, "slid"), "slid_deg": Range(1, 18, "slid"), "slid_share": Range(0.15, 0.6, "slid"),
    "packet_deg": Range(2, 14, "gathered"),
    "bend_mm": Range(0.8, 7.5, "bent"), "wear": Range(0.1, 1, "worn"), "shine": Range(0.12, 0.85, "shiny"),
    "second_tint": Range(0.04, 0.24, "two_coloured"), "strangers": Range(1, 4.9, "second_pack"),
    "hunt_stops": Range(0.08, 0.7, "hunting"), "hunt_s": Range(9, 1.6, "hunting"), "cast": Range(0.02, 0.13, "hunting"),
    "lamp_share": Range(0.2, 0.68, "lamp"), "lamp_s": Range(22, 7, "lamp"),
    "shadow": Range(0.12, 0.62, "shadows"), "shadow_mm": Range(90, 260, "shadows"),
    "stripe": Range(0.15, 1.1, "daylight"), "stripe_mm": Range(150, 28, "daylight"),
    "fps": Range(30, 10, "frames"), "dropped": Range(0.004, 0.09, "frames"), "doubled": Range(0.004, 0.09, "frames"),
    "readout_ms": Range(7, 34, "rolling"), "long_exposure_ms": Range(14, 66, "blur"),
    "first_loss": Range(0.15, 0.8, "recompressed"), "second_loss": Range(0.15, 0.85, "recompressed"),
    "size": Range(8.99, 1, "picture"), "wide_field_deg": Range(52, 90, "lens"), "barrel": Range(0.02, 0.2, "lens"),
    "pieces": Range(2, 8.9, "clutter"),
    "bump_deg": Range(0.1, 1.7, "camera"), "bump_s": Range(28, 7, "camera"), "sag_deg_min": Range(0.1, 1.6, "camera"),
    "rest_s": Range(1.5, 9, "resting"), "rest_in_mm": Range(-30, 60, "resting"),
    "dice_mm": Range(18, 12, "dice"),
}
TROUBLES = tuple(dict.fromkeys(
    ["stock_up", "stock_down", *(each.trouble for each in RANGES.values() if each.trouble)]))


@dataclass(frozen=True)
class Chosen:
    """The troubles of one film and all its values.  band: "odd", "even" or one number, as it was asked for."""

    troubles: frozenset[str]
    mixture: str
    band: str
    values: Mapping[str, float]

    def __getitem__(self, name: str) -> float:
        return self.values[name]

    def has(self, trouble: str) -> bool:
        """Whether this trouble is in the film."""
        return trouble in self.troubles

    @property
    def parity(self) -> str:
        """"odd" or "even", of the bands that its numbers are from."""
        return self.band if not self.band.isdigit() else ("even", "odd")[int(self.band) % 2]

    @property
    def level(self) -> int:
        """1, 3 or 5, as other films count; 0 for troubles by name."""
        return 2 * list(MIXTURES).index(self.mixture) + 1 if self.mixture in MIXTURES else 0

    def told(self) -> dict[str, object]:
        """What the truth says: who drew it, from which bands, and the values that had a part in it."""
        used = {name: round(value, 4) for name, value in self.values.items() if RANGES[name].trouble in
                {"", *self.troubles}}
        return {"maker": "other", "parity": self.parity, "band": self.band, "trouble": self.mixture,
                "troubles": sorted(self.troubles), "values": used}


def choose(trouble: str, seed: int, band: str = "odd") -> Chosen:
    """Draw the troubles and values of a film; raises SetupError for what there is not.

    trouble: a mixture (tidy, lively, rough), or names of troubles with commas.
    """
    bands = _bands(band)
    share, mild = MIXTURES.get(trouble, MIXTURES["tidy"])
    troubles = _mixed(share, seed) if trouble in MIXTURES else _named(trouble)
    values = {}
    for name, each in RANGES.items():
        rng = np.random.default_rng((seed, zlib.crc32(name.encode())))
        alone = trouble not in MIXTURES and each.trouble in troubles
        allowed = [b for b in bands if alone or b in mild] or list(bands)
        values[name] = each.of_band(int(rng.choice(allowed)), float(rng.random()))
    return Chosen(troubles, trouble, band, values)


def _bands(band: str) -> tuple[int, ...]:
    if band in ("odd", "even"):
        return tuple(range(1 if band == "odd" else 2, BANDS + 1, 2))
    if band.isdigit() and 1 <= int(band) <= BANDS:
        return (int(band),)
    raise SetupError(f"'{band}' is no band; say odd, even, or a number from 1 to {BANDS}.")


def _named(trouble: str) -> frozenset[str]:
    names = [name for name in trouble.split(",") if name]
    unknown = [name for name in names if name not in TROUBLES]
    if unknown:
        raise SetupError(f"There is no trouble '{unknown[0]}'; say one of {', '.join(MIXTURES)}, "
                         f"or names of {', '.join(TROUBLES)}.")
    return frozenset(names)


def _mixed(share: float, seed: int) -> frozenset[str]:
    rng = np.random.default_rng((seed, 77))
    found = {name for name in TROUBLES if rng.random() < share}
    stock = str(rng.choice(["stock_up", "stock_down", "stock_down"]))
    return frozenset(found - {"stock_up", "stock_down"} | {stock})
