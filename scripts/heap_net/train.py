"""Trains the network of heaps: `python -m scripts.heap_net.train EXAMPLES.npz... --out FILE.onnx [--steps N]` (PyTorch, onnx).

It is shown the window around a pose, and there which pieces were told already: a random part of those of the truth, as often the
uppermost.  It learns whether the pose is a piece that was not.  Windows are mirrored, their colours exchanged and made brighter,
darker, noisier, softer and sharper, so that no art and no light is learnt by heart.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from torch import nn
from torch.nn import functional

from scripts.given import training
from scripts.training import export, trained
from vision.pose_net import SIDE
from vision.small_net import MIDDLE, SPREAD

CROP, PIECES, BATCH, RATE = 72, 16, 1024, 2e-3
PIECE, NONE, HIDDEN = 0.72, 0.58, 0.3
"""Shares of what a pose and a wedge cover both from which on it is that, and up to which it is none; those between, of another
side, or of a wedge that is hidden so far, are not shown."""
SMOOTH, STILL_THERE = 0.005, 0.75
MIDDLE_PX = (SIDE - 1) / 2
Tensor = torch.Tensor
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"


class Examples:
    """The heaps of all files on the device, and windows of them."""

    def __init__(self, files: list[Path]) -> None:
        loaded = [dict(np.load(file)) for file in files]
        side = max(each["scenes"].shape[1] for each in loaded)
        heaps = sprites = 0
        for each in loaded:
            each["rows"][:, 0] += heaps
            each["rows"][:, 5] += sprites
            heaps, sprites = heaps + len(each["scenes"]), sprites + len(each["looks"])
        pad = [((0, 0), (0, side - each["scenes"].shape[1]), (0, side - each["scenes"].shape[2]), (0, 0)) for each in loaded]
        scenes = np.concatenate([np.pad(each["scenes"], by) for each, by in zip(loaded, pad, strict=True)])
        self.rows, looks = (np.concatenate([each[name] for each in loaded]) for name in ("rows", "looks"))
        self.scenes, self.looks = torch.from_numpy(scenes).to(DEVICE), torch.from_numpy(looks).to(DEVICE)
        self.places = torch.from_numpy(self.rows[:, :6].copy()).to(DEVICE)
        self.wedges = torch.from_numpy(self.rows[:, 7].astype(np.int64)).to(DEVICE)
        self.shares = torch.from_numpy(self.rows[:, 6].copy()).to(DEVICE)
        self._lay_pieces(looks, heaps, side)
        at = torch.arange(SIDE, device=DEVICE) - MIDDLE_PX
        self._down, self._across = torch.meshgrid(at, at, indexing="ij")

    def _lay_pieces(self, looks: Any, heaps: int, side: int) -> None:
        """What the wedges of each heap cover, by the pose that fits each best."""
        self.pieces, covers = np.full((heaps, PIECES), -1), [np.zeros((side, side), np.uint8)]
        numbers, rows = np.zeros((heaps, PIECES), np.int64), self.rows
        order = np.lexsort((-rows[:, 6], rows[:, 7], rows[:, 0]))
        order = order[(rows[order, 6] > NONE) & (rows[order, 8] > 0)]
        key = rows[order, 0] * 1000 + rows[order, 7]
        for row in rows[order[np.append(True, np.diff(key) != 0)]]:
            heap = int(row[0])
            if (free := np.flatnonzero(self.pieces[heap] < 0)).size:
                self.pieces[heap, free[0]], numbers[heap, free[0]] = int(row[7]), len(covers)
                covers.append(_laid(row, looks[int(row[5])][..., 3], side))
        self.ids, self.numbers = (torch.from_numpy(each).to(DEVICE) for each in (self.pieces, numbers))
        self.covers = torch.from_numpy(np.stack(covers)).to(DEVICE)

    def windows(self, some: Tensor, taken: Tensor, loose: bool = False) -> Tensor:
        """What the network sees of some poses (n, 13, SIDE, SIDE) where pieces (n, PIECES) are told; `loose`: a little aside."""
        heap, u, v, turn, scale, sprite = self.places[some].T
        if loose:
            off = torch.randn(4, len(some), device=DEVICE).clamp(-2, 2)
            u, v, turn, scale = u + 0.6 * off[0], v + 0.6 * off[1], turn + 2.5 * off[2], scale * (1 + 0.015 * off[3])
        left, upper = ((at - CROP / 2).round().long() for at in (u, v))
        steps, last = torch.arange(CROP, device=DEVICE), self.scenes.shape[1] - 1
        x, y = ((at[:, None] + steps).clamp(0, last) for at in (left, upper))
        rows, cols, number = y[:, :, None], x[:, None, :], heap.long()
        seen = self.scenes[number[:, None, None], rows, cols].permute(0, 3, 1, 2).float()
        laid = self.numbers[number] * taken
        told = self.covers[laid[:, :, None, None], y[:, None, :, None], x[:, None, None, :]].float().sum(1).clamp(0, 510) / 2
        angle = torch.deg2rad(turn)
        cos, sin = (torch.cos(angle) / scale)[:, None, None], (torch.sin(angle) / scale)[:, None, None]
        across = (u - left)[:, None, None] + cos * self._across - sin * self._down
        down = (v - upper)[:, None, None] + sin * self._across + cos * self._down
        grid = torch.stack([(across + 0.5) / CROP * 2 - 1, (down + 0.5) / CROP * 2 - 1], -1)
        both = torch.cat([seen, told[:, None]], 1)
        shown = functional.grid_sample(both, grid, align_corners=False, padding_mode="border")
        look = self.looks[sprite.long()].permute(0, 3, 1, 2).float()
        return (torch.cat([shown[:, :6], look, shown[:, 6:]], 1) - MIDDLE) * SPREAD

    def asked(self, some: Tensor, is_piece: Tensor) -> tuple[Tensor, Tensor]:
        """Which pieces are told already (n, PIECES), and whether each pose is one that is not (n,)."""
        ids = self.ids[self.places[some, 0].long()]
        count, there = len(some), ids >= 0
        chance = torch.rand(count, PIECES, device=DEVICE)
        high = ids.clamp(min=0).float()
        # Later wedges lie higher.
        by_height = 1 - high / (high.max(1, keepdim=True).values + 1e-3) + 0.15 * (chance - 0.5)
        order = torch.where(torch.rand(count, 1, device=DEVICE) < 0.5, chance, by_height)
        none = torch.rand(count, 1, device=DEVICE) < 0.3
        taken = (order < torch.where(none, -1.0, 1.1 * torch.rand(count, 1, device=DEVICE))) & there
        own = (ids == self.wedges[some][:, None]) & (self.shares[some] > 0.35)[:, None]
        kept = torch.rand(count, 1, device=DEVICE) < STILL_THERE
        taken &= ~(own & kept & is_piece[:, None])
        return taken, (is_piece & ~(taken & own).any(1)).float()


def _laid(row: Any, cover: Any, side: int) -> Any:
    """A sprite's cover (side, side) where a row says that it lies."""
    angle, scale = math.radians(float(row[3])), 1 / float(row[4])
    cos, sin = math.cos(angle) * scale, math.sin(angle) * scale
    u, v = float(row[1]), float(row[2])
    matrix = np.array([[cos, -sin, u - (cos - sin) * MIDDLE_PX], [sin, cos, v - (sin + cos) * MIDDLE_PX]])
    return cv2.warpAffine(np.ascontiguousarray(cover), matrix, (side, side))


