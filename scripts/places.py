"""What trainings of small networks share that tell of each place of a view whether the middle of something is there (PyTorch)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from scripts.training import repainted, trained
from vision.small_net import MIDDLE, SPREAD

BATCH, RATE = 48, 3e-3
MOVED, LARGER, LONGER = 6 / 92, 0.2, 0.1
CLOSE = 8
"""So near its middle, px, a view shows what stands there."""
DRAWN, CLEAR_OF = (6.0, 11.0), 16.0
"""Radii, px, of what is drawn on a board, so far at least from what stands there."""
ELSEWHERE = 0.5
"""What a place without one counts."""
Tensor = torch.Tensor


@dataclass(frozen=True)
class Places:
    """How views are shown and told: `side` px, of which one place is `stride`; px from the middle of something within which some
    place must tell it, `here`, and from which on none may, `clear`; those so near, px across and down, are told, `inside`; in a
    share of the views nothing is known of any colours, `unknown`; in half of them some other colour looks like the first that are
    looked for, as far as they are spread, `mistaken` (0: in none); a share of them has a piece drawn on the board, `drawn`."""

    side: int
    stride: int
    here: float
    clear: float
    inside: float
    unknown: float
    mistaken: float = 0.0
    drawn: float = 0.0


def loaded(files: list[Path], told: str) -> tuple[Tensor, Tensor]:
    """All views (n, c, side, side), and where what is told lies (n, m, 2), px from their middles."""
    each = [np.load(file) for file in files]
    views, middles = (np.concatenate([one[name] for one in each]) for name in ("views", told))
    return torch.from_numpy(views.transpose(0, 3, 1, 2).copy()), torch.from_numpy(middles)


def laid_anew(x: Tensor, middles: Tensor) -> tuple[Tensor, Tensor]:
    """Views (n, c, side, side) turned, moved, longer, wider, larger or smaller, half of them mirrored, and `middles` (n, m, 2),
    px from their own, with them."""
    count, side = len(x), x.shape[-1]
    half = side / 2
    turn = torch.rand(count) * 2 * math.pi
    scale, longer = (torch.exp(torch.randn(count).clamp(-2, 2) * spread) for spread in (LARGER, LONGER))
    across = torch.where(torch.rand(count) < 0.5, -1.0, 1.0) / longer
    cos, sin, shift = torch.cos(turn) * scale, torch.sin(turn) * scale, torch.randn(count, 2).clamp(-2, 2) * MOVED / 2
    turned = torch.stack([torch.stack([across * cos, -across * sin], 1), torch.stack([longer * sin, longer * cos], 1)], 1)
    grid = functional.affine_grid(torch.cat([turned, shift[:, :, None]], 2), list(x.shape), align_corners=False)
    laid = functional.grid_sample(x, grid, padding_mode="border", align_corners=False)
    there = torch.einsum("nij,nkj->nki", torch.linalg.inv(turned), middles / half - shift[:, None]) * half
    return laid, torch.where(middles.abs() > side, middles, there)


def mistaken(x: Tensor, spread: float) -> Tensor:
    """Views (n, c, side, side) in half of which some colour of the board, or of what stands in the middle, looks like the first
    that are looked for, which are spread so far: nobody may rely on the colour alone."""
    count, side = len(x), x.shape[-1]
    near, own = torch.randint(-CLOSE, CLOSE + 1, (2, count)) + side // 2, torch.rand(count) < 0.5
    far, each = torch.randint(0, side, (2, count)), torch.arange(count)
    colour = torch.where(own[:, None], x[each, :3, near[0], near[1]], x[each, 3:6, far[0], far[1]])
    away = ((x[:, :3] - colour[:, :, None, None]) ** 2).sum(1)
    like = 255 * torch.exp(-away / (2 * spread**2)) * torch.rand(count, 1, 1) * (torch.rand(count, 1, 1) < 0.5)
    return torch.cat([x[:, :6], torch.maximum(x[:, 6], like)[:, None], x[:, 7:]], 1)


def drawn(x: Tensor, middles: Tensor, others: Tensor, stand: Tensor, share: float) -> Tensor:
    """Views (n, c, side, side), in a share of which the board shows what stands in `others`, at `stand` (n, m, 2), px from their
    middles: what is drawn on it looks like a piece, and is none."""
    count, side = len(x), x.shape[-1]
    there = (torch.rand(count, 2) - 0.5) * side
    moved = torch.cat([torch.eye(2).expand(count, 2, 2), ((stand[:, 0] - there) * 2 / side)[:, :, None]], 2)
    grid = functional.affine_grid(moved, list(x.shape), align_corners=False)
    shown = functional.grid_sample(others, grid, padding_mode="border", align_corners=False)
    at = torch.arange(side) + 0.5 - side / 2
    away = torch.hypot(at[None, None, :] - there[:, 0, None, None], at[None, :, None] - there[:, 1, None, None])
    radii = DRAWN[0] + (DRAWN[1] - DRAWN[0]) * torch.rand(count, 1, 1)
    free = (middles - there[:, None]).norm(dim=2).amin(1) > CLEAR_OF
    some = free & (torch.rand(count) < share)
    cover = ((radii - away).clamp(0, 1) * (0.5 + 0.5 * torch.rand(count, 1, 1)) * some[:, None, None])[:, None]
    printed = torch.cat([shown[:, :3], shown[:, :3].roll(int(torch.randint(-1, 2, ())), 3), shown[:, 6:]], 1)
    return x + cover * (printed - x)


def varied(x: Tensor, unknown: float) -> Tensor:
    """Views (n, c, side, side), grey values, in another art, light and focus: pictures, boards, and what looks like something."""
    count, looks = len(x), x.shape[1] - 6
    steeper, fainter = (torch.exp(spread * torch.randn(count, looks, 1, 1)) for spread in (0.35, 0.1))
    untold = torch.rand(count, 1, 1, 1) < unknown
    like = (fainter * (x[:, 6:] / 255).clamp(1e-4, 1) ** steeper).clamp(0, 1) * torch.where(untold, 0.0, 1.0)
    return 255 * torch.cat([repainted(x[:, :6]), like], 1)


def network(channels: int, places: Places) -> nn.Sequential:
    """Log odds (n, 1, places, places) that the middle of something is in each place of views (n, channels, side, side)."""

    def layer(into: int, out: int, side: int, stride: int = 1) -> list[nn.Module]:
        return [nn.Conv2d(into, out, side, stride, side // 2, bias=False), nn.BatchNorm2d(out), nn.ReLU()]

    net = nn.Sequential(
        *layer(channels, 16, 5, places.stride // 2), *layer(16, 24, 3), nn.MaxPool2d(2), *layer(24, 32, 3), *layer(32, 40, 3),
        *layer(40, 40, 3), *layer(40, 40, 3), nn.Dropout2d(0.1), nn.Conv2d(40, 1, 1),
    )  # fmt: skip
    nn.init.constant_(next(reversed(list(net.parameters()))), -4.0)
    return net


def lost(told: Tensor, middles: Tensor, places: Places) -> Tensor:
    """What is lost by log odds `told` (n, 1, places, places) where the middles are at (n, m, 2)."""
    at = (torch.arange(places.side // places.stride) + 0.5) * places.stride - places.side / 2
    across, down = (middles[..., axis, None, None] for axis in (0, 1))
    away = torch.hypot(at[None, None, None, :] - across, at[None, None, :, None] - down)
    best = torch.where(away < places.here, told, torch.tensor(-1e4)).amax((2, 3))
    missed = functional.softplus(-best) * (middles.abs().amax(2) < places.inside)
    invented = functional.softplus(told[:, 0]) * (away.amin(1) > places.clear)
    return (missed.sum() + ELSEWHERE * invented.sum()) / len(told)


def train(views: Tensor, middles: Tensor, steps: int, places: Places) -> nn.Module:
    """The network that tells where the middles (n, m, 2) of something are in views (n, c, side, side)."""
    net = network(views.shape[1], places)
    # Half of what it is shown has one, or it says of nearly all that there is none.
    with_one = (middles.abs().amax(2) < places.inside).any(1)
    pools = [torch.nonzero(each).flatten() for each in (with_one, ~with_one)]

    def loss_of_some() -> Tensor:
        some = torch.cat([pool[torch.randint(0, len(pool), (BATCH // 2,))] for pool in pools])
        laid, there = laid_anew(views[some].float(), middles[some])
        if places.drawn:
            models = pools[0][torch.randint(0, len(pools[0]), (BATCH,))]
            laid = drawn(laid, there, *laid_anew(views[models].float(), middles[models]), places.drawn)
        laid = mistaken(laid, places.mistaken) if places.mistaken else laid
        return lost(net((varied(laid, places.unknown) - MIDDLE) * SPREAD), there, places)

    return trained(net, RATE, steps, loss_of_some)
