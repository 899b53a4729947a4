"""Reading the files people write by hand: TOML with one clear sentence where something is wrong."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any


class CalibrationError(ValueError):
    """A picture, file or number that gives no calibration, layout or deck; one sentence for the player."""


def read_toml(path: Path) -> dict[str, Any]:
    """The tables of a TOML file; raises CalibrationError naming the file."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise CalibrationError(f"{path} cannot be read: {error.strerror}.") from error
    except ValueError as error:  # not UTF-8, or not TOML
        raise CalibrationError(f"{path} is not written as expected: {error}.") from error


def numbers(value: object, count: int | None, what: str) -> tuple[float, ...]:
    """A list of numbers, `count` of them if given; raises CalibrationError saying what it should be."""
    ok = isinstance(value, Sequence) and not isinstance(value, str) and all(
        isinstance(v, (int, float)) and not isinstance(v, bool) for v in value)
    if not ok or (count is not None and len(value) != count):  # type: ignore[arg-type]
        wanted = f"{count} numbers" if count else "a list of numbers"
        raise CalibrationError(f"{what} must be {wanted}, not {value!r}.")
    return tuple(float(v) for v in value)  # type: ignore[attr-defined]


def built_in(folder: str) -> dict[str, Path]:
    """Name -> file of what comes with the project ("layouts", "decks")."""
    return {path.stem: path for path in sorted((Path(__file__).parent / folder).glob("*.toml"))}


def find_file(name_or_path: str | Path, folder: str, what: str) -> Path:
    """The built-in file of that name, else the file at that path; raises CalibrationError listing the names."""
    names = built_in(folder)
    if str(name_or_path) in names:
        return names[str(name_or_path)]
    path = Path(name_or_path)
    if path.is_file():
        return path
    raise CalibrationError(f"There is no {what} '{name_or_path}'; name a file or one of {', '.join(names)}.")
