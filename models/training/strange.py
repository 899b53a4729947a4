"""Fit by which weights the reader's last layer tells indices of packs that nobody knows from those it has learnt.

    python -m models strange WORK/known... --strange WORK/german      # prints them
    python -m models export card_reader --restate --strange '[...]'

WORK/german is drawn by `python -m models draw --german flat`; the other manner shows what the weights are worth.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import cv2
import numpy as np
import scipy.optimize

from models.drawing.flat_table import load_picture
from models.training.examples import SEEN, Truth, load_truths
from rules.core.errors import Refusal
from vision.reading.crop import cut_many
from vision.reading.index_reader import IndexReader
from vision.reading.reader import MODELS
from vision.reading.unknown_pack import described

MOST = 10  # indices of a scene
HELD_BACK = 0.3  # how small the weights are kept: half of this times their squares counts as loss


def described_indices(truths: list[Truth], reader: IndexReader, rng: np.random.Generator) -> np.ndarray:
    """What the reader says (n, d) of clear indices of scenes, found about where they lie."""
    crops = [scene_crops(truth, rng) for truth in truths]
    return np.concatenate([described(reader.read(some)) for some in crops if len(some)])


def scene_crops(truth: Truth, rng: np.random.Generator) -> np.ndarray:
    """Some clear indices of a scene, cut as a finder finds them."""
    clear = rng.permutation(np.flatnonzero((truth.visible > SEEN) & (truth.pose[:, 4] > 9) & (truth.label != "JK")))
    poses = truth.pose[clear[:MOST]].copy()
    poses[:, :2] += rng.normal(0, 0.05, (len(poses), 2)) * poses[:, 4:5]
    poses[:, 4] *= np.exp(rng.normal(0, 0.06, len(poses)))
    return cut_many(load_picture(truth.file), poses)


def strange_weights(known: np.ndarray, strange: np.ndarray) -> np.ndarray:
    """Weights (d,) of a logistic regression, kept small; all strange ones (n, d) count half as much as all known."""
    x = np.concatenate([known, strange])
    wanted = np.arange(len(x)) >= len(known)
    counts = np.where(wanted, 0.5 * len(known) / max(len(strange), 1), 1.0)

    def cost(weights: np.ndarray) -> tuple[float, np.ndarray]:
        z = x @ weights
        loss = float((counts * (np.logaddexp(0, z) - wanted * z)).sum() + 0.5 * HELD_BACK * weights @ weights)
        return loss, x.T @ (counts * (1 / (1 + np.exp(-z)) - wanted)) + HELD_BACK * weights

    return np.asarray(scipy.optimize.minimize(cost, np.zeros(x.shape[1]), jac=True, method="L-BFGS-B").x)


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m models strange", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("known", nargs="+", type=Path, help="folders written by `models draw` or `models mine`")
    parser.add_argument("--strange", nargs="+", type=Path, required=True, help="such folders of packs nobody knows")
    parser.add_argument("--models", type=Path, default=MODELS, help="folder of the ONNX files")
    parser.add_argument("--every", type=int, default=1, help="take every n-th known scene only")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    try:
        reader, rng = IndexReader(args.models / "reader.onnx"), np.random.default_rng(6)
        known = described_indices(load_truths(args.known)[::args.every], reader, rng)
        strange = described_indices(load_truths(args.strange), reader, rng)
        weights = strange_weights(known, strange)
    except (OSError, Refusal) as error:
        print(error, file=sys.stderr)
        return 2
    print(f"{(known @ weights > 0).mean():.1%} of {len(known)} known indices look strange, "
          f"{(strange @ weights > 0).mean():.1%} of {len(strange)} strange ones", file=sys.stderr)
    print(f"--strange '{json.dumps(np.round(weights, 2).tolist())}'")
    return 0


if __name__ == "__main__":
    sys.exit(main())
