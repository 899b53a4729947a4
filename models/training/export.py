"""Write a trained network as ONNX, with what it is in its metadata.

    python -m models export finder --work WORK --int8 WORK/scenes
    python -m models export reader --work WORK --sureness '[...]'
    python -m models export reader --restate --sureness '[...]'      # the network that is there, newly calibrated
    python -m models export reader --work WORK --mix OLDER/reader.pt --share 0.6     # the mean of two of one training

The running average of the checkpoint is exported and compared with the ONNX file's own output.  With
--int8 a network computes in whole numbers, their ranges taken from some scenes: less than half the time.
"""

from __future__ import annotations

import argparse
import datetime
import sys
import warnings
from pathlib import Path

import numpy as np
import onnx
import onnxruntime as ort
import torch
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process

from models.drawing.flat_table import load_picture
from models.training.examples import WINDOW, Truth, load_truths, reader_examples
from models.training.nets import FinderNet, IndexNet
from rules.core.errors import Refusal
from vision.reading.crop import CROP, whitened
from vision.reading.finder import STRIDE, balanced
from vision.reading.index_reader import KINDS, RANKS, SUITS
from vision.reading.network import keep_checksums

HERE = Path(__file__).resolve().parent.parent
DATA = ("scenes composited from card faces (33 scanned or vector decks, with and without other indices, and decks "
        "drawn by code) on table surfaces, and 300 photographs of one four-corner deck; see models/README.md")


def described_file(net: str, temperature: float, sureness: str | None, data: str) -> dict[str, str]:
    """What the file says about itself."""
    size = f"multiples of 16, BGR 0..255, output stride {STRIDE}" if net == "finder" else f"{CROP}x{CROP} BGR 0..255"
    facts = {"role": net, "input": size, "training_data": data, "date": datetime.date.today().isoformat()}
    if net == "reader":
        facts |= {"ranks": RANKS, "suits": SUITS, "kinds": " ".join(KINDS), "temperature": f"{temperature:.3f}"}
        facts |= {"sureness": sureness} if sureness else {}
    return facts


def averages(files: dict[Path, float]) -> dict[str, torch.Tensor]:
    """The mean of the running averages of checkpoints, each counting by its share: what a training was earlier
    steadies what it became (model soups; Wortsman et al., 2022).  Whole numbers are those of the first."""
    states = [(torch.load(file, weights_only=True)["average"], share) for file, share in files.items()]
    return {name: sum(share * state[name] for state, share in states) if tensor.dtype.is_floating_point else tensor
            for name, tensor in states[0][0].items()}


def export(net: str, checkpoints: dict[Path, float], out: Path, facts: dict[str, str], scenes: Path | None = None
           ) -> float:
    """Write the ONNX file; returns the largest difference between its output and the network's.

    checkpoints: with their shares, which add up to 1.  scenes: where to take the ranges of whole numbers from; None
    keeps floating point.
    """
    model = FinderNet() if net == "finder" else IndexNet()
    model.load_state_dict(averages(checkpoints))
    model.eval()
    shape = (1, 3, 96, 128) if net == "finder" else (2, 3, CROP, CROP)
    example = torch.rand(shape) * 255
    axes = ({"picture": {2: "height", 3: "width"}, "out": {2: "rows", 3: "columns"}} if net == "finder"
            else {"picture": {0: "n"}, "out": {0: "n"}})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(model, (example,), str(out), input_names=["picture"], output_names=["out"],
                          dynamic_axes=axes, opset_version=17, dynamo=False)
    with torch.no_grad():
        wanted = model(example).numpy()
    got = ort.InferenceSession(str(out)).run(None, {"picture": example.numpy()})[0]
    if scenes:
        quantise(net, out, scenes)
    stored = onnx.load(out)
    if net == "reader":
        add_description(stored)
    onnx.helper.set_model_props(stored, facts)
    onnx.save(stored, out)
    return float(np.abs(got - wanted).max())


