"""Makes the network that tells whether something rides on a piece (`vision/rider_net.py`).

1. `python -m scripts.tabletop_photos NAME... --out FOLDER` renders tables of Mice in a Maze, and
   `python -m scripts.tabletop_photos.headings SEED... --out FOLDER` such with mice and cheeses of all makes
   (DESIGN, D631, says which).
2. `python -m scripts.rider_net.examples FOLDER/* --out EXAMPLES` reads them and keeps what the network would be shown.
3. `python -m scripts.rider_net.train EXAMPLES/*.npz --out vision/weights/riders.onnx` trains it in some ten minutes of two cores;
   it needs `pip install torch onnx`.
"""
