"""How fast the reader is, beside a YOLO nano of random weights in the same process, so that machines compare.

    python -m models judge speed --fonts /usr/share/fonts

Prints the median time for tables of 8 and 20 cards, each of twelve drawn decks (two- and four-corner, plain and odd),
and that of the deck which takes longest, on the clock and as work of all threads (which other programs disturb less);
the ratio to the YOLO nano at 640 px (onnxruntime, two threads, floating point), the size of the files and how long the
reader takes to start.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import onnxruntime as ort
import torch
from torch import nn

from models.drawing.camera_effects import good_photograph
from models.drawing.command import FONT_FOLDERS
from models.drawing.drawn_faces import drawn_face
from models.drawing.glyphs import usable_fonts
from models.drawing.indices import IndexStyle
from models.drawing.photographed_faces import LABELS
from vision.reading.reader import MODELS, TableReader

TABLES = ((1280, 720, 8), (1280, 720, 20), (1920, 1080, 20))  # width, height, cards
DECKS = 12
START = "import time; t = time.perf_counter(); from vision.reading.reader import TableReader; TableReader(); " \
        "print(time.perf_counter() - t)"


def unit(inputs: int, outputs: int, kernel: int = 1, stride: int = 1) -> nn.Sequential:
    """Convolution, batch norm and SiLU."""
    return nn.Sequential(nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, bias=False), nn.BatchNorm2d(outputs),
                         nn.SiLU())


class Split(nn.Module):
    """YOLOv8's C2f: half the channels go through `depth` pairs of convolutions, every step is kept."""

    def __init__(self, inputs: int, outputs: int, depth: int, shortcut: bool) -> None:
        super().__init__()
        half = outputs // 2
        self.first, self.last = unit(inputs, outputs), unit((2 + depth) * half, outputs)
        self.pairs = nn.ModuleList(nn.Sequential(unit(half, half, 3), unit(half, half, 3)) for _ in range(depth))
        self.shortcut = shortcut

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """(n, inputs, h, w) to (n, outputs, h, w)."""
        parts = list(self.first(x).chunk(2, 1))
        for pair in self.pairs:
            parts.append(parts[-1] + pair(parts[-1]) if self.shortcut else pair(parts[-1]))
        return self.last(torch.cat(parts, 1))


class YoloNano(nn.Module):
    """A net of YOLOv8n's shape for 53 classes: about 3 million numbers, 8 milliard multiplications at 640 px."""

    def __init__(self, classes: int = 53) -> None:
        super().__init__()
        self.stem = nn.Sequential(unit(3, 16, 3, 2), unit(16, 32, 3, 2), Split(32, 32, 1, True), unit(32, 64, 3, 2),
                                  Split(64, 64, 2, True))
        self.middle = nn.Sequential(unit(64, 128, 3, 2), Split(128, 128, 2, True))
        self.deep = nn.Sequential(unit(128, 256, 3, 2), Split(256, 256, 1, True), unit(256, 128))
        self.pool, self.pooled = nn.MaxPool2d(5, 1, 2), unit(512, 256)
        self.up = nn.Upsample(scale_factor=2, mode="nearest")
        self.up_middle, self.up_fine = Split(384, 128, 1, False), Split(192, 64, 1, False)
        self.down_fine, self.down_middle = unit(64, 64, 3, 2), unit(128, 128, 3, 2)
        self.out_middle, self.out_deep = Split(192, 128, 1, False), Split(384, 256, 1, False)
        self.boxes = nn.ModuleList(self.head(n, 64, 64) for n in (64, 128, 256))
        self.classes = nn.ModuleList(self.head(n, 64, classes) for n in (64, 128, 256))

    @staticmethod
    def head(inputs: int, width: int, outputs: int) -> nn.Sequential:
        """Two convolutions and one that answers."""
        return nn.Sequential(unit(inputs, width, 3), unit(width, width, 3), nn.Conv2d(width, outputs, 1))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """(n, 3, h, w) to (n, 64 + classes, cells)."""
        fine = self.stem(x)
        middle = self.middle(fine)
        pools = [self.deep(middle)]
        for _ in range(3):
            pools.append(self.pool(pools[-1]))
        deep = self.pooled(torch.cat(pools, 1))
        middle = self.up_middle(torch.cat([self.up(deep), middle], 1))
        fine = self.up_fine(torch.cat([self.up(middle), fine], 1))
        middle = self.out_middle(torch.cat([self.down_fine(fine), middle], 1))
        deep = self.out_deep(torch.cat([self.down_middle(middle), deep], 1))
        return torch.cat([torch.cat([box(f), kind(f)], 1).flatten(2) for box, kind, f in
                          zip(self.boxes, self.classes, (fine, middle, deep), strict=True)], 2)


