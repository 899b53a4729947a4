"""Train, export and judge the network that reads Italian-suited cards; where they lie the finder of all cards says.

    python -m models italian train --decks FACES/... --backgrounds SURFACES --work WORK --steps 700
    python -m models italian export --decks FACES/... --backgrounds SURFACES --work WORK
    python -m models italian calibrate WORK/calibration...     # then export again with --sureness '[...]'
    python -m models italian draw --decks FACES/bresciane --backgrounds SURFACES --out WORK/bresciane --count 25 \\
        --part validation --tidy
    python -m models italian scenes WORK/bresciane [--models WORK] [--taught FACES/bresciane --backgrounds SURFACES]

What an unseen deck would be read like is measured by training with `--decks` of all decks but one, exporting to
`--out WORK`, and judging scenes drawn from the one that was left out.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from torch import nn
from torch.nn import functional as F  # noqa: N812

from models.command import run, surfaces
from models.drawing.camera_effects import grain, photograph, soften, tone
from models.drawing.card_scenes import draw_scene
from models.drawing.decks import drawn_back
from models.drawing.draw import plain_data
from models.drawing.flat_table import DrawnTable, Pose, camera, load_picture, place
from models.drawing.italian_scenes import LABELS, ItalianDeck, ItalianSource, load_italian, printed
from models.judging.photographs import print_fitted
from models.training.dice_examples import export_net, learn
from models.training.examples import roughened
from models.training.export import HERE, described_file
from models.training.nets import Block, conv
from models.training.spots import Things, load_things, pooled
from models.training.train import Training
from vision.detections import UNREAD, Detections
from vision.reading.italian import (
    FEATURES,
    HEIGHT,
    KINDS,
    OUTPUTS,
    RANKS,
    SUITS,
    WIDTH,
    ItalianReader,
    evened,
    frame,
)
from vision.reading.network import keep_checksums
from vision.reading.taught import TaughtDeck

DESCRIPTION = 64
FACE, BACK, NOTHING = range(3)
DATA = "scenes composited from Italian-suited faces on table surfaces; see models/README.md"


class FaceNet(nn.Module):
    """Crops (n, 3, HEIGHT, WIDTH) 0..255 BGR to (n, OUTPUTS + DESCRIPTION)."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(conv(3, 20, 2), conv(20, 40, 2), Block(40), conv(40, 80, 2), Block(80))
        self.drop = nn.Dropout(0.15)
        self.squeeze = conv(80, 32, kernel=1)
        self.deep = nn.Sequential(nn.Linear(32 * 60, 160), nn.ReLU(inplace=True))
        self.head = nn.Linear(160, OUTPUTS + DESCRIPTION)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Raw outputs in the order of vision.reading.italian.face_looks, then the description."""
        deep = self.deep(self.drop(self.squeeze(self.body(x / 127.5 - 1.0)).flatten(1)))
        return self.head(deep)


# -- crops ----------------------------------------------------------------------------------------


@lru_cache(maxsize=1000)
def small_face(deck: ItalianDeck, label: str) -> np.ndarray:
    """A face 128 px high, BGR."""
    image = deck.image(label)
    return cv2.resize(image, (round(image.shape[1] * 128 / image.shape[0]), 128), interpolation=cv2.INTER_AREA)


class Crops:
    """Training crops drawn without a scene: a face as a finder cuts it out, among others and half covered."""

    def __init__(self, decks: list[ItalianDeck], backgrounds: list[Path], seed: int) -> None:
        self.decks, self.rng = decks, np.random.default_rng(seed)
        rng = self.rng
        some = [backgrounds[k] for k in rng.permutation(len(backgrounds))[:60]]
        self.surfaces = [cv2.resize(load_picture(b), (300, 300), interpolation=cv2.INTER_AREA) for b in some]
        backs = [drawn_back(rng).image for _ in range(40)]
        self.backs = [cv2.resize(b, (76, 128), interpolation=cv2.INTER_AREA)[..., :3] for b in backs]

    def surface(self) -> np.ndarray:
        """A piece of a table, (HEIGHT, WIDTH, 3)."""
        rng, picture = self.rng, self.surfaces[self.rng.integers(len(self.surfaces))]
        side = int(rng.integers(90, 300))
        x, y = rng.integers(0, 300 - side + 1, 2)
        return cv2.resize(picture[y:y + side, x:x + side], (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)

    def card(self, deck: ItalianDeck, label: str) -> np.ndarray:
        """A printed face, now and then as another maker might print it; BGRA."""
        rng = self.rng
        image = small_face(deck, label)
        if rng.random() < 0.75:
            image = redrawn(image, rng)
        return printed(image, float(rng.uniform(0, 0.05)), rng)

    def example(self) -> tuple[np.ndarray, int, int, int, np.ndarray]:
        """Crop, rank, suit (-1 where there is none), kind, and where the card's corners are (4, 2)."""
        rng = self.rng
        deck, label = self.decks[rng.integers(len(self.decks))], str(rng.choice(LABELS))
        crop, roll, wanted = self.surface(), rng.random(), self.quad()
        for _ in range(int(rng.integers(0, 3)) if rng.random() < 0.5 else 0):  # cards beside and below
            other = self.card(deck, str(rng.choice(LABELS))) if rng.random() < 0.85 else self.back()
            laid(crop, other, self.elsewhere())
        if roll < 0.08:
            laid(crop, self.back(), wanted)
            return self.seen(crop), -1, -1, BACK, wanted
        if roll < 0.2:
            if rng.random() < 0.7:
                laid(crop, self.card(deck, label), self.elsewhere())
            return self.seen(crop), -1, -1, NOTHING, wanted
        card = self.card(deck, label)
        laid(crop, card[::-1, ::-1] if rng.random() < 0.5 else card, wanted)
        if rng.random() < 0.3:
            self.cover(crop, deck)
        return self.seen(crop), RANKS.index(label[0]), SUITS.index(label[1]), FACE, wanted

    def back(self) -> np.ndarray:
        """A card face down, BGRA."""
        return printed(self.backs[self.rng.integers(len(self.backs))], 0.0, self.rng)

    def quad(self) -> np.ndarray:
        """Where a card lies in a crop that was cut a little wrong."""
        rng = self.rng
        wide = 1.6 if rng.random() < 0.25 else 0.8
        middle = np.array([WIDTH - 1, HEIGHT - 1]) / 2
        turn, c = rng.normal(0, 0.06 * wide), np.exp(rng.normal(0, 0.06 * wide, 2))
        turned = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        points = (frame() - middle) * c @ turned.T + middle + rng.normal(0, 0.03 * wide, 2) * (WIDTH, HEIGHT)
        return (points + rng.normal(0, 0.018 * wide, (4, 2)) * (WIDTH, HEIGHT)).astype(np.float32)

    def elsewhere(self) -> np.ndarray:
        """Where another card lies: at least two fifths of a card away."""
        rng = self.rng
        angle, turn = rng.uniform(0, 2 * np.pi), rng.uniform(0, 2 * np.pi) if rng.random() < 0.6 else 0.0
        away = np.array([np.cos(angle) * WIDTH, np.sin(angle) * HEIGHT]) * rng.uniform(0.5, 1.1)
        middle = np.array([WIDTH - 1, HEIGHT - 1]) / 2
        turned = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        return ((self.quad() - middle) @ turned.T + middle + away).astype(np.float32)

    def cover(self, crop: np.ndarray, deck: ItalianDeck) -> None:
        """Another card, a hand or a thing over up to two fifths of the card, in place."""
        rng = self.rng
        if rng.random() < 0.5:
            way = rng.choice([-1, 1], 2) * rng.uniform(0.62, 1.0, 2) * (WIDTH, HEIGHT)
            way[rng.integers(2)] *= rng.uniform(0, 1)
            if np.abs(way / (WIDTH, HEIGHT)).max() > 0.6:
                laid(crop, self.card(deck, str(rng.choice(LABELS))), (self.quad() + way).astype(np.float32))
            return
        colour = np.array([0.55, 0.72, 1.0]) * rng.uniform(60, 240) if rng.random() < 0.6 else rng.uniform(0, 255, 3)
        edge = rng.choice([-1, 1], 2) * rng.uniform(0.3, 0.6, 2)
        spot = (np.array([0.5, 0.5]) + edge) * (WIDTH, HEIGHT)
        cv2.ellipse(crop, (int(spot[0]), int(spot[1])), (int(rng.integers(5, 18)), int(rng.integers(5, 24))),
                    float(rng.uniform(0, 180)), 0, 360, colour.tolist(), -1, cv2.LINE_AA)

    def seen(self, crop: np.ndarray) -> np.ndarray:
        """The crop through a camera."""
        rng = self.rng
        picture = tone(crop.astype(np.float32), rng) if rng.random() < 0.8 else crop.astype(np.float32)
        if rng.random() < 0.4:
            share = float(rng.uniform(0.35, 0.8))
            small = cv2.resize(picture, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
            picture = cv2.resize(small, (WIDTH, HEIGHT), interpolation=cv2.INTER_LINEAR)
        if rng.random() < 0.2:
            ramp = np.linspace(rng.uniform(0.5, 1), rng.uniform(0.8, 1.4), HEIGHT, dtype=np.float32)
            picture = picture * ramp[:, None, None]
        return grain(soften(np.clip(picture, 0, 255), rng) if rng.random() < 0.4 else np.clip(picture, 0, 255), rng)

    def batches(self, batch: int, size: int = 7000) -> Iterator[tuple[torch.Tensor, ...]]:
        """Endless batches (crops, rank, suit, kind, corners' shifts in shares of the crop (n, 8))."""
        def one() -> tuple[np.ndarray, ...]:
            crop, rank, suit, kind, quad = self.example()
            crop = evened(roughened(crop, self.rng)[None])[0].transpose(2, 0, 1)
            shift = ((quad - frame()) / (WIDTH, HEIGHT)).reshape(8).astype(np.float32)
            return crop, np.array(rank), np.array(suit), np.array(kind), shift

        return pooled(one, size, batch, batch // 8, self.rng)


def laid(crop: np.ndarray, card: np.ndarray, quad: np.ndarray) -> None:
    """Lay a BGRA card over a crop, its corners at quad (4, 2), in place."""
    h, w = card.shape[:2]
    matrix = cv2.getPerspectiveTransform(np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32), quad)
    part = cv2.warpPerspective(np.ascontiguousarray(card), matrix, (WIDTH, HEIGHT), flags=cv2.INTER_AREA)
    alpha = part[..., 3:].astype(np.float32) / 255
    crop[:] = (part[..., :3] * alpha + crop * (1 - alpha)).astype(np.uint8)


def redrawn(image: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A face with other inks, bent lines and another shape, as another maker's deck might have it."""
    if rng.random() < 0.5:
        hsv = cv2.cvtColor(image, cv2.COLOR_BGR2HSV).astype(np.int16)
        hsv[..., 0] = (hsv[..., 0] + int(rng.normal(0, 14))) % 180
        hsv[..., 1] = np.clip(hsv[..., 1] * rng.uniform(0.4, 1.5), 0, 255)
        image = cv2.cvtColor(hsv.astype(np.uint8), cv2.COLOR_HSV2BGR)
    if rng.random() < 0.2:
        image = cv2.cvtColor(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    if rng.random() < 0.6:
        h, w = image.shape[:2]
        bend = [cv2.resize(rng.normal(0, 2.2, (6, 4)).astype(np.float32), (w, h), interpolation=cv2.INTER_CUBIC)
                for _ in range(2)]
        xx, yy = np.meshgrid(np.arange(w, dtype=np.float32), np.arange(h, dtype=np.float32))
        image = cv2.remap(image, xx + bend[0], yy + bend[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    roll = rng.random()
    if roll < 0.15:
        image = cv2.erode(image, np.ones((3, 3), np.uint8))
    elif roll < 0.3:
        image = cv2.dilate(image, np.ones((3, 3), np.uint8))
    elif roll < 0.4:
        image = cv2.bilateralFilter(image, 7, 60, 3)
    if rng.random() < 0.3:  # cut tighter
        dx, dy = int(rng.uniform(0, 0.07) * image.shape[1]), int(rng.uniform(0, 0.05) * image.shape[0])
        image = image[dy:image.shape[0] - dy, dx:image.shape[1] - dx]
    return np.ascontiguousarray(image)


# -- training -------------------------------------------------------------------------------------


def face_loss(out: torch.Tensor, rank: torch.Tensor, suit: torch.Tensor, kind: torch.Tensor, shift: torch.Tensor
              ) -> tuple[torch.Tensor, dict[str, float]]:
    """Loss of the outputs; descriptions of one card are drawn together, those of others pushed apart."""
    described = F.normalize(out[:, OUTPUTS:], dim=1)
    r, s, k = len(RANKS), len(RANKS) + len(SUITS), len(RANKS) + len(SUITS) + len(KINDS)
    parts = {"rank": F.cross_entropy(out[:, :r], rank, ignore_index=-1, label_smoothing=0.02),
             "suit": F.cross_entropy(out[:, r:s], suit, ignore_index=-1, label_smoothing=0.02),
             "kind": F.cross_entropy(out[:, s:k], kind)}
    known = kind != NOTHING
    error = F.smooth_l1_loss(out[:, k:OUTPUTS], shift, reduction="none", beta=0.02).sum(1)
    parts["pose"] = (error * known).sum() / known.sum().clamp(min=1)
    face = rank >= 0
    parts["alike"] = likeness_loss(described[face], rank[face] * len(SUITS) + suit[face])
    loss = parts["rank"] + parts["suit"] + 0.5 * parts["kind"] + parts["pose"] + 0.3 * parts["alike"]
    shown = {name: float(part.detach()) for name, part in parts.items()}
    both_right = (out[:, :r].argmax(1) == rank) & (out[:, r:s].argmax(1) == suit)
    return loss, shown | {"right": float(both_right[face].float().mean()),
                          "kind right": float((out[:, s:k].argmax(1) == kind).float().mean())}


def likeness_loss(described: torch.Tensor, card: torch.Tensor) -> torch.Tensor:
    """Supervised contrastive loss of unit vectors (n, d) that belong to cards (n,)."""
    alike = described @ described.T / 0.1
    own = torch.eye(len(card), dtype=torch.bool)
    alike = alike.masked_fill(own, -1e4)
    same = (card[:, None] == card[None]) & ~own
    log = alike - torch.logsumexp(alike, dim=1, keepdim=True)
    return -(log * same).sum() / same.sum().clamp(min=1)


def train(args: argparse.Namespace) -> None:
    """Train the network."""
    torch.set_num_threads(args.threads)
    torch.manual_seed(args.seed)
    args.work.mkdir(parents=True, exist_ok=True)
    seed = args.seed + (int(time.time()) if args.resume else 0)
    crops = Crops([load_italian(d) for d in args.decks], surfaces(args.backgrounds, False), seed)
    state = Training(FaceNet(), args.work / "italian.pt", args.resume)
    learn(state, crops.batches(128), face_loss, args.steps, args.rate)


def draw(args: argparse.Namespace) -> None:
    """Write scenes and `truth.jsonl`."""
    source = ItalianSource([load_italian(d) for d in args.decks])
    backgrounds = surfaces(args.backgrounds, args.part == "validation")
    args.out.mkdir(parents=True, exist_ok=True)
    with open(args.out / "truth.jsonl", "a") as lines:
        for number in range(args.first, args.first + args.count):
            rng = np.random.default_rng([args.seed, number])
            scene = draw_scene(rng, source, backgrounds, args.tidy)
            cv2.imwrite(str(args.out / f"{number:06d}.jpg"), scene.image, [cv2.IMWRITE_JPEG_QUALITY, 92])
            lines.write(json.dumps({"file": f"{number:06d}.jpg", "cards": plain_data(scene.truth()["cards"])}) + "\n")
            lines.flush()


def export(args: argparse.Namespace) -> None:
    """Write the network as ONNX, in whole numbers."""
    args.out.mkdir(parents=True, exist_ok=True)
    facts = described_file("italian", args.temperature, None, DATA) | {
        "input": f"{WIDTH}x{HEIGHT} BGR 0..255", "ranks": RANKS, "suits": SUITS, "kinds": " ".join(KINDS),
        "temperature": f"{args.temperature:.3f}", "decks": " ".join(d.name for d in args.decks)}
    facts |= {"sureness": args.sureness} if args.sureness else {}
    crops = Crops([load_italian(d) for d in args.decks], surfaces(args.backgrounds, False), 5).batches(16)
    ranges = (next(crops)[0].numpy() for _ in range(12))
    made = export_net(FaceNet(), args.work / "italian.pt", args.out / "italian.onnx", (2, 3, HEIGHT, WIDTH),
                      {0: "n"}, facts, ranges)
    keep_checksums(args.out)
    print(f"italian.onnx differs by {made:.1e} from the trained network")


# -- judging --------------------------------------------------------------------------------------


def shown_card(deck: ItalianDeck, label: str, rng: np.random.Generator, backgrounds: list[Path]) -> np.ndarray:
    """A picture of one card alone on a table, as a player shows it to teach his deck."""
    table = DrawnTable(load_picture(backgrounds[rng.integers(len(backgrounds))]), camera(rng))
    face = printed(deck.image(label), 0.02, rng)
    x, y = (float(v) for v in rng.uniform(-60, 60, 2))
    pose: Pose = (x, y, float(rng.uniform(0, 2 * np.pi)))
    table.lay(face, table.h @ place(pose, face, float(rng.uniform(200, 330))), 0, 0.3)
    return photograph(table.image, rng)


def taught_by(reader: ItalianReader, deck: ItalianDeck, backgrounds: list[Path], seed: int = 3) -> TaughtDeck:
    """A deck each card of which was shown once."""
    rng = np.random.default_rng(seed)
    pictures, labels = [], []
    for label in LABELS:
        picture = shown_card(deck, label, rng, backgrounds)
        while len(reader.cards(picture)) == 0:  # a player sees that it was not taken, and shows it again
            picture = shown_card(deck, label, rng, backgrounds)
        pictures.append(picture)
        labels.append(label)
    return reader.taught(pictures, labels)


def judged(reader: ItalianReader, pictures: list[Things], notes: bool) -> Counter[str]:
    """Counts over pictures: cards, right, sure and right, wrong or ghost names that are sure, names, confusions."""
    counts: Counter[str] = Counter()
    for things in pictures:
        image, start = load_picture(things.file), time.perf_counter()
        found = reader.read(image)
        counts["ms"] += 1000 * (time.perf_counter() - start)  # type: ignore[assignment]
        counts["pictures"] += 1
        compare(found, things, counts, notes)
    return counts


def short_sides(things: Things) -> np.ndarray:
    """(n,) px, the shorter of the sides that meet at each card's first corner."""
    return np.minimum(*(np.hypot(*(things.quad[:, k] - things.quad[:, 0]).T) for k in (1, 3)))


def compare(found: Detections, things: Things, counts: Counter[str], notes: bool) -> None:
    """Add one picture's detections to the counts."""
    side = short_sides(things)
    legible = (things.visible >= 0.75) & (side >= 45) & (things.label != "")
    counts["cards"] += int(legible.sum())
    used: set[int] = set()
    for k in np.argsort(-found.confidence):
        away = np.hypot(*(things.centre - found.centre_px[k]).T) / np.maximum(side, 1)
        away[list(used)] = np.inf
        j = int(away.argmin()) if len(away) and away.min() < 0.5 else -1
        used.add(j) if j >= 0 else None
        name, sure = str(found.label[k]), bool(found.sure[k])
        if j >= 0 and legible[j]:
            counts["found"] += 1
            counts["right"] += name == things.label[j]
            counts["sure right"] += sure and name == things.label[j]
        if name == UNREAD:
            continue
        counts["named"] += j >= 0 and bool(legible[j])
        if sure and (j < 0 or name != things.label[j]):
            counts["sure ghost" if j < 0 else "sure wrong"] += 1
        if j >= 0 and legible[j] and name != things.label[j]:
            counts[f"{things.label[j]} read {name}"] += 1
        counts["all sure"] += sure
        if notes and sure and (j < 0 or name != things.label[j]):
            print(f"  {things.file.name}: sure {name} for {things.label[j] if j >= 0 else 'nothing'} "
                  f"at {found.centre_px[k].round()}")


def report(name: str, counts: Counter[str], confusions: int = 6) -> None:
    """One line of figures, and the commonest confusions."""
    cards = max(1, counts["cards"])
    shares = "  ".join(f"{what} {counts[key] / cards:.1%}" for what, key in (
        ("found", "found"), ("recall", "right"), ("sure", "sure right")))
    print(f"{name}: {counts['pictures']} pictures, {counts['cards']} legible cards  {shares}  "
          f"wrong {counts['sure wrong']}, ghost {counts['sure ghost']} of {counts['all sure']} sure  "
          f"{counts['ms'] / max(1, counts['pictures']):.0f} ms")
    mixed = [(key, n) for key, n in counts.most_common() if " read " in key][:confusions]
    if mixed:
        print("   ", ", ".join(f"{key} {n}x" for key, n in mixed), flush=True)


def judge(args: argparse.Namespace) -> None:
    """Figures for folders of drawn scenes, of the deck as unknown and, with --taught, as shown once."""
    reader = ItalianReader(args.models)
    for folder in args.folders:
        pictures = load_things(folder, "cards", "label")
        report(folder.name, judged(reader, pictures, args.notes))
        if args.taught:
            own = taught_by(reader, load_italian(args.taught), surfaces(args.backgrounds, True))
            report(f"{folder.name}, shown once", judged(reader.with_deck(own), pictures, args.notes))


def cases(reader: ItalianReader, pictures: list[Things]) -> tuple[np.ndarray, np.ndarray]:
    """Evidence (n, FEATURES) of the faces that are named in pictures, and whether each name is right (n,)."""
    evidences, rights = [np.zeros((0, len(FEATURES)))], []
    for things in pictures:
        faces = reader.faces(load_picture(things.file))
        if faces is None:
            continue
        faces = faces[list(np.flatnonzero(faces.kind[:, 0] >= faces.kind[:, 1]))]
        evidences.append(faces.evidence)
        side = short_sides(things)
        for quad, best in zip(faces.quad, faces.label.argmax(axis=1), strict=True):
            away = np.hypot(*(things.centre - quad.mean(axis=0)).T) / np.maximum(side, 1)
            rights.append(bool((things.label[away < 0.5] == LABELS[best]).any()))
    return np.concatenate(evidences), np.array(rights, float)


def calibrate(args: argparse.Namespace) -> None:
    """Print the weights of sureness to export the network with, and what they are worth on the same pictures."""
    x, right = cases(ItalianReader(args.models), [t for f in args.folders for t in load_things(f, "cards", "label")])
    print_fitted(x, right, FEATURES)


def arguments() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m models italian", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    jobs: dict[str, Any] = {"draw": draw, "train": train, "export": export, "scenes": judge,
                            "calibrate": calibrate}
    for name, job in jobs.items():
        command = commands.add_parser(name)
        command.set_defaults(job=job)
        if name in ("train", "export"):
            command.add_argument("--work", type=Path, required=True, help="folder of the checkpoints")
            command.add_argument("--temperature", type=float, default=1.0)
        if name == "train":
            command.add_argument("--steps", type=int, default=1500)
            command.add_argument("--rate", type=float, default=2e-3)
            command.add_argument("--threads", type=int, default=1)
            command.add_argument("--resume", action="store_true")
        if name == "export":
            command.add_argument("--sureness", help="its weights, from calibrate")
        if name in ("scenes", "calibrate"):
            command.add_argument("folders", type=Path, nargs="+")
            command.add_argument("--models", type=Path, help="folder of the networks (default: the project's own)")
        if name == "scenes":
            command.add_argument("--taught", type=Path, help="the deck's faces: also read it after showing each card")
            command.add_argument("--notes", action="store_true", help="list what went wrong")
        if name not in ("scenes", "calibrate"):
            command.add_argument("--out", type=Path, default=HERE, help="folder to write to")
            command.add_argument("--decks", type=Path, nargs="*", default=[], help="folders of Italian-suited faces")
        command.add_argument("--backgrounds", type=Path, help="folder of table surfaces (.jpg)")
        command.add_argument("--seed", type=int, default=1)
        if name == "draw":
            command.add_argument("--count", type=int, default=600)
            command.add_argument("--first", type=int, default=0)
            command.add_argument("--part", choices=["train", "validation"], default="train")
            command.add_argument("--tidy", action="store_true", help="a lit room, seen from above, nothing in the way")
    return parser


def main() -> int:
    """Run the command."""
    return run(arguments())


if __name__ == "__main__":
    sys.exit(main())
