"""Makes the network that sees where flat pieces lie on each other (`vision/heap_net.py`).

1. `python -m scripts.tabletop_photos.heaps SEED... --out FOLDER` renders tables full of heaps.
2. `python -m scripts.heap_net.examples FOLDER/heap-* --out EXAMPLES` reads them and keeps what the network would be shown.
3. `python -m scripts.heap_net.train EXAMPLES/*.npz --out vision/weights/heaps.onnx` trains it on these and on heaps that are
   drawn on the way; it needs `pip install torch onnx`, a C compiler, and ten minutes of a graphics card.
"""
