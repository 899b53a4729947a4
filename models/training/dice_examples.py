"""Train, export and judge the two networks that read dice.

    python -m models dice train finder --scenes WORK/scenes --photos PHOTOS/... --work WORK --steps 1500
    python -m models dice export finder --work WORK
    python -m models dice train reader --scenes WORK/scenes --photos PHOTOS/... --work WORK --steps 1500
    python -m models dice export reader --work WORK
    python -m models dice scenes WORK/validation              # dice found and counted in drawn scenes
    python -m models dice photos FOLDER...                    # the same on labelled photographs
    python -m models dice ghosts FOLDER...                    # dice seen where there are none

Scenes come from models.drawing.dice_draw; of the photographs every fifth block of twenty is kept for judging.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime as ort
import torch
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process
from torch import nn
from torch.nn import functional as F  # noqa: N812

from models.command import run
from models.drawing.flat_table import load_picture
from models.training.examples import roughened
from models.training.export import HERE, described_file
from models.training.nets import Block, conv
from models.training.spots import (
    SpotNet,
    Things,
    area_size,
    load_things,
    picture_of,
    pooled,
    spot_loss,
    window,
    windows,
)
from models.training.train import Training, learning_rate
from vision.detections import DiceDetections
from vision.reading.dice import CROP, KINDS, OUTPUTS, QUICK_SIDE, DiceReader, cut_die, full_range, turn_matrix
from vision.reading.network import keep_checksums
from vision.reading.spots import SpotFinder

SIZES = (9.0, 85.0)  # px, upper faces the finder is asked for
BATCH = {"finder": 12, "reader": 128}
DATA = "dice drawn by code among cards on table surfaces, and photographs of dice (CC BY 4.0); see models/README.md"


class PipNet(nn.Module):
    """Crops (n, 3, CROP, CROP) 0..255 BGR to (n, OUTPUTS): see vision.reading.dice."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(conv(3, 16, 2), conv(16, 24), conv(24, 48, 2), Block(48), conv(48, 64, 2))
        self.drop = nn.Dropout(0.1)
        self.head = nn.Sequential(nn.Linear(64 * 25, 64), nn.ReLU(inplace=True), nn.Linear(64, OUTPUTS))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Logits of KINDS, and how the crop should have been cut."""
        return self.head(self.drop(self.body(x / 127.5 - 1.0).flatten(1)))


def no_numbers(quad: np.ndarray) -> list[float]:
    """A die has nothing but its place and size."""
    return []


# -- photographs ----------------------------------------------------------------------------------


def photo_things(folder: Path, held_out: bool | None) -> list[Things]:
    """The labelled dice of a folder of photographs; held_out: those kept for judging, the others, or all."""
    things = []
    for number, row in enumerate(json.loads((folder / "labels.json").read_text())):
        if held_out is not None and (number // 20 % 5 == 4) != held_out:
            continue
        boxes = np.array([d["box"] for d in row["dice"]], np.float32).reshape(-1, 4)
        quad = boxes[:, [[0, 1], [2, 1], [2, 3], [0, 3]]]
        middle = quad.mean(axis=1, keepdims=True)
        things.append(Things(folder / "images" / row["file"], middle + 0.8 * (quad - middle),
                             np.array([int(d["pips"]) for d in row["dice"]]), np.ones(len(boxes), np.float32), False))
    return things


# -- crops ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class DiceExample:
    """A crop, the kind it shows, and how it should have been cut: shift (2,) in sizes along the crop's axes and log
    scale; posed: how much that counts."""

    crop: np.ndarray
    kind: int
    shift: np.ndarray
    log_scale: float
    posed: float


def crops_of(things: Things, rng: np.random.Generator, most: int = 14) -> Iterator[DiceExample]:
    """Crops of a picture's dice, as a finder might place them, and of other places."""
    image, size, centre = picture_of(things.file), area_size(things.quad), things.centre
    clear = np.flatnonzero((things.visible > 0.85) & (size > 7))
    for k in [*rng.permutation(clear)[:most], *(k for k in clear if things.label[k] == 0)]:  # marks are rare
        wide = 2.4 if rng.random() < 0.35 else 1.0 if things.exact else 1.4
        at = centre[k] + rng.normal(0, 0.07 * wide, 2) * size[k]
        log_scale, turn = float(rng.normal(0, 0.11 * wide)), float(rng.uniform(0, 2 * np.pi))
        assumed = size[k] * np.exp(-log_scale)
        shift = turn_matrix(turn) @ (centre[k] - at) / assumed
        yield DiceExample(cut_die(image, at, assumed, turn), int(things.label[k]) or KINDS.index("mark"),
                      shift.astype(np.float32), log_scale, 1.0 if things.exact else 0.3)
    for _ in range(4):
        spot = other_place(things, size, centre, image.shape, rng)
        if spot is not None:
            yield nothing(cut_die(image, spot[0], spot[1], rng.uniform(0, 2 * np.pi)))


