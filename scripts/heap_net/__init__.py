"""Makes the network that tells of poses in a heap how likely a piece lies so (`vision/pose_net.py`).

1. `python -m scripts.tabletop_photos.heaps SEED... --out FOLDER` renders tables full of heaps.
2. `python -m scripts.heap_net.examples FOLDER/heap-* --out EXAMPLES` reads them and keeps what the network would be shown.
3. `python -m scripts.heap_net.train EXAMPLES/*.npz --out vision/weights/heap_poses.onnx` trains it; it needs
   `pip install torch onnx`, and an hour or a graphics card.
"""