def yolo_session() -> ort.InferenceSession:
    """The YOLO nano in onnxruntime with as many threads as the reader has."""
    options = ort.SessionOptions()
    options.intra_op_num_threads = 2
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        file = str(Path(folder) / "yolo.onnx")
        torch.onnx.export(YoloNano().eval(), (torch.rand(1, 3, 640, 640),), file, input_names=["picture"],
                          opset_version=17, dynamo=False)
        return ort.InferenceSession(file, options, providers=["CPUExecutionProvider"])


def table(width: int, height: int, cards: int, fonts: list[str], rng: np.random.Generator) -> np.ndarray:
    """A table (height, width, 3) uint8 of cards in rows, each a little turned."""
    picture = np.full((height, width, 3), (70, 110, 60), np.uint8)
    columns = 4 if cards <= 8 else 7
    rows = -(-cards // columns)
    tall = min(height / rows * 0.72, width / columns * 1.05)
    style = IndexStyle.random(rng, fonts)
    for k, label in enumerate(rng.choice(list(LABELS), cards, replace=False)):
        face = drawn_face(str(label), style, rng).image
        scale = tall / face.shape[0]
        at = ((k % columns + 0.5) * width / columns, (k // columns + 0.5) * height / rows)
        turn = cv2.getRotationMatrix2D((face.shape[1] / 2, face.shape[0] / 2), float(rng.normal(0, 8)), scale)
        turn[:, 2] += np.array(at) - (face.shape[1] / 2, face.shape[0] / 2)
        laid = cv2.warpAffine(face, turn, (width, height), flags=cv2.INTER_AREA)
        alpha = laid[..., 3:].astype(np.float32) / 255
        picture = (laid[..., :3] * alpha + picture * (1 - alpha)).astype(np.uint8)
    return good_photograph(picture, rng)


def clocks() -> np.ndarray:
    """(2,) seconds: by the clock on the wall, and those that this process's threads were at work."""
    return np.array([time.perf_counter(), time.process_time()])


def median_ms(times: list[np.ndarray]) -> np.ndarray:
    """(2,) medians in ms of seconds by both clocks; see `clocks`."""
    return np.asarray(1000 * np.median(np.stack(times), axis=0))


def timed(job: Callable[[], object], repeats: int) -> np.ndarray:
    """(2,) median ms of a job by both clocks; see `clocks`."""
    times = []
    for _ in range(repeats):
        start = clocks()
        job()
        times.append(clocks() - start)
    return median_ms(times)


def measure(fonts: list[str], repeats: int) -> None:
    """Print the figures; the nets take turns, so that what else runs slows both."""
    reader, yolo = TableReader(), yolo_session()
    blank = np.random.default_rng(3).random((1, 3, 640, 640)).astype(np.float32)
    taken = np.empty((len(TABLES), DECKS, 2))
    own = np.empty((DECKS, 2))
    sure = np.zeros(len(TABLES), int)
    for deck in range(DECKS):
        own[deck] = timed(lambda: yolo.run(None, {"picture": blank}), repeats)
        for k, (w, h, cards) in enumerate(TABLES):
            picture = table(w, h, cards, fonts, np.random.default_rng(deck))
            sure[k] += int(reader.read(picture).sure.sum())
            taken[k, deck] = timed(partial(reader.read, picture), repeats)
    yolo_ms = np.median(own, axis=0)
    print(f"YOLO nano, 640 x 640: {yolo_ms[0]:.0f} ms, {yolo_ms[1]:.0f} ms of work")
    for (w, h, cards), each, known in zip(TABLES, taken, sure, strict=True):
        ms, longest = np.median(each, axis=0), each.max(axis=0)
        print(f"{w} x {h}, {cards} cards of {DECKS} decks ({known / DECKS / cards:.0%} sure): {ms[0]:.0f} ms, "
              f"{ms[1]:.0f} ms of work, {ms[0] / yolo_ms[0]:.2f} and {ms[1] / yolo_ms[1]:.2f} of that; the slowest "
              f"deck {longest[0]:.0f} ms, {longest[1]:.0f} ms of work")
    files = sorted(MODELS.glob("*.onnx"))
    print(f"model files: {sum(f.stat().st_size for f in files) / 1e6:.1f} MB ({', '.join(f.name for f in files)})")
    starts = [float(subprocess.run([sys.executable, "-c", START], capture_output=True, text=True, check=True,
                                   cwd=MODELS.parent).stdout) for _ in range(3)]
    print(f"start: {min(starts):.2f} s")


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m models judge speed", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fonts", type=Path, nargs="*", default=list(FONT_FOLDERS), help="font folders")
    parser.add_argument("--repeats", type=int, default=5)
    args = parser.parse_args()
    fonts = usable_fonts([folder for folder in args.fonts if folder.is_dir()])
    if not fonts:
        print("There are no fonts to draw cards with; name a folder with --fonts.", file=sys.stderr)
        return 2
    measure(fonts, args.repeats)
    return 0


if __name__ == "__main__":
    sys.exit(main())
