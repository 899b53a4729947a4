"""A look at the table without judging it: how good the view is, where the table is, where things lie.

    survey = Survey(layout, deck, open_reader, calibration)
    survey.see(frame)                       # True when there is something new to show
    survey.by_markers(), survey.by_points(corners_px, (297, 210)), survey.by_cards()
    survey.put_zones(layout)
    survey.view                             # what the camera screen shows
    survey.keep(files, source)              # the calibration and the places, if they were changed

Used by the controller's worker thread only, in place of the open table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass, replace

import numpy as np

from calibration import (
    Calibration,
    CalibrationError,
    DeckProfile,
    Layout,
    forget_layout,
    from_cards,
    from_markers,
    from_points,
    save_layout,
)
from companion.device.layouts import game_layout
from companion.device.tables import TableFiles
from companion.following.view_quality import EVERY_S, Aspect, aspects, calibration_advice
from companion.sitting.screen_pictures import Mark, outline_mark
from companion.words import texts
from vision.detections import Detections
from vision.frames import Frame
from vision.reading.card_reader import CardReader
from vision.watching.viewpoint import Viewpoint

Corners = Sequence[tuple[float, float]]


@dataclass(frozen=True)
class SurveyView:
    """What the camera screen shows.  told: what came of the last attempt to find the table; busy: what
    is being done just now.  marks: cards that were read, for a moment; read: their physical labels."""

    calibration: Calibration | None
    layout: Layout
    aspects: tuple[Aspect, ...] = ()
    told: str = ""
    busy: str = ""
    marks: tuple[Mark, ...] = ()
    read: tuple[str, ...] = ()


class Survey:
    """Looks at one camera's table.  `calibration` is how it was seen so far; without one, printed
    markers are looked for in every second's picture."""

    def __init__(self, layout: Layout, deck: DeckProfile, open_reader: Callable[[DeckProfile], CardReader],
                 calibration: Calibration | None = None) -> None:
        self._usual = game_layout(layout.game, layout.players)
        self._deck, self._open_reader = deck, open_reader
        self._reader: CardReader | None = None
        self._frame: Frame | None = None
        self._next_s = -np.inf
        self._found = self._moved = self._other = False
        self.view = SurveyView(calibration, layout, told=_advice(calibration))

    def look_through(self, calibration: Calibration | None) -> None:
        """Another camera, and how it saw the table when it was used last."""
        self._frame, self._next_s, self._other = None, -np.inf, True
        self.view = SurveyView(calibration, self.view.layout,
                               told=_advice(calibration))

    def see(self, frame: Frame) -> bool:
        """Take in a frame; True once a second, when the view was rated anew."""
        self._frame = frame
        if frame.time_s < self._next_s:
            return False
        self._next_s = frame.time_s + EVERY_S
        self._fit_calibration(frame)
        if self.view.calibration is None:
            self._try(lambda image: from_markers(image), say=False)
        self._rate()
        return True

    def copy(self) -> Survey:
        """As it stands now, to go back to when what is tried next is called off."""
        return copy(self)

    # -- finding the table ------------------------------------------------------------------------

    def by_markers(self) -> None:
        """From the printed markers."""
        self._try(lambda image: from_markers(image))

    def by_points(self, corners_px: Corners, size_mm: tuple[float, float]) -> None:
        """From the tapped corners of a sheet of known size: pixels of the frame, clockwise from the far left."""
        self._try(lambda image: from_points(np.array(corners_px), size_mm, (image.shape[1], image.shape[0])))

    def by_cards(self) -> None:
        """From the known size of the cards that lie there."""
        def find(image: np.ndarray) -> Calibration:
            seen = self._read(image)
            return from_cards(seen.corners_px[seen.sure], self._deck.size_mm, (image.shape[1], image.shape[0]))
        self._try(find)

    def read_cards(self) -> None:
        """Which cards are shown to the camera: for a pack that is being described."""
        if self._frame is None:
            self.view = replace(self.view, read=(), told=texts.NO_PICTURE)
            return
        seen = self._read(self._frame.image)
        read = tuple(dict.fromkeys(str(label) for label in seen.label[seen.sure]))
        self.view = replace(self.view, read=read)

    def _read(self, image: np.ndarray) -> Detections:
        if self._reader is None:
            self._reader = self._open_reader(self._deck)
        seen = self._reader.read(image)
        marks = tuple(outline_mark(corners, label, sure) for corners, label, sure in
                      zip(seen.corners_px, seen.label, seen.sure, strict=True) if np.isfinite(corners).all())
        self.view = replace(self.view, marks=marks)
        return seen

    def _try(self, find: Callable[[np.ndarray], Calibration], say: bool = True) -> None:
        """Find the table in the newest picture; what was found before stays if it cannot be."""
        if self._frame is None:
            self.view = replace(self.view, told=texts.NO_PICTURE)
            return
        try:
            found = find(self._frame.image)
        except CalibrationError as error:
            if say:
                self.view = replace(self.view, told=texts.fault_text(error))
            return
        self._found = True
        self.view = replace(self.view, calibration=found, told=_advice(found))
        self._rate()

    def _fit_calibration(self, frame: Frame) -> None:
        """The calibration for pictures of this size; none where their shape is another one."""
        calibration = self.view.calibration
        if calibration is None:
            return
        try:
            calibration = calibration.for_size(frame.image.shape[1], frame.image.shape[0])
        except CalibrationError:
            self.view = replace(self.view, calibration=None, told=texts.CALIBRATED_ANEW)
        else:
            self.view = replace(self.view, calibration=calibration)

    def _rate(self) -> None:
        if self._frame is None:
            return
        calibration = self.view.calibration
        seen_as = Viewpoint(calibration, self.view.layout) if calibration else None
        self.view = replace(self.view, aspects=aspects(self._frame.image, seen_as))

    # -- where things lie -------------------------------------------------------------------------

    def put_zones(self, layout: Layout) -> None:
        """The places, as they were moved."""
        self._moved = True
        self.view = replace(self.view, layout=layout)
        self._rate()

    def reset_zones(self) -> None:
        """Every place where the game's own layout has it."""
        self.put_zones(self._usual)

    # -- keeping it -------------------------------------------------------------------------------

    @property
    def changed(self) -> bool:
        """Whether the table has to be looked at anew."""
        return self._found or self._moved or self._other

    def keep(self, files: TableFiles, source: str) -> None:
        """Write what was changed."""
        layout, calibration = self.view.layout, self.view.calibration
        if self._found and calibration is not None:
            calibration.save(files.calibration(source))
        if self._moved:
            path = files.layout(source, layout.game)
            if layout == self._usual:
                forget_layout(path, len(layout.players))
            else:
                save_layout(layout, path)


def _advice(calibration: Calibration | None) -> str:
    """How well the table was found, and what would make it better."""
    return texts.pretty(calibration_advice(calibration)) if calibration else texts.NOT_FOUND_YET
