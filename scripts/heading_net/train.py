"""Trains the network of headings: `python -m scripts.heading_net.train EXAMPLES.npz... --out FILE.onnx [--steps N]
[--start FILE.onnx [--share S]]`.

Of each piece it is shown the four quarter turns, and learns which has its nose up.  Views are mirrored, turned, moved,
stretched and made larger or smaller, a spot of half of them is hidden, their colours are exchanged and made brighter, darker,
noisier, softer and sharper, so that no art and no light is learnt by heart.  (PyTorch, onnx)
"""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from scripts.given import training
from scripts.training import begun, export, mixed, repainted, trained
from vision.heading_net import SIDE
from vision.small_net import MIDDLE, SPREAD

BATCH, RATE, SMOOTH = 64, 3e-3, 0.01
TURNED, MOVED, LARGER, LONGER = math.radians(6), 2 / SIDE, 0.08, 0.07
HIDDEN, REACH = 0.5, (2.0, 5.0)
"""Of so many views a spot of such a radius, pixels, is hidden: no ear, nose or tail may be all that tells."""
UNKNOWN = 0.1
"""In so many views nothing is known of where they differ from the board."""
Tensor = torch.Tensor


def loaded(files: list[Path]) -> Tensor:
    """All views (n, 8, SIDE, SIDE), turned so that the nose is up."""
    each = [np.load(file) for file in files]
    views, facings = (np.concatenate([one[name] for one in each]) for name in ("views", "facings"))
    up = np.stack([np.rot90(view, facing) for view, facing in zip(views, facings, strict=True)])
    return torch.from_numpy(up.transpose(0, 3, 1, 2).copy())


def laid_anew(x: Tensor) -> Tensor:
    """Views (n, 8, SIDE, SIDE) a little turned, moved, longer, wider, larger or smaller, half of them mirrored."""
    count = len(x)
    turn = torch.randn(count).clamp(-2, 2) * TURNED
    scale = torch.exp(torch.randn(count).clamp(-2, 2) * LARGER)
    mirrored = torch.where(torch.rand(count) < 0.5, -1.0, 1.0)
    longer = torch.exp(torch.randn(count).clamp(-2, 2) * LONGER)
    cos, sin, (dx, dy) = torch.cos(turn) * scale, torch.sin(turn) * scale, torch.randn(2, count).clamp(-2, 2) * MOVED
    across, along = mirrored / longer, longer
    matrix = torch.stack([torch.stack([across * cos, -across * sin, dx], 1), torch.stack([along * sin, along * cos, dy], 1)], 1)
    return functional.grid_sample(x, functional.affine_grid(matrix, list(x.shape), align_corners=False), padding_mode="border",
                                  align_corners=False)  # fmt: skip


def hidden(x: Tensor) -> Tensor:
    """Views (n, 8, SIDE, SIDE) of some of which a spot near the middle shows the board."""
    count, at = len(x), torch.arange(SIDE) - (SIDE - 1) / 2
    down, across = torch.meshgrid(at, at, indexing="ij")
    (u, v), reach = 8 * torch.randn(2, count, 1, 1), REACH[0] + (REACH[1] - REACH[0]) * torch.rand(count, 1, 1)
    spot = ((across - u) ** 2 + (down - v) ** 2 < reach**2) & (torch.rand(count, 1, 1) < HIDDEN)
    board = torch.cat([x[:, 3:6], x[:, 3:6], torch.zeros_like(x[:, :1]), x[:, 7:]], 1)
    return torch.where(spot[:, None], board, x)


def varied(x: Tensor) -> Tensor:
    """Views (n, 8, SIDE, SIDE), grey values, in another art, light and focus."""
    unknown = torch.rand(len(x), 1, 1, 1) < UNKNOWN
    return 255 * torch.cat([repainted(x[:, :6]), x[:, 6:] / 255 * torch.where(unknown, 0.0, 1.0)], 1)


def network() -> nn.Sequential:
    """How much each view (n, 8, SIDE, SIDE) looks like one with its nose up (n, 1)."""
    return nn.Sequential(
        nn.Conv2d(8, 16, 5, 2, 2), nn.ReLU(), nn.Conv2d(16, 24, 3, 1, 1), nn.ReLU(), nn.MaxPool2d(2),
        nn.Conv2d(24, 32, 3, 1, 1), nn.ReLU(), nn.Conv2d(32, 32, 3, 1, 1), nn.ReLU(), nn.MaxPool2d(2),
        nn.Conv2d(32, 32, 3, 1, 1), nn.ReLU(), nn.Flatten(), nn.Dropout(0.3), nn.Linear(32 * 25, 48), nn.ReLU(), nn.Linear(48, 1),
    )  # fmt: skip


def noses(net: nn.Module, up: Tensor) -> Tensor:
    """What the network says of each quarter turn (n, 4) of views with their noses up."""
    four = torch.cat([torch.rot90(up, turn, (2, 3)) for turn in range(4)])
    return net((four - MIDDLE) * SPREAD).reshape(4, -1).T


def train(views: Tensor, steps: int, start: Path | None = None, share: float = 1.0) -> nn.Module:
    """The network that tells noses; it may go on from weights, of which all but that share is kept then."""
    net = begun(network(), start)

    def loss_of_some() -> Tensor:
        some = torch.randint(0, len(views), (BATCH,))
        told = noses(net, varied(hidden(laid_anew(views[some].float()))))
        return functional.cross_entropy(told, torch.zeros(BATCH, dtype=torch.int64), label_smoothing=SMOOTH)

    told = trained(net, RATE if start is None else RATE / 3, steps, loss_of_some)
    return told if start is None else mixed(begun(network(), start), told, share)


def main() -> None:
    given = training(__doc__, 2400, goes_on=True)
    torch.manual_seed(0)
    net = train(loaded(given.examples), given.steps, given.start, given.share)
    export(net, (8, SIDE, SIDE), "views", "noses", str(given.out))


if __name__ == "__main__":
    main()
