"""The pack on the table: what each physical card of it looks like, worn, bent, and of which pack it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import cv2
import numpy as np

from calibration import DeckProfile
from companion.filming.faces import DrawnFaces, PackFaces
from companion.filming.other_maker.bands import Chosen
from companion.filming.other_maker.sheets import Bend, Printed, Sheet
from rules import Card

_LEVELS_KEPT = 400


class Pack:
    """Sheets for the cards of one film; the same key is the same card for good."""

    def __init__(self, faces: PackFaces, deck: DeckProfile, chosen: Chosen, seed: int) -> None:
        self.faces, self.deck, self.chosen, self._seed = faces, deck, chosen, seed
        self.size_mm = deck.size_mm
        rng = np.random.default_rng((seed, 501))
        self.back_name = str(rng.choice(["", "red", "green"]))
        self.other_back = "red" if self.back_name != "red" else "blue"
        self._paper = 1 - rng.uniform(0, 0.08, 3)
        self._prints: dict[tuple[object, ...], Printed] = {}

    def sheet(self, label: str, key: int) -> Sheet:
        """The card with this print; label "": only its back is known."""
        rng = np.random.default_rng((self._seed, 502, key))
        second = self.chosen.has("two_coloured") and rng.random() < 0.5
        back = self.other_back if second or (self.chosen.has("second_pack") and rng.random() < 0.04) else self.back_name
        worn = round(float(rng.uniform(0.3, 1) * self.chosen["wear"]), 1) if self.chosen.has("worn") else 0.0
        stranger = self.chosen.has("second_pack") and rng.random() < 0.03 * self.chosen["strangers"]
        front = self._print(("face", label, second, worn, stranger)) if label else self._print(("back", back, second))
        return Sheet(front, self._print(("back", back, second)), self.size_mm, self._bend(rng), self._shine(),
                     (float(rng.normal(0, 0.035)), float(rng.normal(0, 0.035))))

    def strange_back(self) -> Sheet:
        """A card of another pack, face down."""
        return Sheet(self._print(("back", self.other_back, False)), self._print(("back", self.other_back, False)),
                     self.size_mm)

    def _shine(self) -> float:
        return self.chosen["shine"] if self.chosen.has("shiny") else 0.05

    def _bend(self, rng: np.random.Generator) -> Bend:
        most = self.chosen["bend_mm"] if self.chosen.has("bent") else 0.5
        along, across, twist = rng.normal(0, 0.5, 3) * most
        ear = float(rng.uniform(0.6, 1.6) * most) if rng.random() < 0.3 else 0.0
        corner = (float(rng.choice([-1, 1])), float(rng.choice([-1, 1])))
        return Bend(float(along), float(0.5 * across), float(0.6 * twist), ear, corner)

    def _print(self, what: tuple[object, ...]) -> Printed:
        if what not in self._prints:
            kind, name, second, *more = what
            if kind == "face":
                stranger = bool(more[1])
                faces = DrawnFaces() if stranger and not isinstance(self.faces, DrawnFaces) else self.faces
                picture = faces.face(str(name))
                picture = _narrowed(picture) if stranger and faces is self.faces else picture
                picture = _worn(picture, float(str(more[0])), _number(str(name)))
            else:
                picture = self.faces.back(str(name))
            self._prints[what] = Printed(self._on_paper(picture, bool(second)), self.size_mm[0])
        return self._prints[what]

    def _on_paper(self, bgra: np.ndarray, second: bool) -> np.ndarray:
        """The print on this pack's paper, with the grey line of a cut edge."""
        paper = self._paper * (1 - self.chosen["second_tint"] * np.array([1.0, 0.35, 0.1])) if second else self._paper
        out = bgra.copy()
        out[..., :3] = (bgra[..., :3] * paper).astype(np.uint8)
        inner = cv2.erode(bgra[..., 3], np.ones((5, 5), np.uint8), borderValue=0)
        edge = ((bgra[..., 3] > 0) & (inner < 200))[..., None]
        out[..., :3] = np.where(edge, (out[..., :3] * 0.78).astype(np.uint8), out[..., :3])
        return cv2.copyMakeBorder(out, 2, 2, 2, 2, cv2.BORDER_CONSTANT, value=(0, 0, 0, 0))


