"""TOML that people write by hand, checked on reading; one sentence with file, line and key where something is wrong.

    class Plan(msgspec.Struct, forbid_unknown_fields=True):
        seats: int
        heights: list[Number] = []

    read_checked(path, Plan)      # CalibrationError: "plan.toml, line 4: seats must be a whole number, not 'four'."
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar, get_args, get_origin

import msgspec
import msgspec.structs

from calibration.files import CalibrationError, echo, read_text
from rules.core.errors import MOST_LETTERS

FINITE = 1e12

Number = Annotated[float, msgspec.Meta(ge=-FINITE, le=FINITE)]  # neither infinite nor NaN
Positive = Annotated[float, msgspec.Meta(ge=0, le=FINITE)]
Schema = TypeVar("Schema")

_TYPES = {"float": "a number", "int": "a whole number", "str": "a text", "array": "a list", "object": "a table",
          "bool": "true or false"}
_BOUNDS = {"<": "below", "<=": "of at most", ">": "above", ">=": "of at least"}


def _parsed(text: str, path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        what = " ".join(str(error).split()) if isinstance(error, ValueError) else "too many brackets within another"
        raise CalibrationError("{path} is not written as expected: {what}.", path=path, what=what[:200]) from error


def read_checked(path: Path, schema: type[Schema]) -> Schema:
    """A TOML file as the schema (a msgspec.Struct) says; raises CalibrationError with file, line and key."""
    text = read_text(path)
    data = _parsed(text, path)
    try:
        return msgspec.convert(data, schema)
    except (msgspec.ValidationError, OverflowError) as error:
        raise CalibrationError(_sentence(error, data, schema, text, path)) from error


def _sentence(error: Exception, data: Mapping[str, Any], schema: type[Any], text: str, path: Path) -> str:
    message, _, at = str(error).partition(" - at ")
    keys = _keys(at.strip("`"), data, schema)
    named = [key for key in keys if isinstance(key, str)]
    field = re.search(r"field `(.+)`", message)
    where = ("a part of " if keys and named and isinstance(keys[-1], int) else "") + ".".join(named)
    if field is not None and "unknown" in message:
        place = _place(path, text, [*keys, field[1]])
        return f"{place}: '{field[1][:MOST_LETTERS]}' is unknown{_among(schema, keys)}."
    if field is not None:
        return f"{_place(path, text, keys)}: {where + ' ' if where else 'it '}lacks {field[1]}."
    wanted = _choices(schema, keys) or _wanted(message)
    return f"{_place(path, text, keys)}: {where or 'it'} must be {wanted}, not {echo(_at(data, keys))}."


def _choices(schema: type[Any], keys: Sequence[str | int]) -> str:
    """The words that may stand at a key, where only some may."""
    kind = next((field.type for field in msgspec.structs.fields(schema) if field.encode_name in keys[:1]), None)
    return " or ".join(map(str, get_args(kind))) if get_origin(kind) is Literal else ""


def _among(schema: type[Any], keys: Sequence[str | int]) -> str:
    """Which names there are, where it is the file's own first level."""
    return f"; the names are {', '.join(schema.__struct_fields__)}" if not keys else ""


def _keys(at: str, data: Any, schema: type[Any]) -> list[str | int]:
    """The keys of a path such as `$.zones[...][0]`; which one the dots hide is found by leaving the others out."""
    keys: list[str | int] = []
    here = data
    for name, index in re.findall(r"\.(\w+)|\[(\d+|\.\.\.)\]", at):
        key: str | int = name or (int(index) if index.isdigit() else "")
        if key == "":
            key = next((k for k in here if not _is_right(data, [*keys, k], schema)), next(iter(here)))
        keys.append(key)
        here = here[key]
    return keys


def _is_right(data: Any, keys: list[str | int], schema: type[Any]) -> bool:
    """Whether the file would do if the last of these keys were the only one in its table."""
    def only(here: Any, left: Sequence[str | int]) -> Any:
        if len(left) == 1:
            return {left[0]: here[left[0]]}
        if isinstance(here, list):
            return [only(item, left[1:]) if n == left[0] else item for n, item in enumerate(here)]
        return {k: only(item, left[1:]) if k == left[0] else item for k, item in here.items()}

    try:
        msgspec.convert(only(data, keys), schema)
    except (msgspec.ValidationError, OverflowError):
        return False
    return True


def _at(data: Any, keys: Sequence[str | int]) -> Any:
    for key in keys:
        data = data[key]
    return data


def _wanted(message: str) -> str:
    """What msgspec expected, in words."""
    found = re.match(r"Expected `([^`]+)`(.*?)(?:, got .*)?$", message)
    if found is None:
        return "a number that a computer can hold"
    kinds = " or ".join(_TYPES[kind] for kind in found[1].split(" | ") if kind in _TYPES)
    bound = re.match(r" (<=|>=|<|>) (\S+)", found[2])
    if bound is not None:
        return f"{kinds} {_BOUNDS[bound[1]]} {float(bound[2]):g}"
    return kinds + found[2].replace("length ", "")


def _place(path: Path, text: str, keys: Sequence[str | int]) -> str:
    """The file, and the line where the last of these keys is written that can be found."""
    lines = text.splitlines()
    found = 0
    for key, nth in zip(keys, [*keys[1:], 0], strict=False):
        if isinstance(key, str):
            written = re.compile(rf"""\s*\[*([^=#\]]*\.)?["']?{re.escape(key)}["']?\s*([=.\]]|$)""")
            places = [n for n, line in enumerate(lines, 1) if n >= found and written.match(line)]
            nth = nth if isinstance(nth, int) and places and lines[places[0] - 1].lstrip().startswith("[[") else 0
            found = places[nth] if nth < len(places) else found
    return f"{path}, line {found}" if found else str(path)


def numbers(value: object, count: int | None, what: str) -> tuple[float, ...]:
    """A list of numbers, `count` of them if given; raises CalibrationError saying what it should be."""
    try:
        found = msgspec.convert(value, list[Number])
    except (msgspec.ValidationError, OverflowError):
        found = None
    if found is None or (count is not None and len(found) != count):
        wanted = f"{count} numbers" if count else "a list of numbers"
        raise CalibrationError("{what} must be {wanted}, not {value}.", what=what, wanted=wanted, value=echo(value))
    return tuple(found)