def nothing(crop: np.ndarray) -> DiceExample:
    """A crop of what is no die."""
    return DiceExample(crop, 0, np.zeros(2, np.float32), 0.0, 0.0)


def other_place(things: Things, size: np.ndarray, centre: np.ndarray, shape: tuple[int, ...], rng: np.random.Generator
                ) -> tuple[np.ndarray, float] | None:
    """Centre and size of a place where no die's face is; beside one, more often than not."""
    if len(size) and rng.random() < 0.6:
        k = rng.integers(len(size))
        angle, away = rng.uniform(0, 2 * np.pi), rng.uniform(0.55, 1.5) * size[k]
        spot, extent = centre[k] + away * np.array([np.cos(angle), np.sin(angle)]), size[k] * np.exp(rng.normal(0, 0.2))
    else:
        spot = rng.uniform(0, 1, 2) * shape[1::-1]
        extent = float(np.exp(rng.uniform(np.log(9), np.log(90))))
    gap = np.hypot(*(centre - spot).T) if len(size) else np.full(1, 1e9)
    reach = 0.5 * np.maximum(size, 0.5 * extent) if len(size) else np.zeros(1)
    return None if (gap < reach).any() else (spot, float(extent))


def mined(folder: Path) -> list[DiceExample]:
    """Crops at which the finder saw dice where there are none, written by `models.training.dice_examples mine`."""
    file = folder / "ghosts.npz"
    return [nothing(crop) for crop in np.load(file)["crops"]] if file.exists() else []


