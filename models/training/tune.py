"""Fit the reader's last layers to new examples: minutes on one core where training takes hours.

    python -m models tune --from models/reader.onnx --scenes WORK/scenes WORK/photos --check WORK/validation --work WORK

The first layers stay as they are, so each crop goes through them once and is kept as they see it; the layers
after them are then trained over the crops many times.  They are pulled back towards what they were, and of the
ways between old and new the one that reads the check scenes best is kept.  The checkpoint is WORK/reader.pt, as
models.training.train writes it.
"""

from __future__ import annotations

import argparse
import copy
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import nn

from models.drawing.command import run
from models.training.examples import NOTHING, Truth, load_truths, reader_batch, reader_examples
from models.training.losses import reader_loss
from models.training.nets import IndexNet
from models.training.warm import load_onnx

FROZEN = 5  # modules of the reader's body that stay as they are
PULL = 0.02  # how strongly the layers are held to what they were
WAYS = (0.0, 0.25, 0.5, 0.75, 1.0)  # shares of the new weights that are tried


@dataclass(frozen=True)
class FrozenBatch:
    """Examples as the frozen layers see them, features (n, 80, 12, 12), and the truth of reader_batch."""

    features: torch.Tensor
    truth: list[torch.Tensor]

    def __getitem__(self, rows: torch.Tensor) -> FrozenBatch:
        return FrozenBatch(self.features[rows], [t[rows] for t in self.truth])

    def __len__(self) -> int:
        return len(self.features)


def seen(net: IndexNet, truths: list[Truth], rng: np.random.Generator, rough: bool) -> FrozenBatch:
    """Every clear index and some other places of the scenes through the frozen layers."""
    parts: list[tuple[torch.Tensor, ...]] = []
    net.eval()
    for k in range(0, len(truths), 8):
        examples = [e for truth in truths[k:k + 8] for e in reader_examples(truth, rng)]
        if not examples:
            continue
        crops, *truth = reader_batch(examples, rng if rough else None)
        with torch.no_grad(), torch.autocast("cpu", dtype=torch.bfloat16):
            pictures = crops.float().contiguous(memory_format=torch.channels_last)
            features = net.body[:FROZEN](pictures / 127.5 - 1.0)
        parts.append((features.half(), *truth))
    joined = [torch.cat(column) for column in zip(*parts, strict=True)]
    return FrozenBatch(joined[0], joined[1:])


def last_layers(net: IndexNet) -> nn.Sequential:
    """The layers that are fitted, sharing the net's weights; batch norm stays the mere bias it was exported as."""
    return nn.Sequential(*list(net.body)[FROZEN:], net.squeeze, nn.Flatten(), nn.Dropout(0.1), net.head)


def fit(old: nn.Module, examples: FrozenBatch, minutes: float, rate: float) -> nn.Module:
    """The layers trained on the examples for some time; the old ones stay as they are."""
    new, held = copy.deepcopy(old).eval(), [p.detach().clone() for p in old.parameters()]
    optimiser = torch.optim.Adam(new.parameters())
    start, step, order = time.time(), 0, torch.randperm(len(examples))
    while (progress := (time.time() - start) / (60 * minutes)) < 1:
        for group in optimiser.param_groups:
            group["lr"] = rate * (1.02 - progress) * min(1.0, 0.05 + step / 20)
        if len(order) < 256:
            order = torch.randperm(len(examples))
        rows, order = order[:256], order[256:]
        batch = examples[rows]
        with torch.autocast("cpu", dtype=torch.bfloat16):
            out = new(batch.features.to(torch.bfloat16).contiguous(memory_format=torch.channels_last))
        loss, shown = reader_loss(out.float(), *batch.truth)
        pull = torch.stack([(p - q).square().sum() for p, q in zip(new.parameters(), held, strict=True)]).sum()
        optimiser.zero_grad(set_to_none=True)
        (loss + PULL * pull).backward()
        nn.utils.clip_grad_norm_(new.parameters(), 5.0)
        optimiser.step()
        step += 1
        if step % 20 == 0:
            parts = "  ".join(f"{k} {v:.3f}" for k, v in shown.items())
            print(f"{step:5} {time.time() - start:5.0f} s  {parts}", file=sys.stderr, flush=True)
    return new


def layers_between(old: nn.Module, new: nn.Module, share: float) -> nn.Module:
    """Layers on the way from one to the other."""
    mixed = copy.deepcopy(old)
    with torch.no_grad():
        for mine, other in zip(mixed.parameters(), new.parameters(), strict=True):
            mine.lerp_(other, share)
    return mixed


def rates(layers: nn.Module, examples: FrozenBatch) -> dict[str, float]:
    """How well layers read: loss, share of indices read right, of other things called an index."""
    with torch.no_grad(), torch.autocast("cpu", dtype=torch.bfloat16):
        out = torch.cat([layers.eval()(part.to(torch.bfloat16)).float() for part in examples.features.split(256)])
    loss, _ = reader_loss(out, *examples.truth)
    rank, suit, kind = examples.truth[:3]
    known = (rank >= 0) & (suit >= 0)
    right = (out[:, :13].argmax(1) == rank) & (out[:, 13:17].argmax(1) == suit) & (out[:, 17:20].argmax(1) == kind)
    ghost = (out[:, 17:20].argmax(1) != NOTHING)[kind == NOTHING]
    return {"loss": float(loss), "right": float(right[known].float().mean()), "ghost": float(ghost.float().mean())}


def tune(args: argparse.Namespace) -> None:
    """Fit, choose the way between old and new, write the checkpoint."""
    torch.set_num_threads(1)
    torch.manual_seed(args.seed)
    rng = np.random.default_rng(args.seed)
    net = IndexNet()
    load_onnx(net, args.warm)
    net = net.to(memory_format=torch.channels_last)  # type: ignore[call-overload]  # torch's stubs lack it
    start, truths = time.time(), load_truths(args.scenes)
    check = seen(net, load_truths(args.check), np.random.default_rng(7), rough=False)
    views = [seen(net, truths, rng, rough=True) for _ in range(args.views)]
    examples = FrozenBatch(torch.cat([v.features for v in views]), [torch.cat(c) for c in zip(*(v.truth for v in views),
                                                                                      strict=True)])
    print(f"{len(truths)} scenes, {len(examples)} examples after {time.time() - start:.0f} s", file=sys.stderr)
    old = last_layers(net)
    new = fit(old, examples, args.minutes, args.rate)
    tried = {share: rates(layers_between(old, new, share), check) for share in WAYS}
    for share, found in tried.items():
        print(f"{share:4.0%} new: " + "  ".join(f"{k} {v:.4f}" for k, v in found.items()), file=sys.stderr)
    best = min(tried, key=lambda share: tried[share]["loss"])
    old.load_state_dict(layers_between(old, new, best).state_dict())
    args.work.mkdir(parents=True, exist_ok=True)
    torch.save({"average": net.state_dict()}, args.work / "reader.pt")


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m models tune", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--from", type=Path, dest="warm", required=True, metavar="ONNX", help="the exported reader")
    parser.add_argument("--scenes", type=Path, nargs="+", required=True, help="folders to learn from")
    parser.add_argument("--check", type=Path, nargs="+", required=True, help="folders of drawn scenes held out")
    parser.add_argument("--work", type=Path, required=True, help="folder for the checkpoint, outside the project")
    parser.add_argument("--views", type=int, default=1, help="times each scene is cut, differently each time")
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--rate", type=float, default=6e-4, help="highest learning rate")
    parser.add_argument("--seed", type=int, default=1)
    return run(parser, tune)


if __name__ == "__main__":
    sys.exit(main())
