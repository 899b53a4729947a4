"""Train the finder or the reader on drawn scenes; stops after --minutes, can be resumed.

    python -m models train finder --scenes WORK/scenes --work WORK --minutes 30
    python -m models train reader --scenes WORK/scenes --work WORK --minutes 20 --resume
    python -m models train reader --scenes WORK/scenes --work WORK --from models/reader.onnx --rate 5e-4

The checkpoint is WORK/<net>.pt: weights, their running average (what is exported), optimiser.
"""

from __future__ import annotations

import argparse
import copy
import math
import sys
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F  # noqa: N812

from models.training.examples import FinderWindows, ReaderBatches, load_truths, loader
from models.training.nets import FinderNet, IndexNet
from models.training.warm import load_onnx, settle
from rules.core.errors import Refusal

AVERAGE = 0.998  # of the running average, per step


def heat_loss(logits: torch.Tensor, target: torch.Tensor, counts: torch.Tensor) -> torch.Tensor:
    """Focal loss for heat maps whose peaks are 1 (CenterNet), per peak."""
    p = torch.sigmoid(logits).clamp(1e-4, 1 - 1e-4)
    peak = (target > 0.999).float()
    gain = peak * torch.log(p) * (1 - p) ** 2
    cost = (1 - peak) * torch.log(1 - p) * p**2 * (1 - target) ** 4
    return -((gain + cost) * counts).sum() / peak.mul(counts).sum().clamp(min=1)


def finder_loss(out: torch.Tensor, target: torch.Tensor) -> tuple[torch.Tensor, dict[str, float]]:
    """Loss of the finder's outputs against models.training.examples.finder_target, and its parts."""
    heat = heat_loss(out[:, 0], target[:, 0], target[:, 1])
    weight = target[:, 2:3]
    total = weight.sum().clamp(min=1)
    error = (out[:, 1:14] - target[:, 3:16]).abs() * weight
    place = error[:, 0:2].sum() / total
    up = error[:, 2:4].sum() / total
    size = error[:, 4].sum() / total
    quad = error[:, 5:].sum() / total / 8
    cards = heat_loss(out[:, 14:16], target[:, 16:18], target[:, 18:19])
    card_weight = target[:, 19:20]
    card = ((out[:, 16:21] - target[:, 20:25]).abs() * card_weight).sum() / card_weight.sum().clamp(min=1)
    loss = heat + place + 1.5 * up + size + quad + 0.3 * cards + 0.15 * card
    parts = {"heat": heat, "place": place, "up": up, "size": size, "quad": quad, "cards": cards, "card": card}
    return loss, {k: float(v.detach()) for k, v in parts.items()}


def reader_loss(out: torch.Tensor, truth: list[torch.Tensor]) -> tuple[torch.Tensor, dict[str, float]]:
    """Loss of the reader's outputs, and its parts with the shares read right."""
    rank, suit, kind, pose, posed = truth
    parts = {"rank": masked_entropy(out[:, :13], rank), "suit": masked_entropy(out[:, 13:17], suit),
             "kind": F.cross_entropy(out[:, 17:20], kind)}
    error = F.smooth_l1_loss(out[:, 20:25], pose, reduction="none", beta=0.05).sum(1)
    parts["pose"] = (error * posed).sum() / posed.sum().clamp(min=1)
    loss = parts["rank"] + 0.7 * parts["suit"] + 0.7 * parts["kind"] + parts["pose"]
    shown = {k: float(v.detach()) for k, v in parts.items()}
    shown["rank_ok"] = right_share(out[:, :13], rank)
    shown["suit_ok"] = right_share(out[:, 13:17], suit)
    shown["kind_ok"] = right_share(out[:, 17:20], kind)
    return loss, shown


def masked_entropy(logits: torch.Tensor, wanted: torch.Tensor) -> torch.Tensor:
    """Cross entropy where wanted is not -1."""
    return F.cross_entropy(logits, wanted, ignore_index=-1)


def right_share(logits: torch.Tensor, wanted: torch.Tensor) -> float:
    """Share of rows whose best class is the wanted one, among those that want one."""
    known = wanted >= 0
    return float((logits.argmax(1) == wanted)[known].float().mean())


def learning_rate(progress: float, peak: float) -> float:
    """Warm-up over the first hundredth, then half a cosine down to a fiftieth."""
    if progress < 0.01:
        return peak * (0.05 + 0.95 * progress / 0.01)
    return peak * (0.02 + 0.98 * (0.5 + 0.5 * math.cos(math.pi * min(1.0, progress))))


