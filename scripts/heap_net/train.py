"""Trains the network of heaps: `python -m scripts.heap_net.train EXAMPLES.npz... --out FILE.onnx [--steps N]`.

PyTorch, onnx and a C compiler are needed, and a graphics card, or patience.

Half of what it is shown are windows of rendered tables, turned and mirrored, half are drawn heaps of which no two have the same
print, on drawn tables and on those of the rendered ones.  Colours are exchanged, made brighter, darker, hazier, noisier and
softer, so that no art and no light is learnt by heart.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from scripts.given import training
from scripts.heap_net.drawn import MOST, SIDE, drawn, outlines, scene, table
from scripts.training import export, trained
from vision.heap_net import DARKEST
from vision.heap_places import STRIDE, TURNS

BATCH, RATE, AT_ONCE, EXPECTED = 128, 2e-3, 16, 0.04
SHARP_PX, SHARP_DEG, LEAST = 1.25 * STRIDE, 12.0, 0.1
"""How sharply a piece is told in place and turn; of which less is seen it need not be told."""
PLACES = SIDE // STRIDE
Tensor = torch.Tensor
Tiles = tuple[Tensor, Tensor, Tensor, Tensor, Tensor, Tensor, Tensor]
"""Pictures and boards (n, 3, SIDE, SIDE) 0..1, what is free (n, 1, SIDE, SIDE), corners (n, MOST, 3, 2) px, sides, shares seen
(n, MOST), and usual colours (n, 2, 3) 0..1."""
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"


class Rendered:
    """Windows of rendered tables."""

    def __init__(self, files: list[Path]) -> None:
        loaded = [dict(np.load(file)) for file in files]
        every = {name: np.concatenate([each[name] for each in loaded]) for name in ("tiles", "corners", "up", "seen")}
        counts = [len(each["tiles"]) for each in loaded]
        colours = np.repeat(np.stack([each["colours"] for each in loaded]), counts, axis=0)
        self.tiles = torch.from_numpy(every["tiles"].transpose(0, 3, 1, 2).copy()).to(DEVICE)
        self.corners, self.up = torch.from_numpy(every["corners"]).to(DEVICE), torch.from_numpy(every["up"]).long().to(DEVICE)
        self.seen, self.colours = torch.from_numpy(every["seen"]).to(DEVICE), torch.from_numpy(colours).to(DEVICE) / 255
        steps = torch.arange(SIDE, device=DEVICE) - (SIDE - 1) / 2
        self._grid = torch.stack(torch.meshgrid(steps, steps, indexing="xy"), -1)

    def some(self, count: int) -> Tiles:
        """So many windows about a wedge, turned, mirrored and magnified by chance."""
        which = torch.randint(0, len(self.tiles), (count,), device=DEVICE)
        corners, size = self.corners[which], self.tiles.shape[-1]
        there = torch.rand(count, MOST, device=DEVICE) * (self.seen[which] > 0)
        middle = corners.mean(2)[torch.arange(count, device=DEVICE), there.argmax(1)].nan_to_num(size / 2)
        middle = (middle + 90 * (torch.rand(count, 2, device=DEVICE) - 0.5)).clamp(40, size - 40)
        turn, zoom = 2 * math.pi * torch.rand(count, device=DEVICE), torch.exp(0.1 - 0.2 * torch.rand(count, device=DEVICE))
        cos, sin, flip = torch.cos(turn) / zoom, torch.sin(turn) / zoom, 1 - 2.0 * (torch.rand(count, device=DEVICE) < 0.5)
        matrix = torch.stack([torch.stack([cos * flip, -sin], -1), torch.stack([sin * flip, cos], -1)], 1)
        where = torch.einsum("nij,hwj->nhwi", matrix, self._grid) + middle[:, None, None]
        shown = functional.grid_sample(self.tiles[which].float() / 255, (where + 0.5) / size * 2 - 1, align_corners=False)
        back = torch.einsum("nij,nkpj->nkpi", torch.linalg.inv(matrix), corners - middle[:, None, None]) + (SIDE - 1) / 2
        parts = shown[:, :3], shown[:, 3:6], shown[:, 6:]
        return *parts, back, self.up[which], self.seen[which], self.colours[which]


class Drawn(IterableDataset[tuple[Tensor, ...]]):
    """Drawn heaps, AT_ONCE at a time, half of them on `boards` (n, SIDE, SIDE, 3) grey values."""

    def __init__(self, boards: np.ndarray) -> None:
        self._boards = boards

    def __iter__(self) -> Iterator[tuple[Tensor, ...]]:
        worker = get_worker_info()
        chance = np.random.default_rng(0 if worker is None else worker.id)
        while True:
            scenes = [scene(chance) for _ in range(AT_ONCE)]
            tables = [self._boards[chance.integers(len(self._boards))] if n % 2 else table(chance) for n in range(AT_ONCE)]
            boards = np.stack(tables).astype(np.float32) / 255
            pictures, shows = drawn(scenes, boards, int(chance.integers(2**31)))
            told = [outlines(each, shown) for each, shown in zip(scenes, shows, strict=True)]
            stacked = [np.stack([getattr(each, name) for each in told]) for name in ("corners", "up", "seen")]
            given = [pictures, boards, *stacked, np.stack([each.colours for each in scenes])]
            yield tuple(torch.from_numpy(np.ascontiguousarray(each)) for each in given)


def tiles_of(parts: list[tuple[Tensor, ...]]) -> Tiles:
    """Drawn heaps, the board as it would be expected: a little off."""
    picture, board, corners, up, seen, colours = (torch.cat(each).to(DEVICE) for each in zip(*parts, strict=True))
    picture, board = picture.permute(0, 3, 1, 2), board.permute(0, 3, 1, 2)
    board = board * torch.exp(EXPECTED * torch.randn(len(board), 3, 1, 1, device=DEVICE))
    board = torch.where(torch.rand(len(board), 1, 1, 1, device=DEVICE) < 0.6, _soft(board), board)
    board = torch.roll(board, tuple(torch.randint(-1, 2, (2,)).tolist()), (2, 3))
    return picture, board, torch.ones_like(board[:, :1]), corners, up.long(), seen, colours


def wanted(corners: Tensor, up: Tensor, seen: Tensor) -> tuple[Tensor, Tensor]:
    """What the network is to say of wedges (n, 2 * TURNS, PLACES, PLACES), and what counts of that."""
    middle, ahead = corners.mean(2), corners[:, :, 1:].mean(2) - corners[:, :, 0]
    turned = torch.rad2deg(torch.atan2(ahead[..., 1], ahead[..., 0]))
    at = torch.arange(PLACES, device=DEVICE) * STRIDE + (STRIDE - 1) / 2
    across, down = (torch.exp(-0.5 * ((at - middle[..., k, None]) / SHARP_PX) ** 2) for k in (0, 1))
    apart = (torch.arange(TURNS, device=DEVICE) * 360 / TURNS - turned[..., None] + 180) % 360 - 180
    turns = torch.exp(-0.5 * (apart / SHARP_DEG) ** 2)
    told = torch.zeros(len(corners), 2, TURNS, PLACES, PLACES, device=DEVICE)
    hidden, every = torch.zeros_like(told), torch.arange(len(corners), device=DEVICE)
    for k in range(MOST):
        shown = turns[:, k, :, None, None] * down[:, k, None, :, None] * across[:, k, None, None, :]
        shown = shown.nan_to_num(0)
        clear = (seen[:, k] >= LEAST)[:, None, None, None]
        told[every, up[:, k]] = torch.maximum(told[every, up[:, k]], shown * clear)
        hidden[every, up[:, k]] = torch.maximum(hidden[every, up[:, k]], shown * ~clear)
    return told.flatten(1, 2), 1 - ((hidden > 0.1) & (told < 0.1)).float().flatten(1, 2)


def _soft(shown: Tensor) -> Tensor:
    return functional.avg_pool2d(functional.pad(shown, (1, 1, 1, 1), mode="replicate"), 3, 1)


def varied(picture: Tensor, board: Tensor, colours: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """The same in another art, light and focus."""
    count = len(picture)

    def times(channels: int, spread: float) -> Tensor:
        return torch.exp(spread * torch.randn(count, channels, 1, 1, device=DEVICE))

    def some() -> Tensor:
        return torch.rand(count, 1, 1, 1, device=DEVICE)

    orders = torch.stack([torch.randperm(3) if n % 2 else torch.arange(3) for n in range(16)]).to(DEVICE)
    order = orders[torch.randint(0, 16, (count,), device=DEVICE)]
    steep, bright, tint = times(1, 0.15), times(1, 0.25), times(3, 0.12)

    def in_other_art(shown: Tensor) -> Tensor:
        exchanged = torch.gather(shown, 1, order[:, :, None, None].expand(-1, -1, *shown.shape[2:]))
        return (exchanged.clamp(1e-3, 1) ** steep * bright * tint).clamp(0, 1)

    picture, board = in_other_art(picture), in_other_art(board)
    colours = in_other_art(colours.permute(0, 2, 1)[..., None])[..., 0].permute(0, 2, 1)
    off = 0.06 * torch.randn(count, 2, 1, device=DEVICE) + 0.02 * torch.randn(count, 2, 3, device=DEVICE)
    colours = (colours * torch.exp(off)).clamp(0, 1)
    steps = torch.linspace(-1, 1, SIDE, device=DEVICE)
    slope = 0.08 * torch.randn(count, 2, 1, 1, device=DEVICE)
    picture = picture * times(1, 0.05) * times(3, 0.03) * torch.exp(slope[:, :1] * steps + slope[:, 1:] * steps[:, None])
    picture = torch.where(some() < 0.15, picture + (1 - picture) * some() * 0.15, picture)
    picture = picture + 1.2 * some() * (_soft(picture) - picture)
    blots = torch.randn(count, 3, SIDE // 3, SIDE // 3, device=DEVICE)
    coarse = functional.interpolate(blots, size=(SIDE, SIDE), mode="bilinear")
    return (picture + (torch.randn_like(picture) * 0.02 + coarse * 0.015) * some()).clamp(0, 1), board, colours


def features(picture: Tensor, board: Tensor, free: Tensor, colours: Tensor) -> Tensor:
    """What the network is shown, as `vision.heap_net.shown` has it (n, 13, h, w)."""
    seen, expected, sides = (torch.log(each.clamp(DARKEST, 1)) for each in (picture, board, colours))
    lower, upper = (sides[:, side, :, None, None] for side in (0, 1))
    return torch.cat([seen + 1, seen - expected, seen - upper, seen - lower, free], 1)


def _layer(given: int, made: int, side: int = 3, step: int = 1) -> nn.Sequential:
    return nn.Sequential(nn.Conv2d(given, made, side, step, side // 2, bias=False), nn.BatchNorm2d(made), nn.ReLU())


class Network(nn.Module):
    """An encoder and a decoder that hands on what is seen finely (Ronneberger et al., U-Net, 2015), by sums."""

    def __init__(self, fine: int = 32, middle: int = 64, coarse: int = 96) -> None:
        super().__init__()
        self.e1 = nn.Sequential(_layer(13, fine, 5, 2), _layer(fine, fine))
        self.e2 = nn.Sequential(_layer(fine, middle, 3, 2), _layer(middle, middle), _layer(middle, middle))
        self.e3 = nn.Sequential(_layer(middle, coarse, 3, 2), *(_layer(coarse, coarse) for _ in range(3)))
        self.u2, self.d2 = nn.ConvTranspose2d(coarse, middle, 2, 2), _layer(middle, middle)
        self.u1, self.d1 = nn.ConvTranspose2d(middle, fine, 2, 2), nn.Sequential(_layer(fine, fine), _layer(fine, 48))
        self.h = nn.Conv2d(48, 2 * TURNS, 1)
        nn.init.constant_(self.h.bias, -5.0)  # pieces are few

    def forward(self, shown: Tensor) -> Tensor:
        first = self.e1(shown)
        second = self.e2(first)
        second = self.d2(self.u2(self.e3(second)) + second)
        told: Tensor = self.h(self.d1(self.u1(second) + first))
        return told


def train(rendered: Rendered, steps: int) -> nn.Module:
    """The network that tells where wedges lie."""
    boards = torch.cat([rendered.some(BATCH)[1] for _ in range(8)]).permute(0, 2, 3, 1).cpu().numpy()
    heaps = iter(DataLoader(Drawn((boards * 255).astype(np.uint8)), batch_size=None, num_workers=torch.get_num_threads()))
    net = Network().to(DEVICE)

    def loss_of_some() -> Tensor:
        half = BATCH // 2
        parts = rendered.some(half), tiles_of([next(heaps) for _ in range(half // AT_ONCE)])
        picture, board, free, corners, up, seen, colours = (torch.cat(each) for each in zip(*parts, strict=True))
        told, counts = wanted(corners, up, seen)
        picture, board, colours = varied(picture, board, colours)
        says = net(features(picture, board, free, colours))
        # Places that are told well already count little (Li et al., Generalized Focal Loss, 2020).
        off = functional.binary_cross_entropy_with_logits(says, told, reduction="none") * (says.sigmoid() - told) ** 2
        counts = counts * functional.avg_pool2d((free > 0.5).float(), STRIDE)
        return (off * counts).sum() / (seen >= LEAST).sum().clamp(min=1)

    return nn.Sequential(trained(net, RATE, steps, loss_of_some), nn.Sigmoid()).eval()


def main() -> None:
    given = training(__doc__, 13000)
    torch.manual_seed(0)
    export(train(Rendered(given.examples), given.steps), (13, SIDE, SIDE), "shown", "told", str(given.out), large=True)


if __name__ == "__main__":
    main()
