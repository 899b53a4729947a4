"""What commands print: nothing that others wrote moves the cursor, colours the terminal or turns the text around.

    print(harmless(f"There is no picture {file}."))
    console.print(f"[bold]{escape(line.text)}[/]")        # in rich markup
"""

from __future__ import annotations

import unicodedata

from rich.markup import escape as markup_escape

KEPT = "\n\t"


def harmless(text: str) -> str:
    """A text with its control characters and marks of direction written out, as \\x1b."""
    return "".join(letter if letter in KEPT or unicodedata.category(letter) not in ("Cc", "Cf", "Cs") else
                   letter.encode("unicode_escape").decode() for letter in text)


def escape(text: str) -> str:
    """The same for rich markup, where it is shown as it is written."""
    return markup_escape(harmless(text))