class Training:
    """A network, its running average and its optimiser, kept in one checkpoint file."""

    def __init__(self, net: nn.Module, file: Path, resume: bool) -> None:
        self.net = net.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
        self.average = copy.deepcopy(net).eval()
        self.optimiser = torch.optim.AdamW(net.parameters(), weight_decay=0.01)
        self.file, self.step = file, 0
        if resume:
            saved = torch.load(file, weights_only=True)
            self.net.load_state_dict(saved["net"])
            self.average.load_state_dict(saved["average"])
            self.optimiser.load_state_dict(saved["optimiser"])
            self.step = saved["step"]

    def save(self) -> None:
        """Write the checkpoint, whole or not at all."""
        part = self.file.with_suffix(".part")
        torch.save({"net": self.net.state_dict(), "average": self.average.state_dict(),
                    "optimiser": self.optimiser.state_dict(), "step": self.step}, part)
        part.replace(self.file)

    def advance(self, loss: torch.Tensor, rate: float) -> None:
        """One optimiser step."""
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self.net.parameters(), 5.0)
        self.optimiser.step()
        self.step += 1
        keep = min(AVERAGE, 1 - 1 / (self.step + 1))
        with torch.no_grad():
            pairs = zip(self.average.state_dict().values(), self.net.state_dict().values(), strict=True)
            for mean, now in pairs:
                if mean.dtype.is_floating_point:
                    mean.lerp_(now, 1 - keep)
                else:
                    mean.copy_(now)


def train(args: argparse.Namespace) -> None:
    """Train one network until the time is up."""
    torch.set_num_threads(args.threads)
    torch.manual_seed(args.seed)
    truths = load_truths(args.scenes)
    if not truths:
        raise Refusal(f"There are no drawn scenes in {', '.join(map(str, args.scenes))}.")
    args.work.mkdir(parents=True, exist_ok=True)
    finder = args.net == "finder"
    seed = args.seed + (int(time.time()) if args.resume else 0)
    batches = (loader(FinderWindows(truths, seed), args.batch or 16, args.workers) if finder
               else loader(ReaderBatches(truths, seed, args.batch or 256), None, args.workers))
    stream = iter(batches)
    net = FinderNet() if finder else IndexNet()
    if args.warm and not args.resume:
        load_onnx(net, args.warm)
        settle(net, torch.cat([next(stream)[0] for _ in range(4)]).float())
    state = Training(net, args.work / f"{args.net}.pt", args.resume)
    print(f"{len(truths)} scenes, {sum(p.numel() for p in state.net.parameters()):,} numbers to learn",
          file=sys.stderr)
    sums: dict[str, float] = {}
    start, count = time.time(), 0
    while (progress := (time.time() - start) / (60 * args.minutes)) < 1:
        pictures, *truth = next(stream)
        state.net.train()
        with torch.autocast("cpu", dtype=torch.bfloat16):
            out = state.net(pictures.float().contiguous(memory_format=torch.channels_last))
        loss, parts = finder_loss(out.float(), truth[0]) if finder else reader_loss(out.float(), truth)
        state.advance(loss, learning_rate(progress, args.rate))
        sums = {k: sums.get(k, 0) + v for k, v in parts.items()}
        count += 1
        if count == 100:
            shown = "  ".join(f"{k} {v / count:.3f}" for k, v in sums.items())
            print(f"{state.step:6} {time.time() - start:6.0f} s  {shown}", file=sys.stderr, flush=True)
            sums, count = {}, 0
            state.save()
    state.save()


def arguments() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m models train", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("net", choices=["finder", "reader"])
    parser.add_argument("--scenes", type=Path, nargs="+", required=True, help="folders written by models.drawing.draw")
    parser.add_argument("--work", type=Path, required=True, help="folder for the checkpoint, outside the project")
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--rate", type=float, default=2e-3, help="highest learning rate")
    parser.add_argument("--batch", type=int, help="pictures per step (finder 16, reader 256)")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--workers", type=int, default=2, help="processes that prepare examples")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--from", type=Path, dest="warm", metavar="ONNX", help="start from an exported network")
    parser.add_argument("--resume", action="store_true", help="go on from the checkpoint")
    return parser


def main() -> int:
    """Run the command."""
    args = arguments().parse_args()
    try:
        train(args)
    except (Refusal, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    np.seterr(all="ignore")
    sys.exit(main())
