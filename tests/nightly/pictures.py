"""Pictures that claim to be huge, are huge, or are broken anywhere; each in a folder with a good one."""

from __future__ import annotations

import random
import resource
import struct
import time
import zlib
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from vision.frames import open_source

GOOD = np.full((48, 64, 3), 90, np.uint8)
LONGEST_S = 10.0
MOST_MB = 700.0  # more than before


def strange_pictures(rng: random.Random, tries: int, work: Path) -> Iterator[str | None]:
    """Each picture is left out or read at a bounded size, and the good one after it is read."""
    kinds = (_claims, _spoilt, _spoilt, _spoilt, _cut, _huge)
    for number in range(tries):
        folder = work / str(number)
        folder.mkdir()
        kind = kinds[number % len(kinds)]
        ending = rng.choice((".png", ".jpg", ".webp", ".bmp", ".tiff"))
        (folder / f"a{'.png' if kind is _claims else '.jpg' if kind is _huge else ending}").write_bytes(
            kind(rng, ending))
        (folder / "b.png").write_bytes(cv2.imencode(".png", GOOD)[1].tobytes())
        begun_s, before_mb = time.monotonic(), _peak_mb()
        with open_source(str(folder)) as source:
            shapes = [frame.image.shape for frame in source]
        wrong = []
        if not shapes or shapes[-1] != GOOD.shape:
            wrong.append("the good picture was not read")
        if any(height * width > 64e6 for height, width, _ in shapes):
            wrong.append("a picture was read at an unbounded size")
        if time.monotonic() - begun_s > LONGEST_S or _peak_mb() - before_mb > MOST_MB:
            wrong.append(f"{time.monotonic() - begun_s:.0f} s, {_peak_mb() - before_mb:.0f} MB")
        yield f"{kind.__name__[1:]}{ending}: {', '.join(wrong)}" if wrong else None


def _claims(rng: random.Random, _ending: str) -> bytes:
    data = bytearray(cv2.imencode(".png", GOOD)[1].tobytes())
    data[16:24] = struct.pack(">II", rng.randrange(8001, 65536), rng.randrange(8001, 65536))
    data[29:33] = struct.pack(">I", zlib.crc32(data[12:29]))
    return bytes(data)


def _spoilt(rng: random.Random, ending: str) -> bytes:
    data = bytearray(cv2.imencode(ending, GOOD)[1].tobytes())
    for _ in range(rng.choice((1, 5, 40))):
        data[rng.randrange(len(data))] = rng.randrange(256)
    return bytes(data)


def _cut(rng: random.Random, ending: str) -> bytes:
    data = cv2.imencode(ending, GOOD)[1].tobytes()
    return data[:rng.randrange(len(data))]


def _huge(rng: random.Random, _ending: str) -> bytes:
    return cv2.imencode(".jpg", np.full((rng.randrange(8000, 12000), 9000, 3), 90, np.uint8))[1].tobytes()


def _peak_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
