"""`companion read`: what lies in each picture, as text or JSON Lines.

Cards and dice; `ms` is the time that both took, `dice_ms` the dice's part of it; `mirrored` is said of
a picture that shows the table left for right, `unknown_pack` of one whose cards are seen and cannot be read.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from calibration.deck import load_deck
from calibration.files import write_whole
from companion.commands.output import harmless
from companion.following.gate import is_grey
from companion.following.view_quality import aspects
from companion.words import texts
from vision.detections import UNREAD, Detections, DiceDetections
from vision.frames import SourceError, read_picture
from vision.reading.card_reader import CardReader
from vision.reading.dice import QUICK_SIDE, DiceReader
from vision.reading.draw import draw_detections, draw_dice
from vision.reading.for_pack import reader_for
from vision.reading.reader import TableReader
from vision.reading.unknown_pack import is_unknown


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The subcommand's own arguments."""
    parser.add_argument("images", nargs="+", metavar="IMAGE", type=Path)
    parser.add_argument("--deck", metavar="NAME|FILE",
                        help="the pack on the table; cards are named as its game names them")
    parser.add_argument("--no-dice", dest="dice", action="store_false", help="do not look for dice")
    parser.add_argument("--draw", metavar="DIR", type=Path, help="write each picture with what was read")
    parser.add_argument("--json", action="store_true", help="one JSON object per picture")


def run(args: argparse.Namespace) -> int:
    """Read every picture; 2 if any could not be read."""
    deck = load_deck(args.deck) if args.deck else None
    reader, dice_reader = reader_for(deck), DiceReader(long_side=QUICK_SIDE) if args.dice else None
    status = 0
    for file in args.images:
        try:
            image = load(file)
        except SourceError as error:
            print(f"companion: {harmless(str(error))}", file=sys.stderr)
            status = 2
            continue
        read = _read(image, reader, dice_reader)
        if deck:
            names = [deck.game_card(str(label)) for label in read.cards.label]
            read = replace(read, cards=replace(read.cards, label=np.array(names, dtype=str)))
        _say(file, image, read, args.json)
        if args.draw:
            drawn = draw_dice(draw_detections(image, read.cards), read.dice)
            write_whole(args.draw / f"{file.stem}.png", cv2.imencode(".png", drawn)[1].tobytes())
    return status


@dataclass(frozen=True)
class PictureRead:
    """What was read in a picture, and what else JSON says about it."""

    cards: Detections
    dice: DiceDetections
    about: dict[str, float]


def _read(image: np.ndarray, reader: CardReader, dice_reader: DiceReader | None) -> PictureRead:
    """The cards of a picture, and its dice where they are looked for."""
    start = time.perf_counter()
    cards = reader.read(image)
    between = time.perf_counter()
    about: dict[str, float] = {}
    if isinstance(reader, TableReader) and reader.mirrored:
        about["mirrored"] = True
    if is_unknown(cards):
        about["unknown_pack"] = True
    dice = dice_reader.read(image, cards[cards.sure].corners_px) if dice_reader else DiceDetections.empty()
    end = time.perf_counter()
    times = {"ms": round(1000 * (end - start), 1), "dice_ms": round(1000 * (end - between), 1)}
    return PictureRead(cards, dice, times | about)


def _say(file: Path, image: np.ndarray, read: PictureRead, as_json: bool) -> None:
    """The picture's line, and on stderr why little was read."""
    if as_json:
        print(json.dumps(cards_as_json(file, image, read.cards, read.dice, read.about)), flush=True)
    else:
        mirrored = " (mirrored)" if "mirrored" in read.about else ""
        print(harmless(as_text(file, read.cards, read.dice) + mirrored), flush=True)
    if "unknown_pack" in read.about:
        print(f"{harmless(str(file))}: {texts.UNKNOWN_PACK}", file=sys.stderr)
    poor = "" if len(read.cards) else _what_hides(image)
    poor = poor or (texts.NO_COLOUR if is_grey(image) else "")
    if poor:
        print(harmless(f"{file}: {poor}"), file=sys.stderr)


def _what_hides(image: np.ndarray) -> str:
    """Why no card was found, where the light tells; else ""."""
    return next((aspect.text for aspect in aspects(image, None) if aspect.level == "poor"), "")


def load(file: Path) -> np.ndarray:
    """A picture (h, w, 3) uint8 BGR; SourceError with one sentence if it is none."""
    if not os.path.isfile(file):
        raise SourceError(f"There is no picture {file}.")
    return read_picture(file)


def cards_as_json(file: Path, image: np.ndarray, detections: Detections, dice: DiceDetections, about: dict[str, float]
            ) -> dict[str, Any]:
    """The picture's line of output."""
    return {"file": str(file), "width": image.shape[1], "height": image.shape[0], **about,
            "cards": [card_json(detections, k) for k in range(len(detections))],
            "dice": [die_json(dice, k) for k in range(len(dice))]}


def die_json(dice: DiceDetections, k: int) -> dict[str, Any]:
    """One die of the output."""
    return {"pips": int(dice.pips[k]), "confidence": round(float(dice.confidence[k]), 4),
            "box": rounded_px(dice.box_px[k]), "sure": bool(dice.sure[k])}


def card_json(detections: Detections, k: int) -> dict[str, Any]:
    """One card of the output."""
    corners = detections.corners_px[k]
    card = {"card": str(detections.label[k]), "confidence": round(float(detections.confidence[k]), 4),
            "corners": None if np.isnan(corners).any() else rounded_px(corners),
            "box": rounded_px(detections.box_px[k]), "sure": bool(detections.sure[k])}
    if card["card"] == UNREAD:
        card["face"] = "up" if detections.face_up[k] else "down"
    return card


def rounded_px(values: np.ndarray) -> list[Any]:
    """Pixels as they are worth printing."""
    return list(np.round(values.astype(float), 1).tolist())


def as_text(file: Path, detections: Detections, dice: DiceDetections) -> str:
    """One line for people: sure cards and dice plain, doubtful ones with a question mark."""
    words = [f"{label}{'' if sure or label == UNREAD else '?'}"
             for label, sure in zip(detections.label, detections.sure, strict=True)] or ["no cards"]
    pips = [f"{pips}{'' if sure else '?'}" for pips, sure in zip(dice.pips, dice.sure, strict=True)]
    return f"{file}: {' '.join(words)}{', dice ' + ' '.join(pips) if pips else ''}"
