"""`companion calibrate`: find the table in a picture, a film or a camera, and keep it in a file.

    companion calibrate photo.jpg -o kitchen.toml                      # printed markers
    companion calibrate photo.jpg --points 210,80 1080,85 1190,640 95,630 --size 900x600
    companion calibrate 0 --cards                                      # the size of the cards themselves

Without --points or --cards the printed markers are looked for, then whole cards.
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

from calibration import Calibration, CalibrationError, DeckProfile, from_cards, from_markers, from_points, load_deck
from vision.frames import FrameSource, open_source
from vision.reader import TableReader

PATIENCE = 60  # pictures of a film or camera that are looked at before giving up
PATIENCE_S = 20.0


def add_parser(subparsers: Any) -> argparse.ArgumentParser:
    """The subcommand's own parser."""
    parser = subparsers.add_parser("calibrate", help="find the table in a picture", description=__doc__,
                                   formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", metavar="SOURCE", help="picture, film, folder of pictures, camera number or URL")
    parser.add_argument("-o", "--output", metavar="FILE", type=Path, help="keep the calibration in this TOML file")
    parser.add_argument("--cards", action="store_true", help="use the size of the cards that lie there")
    parser.add_argument("--points", nargs=4, metavar="X,Y", help="pixels of the corners of a rectangle on the table, "
                        "clockwise from the far left one")
    parser.add_argument("--size", metavar="WxH", help="width and height of that rectangle in millimetres")
    parser.add_argument("--deck", metavar="NAME|FILE", default="standard", help="whose cards lie there: their size")
    parser.add_argument("--layout", metavar="NAME|FILE", default="", help="layout to keep with the table")
    parser.add_argument("--json", action="store_true", help="print the calibration as JSON")
    return parser


def run(args: argparse.Namespace) -> int:
    """Find the table, say how good it is, keep it.  CalibrationError if it cannot be found."""
    deck = load_deck(args.deck)
    find = method(args, deck)
    with open_source(args.source) as frames:
        found = replace(first_found(frames, find), deck=args.deck, layout=args.layout)
    if args.output is not None:
        found.save(args.output)
    if args.json:
        print(json.dumps(as_json(found, args.output)))
    else:
        print(found.advice)
        if args.output is not None:
            print(f"Kept in {args.output}.", file=sys.stderr)
    return 0


def method(args: argparse.Namespace, deck: DeckProfile) -> Callable[[np.ndarray], Calibration]:
    """How the table is to be found in a picture (h, w, 3) uint8 BGR; raises CalibrationError."""
    if args.points is not None or args.size is not None:
        if args.points is None or args.size is None:
            raise CalibrationError("--points and --size go together: the corners and the rectangle's size.")
        if args.cards:
            raise CalibrationError("Choose either --points or --cards.")
        corners = np.array([_pair(text, ",", "--points") for text in args.points])
        size_mm = _pair(args.size.lower(), "x", "--size")
        return lambda image: from_points(corners, size_mm, (image.shape[1], image.shape[0]))
    cards = CardMethod(deck)
    return cards if args.cards else MarkersOrCards(cards)


class CardMethod:
    """By the outlines of cards that are read surely; the reader is opened when first needed."""

    def __init__(self, deck: DeckProfile) -> None:
        self._deck = deck
        self._reader: TableReader | None = None

    def __call__(self, image: np.ndarray) -> Calibration:
        if self._reader is None:
            self._reader = TableReader(deck=self._deck.labels)
        seen = self._reader.read(image)
        return from_cards(seen.corners_px[seen.sure], self._deck.size_mm, (image.shape[1], image.shape[0]))


class MarkersOrCards:
    """The printed markers, or else the cards; says what to lay down if there is neither."""

    def __init__(self, cards: CardMethod) -> None:
        self._cards = cards

    def __call__(self, image: np.ndarray) -> Calibration:
        try:
            return from_markers(image)
        except CalibrationError as no_markers:
            try:
                return self._cards(image)
            except CalibrationError:
                raise no_markers from None


def first_found(frames: FrameSource, find: Callable[[np.ndarray], Calibration]) -> Calibration:
    """The table of the first picture that shows it; raises the last picture's CalibrationError."""
    failure = CalibrationError(f"No picture came from {frames.name}.")
    give_up = time.monotonic() + PATIENCE_S
    tried = 0
    while not frames.ended and tried < PATIENCE and time.monotonic() < give_up:
        frame = frames.read()
        if frame is None:
            continue
        tried += 1
        try:
            return find(frame.image)
        except CalibrationError as error:
            failure = error
    raise failure


def as_json(calibration: Calibration, output: Path | None) -> dict[str, Any]:
    """The one object of `--json`."""
    return {"file": None if output is None else str(output), "method": calibration.method,
            "error_mm": round(calibration.error_mm, 2), "quality": calibration.quality, "advice": calibration.advice,
            "width": calibration.image_size[0], "height": calibration.image_size[1],
            "homography": calibration.homography.tolist()}


def _pair(text: str, mark: str, what: str) -> tuple[float, float]:
    number = r"\s*(-?\d+(?:\.\d+)?)\s*"
    found = re.fullmatch(f"{number}{mark}{number}", text)
    if not found:
        raise CalibrationError(f"{what} needs two numbers with '{mark}' between them, not '{text}'.")
    return float(found[1]), float(found[2])
