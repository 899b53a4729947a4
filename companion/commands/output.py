"""What commands print: nothing that others wrote moves the cursor, colours the terminal or turns the text around.

    print(harmless(f"There is no picture {file}."))
    console.print(f"[bold]{escape(line.text)}[/]")        # in rich markup
"""

from __future__ import annotations

import json
import re
import sys
import unicodedata
from typing import Any

from rich.markup import escape as markup_escape

KEPT = "\n\t"


def harmless(text: str) -> str:
    """A text with its control characters and marks of direction written out, as \\x1b."""
    return "".join(letter if letter in KEPT or unicodedata.category(letter) not in ("Cc", "Cf", "Cs") else
                   letter.encode("unicode_escape").decode() for letter in text)


def escape(text: str) -> str:
    """The same for rich markup, where it is shown as it is written."""
    return markup_escape(harmless(text))


def print_json(row: dict[str, Any]) -> None:
    """One JSON Lines object on stdout."""
    sys.stdout.write(_CONTROLS.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(row, ensure_ascii=False)) + "\n")


# JSON escapes the first thirty-two characters itself; these too may move a terminal's cursor or turn its text around.
_CONTROLS = re.compile("[\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
