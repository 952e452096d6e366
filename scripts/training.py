"""What all trainings of small networks share (PyTorch, onnx)."""

from __future__ import annotations

import copy
import math
from collections.abc import Callable
from pathlib import Path

import onnx
import torch
from onnx import numpy_helper
from torch import nn
from torch.nn import functional


def trained(net: nn.Module, rate: float, steps: int, loss_of_some: Callable[[], torch.Tensor]) -> nn.Module:
    """The mean of the networks of the last steps, where each step lowers the loss of some examples."""
    mean, optimiser = copy.deepcopy(net), torch.optim.AdamW(net.parameters(), rate, weight_decay=1e-2)
    for step in range(steps):
        for group in optimiser.param_groups:
            group["lr"] = rate * min(1, (step + 1) / 200) * (0.5 + 0.5 * math.cos(math.pi * step / steps)) + 1e-5
        loss = loss_of_some()
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        with torch.no_grad():
            for kept, new in zip(mean.parameters(), net.parameters(), strict=True):
                kept.lerp_(new, 1 - min(0.999, (step + 1) / (step + 51)))
            for kept, new in zip(mean.buffers(), net.buffers(), strict=True):
                kept.copy_(new)
        if step % 200 == 0:
            print(f"step {step}: {loss.item():.3f}", flush=True)
    return mean.eval()


def repainted(x: torch.Tensor) -> torch.Tensor:
    """Pictures and the boards below (n, 6, h, w), grey values, in other inks and light, the pictures in another focus too and
    noisier: (n, 6, h, w), 0..1."""
    count, height, width = len(x), *x.shape[2:]

    def times(channels: int, spread: float) -> torch.Tensor:
        return torch.exp(spread * torch.randn(count, channels, 1, 1))

    order = torch.stack([torch.randperm(3) for _ in range(16)])[torch.randint(0, 16, (count,))]
    order = torch.cat([order, order + 3], 1)[:, :, None, None].expand(-1, -1, height, width)
    inks = (torch.gather(x, 1, order) / 255).clamp(1e-4, 1)
    grey = inks.reshape(count, 2, 3, height, width).mean(2).repeat_interleave(3, 1)
    inks = grey + (inks - grey) * torch.rand(count, 1, 1, 1) ** 0.3
    inks = inks.clamp(1e-4, 1) ** times(1, 0.2) * times(1, 0.3) * times(3, 0.15).repeat(1, 2, 1, 1)
    seen = inks[:, :3] * times(1, 0.06) * times(3, 0.03)
    seen = seen + torch.randn_like(seen) * 0.03 * torch.rand(count, 1, 1, 1)
    soft = functional.avg_pool2d(functional.pad(seen, (1, 1, 1, 1), mode="replicate"), 3, 1)
    sharper = (torch.rand(count, 1, 1, 1) < 0.5) * (torch.rand(count, 1, 1, 1) * 1.5 - 0.7)
    return torch.cat([seen + sharper * (soft - seen), inks[:, 3:]], 1).clamp(0, 1)


def begun(net: nn.Module, start: Path | None) -> nn.Module:
    """A network with the weights of a file that `export` wrote, in the order of its layers; as it is if there is none."""
    if start is not None:
        kept = [numpy_helper.to_array(each) for each in onnx.load(str(start)).graph.initializer]
        for own in net.parameters():
            number = next(n for n, each in enumerate(kept) if each.shape == tuple(own.shape))
            own.data = torch.tensor(kept.pop(number))
    return net


def mixed(old: nn.Module, new: nn.Module, share: float) -> nn.Module:
    """A network whose weights are to that share those of the new one (Wortsman et al., Robust fine-tuning, 2022)."""
    with torch.no_grad():
        for kept, own in zip(old.parameters(), new.parameters(), strict=True):
            kept.lerp_(own, share)
    return old.eval()


def export(net: nn.Module, shape: tuple[int, ...], shown: str, told: str, path: str, large: bool = False) -> None:
    """Write a network that is `shown` so many things at once, each of that shape, or one as `large` as one likes, and says what
    is `told` of each."""
    # OpenCV 4 reads no network whose size is open, and asks one of a certain size about any other all the same.
    axes = {} if large else {shown: {0: "n"}, told: {0: "n"}}
    names = {"input_names": [shown], "output_names": [told], "dynamic_axes": axes}
    torch.onnx.export(net.cpu(), (torch.zeros(1, *shape),), path, opset_version=13, dynamo=False, **names)
