"""Makes the network that tells where a piece stands that no search found (`vision/missing_net.py`).

1. `python -m scripts.tabletop_photos NAME... --out FOLDER` renders tables of Mice in a Maze, and
   `python -m scripts.tabletop_photos.headings SEED... --out FOLDER` such with mice and cheeses of all makes
   (DESIGN, D634, says which).
2. `python -m scripts.missing_net.examples FOLDER/* --out EXAMPLES` reads them and keeps what the network would be shown.
3. `python -m scripts.missing_net.train EXAMPLES/*.npz --out vision/weights/missing.onnx` trains it in twenty minutes of one core;
   it needs `pip install torch onnx`.
"""
