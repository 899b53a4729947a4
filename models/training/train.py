"""Train one of the networks by its recipe; stops after its minutes or steps, can be resumed.

    python -m models train card_finder --scenes WORK/scenes --work WORK --minutes 30
    python -m models train card_reader --scenes WORK/scenes --work WORK --minutes 20 --resume
    python -m models train card_reader --scenes WORK/scenes --work WORK --from models/reader.onnx --rate 5e-4
    python -m models train dice_reader --scenes WORK/dice --photos PHOTOS/... --work WORK --steps 1500
    python -m models train italian --decks FACES/... --backgrounds SURFACES --work WORK --steps 700

The checkpoint is WORK/<file>.pt: weights, their running average, optimiser.  With --device cuda a graphics card learns,
faster than processes make examples: --replay 4 lets it learn from each batch four times, now and from memory.
"""

from __future__ import annotations

import argparse
import copy
import math
import random
import sys
import time
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import torch
from torch import nn

from models.drawing.command import run
from models.training.recipe import PARTS, Learning, LossOf, load_recipe
from models.training.sources import Batch, ExampleFolders, add_sources
from models.training.warm import load_onnx, settle
from rules.core.errors import Refusal

AVERAGE = 0.998  # of the running average, per step


def learning_rate(progress: float, peak: float) -> float:
    """Warm-up over the first hundredth, then half a cosine down to a fiftieth."""
    if progress < 0.01:
        return peak * (0.05 + 0.95 * progress / 0.01)
    return peak * (0.02 + 0.98 * (0.5 + 0.5 * math.cos(math.pi * min(1.0, progress))))


class Training:
    """A network, its running average and its optimiser, kept in one checkpoint file."""

    def __init__(self, net: nn.Module, file: Path, resume: bool) -> None:
        self.net = net.to(memory_format=torch.channels_last)  # type: ignore[call-overload]  # torch's stubs lack it
        self.average = copy.deepcopy(net).eval()
        self.optimiser = torch.optim.AdamW(net.parameters(), weight_decay=0.01)
        self.file, self.step, self.device = file, 0, next(net.parameters()).device
        if resume:
            saved = torch.load(file, weights_only=True, map_location=self.device)
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


def progress_of(learning: Learning, steps: int, seconds: float) -> float:
    """How much of a training is done, 0 to 1 and more, by its steps or, where it has none, by the clock."""
    return steps / learning.steps if learning.steps else seconds / (60 * learning.minutes)


def learn(state: Training, stream: Iterator[Batch], loss_of: LossOf, learning: Learning) -> None:
    """Train until the time is up; every hundred steps a line and a checkpoint."""
    sums: Counter[str] = Counter()
    kind = state.device.type
    # other processors make short numbers of long ones and back: ten times as slow
    half = kind == "cuda" or torch.ops.mkldnn._is_mkldnn_bf16_supported()
    start, count, first = time.time(), 0, state.step
    while (progress := progress_of(learning, state.step - first, time.time() - start)) < 1:
        pictures, *truth = next(stream)
        state.net.train()
        with torch.autocast(kind, dtype=torch.bfloat16, enabled=half):
            out = state.net(pictures.float().contiguous(memory_format=torch.channels_last))
        loss, parts = loss_of(out.float(), *truth)
        state.advance(loss, learning_rate(progress, learning.rate))
        sums.update(parts)
        count += 1
        if count == 100:
            shown = "  ".join(f"{k} {v / count:.4f}" for k, v in sums.items())
            print(f"{state.step:6} {time.time() - start:6.0f} s  {shown}", file=sys.stderr, flush=True)
            sums.clear()
            count = 0
            state.save()
    state.save()


def relearned(stream: Iterator[Batch], times: int, device: str, kept: int = 300) -> Iterator[Batch]:
    """The batches of a stream on a device, each `times` times: as it comes, and among the last `kept` by chance."""
    memory: deque[list[torch.Tensor]] = deque(maxlen=kept)
    chance = random.Random(1)
    for batch in stream:
        there = [part.to(device, non_blocking=True) for part in batch]
        yield there
        if times > 1:
            memory.append(there)
        for _ in range(times - 1):
            yield chance.choice(memory)


def told_learning(args: argparse.Namespace, learning: Learning) -> Learning:
    """The recipe's learning with what the command line wants otherwise; of minutes and steps the one that it names."""
    told = {name: value for name in ("batch", "rate", "threads", "workers", "minutes", "steps")
            if (value := getattr(args, name)) is not None}
    return replace(learning, **({"steps": 0} if "minutes" in told else {}), **told)


def train(args: argparse.Namespace) -> None:
    """Train one network until its time is up."""
    if args.device == "cuda" and not torch.cuda.is_available():
        raise Refusal("PyTorch finds no graphics card here; leave out --device.")
    recipe = load_recipe(args.recipe)
    learning = told_learning(args, recipe.learning)
    torch.set_num_threads(learning.threads)
    torch.manual_seed(args.seed)
    args.work.mkdir(parents=True, exist_ok=True)
    seed = args.seed + (int(time.time()) if args.resume else 0)
    made = recipe.parts.batches(ExampleFolders.of(args), learning.batch, learning.workers, seed)
    stream = relearned(made, args.replay, args.device)
    net = recipe.parts.net().to(args.device)
    if args.warm and not args.resume:
        load_onnx(net, args.warm)
        settle(net, torch.cat([next(stream)[0] for _ in range(4)]).float())
    state = Training(net, recipe.checkpoint(args.work), args.resume)
    print(f"{sum(p.numel() for p in state.net.parameters()):,} numbers to learn", file=sys.stderr)
    learn(state, stream, recipe.parts.loss, learning)


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m models train", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("recipe", choices=list(PARTS), help="which network")
    add_sources(parser)
    for name, kind, meaning in (("minutes", float, "of the clock, instead of the recipe's time"),
                                ("steps", int, "instead of the recipe's time"),
                                ("rate", float, "highest learning rate"),
                                ("batch", int, "pictures per step"), ("threads", int, "threads that learn"),
                                ("workers", int, "processes that prepare examples")):
        parser.add_argument(f"--{name}", type=kind, help=f"{meaning} (default: the recipe's)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", choices=["cpu", "cuda"], default="cpu", help="what learns")
    parser.add_argument("--replay", type=int, default=1, metavar="TIMES", help="how often each batch is learnt from")
    parser.add_argument("--from", type=Path, dest="warm", metavar="ONNX", help="start from an exported network")
    parser.add_argument("--resume", action="store_true", help="go on from the checkpoint")
    np.seterr(all="ignore")
    return run(parser, train)


if __name__ == "__main__":
    sys.exit(main())
