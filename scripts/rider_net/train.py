"""Trains the network of riders: `python -m scripts.rider_net.train EXAMPLES.npz... --out FILE.onnx [--steps N]`.

Of each place it learns whether the middle of a rider is there.  Views are turned, mirrored, moved, stretched and made larger or
smaller, their colours are exchanged and made brighter, darker, noisier, softer and sharper, so that no art and no light is learnt
by heart.  (PyTorch, onnx)
"""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from scripts.given import training
from scripts.training import export, repainted, trained
from vision.facing import PATCH
from vision.rider_net import PLACES, STRIDE
from vision.rider_net import SPREAD as SPREAD_OF_COLOURS
from vision.small_net import MIDDLE, SPREAD

BATCH, RATE = 48, 3e-3
MOVED, LARGER, LONGER = 6 / PATCH, 0.2, 0.1
HERE, CLEAR, ELSEWHERE = 6.5, 11.0, 0.5
"""Pixels from the middle of a rider within which some place must tell it, and from which on none may; what a place without one
counts."""
INSIDE, UNKNOWN = 40.0, 0.1
"""Riders so near, px across and down, are told; in so many views nothing is known of the colours of riders or of the carrier."""
CLOSE = 8
"""So near its middle, px, a view shows what stands there."""
Tensor = torch.Tensor


def loaded(files: list[Path]) -> tuple[Tensor, Tensor]:
    """All views (n, 8, PATCH, PATCH), and where riders are (n, MOST, 2)."""
    each = [np.load(file) for file in files]
    views, riders = (np.concatenate([one[name] for one in each]) for name in ("views", "riders"))
    return torch.from_numpy(views.transpose(0, 3, 1, 2).copy()), torch.from_numpy(riders)


def laid_anew(x: Tensor, riders: Tensor) -> tuple[Tensor, Tensor]:
    """Views (n, 8, PATCH, PATCH) turned, moved, longer, wider, larger or smaller, half of them mirrored, and riders with them."""
    count, half = len(x), PATCH / 2
    turn = torch.rand(count) * 2 * math.pi
    scale, longer = (torch.exp(torch.randn(count).clamp(-2, 2) * spread) for spread in (LARGER, LONGER))
    across = torch.where(torch.rand(count) < 0.5, -1.0, 1.0) / longer
    cos, sin, shift = torch.cos(turn) * scale, torch.sin(turn) * scale, torch.randn(count, 2).clamp(-2, 2) * MOVED / 2
    turned = torch.stack([torch.stack([across * cos, -across * sin], 1), torch.stack([longer * sin, longer * cos], 1)], 1)
    grid = functional.affine_grid(torch.cat([turned, shift[:, :, None]], 2), list(x.shape), align_corners=False)
    laid = functional.grid_sample(x, grid, padding_mode="border", align_corners=False)
    there = torch.einsum("nij,nkj->nki", torch.linalg.inv(turned), riders / half - shift[:, None]) * half
    return laid, torch.where(riders.abs() > PATCH, riders, there)


def mistaken(x: Tensor) -> Tensor:
    """Views (n, 8, PATCH, PATCH) in half of which some colour of the board, or of what stands in the middle, looks like that of a
    rider: nobody may rely on the colour alone."""
    count, half = len(x), PATCH // 2
    near, own = torch.randint(-CLOSE, CLOSE + 1, (2, count)) + half, torch.rand(count) < 0.5
    far, each = torch.randint(0, PATCH, (2, count)), torch.arange(count)
    colour = torch.where(own[:, None], x[each, :3, near[0], near[1]], x[each, 3:6, far[0], far[1]])
    away = ((x[:, :3] - colour[:, :, None, None]) ** 2).sum(1)
    like = 255 * torch.exp(-away / (2 * SPREAD_OF_COLOURS**2)) * torch.rand(count, 1, 1) * (torch.rand(count, 1, 1) < 0.5)
    return torch.cat([x[:, :6], torch.maximum(x[:, 6], like)[:, None], x[:, 7:]], 1)


def varied(x: Tensor) -> Tensor:
    """Views (n, 8, PATCH, PATCH), grey values, in another art, light and focus."""
    count = len(x)
    steeper, fainter = (torch.exp(spread * torch.randn(count, 2, 1, 1)) for spread in (0.35, 0.1))
    unknown = torch.rand(count, 1, 1, 1) < UNKNOWN
    like = (fainter * (x[:, 6:] / 255).clamp(1e-4, 1) ** steeper).clamp(0, 1) * torch.where(unknown, 0.0, 1.0)
    return 255 * torch.cat([repainted(x[:, :6]), like], 1)


def network() -> nn.Sequential:
    """Log odds (n, 1, PLACES, PLACES) that the middle of a rider is in each place of views (n, 8, PATCH, PATCH)."""

    def layer(into: int, out: int, side: int, stride: int = 1) -> list[nn.Module]:
        return [nn.Conv2d(into, out, side, stride, side // 2, bias=False), nn.BatchNorm2d(out), nn.ReLU()]

    net = nn.Sequential(
        *layer(8, 16, 5, 2), *layer(16, 24, 3), nn.MaxPool2d(2), *layer(24, 32, 3), *layer(32, 40, 3), *layer(40, 40, 3),
        *layer(40, 40, 3), nn.Dropout2d(0.1), nn.Conv2d(40, 1, 1),
    )  # fmt: skip
    nn.init.constant_(next(reversed(list(net.parameters()))), -4.0)
    return net


def lost(told: Tensor, riders: Tensor) -> Tensor:
    """What is lost by log odds `told` (n, 1, PLACES, PLACES) where riders are at (n, MOST, 2)."""
    at = (torch.arange(PLACES) + 0.5) * STRIDE - PATCH / 2
    away = torch.hypot(at[None, None, None, :] - riders[..., 0, None, None], at[None, None, :, None] - riders[..., 1, None, None])
    best = torch.where(away < HERE, told, torch.tensor(-1e4)).amax((2, 3))
    missed = functional.softplus(-best) * (riders.abs().amax(2) < INSIDE)
    invented = functional.softplus(told[:, 0]) * (away.amin(1) > CLEAR)
    return (missed.sum() + ELSEWHERE * invented.sum()) / len(told)


def train(views: Tensor, riders: Tensor, steps: int) -> nn.Module:
    """The network that tells riders."""
    net = network()

    def loss_of_some() -> Tensor:
        some = torch.randint(0, len(views), (BATCH,))
        laid, there = laid_anew(views[some].float(), riders[some])
        return lost(net((varied(mistaken(laid)) - MIDDLE) * SPREAD), there)

    return trained(net, RATE, steps, loss_of_some)


def main() -> None:
    given = training(__doc__, 4000)
    torch.manual_seed(0)
    export(train(*loaded(given.examples), given.steps), (8, PATCH, PATCH), "views", "riders", str(given.out))


if __name__ == "__main__":
    main()