class Inputs(CalibrationDataReader):
    """What a network gets from some drawn scenes: whole windows, or batches of crops."""

    def __init__(self, net: str, folder: Path, count: int = 60) -> None:
        truths = load_truths([folder])
        self.rest = iter(truths[:: max(1, len(truths) // count)])
        self.make = self.window if net == "finder" else self.crops
        self.rng = np.random.default_rng(1)

    def get_next(self) -> dict[str, np.ndarray] | None:
        """The next input, or None at the end."""
        truth = next(self.rest, None)
        return None if truth is None else {"picture": self.make(truth).astype(np.float32)}

    def window(self, truth: Truth) -> np.ndarray:
        """One picture for the finder."""
        return balanced(load_picture(truth.file)[:WINDOW, :WINDOW]).transpose(2, 0, 1)[None]

    def crops(self, truth: Truth) -> np.ndarray:
        """Some crops for the reader."""
        crops = [example.crop for example in reader_examples(truth, self.rng)]
        return whitened(np.stack(crops or [np.zeros((CROP, CROP, 3), np.uint8)])).transpose(0, 3, 1, 2)


def quantise(net: str, file: Path, scenes: Path) -> None:
    """Rewrite an ONNX file to compute in 8-bit whole numbers, in place; its last layer stays exact."""
    prepared = file.with_suffix(".prepared.onnx")
    try:
        quant_pre_process(str(file), str(prepared), skip_symbolic_shape=True)
        last = [node.name for node in onnx.load(prepared).graph.node if node.op_type in ("Conv", "Gemm")][-1]
        quantize_static(str(prepared), str(file), Inputs(net, scenes), quant_format=QuantFormat.QDQ, per_channel=True,
                        activation_type=QuantType.QUInt8, weight_type=QuantType.QInt8, nodes_to_exclude=[last])
    finally:
        prepared.unlink(missing_ok=True)


def add_description(model: onnx.ModelProto) -> None:
    """Let a reader also give what its last layer sees, behind its own numbers, in place: the description of an index
    by which a deck that was shown is recognised.  One output, because not every runner gives inner ones."""
    last = next(node for node in reversed(model.graph.node) if node.op_type == "Gemm")
    if last.output[0] != model.graph.output[0].name:
        return  # it does already
    last.output[0] = "numbers"
    name = model.graph.output[0].name
    model.graph.node.append(onnx.helper.make_node("Concat", ["numbers", last.input[0]], [name], "described", axis=1))
    weight = next(i for i in model.graph.initializer if i.name == last.input[1])
    model.graph.output[0].type.tensor_type.shape.dim[1].dim_value = sum(weight.dims)


def restate(file: Path, **stated: str | None) -> None:
    """Give an exported reader a description, other facts (its sureness, what is mirrored), and nothing else."""
    stored = onnx.load(file)
    facts = {entry.key: entry.value for entry in stored.metadata_props} | {k: v for k, v in stated.items() if v}
    add_description(stored)
    onnx.helper.set_model_props(stored, facts)
    onnx.save(stored, file)


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m models export", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("net", choices=["finder", "reader"])
    parser.add_argument("--work", type=Path, help="folder of the checkpoint")
    parser.add_argument("--mix", type=Path, metavar="CHECKPOINT", help="an earlier one, to be averaged with it")
    parser.add_argument("--share", type=float, default=0.6, help="how much WORK's counts then, 0 to 1")
    parser.add_argument("--restate", action="store_true",
                        help="keep the network, write --sureness, --mirrored or --strange anew")
    parser.add_argument("--out", type=Path, help="file to write (default: beside this program)")
    parser.add_argument("--int8", type=Path, metavar="SCENES", help="whole numbers, ranges from these drawn scenes")
    parser.add_argument("--temperature", type=float, default=1.0, help="the reader's, from models.judging.photographs")
    parser.add_argument("--sureness", help="the reader's weights, from models.judging.photographs calibrate")
    parser.add_argument("--mirrored", help="with --restate: the reader's weights, from `python -m models mirror`")
    parser.add_argument("--strange", help="with --restate: the reader's weights, from `python -m models strange`")
    parser.add_argument("--data", default=DATA, help="a sentence for the metadata")
    args = parser.parse_args()
    out = args.out or HERE / f"{args.net}.onnx"
    try:
        if args.restate:
            restate(out, sureness=args.sureness, mirrored=args.mirrored, strange=args.strange)
            keep_checksums(out.parent)
            return 0
        if not args.work:
            raise Refusal("Say with --work where the checkpoint is.")
        share = args.share if args.mix else 1.0
        files = {args.work / f"{args.net}.pt": share} | ({args.mix: 1 - share} if args.mix else {})
        difference = export(args.net, files, out, described_file(args.net, args.temperature, args.sureness, args.data),
                            args.int8)
    except (OSError, Refusal) as error:
        print(error, file=sys.stderr)
        return 2
    keep_checksums(out.parent)
    print(f"{out}: {out.stat().st_size / 1e6:.2f} MB, differs by {difference:.1e} from the trained network")
    return 0 if difference < 1e-2 else 1


if __name__ == "__main__":
    sys.exit(main())
