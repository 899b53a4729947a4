"""The names of all that the screens say, for whoever checks types: written from the words of the English screens.

    python -m companion.tools names             # is companion/words/phrases.pyi as it should be?
    python -m companion.tools names --write
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from calibration.files import write_whole
from companion.words import languages

NAMES = Path(languages.__file__).with_name("phrases.pyi")
HEAD = "# Written by python -m companion.tools names --write, from companion/languages/en.toml.\n\n"
KINDS = {str: "str", tuple: "tuple[str, ...]", dict: "dict[str, str]"}


def phrase_names() -> str:
    """The stub: a line for each name, in the order of the alphabet."""
    said = languages.translatable()
    return HEAD + "".join(f"{name}: {KINDS[type(said[name])]}\n" for name in sorted(said))


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m companion.tools names", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="write them anew")
    if parser.parse_args().write:
        write_whole(NAMES, phrase_names())
    is_right = NAMES.is_file() and NAMES.read_text(encoding="utf-8") == phrase_names()
    print(f"{NAMES.name} {'has' if is_right else 'has not'} every name.")
    return 0 if is_right else 1


if __name__ == "__main__":
    sys.exit(main())
