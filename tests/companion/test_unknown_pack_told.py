"""At the table it is said, once, that a pack cannot be read."""

from __future__ import annotations

import numpy as np

from calibration import load_deck
from companion.following.live_table import LiveTable
from companion.following.messages import Notice
from companion.log.session import SessionStore
from companion.words import texts
from rules import Table
from vision.detections import UNREAD, Detections, log_of
from vision.frames import Frame
from vision.reading.card_reader import Region
from vision.reading.description import NAMES, chance_unread


class Baffled:
    """Sees three large cards face up, and no name."""

    def read(self, image_bgr: np.ndarray, regions_px: list[Region] | None = None) -> Detections:
        quads = np.array([[[x, 50], [x + 100, 50], [x + 100, 190], [x, 190]] for x in (20, 160, 300)], np.float32)
        return Detections(quads, np.concatenate([quads.min(axis=1), quads.max(axis=1)], axis=1), np.full(3, UNREAD),
                          np.zeros(3, np.float32), np.zeros(3, bool), np.ones(3, bool), ((),) * 3, names=NAMES,
                          log_name=log_of(np.tile(chance_unread(True, 0.9), (3, 1))))


class BaffledOnce(Baffled):
    """Sees them so in one look, and nothing in the others."""

    looks = 0

    def read(self, image_bgr: np.ndarray, regions_px: list[Region] | None = None) -> Detections:
        self.looks += 1
        return super().read(image_bgr) if self.looks == 3 else Detections.empty()


def test_a_pack_that_cannot_be_read_is_said_once() -> None:
    assert said_of_the_pack(Baffled()) == 1


def test_one_blurred_look_says_nothing_of_the_pack() -> None:
    reader = BaffledOnce()
    assert said_of_the_pack(reader) == 0
    assert reader.looks > 3


def said_of_the_pack(reader: Baffled) -> int:
    """How often players are told that their pack cannot be read, in four seconds."""
    session = SessionStore(":memory:").create("limbo", Table(("Ann", "Bob"), "Bob"), "standard")
    table = LiveTable(session, reader, deck=load_deck("standard"))
    picture = np.random.default_rng(1).integers(60, 190, (300, 420, 3), np.uint8)
    told = [message.sentence for k in range(40) for message in table.see(Frame(picture, 0.1 * k))
            if isinstance(message, Notice)]
    return told.count(texts.UNKNOWN_PACK)
