"""Describing a pack of one's own: which printed card stands for which card of the game; no Kivy.

    draft = draft_of(load_deck("improvised"))
    draft = draft.meaning("5C", "+4").meaning("KD", "")      # "" takes a card out of the pack
    draft.profile(game="never_over").save(path)              # CalibrationError with one sentence
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from calibration import CalibrationError, DeckProfile
from rules.core.cards import RANKS, SUITS, Card
from rules.games import GAMES

PRINTED = (*(rank + suit for suit in SUITS for rank in RANKS), "JK")  # what an ordinary pack holds
POKER_MM, BRIDGE_MM = (63.0, 88.0), (57.0, 89.0)
MOST_PACKS = 8


@dataclass(frozen=True)
class DeckDraft:
    """A pack as far as it is described.  cards: printed card -> card of the game; packs: how many
    ordinary packs were put together; known: numbers of single cards that a pack said before."""

    title: str = ""
    size_mm: tuple[float, float] = POKER_MM
    packs: int = 1
    cards: tuple[tuple[str, str], ...] = ()
    known: tuple[tuple[str, int], ...] = ()

    def meaning_of(self, printed: str) -> str:
        """What a printed card stands for; "" where it is not in the pack."""
        return dict(self.cards).get(printed, "")

    def meaning(self, printed: str, card: str) -> DeckDraft:
        """The draft with a printed card standing for a card of the game; "" takes it out."""
        cards = {**dict(self.cards), printed: card}
        return replace(self, cards=tuple((label, cards[label]) for label in PRINTED if cards.get(label)))

    def of_packs(self, packs: int) -> DeckDraft:
        """Of so many ordinary packs: then every card is there so often."""
        return replace(self, packs=min(max(packs, 1), MOST_PACKS), known=())

    def profile(self, game: str) -> DeckProfile:
        """The finished pack; raises CalibrationError saying what is missing for this game."""
        meant, faces = {card for _, card in self.cards}, GAMES[game].faces
        if not self.title.strip():
            raise CalibrationError("Give the pack a name first.")
        if not meant:
            raise CalibrationError("No card stands for anything yet.")
        missing = [card for card in faces if card not in meant and card not in PRINTED]
        if missing:
            raise CalibrationError("No printed card stands for {card} yet.", card=Card(missing[0]))
        strange = sorted(meant - set(faces) - {"JK"})
        if strange:
            raise CalibrationError("This game has no {card}.", card=Card(strange[0]))
        known = dict(self.known)
        copies = {label: known.get(label, self.packs * (2 if label == "JK" else 1)) for label, _ in self.cards}
        title = self.title.strip()
        return DeckProfile(title, title, self.size_mm, dict(self.cards), copies)


def draft_of(deck: DeckProfile, title: str = "") -> DeckDraft:
    """A draft that begins with what a pack says; special cards that no ordinary pack holds are left out."""
    cards = tuple((label, deck.cards[label]) for label in PRINTED if label in deck.cards)
    packs = max((deck.copies[label] for label, _ in cards if label != "JK"), default=1)
    return DeckDraft(title, deck.size_mm, packs, cards, tuple((label, deck.copies[label]) for label, _ in cards))
