"""Makes the network that tells which way directed pieces look (`vision/heading_net.py`).

1. `python -m scripts.tabletop_photos.headings SEED... --out FOLDER` renders tables of mice.
2. `python -m scripts.heading_net.examples FOLDER/heading-* --out EXAMPLES` reads them and keeps what the network would be shown.
3. `python -m scripts.heading_net.train EXAMPLES/*.npz --out vision/weights/headings.onnx` trains it in some minutes; it needs
   `pip install torch onnx`.
4. With `--start vision/weights/headings.onnx --share 0.7` it goes on from those weights with other tables, and keeps three tenths
   of them.
"""
