"""The networks that read cards, and everything that makes them.

`finder.onnx`, `reader.onnx` and `faces.onnx` are what `vision` runs; README.md is their model card.  The
programs need the `train` extra (`pip install -e .[train]`) and data folders given as arguments:

    python -m models draw --faces FACES --backgrounds SURFACES --out WORK/scenes
    python -m models train card_finder --scenes WORK/scenes --work WORK
    python -m models export card_finder --work WORK
    python -m models judge photos FOLDER...

Dice and Italian-suited cards have programs of their own: `python -m models draw-dice`, `dice`, `italian`.
`drawing/` makes scenes, `training/` learns from them, `judging/` says what was learned.
"""
