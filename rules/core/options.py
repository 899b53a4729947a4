"""House rules: what a table may choose, and the options of every table.

    >>> Option("target", (200,), least=1).parse("100")
    100
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from rules.core.errors import SetupError, quoted
from rules.core.said import Said, said

Value = str | int | bool


@dataclass(frozen=True, slots=True)
class Option:
    """A rule the table may choose.  `values` lists the choices, the default first; a whole-number
    option has `values = (default,)` and its bounds in `least` and `most`; a free text has
    `values = (default,)` and the regular expression it must match in `pattern`."""

    name: str
    values: tuple[Value, ...]
    least: int | None = None
    most: int | None = None
    pattern: str = ""

    @property
    def default(self) -> Value:
        """The value that holds where nobody chose one."""
        return self.values[0]

    def parse(self, text: str) -> Value:
        """The value a player wrote; raises SetupError naming the option and its choices."""
        if self.least is not None:
            return self._parse_number(text, self.least)
        if self.pattern:
            return self._parse_text(text)
        tidy = text.strip().lower()
        for value in self.values:
            if tidy == option_text(value).lower():
                return value
        if isinstance(self.default, bool) and tidy in ("yes", "on", "no", "off"):
            return tidy in ("yes", "on")
        raise SetupError("Option {name} cannot be {text}; choose {choices}.",
                         name=self.name, text=quoted(text), choices=tuple(map(option_text, self.values)))

    def _parse_number(self, text: str, least: int) -> int:
        if re.fullmatch(r"-?\d{1,18}", text.strip()):
            number = int(text)
            if number >= least and (self.most is None or number <= self.most):
                return number
        bound = "up" if self.most is None else "to {most}"
        raise SetupError("Option {name} cannot be {text}; choose a whole number from {least} " + f"{bound}.",
                         name=self.name, text=quoted(text), least=least, most=self.most)

    def _parse_text(self, text: str) -> str:
        for tidy in (" ".join(text.split()), "".join(text.split())):
            if re.fullmatch(self.pattern, tidy):
                return tidy
        raise SetupError("Option {name} cannot be {text}; write something like {example}.",
                         name=self.name, text=quoted(text), example=self.default)

    @property
    def choices(self) -> str:
        """For people: "mandatory, optional or never", "a whole number from 1 to 13"."""
        if self.least is not None:
            upper = f" to {self.most}" if self.most is not None else " up"
            return f"a whole number from {self.least}{upper}"
        if self.pattern:
            return f"something like {self.default}" if self.default else "a few words"
        texts = [option_text(v) for v in self.values]
        return " or ".join(filter(None, [", ".join(texts[:-1]), texts[-1]]))


def option_text(value: Value) -> str:
    """A value as records have it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


# -- the fields of a game's house rules, an option each -----------------------------------------------


def choice(*values: Value) -> Any:
    """One of these, the first unless a table chooses another."""
    return _option(*values)


def number(usual: int, least: int, most: int | None = None) -> int:
    """A whole number within bounds."""
    wanted: int = _option(usual, least=least, most=most)
    return wanted


def words(usual: str, pattern: str) -> str:
    """A free text that a regular expression matches."""
    wanted: str = _option(usual, pattern=pattern)
    return wanted


def _option(*values: Value, **bounds: Any) -> Any:
    return field(default=values[0], metadata={"values": values, **bounds})


def options_of(house: type) -> tuple[Option, ...]:
    """What a table may choose: every field of the house rules that was declared as above."""
    return tuple(Option(each.name, **each.metadata) for each in fields(house) if each.metadata)


# Options of every table, whatever the game (RULES 0).
REMEDY = Option("remedy", ("undo", "stand", "penalty"))
PENALTY = Option("penalty", (1,), least=1)
COMMON_OPTIONS = (REMEDY, PENALTY)
# Perhaps misread or wrongly written: the table is asked, whatever the remedy.
ASKED_ABOUT = frozenset(("DUPLICATE", "FOREIGN", "CLAUSE", "UNSEEN_CARD"))


def common_options(written: Mapping[str, str]) -> dict[str, Value]:
    """The options of every table with the defaults filled in; raises SetupError for a value there is not."""
    return {option.name: option.parse(written[option.name]) if option.name in written else option.default
            for option in COMMON_OPTIONS}


def remedy_text(written: Mapping[str, str]) -> Said:
    """How this table deals with faults, in a sentence."""
    house = common_options(written)
    keys = {"undo": "remedy-undo", "stand": "remedy-stand", "penalty": "remedy-penalty"}
    return said(keys[str(house["remedy"])], points=house["penalty"])
