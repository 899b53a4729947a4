"""What the screens say in each language, from `companion/languages/LANGUAGE.toml`; one language is spoken at a time.

    use_language("de")
    phrases.BEGIN           # "Los"
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from rules import GAMES

Phrase = str | tuple[str, ...] | Mapping[str, str]
LANGUAGES = {"en": "English", "de": "Deutsch"}  # each as it calls itself
_NAMES = "en"  # the language that has every name


@dataclass
class _Spoken:
    language: str = "en"


_SPOKEN = _Spoken()


def language_spoken() -> str:
    """The language that is spoken now."""
    return _SPOKEN.language


def use_language(language: str) -> None:
    """Speak this language from now on; English for one that is not known."""
    _SPOKEN.language = language


def phrase(name: str) -> Phrase:
    """The words of this name in the language that is spoken, or in English where it has none.  AttributeError where
    the screens say nothing of this name."""
    own = translation(language_spoken())
    if name in own:
        return own[name]
    if name in translatable():
        return translatable()[name]
    raise AttributeError(f"The screens say nothing that is called {name}.")


def translatable() -> Mapping[str, Phrase]:
    """Everything that a language has to say in its own words: name -> text, or texts by key or in order."""
    return translation(_NAMES)


@cache
def refusals(language: str) -> Mapping[str, str]:
    """What is refused: the English sentence -> the same in this language.  What a game alone refuses lies beside its
    other sentences, in `words/refused.LANGUAGE.toml`."""
    own = dict[str, str](_table(language).get("refusals", {}))
    for game in GAMES.values():
        file = files(type(game).__module__) / "words" / f"refused.{language}.toml"
        own |= tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    return own


@cache
def translation(language: str) -> Mapping[str, Phrase]:
    """What a language says by name; nothing where it is not known."""
    return {name: tuple(said) if isinstance(said, list) else said for name, said in _table(language).items()
            if name != "refusals"}


@cache
def _table(language: str) -> Mapping[str, Any]:
    if language not in LANGUAGES:
        return {}
    file = files("companion") / "languages" / f"{language}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))
