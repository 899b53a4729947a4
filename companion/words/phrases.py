"""The words of the screens by name, in the language that is spoken: `phrases.BEGIN`.

Names and types stand in `phrases.pyi`, which `python -m companion.tools names --write` makes of `languages/en.toml`.
"""

from companion.words.languages import Phrase, phrase


def __getattr__(name: str) -> Phrase:
    return phrase(name)