class Labels:
    """Which physical card stands for a card of the game, each as often as the pack holds it."""

    def __init__(self, pack: Pack, rng: np.random.Generator) -> None:
        self._printed = improvised(pack.deck)
        self._rng = rng
        self._left: dict[str, list[str]] = {}

    def of(self, card: Card, printed: Mapping[str, str]) -> str:
        """The printed card: as the line of the record wrote it (`printed`), else one of those that mean it, at random;
        each comes once before any comes again."""
        if card.face in printed:
            return printed[card.face]
        choices = self._printed.get(card.face)
        if not choices:
            return card.face
        left = self._left.setdefault(card.face, list(choices)) or list(choices)
        label = left.pop(int(self._rng.integers(len(left))))
        self._left[card.face] = left
        return label

    def written(self, cards: Iterable[Card]) -> Iterator[str]:
        """Every physical card that may stand for one of these."""
        for card in cards:
            yield from set(self._printed.get(card.face, (card.face,)))


def improvised(deck: DeckProfile) -> Mapping[str, tuple[str, ...]]:
    """The game's card -> the printed cards that mean it, each as often as the pack holds it."""
    found: dict[str, tuple[str, ...]] = {}
    for label, card in deck.cards.items():
        found[card] = (*found.get(card, ()), *[label] * deck.copies.get(label, 1))
    return found


def _narrowed(bgra: np.ndarray) -> np.ndarray:
    """The same print a little smaller on its card, as another deck has it."""
    h, w = bgra.shape[:2]
    small = cv2.resize(bgra, (round(w * 0.86), round(h * 0.9)), interpolation=cv2.INTER_AREA)
    out = bgra.copy()
    out[..., :3] = np.median(bgra[bgra[..., 3] > 250][:, :3], axis=0)
    y, x = (h - small.shape[0]) // 2, (w - small.shape[1]) // 2
    inside = small[..., 3:] > 250
    out[y:y + small.shape[0], x:x + small.shape[1], :3] = np.where(
        inside, small[..., :3], out[y:y + small.shape[0], x:x + small.shape[1], :3])
    return out


def _worn(bgra: np.ndarray, wear: float, seed: int) -> np.ndarray:
    """Greyed paper, rubbed edges, creases and a stain."""
    if wear <= 0:
        return bgra
    rng = np.random.default_rng((seed, 503))
    h, w = bgra.shape[:2]
    picture = bgra[..., :3].astype(np.float32)
    blotches = cv2.resize(rng.normal(0, 1, (9, 7)).astype(np.float32), (w, h), interpolation=cv2.INTER_CUBIC)
    picture *= (1 - wear * (0.1 + 0.05 * blotches))[..., None] * np.array([0.9, 0.97, 1.0]) ** wear
    lines = np.zeros((h, w), np.float32)
    for _ in range(round(1 + 4 * wear)):
        a, b = rng.uniform(0, 1, (2, 2)) * (w, h)
        b = a + (b - a) * rng.uniform(0.15, 0.6)
        cv2.line(lines, (int(a[0]), int(a[1])), (int(b[0]), int(b[1])), float(rng.uniform(-1, 1)), 2, cv2.LINE_AA)
    picture += (cv2.GaussianBlur(lines, (0, 0), 1) * 60 * wear)[..., None]
    edge = cv2.GaussianBlur((bgra[..., 3] < 128).astype(np.float32), (0, 0), 7)
    picture += (edge * wear * 50 * rng.uniform(-1, 0.4))[..., None]
    out = bgra.copy()
    out[..., :3] = picture.clip(0, 255).astype(np.uint8)
    return out


def _number(text: str) -> int:
    return sum(ord(letter) * (k + 7) for k, letter in enumerate(text))