def varied(x: Tensor) -> Tensor:
    """Windows (n, 13, SIDE, SIDE) in another art, light and focus."""
    count = len(x)

    def times(channels: int, spread: float) -> Tensor:
        return torch.exp(spread * torch.randn(count, channels, 1, 1, device=DEVICE))

    def some(share: float) -> Tensor:
        return torch.rand(count, 1, 1, 1, device=DEVICE) < share

    x = torch.where(some(0.5), x.flip(2), x)
    order = torch.stack([torch.randperm(3, device=DEVICE) for _ in range(8)])[torch.randint(0, 8, (count,), device=DEVICE)]
    order = torch.cat([order, order + 3, order + 6], 1)[:, :, None, None].expand(-1, -1, SIDE, SIDE)
    inks = ((torch.gather(x[:, :9], 1, order) + 1) / 2).clamp(1e-4, 1)
    inks = inks ** times(1, 0.2) * times(1, 0.3) * times(3, 0.15).repeat(1, 3, 1, 1)
    seen = inks[:, :3] * times(1, 0.06) * times(3, 0.03)
    seen = seen + torch.randn_like(seen) * 0.02 * torch.rand(count, 1, 1, 1, device=DEVICE)
    soft = functional.avg_pool2d(functional.pad(seen, (1, 1, 1, 1), mode="replicate"), 3, 1)
    seen = seen + some(0.5) * (torch.rand(count, 1, 1, 1, device=DEVICE) * 1.7 - 0.7) * (soft - seen)
    seen = torch.where(some(0.08), _moved(seen), seen)
    aside = tuple(torch.randint(-1, 2, (2,)).tolist())
    inks = torch.cat([seen, inks[:, 3:]], 1).clamp(0, 1.3) * 2 - 1
    return torch.cat([inks, x[:, 9:12], torch.roll(x[:, 12:], aside, (2, 3))], 1)


