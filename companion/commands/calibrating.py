"""`companion calibrate`: find the table in a picture, a film or a camera, and keep it in a file.

    companion calibrate photo.jpg -o kitchen.toml                      # printed markers
    companion calibrate photo.jpg --points 210,80 1080,85 1190,640 95,630 --size 900x600
    companion calibrate 0 --cards                                      # the size of the cards themselves
    companion calibrate photo.jpg --chessboard boards/ -o kitchen.toml # ... through a lens that bends
    companion calibrate photo2.jpg --lens kitchen.toml -o garden.toml  # the same camera elsewhere

Without --points or --cards the printed markers are looked for, then whole cards.  For the lens, film a
chessboard, or take eight pictures of it: whole, tilted to and fro, at every side of the picture.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from calibration import (
    Calibration,
    CalibrationError,
    DeckProfile,
    Layout,
    Lens,
    from_cards,
    from_markers,
    from_points,
    load_deck,
)
from calibration.lens import MOST_BOARDS, Board, find_board, fit_lens, is_another, lens_for
from companion.following.view_quality import aspects, calibration_advice
from companion.words.speaker import english
from rules.core.errors import quoted
from vision.frames import FrameSource, open_source
from vision.reading.card_reader import CardReader
from vision.reading.for_pack import reader_for
from vision.watching.viewpoint import Viewpoint

PATIENCE = 60  # pictures of a film or camera that are looked at before giving up
PATIENCE_S = 20.0
BOARD_PATIENCE_S = 60.0  # how long a camera is shown the chessboard


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The subcommand's own arguments."""
    parser.add_argument("source", metavar="SOURCE", help="picture, film, folder of pictures, camera number or URL")
    parser.add_argument("-o", "--output", metavar="FILE", type=Path, help="keep the calibration in this TOML file")
    parser.add_argument("--cards", action="store_true", help="use the size of the cards that lie there")
    parser.add_argument("--points", nargs=4, metavar="X,Y", help="pixels of the corners of a rectangle on the table, "
                        "clockwise from the far left one")
    parser.add_argument("--size", metavar="WxH", help="width and height of that rectangle in millimetres")
    parser.add_argument("--deck", metavar="NAME|FILE", default="standard", help="whose cards lie there: their size")
    parser.add_argument("--layout", metavar="NAME|FILE", default="", help="layout to keep with the table")
    lens = parser.add_argument_group("lens").add_mutually_exclusive_group()
    lens.add_argument("--chessboard", metavar="SOURCE", help="pictures or a film of a chessboard, from the same camera")
    lens.add_argument("--lens", metavar="FILE", type=Path, help="the lens of an earlier calibration of this camera")
    parser.add_argument("--squares", metavar="CxR", help="how many squares the chessboard has (default: found out)")
    parser.add_argument("--json", action="store_true", help="print the calibration as JSON")


def run(args: argparse.Namespace) -> int:
    """Find the table, say how good it is, keep it.  CalibrationError if it cannot be found."""
    deck = load_deck(args.deck)
    lens = lens_source(args)
    find = method(args, deck, lens)
    with open_source(args.source) as frames:
        found, image = first_found(frames, find)
    found = replace(found, deck=args.deck, layout=args.layout)
    if args.output is not None:
        found.save(args.output)
    advice = english(calibration_advice(found), "")
    remedies = [aspect.text for aspect in aspects(image, Viewpoint(found, Layout("", (), ())))
                if aspect.level != "good" and aspect.text != advice]
    if args.json:
        print(json.dumps(calibration_as_json(found, args.output, remedies)))
    else:
        print("\n".join([advice, *remedies]))
        if args.output is not None:
            print(f"Saved in {args.output}.", file=sys.stderr)
    return 0


LensSource = Callable[[tuple[int, int]], Lens | None]  # the lens for pictures of a size


def lens_source(args: argparse.Namespace) -> LensSource:
    """Where the lens comes from; raises CalibrationError where nothing can be learned of it."""
    if args.squares is not None and args.chessboard is None:
        raise CalibrationError("--squares says how many squares the board of --chessboard has.")
    if args.lens is not None:
        earlier = Calibration.load(args.lens)
        if earlier.lens is None:
            raise CalibrationError(f"{args.lens} knows nothing of the lens; use --chessboard.")
        known, size = earlier.lens, earlier.image_size
        return lambda wanted: lens_for(known, size, wanted)
    if args.chessboard is None:
        return lambda wanted: None
    with open_source(args.chessboard) as frames:
        fit = fit_lens(boards_of(frames, _pattern(args.squares)))
    print(fit.advice, file=sys.stderr)
    return fit.lens_for