def crop_batches(things: list[Things], ghosts: list[DiceExample], seed: int, batch: int
                 ) -> Iterator[tuple[torch.Tensor, ...]]:
    """Endless batches (crops, kinds, corrections (n, 3), weights of the corrections (n,))."""
    rng = np.random.default_rng(seed)
    made: list[DiceExample] = []

    def one() -> tuple[np.ndarray, ...]:
        while not made:
            made.extend(crops_of(things[rng.integers(len(things))], rng))
            made.extend(ghosts[k] for k in rng.integers(0, len(ghosts), 2)) if ghosts else None
        example = made.pop()
        crop, shift = example.crop, example.shift
        if rng.random() < 0.5:
            crop, shift = crop[:, ::-1], shift * np.array([-1, 1], np.float32)
        crop = full_range(varied(crop, rng)[None])[0].transpose(2, 0, 1)
        pose = np.array([*shift, example.log_scale], np.float32)
        return crop, np.array(example.kind), pose, np.array(example.posed, np.float32)

    return pooled(one, 6000, batch, batch // 4, rng)


def varied(crop: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """The crop in other colours, or a little worse."""
    if rng.random() < 0.3:
        crop = crop[..., rng.permutation(3)]
    if rng.random() < 0.15:
        crop = 255 - crop
    return roughened(np.ascontiguousarray(crop), rng)


# -- training -------------------------------------------------------------------------------------


def train(args: argparse.Namespace) -> None:
    """Train one network."""
    torch.set_num_threads(args.threads)
    torch.manual_seed(args.seed)
    photos = [t for folder in args.photos for t in photo_things(folder, False)]

    drawn = [t for folder in args.scenes for t in load_things(folder, "dice", "pips")]
    things = drawn + photos * max(1, round(0.25 * len(drawn) / max(1, len(photos))))
    args.work.mkdir(parents=True, exist_ok=True)
    finder = args.net == "finder"
    seed = args.seed + (int(time.time()) if args.resume else 0)
    stream = (windows(things, seed, BATCH["finder"], 0, no_numbers, SIZES) if finder
              else crop_batches(things, mined(args.work), seed, BATCH["reader"]))
    state = Training(SpotNet() if finder else PipNet(), args.work / f"dice-{args.net}.pt", args.resume)
    learn(state, stream, spot_loss if finder else pip_loss, args.steps, args.rate)


def pip_loss(out: torch.Tensor, kinds: torch.Tensor, poses: torch.Tensor, posed: torch.Tensor
             ) -> tuple[torch.Tensor, dict[str, float]]:
    """Cross entropy and the error of the correction, and the share read right."""
    kind = F.cross_entropy(out[:, :len(KINDS)], kinds, label_smoothing=0.02)
    error = F.smooth_l1_loss(out[:, len(KINDS):], poses, reduction="none", beta=0.05).sum(1)
    pose = (error * posed).sum() / posed.sum().clamp(min=1)
    right = float((out[:, :len(KINDS)].argmax(1) == kinds).float().mean())
    return kind + pose, {"kind": float(kind.detach()), "pose": float(pose.detach()), "right": right}


def learn(state: Training, stream: Iterator[tuple[torch.Tensor, ...]], loss_of: Callable[..., Any], steps: int,
          rate: float) -> None:
    """So many steps; every hundred a line and a checkpoint."""
    sums: Counter[str] = Counter()
    start, count, first = time.process_time(), 0, state.step
    while (progress := (state.step - first) / steps) < 1:
        pictures, *truth = next(stream)
        state.net.train()
        with torch.autocast("cpu", dtype=torch.bfloat16):
            out = state.net(pictures.float().contiguous(memory_format=torch.channels_last))
        loss, parts = loss_of(out.float(), *truth)
        state.advance(loss, learning_rate(progress, rate))
        sums.update(parts)
        count += 1
        if count == 100:
            shown = "  ".join(f"{k} {v / count:.4f}" for k, v in sums.items())
            print(f"{state.step:6} {time.process_time() - start:6.0f} s  {shown}", file=sys.stderr, flush=True)
            sums.clear()
            count = 0
            state.save()
    state.save()


# -- export ---------------------------------------------------------------------------------------


class Pictures(CalibrationDataReader):
    """Inputs from which the ranges of whole numbers are taken."""

    def __init__(self, pictures: Iterator[np.ndarray]) -> None:
        self.pictures = pictures

    def get_next(self) -> dict[str, np.ndarray] | None:
        """The next input, or None at the end."""
        picture = next(self.pictures, None)
        return None if picture is None else {"picture": picture.astype(np.float32)}


def export_net(model: nn.Module, checkpoint: Path, out: Path, shape: tuple[int, ...], axes: dict[int, str],
               facts: dict[str, str], ranges: Iterator[np.ndarray] | None) -> float:
    """Write a checkpoint's network as ONNX, in whole numbers where ranges are given; returns how far the
    file's own output, before that, differs from the network's."""
    model.load_state_dict(torch.load(checkpoint, weights_only=True)["net"])
    model.eval()
    example = torch.rand(shape) * 255
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(model, (example,), str(out), input_names=["picture"], output_names=["out"],
                          dynamic_axes={"picture": axes, "out": axes}, opset_version=17, dynamo=False)
    with torch.no_grad():
        wanted = model(example).numpy()
    got = ort.InferenceSession(str(out)).run(None, {"picture": example.numpy()})[0]
    if ranges is not None:
        quantised(out, ranges)
    stored = onnx.load(out)
    onnx.helper.set_model_props(stored, facts)
    onnx.save(stored, out)
    return float(np.abs(got - wanted).max())


def quantised(file: Path, ranges: Iterator[np.ndarray]) -> None:
    """Rewrite an ONNX file to compute in 8-bit whole numbers, in place; its last layer stays exact."""
    prepared = file.with_suffix(".prepared.onnx")
    try:
        quant_pre_process(str(file), str(prepared), skip_symbolic_shape=True)
        last = [node.name for node in onnx.load(prepared).graph.node if node.op_type in ("Conv", "Gemm")][-1]
        quantize_static(str(prepared), str(file), Pictures(ranges), quant_format=QuantFormat.QDQ, per_channel=True,
                        activation_type=QuantType.QUInt8, weight_type=QuantType.QInt8, nodes_to_exclude=[last])
    finally:
        prepared.unlink(missing_ok=True)


def export(args: argparse.Namespace) -> None:
    """Write one network of dice."""
    rng = np.random.default_rng(1)
    things = [t for folder in args.scenes for t in load_things(folder, "dice", "pips")][:: 8][:60]
    facts = described_file(f"dice-{args.net}", args.temperature, None, DATA)
    if args.net == "finder":
        facts["input"] = "multiples of 16, BGR 0..255, output stride 4"
        windows_of = (window(t, rng, SIZES)[0].transpose(2, 0, 1)[None] for t in things)
        made = export_net(SpotNet(), args.work / "dice-finder.pt", HERE / "dice-finder.onnx", (1, 3, 96, 128),
                          {2: "height", 3: "width"}, facts, windows_of if things else None)
    else:
        facts |= {"input": f"{CROP}x{CROP} BGR 0..255", "kinds": " ".join(KINDS),
                  "temperature": f"{args.temperature:.3f}"}
        crops = ([example.crop for example in crops_of(t, rng)] for t in things)
        batches = (full_range(np.stack(c)).transpose(0, 3, 1, 2) for c in crops if c)
        made = export_net(PipNet(), args.work / "dice-reader.pt", HERE / "dice-reader.onnx", (2, 3, CROP, CROP),
                          {0: "n"}, facts, batches if things else None)
    keep_checksums(HERE)
    print(f"dice-{args.net}.onnx differs by {made:.1e} from the trained network")


# -- judging --------------------------------------------------------------------------------------


def matched(dice: DiceDetections, things: Things, reach: float = 0.6) -> np.ndarray:
    """For each row of dice the thing whose centre is nearest and within reach of its size, else -1; each once."""
    size, found = area_size(things.quad), np.full(len(dice), -1)
    for k in np.argsort(-dice.confidence):
        away = np.hypot(*(things.centre - dice.centre_px[k]).T) / np.maximum(size, 1)
        away[found[found >= 0]] = np.inf
        if len(away) and away.min() < reach:
            found[k] = int(away.argmin())
    return found


def judged(reader: DiceReader, pictures: list[Things], notes: bool) -> Counter[str]:
    """Counts over pictures: dice to be found, right, sure and right, wrong and sure, ghosts, sure ghosts, seconds."""
    counts: Counter[str] = Counter()
    for things in pictures:
        image, start = load_picture(things.file), time.perf_counter()
        dice = reader.read(image)
        counts["ms"] += 1000 * (time.perf_counter() - start)  # type: ignore[assignment]
        at = matched(dice, things, 0.6 if things.exact else 0.8)
        size = area_size(things.quad)
        legible = (things.visible > 0.85) & (size >= 9) & (things.label > 0)
        counts["pictures"] += 1
        counts["dice"] += int(legible.sum())
        counts["marks"] += int(((things.label == 0) & (things.visible > 0.85) & (size >= 9)).sum())
        told = []
        for k, j in enumerate(at):
            right = j >= 0 and things.label[j] == dice.pips[k]
            counts["right"] += bool(right and legible[j])
            counts["sure right"] += bool(right and legible[j] and dice.sure[k])
            kind = "ghost" if j < 0 else "mark named" if things.label[j] == 0 else "wrong" if not right else ""
            if kind:
                counts[kind] += 1
                counts[f"sure {kind}"] += bool(dice.sure[k])
                told.append(f"{kind} {dice.pips[k]}{'!' if dice.sure[k] else ''} at {dice.centre_px[k].round()}")
        missed = [f"{things.label[j]} at {things.centre[j].round()}" for j in np.flatnonzero(legible) if j not in at]
        counts["not found"] += len(missed)
        if notes and (told or missed):
            print(f"  {things.file.name}: {'; '.join(told)}{' | missed ' + ', '.join(missed) if missed else ''}")
    return counts


def report(name: str, counts: Counter[str]) -> None:
    """One line of figures."""
    dice = max(1, counts["dice"])
    rest = "  ".join(f"{k} {counts[k]} ({counts['sure ' + k]} sure)" for k in ("wrong", "ghost", "mark named"))
    print(f"{name}: {counts['pictures']} pictures, {counts['dice']} legible dice, right {counts['right'] / dice:.1%}, "
          f"sure {counts['sure right'] / dice:.1%}, not found {counts['not found']}, {rest}, "
          f"{counts['ms'] / max(1, counts['pictures']):.1f} ms", flush=True)


def judge(args: argparse.Namespace) -> None:
    """Figures for folders of drawn scenes or photographs."""
    reader = DiceReader(args.models, long_side=QUICK_SIDE)
    for folder in args.folders:
        pictures = load_things(folder, "dice", "pips") if args.command == "scenes" else photo_things(
            folder, args.held_out or None)
        report(folder.name, judged(reader, pictures, args.notes))


def ghosts(args: argparse.Namespace) -> None:
    """Dice that are seen in pictures without dice."""
    reader = DiceReader(args.models, long_side=QUICK_SIDE)
    for folder in args.folders:
        files = sorted(f for f in (folder / "images" if (folder / "images").is_dir() else folder).iterdir()
                       if f.suffix in (".jpg", ".png"))[::args.every]
        seen = sure = 0
        for file in files:
            dice = reader.read(load_picture(file))
            seen, sure = seen + len(dice), sure + int(dice.sure.sum())
            if args.notes and len(dice):
                print(f"  {file.name}: {dice.pips.tolist()} at {dice.centre_px.round().tolist()} "
                      f"{dice.confidence.round(2).tolist()}")
        print(f"{folder.name}: {len(files)} pictures without dice, {seen} dice named, {sure} surely", flush=True)


def mine(args: argparse.Namespace) -> None:
    """Keep crops of what the finder takes for dice in pictures without dice, and of drawn scenes beside all dice."""
    finder = SpotFinder(HERE / "dice-finder.onnx", "dice-finder", (960, 480, 240))
    crops: list[np.ndarray] = []
    pictures = [Things(f, np.zeros((0, 4, 2), np.float32), np.zeros(0), np.zeros(0)) for folder in args.folders
                for f in sorted(folder.rglob("*.jpg"))[:: args.every]]
    scenes = [t for folder in args.scenes for t in load_things(folder, "dice", "pips")[:: args.every]]
    for things in pictures + scenes:
        image = load_picture(things.file)
        spots = finder.find(image, 0.15)
        for centre, size in list(zip(spots.centre, spots.size, strict=True))[:12]:
            away = np.hypot(*(things.centre - centre).T) / np.maximum(area_size(things.quad), 0.5 * size)
            if not len(away) or away.min() > 0.7:
                crops.append(cut_die(image, centre, size, 0.0))
    np.savez_compressed(args.work / "ghosts.npz", crops=np.stack(crops))
    print(f"{len(crops)} crops of what is no die")


def arguments() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m models dice", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    for name, job in (("train", train), ("export", export)):
        command = commands.add_parser(name)
        command.set_defaults(job=job)
        command.add_argument("net", choices=["finder", "reader"])
        command.add_argument("--scenes", type=Path, nargs="*", default=[], help="folders written by models draw-dice")
        command.add_argument("--photos", type=Path, nargs="*", default=[], help="folders of labelled photographs")
        command.add_argument("--work", type=Path, required=True, help="folder of the checkpoints")
        command.add_argument("--steps", type=int, default=1500)
        command.add_argument("--rate", type=float, default=2e-3)
        command.add_argument("--threads", type=int, default=1)
        command.add_argument("--seed", type=int, default=1)
        command.add_argument("--resume", action="store_true")
        command.add_argument("--temperature", type=float, default=1.0)
    for name, job in (("scenes", judge), ("photos", judge), ("ghosts", ghosts), ("mine", mine)):
        command = commands.add_parser(name)
        command.set_defaults(job=job)
        command.add_argument("folders", type=Path, nargs="*")
        command.add_argument("--models", type=Path, help="folder of the networks (default: the project's own)")
        command.add_argument("--held-out", action="store_true", help="only photographs that were kept from training")
        command.add_argument("--every", type=int, default=1, help="of how many pictures one is looked at")
        command.add_argument("--notes", action="store_true", help="list what went wrong")
        command.add_argument("--scenes", type=Path, nargs="*", default=[], help="for mine: drawn scenes as well")
        command.add_argument("--work", type=Path, help="for mine: where to keep the crops")
    return parser


def main() -> int:
    """Run the command."""
    return run(arguments())


if __name__ == "__main__":
    sys.exit(main())
