"""One door to the programs of this room: `python -m models WHAT ...`, each with its own --help."""

from __future__ import annotations

import sys
from importlib import import_module

PROGRAMS = {
    "draw": "models.drawing.draw",
    "draw-dice": "models.drawing.dice_draw",
    "draw-italian": "models.drawing.italian_draw",
    "train": "models.training.train",
    "tune": "models.training.tune",
    "export": "models.training.export",
    "mine": "models.training.hard_examples",
    "mirror": "models.training.mirror",
    "strange": "models.training.strange",
    "mine-dice": "models.training.dice_examples",
}
JUDGES = {  # python -m models judge WHAT ...
    "lost": "models.judging.lost_cards",
    "packed": "models.judging.packed_rows",
    "laid": "models.judging.laid_cards",
    "special": "models.judging.special_packs",
    "taught": "models.judging.taught_decks",
    "designs": "models.judging.designs",
    "faces": "models.judging.whole_faces",
    "misread": "models.judging.misread",
    "speed": "models.judging.speed",
    "dice": "models.judging.dice_tables",
    "italian": "models.judging.italian_cards",
}
BY_FIRST_WORD = {  # these read the word after `judge` themselves
    "photos": "models.judging.photographs",
    "scenes": "models.judging.photographs",
    "calibrate": "models.judging.photographs",
    "sizes": "models.judging.report",
    "reliability": "models.judging.report",
}
TRAINING = ("torch", "onnx", "onnxscript", "fontTools")  # only where networks are trained and judged


def main(words: list[str]) -> int:
    """Run the program that the words name; its exit status, or 2 where there is none."""
    name, *rest = words or [""]
    programs = PROGRAMS
    if name == "judge":
        name, *rest = rest or [""]
        programs = JUDGES | BY_FIRST_WORD
        rest = [name, *rest] if name in BY_FIRST_WORD else rest
    if name not in programs:
        print(f"Name a program: {', '.join([*PROGRAMS, *(f'judge {judge}' for judge in JUDGES | BY_FIRST_WORD)])}.",
              file=sys.stderr)
        return 2
    sys.argv[1:] = rest
    try:
        program = import_module(programs[name])
    except ModuleNotFoundError as missing:
        if missing.name not in TRAINING:
            raise
        print(f"This needs {missing.name}; it comes with the extra `train`: pip install -e '.[train]'", file=sys.stderr)
        return 2
    return int(program.main())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