def boards_of(frames: FrameSource, pattern: tuple[int, int] | None) -> list[Board]:
    """The chessboards of a source, each place once.  Raises CalibrationError, with what hid it, if there is none."""
    boards: list[Board] = []
    hidden: list[str] = []
    give_up = time.monotonic() + BOARD_PATIENCE_S
    for frame in frames:
        board = find_board(frame.image, pattern or (boards[0].pattern if boards else None))
        if board is None:
            hidden += [aspect.text for aspect in aspects(frame.image, None) if aspect.level == "poor"][:1]
        elif is_another(board, boards):
            boards.append(board)
        if len(boards) == MOST_BOARDS or (frames.live and time.monotonic() > give_up):
            break
    if not boards:
        raise CalibrationError(hidden[0] if hidden else f"No chessboard was seen in {frames.name}; show it whole, with "
                               "a white edge around it, near the camera.")
    return boards


def _pattern(squares: str | None) -> tuple[int, int] | None:
    """The inner corners of a board of so many squares."""
    if squares is None:
        return None
    across, down = (round(side) - 1 for side in _pair(squares.lower(), "x", "--squares"))
    if across < 2 or down < 2:
        raise CalibrationError(f"A chessboard of {squares} squares is too small; it needs 3x3 or more.")
    return max(across, down), min(across, down)


def method(args: argparse.Namespace, deck: DeckProfile, lens: LensSource) -> Callable[[np.ndarray], Calibration]:
    """How the table is to be found in a picture (h, w, 3) uint8 BGR; raises CalibrationError."""
    if args.points is not None or args.size is not None:
        if args.points is None or args.size is None:
            raise CalibrationError("--points and --size go together: the corners and the rectangle's size.")
        if args.cards:
            raise CalibrationError("Choose either --points or --cards.")
        corners = np.array([_pair(text, ",", "--points") for text in args.points])
        size_mm = _pair(args.size.lower(), "x", "--size")
        return lambda image: from_points(corners, size_mm, picture_size(image), lens(picture_size(image)))
    cards = CardMethod(deck, lens)
    return cards if args.cards else MarkersOrCards(cards, lens)


def picture_size(image: np.ndarray) -> tuple[int, int]:
    """Width and height."""
    return image.shape[1], image.shape[0]


class CardMethod:
    """By the outlines of cards that are read surely; the reader is opened when first needed."""

    def __init__(self, deck: DeckProfile, lens: LensSource) -> None:
        self._deck, self._lens = deck, lens
        self._reader: CardReader | None = None

    def __call__(self, image: np.ndarray) -> Calibration:
        """The calibration of this picture; raises CalibrationError."""
        if self._reader is None:
            self._reader = reader_for(self._deck)
        seen = self._reader.read(image)
        return from_cards(seen.corners_px[seen.sure], self._deck.size_mm, picture_size(image),
                          self._lens(picture_size(image)))


class MarkersOrCards:
    """The printed markers, or else the cards; says what to lay down if there is neither."""

    def __init__(self, cards: CardMethod, lens: LensSource) -> None:
        self._cards, self._lens = cards, lens

    def __call__(self, image: np.ndarray) -> Calibration:
        """The calibration of this picture; raises CalibrationError."""
        try:
            return from_markers(image, self._lens(picture_size(image)))
        except CalibrationError as no_markers:
            try:
                return self._cards(image)
            except CalibrationError:
                raise no_markers from None


def first_found(frames: FrameSource, find: Callable[[np.ndarray], Calibration]) -> tuple[Calibration, np.ndarray]:
    """The table of the first picture that shows it, and that picture; raises the last picture's
    CalibrationError, or says that it is too dark or too bright."""
    failure = CalibrationError(f"No picture came from {frames.name}.")
    give_up = time.monotonic() + PATIENCE_S
    tried = 0
    while not frames.ended and tried < PATIENCE and time.monotonic() < give_up:
        frame = frames.read()
        if frame is None:
            continue
        tried += 1
        try:
            return find(frame.image), frame.image
        except CalibrationError as error:
            poor = [aspect.text for aspect in aspects(frame.image, None) if aspect.level == "poor"]
            failure = CalibrationError(poor[0]) if poor else error
    raise failure


def calibration_as_json(calibration: Calibration, output: Path | None, remedies: list[str]) -> dict[str, Any]:
    """The one object of `--json`."""
    return {"file": None if output is None else str(output), "method": calibration.method,
            "error_mm": round(calibration.error_mm, 2), "quality": calibration.quality,
            "advice": english(calibration_advice(calibration), ""),
            "width": calibration.image_size[0], "height": calibration.image_size[1],
            "homography": calibration.homography.tolist(), "remedies": remedies,
            "lens_error_px": None if calibration.lens is None else round(calibration.lens.error_px, 2)}


def _pair(text: str, mark: str, what: str) -> tuple[float, float]:
    number = r"\s*(-?\d+(?:\.\d+)?)\s*"
    found = re.fullmatch(f"{number}{mark}{number}", text)
    if not found:
        raise CalibrationError(f"{what} needs two numbers with '{mark}' between them, not {quoted(text)}.")
    return float(found[1]), float(found[2])
