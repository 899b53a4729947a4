"""Write a trained network as ONNX, with what it is in its metadata.

    python -m models export card_finder --work WORK --scenes WORK/scenes
    python -m models export card_reader --work WORK --scenes WORK/scenes --sureness '[...]'
    python -m models export card_reader --restate --sureness '[...]'      # the network that is there, newly calibrated
    python -m models export card_reader --work WORK --mix OLDER/reader.pt --share 0.6     # the mean of two
    python -m models export italian --work WORK --decks FACES/... --backgrounds SURFACES

The checkpoint's weights that the recipe names are exported and compared with the ONNX file's own output.  With scenes
(or decks) a network computes in whole numbers, their ranges taken from these: less than half the time.
"""

from __future__ import annotations

import argparse
import datetime
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import onnx
import onnxruntime as ort
import torch
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process

from models.drawing.command import run
from models.training.recipe import PARTS, Recipe, load_recipe
from models.training.sources import ExampleFolders, add_sources
from rules.core.errors import Refusal
from vision.reading.network import keep_checksums

HERE = Path(__file__).resolve().parent.parent
FAITHFUL = 1e-2  # most that the outputs of file and network may differ
STATED = ("sureness", "mirrored", "strange")  # weights that a file keeps beside its network


def described_file(recipe: Recipe, temperature: float = 1.0, **stated: str | None) -> dict[str, str]:
    """What the file says about itself."""
    facts = {"role": recipe.file, "input": recipe.input, "training_data": recipe.data,
             "date": datetime.date.today().isoformat()} | recipe.parts.facts
    facts |= {"temperature": f"{temperature:.3f}"} if "kinds" in facts else {}
    return facts | {name: text for name, text in stated.items() if text}


def averages(files: dict[Path, float], weights: str = "average") -> dict[str, torch.Tensor]:
    """The mean of the weights ("average": their running averages) of checkpoints, each counting by its share: what a
    training was earlier steadies what it became (model soups; Wortsman et al., 2022).  Whole numbers are those of the
    first."""
    states = [(torch.load(file, weights_only=True, map_location="cpu")[weights], share)
              for file, share in files.items()]
    return {name: sum(share * state[name] for state, share in states) if tensor.dtype.is_floating_point else tensor
            for name, tensor in states[0][0].items()}


def export(recipe: Recipe, checkpoints: dict[Path, float], out: Path, facts: dict[str, str],
           ranges: Iterator[np.ndarray] | None = None) -> float:
    """Write the ONNX file; returns the largest difference between its output and the network's.

    checkpoints: with their shares, which add up to 1.  ranges: pictures to take the ranges of whole numbers from; None
    keeps floating point.
    """
    model = recipe.parts.net()
    model.load_state_dict(averages(checkpoints, recipe.export.weights))
    model.eval()
    example = torch.rand(recipe.export.shape) * 255
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(model, (example,), str(out), input_names=["picture"], output_names=["out"],
                          dynamic_axes={"picture": recipe.export.free, "out": recipe.export.free}, opset_version=17,
                          dynamo=False)
    with torch.no_grad():
        wanted = model(example).numpy()
    got = ort.InferenceSession(str(out)).run(None, {"picture": example.numpy()})[0]
    if ranges is not None:
        quantise(out, ranges)
    stored = onnx.load(out)
    if recipe.name == "card_reader":
        add_description(stored)
    onnx.helper.set_model_props(stored, facts)
    onnx.save(stored, out)
    return float(np.abs(got - wanted).max())


class Pictures(CalibrationDataReader):
    """Inputs from which the ranges of whole numbers are taken."""

    def __init__(self, pictures: Iterator[np.ndarray]) -> None:
        self.pictures = pictures

    def get_next(self) -> dict[str, np.ndarray] | None:
        """The next input by its name, (n, 3, h, w) float32; None at the end."""
        picture = next(self.pictures, None)
        return None if picture is None else {"picture": picture.astype(np.float32)}


def quantise(file: Path, ranges: Iterator[np.ndarray]) -> None:
    """Rewrite an ONNX file to compute in 8-bit whole numbers, in place; its last layer stays exact."""
    prepared = file.with_suffix(".prepared.onnx")
    try:
        quant_pre_process(str(file), str(prepared), skip_symbolic_shape=True)
        last = [node.name for node in onnx.load(prepared).graph.node if node.op_type in ("Conv", "Gemm")][-1]
        quantize_static(str(prepared), str(file), Pictures(ranges), quant_format=QuantFormat.QDQ, per_channel=True,
                        activation_type=QuantType.QUInt8, weight_type=QuantType.QInt8, nodes_to_exclude=[last])
    finally:
        prepared.unlink(missing_ok=True)


def add_description(model: onnx.ModelProto) -> None:
    """Let a reader also give what its last layer sees, behind its own numbers, in place: the description of an index
    by which a deck that was shown is recognised.  One output, because `Network.run` gives the first."""
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


def write_network(args: argparse.Namespace) -> None:
    """Write the network that the command line names, or state its weights anew."""
    recipe, folder = load_recipe(args.recipe), args.out or HERE
    out, stated = folder / f"{recipe.file}.onnx", {name: getattr(args, name) for name in STATED}
    if args.restate:
        restate(out, **stated)
        keep_checksums(folder)
        return
    if not args.work:
        raise Refusal("Say with --work where the checkpoint is.")
    folder.mkdir(parents=True, exist_ok=True)
    share = args.share if args.mix else 1.0
    files = {recipe.checkpoint(args.work): share} | ({args.mix: 1 - share} if args.mix else {})
    facts = described_file(recipe, args.temperature, **stated) | ({"training_data": args.data} if args.data else {})
    facts |= {"decks": " ".join(deck.name for deck in args.decks)} if args.decks else {}
    difference = export(recipe, files, out, facts, recipe.parts.ranges(ExampleFolders.of(args)))
    keep_checksums(folder)
    print(f"{out}: {out.stat().st_size / 1e6:.2f} MB, differs by {difference:.1e} from the trained network")
    if difference >= FAITHFUL:
        raise Refusal("The file does not say what the network says.")


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m models export", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("recipe", choices=list(PARTS), help="which network")
    add_sources(parser)
    parser.add_argument("--mix", type=Path, metavar="CHECKPOINT", help="an earlier one, to be averaged with it")
    parser.add_argument("--share", type=float, default=0.6, help="how much WORK's counts then, 0 to 1")
    parser.add_argument("--restate", action="store_true", help="keep the network, write its weights below anew")
    parser.add_argument("--out", type=Path, help="folder to write into (default: the project's)")
    parser.add_argument("--temperature", type=float, default=1.0, help="by which the outputs of a reader are divided")
    parser.add_argument("--sureness", help="weights, from `python -m models judge calibrate`")
    parser.add_argument("--mirrored", help="weights, from `python -m models mirror`")
    parser.add_argument("--strange", help="weights, from `python -m models strange`")
    parser.add_argument("--data", help="a sentence for the metadata, instead of the recipe's")
    return run(parser, write_network)


if __name__ == "__main__":
    sys.exit(main())
