"""Trains the network of riders: `python -m scripts.rider_net.train EXAMPLES.npz... --out FILE.onnx [--steps N]`.

Of each place it learns whether the middle of a rider is there.  Views are turned, mirrored, moved, stretched and made larger or
smaller, their colours are exchanged and made brighter, darker, noisier, softer and sharper, so that no art and no light is learnt
by heart.  (PyTorch, onnx)
"""

from __future__ import annotations

import torch

from scripts.given import training
from scripts.places import Places, loaded, train
from scripts.training import export
from vision.facing import PATCH
from vision.rider_net import SPREAD, STRIDE

PLACES = Places(PATCH, STRIDE, here=6.5, clear=11.0, inside=40.0, unknown=0.1, mistaken=SPREAD)


def main() -> None:
    given = training(__doc__, 4000)
    torch.manual_seed(0)
    export(train(*loaded(given.examples, "riders"), given.steps, PLACES), (8, PATCH, PATCH), "views", "riders", str(given.out))


if __name__ == "__main__":
    main()
