"""The reader for a pack: by corner indices, or by the faces of Italian-suited cards.

    reader = reader_for(load_deck("italian"))
    reader.read(frame)                  # Detections, whichever it is
"""

from __future__ import annotations

from calibration.deck import DeckProfile
from vision.reading.italian import ItalianReader
from vision.reading.reader import TableReader
from vision.reading.taught import TaughtDeck


def reader_for(deck: DeckProfile | None) -> TableReader | ItalianReader:
    """A reader of a pack's cards, of any French-suited card where no pack is named."""
    if deck is not None and deck.suits == "italian":
        shown = TaughtDeck.load(deck.shown) if deck.shown else None
        return ItalianReader(deck=shown, shape=deck.size_mm[0] / deck.size_mm[1])
    taught = TaughtDeck.load(deck.shown) if deck is not None and deck.shown else None
    return TableReader(pack=deck.copies_read if deck is not None else None, taught=taught)
