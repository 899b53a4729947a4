"""Training goes on from an exported file: the network answers as the file does, before and after batch norm settles."""

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="training needs the train extra (PyTorch)")
pytest.importorskip("onnx", reason="training needs the train extra (onnx)")

import onnxruntime as ort
import torch
from torch import nn

from models.training.export import described_file, export
from models.training.nets import FinderNet, IndexNet
from models.training.recipe import load_recipe
from models.training.warm import load_onnx, settle
from vision.reading.index_reader import OUTPUTS
from vision.reading.reader import MODELS


def with_lived_in_norms(net: nn.Module) -> nn.Module:
    """The network with batch norms that are not what they were created as."""
    for module in net.modules():
        if isinstance(module, nn.BatchNorm2d):
            module.running_mean.uniform_(-0.3, 0.3)
            module.running_var.uniform_(0.5, 2)
            nn.init.uniform_(module.weight, 0.5, 1.5)
            nn.init.uniform_(module.bias, -0.2, 0.2)
    return net


@pytest.mark.parametrize(("name", "kind", "shape"), [("finder", FinderNet, (1, 3, 64, 64)),
                                                     ("reader", IndexNet, (4, 3, 48, 48))])
def test_a_network_loaded_from_its_export_answers_the_same(name, kind, shape, tmp_path):
    torch.manual_seed(3)
    torch.save({"average": with_lived_in_norms(kind()).state_dict()}, tmp_path / f"{name}.pt")
    file = tmp_path / f"{name}.onnx"
    recipe = load_recipe(f"card_{name}")
    export(recipe, {tmp_path / f"{name}.pt": 1.0}, file, described_file(recipe))
    pictures = torch.rand(shape) * 255
    wanted = ort.InferenceSession(str(file)).run(None, {"picture": pictures.numpy()})[0]
    wanted = wanted[:, :OUTPUTS] if name == "reader" else wanted  # the rest describes the index
    net = kind()
    load_onnx(net, file)
    assert np.abs(net.eval()(pictures).detach().numpy() - wanted).max() < 1e-2
    settle(net, pictures)
    assert np.abs(net.eval()(pictures).detach().numpy() - wanted).max() < 2e-2


def test_the_shipped_reader_can_be_trained_on():
    crops = np.random.default_rng(1).integers(0, 255, (16, 3, 48, 48)).astype(np.float32)
    wanted = ort.InferenceSession(str(MODELS / "reader.onnx")).run(None, {"picture": crops})[0][:, :OUTPUTS]
    net = IndexNet()
    load_onnx(net, MODELS / "reader.onnx")
    got = net.eval()(torch.from_numpy(crops)).detach().numpy()
    assert np.corrcoef(got.ravel(), wanted.ravel())[0, 1] > 0.98  # 8-bit rounding of every layer between


def test_a_file_of_another_shape_is_refused():
    with pytest.raises(ValueError, match="does not hold"):
        load_onnx(FinderNet(), Path(MODELS / "reader.onnx"))
