"""Start training from an exported network, whose checkpoint need not be at hand.

    net = IndexNet()
    load_onnx(net, Path("models/reader.onnx"))   # the same answers, within the rounding of 8-bit numbers
    settle(net, pictures)                        # batch norm measured anew, the answers unchanged
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import nn

from rules.core.errors import Refusal


def exported_weights(file: Path) -> list[tuple[np.ndarray, np.ndarray]]:
    """Weight and bias of each convolution and matrix in the file, in order, as floating point numbers."""
    graph = onnx.load(file).graph
    known = {i.name: numpy_helper.to_array(i) for i in graph.initializer}
    for node in graph.node:
        if node.op_type == "DequantizeLinear" and all(name in known for name in node.input):
            axis = next((a.i for a in node.attribute if a.name == "axis"), 1)
            known[node.output[0]] = dequantised(axis, *(known[name] for name in node.input))
    return [(known[node.input[1]].astype(np.float32), known[node.input[2]].astype(np.float32))
            for node in graph.node if node.op_type in ("Conv", "Gemm")]


def dequantised(axis: int, whole: np.ndarray, scale: np.ndarray, zero: np.ndarray) -> np.ndarray:
    """(whole - zero) * scale, along an axis where there are several scales."""
    if scale.ndim and whole.ndim:
        shape = [1] * whole.ndim
        shape[axis % whole.ndim] = -1
        scale, zero = scale.reshape(shape), zero.reshape(shape)
    return np.asarray((whole.astype(np.float32) - zero.astype(np.float32)) * scale)


def load_onnx(net: nn.Module, file: Path) -> None:
    """Give a network (of models.training.nets) the weights of a file, in place; Refusal if they do not fit.

    Exporting folds batch norm into the convolutions, so that it becomes a mere bias here.
    """
    modules = list(net.modules())
    layers = [m for m in modules if isinstance(m, nn.Conv2d | nn.Linear)]
    weights = exported_weights(file)
    if [tuple(m.weight.shape) for m in layers] != [w.shape for w, _ in weights]:
        raise Refusal(f"{file} does not hold a network of this shape.")
    with torch.no_grad():
        for layer, (weight, bias) in zip(layers, weights, strict=True):
            layer.weight.copy_(torch.from_numpy(weight))
            after = modules[modules.index(layer) + 1] if layer.bias is None else None
            if isinstance(after, nn.BatchNorm2d):
                mean, variance = running(after)
                mean.zero_()
                variance.fill_(1 - after.eps)
                after.weight.fill_(1)
                after.bias.copy_(torch.from_numpy(bias))
            elif layer.bias is not None:
                layer.bias.copy_(torch.from_numpy(bias))


def settle(net: nn.Module, pictures: torch.Tensor) -> None:
    """Measure every batch norm on pictures (n, 3, h, w), in place, without changing what the network answers.

    After `load_onnx` batch norm is a bias; trained as it is, a batch's own mean would throw the answers over.
    """
    means: dict[nn.BatchNorm2d, tuple[torch.Tensor, torch.Tensor]] = {}

    def measure(norm: nn.BatchNorm2d, inputs: tuple[torch.Tensor], _output: torch.Tensor) -> None:
        means[norm] = inputs[0].mean(dim=(0, 2, 3)), inputs[0].var(dim=(0, 2, 3), unbiased=False)

    norms = [m for m in net.modules() if isinstance(m, nn.BatchNorm2d)]
    hooks = [norm.register_forward_hook(measure) for norm in norms]
    net.eval()
    with torch.no_grad():
        net(pictures)
    for hook in hooks:
        hook.remove()
    with torch.no_grad():
        for norm, (mean, variance) in means.items():
            old_mean, old_variance = running(norm)
            old = norm.weight / torch.sqrt(old_variance + norm.eps)
            norm.bias.add_((mean - old_mean) * old)
            norm.weight.copy_(old * torch.sqrt(variance + norm.eps))
            old_mean.copy_(mean)
            old_variance.copy_(variance)


def running(norm: nn.BatchNorm2d) -> tuple[torch.Tensor, torch.Tensor]:
    """The running mean and variance of a batch norm that keeps them."""
    assert norm.running_mean is not None
    assert norm.running_var is not None
    return norm.running_mean, norm.running_var
