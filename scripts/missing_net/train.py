"""Trains the network of what is missing: `python -m scripts.missing_net.train EXAMPLES.npz... --out FILE.onnx [--steps N]`.

Of each place it learns whether the middle of the piece that it is asked about is there, on views varied as those of riders are.
(PyTorch, onnx)
"""

from __future__ import annotations

import torch

from scripts.given import training
from scripts.places import Places, loaded, train
from scripts.training import export
from vision.missing_net import SIDE, STRIDE

PLACES = Places(SIDE, STRIDE, here=4.0, clear=7.5, inside=20.0, unknown=0.0, drawn=0.5)


def main() -> None:
    given = training(__doc__, 7000)
    torch.manual_seed(0)
    export(train(*loaded(given.examples, "middles"), given.steps, PLACES), (9, SIDE, SIDE), "views", "middles", str(given.out))


if __name__ == "__main__":
    main()
