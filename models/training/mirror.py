"""Fit by which weights the reader's last layer tells an index from a mirrored one.

    python -m models mirror WORK/scenes                     # prints them
    python -m models export card_reader --restate --mirrored '[...]'
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
from vision.reading.mirrored import left_for_right
from vision.reading.reader import MODELS

MOST = 10  # indices of a scene
HELD_BACK = 0.3  # how small the weights are kept: half of this times their squares counts as loss


def described_differences(truth: Truth, reader: IndexReader, rng: np.random.Generator) -> np.ndarray:
    """How the descriptions (n, d) of a scene's clear indices differ as they are from the other way round."""
    clear = np.flatnonzero((truth.visible > SEEN) & (truth.pose[:, 4] > 9) & (truth.label != "JK"))[:MOST]
    poses = truth.pose[clear].copy()
    poses[:, :2] += rng.normal(0, 0.05, (len(poses), 2)) * poses[:, 4:5]  # as a finder gets them
    poses[:, 4] *= np.exp(rng.normal(0, 0.06, len(poses)))
    crops = cut_many(load_picture(truth.file), poses)
    return np.asarray(reader.read(crops).description - reader.read(left_for_right(crops)).description)


def mirror_weights(differ: np.ndarray) -> np.ndarray:
    """Weights (d,) by which differences (n, d) speak for what is not mirrored: a logistic regression, kept small."""
    def cost(weights: np.ndarray) -> tuple[float, np.ndarray]:
        z = differ @ weights
        return (float(np.logaddexp(0, -z).sum() + 0.5 * HELD_BACK * weights @ weights),
                HELD_BACK * weights - differ.T @ (1 / (1 + np.exp(z))))

    return np.asarray(scipy.optimize.minimize(cost, np.zeros(differ.shape[1]), jac=True, method="L-BFGS-B").x)


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m models mirror", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path, help="folders written by `python -m models draw`")
    parser.add_argument("--models", type=Path, default=MODELS, help="folder of the ONNX files")
    parser.add_argument("--every", type=int, default=1, help="take every n-th scene only")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    try:
        reader, rng = IndexReader(args.models / "reader.onnx"), np.random.default_rng(6)
        parts = [described_differences(truth, reader, rng) for truth in load_truths(args.folders)[::args.every]]
        differ = np.concatenate([part for part in parts if len(part)])
        tests = np.arange(len(differ)) % 7 == 3
        right = float((differ[tests] @ mirror_weights(differ[~tests]) > 0).mean())
    except (OSError, Refusal) as error:
        print(error, file=sys.stderr)
        return 2
    print(f"{len(differ)} indices; of a seventh kept out {right:.1%} are told", file=sys.stderr)
    print(f"--mirrored '{json.dumps(np.round(mirror_weights(differ), 2).tolist())}'")
    return 0


if __name__ == "__main__":
    sys.exit(main())
