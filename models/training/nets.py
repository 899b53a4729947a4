"""The two networks: a finder of index corners and cards, a reader of one upright index."""

from __future__ import annotations

import torch
from torch import nn

from vision.reading.finder import CHANNELS, STRIDE
from vision.reading.index_reader import OUTPUTS


def conv(inputs: int, outputs: int, stride: int = 1, kernel: int = 3, dilation: int = 1) -> nn.Sequential:
    """Convolution, batch norm and ReLU."""
    return nn.Sequential(nn.Conv2d(inputs, outputs, kernel, stride, dilation * (kernel // 2), dilation,
                                   bias=False), nn.BatchNorm2d(outputs), nn.ReLU(inplace=True))


class Block(nn.Module):
    """Two convolutions beside a shortcut."""

    def __init__(self, width: int, dilation: int = 1) -> None:
        super().__init__()
        self.first = conv(width, width, dilation=dilation)
        self.second = nn.Sequential(nn.Conv2d(width, width, 3, padding=1, bias=False), nn.BatchNorm2d(width))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """(n, width, h, w) to the same shape."""
        return torch.relu(x + self.second(self.first(x)))


class FinderNet(nn.Module):
    """BGR pictures (n, 3, h, w) 0..255, h and w multiples of 16, to (n, CHANNELS, h / 8, w / 8)."""

    def __init__(self) -> None:
        super().__init__()
        assert STRIDE == 8
        self.fine = nn.Sequential(conv(3, 16, 2), conv(16, 32, 2), conv(32, 32), conv(32, 64, 2),
                                  Block(64), Block(64))
        self.coarse = nn.Sequential(conv(64, 96, 2), Block(96), Block(96, dilation=2), Block(96, dilation=4))
        self.up = nn.Upsample(scale_factor=2, mode="nearest")
        self.join = nn.Sequential(conv(64 + 96, 64, kernel=1), Block(64))
        self.head = nn.Conv2d(64, CHANNELS, 1)
        bias = torch.zeros(CHANNELS)
        bias[[0, 14, 15]] = -4.0  # heat starts low: few cells hold an index
        self.head.bias = nn.Parameter(bias)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Raw outputs; see vision.reading.finder for the channels."""
        fine = self.fine(x / 127.5 - 1.0)
        return self.head(self.join(torch.cat([fine, self.up(self.coarse(fine))], 1)))


class IndexNet(nn.Module):
    """Crops (n, 3, 48, 48) 0..255 BGR to (n, OUTPUTS): rank, suit, kind, pose correction."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(conv(3, 24), conv(24, 40, 2), Block(40), conv(40, 80, 2), Block(80),
                                  conv(80, 144, 2), Block(144))
        self.drop = nn.Dropout(0.1)
        self.squeeze = conv(144, 48, kernel=1)
        self.head = nn.Sequential(nn.Linear(48 * 36, 192), nn.ReLU(inplace=True), nn.Linear(192, OUTPUTS))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Raw outputs; see vision.reading.index_reader for their order."""
        return self.head(self.drop(self.squeeze(self.body(x / 127.5 - 1.0)).flatten(1)))