def _moved(seen: Tensor) -> Tensor:
    """As a camera sees it that was pushed."""
    turn, length = float(torch.rand(1)) * math.pi, 2 + 4 * float(torch.rand(1))
    steps = [(round(t * length * math.sin(turn)), round(t * length * math.cos(turn))) for t in np.linspace(-1, 1, 7)]
    return torch.stack([torch.roll(seen, step, (2, 3)) for step in steps]).mean(0)


def network() -> nn.Sequential:
    """Log odds (n, 1) of windows (n, 13, SIDE, SIDE)."""
    return nn.Sequential(
        nn.Conv2d(13, 16, 5, 2, 2), nn.ReLU(), nn.Conv2d(16, 16, 3, 1, 1), nn.ReLU(), nn.MaxPool2d(2),
        nn.Conv2d(16, 32, 3, 1, 1), nn.ReLU(), nn.Conv2d(32, 32, 3, 1, 1), nn.ReLU(), nn.MaxPool2d(2),
        nn.Conv2d(32, 32, 3, 1, 1), nn.ReLU(), nn.Flatten(), nn.Dropout(0.3), nn.Linear(32 * 25, 48), nn.ReLU(), nn.Linear(48, 1),
    ).to(DEVICE)  # fmt: skip


def train(examples: Examples, steps: int) -> nn.Module:
    """The network that tells pieces from what is none."""
    rows = examples.rows
    piece = (rows[:, 6] > PIECE) & (rows[:, 8] > 0) & (rows[:, 9] < HIDDEN)
    none = (rows[:, 6] < NONE) & ((rows[:, 9] < HIDDEN) | (rows[:, 6] < 0.2))
    pieces, others = (torch.from_numpy(np.flatnonzero(each)).to(DEVICE) for each in (piece, none))
    is_piece = torch.from_numpy(piece).to(DEVICE)
    net = network()

    def loss_of_some() -> Tensor:
        share = BATCH * 7 // 16
        drawn = [torch.randint(0, len(pieces), (share,)), torch.randint(0, len(others), (BATCH - share,))]
        some = torch.cat([pieces[drawn[0].to(DEVICE)], others[drawn[1].to(DEVICE)]])
        taken, right = examples.asked(some, is_piece[some])
        told = net(varied(examples.windows(some, taken, loose=True)))[:, 0]
        return functional.binary_cross_entropy_with_logits(told, right * (1 - 2 * SMOOTH) + SMOOTH)

    return trained(net, RATE, steps, loss_of_some)


def main() -> None:
    given = training(__doc__, 6000)
    torch.manual_seed(0)
    export(train(Examples(given.examples), given.steps), (13, SIDE, SIDE), "windows", "odds", str(given.out))


if __name__ == "__main__":
    main()
